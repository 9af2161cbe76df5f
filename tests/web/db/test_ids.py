"""Ids and pseudonyms."""

from regnum.web.db.ids import pseudonym


def test_two_of_the_same_address_look_the_same_in_the_store_and_none_like_nothing() -> None:
    assert pseudonym("", "key") == ""
    assert pseudonym("192.0.2.1", "key") == pseudonym("192.0.2.1", "key")
    assert len(pseudonym("192.0.2.1", "key")) == 32
    assert len({pseudonym(who, key) for who in ("a", "b") for key in ("1", "2")}) == 4
