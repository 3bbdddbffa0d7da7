#!/bin/sh
# Runs the bench with every provider built by build.sh.
#   FORKY_ROOT=... sh run.sh [options of bench] [NAME=OURS.so ...]
# It runs through the root's own dynamic loader, outside the chroot, so paths
# of further providers are ordinary paths of this machine.
set -eu
: "${FORKY_ROOT:?set FORKY_ROOT to the root that make-root.sh made}"
r=$FORKY_ROOT
o=$r/tmp/bramah-bench/out
l=$r/usr/lib/x86_64-linux-gnu
[ -x "$o/bench" ] || { echo "run.sh: no bench in $o: run build.sh first" >&2; exit 1; }
export OPENSSL_MODULES="$l/ossl-modules" OPENSSL_CONF=/dev/null
# after our own arguments: the providers
for f in "$o"/*.so; do
    case $f in
    *-native.so) set -- "$@" "$(basename "$f" .so)=$f" ;;
    *) set -- "$@" "$f" ;;
    esac
done
exec "$r/lib64/ld-linux-x86-64.so.2" --library-path "$l:$r/usr/lib" "$o/bench" "$@"
