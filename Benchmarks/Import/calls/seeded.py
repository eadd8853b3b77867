"""Checks the comparison itself: seeded.py CALLS.json RECORD OUTPUTS. It damages each request and each output in many ways.

It exits with 1 if the comparison does not find one of them."""

import base64
import copy
import json
import sys

from compare import request_faults, response_losses


def changed(record, **members):
    return {**record, **members}


def requests(record):
    """The record with one fault in each way that its parts permit."""
    path, _, query = record["target"].partition("?")
    yield "method", changed(record, method="TRACE")
    yield "path", changed(record, target=record["target"].replace(path, path + "x", 1))
    yield "one segment more", changed(record, target=record["target"].replace(path, path + "/x", 1))
    yield "query added", changed(record, target=f"{record['target']}{'&' if query else '?'}made=1")
    for index, pair in enumerate(query.split("&") if query else []):
        others = query.split("&")
        name, _, value = pair.partition("=")
        yield f"query {name} dropped", changed(record, target=f"{path}?{'&'.join(others[:index] + others[index + 1:])}")
        others[index] = f"{name}={value}x"
        yield f"query {name} changed", changed(record, target=f"{path}?{'&'.join(others)}")
    yield "host", changed(
        record, fields=[(n, "other.invalid" if n.lower() == "x-authority" else v) for n, v in record["fields"]]
    )


def fields(record, names):
    for name in names:
        rest = [(n, v) for n, v in record["fields"] if n.lower() != name.lower()]
        yield f"header {name} dropped", changed(record, fields=rest)
        yield f"header {name} changed", changed(record, fields=rest + [(name, "changed")])


def bodies(record, expected):
    body = base64.b64decode(record["body"])
    if expected is None:
        yield "body added", changed(record, body=base64.b64encode(b"x").decode())
        return
    yield "content type", changed(record, fields=[(n, v) for n, v in record["fields"] if n.lower() != "content-type"])
    if expected["kind"] == "json":
        for what, value in damaged(json.loads(body)):
            yield f"body {what}", changed(record, body=base64.b64encode(json.dumps(value).encode()).decode())
    elif expected["kind"] in ("form", "bytes", "text") and body:
        yield "body changed", changed(record, body=base64.b64encode(body + b"x").decode())
    elif expected["kind"] == "multipart" and expected["parts"]:
        yield "part renamed", changed(record, body=base64.b64encode(body.replace(b'name="', b'name="x', 1)).decode())


def damaged(value):
    """The value with a member dropped, added or changed; only of its first level."""
    if isinstance(value, dict):
        for name in value:
            if value[name] is not None:
                yield f"{name} dropped", {k: v for k, v in value.items() if k != name}
                yield f"{name} changed", {**value, name: ["changed"]}
        yield "added", {**value, "added up": 1}
    elif isinstance(value, list):
        yield "element added", value + ["changed"]
        if value:
            yield "element dropped", value[1:]
    else:
        yield "changed", ["changed"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    runs = {f"{row['id']}#{i}": run for row in plan["rows"] for i, run in enumerate(row["runs"])}
    seeded, missed = 0, []

    def note(is_found, id, what):
        nonlocal seeded
        seeded += 1
        if not is_found:
            missed.append(f"not found: {id}: {what}")

    with open(sys.argv[2], encoding="utf-8") as file:
        records = {record["row"]: record for record in map(json.loads, file)}
    for id, record in records.items():
        expected = runs[id]["request"]["expected"]
        if not id.endswith("#0") or request_faults(expected, record, plan["described"]):
            continue
        faulty = [*requests(record), *fields(record, expected["headers"]), *bodies(record, expected["body"])]
        for what, one in faulty:
            note(request_faults(expected, one, plan["described"]), id, what)
    with open(sys.argv[3], encoding="utf-8") as file:
        for output in map(json.loads, file):
            response = runs[output["row"]]["response"]
            read = output.get("output", {})
            if not output["row"].endswith("#0") or "json" not in read or response["kind"] != "json":
                continue
            if response_losses(response, output, plan["described"])[0]:
                continue
            for what, value in damaged(read["json"]):
                one = copy.copy(output) | {"output": {"json": value}}
                note(response_losses(response, one, plan["described"])[0], output["row"], f"response {what}")
    print(f"The comparison found {seeded - len(missed)} of {seeded} seeded faults.")
    for line in missed[:20]:
        print(line)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
