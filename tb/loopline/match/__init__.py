"""Games between two players: programs, sockets, boards, people, models or simulated hardware, and their referee.

May import: campaign and below."""
