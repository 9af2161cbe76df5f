#!/bin/sh
# firefox.sh: prints the path of a Firefox that starts. If there is none, root installs one with apt; otherwise it prints
# nothing, and the tests that need it are skipped. REGNUM_FIREFOX=/path/to/firefox overrides the search. Progress is
# written to standard error.
here=$(dirname "$0")

find_one() {
    for browser in $REGNUM_FIREFOX firefox firefox-esr "/Applications/Firefox.app/Contents/MacOS/firefox"; do
        if command -v "$browser" >/dev/null 2>&1 && "$browser" --version >/dev/null 2>&1; then
            command -v "$browser"
            return 0
        fi
    done
    return 1
}

find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    sh "$here/step.sh" "Looking up packages (apt)" apt-get update >&2
    DEBIAN_FRONTEND=noninteractive sh "$here/step.sh" "Installing Firefox (apt, about 70 MB)" \
        apt-get install -y --no-install-recommends firefox-esr >&2
    find_one && exit 0
fi
echo "regnum: no Firefox, so its tests are left out (REGNUM_FIREFOX=/path/to/firefox names one)" >&2
