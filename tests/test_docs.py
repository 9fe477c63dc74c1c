"""What the documents say is true: sessions run, links lead somewhere, nothing is left out."""

import ast
import doctest
import json
import re
import shlex
from importlib.metadata import version
from pathlib import Path

import pytest

from settebello import cli
from settebello.game import Game, Option
from settebello.games import OUR_GAMES
from settebello.terminal.seating import spelled

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
README = (ROOT / "README.md").read_text("utf-8")
WORDS = (
    *("game", "match", "table", "seat", "player", "house", "round", "turn", "move", "event"),
    *("notice", "view", "record", "luck", "bot"),
    *("token", "face", "place", "piece", "viewer", "draw", "play", "fact", "mixed", "world"),
)


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in this language."""
    text = (ROOT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", "docs/writing-a-game.md"])
def test_session_runs_as_it_is_written(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = "\n".join(block for block in blocks(page, "python") if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert len(test.examples) > 5
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "\n".join(complaints)


def test_walk_through_shows_the_examples_as_they_are() -> None:
    files = [ROOT / "examples/my_first_game.py", *ROOT.glob("tests/examples/*.py")]
    code = "\n".join(file.read_text("utf-8") for file in files)
    words = (ROOT / "examples/my_first_game.en.ftl").read_text("utf-8")
    page = "docs/writing-a-game.md"
    shown = [block for block in blocks(page, "python") if not block.startswith(">>>")]
    assert shown
    for block in shown:
        assert block in code
    for block in blocks(page, "ftl"):
        assert block in words


OPTIONS = [(game, option) for game in OUR_GAMES for option in game.OPTIONS]
OPTION_IDS = [f"{game.NAME}-{option.name}" for game, option in OPTIONS]


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=OPTION_IDS)
def test_option_is_on_the_page_of_its_game(game: Game, option: Option) -> None:
    page = (ROOT / f"docs/games/{game.NAME}.md").read_text("utf-8")
    row = rf"^\W*{option.name}\W+{spelled(option.default)}\W+{re.escape(option.range)}\b"
    assert re.search(row, page, re.MULTILINE), "a line with name, default and range is missing"


def commands_in(text: str) -> list[list[str]]:
    """The lines of a page that call the command line, as arguments."""
    lines = re.findall(r"^ +settebello (.*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


def test_every_command_of_the_readme_exists() -> None:
    commands = commands_in(README)
    assert commands
    for arguments in commands:
        cli.make_parser().parse_args(arguments)  # exits when it does not understand


def test_every_command_is_in_the_readme() -> None:
    offered = re.findall(r"^    (\w+)  ", cli.make_parser().format_help(), re.MULTILINE)
    assert offered
    assert {arguments[0] for arguments in commands_in(README)} == set(offered)


def test_every_target_of_the_readme_exists() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    mentioned = re.findall(r"^    make ([a-z]+)", README, re.MULTILINE)
    assert mentioned
    assert set(mentioned) <= set(targets)


def test_what_contributors_are_told_of_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    mentioned = re.findall(r"(?:^    |`)make ([a-z-]+)", text, re.MULTILINE)
    assert len(mentioned) > 5
    assert set(mentioned) <= set(targets)
    built = {"dist/", "site/"}
    paths = set(re.findall(r"`([\w./-]+/[\w./-]*)`", text)) - built
    assert len(paths) > 10
    for path in paths:
        if not path.startswith("/"):  # an address of a server
            assert (ROOT / path).exists(), path
    run = re.findall(r"^    \S+/python (?:-m pytest )?(\S+)", text, re.MULTILINE)
    assert run
    for path in run:
        assert (ROOT / path).is_file(), path


def test_readme_begins_with_what_a_user_needs() -> None:
    sections = re.findall(r"^## (.*)$", README, re.MULTILINE)
    assert sections == [
        "Play",
        "Install without make",
        "On the command line",
        "In Python",
        "Your own game, your own bot",
        "Work on it",
        "Where things are",
        "Licence",
    ]


def test_index_leads_to_every_document() -> None:
    index = ROOT / "docs" / "README.md"
    targets = re.findall(r"\]\(([^)#]+)\)", index.read_text("utf-8"))
    found = {(index.parent / target).resolve() for target in targets}
    decisions = {*ROOT.glob("docs/decisions/0*.md")}  # their own index has them
    assert {*ROOT.glob("docs/**/*.md")} - decisions - {index} <= found


def test_everything_on_the_map_of_the_readme_exists() -> None:
    section = README.split("## Where things are")[1].split("\n\n")[1]
    folder = ROOT
    for line in section.splitlines():
        names = line[:30].replace(",", " ").split()
        if line.startswith("      "):
            assert all((folder / name).exists() for name in names), line
        else:
            folder = ROOT / names[0]
            assert folder.is_dir(), line


def anchors(page: Path) -> set[str]:
    """The anchors of a page: its headings, as GitHub and the site write them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings]
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        file = page.parent / target if target else page
        assert file.is_file(), f"{target} is not there, or is a folder"
        if anchor:
            assert anchor in anchors(file), f"{target}#{anchor} is not there"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_pictures_are_there(page: Path) -> None:
    for picture in re.findall(r'<img [^>]*src="([^"]+)"', page.read_text("utf-8")):
        assert (page.parent / picture).is_file(), f"{picture} is not there"


