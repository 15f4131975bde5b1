#!/bin/sh
# Finds a Chromium for the browser tests, installs one where there is none, and prints its path.
# It prints nothing for Playwright's own build: Playwright finds that by itself.
# The headless shell is best: the same engine without the windows that nobody sees (Playwright's own
# build is one too).  A new phone costs it a third of the time.
set -eu

find_chromium() {
    for name in "${CHROMIUM:-}" chromium-headless-shell /usr/bin/chromium chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name"; then return 0; fi
    done
    return 1
}

find_chromium && exit 0

# A package of the system: the fonts make screenshots look as on a phone.
if command -v apt-get >/dev/null; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo="sudo -n"
    if [ -z "$sudo" ] || $sudo true 2>/dev/null; then
        echo "Installing Chromium for the browser tests ..." >&2
        export DEBIAN_FRONTEND=noninteractive
        $sudo apt-get -qq update >/dev/null || true
        for browser in chromium-headless-shell chromium; do # Ubuntu has no shell
            if $sudo apt-get -qq install -y --no-install-recommends \
                   "$browser" fonts-roboto-unhinted fonts-urw-base35 >/dev/null &&
                find_chromium; then
                exit 0
            fi
        done
    fi
fi

python -m playwright install chromium >&2 && exit 0

echo "The browser tests need Chromium. Install it, or set CHROMIUM to its path." >&2
exit 1
