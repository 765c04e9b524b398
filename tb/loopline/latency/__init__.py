"""How long a design takes to answer: measured beside the model, at its worst as far as a search finds it.

May import: campaign and below."""
