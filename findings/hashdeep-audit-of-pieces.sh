#!/usr/bin/env bash
# hashdeep 4.4 (Debian 4.4-7.1+b1): the audit of a list that -p wrote fails for an unchanged file, and reports hash collisions.
#
# With -p, hashdeep writes a line for each piece of a file, with the range of bytes after the name. The audit (-a) with the same
# -p hashes the pieces again, but under the name of the file without a range. So the first piece, or the whole file if it has one,
# has moved, and every other piece is a "Hash collision", although its length and both its digests (MD5 and SHA-256) are those of
# its own line. -m prints the name for the first piece, and reports a collision for the others too. md5deep of the same package
# reads what its own -p wrote, and prints all three pieces with their ranges.
#
# Output seen (a file of 600 bytes in pieces of 200: the beginnings of the digests, then the audit without its counts of zero):
#   200,887f30b4,c2a908d9,file offset 0-199
#   200,057cecd3,aaebc35c,file offset 200-399
#   200,0e90e342,5e39abe8,file offset 400-599
#   exit code 1
#   file: Moved from file offset 0-199
#   file: Hash collision with file offset 200-399
#   file: Hash collision with file offset 400-599
#   hashdeep: Audit failed
#   Files partially matched: 2
#               Files moved: 1
#   matched (-m):
#   file
#   file: Hash collision with file offset 200-399
#   file: Hash collision with file offset 400-599
#   without -p:
#   file: Ok
#   hashdeep: Audit passed
#             Files matched: 1
#   md5deep -p -m:
#   file offset 0-199
#   file offset 200-399
#   file offset 400-599
. "$(dirname "$0")/common.sh"

apt-get download hashdeep=4.4-7.1+b1 > apt.log 2>&1
dpkg -x hashdeep_*.deb root
for letter in a b c; do head -c 200 /dev/zero | tr '\0' $letter; done > file

{
    root/usr/bin/hashdeep -l -p 200 file > pieces
    grep -v '^[%#]' pieces | sed -E 's/([0-9a-f]{8})[0-9a-f]+,/\1,/g'
    root/usr/bin/hashdeep -l -p 200 -a -vvv -k pieces file > audit || echo "exit code $?"
    grep -v ': 0$' audit
    echo "matched (-m):"
    root/usr/bin/hashdeep -l -p 200 -m -k pieces file 2>&1
    root/usr/bin/hashdeep -l file > whole
    echo "without -p:"
    root/usr/bin/hashdeep -l -a -vvv -k whole file 2>&1 | grep -v ': 0$'
    echo "md5deep -p -m:"
    root/usr/bin/md5deep -l -p 200 file > list
    root/usr/bin/md5deep -l -p 200 -m list file
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
200,887f30b4,c2a908d9,file offset 0-199
200,057cecd3,aaebc35c,file offset 200-399
200,0e90e342,5e39abe8,file offset 400-599
exit code 1
file: Moved from file offset 0-199
file: Hash collision with file offset 200-399
file: Hash collision with file offset 400-599
hashdeep: Audit failed
Files partially matched: 2
            Files moved: 1
matched (-m):
file
file: Hash collision with file offset 200-399
file: Hash collision with file offset 400-599
without -p:
file: Ok
hashdeep: Audit passed
          Files matched: 1
md5deep -p -m:
file offset 0-199
file offset 200-399
file offset 400-599
END
