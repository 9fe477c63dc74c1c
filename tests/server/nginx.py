"""Debian's nginx before the nodes of a cluster, with the configuration of docs/nginx.conf."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from leash import leashed
from postgres import free_port, in_use, install
from server.border import wait_until
from server.cluster import Cluster

CONFIGURATION = Path(__file__).parents[2] / "docs" / "nginx.conf"
MISSING = "There is no nginx here: install it (Debian: apt install nginx-light)."


def found() -> str | None:
    """Where nginx is, if it is here."""
    return shutil.which("nginx", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin")))


def program() -> str:
    """Where nginx is; as root it is installed if it is missing."""
    if found() is None:
        install("nginx-light")
    here = found()
    assert here is not None, MISSING
    return here


def write(folder: Path, port: int, nodes: Sequence[str]) -> Path:
    """The configuration of the document, for these nodes, with all its files in a folder."""
    text = CONFIGURATION.read_text("utf-8")
    example = re.compile(r"( +server )\S+:\d+( .*\n)")
    first = example.search(text)
    assert first is not None
    before, after = first.groups()
    servers = "".join(f"{before}{node}{after}" for node in nodes)
    text = text[: first.start()] + servers + example.sub("", text[first.end() :])
    text = re.sub(r"listen .*;", f"listen 127.0.0.1:{port};", text)
    temporary = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = text.replace("http {\n", f"http {{\n    access_log off;\n{temporary}")
    file = folder / "nginx.conf"
    head = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
    file.write_text(head + text, "utf-8")
    return file


@contextmanager
def running(folder: Path, nodes: Sequence[str]) -> Iterator[str]:
    """Run nginx before nodes, with its files in a folder: the URL of the entrance."""
    port = free_port()
    command = [program(), "-p", str(folder), "-c", str(write(folder, port, nodes))]
    with subprocess.Popen(leashed(command), stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: in_use(port) or process.poll() is not None)
            assert process.poll() is None, process.communicate()[1]
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()  # it misses SIGTERM if that comes just before it waits for events


@contextmanager
def before(cluster: Cluster) -> Iterator[str]:
    """Run nginx before a cluster."""
    folder = cluster.folder / "nginx"
    folder.mkdir()
    with running(folder, [node.url.removeprefix("http://") for node in cluster.nodes]) as url:
        yield url
