"""Plans the calls: plan.py DESCRIPTION ROWS.json CALLS.json.

What each request must be is computed here, from the description only. ROWS.json says which of several ways to send a
body, or to read a response, a row takes."""

import json
import re
import sys
from urllib.parse import urlsplit

import wire
from description import Description
from made import Maker, branches, faults, members_of, parts as parts_of, types_of

TEXTS = " ä/&=+%?#;\"'"
JSON, FORM, MULTIPART = "json", "form", "multipart"


def kind_of(type):
    type = type.split(";")[0].strip()
    if type in ("application/json", "*/*", "application/*", "text/json") or type.endswith("+json"):
        return JSON
    if type == "application/x-www-form-urlencoded":
        return FORM
    if type.startswith("multipart/"):
        return MULTIPART
    return "text" if type.startswith("text/") else "bytes"


def concrete(type):
    return "application/json" if type in ("*/*", "application/*") else type


def is_file(schema):
    is_binary = "binary" in (schema.raw("format"), schema.raw("contentEncoding"))
    return "string" in types_of(schema) and is_binary or not schema.value


def members_of_alternatives(schema):
    """The properties of a schema, of its parts and of all its alternatives; an earlier one stays."""
    properties = dict(members_of(schema)[0])
    for inner in [*parts_of(schema), *branches(schema)]:
        for name, found in members_of_alternatives(inner).items():
            properties.setdefault(name, found)
    return properties


def parsed(example, schema):
    """Some descriptions have examples as the text of JSON."""
    if isinstance(example, str) and "string" not in types_of(schema):
        try:
            return json.loads(example)
        except ValueError:
            return example
    return example


