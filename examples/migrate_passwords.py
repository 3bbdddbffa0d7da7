#!/usr/bin/env python3
"""Moves the password hashes of a system to Argon2id, one user at a time, when they log in.

    migrate_passwords.py USERS USER     reads the password on standard input; ends with 0 if it is right

USERS is a text file with lines USER:STRING, where a string may be of bcrypt, PBKDF2 (Django, Werkzeug, passlib), scrypt,
SHA-crypt, yescrypt or Argon2. Only the user knows the password, so a login is the only moment at which it can be hashed
again: with the current function and parameters. Strings of users who never log in stay as they are. Replace the file by
your database; `login` is the part to keep.
"""

import os
import sys
import tempfile
from pathlib import Path

import bramah

#: The string of a password that nobody knows. For an unknown user it is verified instead, so that the time of the answer
#: does not show which users exist.
NOBODY = bramah.password.hash(bramah.random_bytes(16).hex(), "argon2id")


def login(users: dict[str, str], user: str, password: str) -> tuple[bool, bool]:
    """Returns whether the password is right, and whether the string of the user was replaced in `users`."""
    string = users.get(user, NOBODY)
    # ValueError: the string is damaged or of a scheme that cannot be read
    right = bramah.password.verify(password, string)
    if user not in users or not right:
        return False, False
    if not string.startswith("$argon2id$") or bramah.password.needs_rehash(string):
        users[user] = bramah.password.hash(password, "argon2id")
        return True, True
    return True, False


def read(file: Path) -> dict[str, str]:
    """Reads the file of users."""
    return dict(line.split(":", 1) for line in file.read_text(encoding="utf-8").splitlines() if line)


def write(file: Path, users: dict[str, str]) -> None:
    """Replaces the file of users: a crash leaves the old one or the new one."""
    text = "".join(f"{user}:{string}\n" for user, string in users.items())
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as new:
        new.write(text)
        new.flush()
        os.fsync(new.fileno())
    os.replace(new.name, file)


def main() -> None:
    """Logs one user in."""
    if len(sys.argv) != 3:
        sys.exit("usage: migrate_passwords.py USERS USER <PASSWORD")
    file, user = Path(sys.argv[1]), sys.argv[2]
    users = read(file)
    right, replaced = login(users, user, sys.stdin.readline().rstrip("\r\n"))
    if replaced:
        write(file, users)
        print("the string was replaced by one of Argon2id")
    sys.exit(0 if right else "wrong user or password")


if __name__ == "__main__":
    main()
