"""The store in PostgreSQL, which several nodes share: each table belongs to one of them."""
