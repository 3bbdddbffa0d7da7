"""Encrypts and decrypts age files with pyrage, the Python package of the Rust crate `age`, for `make interop`.

usage: pyrage -e [-a] -R RECIPIENTS.. <TEXT >FILE
       pyrage -d -i IDENTITIES <FILE >TEXT
"""

import argparse
import sys

import pyrage


def lines(name):
    with open(name) as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def recipient(line):
    return (pyrage.ssh if line.startswith("ssh-") else pyrage.x25519).Recipient.from_str(line)


def identities(name):
    with open(name, "rb") as file:
        content = file.read()
    if content.startswith(b"-----BEGIN OPENSSH"):
        return [pyrage.ssh.Identity.from_buffer(content)]
    return [pyrage.x25519.Identity.from_str(line) for line in lines(name)]


arguments = argparse.ArgumentParser(prog="pyrage")
arguments.add_argument("-e", action="store_true")
arguments.add_argument("-a", action="store_true")
arguments.add_argument("-d", action="store_true")
arguments.add_argument("-R", action="append", default=[])
arguments.add_argument("-i")
given = arguments.parse_args()
content = sys.stdin.buffer.read()
if given.d:
    content = pyrage.decrypt(content, identities(given.i))
else:
    content = pyrage.encrypt(content, [recipient(line) for name in given.R for line in lines(name)], armored=given.a)
sys.stdout.buffer.write(content)
