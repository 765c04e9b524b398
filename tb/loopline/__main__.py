"""`python -m loopline` is the command `loopline`."""

from loopline.cli import main

main()
