"""Compares what was sent and read with the plan: compare.py CALLS.json RECORD OUTPUTS NAME [LIST].

It prints a line of totals, and writes each fault into LIST."""

import base64
import collections
import json
import sys
from urllib.parse import unquote, urlsplit

import wire
from total import line
from values import Difference, is_same_json, same_text


def same_pairs(expected, actual, what):
    """The faults of pairs of a query or a form; the order counts only among pairs of the same name."""
    found = []
    for name in dict.fromkeys([n for n, _ in expected] + [n for n, _ in actual]):
        left, right = [v for n, v in expected if n == name], [v for n, v in actual if n == name]
        if len(left) != len(right) or not all(same_text(a, b) for a, b in zip(left, right)):
            if len(left) == len(right) and all(is_same_json(a, b) for a, b in zip(left, right)):
                continue
            found.append(f"{what} {name}: {right} in place of {left}"[:300])
    return found


def request_faults(expected, record, described):
    found, fields = [], {n.lower(): v for n, v in record["fields"]}
    if record["method"] != expected["method"]:
        found.append(f"method {record['method']} in place of {expected['method']}")
    path, _, query = record["target"].partition("?")
    segments = [unquote(s) for s in path.split("/")[1:]]
    if segments != expected["segments"]:
        found.append(f"path {segments} in place of {expected['segments']}")
    if expected["authority"] and fields.get("x-authority") != expected["authority"]:
        found.append(f"host {fields.get('x-authority')} in place of {expected['authority']}")
    if not expected["authority"] and fields.get("x-authority") != "base.invalid":
        found.append(f"host {fields.get('x-authority')} in place of that of the base URL")
    found += same_pairs(expected["query"], wire.parse_query(query), "query")
    for name, value in expected["headers"].items():
        if not same_text(value, fields.get(name.lower(), None)):
            found.append(f"header {name}: {fields.get(name.lower())} in place of {value}")
    if expected["cookies"]:
        cookies = dict(c.strip().partition("=")[::2] for c in fields.get("cookie", "").split(";"))
        for name, value in expected["cookies"].items():
            if cookies.get(name) != value:
                found.append(f"cookie {name}: {cookies.get(name)} in place of {value}")
    return (
        found
        + body_faults(expected["body"], base64.b64decode(record["body"]), fields.get("content-type", ""), described)[0]
    )


def body_faults(expected, body, type, described):
    """The faults of a body, and the comparison of its JSON."""
    if expected is None:
        return ([f"a body of {len(body)} bytes in place of none"] if body else []), None
    found = []
    if type.split(";")[0].strip() != expected["type"].split(";")[0].strip():
        found.append(f"content type {type} in place of {expected['type']}")
    kind, difference = expected["kind"], None
    if kind == "json":
        try:
            actual = json.loads(body)
            difference = Difference(described.get(expected.get("schema")))
            difference.compare(expected["value"], actual)
            found += [f"body {loss}" for loss in difference.losses]
        except ValueError:
            found.append(f"the body is no JSON: {body[:60]}")
    elif kind == "form":
        found += same_pairs([tuple(p) for p in expected["pairs"]], wire.parse_query(body.decode()), "form")
    elif kind == "multipart":
        found += part_faults(expected["parts"], body, type)
    elif body.decode() != expected["value"]:
        found.append(f"bytes {body[:40]} in place of {expected['value']}")
    return found, difference


