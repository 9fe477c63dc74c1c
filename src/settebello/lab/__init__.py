"""Many matches at once: playing them out, simulating, checking and auditing games."""
