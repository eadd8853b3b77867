"""Made-up values for schemas, always the same ones, and a check whether a value is valid by the shape of its schema."""

import re

TEXTS = {
    "date-time": "2024-03-05T06:07:08Z",
    "date": "2024-03-05",
    "byte": "bWFkZSB1cA==",
    "uuid": "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    "uri": "https://example.com/made?up=1",
    "url": "https://example.com/made?up=1",
    "email": "made@example.com",
    "date-time-rfc-2822": "Tue, 05 Mar 2024 06:07:08 +0000",
    "ipv4": "192.0.2.7",
    "ipv6": "2001:db8::7",
    "time": "06:07:08Z",
    "base64": "bWFkZSB1cA==",
    "base64url": "bWFkZSB1cA",
    "duration": "PT5M",
    "int64": "9007199254740993",
    "int32": "7",
    "decimal": "12.5",
    "snowflake": "9007199254740993",
    "unix-time": "1709618828",
}
DEEPEST = 5


def types_of(schema):
    value = schema.raw("type")
    types = value if isinstance(value, list) else [value] if value else []
    if not types:
        if schema.raw("properties") is not None or schema.raw("additionalProperties") not in (None, False):
            types = ["object"]
        elif schema.raw("items") is not None:
            types = ["array"]
        elif schema.raw("enum"):
            names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
            types = sorted({names[type(v)] for v in schema.raw("enum") if v is not None})
    return types


def is_nullable(schema):
    return bool(
        schema.raw("nullable")
        or schema.raw("x-nullable")
        or "null" in types_of(schema)
        or schema.raw("enum")
        and None in schema.raw("enum")
    )


def branches(schema):
    found = []
    for word in ("oneOf", "anyOf"):
        found += schema[word].elements()
    return [b for b in found if types_of(b) != ["null"] and b.raw("const", 0) is not None and b.raw("enum") != [None]]


def parts(schema):
    return schema["allOf"].elements()


def members_of(schema, seen=()):
    """The properties and the required names of a schema and of all its `allOf` parts; a later part replaces an earlier."""
    properties, required = {}, set()
    if schema.key in seen:
        return properties, required
    for part in parts(schema):
        inner, names = members_of(part, seen + (schema.key,))
        properties.update(inner)
        required |= names
    properties.update(dict(schema["properties"].items()))
    required |= {str(n) for n in schema.raw("required") or []} if isinstance(schema.raw("required"), list) else set()
    return properties, required


