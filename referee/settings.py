"""Every setting: its environment variable, its default, and what is refused at the start."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

SHORTEST_KEY = 16  # characters
PACKAGE = Path(__file__).parent

# In the order of docs/settings.md; a test holds the two together.
NAMES = (
    "REFEREE_INSTANCE",
    "REFEREE_DATABASE",
    "REFEREE_HOST",
    "REFEREE_PORT",
    "REFEREE_PUBLIC_URL",
    "REFEREE_PROXIES",
    "REFEREE_SECRET_KEY",
)


class SettingsError(Exception):
    """A setting makes no sense; the text is one line that names it."""


@dataclass(frozen=True)
class Settings:
    """What an installation may choose.

    `instance` is the folder of the database and the secret key; `database` a SQLAlchemy URL;
    `public_url` how phones reach the server where that is known (no slash at its end); `proxies`
    how many reverse proxies stand before it, whose X-Forwarded-* headers are believed;
    `given_key` the secret key where the environment has one.
    """

    instance: Path
    database: str
    host: str = "0.0.0.0"
    port: int = 8080
    public_url: str | None = None
    given_key: str | None = field(default=None, repr=False)
    proxies: int = 0

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """The settings of the environment.  Touches no file.  Raises SettingsError."""
        env = os.environ if environ is None else environ
        unknown = sorted(k for k in env if k.startswith("REFEREE_") and k not in NAMES)
        if unknown:
            raise SettingsError(f"{unknown[0]} is not a setting; there are {', '.join(NAMES)}.")
        instance = Path(env.get("REFEREE_INSTANCE") or default_instance()).absolute()
        database = env.get("REFEREE_DATABASE") or f"sqlite:///{instance / 'referee.sqlite'}"
        if "://" not in database:
            raise SettingsError(
                "REFEREE_DATABASE must be an address such as sqlite:///folder/referee.sqlite."
            )
        return cls(
            instance=instance,
            database=database,
            host=host(env.get("REFEREE_HOST") or "0.0.0.0"),
            port=port(env.get("REFEREE_PORT") or "8080"),
            public_url=public_url(env.get("REFEREE_PUBLIC_URL") or ""),
            proxies=proxies(env.get("REFEREE_PROXIES") or "0"),
            given_key=given_key(env.get("REFEREE_SECRET_KEY") or ""),
        )

    @cached_property
    def secret_key(self) -> str:
        """What cookies are signed with: of the environment, or of a file made at the first use.

        Raises SettingsError where the file cannot be made or read.
        """
        return self.given_key or key_file(self.instance / "secret_key")


def default_instance() -> Path:
    """`instance/` of the source tree, or of the current folder where the package is installed."""
    project = PACKAGE.parent
    return (project if (project / "pyproject.toml").is_file() else Path.cwd()) / "instance"


def host(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:_-]{1,253}", text):
        raise SettingsError(f"REFEREE_HOST is no address of this computer: {text!r}.")
    return text


def port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise SettingsError(f"REFEREE_PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def proxies(text: str) -> int:
    if not re.fullmatch(r"[0-9]", text):
        raise SettingsError(f"REFEREE_PROXIES must be a number from 0 to 9, not {text[:40]!r}.")
    return int(text)


def public_url(text: str) -> str | None:
    if not text:
        return None
    wrong = SettingsError(
        f"REFEREE_PUBLIC_URL must be like https://cards.example.org, not {text[:80]!r}."
    )
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise wrong from None
    plain = not (parts.query or parts.fragment or parts.username or parts.path.strip("/"))
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise wrong
    if not re.fullmatch(r"[0-9A-Za-z.:\[\]_-]+", parts.netloc):
        raise wrong
    return text.rstrip("/")


def given_key(text: str) -> str | None:
    if text and len(text) < SHORTEST_KEY:
        raise SettingsError(f"REFEREE_SECRET_KEY is shorter than {SHORTEST_KEY} characters.")
    return text or None


def key_file(path: Path) -> str:
    """Read the secret key; make it, for this user alone, where there is none yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written whole under another name, then linked: of several processes that start at once
        # one wins, and none can read half a key.
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        if not path.exists():
            opened = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(opened, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key in {path} cannot be made or read: {error}.") from None
    if len(key) < SHORTEST_KEY:
        raise SettingsError(f"The secret key in {path} is shorter than {SHORTEST_KEY} characters.")
    return key
