#!/bin/sh
# Writes an encrypted backup of a folder, as a stream: no plain copy is written to any disk.
#
#   encrypt-backup.sh backup FOLDER RECIPIENTS OUT    encrypts FOLDER to the file OUT
#   encrypt-backup.sh restore OUT IDENTITY FOLDER     unpacks OUT into the new folder FOLDER
#
# Make the keys once, on the machine that will restore, and give only the recipient to the machine that makes backups:
#
#   bramah keygen -o identity.txt && bramah keygen -y identity.txt >recipients.txt
#
# RECIPIENTS may have several lines: a second key, kept elsewhere, opens the backups if the first is lost.
set -eu

usage() {
    echo "usage: encrypt-backup.sh backup FOLDER RECIPIENTS OUT, or restore OUT IDENTITY FOLDER" >&2
    exit 2
}
[ $# -eq 4 ] || usage

# A pipe has the exit code of its last program only. So each first program leaves a file when it has succeeded.
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT

case $1 in
backup)
    # -o gets its name only when everything is written, and an existing backup is never replaced.
    { tar -C "$2" -cf - . && touch "$state/packed"; } | bramah encrypt -R "$3" -o "$4"
    if [ ! -e "$state/packed" ]; then
        rm -f "$4"
        echo "encrypt-backup.sh: $2 was not read whole; no backup was made" >&2
        exit 1
    fi
    ;;
restore)
    [ ! -e "$4" ] || { echo "encrypt-backup.sh: $4 already exists" >&2; exit 1; }
    # tar gets only authentic data. That the backup is whole is known at its end: the folder gets its name after that.
    mkdir "$4.partial"
    if ! { bramah decrypt -i "$3" -o - "$2" && touch "$state/decrypted"; } | tar -C "$4.partial" -xf - ||
        [ ! -e "$state/decrypted" ]; then
        echo "encrypt-backup.sh: $2 was not restored whole; what came before the error is in $4.partial" >&2
        exit 1
    fi
    mv "$4.partial" "$4"
    ;;
*)
    usage
    ;;
esac
