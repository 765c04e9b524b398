"""Which lines of the source a failure may come from: suspects, and the reasons for each.

`statements` reads the source with slang, `sites` writes a gate around each expression, `trying` plays the failing game
with each inverted or changed, `suspects` ranks the lines by that, and `look` does all of it for a finding.

May import: campaign and below, and mutate.source."""
