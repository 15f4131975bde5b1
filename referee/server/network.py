"""How phones reach this computer: its addresses on the home network, and a QR code of one."""

from __future__ import annotations

import io
import ipaddress
import re
import socket

import ifaddr
import qrcode

# Interfaces that no phone in the room is on: containers, virtual machines, tunnels.
VIRTUAL = re.compile(
    r"(lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|tailscale|zt|utun|awdl|llw|podman|cni)",
    re.IGNORECASE,
)
NOWHERE = ("192.0.2.1", 9)  # an address kept for documentation: nothing is ever sent there


def routed() -> str | None:
    """The address of the default route; None where there is no way out, as on a phone's hotspot.

    Connecting a datagram socket chooses an address and sends nothing.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(NOWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return None


def found() -> list[tuple[str, str]]:
    """(interface, IPv4 address) of every interface."""
    return [
        (adapter.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]


def addresses() -> list[tuple[str, str]]:
    """(address, interface) that a phone in the same Wi-Fi could open, the likeliest first."""
    return ranked(found(), routed())


def ranked(pairs: list[tuple[str, str]], best: str | None) -> list[tuple[str, str]]:
    """Real interfaces before virtual ones, then the default route, then the usual home range."""
    usable = []
    for name, text in pairs:
        ip = ipaddress.ip_address(text)
        if ip.is_private and not ip.is_loopback and not ip.is_link_local:
            virtual = VIRTUAL.match(name) is not None
            usable.append((virtual, text != best, not text.startswith("192.168."), text, name))
    return [(text, name) for *_, text, name in sorted(usable)]


def qr(url: str, colours: bool) -> str:
    """A QR code of characters, for a dark terminal or (`colours`) any.

    Upper case keeps the code small, and our links mean the same in it.
    """
    code = qrcode.QRCode(border=2)
    code.add_data(url.upper())
    drawn = io.StringIO()
    if colours:
        drawn.isatty = lambda: True  # type: ignore[method-assign]
    code.print_ascii(out=drawn, tty=colours, invert=True)
    return drawn.getvalue().replace("\xa0", " ")
