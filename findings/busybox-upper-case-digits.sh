#!/usr/bin/env bash
# BusyBox 1.35.0 (Debian 1:1.35.0-4+deb12u1+b1): sha256sum -c reports a mismatch for a right digest in upper case.
#
# The digits of the list are compared as text. PowerShell's Get-FileHash writes upper case, and coreutils 9.1 takes it as
# the same digest. The message is that of a changed file, and not that of a line that cannot be read. toybox 0.8.9 reads
# upper case, but takes the star that sha256sum -b writes as the first character of the name, which BusyBox does not.
#
# Output seen:
#   busybox lower 0 abc: OK
#   busybox upper 1 abc: FAILED
#   busybox star 0 abc: OK
#   toybox lower 0 abc: OK
#   toybox upper 0 abc: OK
#   toybox star 1 *abc: FAILED
#   coreutils lower 0 abc: OK
#   coreutils upper 0 abc: OK
#   coreutils star 0 abc: OK
. "$(dirname "$0")/common.sh"

apt-get download busybox-static=1:1.35.0-4+deb12u1+b1 toybox=0.8.9+dfsg-1 coreutils=9.1-1 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
declare -A programs=([busybox]="root/bin/busybox sha256sum" [toybox]="root/bin/toybox sha256sum" \
    [coreutils]="root/usr/bin/sha256sum")

printf abc > abc
digest=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
echo "$digest  abc" > lower
echo "${digest^^}  abc" > upper
echo "$digest *abc" > star
for program in busybox toybox coreutils; do
    for list in lower upper star; do
        status=0
        # shellcheck disable=SC2086
        ${programs[$program]} -c "$list" > out 2> /dev/null || status=$?
        echo "$program $list $status $(cat out)"
    done
done | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
busybox lower 0 abc: OK
busybox upper 1 abc: FAILED
busybox star 0 abc: OK
toybox lower 0 abc: OK
toybox upper 0 abc: OK
toybox star 1 *abc: FAILED
coreutils lower 0 abc: OK
coreutils upper 0 abc: OK
coreutils star 0 abc: OK
END
