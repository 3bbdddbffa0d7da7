#!/usr/bin/env bash
# AIDE 0.18.3 (Debian 0.18.3-1+deb12u5, built with mhash): crc32 is CRC-32/BZIP2, and crc32b is CRC-32, both with the lowest byte
# first; gost has the S-boxes of the test parameters.
#
# The manual says "crc32 checksum" of both and "GOST R 34.11-94 checksum" of gost. A database has the values in base64, like the
# digests; decoded, the four bytes of a CRC are in the opposite order of that in which a CRC-32 is commonly written. The other set
# of GOST's S-boxes in use is CryptoPro's. crccheck 1.3.1 and nettle-hash 3.8.1 have the functions to compare with, and sha1sum
# of coreutils 9.1 shows that digests are not reversed.
#
# Output seen (of 123456789: AIDE's name, the database's base64 decoded, then the function and its value):
#   crc32  181989fc CRC-32/BZIP2 fc891918
#   crc32b 2639f4cb CRC-32/ISO-HDLC cbf43926
#   sha1   f7c3bc1d808e04732adf679965ccc34ca7ae3441 sha1sum the same
#   gost   gosthash94 the same
#   gost   gosthash94cp another
. "$(dirname "$0")/common.sh"

apt-get download aide=0.18.3-1+deb12u5 libmhash2=0.9.9.9-9 nettle-bin=3.8.1-2 coreutils=9.1-1 > apt.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
python3 -m venv python
python/bin/pip -q install crccheck==1.3.1
mkdir files
printf '123456789' > files/nine
for name in crc32 crc32b sha1 gost; do
    cat > aide.conf <<END
database_in=file:$work/$name
database_out=file:$work/$name
gzip_dbout=no
$work/files/nine $name
END
    LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/aide --init --config=aide.conf > aide.log 2>&1
done
cat > names.py <<'CODE'
import base64
import re
import subprocess
import crccheck.crc

TEXT = b"123456789"


def database(name):
    """The value in the column of that name."""
    with open(name) as file:
        lines = file.read().splitlines()
    columns = next(line for line in lines if line.startswith("@@db_spec")).split()[1:]
    values = next(line for line in lines if "/files/nine" in line).split()
    return base64.b64decode(values[columns.index(name)])


def nettle(name):
    with open("files/nine", "rb") as file:
        output = subprocess.check_output(["root/usr/bin/nettle-hash", "-a", name], stdin=file, text=True)
    return bytes.fromhex("".join(re.findall(r"\b[0-9a-f]{16}\b", output)))


for name, function in (("crc32", crccheck.crc.Crc32Bzip2), ("crc32b", crccheck.crc.Crc32IsoHdlc)):
    value = function.calc(TEXT).to_bytes(4, "big")
    assert database(name) == value[::-1]
    print(f"{name:6} {database(name).hex()} {function._names[0]} {value.hex()}")
sha1 = subprocess.check_output(["root/usr/bin/sha1sum", "files/nine"], text=True).split()[0]
assert database("sha1").hex() == sha1
print(f"sha1   {sha1} sha1sum the same")
for name in ("gosthash94", "gosthash94cp"):
    print(f"gost   {name} {'the same' if database('gost') == nettle(name) else 'another'}")
CODE
python/bin/python names.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
crc32  181989fc CRC-32/BZIP2 fc891918
crc32b 2639f4cb CRC-32/ISO-HDLC cbf43926
sha1   f7c3bc1d808e04732adf679965ccc34ca7ae3441 sha1sum the same
gost   gosthash94 the same
gost   gosthash94cp another
END
