"""`python -m regnum` is the `regnum` command."""

from regnum.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
