"""What every room of the store stands on: connections, migrations, tables, names."""
