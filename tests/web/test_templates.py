"""What every template and every page holds to."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.extract import extract
from flask import Flask
from jinja2 import nodes

from referee.games import GAMES
from referee.store import Store
from tests.web.pages import HANDS, Page, Web

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static").glob("*.js"))
HTMX = (ROOT / "static/vendor/htmx.min.js").read_text("utf-8")
ids = [str(path.relative_to(ROOT / "templates")) for path in TEMPLATES]
each = pytest.mark.parametrize("path", TEMPLATES, ids=ids)

# What htmx 4 reads; hx-disabled-elt, hx-ext and hx-vars of htmx 2 mean nothing to it.
KNOWN_HX = {
    "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "hx-action", "hx-method",
    "hx-trigger", "hx-target", "hx-swap", "hx-select", "hx-swap-oob", "hx-include", "hx-vals",
    "hx-headers", "hx-sync", "hx-indicator", "hx-confirm", "hx-disable", "hx-boost",
    "hx-push-url", "hx-replace-url", "hx-encoding", "hx-validate", "hx-config", "hx-preserve",
    "hx-ignore", "hx-history-elt", "hx-status", "hx-sse:connect", "hx-sse:swap", "hx-sse:close",
}  # fmt: skip


def bare(path: Path) -> str:
    """The template without its comments."""
    return re.sub(r"\{#.*?#\}", "", path.read_text("utf-8"), flags=re.DOTALL)


@each
def test_nothing_is_marked_safe(path: Path) -> None:
    text = bare(path)
    assert not re.search(r"\|\s*safe\b|autoescape|Markup\(", text)


@each
def test_nothing_is_written_in_line(path: Path) -> None:
    text = bare(path)
    assert not re.search(r"\sstyle\s*=|<style", text), "a style in line"
    assert not re.search(r"<[^<>{}]*\son[a-z]+\s*=", text), "a handler in line"
    assert not re.search(r"hx-on|hx-live", text), "a script in an attribute"
    assert "js:" not in text
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag, "a script in line"
    assert "javascript:" not in text


@each
def test_htmx_knows_every_attribute(path: Path) -> None:
    text = bare(path)
    found = set(re.findall(r"\b(?:data-)?(hx-[a-z0-9:-]+)\s*=", text))
    assert {re.sub(r"^(hx-status):.*", r"\1", name) for name in found} <= KNOWN_HX
    for name in found:
        part = re.split(r"[-:]", name)[1]
        assert part in HTMX or "sse" in name, f"{name} is not in the vendored htmx"
    for trigger in re.findall(r'hx-trigger="([^"]*)"', text):
        assert "[" not in trigger, "a filter needs eval, which the policy forbids"
    for swap in re.findall(r'hx-swap="([^"]*)"', text):
        assert swap.split()[0] in ("outerMorph", "innerMorph", "outerHTML", "innerHTML", "none",
                                   "beforeend", "delete")  # fmt: skip


@each
def test_no_template_knows_a_game(path: Path) -> None:
    text = bare(path).lower()
    for name, kind in GAMES.items():
        assert name not in text
        assert kind.title.text.lower() not in text
    assert not re.search(r"game\.name\s*==|\.game\s*==\s*['\"]", text)


SPOKEN = re.compile(r"[A-Za-z]{2,}")
SPOKEN_ATTRS = re.compile(r'\b(?:aria-label|title|placeholder|alt|data-lost)\s*=\s*"([^"]*)"')
# The product's name and units that are the same in every language.
NO_WORDS = {"UTC"}


@each
def test_every_text_that_a_person_reads_is_a_message(app: Flask, path: Path) -> None:
    tree = app.jinja_env.parse(path.read_text("utf-8"))
    # What stands between the tags of a template is text; what is inside {{ }} is checked below.
    source = "".join(
        part.data if isinstance(part, nodes.TemplateData) else "{}"
        for output in tree.find_all(nodes.Output)
        for part in output.nodes
    )
    for attr in SPOKEN_ATTRS.findall(source):
        assert not SPOKEN.search(attr), f"{attr!r} is not a message"
    if "<" not in source:
        return  # attributes alone, to be put into a tag
    text = re.sub(r"<[^<>]*>|&[a-z]+;", " ", source)
    words = set(SPOKEN.findall(outside_tags(text))) - NO_WORDS
    assert not words, f"{words} are not messages"
    for constant in tree.find_all(nodes.Const):
        value = constant.value
        if isinstance(value, str) and re.search(r"[A-Z][a-z]+ [a-z]+", value):
            assert value in messages(path), f"{value!r} is not a message"


def outside_tags(text: str) -> str:
    """Text with what is left of tags that an expression had cut in two taken out."""
    text = re.sub(r"<[a-z][^<>]*", " ", text)
    return re.sub(r"^[^<>]*>", " ", text)


def messages(path: Path) -> set[str]:
    found: set[str] = set()
    with path.open("rb") as file:
        for _, message, _, _ in extract(
            "jinja2.ext:babel_extract", file, options={"trimmed": "false"}
        ):
            found |= {message} if isinstance(message, str) else set(filter(None, message))
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_our_script_is_short_and_needs_no_eval(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(
        r"\beval\(|new Function|innerHTML|document\.write|insertAdjacentHTML", text
    )
    assert "randomUUID" not in text  # not there on http:// in a home network


def test_the_words_of_python_are_messages_too() -> None:
    """Views hand texts to pages as msg(...), never as plain strings."""
    for path in sorted((ROOT / "referee/web").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in ("problem", "text", "title"):
                assert not isinstance(node.value, ast.Constant) or node.value.value in ("", None), (
                    f"{path.name}:{node.value.lineno}"
                )


def all_pages(web: Web, store: Store) -> list[Page]:
    """Every kind of page, empty and full."""
    found = [web.get(path) for path in ("/", "/history", "/players", "/rules", "/nowhere")
             if path != "/nowhere"]  # fmt: skip
    found.append(web.get("/nowhere", 404))
    for game, (players, hand) in HANDS.items():
        found += [web.get(f"/new/{game}"), web.get(f"/rules/{game}")]
        id = web.start(game, players)
        for answer in hand.split():
            found.append(web.get(f"/t/{id}"))
            web.answer(id, answer)
        key = answer.partition("=")[0]
        for path in ("", "/sheet", "/hands", "/hand/1", f"/hand/1?only={key}", "/menu", "/rules",
                     f"/hand/1?answer={answer}", "/change?rule.target=20",
                     "/change?rule.target=100"):  # fmt: skip
            found.append(web.get(f"/t/{id}{path}"))
        found.append(web.answer(id, f"{key}=no", status=422))
        found.append(web.get(f"/t/{id}/change?rule.target=no", 422))
        web.answer(id, "end=stopped")
        found += [web.get(f"/t/{id}"), web.get(f"/t/{id}/menu"), web.get(f"/new/{game}")]
    found += [web.get(path) for path in ("/", "/history", "/players", "/club/tables")]
    one, other, *_ = store.players()
    found += [web.get(f"/players/{one.id}"), web.get(f"/players/{one.id}/and/{other.id}")]
    found += [web.get("/club/data"), web.get("/club/data/delete"), web.get("/devices")]
    found.append(web.get(f"/devices/{store.devices.listed()[0].id}/remove"))
    found += [web.get(f"/players/{one.id}/forget"), web.get(f"/t/{id}/delete")]
    found += [web.get(f"/t/{id}/about"), web.get(f"/s/{store.past.share(id, True).token}")]
    for depth in ("bidding", "tricks", "cards"):
        for game, (players, _) in HANDS.items():
            found.append(web.get("/t/" + web.start(game, players, depth)))
    return found


def test_every_page_has_a_language_a_title_one_heading_and_no_loose_ends(
    web: Web, store: Store
) -> None:
    for page in all_pages(web, store):
        where = page.path
        assert page.root.one("html").attrs["lang"] == "en", where
        assert page.root.one("head").one("title").text, where
        assert page.root.one("h1").text, where
        assert len(page.root.all("main")) == 1, where
        assert "width=device-width" in page.root.one("meta", name="viewport").attrs["content"]
        assert "maximum-scale" not in page.html
        assert "user-scalable" not in page.html
        found = [e.attrs["id"] for e in page.root if "id" in e.attrs]
        assert len(found) == len(set(found)), f"an id twice on {where}"
        for e in page.root:
            for name in ("aria-labelledby", "for", "list"):
                for named in e.attrs.get(name, "").split():
                    assert named in found, (where, name)
        levels = [int(e.tag[1]) for e in page.root if re.fullmatch(r"h[1-6]", e.tag)]
        assert levels[0] == 1, where
        assert all(b <= a + 1 for a, b in pairwise(levels)), where


def test_no_page_shows_what_should_have_been_filled_in(web: Web, store: Store) -> None:
    for page in all_pages(web, store):
        for odd in ("None", "%(", "Markup", "undefined", "<bdi>", "&lt;", "{{", "{%", "msg("):
            assert odd not in page.text, (page.path, odd)
        for e in page.root:
            label = e.attrs.get("aria-label", "x")
            assert label, (page.path, e.tag)
            assert not re.search(r"None|%\(|[<>]", label), (page.path, label)


def test_every_control_has_a_name(web: Web, store: Store) -> None:
    for page in all_pages(web, store):
        for e in page.root:
            if e.tag in ("button", "a"):
                assert e.text or e.attrs.get("aria-label"), (page.path, e.attrs)
            if e.tag in ("select", "textarea") or (
                e.tag == "input" and e.attrs.get("type") != "hidden"
            ):
                label = e.inside("label")
                assert label is not None, (page.path, e.attrs)
                assert label.text, (page.path, e.attrs)


# Forms of a match that are no answer: what they do twice is the same as once.
UNANSWERING = ("/code", "/own-questions", "/delete", "/about", "/share", "/unshare")


def test_every_form_works_without_a_script(web: Web, store: Store) -> None:
    for page in all_pages(web, store):
        for form in page.root.all("form"):
            assert form.attrs["action"].startswith("/"), page.path
            assert form.attrs["method"] in ("get", "post"), page.path
            for verb in ("hx-post", "hx-get"):
                if verb in form.attrs:
                    assert form.attrs[verb] == form.attrs["action"], page.path
                    assert form.attrs["method"] == verb[3:], page.path
            answering = not form.attrs["action"].endswith(UNANSWERING)
            if form.attrs["method"] == "post" and form.attrs["action"].startswith("/t/"):
                assert form.all("input", name="uid") or not answering, page.path


def test_links_of_every_page_lead_somewhere(web: Web, store: Store) -> None:
    tried: set[str] = set()
    for page in all_pages(web, store):
        for link in page.links:
            path = link.partition("#")[0]
            if path and path not in tried and len(tried) < 400:
                tried.add(path)
                web.get(path)
    assert len(tried) > 50
