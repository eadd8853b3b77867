"""What a request has on the wire, as OpenAPI says (styles and `explode` of parameters, encodings of bodies)."""

import json
from urllib.parse import unquote


def text(value):
    """A scalar as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def simple(value, explode):
    if isinstance(value, list):
        return ",".join(text(v) for v in value)
    if isinstance(value, dict):
        return ",".join(f"{k}={text(v)}" if explode else f"{k},{text(v)}" for k, v in value.items())
    return text(value)


def path_text(parameter, value):
    if parameter.style == "label":
        return "." + simple(value, parameter.explode).replace(",", "." if parameter.explode else ",")
    if parameter.style == "matrix":
        return f";{parameter.name}={simple(value, False)}"
    return simple(value, parameter.explode)


def query_pairs(name, value, style, explode, content=None):
    """The decoded names and values."""
    if content:
        return [(name, json.dumps(value))]
    if isinstance(value, list):
        separator = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}.get(style, ",")
        if style == "deepObject":
            return [(f"{name}[]", text(v)) for v in value]
        return [(name, text(v)) for v in value] if explode else [(name, separator.join(text(v) for v in value))]
    if isinstance(value, dict):
        if style == "deepObject":
            found = []
            for key, inner in value.items():
                found += deep(f"{name}[{key}]", inner)
            return found
        if explode:
            return [(key, text(inner)) for key, inner in value.items()]
        return [(name, ",".join(f"{k},{text(v)}" for k, v in value.items()))]
    return [(name, text(value))]


def deep(name, value):
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in deep(f"{name}[{key}]", inner)]
    if isinstance(value, list):
        return [pair for inner in value for pair in deep(f"{name}[]", inner)]
    return [(name, text(value))]


def indexed(name, value):
    """Lists by their positions, so that no server mixes up the members of the objects in them."""
    if isinstance(value, list):
        return [pair for index, inner in enumerate(value) for pair in indexed(f"{name}[{index}]", inner)]
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in indexed(f"{name}[{key}]", inner)]
    return [(name, text(value))]


def form_pairs(media, value):
    """The pairs of a form body. Objects and lists in lists without a style are JSON."""
    found = []
    for name, inner in value.items():
        if inner is None:
            continue
        encoding = (media.encoding.raw(name) if media.encoding else None) or {}
        style = encoding.get("style")
        if style == "deepObject":
            found += indexed(name, inner)
        elif isinstance(inner, dict) or isinstance(inner, list) and any(isinstance(e, (dict, list)) for e in inner):
            found.append((name, json.dumps(inner)))
        else:
            found += query_pairs(name, inner, style or "form", encoding.get("explode", True))
    return found


def parse_query(query):
    """The decoded pairs of a query or of a form."""
    pairs = []
    for item in query.split("&") if query else []:
        name, _, value = item.partition("=")
        pairs.append((unquote(name.replace("+", " ")), unquote(value.replace("+", " "))))
    return pairs


def parse_multipart(body, content_type):
    """The parts of a form: (name, filename, content type, content)."""
    boundary = content_type.split("boundary=")[1].split(";")[0].strip('"').encode()
    found = []
    for piece in body.split(b"--" + boundary)[1:-1]:
        head, _, content = piece[2:].partition(b"\r\n\r\n")
        fields = {}
        for line in head.decode().split("\r\n"):
            key, _, value = line.partition(":")
            fields[key.lower()] = value.strip()
        disposition = fields.get("content-disposition", "")
        named = {}
        for item in disposition.split(";")[1:]:
            key, _, value = item.strip().partition("=")
            named[key] = value.strip('"')
        found.append((named.get("name"), named.get("filename"), fields.get("content-type"), content[:-2]))
    return found
