from loopline.cli import main

main()