class Planner:
    def __init__(self, path):
        self.description = Description(path)
        self.operations = {(o.method, o.path): o for o in self.description.operations}
        self.maker, self.plain, self.examples = Maker(TEXTS), Maker(), Maker(examples=True)
        self.described = {}

    def row(self, row):
        operation = self.operations.get((row["method"], row["path"]))
        if operation is None:
            return {"id": row["id"], "problem": f"no operation {row['method']} {row['path']}", "runs": []}
        requests, responses = self.requests(row, operation), self.responses(row, operation)
        runs = []
        for index in range(max(len(requests), len(responses))):
            request = dict(requests[index] if index < len(requests) else requests[0])
            if index >= len(requests):
                request.pop("example", None)
            run = {"request": request, "response": responses[index] if index < len(responses) else responses[0]}
            run["checksResponse"] = index < len(responses)
            runs.append(run)
        return {"id": row["id"], "operation": f"{row['method']} {row['path']}", "output": row["output"], "runs": runs}

    # The request

    def requests(self, row, operation):
        arguments, query, headers, cookies = {"path": {}, "query": {}, "header": {}, "cookie": {}}, [], {}, {}
        path = operation.path.partition("#")[0]
        path, _, fixed = path.partition("?")
        base = self.description.base
        own = operation.server if operation.server and operation.server != base and "://" in operation.server else None
        for name in re.findall(r"{([^}]*)}", own or ""):
            arguments["path"][name] = {"value": "made.example.com", "text": "made.example.com"}
            own = own.replace("{" + name + "}", "made.example.com")
        split = urlsplit(own or base)
        segments = [s for s in split.path.split("/") if s]
        values = {}
        for parameter in operation.parameters:
            if parameter.place == "header" and parameter.name.lower() in ("accept", "content-type", "authorization"):
                continue
            maker = self.plain if parameter.place in ("header", "cookie") else self.maker
            value = maker.make(parameter.schema, parameter.name)
            if parameter.style == "deepObject" and isinstance(value, dict) and not parameter.content:
                value = {k: v for k, v in value.items() if not isinstance(v, list)}
            given = {"value": value}
            if parameter.place == "path":
                given["text"] = values[parameter.name] = wire.path_text(parameter, value)
            elif parameter.place == "query":
                pairs = wire.query_pairs(parameter.name, value, parameter.style, parameter.explode, parameter.content)
                query += pairs
                given["text"] = pairs[0][1] if pairs else ""
            elif parameter.place in ("header", "cookie"):
                given["text"] = json.dumps(value) if parameter.content else wire.simple(value, parameter.explode)
                (headers if parameter.place == "header" else cookies)[parameter.name] = given["text"]
            arguments.setdefault(parameter.place, {})[parameter.name] = given
        for segment in path.split("/")[1:]:
            for name, value in values.items():
                segment = segment.replace("{" + name + "}", value)
            segments.append(segment)
        expected = {
            "method": row["method"],
            "authority": split.netloc if own else "",
            "segments": segments,
            "query": wire.parse_query(fixed) + query,
            "headers": headers,
            "cookies": cookies,
        }
        return [
            {
                "arguments": {**arguments, **body["arguments"]},
                "expected": {**expected, "body": body["expected"]},
                **body["more"],
            }
            for body in self.bodies(row, operation)
        ]

    def bodies(self, row, operation):
        kind = row["body"]
        media = next((m for t, m in operation.bodies.items() if kind_of(t) == kind), None)
        if not kind or media is None:
            more = {"problem": f"no body of the kind {kind} is described"} if kind else {}
            return [{"arguments": {}, "expected": None, "more": more}]
        type = concrete(media.type)
        if kind in ("bytes", "text"):
            sent = "made bytes ä"
            expected = {"kind": "bytes", "type": type, "value": sent}
            return [{"arguments": {"body": {"body": {"value": sent, "text": sent}}}, "expected": expected, "more": {}}]
        value = self.maker.make(media.schema, "body")
        if kind == MULTIPART:
            return [self.multipart(media, value)]
        arguments = {}
        names = [a["place"] for a in row["arguments"]]
        if "mediaType" in names:
            # The last one, which is not the default.
            media = [m for t, m in operation.bodies.items() if kind_of(t) == kind][-1]
            type = concrete(media.type)
            arguments["mediaType"] = {"mediaType": {"value": type, "text": type}}
        bodies = []
        examples = [(place, parsed(example, media.schema)) for place, example in media.examples]
        for place, example in [(None, value)] + examples:
            expected = {"kind": kind, "type": type, "value": example, "schema": self.describe(media.schema)}
            if kind == FORM:
                if not isinstance(example, dict):
                    continue
                known = members_of(media.schema)[0]
                sent = {name: inner for name, inner in example.items() if name in known or not known}
                expected["pairs"] = wire.form_pairs(media, sent)
            more = {"example": place, "faults": faults(media.schema, example)[:3]} if place else {}
            bodies.append(
                {"arguments": {**arguments, "body": {"body": {"value": example}}}, "expected": expected, "more": more}
            )
        return bodies

    def multipart(self, media, value):
        properties = members_of_alternatives(media.schema)
        parts, given = [], {}
        value = dict(value) if isinstance(value, dict) else {}
        for name, schema in properties.items():
            if name not in value:
                value[name] = self.maker.make(schema, name)
        for name, inner in value.items():
            schema = properties.get(name) or media.schema["additionalProperties"]
            encoding = (media.encoding.raw(name) if media.encoding else None) or {}
            lists = [s for s in [schema, *branches(schema)] if "array" in types_of(s)]
            is_list = bool(lists) and isinstance(inner, list)
            element = lists[0]["items"] if is_list else schema
            for one in inner if is_list and isinstance(inner, list) else [inner]:
                content = json.dumps(one) if isinstance(one, (dict, list)) else wire.text(one)
                parts.append(
                    {
                        "name": name,
                        "value": one,
                        "content": content,
                        "isFile": is_file(element),
                        "type": encoding.get("contentType"),
                        "isJSON": isinstance(one, (dict, list)),
                    }
                )
            concrete_type = encoding.get("contentType") or "application/octet-stream"
            if "," in concrete_type or "*" in concrete_type:
                concrete_type = "application/octet-stream"
            given[name] = {
                "value": inner,
                "type": "application/json" if isinstance(inner, dict) else concrete_type,
                "text": wire.text(inner) if not isinstance(inner, (dict, list)) else json.dumps(inner),
            }
        return {
            "arguments": {"part": given, "body": {"body": {"value": value}}},
            "expected": {"kind": MULTIPART, "type": media.type, "parts": parts},
            "more": {},
        }

    # The response

    def responses(self, row, operation):
        successes = [(s, m) for s, m in operation.responses if s.startswith("2")]
        if not successes:
            successes = [(s, m) for s, m in operation.responses if s == "default"]
        found, output = [], row["output"]
        for status, content in successes:
            code = int(status) if status.isdigit() else 200
            for type, media in content.items():
                is_events = type == "text/event-stream"
                if is_events != (output == "events") or output == "none":
                    continue
                kind = kind_of(type)
                if output == "json" and (kind != JSON or "stream=" in type) or output in ("bytes", "text") and found:
                    continue
                if output == "json" and is_file(media.schema) and media.schema.value:
                    found.append({"status": code, "type": concrete(type), "kind": "bytes", "value": "made bytes"})
                elif output in ("json", "events"):
                    schema = media.schema
                    made = self.maker.make(schema, "result")
                    found.append(self.sample(code, type, output, made, schema))
                    filled = self.examples.make(schema, "result")
                    if filled != self.plain.make(schema, "result"):
                        found.append(self.sample(code, type, output, filled, schema))
                    for place, example in media.examples if not is_events else []:
                        example = parsed(example, schema)
                        one = self.sample(code, type, output, example, schema)
                        found.append({**one, "example": place, "faults": faults(schema, example)[:3]})
                else:
                    found.append({"status": code, "type": type, "kind": output, "value": "made bytes"})
        if not found:
            code = next((int(s) for s, m in successes if s.isdigit() and not m), 200)
            found.append({"status": code, "type": "", "kind": "none", "value": None})
        return found + self.errors(operation)

    def errors(self, operation):
        """The examples of error responses, or a made-up one; the row has a type for those that are objects."""
        found = []
        for status, content in operation.responses:
            if status[0] not in "45d" or status == "default" and not any(s[0] == "2" for s, _ in operation.responses):
                continue
            media = next((m for t, m in content.items() if kind_of(t) == JSON), None)
            if media is None or not members_of(media.schema)[0]:
                continue
            code = int(status) if status.isdigit() else {"4": 499, "5": 599, "d": 599}[status[0]]
            if not media.examples:
                found.append(self.sample(code, media.type, JSON, self.maker.make(media.schema, "error"), media.schema))
            for place, example in media.examples:
                example = parsed(example, media.schema)
                one = self.sample(code, media.type, JSON, example, media.schema)
                found.append({**one, "example": place, "faults": faults(media.schema, example)[:3]})
        return found

    def sample(self, code, type, kind, value, schema):
        return {"status": code, "type": concrete(type), "kind": kind, "value": value, "schema": self.describe(schema)}

    def describe(self, schema):
        """The key of what a schema describes."""
        if schema.key not in self.described:
            self.described[schema.key] = sorted(described(schema))
        return schema.key


