#!/bin/sh
# Builds the programs with which `make interop` compares the command, in DIRECTORY/bin, unless they exist: age with its
# key generator, its plugin for passphrases and its test plugin for tagged recipients, rage, and bao.
#
# usage: tools/interop.sh DIRECTORY
set -eu

AGE=v1.3.2
RAGE=0.12.1
BAO=0.13.1

mkdir -p "$1/bin"
directory=$(cd "$1" && pwd)
if [ ! -x "$directory/bin/age-plugin-batchpass" ]; then
    GOFLAGS=-mod=mod GOBIN="$directory/bin" go install "filippo.io/age/cmd/...@$AGE"
fi
if [ ! -x "$directory/bin/age-plugin-tagtest" ]; then
    GOFLAGS=-mod=mod GOBIN="$directory/bin" go install "filippo.io/age/tag/internal/age-plugin-tagtest@$AGE"
fi
if [ ! -x "$directory/bin/rage" ]; then
    # built without optimisation, since the tests encrypt at most a megabyte with it
    cargo install --quiet --locked --debug --config profile.dev.debug=false --root "$directory" --version "$RAGE" rage
fi
if [ ! -x "$directory/bin/bao" ]; then
    cargo install --quiet --locked --debug --config profile.dev.debug=false --root "$directory" --version "$BAO" bao_bin
fi
