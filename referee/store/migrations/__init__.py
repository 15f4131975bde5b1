"""Alembic migrations; they travel inside the package, and `referee upgrade` runs them."""
