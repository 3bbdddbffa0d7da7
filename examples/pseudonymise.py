#!/usr/bin/env python3
"""Replaces a column of a CSV file by pseudonyms.

    pseudonymise.py COLUMN KEYFILE <people.csv >shared.csv

Equal values get equal pseudonyms, so that tables can still be joined. A pseudonym is the first 16 bytes of an HMAC under a
secret key, in hexadecimal. A hash without a key would not do: whoever has a list of names, numbers or addresses can hash
all of them and compare. With the key, nobody can, unless they have the key too.

The file KEYFILE has 32 random bytes; make it with `bramah random 32 >KEYFILE`. Whoever has it can find out who is
behind a pseudonym; without it, new data get other pseudonyms.
"""

import csv
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import bramah

#: The number of rows whose values are computed in one call, side by side.
ROWS = 10_000
#: The length of a pseudonym in bytes: with 16, a billion values get a billion pseudonyms.
LENGTH = 16


def pseudonyms(key: bytes, values: list[str]) -> list[str]:
    """Returns the pseudonyms of some values."""
    tags = bramah.hmac_many(key, [value.encode() for value in values], "sha256")
    return [tag[:LENGTH].hex() for tag in tags]


def rows(key: bytes, column: str, reader: Iterable[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Returns the rows with pseudonyms in the column. An empty value stays empty: it says that there is none."""
    group: list[dict[str, str]] = []

    def replaced() -> list[dict[str, str]]:
        filled = [row for row in group if row[column]]
        for row, pseudonym in zip(filled, pseudonyms(key, [row[column] for row in filled]), strict=True):
            row[column] = pseudonym
        return group

    for row in reader:
        group.append(row)
        if len(group) == ROWS:
            yield from replaced()
            group = []
    yield from replaced()


def main() -> None:
    """Copies standard input to standard output."""
    if len(sys.argv) != 3:
        sys.exit("usage: pseudonymise.py COLUMN KEYFILE <IN >OUT")
    column, key = sys.argv[1], Path(sys.argv[2]).read_bytes()
    if len(key) != 32:
        sys.exit(f"{sys.argv[2]}: {len(key)} bytes; a key has 32: bramah random 32 >{sys.argv[2]}")
    reader = csv.DictReader(sys.stdin)
    if column not in (reader.fieldnames or []):
        sys.exit(f"no column {column!r}; the columns are {', '.join(reader.fieldnames or [])}")
    writer = csv.DictWriter(sys.stdout, reader.fieldnames or [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(key, column, reader))


if __name__ == "__main__":
    main()
