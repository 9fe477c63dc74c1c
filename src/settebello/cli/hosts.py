"""The commands of hosts, for a server and its store: serve, export, import, store, nodes."""

from __future__ import annotations

import argparse

from settebello.cli.shared import bar_shown, server_extra, spoken
from settebello.words.phrases import phrase


def serve(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import node_options, serve_tables

    language = spoken(parsed)
    secret_file = parsed.cluster_secret_file
    node = node_options(
        parsed.node, parsed.address, secret_file, parsed.store, language, parsed.dev
    )
    return serve_tables(
        parsed.host,
        parsed.port,
        parsed.store,
        files=parsed.files,
        dev=parsed.dev,
        origins=parsed.origin,
        proxies=parsed.proxy,
        limits=parsed.limit,
        contact=parsed.contact or "",
        node=node,
        language=language,
    )


def export_records(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import export_store

    how = {"unfinished": parsed.all, "language": spoken(parsed)}
    print(export_store(parsed.store, parsed.folder, **how))
    return 0


def import_records(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import import_files

    how = {"listed": parsed.listed, "language": spoken(parsed)}
    print(import_files(parsed.store, parsed.files, **how))
    return 0


def help_with_store(parsed: argparse.Namespace) -> int:
    parsed.parser.print_help()
    return 0


def check_store(parsed: argparse.Namespace) -> int:
    """`settebello store check`; returns 1 if something is bad."""
    with server_extra(parsed):
        from settebello.server import store_commands

    language = spoken(parsed)
    with bar_shown("matches-done", language) as (show, tell):
        return store_commands.check_store(parsed.url, show, tell, language)


def migrate_store(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server import store_commands

    print(store_commands.migrate_store(parsed.url, spoken(parsed)))
    return 0


def move_store(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server import store_commands

    language = spoken(parsed)
    with bar_shown("entries-done", language) as (show, tell):
        tell(store_commands.move_store(parsed.source, parsed.target, show, language))
    return 0


def look_after_nodes(parsed: argparse.Namespace) -> int:
    """`settebello nodes`: list the nodes of a store, or fence one of them."""
    with server_extra(parsed):
        from settebello.server import store_commands

    language, number = spoken(parsed), parsed.run_number
    if parsed.fence is None:
        print(store_commands.list_nodes(parsed.url, language))
    elif number is None:
        raise ValueError(phrase(language, "fence-needs-run"))
    else:
        print(store_commands.fence_node(parsed.url, number, language))
    return 0
