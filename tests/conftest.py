"""What all tests share: the same examples every time, and English whatever the machine speaks."""

import os
import random
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from chance import SYSTEM, make_steady
from postgres import Postgres, postgres
from settebello import COMPILED
from settebello.luck import one_for_all

settings.register_profile("settebello", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("settebello")

# A test that depends on luck passes always or never. Servers and terminals in processes of their
# own run by steady.py, for the same reason.
make_steady()

# In the background of a script SIGINT is ignored, under nohup SIGHUP is, and children inherit that;
# tests send both.
for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)

# Those who run the tests may speak another language; the tests read English.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

# What cannot be asked of the compiled core: see decision 6.
INTERPRETED_ONLY = {
    "compiled functions cannot be patched": (
        "test_a_defect_is_caught",
        "test_a_failure_says_how_to_repeat_it",
        "test_a_planted_leak_is_found",
        "test_a_table_that_fails_at_a_message_is_given_up",
        "test_a_table_that_fails_when_it_is_noted_is_given_up_and_the_others_are_noted",
        "test_an_alarm_whose_time_has_passed_is_set_and_set_again",
        "test_check_goes_on_where_no_world_is_found",
        "test_the_label_of_a_move_may_use_what_the_page_says",
        "test_the_worlds_are_exactly_the_possible_ones_after_any_moves",
        "test_the_worlds_are_exactly_the_possible_ones_and_all_alike",
    ),
    "compiled classes cannot be inherited from": (
        "test_planted_defect_turns_one_line_red[a_clone_that_shares]",
    ),
    "compiled functions look at types themselves": (
        "test_a_wrong_seed",
        "test_a_wrong_seed_is_refused_with_what_is_allowed",
        "test_an_illegal_move_has_a_code_and_a_sentence_and_changes_nothing",
        "test_an_unknown_language_is_refused_with_those_that_are_there[None]",
        "test_questions_about_a_seat_that_does_not_exist_are_refused",
        "test_r11_there_must_be_such_a_seat",
        "test_r11_what_is_no_move_is_unreadable",
        "test_r7_there_must_be_such_a_seat",
        "test_rule_9_there_must_be_such_a_seat",
        "test_rule_9_what_is_no_move_is_unreadable",
        "test_what_is_no_move_is_unreadable",
        "test_wrong_seed_is_refused",
    ),
    "compiled classes keep not all docstrings": ("test_what_is_on_a_page_says_what_it_does",),
}


@pytest.fixture
def system_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance as it is outside of the tests, for those that are about it."""
    monkeypatch.setattr(random, "SystemRandom", SYSTEM)
    monkeypatch.setattr("settebello.luck.system_random", one_for_all)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process."""
    with postgres() as server:
        yield server


@pytest.fixture
def empty_database(postgres_server: Postgres) -> str:
    """The URL of a database with nothing in it."""
    return postgres_server.url(postgres_server.create())


@pytest.fixture(scope="session")
def migrated(postgres_server: Postgres) -> str:
    """The name of a database with the schema, from which others are made."""
    name = postgres_server.create()
    postgres_server.migrate(name)
    return name


@pytest.fixture
def database(postgres_server: Postgres, migrated: str) -> str:
    """The URL of a database with the schema and no rows."""
    return postgres_server.url(postgres_server.create(migrated))


def pytest_report_header() -> str:
    return f"core: {'compiled' if COMPILED else 'interpreted'}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reasons = {name: reason for reason, names in INTERPRETED_ONLY.items() for name in names}
    for item in items if COMPILED else ():
        reason = reasons.get(item.name) or reasons.get(item.name.split("[")[0])
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))
