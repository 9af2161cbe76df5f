"""Speed, measured: this library in plain Python and compiled, side by side with a peer on the same core."""
