"""A bot for Dice: throw and re-roll, unless three faces alike could cost all the points (rule 21).

Every throw adds points, and a lead of ten ends the game, so there is little reason to hold back.
Only when the next throw may reset the points, the bot simulates some hundred endings of the game
for either choice, and takes the one that wins more of them.
"""

from settebello.bots.turn import Turn
from settebello.game import Move
from settebello.games.dice import COUNT, EXTRA_TURNS

ENDINGS = 200


def bot(turn: Turn) -> Move:
    bold, *careful = turn.legal  # throw or skip; reroll or keep
    if not careful:
        return bold
    game = DiceGame(turn)
    _, length = game.runs[turn.seat]
    return max(bold, *careful, key=game.chance) if length == 2 else bold


class DiceGame:
    """The state of the game, from the view and, for the faces that were thrown, the notices."""

    def __init__(self, turn: Turn) -> None:
        facts = turn.view.facts
        self.seat = turn.seat
        self.random = turn.random.random
        self.order: list[int] = facts["order"]
        self.points: list[int] = facts["scores"]
        self.turn: int = facts["turn"]
        self.turns: int = facts["turns"]
        self.face_counts = turn.options["skip_on"] == "face"  # rule 13
        self.ignores_ties = bool(turn.options["early_end_ignores_ties"])  # rule 22
        self.runs = [(0, 0)] * 3  # the face that each player threw last, and how often in a row
        searched = [False] * 3
        for notice in reversed(turn.told):  # from the newest: a few of them are enough
            seat = notice.get("seat", 0)
            if notice["event"] == "PointsReset":
                searched[seat] = True
            elif notice["event"] == "Thrown" and not searched[seat]:
                face, length = self.runs[seat]
                searched[seat] = length > 0 and face != notice["face"]
                if not searched[seat]:
                    self.runs[seat] = (notice["face"], length + 1)
            if all(searched):
                break

    def chance(self, move: Move) -> float:
        """The chance to win after this move, when everybody throws and re-rolls from then on."""
        return sum(self.imagine(move.text) for _ in range(ENDINGS)) / ENDINGS

    def imagine(self, first: str) -> float:
        """The share of the win in one ending of the game."""
        points, runs = self.points[:], self.runs[:]
        turn, lose_next = self.turn, False
        while not self.is_over(points, turn):
            seat = self.order[turn % 3]
            turn += 1
            if lose_next or first == "skip":
                lose_next, first = False, ""
                continue
            faces: list[int] = []
            count = 1
            if first != "keep":
                faces.append(self.throw())
                count = faces[0] if first == "reroll" else COUNT[faces[0]]  # rules 9, 14
                if first != "reroll" and faces[0] in (1, 5):  # rules 9, 18
                    faces.append(self.throw())
                    count = faces[1] if faces[0] == 1 else 5 * faces[1]
            points[seat] += count
            for face in faces:
                length = runs[seat][1] + 1 if runs[seat][0] == face else 1
                runs[seat] = (face, length)
                if length == 3:  # rule 21
                    points[seat] = 0
            if points[seat] == 0:
                runs[seat] = (0, 0)
            lose_next = 6 in faces if self.face_counts else count == 6
            first = ""
        best = [seat for seat in range(3) if points[seat] == max(points)]
        return (self.seat in best) / len(best)

    def throw(self) -> int:
        return int(self.random() * 6) + 1

    def is_over(self, points: list[int], turn: int) -> bool:
        """Rules 7, 8 and 22."""
        low, middle, high = sorted(points)
        if turn < self.turns:
            return high - middle >= 10 and (low < middle or self.ignores_ties)
        return middle < high or turn >= self.turns + EXTRA_TURNS
