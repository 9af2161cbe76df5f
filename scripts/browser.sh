#!/bin/sh
# browser.sh [--find|--whole]: prints the path of a Chromium that starts, preferably a headless one, which is faster.
# Installs one if there is none. With --find and --whole it only searches; --whole finds only browsers that can show
# notifications. REGNUM_BROWSER=/path/to/chromium overrides the search. Progress is written to standard error.
python=$(dirname "$0")/../.venv/bin/python
here=$(dirname "$0")

starts() { command -v "$1" >/dev/null 2>&1 && "$1" --version >/dev/null 2>&1; }

playwrights_own() {
    [ -x "$python" ] && "$python" - 2>/dev/null <<'PYTHON'
from playwright.sync_api import sync_playwright
with sync_playwright() as tool:
    print(tool.chromium.executable_path)
PYTHON
}

find_one() {
    if [ -n "$REGNUM_BROWSER" ] && ! { [ "$1" = --whole ] && [ "${REGNUM_BROWSER##*-}" = shell ]; }; then
        starts "$REGNUM_BROWSER" && echo "$REGNUM_BROWSER"
        return
    fi
    [ "$1" = --whole ] || quick=chromium-headless-shell
    for browser in $quick chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if starts "$browser"; then
            command -v "$browser"
            return 0
        fi
    done
    browser=$(playwrights_own)
    [ -n "$browser" ] && starts "$browser" && echo "$browser"
}

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# Debian has a package of the headless one, which is worth installing even next to another browser.
lacks_quick() {
    [ -z "$REGNUM_BROWSER" ] && can_install && grep -qs "^ID=debian" /etc/os-release && ! starts chromium-headless-shell
}

if [ -n "$1" ] || ! lacks_quick; then
    find_one "$1" && exit 0
fi
[ -n "$1" ] && exit 1
if [ -n "$REGNUM_BROWSER" ]; then
    echo "regnum: REGNUM_BROWSER=$REGNUM_BROWSER does not start" >&2
    exit 1
fi

if can_install; then
    sh "$here/step.sh" "Looking up packages (apt)" apt-get update >&2
    DEBIAN_FRONTEND=noninteractive sh "$here/step.sh" "Installing Chromium (apt, about 170 MB)" \
        apt-get install -y --no-install-recommends chromium $(apt-cache pkgnames chromium-headless-shell) >&2
    find_one && exit 0
fi
if [ -x "$python" ]; then
    STEP_LINES=6 sh "$here/step.sh" "Installing Chromium (playwright)" "$python" -m playwright install chromium >&2
    find_one && exit 0
fi

cat >&2 <<'TEXT'
regnum: no Chromium that starts, and none could be installed. The browser tests need one:
  Debian:          sudo apt-get install chromium
  Ubuntu:          sudo .venv/bin/playwright install-deps chromium && .venv/bin/playwright install chromium
  Fedora:          sudo dnf install chromium
  macOS:           brew install --cask chromium
  another place:   make test REGNUM_BROWSER=/path/to/chromium
TEXT
exit 1