def part_faults(expected, body, type):
    found, actual = [], wire.parse_multipart(body, type) if "boundary=" in type else []
    for name in dict.fromkeys([p["name"] for p in expected] + [p[0] for p in actual]):
        left, right = [p for p in expected if p["name"] == name], [p for p in actual if p[0] == name]
        if len(left) != len(right):
            found.append(f"part {name}: {len(right)} in place of {len(left)}")
        for wanted, (_, filename, content_type, content) in zip(left, right):
            text = content.decode()
            if not same_text(wanted["content"], text) and not (
                wanted["isJSON"] and is_same_json(wanted["content"], text)
            ):
                found.append(f"part {name}: {text[:60]} in place of {wanted['content'][:60]}")
            if wanted["isFile"] and not filename:
                found.append(f"part {name}: no file name")
            if wanted["isJSON"] and not wanted["type"] and content_type != "application/json":
                found.append(f"part {name}: content type {content_type} in place of application/json")
            if (
                wanted["type"]
                and "," not in wanted["type"]
                and "*" not in wanted["type"]
                and not wanted["isFile"]
                and content_type != wanted["type"]
            ):
                found.append(f"part {name}: content type {content_type} in place of {wanted['type']}")
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        records = collections.defaultdict(list)
        for line in file:
            record = json.loads(line)
            records[record["row"]].append(record)
    with open(sys.argv[3], encoding="utf-8") as file:
        outputs = {o["row"]: o for o in (json.loads(line) for line in file if line.strip())}
    totals, kinds, lines = collections.Counter(), collections.Counter(), []
    called, seen = set(), set()
    for row in plan["rows"]:
        totals["rows"] += 1
        if row.get("problem"):
            lines.append(f"wrong: {row['id']}: {row['problem']}")
        for index, run in enumerate(row["runs"]):
            id = f"{row['id']}#{index}"
            output, got, request = outputs.get(id, {}), records.get(id, []), run["request"]
            example = request.get("example")
            faults = [request["problem"]] if request.get("problem") else []
            if not got:
                faults.append(f"not sent: {output.get('failure')}"[:400])
            else:
                faults += request_faults(request["expected"], got[0], plan["described"])
                called.add(row["operation"])
            if index == 0:
                totals["right" if not faults else "wrong"] += 1
                lines += [f"wrong: {id}: {f}" for f in faults]
            if example and example not in seen:
                seen.add(example)
                count(
                    totals,
                    kinds,
                    lines,
                    "example",
                    example,
                    request.get("faults"),
                    faults,
                    got
                    and body_faults(
                        request["expected"]["body"],
                        base64.b64decode(got[0]["body"]),
                        {n.lower(): v for n, v in got[0]["fields"]}.get("content-type", ""),
                        plan["described"],
                    )[1],
                )
            response = run["response"]
            if run["checksResponse"] and got:
                place = response.get("example")
                losses, difference = response_losses(response, output, plan["described"])
                if place and ("response " + place) not in seen:
                    seen.add("response " + place)
                    count(totals, kinds, lines, "example", place, response.get("faults"), losses, difference)
                elif not place:
                    count(totals, kinds, lines, "made", f"{row['id']} ({response['status']})", [], losses, difference)
    report(plan, called, totals, kinds, lines)


def response_losses(response, output, described):
    if output.get("failure"):
        return [f"cannot be read: {output['failure']}"[:400]], None
    actual = output.get("output")
    if response["kind"] == "none":
        return [], None
    if actual is None:
        return ["nothing was read"], None
    if response["kind"] in ("json", "events") and "json" in actual:
        difference = Difference(described.get(response.get("schema")))
        difference.compare(response["value"], actual["json"])
        return difference.losses, difference
    text = actual.get("bytes", actual.get("json"))
    return ([] if text == response["value"] else [f"{str(text)[:60]} in place of {str(response['value'])[:60]}"]), None


def count(totals, kinds, lines, what, place, invalid, losses, difference):
    totals[f"{what}s"] += 1
    if losses:
        totals[f"{what}s {'invalid' if invalid else 'lost'}"] += 1
        lines += [f"{'invalid' if invalid else 'lost'}: {what} {place}: {loss}" for loss in losses]
        lines += [f"  because {reason}" for reason in invalid or []]
    elif difference and difference.kinds:
        totals[f"{what}s normalised"] += 1
        kinds.update(difference.kinds)
    else:
        totals[f"{what}s equal"] += 1


def report(plan, called, totals, kinds, lines):
    operations = set(plan["operations"])
    for missing in sorted(operations - called):
        lines.append(f"not called: {missing}")
    if len(sys.argv) > 5:
        with open(sys.argv[5], "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    totals["memberExamples"] = plan["memberExamples"]
    totals["operations"], totals["called"] = len(operations), len(called & operations)
    print(f"{sys.argv[4]}: {line(totals)}; forms: {', '.join(f'{n} {k}' for k, n in sorted(kinds.items())) or 'none'}")
    with open(sys.argv[1] + ".totals", "w", encoding="utf-8") as file:
        json.dump(totals, file)


if __name__ == "__main__":
    main()
