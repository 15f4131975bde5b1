"""The address for phones, and its QR code as a phone's camera sees it."""

from __future__ import annotations

from pathlib import Path

import zxingcpp
from PIL import Image

from referee.server import network as lan
from referee.server import where
from referee.settings import Settings

FOUND = [
    ("lo", "127.0.0.1"),
    ("docker0", "172.17.0.1"),
    ("tun0", "10.8.0.2"),
    ("eth0", "10.0.0.5"),
    ("wlan0", "192.168.1.20"),
    ("wlan1", "169.254.3.3"),
    ("ppp0", "93.184.216.34"),
]


def settings(host: str = "0.0.0.0", port: int = 8080, public: str | None = None) -> Settings:
    return Settings(Path("instance"), "sqlite:///x", host, port, public)


def test_real_networks_go_before_tunnels_and_the_route_before_the_rest() -> None:
    assert [ip for ip, _ in lan.ranked(FOUND, None)] == [
        "192.168.1.20", "10.0.0.5", "10.8.0.2", "172.17.0.1",
    ]  # fmt: skip
    assert lan.ranked(FOUND, "10.0.0.5")[0] == ("10.0.0.5", "eth0")
    assert lan.ranked(FOUND, "10.8.0.2")[0] == ("192.168.1.20", "wlan0")


def test_the_addresses_of_this_computer_can_be_asked_for() -> None:
    assert all(ip.count(".") == 3 for ip, _ in lan.addresses())


def test_the_best_address_is_the_one_that_phones_reach() -> None:
    reach = lan.ranked(FOUND, None)
    best, others = where(settings(), reach)
    assert best == "http://192.168.1.20:8080"
    assert others[0] == "http://10.0.0.5:8080  (eth0)"
    assert others[-1] == "http://localhost:8080  (this computer only)"
    assert where(settings(port=80), []) == ("http://localhost", [])
    assert where(settings("::1"), reach) == ("http://[::1]:8080", [])
    assert where(settings(public="https://cards.example.org"), reach)[0] == (
        "https://cards.example.org"
    )


def test_the_code_in_the_terminal_can_be_scanned() -> None:
    drawn = lan.qr("http://192.168.1.20:8080", colours=False).rstrip("\n").split("\n")
    width = max(map(len, drawn))
    image = Image.new("L", (width, 2 * len(drawn)), 0)  # a dark terminal
    for row, line in enumerate(drawn):
        for column, char in enumerate(line):
            upper, lower = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}[char]
            image.putpixel((column, 2 * row), 255 * upper)
            image.putpixel((column, 2 * row + 1), 255 * lower)
    large = image.resize((image.width * 8, image.height * 8))
    assert [code.text for code in zxingcpp.read_barcodes(large)] == ["HTTP://192.168.1.20:8080"]
    assert "\x1b[" in lan.qr("http://x", colours=True)
