"""What is drawn on a terminal: plain lines, the whole screen, progress and outlines."""
