"""The live match without I/O: its state, seats, log entries, delivery and protocol."""
