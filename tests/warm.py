"""What `forked` loads once, so that no command has to: the program, and all its words."""

from settebello import games, words
from settebello.cli import main
from settebello.cli.parser import make_parser
from settebello.server import serve
from settebello.words import LANGUAGES, phrases

__all__ = ["main", "make_parser", "serve"]

for language in LANGUAGES:
    phrases.sentences(language)
    for game in games().values():
        words.words_of(game, language)
