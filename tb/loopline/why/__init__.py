"""Which lines of the source a failure may come from: suspects, and the reasons for each.

`statements` reads the source with slang, `spectra` plays neighbours of the failing game and counts what runs in each,
`suspects` ranks the statements by that, and `look` does all of it for a finding.

May import: campaign and below, and mutate.source."""
