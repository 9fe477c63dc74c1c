"""How a round was counted, in a terminal."""

from __future__ import annotations

from settebello.games import scopa
from settebello.terminal.tallies import tally_lines
from settebello.words import words_of


def test_a_line_for_each_fact_and_none_for_a_long_pile() -> None:
    tally = {
        "rows": [
            {"label": "Cards taken", "cells": [["7D"] * 30, []]},
            {"label": "Hand", "cells": [["7D", "1C"], []]},
            {"label": "Coins", "cells": [3, 7], "points": [0, 1]},
            {"label": "Seven of coins", "cells": [False, True], "points": [0, 1]},
            {"label": "Points", "cells": [None, "3 + 4 = 7"]},
            {"label": "Nobody's", "cells": [False, False]},
            {"label": "Score", "cells": [-2, 8], "before": [0, 6]},
        ],
        "winners": [1],
    }
    assert [*tally_lines(tally, ["Ann", "Bea"], words_of(scopa, "en"))] == [
        "Hand: Ann: the 7 of coins and the ace of cups; Bea: no cards",
        "Coins: Ann 3, Bea 7 (+1)",
        "Seven of coins: Bea (+1)",
        "Points: Bea 3 + 4 = 7",
        "Nobody's: -",
        "Score: Ann -2, Bea 8",
    ]
    assert [*tally_lines(None, ["Ann", "Bea"], words_of(scopa, "en"))] == []
