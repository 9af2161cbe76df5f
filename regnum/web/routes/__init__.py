"""The pages and what can be posted to them."""
