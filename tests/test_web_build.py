"""The web client is built when a source of it has changed, and with a Node.js that is there."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from settebello.registry import load_module

ROOT = Path(__file__).parent.parent
NATIVE = ["librt>=1", "other"]  # what a compiled core may ask for


class Yard:
    """A folder with the sources of a client; npm only notes what it was asked for."""

    def __init__(self, build: Any, folder: Path) -> None:
        self.build = build
        self.web, self.client = folder / "web", folder / "static"
        self.asked: list[str] = []
        (self.web / "src").mkdir(parents=True)
        for name in ("package.json", "package-lock.json", "src/main.ts"):
            (self.web / name).write_text(name, "utf-8")

    def npm(self, *arguments: str) -> None:
        self.asked.append(" ".join(arguments))
        if arguments[0] == "ci":
            self.build.MODULES.mkdir(exist_ok=True)
        elif arguments == ("run", "build"):
            self.client.mkdir(exist_ok=True)
            (self.client / "index.html").touch()

    def makes(self, *arguments: str) -> list[str]:
        """What npm is asked for now."""
        self.asked.clear()
        self.build.main(arguments)
        return self.asked[:]


@pytest.fixture
def build() -> ModuleType:
    module: ModuleType = load_module(ROOT / "web" / "build.py", "build")
    return module


@pytest.fixture
def yard(build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Yard:
    yard = Yard(build, tmp_path)
    for name, value in (
        ("WEB", yard.web),
        ("CLIENT", yard.client),
        ("MODULES", yard.web / "node_modules"),
        ("NODE", yard.web / ".node"),
        ("npm", yard.npm),
        ("npm_command", lambda: ["npm"]),
        ("system_npm", lambda: "npm"),
    ):
        monkeypatch.setattr(build, name, value)
    return yard


def test_it_is_built_once(yard: Yard) -> None:
    assert yard.makes() == ["ci --silent", "run build"]
    assert yard.makes() == []


def test_it_is_built_again_when_a_source_changes(yard: Yard) -> None:
    yard.makes()
    (yard.web / "src/main.ts").write_text("changed", "utf-8")
    assert yard.makes() == ["run build"]
    (yard.web / "src/new.ts").touch()
    assert yard.makes() == ["run build"]
    (yard.web / "node_modules/new.js").touch()
    assert yard.makes() == []
    (yard.client / "index.html").unlink()
    assert yard.makes() == ["run build"]
    (yard.web / "package-lock.json").write_text("changed", "utf-8")
    assert yard.makes() == ["ci --silent", "run build"]


def test_types_are_checked_every_time(yard: Yard) -> None:
    assert yard.makes("check") == ["ci --silent", "run check"]
    assert yard.makes("check") == ["run check"]


def hook(build: Any, folder: Path) -> Any:
    return build.WebClient(str(folder), {}, None, None, str(folder), "wheel")


def test_a_wheel_has_it_and_an_editable_install_does_not_wait_for_it(yard: Yard) -> None:
    built = hook(yard.build, yard.web)
    built.initialize("editable", {})
    assert yard.asked == []
    built.initialize("standard", {})
    assert yard.asked == ["ci --silent", "run build"]


def test_an_sdist_has_it_built(yard: Yard) -> None:
    (yard.web.parent / "PKG-INFO").touch()
    hook(yard.build, yard.web).initialize("standard", {})
    assert yard.asked == ["ci --silent", "run build"]
    (yard.web / "src/main.ts").write_text("changed", "utf-8")
    hook(yard.build, yard.web).initialize("standard", {})
    assert len(yard.asked) == 2


def test_node_is_asked_for_only_where_it_is_missing_and_needed(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hook(yard.build, yard.web).dependencies() == []
    monkeypatch.setattr(yard.build, "system_npm", lambda: None)
    assert hook(yard.build, yard.web).dependencies() == [yard.build.WHEEL]
    yard.makes()
    assert hook(yard.build, yard.web).dependencies() == []


@pytest.mark.parametrize(
    ("printed", "taken"),
    [("v20.0.0", True), ("v24.1.2", True), ("v18.20.1", False), ("nonsense", False), ("", False)],
)
def test_the_systems_node_is_taken_if_it_is_new_enough(
    build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str, taken: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {printed}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build.system_npm() == (str(tmp_path / "npm") if taken else None)
    (tmp_path / "npm").unlink()
    assert build.system_npm() is None


def test_what_fails_is_said_in_a_sentence(build: Any, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^This has failed, and says why above: sh -c .*\.$"):
        build.run(["sh", "-c", "echo because; exit 3"])
    assert "because" in capfd.readouterr().err


@pytest.mark.parametrize(("compiled", "asked"), [("1", NATIVE), ("", [])])
def test_a_wheel_with_the_core_compiled_asks_for_what_that_needs(
    build: Any, compiled: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HATCH_BUILD_HOOK_ENABLE_MYPYC", compiled)
    metadata = SimpleNamespace(core=SimpleNamespace(optional_dependencies={"compiled": NATIVE}))
    hook = build.WebClient(str(ROOT), {}, None, metadata, "", "wheel")
    data: dict[str, Any] = {"dependencies": []}
    hook.initialize("editable", data)
    assert data["dependencies"] == asked
