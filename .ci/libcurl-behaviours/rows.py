"""The behaviours to try."""

ROWS = []


def row(name, old, new):
    """What 7.88.1 and 8.14.1 do."""
    return lambda body: ROWS.append((name, old, new, body))
