#!/bin/sh
# Watches a mirror of files for damage and for changes that nobody made. Run it from cron, which mails what it prints:
#
#   17 3 * * *  audit-mirror.sh /srv/mirror /var/lib/mirror.sums
#
# It prints nothing and ends with 0 if every file is as in the list. If a file was changed, added, removed or moved, it
# prints the differences and ends with 1. When you have changed files yourself, accept the new state:
#
#   audit-mirror.sh --accept /srv/mirror /var/lib/mirror.sums
#
# Keep the list where whoever can write to the mirror cannot write.
set -eu

accept=
if [ "${1-}" = --accept ]; then
    accept=yes
    shift
fi
[ $# -eq 2 ] || { echo "usage: audit-mirror.sh [--accept] FOLDER LIST" >&2; exit 2; }
folder=$1
list=$2

# Names in the list are relative to the folder, so that the mirror can move to another disk.
case $list in /*) ;; *) list=$PWD/$list ;; esac
cd "$folder"

if [ ! -e "$list" ]; then
    bramah hash -r -a blake3 --output "$list" .
    echo "new list: $list"
elif [ -n "$accept" ]; then
    # Only files whose size or time differ from the list are read again. The list is replaced when the new one is whole.
    bramah hash -r -a blake3 --update "$list" .
    echo "accepted: $list"
else
    # Everything is read, since damage does not change the size or time of a file.
    report=$(bramah check --audit --quiet "$list" 2>&1) || { echo "$report"; exit 1; }
fi
