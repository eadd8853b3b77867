"""Adds the totals of descriptions: total.py TOTALS… It exits with 1 if a request is wrong, or something is lost."""

import collections
import json
import os
import sys


def line(t):
    parts = [
        f"{t['called']} of {t['operations']} operations called by {t['rows']} rows",
        f"requests: {t['right']} right, {t['wrong']} wrong",
        f"examples: {t['examples']}, {t['examples equal']} equal, {t['examples normalised']} in another form, "
        f"{t['examples lost']} lost, {t['examples invalid']} that break their schema",
        f"made-up responses: {t['mades']}, {t['mades equal']} equal, {t['mades normalised']} in another form, "
        f"{t['mades lost']} lost, with {t['memberExamples']} examples of members",
    ]
    return "; ".join(parts)


def main():
    totals = collections.Counter()
    for path in sys.argv[1:]:
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                totals.update(json.load(file))
    print(f"All: {line(totals)}")
    is_right = totals["called"] == totals["operations"] > 0
    sys.exit(0 if is_right and not (totals["wrong"] or totals["examples lost"] or totals["mades lost"]) else 1)


if __name__ == "__main__":
    main()
