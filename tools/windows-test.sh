#!/bin/bash
# Runs the tests of the command for Windows that do not need Unix, under Wine.
#
#   tools/windows-test.sh [arguments of the tests]
#
# It needs the programs that tools/wine.sh names.
set -euo pipefail
cd "$(dirname "$0")/.."

. tools/wine.sh

# The vectors are not tested: each needs a process, and Wine starts only a few processes per second. With several
# threads, Wine fails to start some.
cargo test --no-fail-fast -p bramah-cli --locked --target $target --target-dir "$dir" --test command --lib -- \
    --test-threads 1 --skip vectors:: "$@"
