"""Everything that can play against something else: programs, sockets, boards, people, models, simulated hardware.

`endpoint` says what each of them must offer, one module each the rest. None of them knows a game.

May import: coverage and below."""
