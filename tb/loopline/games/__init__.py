"""What only one game knows, in a folder for each; and beside the folders, what any game can use.

May import: contract, workers and below."""
