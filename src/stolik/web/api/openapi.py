"""The HTTP API described for programs, in OpenAPI, and for people, on a page without scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import msgspec

from stolik.web.api.endpoint import Endpoint
from stolik.web.messages.shapes import ErrorShape

_PARAMETER: Final = re.compile(r"{(\w+)(?::\w+)?}")
_REF: Final = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """The API in OpenAPI 3.1."""
    types = [type_ for endpoint in endpoints for type_ in (endpoint.asks, endpoint.answers) if type_ is not None]
    schemas, components = msgspec.json.schema_components([*types, ErrorShape], ref_template=_REF)
    schema_of = dict(zip(map(repr, types), schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schema_of, schemas[-1])
        paths.setdefault(_PARAMETER.sub(r"{\1}", endpoint.path), {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stolik", "version": version, "description": "The WebSocket part is in docs/api.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schema_of: dict[str, Any], error: dict[str, Any]) -> dict[str, Any]:
    named = [{"name": name, "in": "path", "required": True} for name in _PARAMETER.findall(endpoint.path)]
    asked = [{"name": name, "in": "query", "required": False} for name in endpoint.query]
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": [parameter | {"schema": {"type": "string"}} for parameter in (*named, *asked)],
        "responses": {
            "2XX": {"description": "Done", "content": _content(endpoint.answers, schema_of)},
            "default": {"description": "What was wrong", "content": {"application/json": {"schema": error}}},
        },
    }
    if endpoint.asks is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.asks, schema_of)}
    if endpoint.needs_token:
        operation["security"] = [{"token": []}]
    return operation


def _content(type_: Any, schema_of: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - any type that msgspec knows
    if type_ is None:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schema_of[repr(type_)]}}


def write_page(api: dict[str, Any]) -> str:
    """The same, to read."""
    endpoints = "".join(
        _section(method, path, operation)
        for path, operations in api["paths"].items()
        for method, operation in operations.items()
    )
    shapes = "".join(
        f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{escape(schema.get("description", ""))}</p>'
        f"<pre>{escape(msgspec.json.format(msgspec.json.encode(schema.get('properties', schema)), indent=2).decode())}"
        "</pre></section>"
        for name, schema in api["components"]["schemas"].items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Stolik: the API</title>'
        '<link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Stolik: the API</h1>'
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>. '
        "What goes on is told over a WebSocket at <code>/api/ws</code>; see docs/api.md.</p>"
        f"<h2>Requests</h2>{endpoints}<h2>Shapes</h2>{shapes}</main></body></html>"
    )


def _section(method: str, path: str, operation: dict[str, Any]) -> str:
    query = ", ".join(each["name"] for each in operation["parameters"] if each["in"] == "query")
    facts = [
        ("query", escape(query)),
        ("send", _shape(operation["requestBody"]["content"]) if "requestBody" in operation else ""),
        ("answers", _shape(operation["responses"]["2XX"]["content"])),
        ("token", "needed" if "security" in operation else ""),
    ]
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts if value)
    return (
        f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>"
        f"<p>{escape(operation['summary'])}</p><dl>{rows}</dl></section>"
    )


def _shape(content: dict[str, Any]) -> str:
    schema = content.get("application/json", {}).get("schema")
    if schema is None:
        return "text"
    of = schema.get("items", schema)
    name = of.get("$ref", "").rpartition("/")[2]
    linked = f'<a href="#{escape(name)}">{escape(name)}</a>' if name else "JSON"
    return f"a list of {linked}" if "items" in schema else linked


STYLE: Final = """\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
pre { overflow: auto; padding: 0.5rem; border: 1px solid #8886; border-radius: 4px; font-size: 0.85rem }
dl { display: grid; grid-template-columns: 6rem 1fr; margin: 0 }
dd { margin: 0 }
h3 { margin-bottom: 0 }
"""
