"""Every phone sees what was saved: streams and what is sent on them."""
