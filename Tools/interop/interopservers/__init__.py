"""Four real authorization servers, their TLS front, and the ways to log in to them."""
