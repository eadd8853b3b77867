"""Reads a description: OpenAPI 3 or Swagger 2, JSON or YAML, over many files. It shares no code with the import."""

import json
import os
import re
from urllib.parse import unquote, urljoin

import yaml

METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML without dates: `2024-01-02` stays text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
# YAML 1.2 knows only true and false.
for first in "yYnNoO":
    Loader.yaml_implicit_resolvers[first] = [
        item for item in Loader.yaml_implicit_resolvers.get(first, []) if item[0] != "tag:yaml.org,2002:bool"
    ]


class Node:
    """A value with the file that it is in, so that its references can be followed."""

    def __init__(self, book, file, value, pointer=""):
        self.book, self.file, self.value, self.pointer = book, file, value, pointer

    def __getitem__(self, key):
        return self.get(key)

    def __bool__(self):
        return self.value is not None

    def get(self, key):
        if isinstance(self.value, dict):
            found = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int) and key < len(self.value):
            found = self.value[key]
        else:
            found = None
        return Node(
            self.book, self.file, found, f"{self.pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        ).followed()

    def raw(self, key, fallback=None):
        """The value of a member, not followed."""
        return self.value.get(key, fallback) if isinstance(self.value, dict) else fallback

    def items(self):
        if isinstance(self.value, dict):
            return [(key, self.get(key)) for key in self.value]
        return []

    def elements(self):
        return [self.get(index) for index in range(len(self.value))] if isinstance(self.value, list) else []

    def followed(self):
        node, steps = self, 0
        while isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str) and steps < 50:
            target = node.book.at(node.file, node.value["$ref"])
            others = {k: v for k, v in node.value.items() if k not in ("$ref", "summary", "description")}
            if others and isinstance(target.value, dict) and "nullable" in others:
                target = Node(
                    target.book, target.file, {**target.value, "nullable": others["nullable"]}, target.pointer
                )
            node, steps = target, steps + 1
        return node

    @property
    def key(self):
        return f"{os.path.basename(self.file)}#{self.pointer}"


class Book:
    def __init__(self, path):
        self.files = {}
        self.path = os.path.abspath(path)
        self.root = self.load(self.path)

    def load(self, path):
        if path not in self.files:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.files[path] = json.loads(text) if path.endswith(".json") else yaml.load(text, Loader)
        return Node(self, path, self.files[path])

    def at(self, file, reference):
        name, _, fragment = reference.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(file), unquote(name))) if name else file
        node = self.load(path)
        for part in [p for p in fragment.split("/") if p]:
            part = unquote(part).replace("~1", "/").replace("~0", "~")
            value = node.value
            if isinstance(value, dict) and "$ref" in value and part not in value:
                node = node.followed()
                value = node.value
            if isinstance(value, list):
                value = value[int(part)] if int(part) < len(value) else None
            else:
                value = (
                    value.get(part, value.get(int(part)) if part.isdigit() else None)
                    if isinstance(value, dict)
                    else None
                )
            node = Node(self, node.file, value, f"{node.pointer}/{part.replace('~', '~0').replace('/', '~1')}")
        return node


