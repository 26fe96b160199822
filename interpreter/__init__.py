"""Ground Rules: a small language for the rules of table games, and the tools around it."""
