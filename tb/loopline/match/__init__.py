"""Games between two players, whatever they are: programs, boards, simulations, people.

May import: campaign and below."""
