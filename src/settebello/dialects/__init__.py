"""Other protocols for our games."""
