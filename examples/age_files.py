#!/usr/bin/env python3
"""Encrypts the reports of a program to the people who may read them, and decrypts them again, as age files.

    age_files.py keygen KEY                    writes an identity to the file KEY, and prints its recipient
    age_files.py encrypt RECIPIENT... <IN >OUT
    age_files.py decrypt KEY <IN >OUT

The files are those of the commands `age`, `rage` and `bramah`: each of them decrypts what the others have encrypted.
"""

import os
import shutil
import sys
from typing import BinaryIO

from bramah import files


def keygen(path: str) -> str:
    """Writes a new identity to a file that only its owner can read, and returns its recipient."""
    identity, recipient = files.generate_identity()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(f"# public key: {recipient}\n{identity}\n")
    return recipient


def encrypt(source: BinaryIO, target: BinaryIO, recipients: list[str]) -> None:
    """Encrypts a stream of any length to the recipients, each of whom can decrypt it."""
    with files.Writer(target, recipients=recipients) as writer:
        shutil.copyfileobj(source, writer)


def decrypt(source: BinaryIO, target: BinaryIO, path: str) -> None:
    """Decrypts a stream with the identities in a file.

    What is written before an error is authentic, but not whole: use it only if this function returns.
    """
    with open(path, encoding="ascii") as file:
        identities = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    shutil.copyfileobj(files.Reader(source, identities=identities), target)


def main(arguments: list[str]) -> None:
    """Runs one of the three commands."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    try:
        match arguments:
            case ["keygen", path]:
                print(keygen(path))
            case ["encrypt", first, *more]:
                encrypt(source, target, [first, *more])
            case ["decrypt", path]:
                decrypt(source, target, path)
            case _:
                sys.exit("usage: age_files.py keygen KEY, encrypt RECIPIENT..., or decrypt KEY")
    except files.NotAgeFile:
        sys.exit("standard input is not an age file")
    except files.NoMatch:
        sys.exit("the file is not for this identity")
    except files.InvalidTag:
        sys.exit("the file was changed or cut off: do not use the output")


if __name__ == "__main__":
    main(sys.argv[1:])
