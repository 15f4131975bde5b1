"""Identifiers that may be seen outside: random, never counted up."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets


def new_id() -> str:
    """24 characters of lower-case base32: 120 random bits."""
    return base64.b32encode(secrets.token_bytes(15)).decode().lower()


def is_id(text: str) -> bool:
    """Whether a text could be one of `new_id`; a NUL or lone surrogate would upset a database."""
    return re.fullmatch(r"[a-z2-7]{24}", text) is not None


def intent(uid: str) -> str:
    """The key under which a phone's intent is known; anything odd is hashed, none is made up."""
    if not uid:
        return new_id()
    if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", uid):
        return uid
    return hashlib.sha256(uid.encode("utf-8", "surrogatepass")).hexdigest()


def new_token() -> str:
    """What a device keeps as its proof: 128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What the database keeps of a secret.  Random secrets need no salt and no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
