"""The client: links, and a seat on file."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.scripted import SECRET, notices
from settebello.client import Address, ClientError, Seat, read_link, take_seat

# Links.


RIGHT_LINKS = {
    "http://127.0.0.1:8066/#t1.inv-i_te": Address("http://127.0.0.1:8066", "t1", "inv-i_te"),
    "http://127.0.0.1:8066/#t1": Address("http://127.0.0.1:8066", "t1"),
    "https://Cards.Example#t1": Address("https://cards.example", "t1"),
    " http://[::1]:8066/ ": Address("http://[::1]:8066"),
}
WRONG_LINKS = [
    "", "t1.tell-nobody", "127.0.0.1:8066/#t1.tell-nobody", "ftp://h/#t1.tell-nobody",
    "http:///#t1.tell-nobody", "http://h:x/#t1.tell-nobody", "http://h/page#t1.tell-nobody",
    "http://h/?tell-nobody", "http://tell-nobody@h/#t1", "http://h/#../t1.tell-nobody",
    "http://h/#t1.tell-nobody.x", "http://h/#t1. tell-nobody", "http://[h/#t1.tell-nobody",
]  # fmt: skip


@pytest.mark.parametrize("link", RIGHT_LINKS)
def test_a_link_is_taken_apart(link: str) -> None:
    assert read_link(link) == RIGHT_LINKS[link]


@pytest.mark.parametrize("link", WRONG_LINKS)
def test_a_wrong_link_gets_a_sentence_without_what_is_in_it(link: str) -> None:
    with pytest.raises(ClientError, match=r"An address is http://HOST:PORT") as error:
        read_link(link)
    assert "tell-nobody" not in str(error.value)
    assert error.value.code == "bad-address"


def test_the_link_of_a_seat_invites_others() -> None:
    seat = Seat("http://h:1", "t1", 0, "Ann", SECRET, "invite")
    assert seat.link == "http://h:1/#t1.invite"
    assert read_link(seat.link).link == seat.link
    assert SECRET not in seat.link


def test_a_link_without_a_table_cannot_be_joined() -> None:
    with pytest.raises(ClientError, match="names no table"):
        take_seat("http://127.0.0.1:1", "Ann")


# A seat on file.


def test_a_seat_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "seat.json"
    seat = Seat("http://h:1", "t1", 2, "Ann", SECRET, "invite", "m1", 4, notices(3, 4))
    seat.save(file)
    seat.save(file)
    assert Seat.load(file) == seat
    assert file.stat().st_mode & 0o777 == 0o600
    assert [other.name for other in tmp_path.iterdir()] == ["seat.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"server": 1}', "\ud800", "[" * 100_000])
def test_a_damaged_file_gets_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "seat.json"
    file.write_text(text, "utf-8", "surrogatepass")
    with pytest.raises(ClientError, match=r"seat\.json holds no seat\."):
        Seat.load(file)


def test_a_seat_does_not_print_its_secrets() -> None:
    seat = Seat("http://h:1", "t1", 2, "Ann", SECRET, "the-invite")
    assert repr(seat) == "Seat('http://h:1', table='t1', seat=2, name='Ann')"
    assert SECRET not in f"{seat} {[seat]} {ClientError('x', f'{seat}')!r}"
