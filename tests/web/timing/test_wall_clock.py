"""Wall clocks: the names of time zones, and times of day."""

from datetime import UTC

from regnum.web.timing.wall_clock import minutes_of, wall_time, zone_of, zones


def test_zones_are_those_that_browsers_report() -> None:
    assert {"UTC", "Europe/Berlin", "Europe/Kyiv", "Europe/Kiev", "Etc/GMT-3", "Antarctica/Troll"} <= set(zones())
    assert not any(zone.startswith(("posix", "right", "SystemV")) for zone in zones())
    assert zone_of("Middle/Earth") is zone_of("UTC") is UTC


def test_time_of_day_is_parsed_and_formatted() -> None:
    times = {"00:00": 0, "00:59": 59, "01:00": 60, "09:05": 545, "19:30": 1170, "20:00": 1200, "23:59": 1439}
    assert {wall: minutes_of(wall) for wall in times} == times
    assert [wall_time(minutes) for minutes in times.values()] == list(times)
    assert minutes_of("23:59:59") == 1439, "some browsers send seconds"
