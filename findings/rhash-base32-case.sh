#!/usr/bin/env bash
# RHash 1.4.3 (Debian 1.4.3-3): the same digest is in small letters in a BSD list and in capitals in an SFV list.
#
# TTH is written in base32. In SFV it is in capitals, as CRC-32 is there; in BSD's form, the simple one and magnet links in small
# letters, where RFC 4648 has capitals alone. A program that compares the texts of two lists of the same file finds them different.
#
# Output seen:
#   bsd TTH   (abc) = asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia
#   sfv abc ASD4UJSEH5M47PDYB46KBTSQTSGDKLBHYXOMUIA
#   simple asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia  abc
#   magnet urn:tree:tiger:asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia
. "$(dirname "$0")/common.sh"

apt-get download rhash=1.4.3-3 librhash0=1.4.3-3 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'librhash.so.0')")
export LD_LIBRARY_PATH
printf abc > abc
{
    echo "bsd $(root/usr/bin/rhash --tth --bsd abc)"
    echo "sfv $(root/usr/bin/rhash --tth --sfv abc | grep -v '^;')"
    echo "simple $(root/usr/bin/rhash --tth --simple abc)"
    echo "magnet $(root/usr/bin/rhash --tth --magnet abc | grep -o 'urn:tree:tiger:[^&]*')"
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
bsd TTH   (abc) = asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia
sfv abc ASD4UJSEH5M47PDYB46KBTSQTSGDKLBHYXOMUIA
simple asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia  abc
magnet urn:tree:tiger:asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia
END
