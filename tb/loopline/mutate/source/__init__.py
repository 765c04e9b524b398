"""Mutants as people make them: in the text of the source, where its syntax tree says what stands there.

`design` is the source as slang reads it; `expressions`, `statements` and `registers` propose changes of it; `choice`
takes some, spread evenly; `text` writes all of them into one source; `mutants` has Yosys read that.

May import: what mutate may."""
