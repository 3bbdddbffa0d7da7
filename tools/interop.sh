#!/bin/sh
# Makes the programs with which `make interop` compares the command, in DIRECTORY/bin, unless they exist: age with its
# key generator, its plugin for passphrases and its test plugin for tagged recipients, bao, and pyrage. pyrage is the
# Rust crate `age`, compiled, from PyPI, so that its command, rage, need not be compiled.
#
# usage: tools/interop.sh DIRECTORY
set -eu

AGE=v1.3.2
PYRAGE=1.4.0
BAO=0.13.1

mkdir -p "$1/bin"
directory=$(cd "$1" && pwd)
if [ ! -x "$directory/bin/age-plugin-batchpass" ]; then
    GOFLAGS=-mod=mod GOBIN="$directory/bin" go install "filippo.io/age/cmd/...@$AGE"
fi
if [ ! -x "$directory/bin/age-plugin-tagtest" ]; then
    GOFLAGS=-mod=mod GOBIN="$directory/bin" go install "filippo.io/age/tag/internal/age-plugin-tagtest@$AGE"
fi
if [ ! -x "$directory/bin/pyrage" ]; then
    python3 -m venv "$directory/python"
    "$directory/python/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "pyrage==$PYRAGE"
    { echo "#!$directory/python/bin/python"; cat "$(dirname "$0")/pyrage.py"; } >"$directory/bin/pyrage"
    chmod +x "$directory/bin/pyrage"
fi
# built without optimisation, since the tests hash at most a megabyte with it
if [ ! -x "$directory/bin/bao" ]; then
    cargo install --quiet --locked --debug --config profile.dev.debug=false --root "$directory" --version "$BAO" bao_bin
fi
