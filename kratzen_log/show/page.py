"""The standalone page: one HTML file that replays a session without a network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any, Final

import msgspec

from kratzen_log.log.model import Session
from kratzen_log.show.frames import frames
from kratzen_log.show.module import packed, script, style
from kratzen_log.texts import table
from kratzen_log.texts.safe import terminal

_START: Final = 'startPage(document.getElementById("replay"),document.getElementById("data"));'
_BODY: Final = (
    "body{margin:0;background:#faf7f0}@media(prefers-color-scheme:dark){body{background:#191714}}"
    "body:has(>.kl-page[data-theme=light]:first-child){background:#faf7f0}body:has(>.kl-page[data-theme=dark]:first-child){background:#191714}"
    ".kl-page{max-width:1500px;margin:0 auto;min-height:100vh}"
)


def page(
    session: Session, view: str = "all", *, lang: str = "en", pack: str | None = None, theme: str = "auto",
    rules: Mapping[str, object] | None = None, deal: int | None = None,
) -> str:
    """A session as one HTML page: no request, a strict content security policy, only what ``view`` may know.

    ``pack`` is the suits to begin with (default: as the log is written), ``deal`` the deal to open. Raises
    ``ValueError`` for a view that is none.
    """
    return page_of(frames(session, view, rules), lang=lang, pack=pack, theme=theme, deal=deal)


def page_of(made: dict[str, Any], *, lang: str = "en", pack: str | None = None, theme: str = "auto", deal: int | None = None) -> str:
    """The page of a frame document."""
    words = table("viewer")["words"]
    players = ", ".join(made["players"])
    title = f"{words[made['game']][lang] if made['game'] else words['replay'][lang]} · {terminal(players)[:120]}"
    body, code, sheet = replay_of(made, lang=lang, pack=pack, theme=theme, deal=deal)
    return shell(title, body, code, sheet, lang)


def replay_of(
    made: dict[str, Any], *, lang: str = "en", pack: str | None = None, theme: str = "auto", deal: int | None = None, level: int = 1,
) -> tuple[str, str, str]:
    """The replay for the body of a page, with its script and its style sheet; headings begin at ``level``."""
    words = table("viewer")["words"]
    options: dict[str, Any] = {"lang": lang, "theme": theme, "level": level, "sorry": words["too_old"][lang]} | ({"pack": pack} if pack else {}) | ({"deal": deal} if deal is not None else {})
    data = b64encode(packed(made)).decode()
    body = (
        f'<main id="replay" class="kl kl-page"></main>\n<noscript><p>{escape(words["needs_script"][lang])}</p></noscript>\n'
        f'<script type="application/octet-stream" id="data" data-options="{escape(msgspec.json.encode(options).decode())}">{data}</script>\n'
    )
    return body, script() + _START, _BODY + style()


def shell(title: str, body: str, code: str, sheet: str, lang: str) -> str:
    """A page that runs its own script and nothing else, and asks for nothing."""
    policy = (
        f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(sheet)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{sheet}</style>\n</head>\n<body>\n{body}"
        f'<script type="module">{code}</script>\n</body>\n</html>\n'
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
