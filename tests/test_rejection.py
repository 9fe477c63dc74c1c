"""Rejections: every code is in the enumeration, has a sentence in every language, and is used."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import settebello
from draw_rejections import PAGE, page
from settebello import IllegalMove, Match
from settebello.client import ClientError
from settebello.client.errors import refused_by_server
from settebello.players import LONGEST_NAME, check_name
from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.words import LANGUAGES, refuse
from settebello.words.rejections import listed
from test_words import messages

SOURCE = Path(settebello.__file__).parent
FILES = [file for file in SOURCE.rglob("*.py") if file != SOURCE / "rejection.py"]
MAKERS = {"Rejection", "IllegalMove", "ClientError", "_refused", "wrong", "refusal"}
SENDERS = {"close", "warn", "dismiss", "give_up", "refuse", "_refuse", "_end"}
NOT_REFUSALS = {
    "and",
    "die",
    "bot-name",
    "no-cards",
    "house-rule",
    "taken-back",
    "stood-in",
    "suggested",
    "chances",
    "language",
    "either",
    "quoted",
    "picked-own",
    "picked-of",
    "picked-hidden",
    "owned-place",
    "review-late",
    "review-failed",
    "review-too-long",
}

each_language = pytest.mark.parametrize("language", LANGUAGES)


def calls(*functions: str) -> Iterator[tuple[ast.Call, str]]:
    """Each call of these functions in the source, and where it is."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
                if called in functions:
                    yield node, f"{file.relative_to(SOURCE)}:{node.lineno}"


def codes_in(node: ast.AST) -> set[RejectionCode]:
    """The codes that an expression names."""
    return {
        RejectionCode[part.attr]
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and getattr(part.value, "id", "") == "RejectionCode"
    }


def test_every_rejection_takes_its_code_from_the_enumeration() -> None:
    found = list(calls(*MAKERS))
    assert len(found) > 60
    written = [
        f"{where}: {part.value!r}"
        for call, where in found
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    assert written == []


def test_what_is_sent_takes_its_code_from_the_enumeration_too() -> None:
    written = [
        f"{where}: {part.value!r}"
        for call, where in calls(*SENDERS)
        for part in call.args
        if isinstance(part, ast.Constant)
        and part.value in set(RejectionCode)
        and not ast.unparse(call.func).endswith("table.close")  # a word for the log
    ]
    assert written == []


def test_no_code_is_spare() -> None:
    used = [codes_in(ast.parse(file.read_text("utf-8"))) for file in FILES]
    assert set(RejectionCode) - set().union(*used) == set()


def test_a_code_is_named_as_it_is_written() -> None:
    assert [code for code in RejectionCode if code.name != code.upper().replace("-", "_")] == []


@each_language
def test_every_code_has_a_sentence_and_no_sentence_is_spare(language: str) -> None:
    known = {**messages("core", language), **messages("table", language)}
    assert set(known) - NOT_REFUSALS == {f"refusal-{code}" for code in RejectionCode}
    said = [sentence for _, sentences in listed(language) for sentence in sentences]
    assert [text for text in said if not text[0].isupper() and text[0] not in '{"'] == []


@each_language
def test_the_languages_have_the_same_sentences_with_the_same_arguments(language: str) -> None:
    for name in ("core", "table"):
        assert messages(name, language) == messages(name, "en")
    both = zip(listed(language), listed("en"), strict=True)
    assert [code for (code, one), (_, other) in both if len(one) != len(other)] == []


@each_language
def test_every_rejection_has_the_arguments_of_its_sentence(language: str) -> None:
    for call, where in calls(*MAKERS):
        given: dict[str, str | int] = {word.arg: 7 for word in call.keywords if word.arg}
        about = [word.value for word in call.keywords if word.arg == "about"]
        if about:
            given["about"] = ast.literal_eval(about[0])
        if all(word.arg for word in call.keywords):  # else they come from elsewhere, as a whole
            for code in codes_in(call.args[0]):
                text = refuse(None, code, language, **given)
                assert text, where


def test_a_rejection_can_be_read_without_its_sentence() -> None:
    assert str(Rejection(RejectionCode.NOT_FOUND)) == "not-found"
    assert str(Rejection(RejectionCode.TOO_MANY, about="tables", most=3)) == (
        "too-many (about='tables', most=3)"
    )
    assert str(Rejection("own-code", "Not so.", most=3)) == "Not so."


def test_the_code_is_a_plain_text() -> None:
    assert type(Rejection(RejectionCode.NOT_FOUND).code) is str
    assert Rejection(RejectionCode.NOT_FOUND).code == RejectionCode.NOT_FOUND


def test_waiting_is_a_number() -> None:
    assert Rejection(RejectionCode.TOO_FAST, retry_after=0.4).retry_after == 0.4
    assert Rejection(RejectionCode.NOT_FOUND).retry_after is None


def test_a_refused_move_is_a_rejection() -> None:
    match = Match("dice", 3, seed=1)
    with pytest.raises(Rejection) as caught:
        match.play(3, "throw")
    assert isinstance(caught.value, IllegalMove)
    assert (caught.value.code, caught.value.arguments) == (
        "no-such-seat",
        {"seat": 3, "last": 2},
    )
    assert str(caught.value) == "There is no seat 3; the seats are 0 to 2."


def test_a_bad_name_is_a_rejection_with_its_sentence() -> None:
    with pytest.raises(Rejection, match=r"^A name has at most 24 characters\.$") as caught:
        check_name("x" * (LONGEST_NAME + 1))
    assert (caught.value.code, caught.value.arguments) == ("name-long", {"longest": LONGEST_NAME})


def test_numbers_travel_as_numbers() -> None:
    rejection = Rejection(RejectionCode.STALE, after=3, number=5, retry_after=1.5)
    sent = protocol.encode(protocol.refused(rejection, "Look again.", "a1"))
    assert msgspec.json.decode(sent) == {
        "type": "Refused",
        "code": "stale",
        "text": "Look again.",
        "id": "a1",
        "retry_after": 1.5,
        "arguments": {"after": 3, "number": 5},
    }
    received = protocol.decode_server(sent)
    assert isinstance(received, protocol.Refused)
    error = refused_by_server(received)
    assert isinstance(error, ClientError)
    assert (error.code, error.arguments) == (rejection.code, rejection.arguments)
    assert (error.retry_after, str(error)) == (1.5, "Look again.")


@pytest.mark.parametrize(
    ("language", "seconds", "sentence"),
    [
        ("en", 60.0, "No way to there for 60 seconds: why."),
        ("en", 0.5, "No way to there for 0.5 seconds: why."),
        ("en", 3600, "No way to there for 3600 seconds: why."),
        ("it", 1.5, "there non si raggiunge da 1,5 secondi: why."),
    ],
)
def test_a_sentence_writes_numbers_as_its_reader_does(
    language: str, seconds: float, sentence: str
) -> None:
    error = Rejection(
        RejectionCode.UNREACHABLE, about="patience", server="there", seconds=seconds, reason="why"
    )
    assert refuse(None, error.code, language, **error.arguments) == sentence


def test_the_page_of_codes_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: make rejections"
