"""A quiz in a notebook: questions from real deals, answers that are kept."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

import msgspec
import traitlets

from kratzen_log.cards import Lang
from kratzen_log.show.cards_svg import card_svg, data_uri
from kratzen_log.show.module import quiz_script, quiz_style
from kratzen_log.show.positions import Spot
from kratzen_log.show.questions import Question, legal_question
from kratzen_log.texts import table

try:
    import anywidget
except ImportError as error:
    raise ImportError('a quiz in a notebook needs anywidget: pip install "kratzen-log[lab]"') from error


class Quiz(anywidget.AnyWidget):
    """Questions one after the other, each answer judged at once with its paragraph.

    ``questions`` are those of ``show.questions``, or positions of ``find_positions`` (mark all legal cards).
    ``answers`` holds, by the number of the question from 0 as text, what was ``chosen``: places of options, or amounts.
    ``score`` counts the ``right`` answers of those ``answered``, and the ``questions``. Both are saved with the
    notebook. With ``keep``, a path, they are also kept in a file and are there when the cell runs again.
    Raises ``ValueError`` without a question.
    """

    _esm = quiz_script()
    _css = quiz_style()

    data = traitlets.Bytes().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    score = traitlets.Dict().tag(sync=True)
    lang = traitlets.Enum(["en", "de"], "en").tag(sync=True)

    def __init__(
        self, questions: Iterable[Question | Spot], *, lang: Lang = "en", keep: str | os.PathLike[str] | None = None, **options: Any,
    ) -> None:
        self.questions = [legal_question(one, lang) if isinstance(one, Spot) else one for one in questions]
        if not self.questions:
            raise ValueError("a quiz needs a question")
        plain = msgspec.json.encode(_document(self.questions, lang))
        self.mark = sha256(plain).hexdigest()[:16]
        self.keep = keep
        super().__init__(data=zlib.compress(plain, 9), lang=lang, **options)
        self.answers = self._kept() or self.answers
        self._count()

    @traitlets.validate("answers")
    def _answers_fit(self, proposal: Any) -> dict[str, Any]:
        return {str(key): value for key, value in proposal["value"].items() if _fits(self.questions, str(key), value)}

    @traitlets.observe("answers")
    def _answered(self, _change: Any) -> None:
        self._count()
        if self.keep is not None:
            from kratzen_log.log.writer import replace_file

            replace_file(self.keep, msgspec.json.encode({"quiz": self.mark, "answers": self.answers}))

    def _count(self) -> None:
        right = sum(self.questions[int(key)].right(value["chosen"]) for key, value in self.answers.items())
        self.score = {"right": right, "answered": len(self.answers), "questions": len(self.questions)}

    def _kept(self) -> dict[str, Any]:
        """The answers in the file, where it belongs to these questions."""
        if self.keep is None or not os.path.exists(self.keep):
            return {}
        try:
            with open(self.keep, "rb") as file:
                found = msgspec.json.decode(file.read())
        except msgspec.DecodeError:
            return {}
        return dict(found["answers"]) if isinstance(found, dict) and found.get("quiz") == self.mark and isinstance(found.get("answers"), dict) else {}

    def answer(self, number: int, chosen: Sequence[int]) -> bool:
        """Answers a question (from 0) with the places of options, or amounts; whether it is right."""
        self.answers = {**self.answers, str(number): {"chosen": list(chosen)}}
        return self.questions[number].right(chosen)

    def html(self) -> str:
        """The questions without a script: picture, choices, and the answers folded away."""
        return "".join(_plain(question, number, len(self.questions), str(self.lang)) for number, question in enumerate(self.questions, 1))

    def _repr_mimebundle_(self, **options: Any) -> Any:
        made = super()._repr_mimebundle_(**options)
        bundle, metadata = made if isinstance(made, tuple) else (made, {})
        return {**(bundle or {}), "text/html": self.html(), "text/plain": repr(self)}, metadata

    def __repr__(self) -> str:
        return f"<Quiz {len(self.questions)} questions, {self.score.get('right', 0)} right of {self.score.get('answered', 0)}>"


def _fits(questions: Sequence[Question], key: str, value: Any) -> bool:
    chosen = value.get("chosen") if isinstance(value, Mapping) else None
    return key.isdigit() and int(key) < len(questions) and isinstance(chosen, list) and all(isinstance(one, int) for one in chosen)


def _document(questions: Sequence[Question], lang: Lang) -> dict[str, Any]:
    """What the browser gets: each card drawn once, words of one language."""
    faces = {f"{question.pack}{option.card}": card_svg(option.card, question.pack, lang) for question in questions for option in question.options if option.card >= 0}
    return {"words": {key: row[lang] for key, row in table("quiz")["words"].items()}, "faces": faces, "questions": questions}


def _plain(question: Question, number: int, total: int, lang: str) -> str:
    words = {key: row[lang] for key, row in table("quiz")["words"].items()}
    rows = "".join(f"<li><b>{escape(option.label)}</b>: {escape(option.says)}</li>" for option in question.options)
    asked = "".join(f"<li>{escape(option.label)}</li>" for option in question.options)
    return (
        f"<h4>{words['question'].format(n=number, all=total)}</h4><p>{escape(question.prompt)}</p>"
        f"<img src='{data_uri(question.svg)}' width=\"640\" alt=\"{escape(question.prompt)}\"><ul>{asked}</ul>"
        f"<details><summary>{words['answer']}</summary><ul>{rows}</ul><p>{escape(question.after)}</p></details>"
    )
