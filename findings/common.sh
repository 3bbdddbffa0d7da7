# What every script here begins with: it stops at the first error, and works in a folder of its own, which is removed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