class Maker:
    """Makes values. `texts` is what is appended to made-up text, to see that it is escaped. With `examples`, values
    are the examples of their schemas where these are valid; `used` has the places of those."""

    def __init__(self, texts="", examples=False):
        self.texts, self.examples, self.used = texts, examples, set()

    def make(self, schema, name="value", stack=()):
        if schema.value is True or not schema or schema.value == {}:
            return f"made {name}"
        if self.examples:
            found = [schema.raw("example")] + (
                schema.raw("examples") if isinstance(schema.raw("examples"), list) else []
            )
            for example in [e for e in found if e is not None]:
                if not faults(schema, example):
                    self.used.add(schema.key)
                    return example
        if "const" in (schema.value or {}):
            return schema["const"].value
        values = [v for v in schema.raw("enum") or [] if v is not None]
        if values:
            return values[0]
        if schema.key in stack and (stack.count(schema.key) > 1 or len(stack) > DEEPEST) or len(stack) > 4 * DEEPEST:
            return self.smallest(schema, name)
        stack = stack + (schema.key,)
        choices = branches(schema)
        for part in parts(schema):
            choices = choices or branches(part)
        types = [t for t in types_of(schema) if t != "null"]
        properties, _ = members_of(schema)
        if choices and not properties:
            # Shapes that end are tried before those that contain themselves.
            first = next((c for c in choices if c.key not in stack), choices[0])
            return self.tagged(schema, first, self.make(first, name, stack), properties)
        if parts(schema) and not properties and not types:
            values = [self.make(part, name, stack) for part in parts(schema) if part.value]
            return values[0] if values else f"made {name}"
        type = types[0] if types else "object" if properties else "string"
        if type == "object" or properties:
            return self.object(schema, properties, choices, stack)
        if type == "array":
            if not schema["items"] and not schema["prefixItems"]:
                return [f"made {name}"]
            if len(stack) > DEEPEST and stack.count(schema["items"].key):
                return []
            items = schema["items"] if schema["items"] else schema["prefixItems"][0]
            return [self.make(items, name, stack) for _ in range(max(1, min(2, schema.raw("maxItems") or 2)))]
        return self.scalar(schema, type, name)

    def tagged(self, schema, branch, value, properties):
        """The value with the tag that the discriminator of its union asks for."""
        tag = schema["discriminator"].raw("propertyName")
        if tag and isinstance(value, dict):
            mapping = schema["discriminator"].raw("mapping") or {}
            for key, target in mapping.items():
                reference = (
                    target
                    if "/" in target or target.endswith((".yml", ".yaml", ".json"))
                    else f"#/components/schemas/{target}"
                )
                if schema.book.at(schema.file, reference).followed().key == branch.key:
                    return {
                        **value,
                        tag: value.get(tag) if value.get(tag) in mapping and mapping[value[tag]] == target else key,
                    }
            inner = members_of(branch)[0].get(tag)
            if not mapping and not (inner and (inner.raw("enum") or "const" in (inner.value or {}))):
                return {**value, tag: branch.pointer.split("/")[-1]}
        return value

    def object(self, schema, properties, choices, stack):
        made = {}
        _, required = members_of(schema)
        for name, inner in properties.items():
            if inner.value is False:
                continue
            is_deep = len(stack) > DEEPEST or inner.key in stack
            if is_deep and name not in required:
                continue
            made[name] = self.make(inner, name, stack)
        others = schema["additionalProperties"]
        if others.value and isinstance(others.value, dict):
            if len(stack) <= DEEPEST and not choices:
                made["made up"] = self.make(others, "other", stack)
        elif not properties and not choices and schema.raw("additionalProperties") is not False:
            made["made up"] = "made other"
        if choices and properties:
            for name, inner in members_of(choices[0])[0].items():
                if name not in made and len(stack) <= DEEPEST:
                    made[name] = self.make(inner, name, stack)
        return made

    def smallest(self, schema, name):
        types = [t for t in types_of(schema) if t != "null"]
        if is_nullable(schema):
            return None
        if types[:1] == ["array"]:
            return []
        if not types and branches(schema):
            flat = [
                b for b in branches(schema) if set(types_of(b)) & {"string", "integer", "number", "boolean", "array"}
            ]
            if flat:
                return self.make(flat[0], name)
        if types[:1] in ([], ["object"]):
            properties, required = members_of(schema)
            return {
                k: self.make(v, k, (schema.key,) * 2 + (v.key,) * 2) for k, v in properties.items() if k in required
            }
        return self.scalar(schema, types[0], name)

    def scalar(self, schema, type, name):
        example, format = schema.raw("example"), schema.raw("format")
        if type == "boolean":
            return True
        if type in ("integer", "number"):
            low = schema.raw("minimum", schema.raw("exclusiveMinimum"))
            low = 7 if low is None or isinstance(low, bool) else low + 1
            high = schema.raw("maximum")
            value = min(max(7, low), high) if isinstance(high, (int, float)) else max(7, low)
            if type == "integer":
                return 1709618828 if format == "unix-time" else int(value)
            return value + 0.5 if high is None else value
        if isinstance(example, str) and example.startswith("/Date("):
            return "/Date(1573755038314+0000)/"
        if schema.raw("contentEncoding") == "base64":
            return TEXTS["base64"]
        if format in TEXTS:
            return TEXTS[format]
        return f"made {name}{self.texts}"


def faults(schema, value, depth=0):
    """Why a value is not valid by its schema, in words; empty if it is. Only shapes are compared, not patterns and bounds."""
    if not schema or schema.value is True or depth > 40:
        return []
    if value is None:
        choices = schema["oneOf"].elements() + schema["anyOf"].elements()
        nullable = is_nullable(schema) or not (types_of(schema) or parts(schema) or choices or schema.raw("enum"))
        if not nullable and choices:
            nullable = any(not faults(c, None, depth + 1) for c in choices)
        if not nullable and parts(schema):
            nullable = all(not faults(c, None, depth + 1) for c in parts(schema))
        return [] if nullable else [f"{schema.key}: null"]
    found = []
    types = types_of(schema)
    names = {
        bool: ["boolean"],
        int: ["integer", "number"],
        float: ["number"],
        str: ["string"],
        list: ["array"],
        dict: ["object"],
    }[type(value)]
    if isinstance(value, float) and value == int(value):
        names = ["integer", "number"]
    if types and not set(types) & set(names):
        return [f"{schema.key}: {names[0]} in place of {'/'.join(types)}"]
    text = schema.raw("format")
    if isinstance(value, str) and text in ("date-time", "date"):
        import re

        pattern = (
            r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$"
            if text == "date-time"
            else r"\d{4}-\d\d-\d\d$"
        )
        if not re.match(pattern, value):
            found.append(f'{schema.key}: "{value}" is no {text}')
    for part in parts(schema):
        found += faults(part, value, depth + 1)
    for word in ("oneOf", "anyOf"):
        choices = schema[word].elements()
        if choices and all(faults(c, value, depth + 1) for c in choices):
            found.append(f"{schema.key}: no branch fits")
    if isinstance(value, list):
        for element in value:
            found += faults(schema["items"], element, depth + 1)
    if isinstance(value, dict):
        for name in schema.raw("required") or []:
            if name not in value and (schema["properties"].raw(name) is not None):
                found.append(f'{schema.key}: "{name}" is missing')
        for name, inner in value.items():
            known = schema["properties"][name]
            if known:
                found += faults(known, inner, depth + 1)
            elif isinstance(schema.raw("additionalProperties"), dict):
                found += faults(schema["additionalProperties"], inner, depth + 1)
    return found
