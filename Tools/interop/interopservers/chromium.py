def log_in(place, url): raise SystemExit
