#!/usr/bin/env python3
"""Percentiles of `refinery load` computed from its raw data, beside those of its report.

    percentiles.py RAW.csv REPORT.json [--closed]

The raw data has the intended start, the start and the end of each call in nanoseconds. As in wrk2, a latency counts from the
intended start, so it needs no correction afterwards. The percentile p is the latency of rank ceil(p/100 * n) of the sorted
ones; no histogram takes part. Calls that were refused by the client's own chain, interrupted or not started have no latency.

Prints a table, and ends with status 1 if a percentile differs by more than 1 %. With --closed, it also prints what a client
that waits for each response before its next call would have reported: the same calls, without those whose intended start
lies before the end of the call before.
"""

import csv
import json
import sys
from fractions import Fraction

PERCENTILES = ["50", "75", "90", "95", "99", "99.9", "99.99", "100"]
LIMIT = 0.01


def percentile(values, text):
    """The exact percentile of sorted values. The rank is computed without rounding errors."""
    rank = Fraction(text) * len(values) / 100
    return values[max(1, -(-rank.numerator // rank.denominator)) - 1]


def main():
    paths = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(paths) != 2:
        sys.exit(__doc__)
    calls = []
    counts = {}
    with open(paths[0], newline="") as file:
        for row in csv.DictReader(file):
            counts[row["outcome"]] = counts.get(row["outcome"], 0) + 1
            if row["outcome"] in ("ok", "failed"):
                calls.append((int(row["intended_ns"]), int(row["start_ns"]), int(row["end_ns"])))
    with open(paths[1]) as file:
        total = json.load(file)["total"]
    print("calls:", ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    ok = counts.get("ok", 0) == total["succeeded"] and counts.get("failed", 0) == total["failed"]
    ok = ok and counts.get("not_started", 0) == total["notStarted"]
    print("counts of the report:", "equal" if ok else "DIFFERENT")
    if not calls:
        sys.exit("there is no latency")

    columns = {
        "latency": sorted(end - intended for intended, _, end in calls),
        "service": sorted(end - start for _, start, end in calls),
    }
    worst = 0.0
    print("\n| | " + " | ".join(f"{name}: exact ms | report ms | difference" for name in columns) + " |")
    print("| --- |" + " ---: | ---: | ---: |" * len(columns))
    for text in PERCENTILES:
        cells = []
        for name, values in columns.items():
            exact = percentile(values, text) / 1e6
            report = total[name]["percentiles"][text] * 1e3
            difference = report / exact - 1 if exact else 0.0
            worst = max(worst, abs(difference))
            cells.append(f"{exact:.3f} | {report:.3f} | {difference:+.3%}")
        print(f"| {text} % | " + " | ".join(cells) + " |")
    for name, values in columns.items():
        exact = sum(values) / len(values) / 1e6
        difference = total[name]["mean"] * 1e3 / exact - 1
        worst = max(worst, abs(difference))
        print(f"\nmean {name}: {exact:.3f} ms, report {total[name]['mean'] * 1e3:.3f} ms")
    print(f"\nlargest difference: {worst:.3%}, limit {LIMIT:.0%}: {'agrees' if worst <= LIMIT and ok else 'DOES NOT AGREE'}")

    if "--closed" in sys.argv:
        kept, free = [], None
        for intended, start, end in sorted(calls):
            if free is None or intended >= free:
                kept.append(end - start)
                free = intended + end - start
        kept.sort()
        print(f"\na closed loop would have sent {len(kept)} of these calls:")
        for text in ("50", "90", "99", "99.9"):
            print(f"  {text} %: {percentile(kept, text) / 1e6:.3f} ms")
    sys.exit(0 if worst <= LIMIT and ok else 1)


main()
