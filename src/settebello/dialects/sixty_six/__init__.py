"""Both protocols of 66, with their lobby and suspension."""
