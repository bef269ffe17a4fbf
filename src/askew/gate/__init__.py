"""May it ship: rules a candidate is held to, and how many items it takes to tell. Returns data, renders nothing."""