def test_the_site_leads_to_every_page() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:\n")[1].split("\n\n")[0]
    listed = re.findall(r": (\S+\.md)$", nav, re.MULTILINE)
    assert len(listed) == len(set(listed))
    decisions = {named(page) for page in ROOT.glob("docs/decisions/0*.md")}  # its index has them
    assert set(listed) == {named(page) for page in PAGES} - decisions


def test_wheels_in_the_documents_have_the_version_of_today() -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    named_there = re.findall(r"settebello-(\d[\d.]*\d)", text)
    assert named_there
    assert set(named_there) == {version("settebello")}


@pytest.mark.parametrize("word", WORDS)
def test_word_is_in_the_glossary(word: str) -> None:
    glossary = (ROOT / "docs/glossary.md").read_text("utf-8")
    assert f"- **{word.capitalize()}**: " in glossary


def test_glossary_is_in_alphabetical_order() -> None:
    words = re.findall(r"^- \*\*(\w+)\*\*", (ROOT / "docs/glossary.md").read_text("utf-8"), re.M)
    assert words == sorted(words)


def test_architecture_names_every_module() -> None:
    architecture = (ROOT / "docs/architecture.md").read_text("utf-8")
    section = architecture.split("## Who may import what")[1]
    listed = " ".join(line[:40] for line in section.splitlines() if line.startswith("    ")).split()
    source = ROOT / "src/settebello"
    there = {
        path.stem for path in source.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))
    }
    assert set(listed) == {name for name in there if not name.startswith("__")}


def test_files_that_the_architecture_names_are_there() -> None:
    architecture = (ROOT / "docs/architecture.md").read_text("utf-8")
    names = set(re.findall(r"\b(?:[\w-]+/)+\w+(?:\.\w+)?\.(?:py|ts)\b", architecture))
    assert len(names) > 10
    roots = (ROOT, ROOT / "src/settebello", ROOT / "web/src")
    for name in names:
        assert any((root / name).is_file() for root in roots), name


def test_changelog_has_the_version_of_every_game() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for game in OUR_GAMES:
        title = (ROOT / f"docs/games/{game.NAME}.md").read_text("utf-8").splitlines()[0]
        rules = changelog.split(f"###{title}\n", 1)[1].split("\n#")[0]
        assert f"- Version {game.VERSION}: " in rules


DECISIONS = sorted(ROOT.glob("docs/decisions/0*.md"))
STATUS = re.compile(
    r"\nStatus: (?:(accepted)\n|(superseded in part|superseded)\b.* 20\d\d-\d\d-\d\d)"
)


@pytest.mark.parametrize("decision", DECISIONS, ids=named)
def test_decision_is_numbered_and_dated_and_says_whether_it_holds(decision: Path) -> None:
    text = decision.read_text("utf-8")
    number = int(decision.name[:4])
    assert text.startswith(f"# {number}. ")
    assert sum(other.name.startswith(decision.name[:5]) for other in DECISIONS) == 1
    assert re.search(r"^Date: 20\d\d-\d\d-\d\d$", text, re.MULTILINE)
    status = STATUS.search(text)
    assert status, "a line such as Status: accepted is missing"
    title = text.split("\n", 1)[0].removeprefix("# ")
    line = f"- [{title}]({decision.name}): {status[1] or status[2]}\n"
    assert line in (ROOT / "docs/decisions/README.md").read_text("utf-8")


def test_lock_names_no_host() -> None:
    locks = [*ROOT.glob("requirements/*.txt"), *ROOT.glob("*.lock"), *ROOT.glob("pylock*.toml")]
    assert locks
    for lock in locks:
        assert "://" not in lock.read_text("utf-8")


@pytest.mark.parametrize("lock", sorted(ROOT.glob("web/**/package-lock.json")), ids=named)
def test_lock_of_the_web_client_says_what_to_take_and_not_from_where(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text, 'Take the "funding" of its packages out.'
    packages = json.loads(text)["packages"]
    assert len(packages) > 1
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name


@pytest.mark.parametrize("file", sorted(ROOT.glob("examples/*.py")), ids=named)
def test_example_says_what_it_is(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text("utf-8")))
