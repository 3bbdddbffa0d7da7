#!/usr/bin/env python3
"""Writes bindings/vectors.txt, which the tests of every language read, from the published vectors in vectors/ and those here.

With --check, it only compares. A line of the file is a kind and fields, separated by spaces: name=value. Values are
hexadecimal bytes except name (of the algorithm), rounds, seed, length, start, count, string (of a password) and the numbers of key derivation. A
field that is empty is left out. The lines of the kind named are those of bindings/names.txt, which the test `names` of the C
library writes from the registry: a kind, a name, and lengths in bytes of a key and a nonce that are taken.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 300  # bytes of a value
TAKEN = 4  # vectors of each algorithm
WORK = {"iterations": 5000, "m": 4096, "t": 10, "n": 16384}

HEAD = """\
# Vectors for the tests of every language: generated from vectors/ by bindings/vectors.py. A line is a kind and fields,
# name=value, separated by spaces. Values are hexadecimal bytes, except name, kind, hash, string and numbers.
"""


def value(text):
    """Expands repeat(HEX, COUNT); None if it is no bytes or too long."""
    repeat = re.fullmatch(r"repeat\(([0-9a-f]*), (\d+)\)", text)
    if repeat:
        text = repeat[1] * int(repeat[2])
    return text if re.fullmatch(r"([0-9a-f]{2})*", text) and len(text) <= 2 * LONGEST else None


def vectors(path):
    """Yields the vectors of a file as dictionaries."""
    vector = {}
    for line in path.read_text().splitlines() + [""]:
        if "=" in line and not line.startswith(("#", "[")):
            name, text = line.split("=", 1)
            vector[name.strip()] = text.strip()
        elif not line.strip() and vector:
            yield vector
            vector = {}


def line(kind, name, fields):
    """Returns a line, or None if a value cannot be in it."""
    parts = [kind, f"name={name}"]
    for field, text in fields.items():
        if text is None:
            return None
        if text != "":
            parts.append(f"{field}={text}")
    return " ".join(parts)


def expand(vector, names):
    """Returns the fields of a vector that are bytes, under their names here."""
    return {new: value(vector.get(old, "")) for old, new in names.items()}


def files(folder):
    return sorted((ROOT / "vectors" / folder).glob("*.txt"))


def hashes():
    for path in [path for path in files("hash") if not path.stem.startswith("kmac")]:  # these need a key
        found = [vector for vector in vectors(path) if set(vector) == {"message", "digest"}]
        lengths = {len(vector["digest"]) for vector in found}
        for vector in found:
            bits = 4 * len(vector["digest"])
            # the output of BLAKE3 has any length, and all its vectors have one that is not the usual one
            name = path.stem if len(lengths) == 1 and path.stem != "blake3" else f"{path.stem}-{bits}"
            if name != path.stem and bits not in (128, 160, 224, 256, 384, 512, 1024, 1048):
                continue
            yield name, line("hash", name, expand(vector, {"message": "message", "digest": "digest"}))


def macs():
    prefix = {"hmac": "hash", "cmac": "cipher", "omac2": "cipher", "pmac": "cipher", "gmac": "cipher",
              "dstu7624-cmac": "cipher"}
    names = {"key": "key", "nonce": "nonce", "message": "message", "tag": "tag"}
    for path in files("mac"):
        for vector in vectors(path):
            inner = prefix.get(path.stem)
            if set(vector) - set(names) - {inner} or (inner and inner not in vector):
                continue
            name = f"{path.stem}-{vector[inner]}" if inner else path.stem
            yield name, line("mac", name, expand(vector, names))


def ciphers():
    names = {"key": "key", "iv": "iv", "plaintext": "plaintext", "ciphertext": "ciphertext"}
    for path in files("mode"):
        for vector in vectors(path):
            if set(vector) - set(names) - {"cipher"} or "cipher" not in vector:
                continue
            name = f"{vector['cipher']}-{path.stem}"
            yield name, line("cipher", name, expand(vector, names))


def streams():
    names = {"key": "key", "nonce": "nonce", "iv": "nonce", "plaintext": "plaintext", "ciphertext": "ciphertext"}
    for path in files("stream"):
        for vector in vectors(path):
            if set(vector) - set(names) - {"cipher", "rounds"} or not {"key", "plaintext", "ciphertext"} <= set(vector):
                continue
            name = vector.get("cipher", path.stem)
            fields = expand(vector, {old: new for old, new in names.items() if old in vector})
            if name in ("chacha", "salsa20", "xchacha", "xsalsa20") and "rounds" in vector:
                fields["rounds"] = vector["rounds"]
            yield name, line("stream", name, fields)


def aeads():
    names = {"key": "key", "nonce": "nonce", "ad": "ad", "plaintext": "plaintext", "ciphertext": "ciphertext",
             "tag": "tag"}
    for path in files("aead"):
        for vector in vectors(path):
            if set(vector) - set(names) - {"cipher"}:
                continue
            name = f"{vector['cipher']}-{path.stem}" if "cipher" in vector else path.stem
            yield name, line("aead", name, expand(vector, names))


def kdfs():
    numbers = {"iterations": "iterations", "n": "n", "r": "r", "p": "lanes", "m": "memory", "t": "iterations",
               "version": "version"}
    names = {"password": "password", "salt": "salt", "secret": "secret", "ad": "data", "output": "output"}
    for path in [path for path in files("kdf") if path.stem in ("argon2d", "argon2i", "argon2id", "pbkdf2", "scrypt")]:
        for vector in vectors(path):
            if set(vector) - set(numbers) - set(names) - {"hash"} or "output" not in vector:
                continue
            if any(int(vector.get(field, 0)) > most for field, most in WORK.items()):
                continue
            fields = expand(vector, names)
            if path.stem.startswith("argon2") and len(vector.get("salt", "")) < 16:
                continue
            fields |= {numbers[field]: vector[field] for field in numbers if field in vector}
            fields["hash"] = vector.get("hash", "")
            yield path.stem, line("kdf", path.stem, fields)


def passwords():
    for path in files("password"):
        for vector in vectors(path):
            if set(vector) != {"password", "string"} or not re.fullmatch(r"\$(argon2id|2b|6|scrypt)\$.*", vector["string"]):
                continue
            name = path.stem
            yield name, line("password", name, {"password": value(vector["password"]), "string": vector["string"]})


def compositions():
    names = {"key": "key", "nonce": "nonce", "ad": "ad", "plaintext": "plaintext", "ciphertext": "ciphertext",
             "tag": "tag"}
    for path in files("composition"):
        for vector in vectors(path):
            if set(vector) <= set(names):
                yield path.stem, line("composition", path.stem, expand(vector, names))


def wraps():
    names = {"key": "key", "plaintext": "plaintext", "ciphertext": "ciphertext"}
    for path in files("wrap"):
        for vector in vectors(path):
            if set(vector) == set(names) | {"cipher"}:
                name = f"{vector['cipher']}-{path.stem}"
                yield name, line("wrap", name, expand(vector, names))


def salsar():
    for vector in vectors(ROOT / "vectors" / "random" / "salsar.txt"):
        calls = vector["calls"].split()
        if "seed" in vector and set(calls) == {"dword"}:
            words = "".join(vector["results"].split()[:32])
            # the number of rounds in the name, so that there are some of each
            yield f"salsar{vector['rounds']}", line(
                "salsar", "salsar", {"rounds": vector["rounds"], "seed": vector["seed"], "words": value(words)}
            )


# The length of content whose byte i is i / 1024 + i mod 251, its BLAKE3, and the SHA-256 of its combined encoding, its outboard
# encoding, and the slice of 3,000 bytes from byte 1,000 on: by the command bao 0.13.1.
BAO = [
    (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
     "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc",
     "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc",
     "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc"),
    (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
     "a536aa3cede6ea3c1f3e0357c3c60e0f216a8c89b853df13b29daa8f85065dfb",
     "7c9fa136d4413fa6173637e883b6998d32e1d675f88cddff9dcbcf331820f4b8",
     "a536aa3cede6ea3c1f3e0357c3c60e0f216a8c89b853df13b29daa8f85065dfb"),
    (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
     "71b5b6cf8f7e3ec39cb9805572d55194c45bed9f46715c512783a2aa22750e84",
     "fef02424157f106b48d04276276c15ebba9c516e6024d4f82ea2f648af3e09c8",
     "71b5b6cf8f7e3ec39cb9805572d55194c45bed9f46715c512783a2aa22750e84"),
    (1025, "dcb02411d0a375c460274b23154a5c7ab4f2684396c1293132e851f1df9b0b1b",
     "3e1ee41518d9faf9d9c11f344305da85d9e11840f2df6b19799fcf57d80624b2",
     "ed69ea259b34e05db7bec8e48990f8750b61660e7c8d38056497bcd5d20ed32c",
     "3e1ee41518d9faf9d9c11f344305da85d9e11840f2df6b19799fcf57d80624b2"),
    (5000, "d5ccf26b7ee1fb0891afb4c1a3192a7eaef0b25fe683c727d62b66f7db72ee8a",
     "e78f0ed7b2a8445a4057a0b64e93a46f8fe570a4ee31bd9abb47f431c2b7a031",
     "1c212afe076a891cb9e86ae7a91207558fc6674a47a2bce84b308d3cfda3b953",
     "038aeed30f96fd35ada2023a6c51da71f597ff0cf57cf477a973c85bb0acaeb1"),
    (70000, "3633f97af25f2185dc6ba518ec228d29f2f7657d75392514f27bb9ad2a8ca76b",
     "824c3551ae282167b1603e5ded651f14c489c2fec85614d6ce0b545b23ad35a4",
     "648ed992e3841e9a7f08bfd664da0c48dd0e7e2a5ef50fe27354ff78f1e3e312",
     "5a35e93c71e384e1937968e9b7dbd321d7867a317ad5239c30097fcc1afaab89"),
    (1500000, "66e649445ea5832c01fe538ff57a85e0dd4edcfbeed0db910642f77d96f3d83d",
     "0dc7bedceddc9933844084367c9bedd88c893c7e6acb3468cb423d7396bf9917",
     "a3775cdbe1ffe4c3a085e3aeb1bc807e6670c6fd8d4d922c406de5535134dbb5",
     "ae65c37b77a36a67dda2a5de260203f1c1058d61a2b1e040a1bd757977760b04"),
]


def bao():
    for length, digest, combined, outboard, slice in BAO:
        fields = {"length": str(length), "start": "1000", "count": "3000", "digest": digest, "combined": combined,
                  "outboard": outboard, "slice": slice}
        yield f"bao-{length}", line("bao", "bao", fields)


def main():
    lines = []
    for kind in (hashes, macs, ciphers, streams, aeads, kdfs, passwords, compositions, wraps, salsar, bao):
        taken = {}
        for name, text in kind():
            if text and taken.setdefault(name, 0) < TAKEN:
                taken[name] += 1
                lines.append(text)
    text = HEAD + "\n".join(lines) + "\n" + (ROOT / "bindings" / "names.txt").read_text()
    path = ROOT / "bindings" / "vectors.txt"
    if sys.argv[1:] == ["--check"]:
        if path.read_text() != text:
            sys.exit("bindings/vectors.txt is not that of vectors/: bindings/vectors.py writes it")
    else:
        path.write_text(text)


main()
