"""The rendering of a table page, and the updates between two renderings."""

import re
from typing import Final

PageUpdate = tuple[str, str]
"""A page update, as its kind and its HTML: all `pieces`, the whole `panel`, or `parts` that have ids."""
_TAG: Final = re.compile(r"\s*<\w+")
_SECTION: Final = '<section id="'
_SECTION_END: Final = "</section>"

Sections = tuple[list[str], dict[str, str]]
"""The HTML around the sections of a part of the panel, and the HTML of each section by id."""


class TableRendering:
    """The changing content of a table page: the layer of pieces, and the parts of the panel by name."""

    def __init__(self, entry_count: int, pieces: str, parts: dict[str, str]) -> None:
        self.entry_count: Final = entry_count
        self.pieces: Final = pieces
        self._parts: Final = parts
        self._apart: Final[dict[str, Sections]] = {}

    def _sections(self, name: str) -> Sections:
        sections = self._apart.get(name)
        if sections is None:
            sections = self._apart[name] = _sections(self._parts[name])
        return sections

    def with_part(self, name: str, part: str) -> "TableRendering":
        """Return a copy with an existing part replaced."""
        return TableRendering(self.entry_count, self.pieces, {**self._parts, name: part})

    @property
    def panel(self) -> str:
        """The HTML of the whole panel."""
        return "".join(self._parts.values())

    def changes_from(self, last: "TableRendering") -> list[str] | None:
        """Return the elements that have changed, each with an id; None if a part of the panel was added or removed."""
        fragments = [self.pieces] if self.pieces != last.pieces else []
        for name, part in self._parts.items():
            before = last._parts[name]
            if part == before:
                continue
            if not part or not before:
                return None
            frame, sections = self._sections(name)
            old_frame, old = last._sections(name)
            if frame == old_frame and list(sections) == list(old):
                fragments += [text for id_, text in sections.items() if text != old[id_]]
            else:
                fragments.append(part)
        return fragments


def _sections(part: str) -> Sections:
    """Return the HTML around the sections of a part, and the sections by id, or none if any are nested or share ids."""
    frame, *rest = part.split(_SECTION)
    around, sections = [frame], {}
    for text in rest:
        inner, end, after = text.partition(_SECTION_END)
        id_ = inner.partition('"')[0]
        if not end or "<section" in inner or id_ in sections:
            return [part], {}
        sections[id_] = _SECTION + inner + end
        around.append(after)
    return around, sections


def changes(now: TableRendering, last: TableRendering | None) -> list[PageUpdate]:
    """Return the updates that turn the rendering `last` (None: unknown) into `now`."""
    changed = now.changes_from(last) if last is not None else None
    if changed is None:
        return [("pieces", now.pieces), ("panel", now.panel)]
    return [("parts", "\n".join(_TAG.sub(r'\g<0> hx-swap-oob="morph"', element, count=1) for element in changed))]
