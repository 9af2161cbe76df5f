"""Removing unused data: stale rows of guests, and unused tables. `HousekeepingService` in `service` does it hourly."""
