"""The documentation as a site: built without a warning, every link resolves, nothing is loaded from elsewhere."""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from report import screenshots

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Page(HTMLParser):
    """The names in a page, its links, and what a browser loads to show it."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.loaded = set(), set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.names |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.add(given["href"])
        if tag == "link" and given.get("rel") not in ("prev", "next", "canonical"):
            self.loaded.add(given["href"])
        if given.get("src"):
            self.loaded.add(given["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {path: Page(path) for path in folder.rglob("*.html")}, folder


def test_every_page_is_in_the_site(site):
    pages, folder = site
    names = {path.relative_to(folder).as_posix() for path in pages}
    wanted = {f"{file.relative_to(ROOT).with_suffix('.html')}".removeprefix("docs/") for file in PAGES}
    renamed = {"README.html": "index.html", "rules/README.html": "rules/index.html"}
    assert {renamed.get(name, name) for name in wanted} <= names


def test_pages_have_their_tables(site):
    """What a reader of the Markdown is told about missing tables is not in the site, where they are."""
    pages, folder = site
    assert [page.name for page in pages if "As Markdown" in page.read_text(encoding="utf-8")] == []
    assert "<td>Trax engine</td>" in (folder / "evidence" / "bugs.html").read_text(encoding="utf-8")
    assert "req_symbol" in (folder / "reference" / "trax-engine.html").read_text(encoding="utf-8")


def test_every_link_leads_somewhere(site):
    pages, _ = site
    broken = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its links count from the server's root
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            names = pages[target].names if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in names):
                broken.append(f"{path.name}: {link}")
    assert not broken


def test_nothing_is_loaded_from_elsewhere(site):
    pages, folder = site
    loaded = {one for page in pages.values() for one in page.loaded}
    for sheet in folder.rglob("*.css"):
        loaded |= set(re.findall(r"url\([\"']?([^)\"']+)|@import [\"']([^\"']+)", sheet.read_text(encoding="utf-8")))
    flat = {part for one in loaded for part in (one if isinstance(one, tuple) else (one,)) if part}
    assert flat
    assert {one for one in flat if re.match(r"(https?:)?//", one)} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_pages_are_short(page):
    """120 characters, but for tables, pictures, and what is printed or typed as it stands."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert [line for line in prose.splitlines() if len(line) > 120 and not line.startswith(("|", "!["))] == []


@pytest.mark.skipif(not shutil.which("chromium"), reason="chromium is not here")
@pytest.mark.parametrize("page", ["index.html", "reference/cli.html"])
def test_search_works_from_the_disk(site, page):
    _, folder = site
    asked = []
    with screenshots.chromium() as browser:
        screen = browser.new_page()
        screen.on("request", lambda request: asked.append(request.url))
        screen.goto((folder / page).as_uri())
        screen.keyboard.press("s")
        screen.locator(".md-search__input").wait_for()
        screen.keyboard.type("cascade", delay=20)
        screen.locator(".md-search-result__link").first.wait_for()
        assert "cascade" in screen.locator(".md-search-result").inner_text()
    assert [url for url in asked if not url.startswith("file:")] == []
