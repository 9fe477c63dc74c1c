"""The store: the logs of all matches on disk, and the data folder."""
