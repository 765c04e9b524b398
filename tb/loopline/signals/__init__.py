"""What passes over wires: fields packed into vectors, streams, bytes on a serial line.

May import: system and below."""
