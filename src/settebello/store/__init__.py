"""The log of matches on disk, and the data folder."""
