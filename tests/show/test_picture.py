"""Pictures without a browser: a position as SVG and PNG, a deal as an animated PNG."""

from __future__ import annotations

import struct
import zlib
from xml.etree import ElementTree as ET

import pytest

from kratzen_log import load, loads, simulate
from kratzen_log.show.frames import frames
from kratzen_log.show.picture import Picture, _chunks, animated, deal_png, figure_html, png, position_svg, tight
from tests.show.nasty import NASTY, nasty
from tests.support import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def disputed() -> dict[str, object]:
    return frames(load(ROOT / "sample_logs" / "disputed-kratzen.jsonl"))


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    at, found = 8, []
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + body)
        found.append((kind, body))
        at += length + 12
    return found


@pytest.mark.parametrize("at", [0, 12, 30, 96, -1])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_position_is_well_formed_and_says_what_happens(disputed: dict[str, object], at: int, lang: str) -> None:
    root = ET.fromstring(position_svg(disputed, at, lang=lang, width=800))  # type: ignore[arg-type]
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith("Kratzen · Deal " if lang == "en" else "Kratzen · Spiel ")
    assert root.find(f"{SVG}desc") is not None


def test_a_picture_says_who_is_out_who_begs_and_who_bid() -> None:
    house = frames(load(ROOT / "sample_logs" / "house-rules-kratzen.jsonl"))
    begging = next(at for at, step in enumerate(house["steps"]) if step["key"] == "call_bettler")
    assert [Picture(house, begging).status(seat) for seat in range(5)] == ["", "", "scratched", "scratched", "Bettler"]
    bidding = frames(load(ROOT / "sample_logs" / "bidding-schnellen.json"))
    assert Picture(bidding, len(bidding["steps"]) - 5, lang="de").status(0) == "sagt 2"
    assert [Picture(bidding, len(bidding["steps"]) - 1).status(seat) for seat in range(3)] == ["bid 2", "wins the session", "dropped out"]


def test_an_illegal_card_is_marked(disputed: dict[str, object]) -> None:
    assert position_svg(disputed, 96).count("#ff4657") == 2
    assert position_svg(disputed, 95).count("#ff4657") == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_number_of_players_has_its_place(players: int) -> None:
    made = frames(simulate("kratzen", players=players, deals=2, seed=1)[0])
    text = position_svg(made, made["deals"][1]["last"])
    assert text.count('rx="11"') == players


def test_nasty_names_are_text() -> None:
    made = frames(loads(nasty()))
    root = ET.fromstring(position_svg(made, 20))
    assert [node for node in root.iter() if node.tag in (f"{SVG}script", f"{SVG}img")] == []
    html = figure_html(Picture(made, 20))
    assert "<script" not in html
    assert NASTY[0].replace("<", "&lt;").replace(">", "&gt;") in html


def test_a_figure_stands_alone(disputed: dict[str, object]) -> None:
    html = figure_html(Picture(disputed, 96))
    assert html.startswith("<figure><img src='data:image/svg+xml;charset=utf-8,%3Csvg ")
    assert "<figcaption>Kratzen · Deal 3 · Trick 1: Vroni played the Nine of Leaves" in html
    assert html.count("<tr>") == 5


def test_png_has_the_size_asked_for(disputed: dict[str, object]) -> None:
    pytest.importorskip("vl_convert")
    data = png(position_svg(disputed, 96, width=560))
    assert struct.unpack_from(">II", data, 16) == (560, 366)


def test_a_deal_is_an_animated_png(disputed: dict[str, object]) -> None:
    pytest.importorskip("vl_convert")
    kinds = [kind for kind, _body in chunks(deal_png(disputed, 2, width=200))]
    assert kinds[:4] == [b"IHDR", b"acTL", b"fcTL", b"IDAT"]
    assert kinds.count(b"fcTL") == kinds.count(b"fdAT") + 1 > 25
    assert kinds[-1] == b"IEND"


def test_an_animation_counts_its_pictures() -> None:
    header = struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0)

    def tiny(grey: int) -> bytes:
        body = zlib.compress(bytes([0, grey, grey, grey, 255]))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in ((b"IHDR", header), (b"IDAT", body), (b"IEND", b""))
        )

    found = chunks(animated([tiny(0), tiny(9), tiny(200)], [100, 200, 300]))
    assert [kind for kind, _body in found] == [b"IHDR", b"acTL", b"fcTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"]
    assert found[1][1] == struct.pack(">II", 3, 0)
    assert [struct.unpack_from(">I", body)[0] for kind, body in found if kind in (b"fcTL", b"fdAT")] == [0, 1, 2, 3, 4]
    assert zlib.decompress(found[5][1][4:]) == bytes([0, 9, 9, 9, 255])
    with pytest.raises(ValueError, match="at least one picture"):
        animated([], [])


def test_a_long_sentence_is_whole_on_two_lines() -> None:
    session = load(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
    for lang in ("en", "de"):
        picture = Picture(frames(session), 96, lang=lang)
        lines = [text.text or "" for text in ET.fromstring(picture.svg()).findall(f"{SVG}text")]
        assert " ".join(lines[-2:]) == picture.sentence()


def test_a_tight_picture_shows_the_same() -> None:
    vl_convert = pytest.importorskip("vl_convert")
    wide = vl_convert.svg_to_png('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="30" cy="30" r="20" fill="#c42"/></svg>')
    small = tight(wide)
    assert len(small) < len(wide)
    pixels = [zlib.decompress(b"".join(data for kind, data in _chunks(one) if kind == b"IDAT")) for one in (wide, small)]
    assert pixels[0] == pixels[1]
    assert [data for kind, data in _chunks(small) if kind == b"IHDR"] == [data for kind, data in _chunks(wide) if kind == b"IHDR"]
