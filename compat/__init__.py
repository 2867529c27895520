"""Tools around the port: recording an original, and holding the port against it."""
