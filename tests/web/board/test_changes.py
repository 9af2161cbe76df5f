"""Updates between two renderings of a table page."""

from regnum.web.board.changes import TableRendering, changes

STRIP = '<div id="strip">Ann</div>'


def section(id_: str, text: str) -> str:
    return f'<section id="{id_}" class="box">{text}</section>'


def panel(*sections: str, title: str = "Now") -> str:
    return f'<div id="panel"><h2>{title}</h2>{"<hr>".join(sections)}</div>'


def rendering(side: str, pieces: str = '<g id="pieces">1</g>', strip: str = STRIP) -> TableRendering:
    return TableRendering(3, pieces, {"strip": strip, "side": side})


BEFORE = rendering(panel(section("hand", "5"), section("log", "a")))


def updates(now: TableRendering, last: TableRendering = BEFORE) -> list[str]:
    """Return the changed elements as they were rendered."""
    ((kind, text),) = changes(now, last)
    assert kind == "parts"
    found = text.split("\n") if text else []
    assert all(
        one.split(">")[0].count(' hx-swap-oob="morph"') == text.count("hx-swap-oob") / len(found) for one in found
    )
    return [one.replace(' hx-swap-oob="morph"', "", 1) for one in found]


def test_unchanged_page_has_no_updates() -> None:
    assert updates(rendering(panel(section("hand", "5"), section("log", "a")))) == []


def test_only_changed_sections_are_sent() -> None:
    one, both = section("log", "b"), [section("hand", "6"), section("log", "b")]
    assert updates(rendering(panel(section("hand", "5"), one))) == [one]
    assert updates(rendering(panel(*both))) == both
    pieces = '<g id="pieces">2</g>'
    assert updates(rendering(panel(section("hand", "5"), one), pieces)) == [pieces, one]


def test_part_is_sent_whole_if_its_frame_or_its_sections_are_others() -> None:
    hand, log = section("hand", "5"), section("log", "a")
    for other in (
        panel(hand, log, title="Later"),
        panel(log, hand),
        panel(hand),
        panel(hand, log, section("chat", "c")),
        panel(hand, section("notes", "a")),
    ):
        assert updates(rendering(other)) == [other]
    strip = '<div id="strip">Ben</div>'
    assert updates(rendering(panel(hand, log), strip=strip)) == [strip]


def test_part_with_nested_or_equal_sections_is_sent_whole() -> None:
    def nested(text: str) -> str:
        return panel(section("a", section("b", text)))

    def anonymous(text: str) -> str:
        return panel(section("a", f"<section>{text}</section>"))

    def equal(text: str) -> str:
        return panel(section("a", "1"), section("a", text))

    for kind in (nested, anonymous, equal):
        assert updates(rendering(kind("2")), rendering(kind("1"))) == [kind("2")]


def test_page_is_sent_whole_if_it_is_new_or_a_part_appears_or_disappears() -> None:
    empty = rendering("")
    for now, last in ((BEFORE, None), (BEFORE, empty), (empty, BEFORE)):
        assert changes(now, last) == [("pieces", now.pieces), ("panel", now.panel)]
    assert BEFORE.panel == STRIP + panel(section("hand", "5"), section("log", "a"))


def test_replaced_part_leaves_the_others() -> None:
    other = BEFORE.with_part("strip", "<p>")
    assert other.panel == BEFORE.panel.replace(STRIP, "<p>")
    assert (other.entry_count, other.pieces) == (BEFORE.entry_count, BEFORE.pieces)
