"""Who may do what: devices, links, seats."""
