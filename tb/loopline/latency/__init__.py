"""How long a design takes to answer, in generated games and in the worst ones known.

May import: campaign and below."""
