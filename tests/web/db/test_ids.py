"""Ids and pseudonyms."""

from regnum.web.db.ids import pseudonym


def test_pseudonyms_are_equal_for_equal_addresses_and_keys_only() -> None:
    assert pseudonym("", "key") == ""
    assert pseudonym("192.0.2.1", "key") == pseudonym("192.0.2.1", "key")
    assert len(pseudonym("192.0.2.1", "key")) == 32
    assert len({pseudonym(who, key) for who in ("a", "b") for key in ("1", "2")}) == 4
