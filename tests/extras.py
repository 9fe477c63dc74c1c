"""A Python that finds what `pip install settebello` installs, and no other package."""

from __future__ import annotations

import os
import re
from importlib.metadata import packages_distributions
from pathlib import Path

from settebello import COMPILED

LOCKS = Path(__file__).parents[1] / "requirements"
BASE = LOCKS / ("compiled.txt" if COMPILED else "base.txt")

# As sitecustomize.py: Python runs that before anything else.
OUT_OF_REACH = """
import sys
from importlib.abc import MetaPathFinder

class Wall(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Wall())
"""


def canonical(name: str) -> str:
    """The name of a package as locks spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> dict[str, str]:
    """The version of each package in the text of a lock."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE))


def without_extras(folder: Path) -> dict[str, str]:
    """The environment variables of such a Python; its data goes to the folder too."""
    allowed = {*pins(BASE.read_text("utf-8")), "settebello"}
    others = {
        module
        for module, packages in packages_distributions().items()
        if not allowed & {canonical(package) for package in packages}
    }
    assert {"starlette", "uvicorn", "uvloop", "pytest"} <= others
    (folder / "sitecustomize.py").write_text(OUT_OF_REACH.format(names=others), "utf-8")
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    # Coverage would be measured by a package that is out of reach.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    home = str(folder / "home")
    return {**kept, "PYTHONPATH": os.pathsep.join(path), "SETTEBELLO_HOME": home}
