#!/bin/sh
# postgres.sh [--find]: prints the folder of PostgreSQL's programs. Installs them if there are none; with --find it only
# searches. It starts nothing: the tests run their own server, or use the one that REGNUM_TEST_POSTGRES names.
here=$(dirname "$0")

find_them() {
    for folder in "$(pg_config --bindir 2>/dev/null)" $(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin 2>/dev/null | sort -rV) /usr/bin /usr/local/bin; do
        if [ -x "$folder/initdb" ] && "$folder/postgres" --version >/dev/null 2>&1; then
            echo "$folder"
            return 0
        fi
    done
    return 1
}

find_them && exit 0
[ "$1" = --find ] && exit 1
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    sh "$here/step.sh" "Looking up packages (apt)" apt-get update >&2
    DEBIAN_FRONTEND=noninteractive sh "$here/step.sh" "Installing PostgreSQL (apt, about 20 MB)" \
        apt-get install -y --no-install-recommends postgresql >&2
    find_them && exit 0
fi

cat >&2 <<'TEXT'
regnum: no PostgreSQL here, and none could be installed. The tests of several servers need one:
  Debian, Ubuntu:  sudo apt-get install postgresql
  Fedora:          sudo dnf install postgresql-server
  macOS:           brew install postgresql@17
  one that runs:   make test REGNUM_TEST_POSTGRES=postgresql://user:password@127.0.0.1/postgres
TEXT
exit 1
