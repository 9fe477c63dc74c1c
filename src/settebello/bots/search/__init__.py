"""Search for any game: it deals the cards again that a seat does not see, and tries its moves out.

See `think`, which is all that other code needs.
"""

from settebello.bots.search.think import CAREFUL, TREE, SearchSettings, think
from settebello.bots.search.thought import Thought

__all__ = ["CAREFUL", "TREE", "SearchSettings", "Thought", "think"]
