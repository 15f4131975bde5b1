"""One process that serves the table: uvicorn, its lock, its address."""
