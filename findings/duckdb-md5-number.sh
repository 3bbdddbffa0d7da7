#!/usr/bin/env bash
# DuckDB 2.0.1: md5_number reads the digest from its last byte on, and its upper half is md5_number_lower.
#
# A digest as a number has its first byte as the highest, in the order of its digits: so Snowflake's documentation defines
# md5_number, md5_number_lower64 and md5_number_upper64. DuckDB's functions of almost the same names give the numbers of the
# bytes in the opposite order. Its "lower" is of the last eight bytes, as Snowflake's is, though they are the upper half of its
# own md5_number. The description in duckdb_functions() has no order of bytes. Its md5 and sha256 are those of hashlib.
#
# Output seen (of the text Snowflake, whose lower and upper halves Snowflake's documentation gives: in digits of base 16,
# DuckDB's number, that of hashlib, and that of hashlib with the bytes reversed):
#   md5_number       dec8c9dd30b6b87f443aa8759043f1ed edf1439075a83a447fb8b630ddc9c8de dec8c9dd30b6b87f443aa8759043f1ed
#   md5_number_lower dec8c9dd30b6b87f 7fb8b630ddc9c8de dec8c9dd30b6b87f
#   md5_number_upper 443aa8759043f1ed edf1439075a83a44 443aa8759043f1ed
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install duckdb==2.0.1
cat > digests.py <<'CODE'
import hashlib

import duckdb

# The values in Snowflake's pages of md5_number_lower64 and md5_number_upper64.
LOWER, UPPER = 9203306159527282910, 17145559544104499780

text = "Snowflake"
digest = hashlib.md5(text.encode()).digest()
assert int.from_bytes(digest, "big") == UPPER << 64 | LOWER


def sql(function):
    return duckdb.execute(f"select {function}(?)", [text]).fetchall()[0][0]


assert sql("md5") == digest.hex()
assert sql("sha256") == hashlib.sha256(text.encode()).hexdigest()
for function, part in (("md5_number", digest), ("md5_number_lower", digest[8:]), ("md5_number_upper", digest[:8])):
    numbers = (sql(function), int.from_bytes(part, "big"), int.from_bytes(part, "little"))
    print(f"{function:16} " + " ".join(f"{number:0{2 * len(part)}x}" for number in numbers))
CODE
python/bin/python digests.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
md5_number       dec8c9dd30b6b87f443aa8759043f1ed edf1439075a83a447fb8b630ddc9c8de dec8c9dd30b6b87f443aa8759043f1ed
md5_number_lower dec8c9dd30b6b87f 7fb8b630ddc9c8de dec8c9dd30b6b87f
md5_number_upper 443aa8759043f1ed edf1439075a83a44 443aa8759043f1ed
END
