#!/usr/bin/env python3
"""Collects the licences of the crates that are compiled into the Python package.

    tools/licenses.py           writes bindings/python/LICENSES-THIRD-PARTY.txt, which the wheel contains
    tools/licenses.py --check   fails unless the file names exactly the crates in use

Of a crate under several licences, of which one may be chosen, the MIT licence is taken if it is among them.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON = ROOT / "bindings" / "python"
FILE = PYTHON / "LICENSES-THIRD-PARTY.txt"
START = """Licences of third parties
=========================

The extension module of this package contains code of the crates below, and of the standard library of Rust, which is
Copyright (c) The Rust Project Developers and licensed under MIT OR Apache-2.0. tools/licenses.py writes this file.
"""
LINE = "-" * 120
# The systems that wheels are made for.
SYSTEMS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin")


def cargo(command: str, *arguments: str) -> str:
    call = ["cargo", command, "--locked", "--manifest-path", str(PYTHON / "Cargo.toml"), *arguments]
    return subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout


def compiled_in() -> list[tuple[str, str]]:
    """Returns the names and versions of the crates of others that the module contains on any of the systems."""
    arguments = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]
    arguments += [part for system in SYSTEMS for part in ("--target", system)]
    found = set()
    for line in filter(None, cargo("tree", *arguments).splitlines()):
        name, version, *rest = line.split()
        # with a path in parentheses: our own
        if not any(part.startswith("(/") for part in rest):
            found.add((name, version.removeprefix("v")))
    return sorted(found)


def texts(folder: pathlib.Path, licence: str) -> list[str]:
    """Returns the texts of the licence of a crate."""
    files = sorted(f for f in folder.iterdir() if re.match(r"(?i)(licen[sc]e|copying|unlicense|notice)", f.name) and f.is_file())
    mit = [f for f in files if "mit" in f.name.lower()]
    choice = re.split(r"\s+OR\s+|/", licence)
    chosen = mit if "MIT" in choice and mit else files
    return [f.read_text(encoding="utf-8").strip() for f in chosen]


def collected() -> str:
    packages = {(p["name"], p["version"]): p for p in json.loads(cargo("metadata", "--format-version=1"))["packages"]}
    by_text: dict[str, list[str]] = {}
    for crate in compiled_in():
        package = packages[crate]
        licence = package["license"] or "see below"
        found = texts(pathlib.Path(package["manifest_path"]).parent, licence)
        if not found:
            sys.exit(f"licenses: no text of a licence in {crate[0]} {crate[1]} ({licence})")
        for text in found:
            by_text.setdefault(re.sub(r"[ \t]+$", "", text.replace("\r\n", "\n"), flags=re.M), []).append(f"{crate[0]} {crate[1]} ({licence})")
    parts = [START]
    for text, crates in sorted(by_text.items(), key=lambda item: item[1]):
        parts.append("\n".join([LINE, *crates, LINE, "", text, ""]))
    return "\n".join(parts)


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        named = set(re.findall(r"^([A-Za-z0-9_-]+) (\d\S*) \(", FILE.read_text(encoding="utf-8"), flags=re.M))
        if named != set(compiled_in()):
            sys.exit(f"licenses: {FILE.relative_to(ROOT)} does not name the crates in use: run tools/licenses.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        FILE.write_text(collected(), encoding="utf-8")


main()
