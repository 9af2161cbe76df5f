#!/bin/sh
# step.sh TITLE COMMAND...: runs a long step quietly. Shows its title and duration, and its output only if it fails.
title=$1
shift
log=$(mktemp "${TMPDIR:-/tmp}/regnum-step.XXXXXX") || exit 1
trap 'rm -f "$log"' EXIT
trap 'kill "$job" 2>/dev/null; exit 130' INT TERM
began=$(date +%s)

"$@" >"$log" 2>&1 </dev/null &
job=$!
if [ -t 1 ]; then
    while kill -0 "$job" 2>/dev/null; do
        printf '\r%s … %ss ' "$title" "$(($(date +%s) - began))"
        sleep 1
    done
    printf '\r'
else
    printf '%s …\n' "$title"
fi
wait "$job"
code=$?

took=$(($(date +%s) - began))
if [ "$code" -eq 0 ]; then
    printf '%s: done in %ss\n' "$title" "$took"
else
    printf '%s: FAILED after %ss (exit code %s)\n' "$title" "$took" "$code" >&2
    tail -n "${STEP_LINES:-40}" "$log" >&2
fi
exit "$code"
