#!/usr/bin/env bash
# Runs `refinery load` against a small local server, and computes the percentiles again from the raw data of each run.
# Usage: run.sh [FOLDER FOR THE RESULTS]
set -euo pipefail
cd "$(dirname "$0")"

out=${1:-$(mktemp -d)}
mkdir -p "$out"
scratch=${SCRATCH:-.build}
port=18460
swift build -c release --scratch-path "$scratch" >&2
shop=$(swift build -c release --scratch-path "$scratch" --show-bin-path)/shop

server=
finish() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; }
trap finish EXIT

status=0
# measure NAME STALL -- ARGUMENTS: a server of its own, a run, and the comparison.
measure() {
  local name=$1 stall=$2
  shift 3
  # shellcheck disable=SC2086
  ./server.py "$port" $stall >"$out/$name.server" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    grep -q listening "$out/$name.server" && break
    kill -0 "$server" 2>/dev/null || { cat "$out/$name.server" >&2; exit 1; }
    read -rt 0.1 <> <(:) || true
  done
  printf '\n## %s\n\n```text\n$ shop load Person.read' "$name"
  printf ' %q' "$@"
  printf '\n'
  "$shop" load Person.read "$@" --quiet --raw "$out/$name.csv" --json "$out/$name.json" --svg "$out/$name.svg" || status=1
  printf '```\n\n'
  ./percentiles.py "$out/$name.csv" "$out/$name.json" --closed || status=1
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
}

measure steady "" -- 'id={1..1000}' --rate 1000 --step 10s --warm-up 1s
measure stall "5 0.2" -- 'id={random 1..1000}' --rate 1000 --step 10s
measure poisson-steps "" -- 'id=5' --rate '250..1000 by 250' --step 3s --arrival poisson --seed 7 --client urlsession
measure limited "" -- 'id=5' --rate 50,200 --step 3s --client limited
exit "$status"
