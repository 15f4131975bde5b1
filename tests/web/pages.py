"""A reader of pages for tests: parses HTML strictly, and presses buttons as a browser without a
script does."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.samples import SAMPLES

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "use", "path"}
OURS = {"Sec-Fetch-Site": "same-origin"}


@dataclass(eq=False)
class Element:
    """An element of a page."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        """This element and all below it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child

    @property
    def text(self) -> str:
        """What a reader reads, with single spaces."""
        parts: list[str] = []
        self._collect(parts)
        return " ".join("".join(parts).split())

    def _collect(self, parts: list[str]) -> None:
        for child in self.children:
            if isinstance(child, str):
                parts.append(child)
            else:
                child._collect(parts)

    def all(self, tag: str, **attrs: str) -> list[Element]:
        wanted = {k.rstrip("_").replace("_", "-"): v for k, v in attrs.items()}
        return [e for e in self if e.tag == tag and wanted.items() <= e.attrs.items()]

    def one(self, tag: str, **attrs: str) -> Element:
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} of <{tag} {attrs}>"
        return found[0]

    def inside(self, tag: str) -> Element | None:
        """The nearest element of that kind around this one."""
        node: Element | None = self
        while node is not None and node.tag != tag:
            node = node.parent
        return node


class Reader(HTMLParser):
    """Builds the tree; a tag that closes what is not open is an error of the template."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("#page")
        self.open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in <{tag} {attrs}>"
        element = Element(tag, {k: v or "" for k, v in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID and tag != "option":
            self.open = element
        elif tag == "option":
            self._close_option()
            self.open = element

    def _close_option(self) -> None:
        if self.open.tag == "option":
            assert self.open.parent is not None
            moved = self.open.children.pop() if self.open.children else None
            self.open = self.open.parent
            if isinstance(moved, Element):
                moved.parent = self.open
                self.open.children.append(moved)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.children.append(Element(tag, {k: v or "" for k, v in attrs}, self.open))

    def handle_endtag(self, tag: str) -> None:
        if self.open.tag == "option" and tag != "option" and self.open.parent is not None:
            self.open = self.open.parent  # </option> may be left out
        assert self.open.tag == tag, f"</{tag}> closes <{self.open.tag} {self.open.attrs}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def parse(html: str) -> Element:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is not closed"
    return reader.root


@dataclass
class Page:
    """An answer of the server."""

    path: str
    response: TestResponse

    def __post_init__(self) -> None:
        self.status = self.response.status_code
        self.html = self.response.get_data(as_text=True)
        moved = 300 <= self.status < 400  # Werkzeug's own page, never seen
        self.root = parse("" if moved else self.html)

    @property
    def text(self) -> str:
        bodies = self.root.all("body")
        return (bodies[0] if bodies else self.root).text

    @property
    def heading(self) -> str:
        return self.root.one("h1").text

    @property
    def trouble(self) -> str:
        """What went wrong, as the page says it; empty where nothing did."""
        found = [e.text for e in self.root if e.attrs.get("role") == "alert"]
        return " ".join(found)

    @property
    def links(self) -> list[str]:
        return [e.attrs["href"] for e in self.root.all("a") if "href" in e.attrs]

    @property
    def answers(self) -> list[str]:
        """The answers that the page offers, as `key=value`."""
        return [e.attrs["value"] for e in self.root.all("button", name="answer")]

    def button(self, what: str) -> Element:
        """The button of that value, or else of that text."""
        buttons = self.root.all("button")
        found = [b for b in buttons if b.attrs.get("value") == what]
        found = found or [b for b in buttons if b.text == what]
        found = found or [b for b in buttons if what in b.text]
        assert found, f"no button {what!r} among {[b.text for b in buttons]}"
        return found[0]


def fields(form: Element) -> list[tuple[str, str]]:
    """What a browser sends with a form, but for the button."""
    sent: list[tuple[str, str]] = []
    for e in form:
        name = e.attrs.get("name")
        if name is None or "disabled" in e.attrs:
            continue
        if e.tag == "input" and e.attrs.get("type") not in ("submit", "checkbox", "radio"):
            sent.append((name, e.attrs.get("value", "")))
        elif e.tag == "textarea":
            sent.append((name, "".join(c for c in e.children if isinstance(c, str))))
        elif e.tag == "select":
            options = e.all("option")
            chosen = [o for o in options if "selected" in o.attrs] or options[:1]
            sent += [(name, o.attrs.get("value", o.text)) for o in chosen]
    return sent


class Web:
    """Somebody with a browser, without JavaScript."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200, fragment: bool = False) -> Page:
        headers = {"HX-Request": "true"} if fragment else {}
        page = Page(path, self.client.get(path, headers=headers))
        assert page.status == status, f"{path}: {page.status}, {page.trouble}"
        return page

    def post(
        self,
        path: str,
        data: Any = None,
        status: int = 303,
        headers: dict[str, str] | None = None,
    ) -> Page:
        body = urlencode(data, doseq=True) if isinstance(data, (list, dict)) else data
        response = self.client.post(
            path, data=body, headers=OURS if headers is None else headers,
            content_type="application/x-www-form-urlencoded",
        )  # fmt: skip
        page = Page(path, response)
        assert page.status == status, f"{path}: {page.status}, {page.trouble or page.text[:300]}"
        return page

    def press(
        self,
        page: Page,
        what: str,
        status: int = 200,
        typing: dict[str, str] | None = None,
        **more: str,
    ) -> Page:
        """Press a button with these fields filled in, and look at where it leads."""
        typed = {**(typing or {}), **more}
        button = page.button(what)
        assert "disabled" not in button.attrs, f"{what!r} cannot be pressed"
        form = button.inside("form")
        assert form is not None
        sent = [(k, typed.pop(k, v)) for k, v in fields(form)]
        assert not typed, f"no field {sorted(typed)} in the form"
        if "name" in button.attrs:
            sent.append((button.attrs["name"], button.attrs.get("value", "")))
        path = urljoin(page.path, form.attrs["action"])
        if button.attrs.get("formmethod", form.attrs["method"]) == "get":
            return self.get(urlsplit(path).path + "?" + urlencode(sent), status)
        response = self.client.post(path, data=urlencode(sent), headers=OURS,
                                    content_type="application/x-www-form-urlencoded")  # fmt: skip
        if response.status_code == 303:
            return self.get(response.headers["Location"], status)
        done = Page(path, response)
        assert done.status == status, f"{path}: {done.status}, {done.trouble}"
        return done

    def start(
        self,
        game: str,
        players: Sequence[str],
        depth: str = "quick",
        dealer: int = 0,
        start: Sequence[int] = (),
        rules: dict[str, str] | None = None,
    ) -> str:
        """A new match; gives its public id."""
        data = [("p", name) for name in players]
        data += [("start", str(n)) for n in start]
        data += [(f"rule.{name}", value) for name, value in (rules or {}).items()]
        data += [("dealer", str(dealer)), ("depth", depth), ("uid", new_uid())]
        page = self.post(f"/new/{game}", data)
        return page.response.headers["Location"].rsplit("/", 1)[1]

    def answer(
        self,
        id: str,
        answers: str,
        hand: int | str = 0,
        seen: int | str | None = None,
        uid: str | None = None,
        status: int = 303,
        **more: str,
    ) -> Page:
        """Send answers of one tap: `key=value`, several with a space between."""
        data = [("answer", one) for one in answers.split()]
        data += [("hand", str(hand)), ("uid", new_uid() if uid is None else uid)]
        data += [("seen", str(seen))] if seen is not None else []
        return self.post(f"/t/{id}/answer", data + list(more.items()), status)

    def say(self, id: str, answers: str, hand: int = 0) -> None:
        """Tap several answers, one after the other."""
        for one in answers.split():
            self.answer(id, one, hand)


def new_uid() -> str:
    return secrets.token_hex(12)


# Whole hands at quick: the answers up to the score.
PITCH, WHIST, EUCHRE = (
    SAMPLES[name].hand for name in ("pitch", "german_whist", "call_partner_euchre")
)
FOUR = ("Ana", "Ben", "Cleo", "Dan")
FIVE = (*FOUR, "Eve")
HANDS = {name: (FIVE[: sample.players], sample.hand) for name, sample in SAMPLES.items()}
