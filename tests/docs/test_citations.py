"""A citation such as "RULES 1.2" in a source file names a section that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTIONS = {
    heading
    for page in (ROOT / "docs" / "rules").glob("*.md")
    for heading in re.findall(r"^#+ ([0-9](?:\.[0-9])?)\.? ", page.read_text(encoding="utf-8"), re.M)
}


def test_every_citation_resolves():
    cited = {
        (number, str(file.relative_to(ROOT)))
        for folder in ("model", "tb", "tests", "rtl", "formal")
        for file in (ROOT / folder).rglob("*.*")
        if file.suffix in {".py", ".v", ".sv", ".vh", ".toml"}
        for number in re.findall(r"RULES ([0-9](?:\.[0-9])?)", file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 20
    assert {one for one in cited if one[0] not in SECTIONS} == set()
