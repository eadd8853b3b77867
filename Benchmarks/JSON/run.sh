#!/usr/bin/env bash
# Measures RefineryJSON, Foundation and, where it is installed, simdjson. See README.md beside this folder. FOLDER is relative to
# this folder, and is made if it does not exist.
#   run.sh [--rounds N] [--check] [--output FOLDER]
set -euo pipefail
cd "$(dirname "$0")"

rounds=9
output=.
check=()
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=$2; shift 2 ;;
    --output) output=$2; shift 2 ;;
    --check) check=(--check); shift ;;
    *) sed -n 's/^#   //p' "$0" >&2; exit 2 ;;
  esac
done

# Before the measurement, so that a folder that cannot be made does not lose it.
mkdir -p "$output"

swift build -c release
bin=$(swift build -c release --show-bin-path)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/documents"
"$bin/json-benchmark" documents "$root/documents"

simdjson=
if pkg-config --exists simdjson 2>/dev/null; then
  # The same count of allocations as in Swift.
  counter=../Shared/Sources/CAllocations
  "${CC:-cc}" -O2 -I "$counter/include" -c "$counter/allocations.c" -o "$root/allocations.o"
  # For this machine's processor: On-Demand is compiled into the program, and falls back to plain loops otherwise.
  # shellcheck disable=SC2046
  "${CXX:-c++}" -std=c++17 -O3 -march=native Sources/SimdjsonTurn/main.cpp "$root/allocations.o" \
    $(pkg-config --cflags --libs simdjson) -o "$root/simdjson-turn"
  simdjson=$(pkg-config --modversion simdjson)
else
  echo "without simdjson: apt-get install --no-install-recommends libsimdjson-dev" >&2
fi

for round in $(seq "$rounds"); do
  echo "round $round of $rounds" >&2
  for operation in decode encode; do "$bin/json-benchmark" "$operation" --turn "$round" >>"$root/turns"; done
  [ -z "$simdjson" ] || "$root/simdjson-turn" "$round" "$root/documents" >>"$root/turns"
done

"$bin/json-benchmark" report "$output" "${check[@]}" "cores=$(nproc)" \
  "Swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)" \
  ${simdjson:+"simdjson=$simdjson"} <"$root/turns"
