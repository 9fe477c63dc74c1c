"""Games with defects: each is one of ours with one thing wrong, as an author might get it wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from settebello.cards import Place, Seat
from settebello.game import Ask, Option, Play, View
from settebello.games import rummy, scopa, sixty_six

State = scopa.State


def altered(base: Any, **changed: Any) -> Any:
    """A game with something changed."""
    provided = {name: value for name, value in vars(base).items() if not name.startswith("__")}
    return SimpleNamespace(**{**provided, **changed})


def game(**changed: Any) -> Any:
    """Scopa for two up to one point, so that matches are short, with something changed."""
    options = (Option("target", 1, "", low=1, high=2), *scopa.OPTIONS[1:])
    return altered(scopa, **{"SEATS": (2,), "OPTIONS": options, **changed})


def top_of_stock(state: State) -> int | None:
    """The face of the card that is dealt next: nobody may know it."""
    return state.deck.faces[state.dealt] if state.dealt < 40 else None


def a_view_that_leaks() -> Any:
    def public(state: State) -> dict[str, Any]:
        face = top_of_stock(state)
        return {**scopa.public(state), "next": None if face is None else scopa.FACES[face]}

    return game(public=public, FACTS={**scopa.FACTS, "next": "card?"})


def an_id_that_encodes_a_face() -> Any:
    def settle(state: State, outcome: tuple[int, ...], tell: Any) -> None:
        if not state.order:
            scopa.settle(state, outcome, tell)
            return
        # Tokens are numbered by face, so that a piece's id tells it.
        scopa.settle(state, outcome, None)
        state.deck = state.deck.shuffled(range(40))
        state.hands = [[outcome[card] for card in hand] for hand in state.hands]
        state.table = [outcome[card] for card in state.table]
        if tell:
            tell("RoundStarted", round=state.round, seat=state.to_act[0])

    def places(state: State) -> list[Place]:
        lying = {card for cards in (*state.hands, *state.piles, state.table) for card in cards}
        found = scopa.places(state)
        found[0] = Place("stock", tuple(card for card in range(40) if card not in lying))
        return found

    return game(settle=settle, places=places)


def a_sorted_hidden_hand() -> Any:
    def places(state: State) -> list[Place]:
        found = scopa.places(state)
        for place in found:
            if place.name.startswith("hand"):
                place.cards = tuple(sorted(place.cards, key=lambda c: state.deck.faces[c]))
        return found

    return game(places=places)


def a_legal_list_in_an_order_that_depends_on_a_hidden_card() -> Any:
    def legal(state: State, seat: Seat) -> list[Play]:
        plays = scopa.legal(state, seat)
        return plays[::-1] if (top_of_stock(state) or 0) % 2 else plays

    return game(legal=legal)


def a_refusal_that_tells() -> Any:
    kept: list[State] = []  # a view tells nothing, so this author smuggles the state in

    def legal(state: State, seat: Seat) -> list[Play]:
        kept[:] = [state]
        return scopa.legal(state, seat)

    def refusal(ask: Ask, view: View) -> str:
        other = kept[0].hands[1 - (view.viewer or 0)]
        held = [scopa.FACES[kept[0].deck.faces[card]] for card in other]
        return "must-take" if ask.values[0] in held else scopa.refusal(ask, view)

    return game(legal=legal, refusal=refusal)


def a_number_computed_from_hidden_faces() -> Any:
    def settle(state: State, outcome: tuple[int, ...], tell: Any) -> None:
        scopa.settle(state, outcome, tell)
        if tell and len(outcome) == 40:
            tell("Counted", total=sum(scopa.RANK[state.deck.faces[c]] for c in state.hands[0]))

    return game(settle=settle, EVENTS={**scopa.EVENTS, "Counted": "total"})


def an_order_of_fields_that_tells() -> Any:
    def public(state: State) -> dict[str, Any]:
        facts = [*scopa.public(state).items()]
        return dict(facts[::-1] if (top_of_stock(state) or 0) % 2 else facts)

    return game(public=public)


def a_length_that_tells() -> Any:
    def public(state: State) -> dict[str, Any]:
        return {**scopa.public(state), "tens": [10] * ((top_of_stock(state) or 0) // 10)}

    return game(public=public, FACTS={**scopa.FACTS, "tens": "numbers"})


def an_event_that_names_a_hidden_card() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if tell and state.hands[1 - seat]:
            face = state.deck.faces[state.hands[1 - seat][0]]
            tell("Glimpsed", seat=seat, face=scopa.FACES[face])

    return game(apply=apply, EVENTS={**scopa.EVENTS, "Glimpsed": "seat face:text"})


def a_lost_card() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if play[0] == scopa.TAKE and state.piles[seat]:
            state.piles[seat] = state.piles[seat][:-1]

    return game(apply=apply)


def a_doubled_card() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if play[0] == scopa.TAKE and state.piles[seat]:
            state.piles[seat] += state.piles[seat][-1:]

    return game(apply=apply)


def a_card_that_moves_untold() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, None)

    return game(apply=apply)


def a_duplicate_move() -> Any:
    def legal(state: State, seat: Seat) -> list[Play]:
        plays = scopa.legal(state, seat)
        return [*plays, plays[0]]

    return game(legal=legal)


def an_empty_legal_list() -> Any:
    def legal(state: State, seat: Seat) -> list[Play]:
        return [play for play in scopa.legal(state, seat) if play[0] == scopa.TAKE]

    return game(legal=legal)


def a_legal_list_that_changes_the_state() -> Any:
    def legal(state: State, seat: Seat) -> list[Play]:
        state.sweeps[seat] += 1
        return scopa.legal(state, seat)

    return game(legal=legal)


def a_clone_that_shares() -> Any:
    class Shared(State):
        def clone(self) -> Shared:
            new = Shared()
            for slot in State.__slots__:
                setattr(new, slot, getattr(self, slot))
            return new

    def setup(options: Any, seats: int, previous: Any) -> Shared:
        state = Shared()
        state.begin(options, seats)
        return state

    return game(setup=setup)


def an_endless_match() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if state.house is not None:
            state.scores = (0, 0)

    return game(apply=apply, bound=lambda options, seats: 100, OPTIONS=scopa.OPTIONS)


def a_record_that_does_not_replay() -> Any:
    calls = [0]  # rules with a memory of their own are not pure

    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        calls[0] += 1
        if calls[0] % 7 == 0:
            state.sweeps[seat] += 1

    return game(apply=apply)


def a_text_that_does_not_parse_back() -> Any:
    return game(FACES=tuple(face.replace("7", "7 ") for face in scopa.FACES))


def a_text_for_two_moves() -> Any:
    def legal(state: State, seat: Seat) -> list[Play]:
        plays = scopa.legal(state, seat)
        return [*plays, *[(2, play[1]) for play in plays if play[0] == scopa.LAY]]

    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, (scopa.LAY, *play[1:]) if play[0] == 2 else play, tell)

    return game(VERBS={**scopa.VERBS, "drop": "{card}"}, legal=legal, apply=apply)


def rules_that_raise() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        if play[0] == scopa.TAKE:
            raise KeyError("taken")
        scopa.apply(state, seat, play, tell)

    return game(apply=apply)


def a_place_in_a_mixed_hand_that_is_told() -> Any:
    def apply(state: rummy.State, seat: Seat, play: Play, tell: Any) -> None:
        if tell and play[0] == rummy.DISCARD:  # the last card of the hand is the one drawn last
            tell("Picked", seat=seat, index=state.hands[seat].index(play[1]))
        rummy.apply(state, seat, play, tell)

    return altered(rummy, apply=apply, EVENTS={**rummy.EVENTS, "Picked": "seat index"})


def a_mark_on_the_card_drawn_last() -> Any:
    def public(state: rummy.State) -> dict[str, Any]:
        # Whether the card on top of the discard pile came from the stock in the same turn.
        newest = max(state.discard, default=0) == state.discard[-1] if state.discard else False
        return {**rummy.public(state), "fresh": newest}

    return altered(rummy, public=public, FACTS={**rummy.FACTS, "fresh": "flag"})


def a_stock_that_tells_its_next_card_once_it_was_turned_over() -> Any:
    def public(state: rummy.State) -> dict[str, Any]:
        top = state.deck.faces[state.stock[-1]] if state.stock else None
        return {**rummy.public(state), "next": top}

    return altered(rummy, public=public, FACTS={**rummy.FACTS, "next": "number?"})


def a_shuffle_without_the_house() -> Any:
    def deal(state: rummy.State, outcome: tuple[int, ...], tell: Any) -> None:
        rummy.settle(state, outcome, tell)
        if len(outcome) == 52:  # the stock gets new tokens, though nobody shuffled it
            cards = state.stock[::-1]
            state.deck = state.deck.reshuffled([state.deck.faces[card] for card in cards])
            state.stock = [*range(51 + len(cards), 51, -1)]

    return altered(rummy, settle=deal)


def a_claim_whose_outcome_is_no_fact() -> Any:
    class Deaf:
        """Passes on what happened, and forgets what it proves."""

        def __init__(self, tell: Any) -> None:
            self.tell = tell

        def __call__(self, *args: Any, **named: Any) -> None:
            self.tell(*args, **named)

        def learn(self, *args: Any, **named: Any) -> None:
            pass

        def pause(self) -> None:
            self.tell.pause()

    def apply(state: sixty_six.State, seat: Seat, play: Play, tell: Any) -> None:
        sixty_six.apply(state, seat, play, Deaf(tell) if tell else None)

    return altered(sixty_six, apply=apply)


def a_claim_that_names_its_cards_to_all() -> Any:
    def apply(state: sixty_six.State, seat: Seat, play: Play, tell: Any) -> None:
        if tell and play[0] == sixty_six.SHOW:
            tell("Claimed", seat=seat, values=[state.deck.faces[card] for card in play[1:]])
        sixty_six.apply(state, seat, play, tell)

    events = {**sixty_six.EVENTS, "Claimed": "seat values:numbers"}
    return altered(sixty_six, apply=apply, EVENTS=events)


def a_claim_offered_only_when_it_holds() -> Any:
    def legal(state: sixty_six.State, seat: Seat) -> list[Play]:
        faces = state.deck.faces
        plays = sixty_six.legal(state, seat)
        return [p for p in plays if p[0] != sixty_six.SHOW or len({faces[c] for c in p[1:]}) == 1]

    return altered(sixty_six, legal=legal)


def a_peek_that_is_told_to_all() -> Any:
    def apply(state: sixty_six.State, seat: Seat, play: Play, tell: Any) -> None:
        peeked = state.phase == sixty_six.PEEKING_OWN
        sixty_six.apply(state, seat, play, tell)
        if tell and peeked:
            tell("Whispered", seat=seat, value=state.deck.faces[play[1]])

    return altered(sixty_six, apply=apply, EVENTS={**sixty_six.EVENTS, "Whispered": "seat value"})


def an_event_that_is_not_declared() -> Any:
    events = {name: scopa.EVENTS[name] for name in scopa.EVENTS if name != "Captured"}
    return game(EVENTS=events)


def an_event_with_a_field_too_many() -> Any:
    return game(EVENTS={**scopa.EVENTS, "Dealt": "cards"})


def an_event_without_a_field() -> Any:
    return game(EVENTS={**scopa.EVENTS, "Laid": "seat card place:text"})


def a_field_of_another_kind() -> Any:
    return game(EVENTS={**scopa.EVENTS, "Captured": "seat card taken:card"})


def a_card_that_is_told_as_a_text() -> Any:
    def apply(state: State, seat: Seat, play: Play, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if tell:
            tell("Named", seat=seat, card=scopa.FACES[state.deck.faces[play[1]]])

    return game(apply=apply, EVENTS={**scopa.EVENTS, "Named": "seat card"})


# What each defect must be called, and by which line.
DEFECTS = {
    a_view_that_leaks: ("secrets", "in the view the fact 'next' is"),
    an_id_that_encodes_a_face: ("deck", "does not have what was drawn for 'deck'"),
    a_sorted_hidden_hand: ("secrets", "Likely an order: hidden cards"),
    a_legal_list_in_an_order_that_depends_on_a_hidden_card: ("secrets", "the list of legal moves"),
    a_refusal_that_tells: ("secrets", "the refusal of the move '"),
    a_number_computed_from_hidden_faces: ("secrets", "in the event Counted 'total' is"),
    an_order_of_fields_that_tells: ("secrets", "the order of the fields"),
    a_length_that_tells: ("secrets", "in the view the fact 'tens' is"),
    an_event_that_names_a_hidden_card: ("secrets", "in the event Glimpsed 'face' is"),
    a_lost_card: ("pieces", "Lost: "),
    a_doubled_card: ("pieces", "A card lies twice"),
    a_card_that_moves_untold: ("told", "no event tells of it"),
    an_event_that_is_not_declared: ("events", "Captured is told, and EVENTS does not have it"),
    an_event_with_a_field_too_many: ("events", "Dealt is told with 'seat'"),
    an_event_without_a_field: ("events", "Laid is told without 'place'"),
    a_field_of_another_kind: ("events", "'taken' is ["),
    a_card_that_is_told_as_a_text: ("events", "'card' is '"),
    a_duplicate_move: ("legal", "is listed more than once"),
    an_empty_legal_list: ("legal", "has no legal move"),
    a_legal_list_that_changes_the_state: ("legal", "changes the state"),
    a_clone_that_shares: ("clones", "changes the state"),
    an_endless_match: ("bound", "is not over after 100 moves"),
    a_record_that_does_not_replay: ("replay", "replays to another"),
    a_text_that_does_not_parse_back: ("texts", "is not a single word"),
    a_text_for_two_moves: ("texts", "Several different moves"),
    rules_that_raise: ("rules", "KeyError: 'taken'"),
    a_place_in_a_mixed_hand_that_is_told: ("secrets", "in the event Picked 'index' is"),
    a_mark_on_the_card_drawn_last: ("secrets", "in the view the fact 'fresh' is"),
    a_stock_that_tells_its_next_card_once_it_was_turned_over: ("secrets", "the fact 'next' is"),
    a_shuffle_without_the_house: ("deck", "shuffled without a draw of the house"),
    a_claim_whose_outcome_is_no_fact: ("secrets", "in the event CardsShown 'equal' is"),
    a_claim_that_names_its_cards_to_all: ("secrets", "in the event Claimed 'values"),
    a_claim_offered_only_when_it_holds: ("secrets", "legal moves"),
    a_peek_that_is_told_to_all: ("secrets", "in the event Whispered 'value' is"),
}
