"""The commands that only Tsolitaire has: entry points in the group `loopline.commands`. Nothing else of the game uses
them.

May import: cli, report and below."""
