#!/bin/sh
# Downloads a release in a CI job, and goes on only if its author signed it.
#
#   verify-download.sh URL NAME KEY
#
# URL   the folder of the release: it has NAME, the list SHA256SUMS and its signature SHA256SUMS.minisig
# NAME  the file that the job needs
# KEY   the author's public key (RW...), or a file with it. Keep it in your own repository: a key that comes with the
#       download proves nothing.
#
# A signature of signify, `ssh-keygen -Y sign` or OpenPGP works the same way; see `bramah check --help`.
set -eu

[ $# -eq 3 ] || { echo "usage: verify-download.sh URL NAME KEY" >&2; exit 2; }
url=$1
name=$2
key=$3

for file in "$name" SHA256SUMS SHA256SUMS.minisig; do
    curl --fail --silent --show-error --location --output "$file" "$url/$file"
done

# The exit code is 0 only if KEY signed the list, NAME is in the list, and NAME has the digest in the list. With `set -e`
# the script ends here otherwise, so nothing below ever touches a file that was not verified.
bramah check --quiet --signed-by "$key" SHA256SUMS.minisig "$name"

echo "$name: verified"
# from here on, use the file: tar -xf "$name" ...
