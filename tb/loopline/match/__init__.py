"""Games between two players: programs, boards, simulations or people.

May import: campaign and below."""
