"""The fewest games that find what all others find: they kill all mutants that can be killed, and fill all bins.

A mutation run knows which game kills which mutant first; `inside` finds out which others it kills, and makes games
smaller. `cover` chooses, `run` does all of it in order, `deck` writes it down.

May import: mutate and below."""
