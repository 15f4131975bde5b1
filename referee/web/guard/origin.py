"""Headers that every answer carries, and the proof that a form comes from our own pages.

There is no token that expires in a long evening: a request that changes something must say, by
Sec-Fetch-Site or else by Origin, that it comes from the same origin.
"""

from __future__ import annotations

from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response, abort, request

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",  # no-referrer would make forms send `Origin: null`
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}
# Styles, scripts and pictures are no documents: the rest would be bytes that nobody reads.
OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
SAFE = ("GET", "HEAD", "OPTIONS")


def init_app(app: Flask) -> None:
    app.before_request(same_origin)
    app.before_request(only_text)
    app.after_request(add_headers)


def same_origin() -> None:
    """Refuse a change that another site's page asks for."""
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site != "same-origin":
            abort(403)
        return
    try:
        origin = urlsplit(request.headers.get("Origin", "")).netloc
    except ValueError:
        abort(403)
    if origin != request.host:
        abort(403)


def only_text() -> None:
    """Refuse fields that are no UTF-8, such as a lone surrogate: they would be kept as `%ED%A0`."""
    sent = [request.query_string]
    if request.mimetype == "application/x-www-form-urlencoded":
        sent.append(request.get_data())
    try:
        for raw in sent:
            unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        abort(400)


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        if request.endpoint != "static" or name in OF_FILES or response.status_code >= 400:
            response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.add("Cookie")
    return response
