"""How phones reach this computer: its socket, its addresses on the home network, a QR code."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import sys

import ifaddr
import qrcode

from referee.server.errors import ServeError
from referee.settings import Settings

# Interfaces that no phone in the room is on: containers, virtual machines, tunnels.
VIRTUAL = re.compile(
    r"(lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|tailscale|zt|utun|awdl|llw|podman|cni)",
    re.IGNORECASE,
)
EVERYWHERE = ("0.0.0.0", "::")
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


def origin(host: str, port: int) -> str:
    """The address of a page on that host: `http://192.168.1.5:8080`."""
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}" if port == 80 else f"http://{named}:{port}"


def where(settings: Settings, lan: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """The best address for phones, and the other ones with what they are."""
    port = settings.port
    if settings.host not in EVERYWHERE:
        best, others = origin(settings.host, port), []
    else:
        reach = [f"{origin(ip, port)}  ({name})" for ip, name in lan]
        here = f"{origin('localhost', port)}  (this computer only)"
        best = origin(lan[0][0] if lan else "localhost", port)
        others = [*reach[1:], here] if lan else []
    if settings.public_url is not None:
        return settings.public_url, [best, *others]
    return best, others


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.  Raises ServeError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform != "win32":  # there it would let two servers share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise ServeError(
            f"Cannot listen on {host} port {port}: {error.strerror}. "
            "Choose another one: referee serve --port 8081"
        ) from None
    return listener
