"""Compares values: equal, equal in another form, or different."""

import collections
import json
import re
from datetime import datetime, timezone
from decimal import Decimal, InvalidOperation
from email.utils import parsedate_to_datetime


def instant(text):
    """The point in time that a text means; None if it is none."""
    if not isinstance(text, str):
        return None
    if match := re.match(r"^/Date\((-?\d+)([+-]\d{4})?\)/$", text):
        return int(match[1])
    found = None
    try:
        if re.match(r"^\d{4}-\d\d-\d\d[Tt ]", text):
            found = datetime.fromisoformat(
                re.sub(r"(\.\d{6})\d+", r"\1", text).replace(" ", "T", 1).upper().replace("Z", "+00:00")
            )
        elif re.match(r"^[A-Z][a-z]{2}, \d", text):
            found = parsedate_to_datetime(text)
    except ValueError:
        return None
    if found is None or found.tzinfo is None:
        return None
    return int((found - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds() * 1000 + 0.5)


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
        return None
    if isinstance(value, str) and not re.match(r"^-?\d+(\.\d+)?([eE][+-]?\d+)?$", value):
        return None
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


class Difference:
    """Compares JSON values. `kinds` counts what differs in form only; `losses` lists everything else."""

    def __init__(self, described=None):
        self.kinds, self.losses = collections.Counter(), []
        self.described = set(described) if described is not None else None

    def is_described(self, path):
        if self.described is None:
            return True
        patterns = {""}
        for part in path:
            if any(p + "/**" in self.described for p in patterns):
                return True
            patterns = {
                f"{p}/{q}"
                for p in patterns
                for q in (part, "*")
                if f"{p}/{q}" in self.described or isinstance(part, int) or q == "*"
            }
            patterns = {
                p for p in patterns if p in self.described or any(d.startswith(p + "/") for d in self.described)
            }
        return bool(patterns & self.described) or any(p + "/**" in self.described for p in patterns)

    def compare(self, expected, actual, path=()):
        place = "/" + "/".join(map(str, path))
        if isinstance(expected, dict) and isinstance(actual, dict):
            for name, value in expected.items():
                if name in actual:
                    self.compare(value, actual[name], path + (name,))
                elif value is None:
                    self.kinds["null dropped"] += 1
                elif not self.is_described(path + (name,)):
                    self.kinds["not described"] += 1
                else:
                    self.losses.append(f'{place}: "{name}" is missing')
            for name in actual:
                if name not in expected:
                    if actual[name] is None:
                        self.kinds["null added"] += 1
                    else:
                        self.losses.append(f'{place}: "{name}" was added')
        elif isinstance(expected, list) and isinstance(actual, list):
            if len(expected) != len(actual):
                self.losses.append(f"{place}: {len(actual)} elements in place of {len(expected)}")
            for index, (left, right) in enumerate(zip(expected, actual)):
                self.compare(left, right, path + (index,))
        elif type(expected) is type(actual) and expected == actual:
            return
        elif instant(expected) is not None and instant(expected) == instant(actual):
            self.kinds["date"] += 1
        elif number(expected) is not None and number(expected) == number(actual):
            if not (isinstance(expected, (int, float)) and isinstance(actual, (int, float))):
                self.kinds["number as text" if isinstance(expected, str) != isinstance(actual, str) else "decimal"] += 1
        else:
            self.losses.append(f"{place}: {json.dumps(actual)[:60]} in place of {json.dumps(expected)[:60]}")


def same_text(expected, actual):
    return (
        expected == actual
        or instant(expected) is not None
        and instant(expected) == instant(actual)
        or (number(expected) is not None and number(expected) == number(actual))
    )


def is_same_json(left, right):
    try:
        difference = Difference()
        difference.compare(json.loads(left), json.loads(right))
        return not difference.losses
    except ValueError:
        return False
