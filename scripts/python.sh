#!/bin/sh
# python.sh: prints the path of a Python that can create our .venv (3.11 or newer, with venv and ensurepip), or explains what
# to install.
# PYTHON=/path/to/python3 overrides the search.
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
makes_venvs() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

incomplete=
for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
    new_enough "$python" || continue
    if makes_venvs "$python"; then
        "$python" -c 'import sys; print(sys.executable)'
        exit 0
    fi
    incomplete=${incomplete:-$python}
done

if [ -n "$incomplete" ]; then
    version=$("$incomplete" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    cat >&2 <<TEXT
regnum: Python $version is here, but it cannot make virtual environments (venv or ensurepip is missing).
  Debian, Ubuntu:  sudo apt-get install python$version-venv
  then run make again.
TEXT
else
    found=$("${PYTHON:-python3}" --version 2>/dev/null) || found="none"
    cat >&2 <<TEXT
regnum: Python 3.11 or newer is needed; found: $found.
  Debian 12, Ubuntu 24.04 or newer:  sudo apt-get install python3 python3-venv
  Fedora:                            sudo dnf install python3
  macOS:                             brew install python@3.13
  A Python in another place:         make PYTHON=/path/to/python3 ...
TEXT
fi
exit 1
