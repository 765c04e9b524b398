"""What the operating system has: processes and their ends, signals, full disks.

May import: tables and errors."""