def described(schema, found=None, seen=None, path=""):
    """The patterns of the pointers whose members are described: `/a/*/b`. `**` ends one where the rest is open."""
    found, seen = set() if found is None else found, set() if seen is None else seen
    if (schema.key, path) in seen or path.count("/") > 7 or not isinstance(schema.value, dict) or len(found) > 4000:
        if path.count("/") > 7:
            found.add(path + "/**")
        return found
    seen.add((schema.key, path))
    for inner in schema["allOf"].elements() + schema["oneOf"].elements() + schema["anyOf"].elements():
        described(inner, found, seen, path)
    for name, inner in schema["properties"].items():
        found.add(f"{path}/{name}")
        described(inner, found, seen, f"{path}/{name}")
    if schema["items"]:
        described(schema["items"], found, seen, f"{path}/*")
    if schema.raw("additionalProperties"):
        found.add(f"{path}/*")
        described(schema["additionalProperties"], found, seen, f"{path}/*")
    is_composed = any(schema.raw(word) for word in ("allOf", "oneOf", "anyOf", "properties"))
    if not is_composed and types_of(schema) in ([], ["object"]):
        found.add(path + "/**")
    return found


if __name__ == "__main__":
    planner = Planner(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        rows = json.load(file)
    base = planner.description.base
    plan = {
        "base": "http://base.invalid" + urlsplit(base).path,
        "operations": [f"{o.method} {o.path}" for o in planner.description.operations],
        "rows": [planner.row(row) for row in rows],
    }
    plan["described"], plan["memberExamples"] = planner.described, len(planner.examples.used)
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        json.dump(plan, file, ensure_ascii=False)
