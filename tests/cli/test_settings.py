"""Settings: what they are by default, what is refused, and that the page about them is right."""

from __future__ import annotations

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.settings import NAMES, Settings, SettingsError

DOCS = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_page_names_every_setting_in_order() -> None:
    assert re.findall(r"^\| `(REFEREE_\w+)`", DOCS.read_text("utf-8"), re.MULTILINE) == list(NAMES)


def test_the_page_has_the_defaults() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", DOCS.read_text("utf-8"), re.MULTILINE))
    settings = Settings.from_env({})
    assert table["REFEREE_HOST"] == f"`{settings.host}`"
    assert table["REFEREE_PORT"] == f"`{settings.port}`"
    assert settings.public_url is None
    assert settings.database == f"sqlite:///{settings.instance / 'referee.sqlite'}"
    assert settings.instance.name == "instance"


def test_the_environment_goes_before_the_defaults(tmp_path: Path) -> None:
    settings = Settings.from_env(
        {
            "REFEREE_INSTANCE": str(tmp_path),
            "REFEREE_DATABASE": "postgresql://host/name",
            "REFEREE_HOST": "::1",
            "REFEREE_PORT": "99",
            "REFEREE_PUBLIC_URL": "https://cards.example.org/",
            "REFEREE_SECRET_KEY": "k" * 16,
            "PATH": "/bin",
        }
    )
    assert settings == Settings(
        tmp_path, "postgresql://host/name", "::1", 99, "https://cards.example.org", "k" * 16
    )
    assert settings.secret_key == "k" * 16
    assert "kkk" not in repr(settings)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REFEREE_PORT", "0"),
        ("REFEREE_PORT", "65536"),
        ("REFEREE_PORT", "８０"),
        ("REFEREE_PORT", "-1"),
        ("REFEREE_HOST", "a b"),
        ("REFEREE_HOST", "http://x"),
        ("REFEREE_PUBLIC_URL", "cards.example.org"),
        ("REFEREE_PUBLIC_URL", "ftp://x"),
        ("REFEREE_PUBLIC_URL", "https://x/path"),
        ("REFEREE_PUBLIC_URL", "https://x:y"),
        ("REFEREE_PUBLIC_URL", "https://u:p@x"),
        ("REFEREE_PUBLIC_URL", "https://[x"),
        ("REFEREE_PUBLIC_URL", 'https://x"><b>'),
        ("REFEREE_SECRET_KEY", "short"),
        ("REFEREE_DATABASE", "referee.sqlite"),
        ("REFEREE_PROT", "8080"),
    ],
)
def test_nonsense_is_refused_in_one_line_that_names_it(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as refusal:
        Settings.from_env({name: value})
    assert "\n" not in str(refusal.value)


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    env = {"REFEREE_INSTANCE": str(folder)}
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: Settings.from_env(env).secret_key, range(16)))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    (file,) = folder.iterdir()
    assert file.name == "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 40])
def test_a_spoilt_secret_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "secret_key"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match="secret key"):
        _ = Settings.from_env({"REFEREE_INSTANCE": str(tmp_path)}).secret_key
    assert file.read_bytes() == content
