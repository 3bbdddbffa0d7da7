#!/bin/bash
# Runs the tests of the command for Windows, under Wine: those that need no part of Unix.
#
#   tools/windows-test.sh [arguments of the tests]
#
# Needs what tools/wine.sh says.
set -euo pipefail
cd "$(dirname "$0")/.."

. tools/wine.sh

# Without the vectors: each is a process, of which Wine starts a few in a second. With several threads it fails to start some.
cargo test --no-fail-fast -p bramah-cli --locked --target $target --target-dir "$dir" --test command --lib -- \
    --test-threads 1 --skip vectors:: "$@"
