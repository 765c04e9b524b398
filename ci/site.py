"""Hooks of mkdocs: the pages are read on a git host, too, so what only a site needs is done here.

README, CHANGELOG, CONTRIBUTING and the bridge's README lie beside docs/ and become pages; so does each source file that
a page links to. Tables that are made from the code take the place of the comments that ask for them.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from reference import expanded

REPOSITORY = Path(__file__).parents[1]
#: Page → the file that it is made of, for those that are not in docs/.
BESIDE = {
    "index.md": "README.md",
    "property.md": "bridge/README.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
}
#: What only a reader of the Markdown needs to know.
ONLY_AS_MARKDOWN = re.compile(r"^> As Markdown .*\n(?:> .*\n)*\n?", re.M)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")
CODE = re.compile(r"`[^`]+`")
LANGUAGES = {".toml": "toml", ".v": "verilog", ".py": "python"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page, original in BESIDE.items():
        files.append(File.generated(config, page, abs_src_path=str(REPOSITORY / original)))
    for linked in sorted({target for file in files.documentation_pages() for target in _outside(file)}):
        files.append(File.generated(config, _page_of(linked), content=_listing(linked)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    where = page.file.src_uri
    if where.startswith("source/"):
        return markdown
    if where == "index.md":
        page.meta["hide"] = ["navigation"]  # of one page

    def link(match: re.Match[str]) -> str:
        return posixpath.relpath(_page_of(_target(where, match[1])), posixpath.dirname(where))

    return re.sub(r"^\|.*", _without_escapes, LINK.sub(link, expanded(ONLY_AS_MARKDOWN.sub("", markdown))), flags=re.M)


def _target(page: str, link: str) -> str:
    """Return the file in the repository that a link in a page means."""
    original = BESIDE.get(page, f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(original), link))


def _page_of(file: str) -> str:
    """Return the page or picture of the site that this file of the repository becomes."""
    for page, original in BESIDE.items():
        if file == original:
            return page
    return file.removeprefix("docs/") if file.startswith("docs/") else f"source/{file}.md"


def _outside(page: File) -> set[str]:
    """Return the files that a page links to, other than pages."""
    targets = {_target(page.src_uri, link) for link in LINK.findall(page.content_string)}
    return {file for file in targets if not file.startswith("docs/") and file not in BESIDE.values()}


def _listing(file: str) -> str:
    path = REPOSITORY / file
    text = path.read_text(encoding="utf-8")
    front = "---\nsearch: {exclude: true}\nhide: [navigation, toc]\n---\n"
    return f"{front}# {file}\n\n````{LANGUAGES.get(path.suffix, 'text')}\n{text}````\n"


def _without_escapes(row: re.Match[str]) -> str:
    r"""Return a row of a table without backslashes in code: git hosts want `a\|b` there, mkdocs would show them."""
    return CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0])
