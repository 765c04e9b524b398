"""Play until told to stop; what has met something new is kept, and varied. Knows no game.

May import: campaign and below."""
