"""One simulation in a process of its own: the job it is given, and the drivers that play inside it.

May import: design and below."""