class Parameter:
    def __init__(self, node, is_swagger):
        self.name, self.place = str(node.raw("name")), node.raw("in")
        self.required = bool(node.raw("required")) or self.place == "path"
        self.content = None
        default = "form" if self.place in ("query", "cookie") else "simple"
        if is_swagger:
            self.schema = node
            form = node.raw("collectionFormat", "csv")
            self.style = {"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}.get(form, default)
            self.explode = form == "multi"
        else:
            self.schema = node["schema"]
            for media, value in node["content"].items():
                self.content, self.schema = media, value["schema"]
            self.style = node.raw("style", default)
            self.explode = node.raw("explode", self.style == "form")
        examples = [e["value"].value for _, e in node["examples"].items() if "value" in (e.value or {})]
        self.example = node.raw("example", examples[0] if examples else None)


class Media:
    def __init__(self, type, schema, encoding=None, examples=()):
        self.type, self.schema, self.encoding, self.examples = type, schema, encoding, list(examples)


class Operation:
    """One operation in the terms of OpenAPI 3, whatever the description is written in."""

    def __init__(self, description, path, item, method, node):
        self.path, self.method, self.node = path, method.upper(), node
        swagger = description.is_swagger
        found = {}
        for parameter in item["parameters"].elements() + node["parameters"].elements():
            found[(str(parameter.raw("name")), parameter.raw("in"))] = parameter
        self.parameters = [Parameter(p, swagger) for p in found.values() if p.raw("in") not in ("body", "formData")]
        self.bodies, self.body_required = {}, True
        servers = node.raw("servers") or item.raw("servers")
        self.server = description.server(servers) if servers else None
        if swagger:
            self.swagger_body(description, list(found.values()))
        else:
            self.body_required = bool(node["requestBody"].raw("required"))
            for media, value in node["requestBody"]["content"].items():
                self.bodies[media] = Media(media, value["schema"], value["encoding"], examples_of(value))
        self.responses = []
        for status, response in node["responses"].items():
            if swagger:
                schema, media = response["schema"], {}
                types = node.raw("produces") or description.root.raw("produces") or ["application/json"]
                kinds = response["examples"]
                for type in types if schema else []:
                    media[type] = Media(
                        type,
                        schema,
                        None,
                        [(f"{kinds.key}/{type}", kinds[type].value)] if kinds.raw(type) is not None else [],
                    )
            else:
                media = {
                    t: Media(t, m["itemSchema"] if m["itemSchema"] else m["schema"], None, examples_of(m))
                    for t, m in response["content"].items()
                }
            self.responses.append((str(status), media))

    def swagger_body(self, description, parameters):
        types = self.node.raw("consumes") or description.root.raw("consumes") or ["application/json"]
        for parameter in parameters:
            if parameter.raw("in") == "body":
                self.body_required = bool(parameter.raw("required"))
                for type in types:
                    self.bodies[type] = Media(type, parameter["schema"])
        form = [p for p in parameters if p.raw("in") == "formData"]
        if form:
            properties = {
                str(p.raw("name")): {k: v for k, v in p.value.items() if k not in ("name", "in", "required")}
                for p in form
            }
            for value in properties.values():
                if value.get("type") == "file":
                    value.update({"type": "string", "format": "binary"})
            schema = Node(
                form[0].book,
                form[0].file,
                {"type": "object", "properties": properties},
                self.node.pointer + "/parameters",
            )
            for type in types:
                self.bodies[type] = Media(type, schema)


def examples_of(media):
    """The examples of a media type, and those of its schema, with their places."""
    found = []
    if media.raw("example") is not None:
        found.append((f"{media.key}/example", media["example"].value))
    for name, example in media["examples"].items():
        if isinstance(example.value, dict) and "value" in example.value:
            found.append((f"{example.key}/value", example["value"].value))
    return found + schema_examples(media["schema"])


def schema_examples(schema):
    found = []
    if schema.raw("example") is not None:
        found.append((f"{schema.key}/example", schema["example"].value))
    examples = schema.raw("examples")
    if isinstance(examples, list):
        found += [(f"{schema.key}/examples/{i}", value) for i, value in enumerate(examples)]
    if not found and schema["items"]:
        found = [(place, [value]) for place, value in schema_examples(schema["items"])]
    return found


class Description:
    def __init__(self, path):
        self.book = Book(path)
        self.root = self.book.root
        self.is_swagger = str(self.root.raw("swagger", "")).startswith("2")
        if self.is_swagger:
            host = self.root.raw("host")
            scheme = (self.root.raw("schemes") or ["https"])[0]
            self.base = (f"{scheme}://{host}" if host else "") + self.root.raw("basePath", "")
        else:
            self.base = self.server(self.root.raw("servers") or [{"url": "/"}])
        self.operations = []
        for path, item in self.root["paths"].items():
            for method in METHODS:
                if item.raw(method) is not None:
                    self.operations.append(Operation(self, path, item, method, item[method]))
            for method, node in item["additionalOperations"].items():
                self.operations.append(Operation(self, path, item, method, node))

    @staticmethod
    def server(servers):
        server = servers[0]
        variables = server.get("variables") or {}
        return re.sub(r"\{([^}]*)\}", lambda m: str(variables.get(m[1], {}).get("default", m[0])), server["url"])
