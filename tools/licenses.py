#!/usr/bin/env python3
"""Collects the licences of the crates that are compiled into a package.

    tools/licenses.py           writes bindings/python/LICENSES-THIRD-PARTY.txt, which the wheel contains
    tools/licenses.py --check   fails unless the file names exactly the crates in use
    tools/licenses.py PACKAGE TARGET OUT
                                writes those of another package, a folder such as crates/bramah-cli, for a target

Of a crate under several licences, of which one may be chosen, the MIT licence is taken if it is among them.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packaging"))
from crates import ROOT, packages, tree

PYTHON = "bindings/python"
FILE = ROOT / PYTHON / "LICENSES-THIRD-PARTY.txt"
START = """Licences of third parties
=========================

The {} contains code of the crates below, and of the standard library of Rust, which is
Copyright (c) The Rust Project Developers and licensed under MIT OR Apache-2.0. tools/licenses.py writes this file.
"""
LINE = "-" * 120
# The systems that wheels are made for.
SYSTEMS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin")


def compiled_in(package: str, systems: tuple[str, ...]) -> list[tuple[str, str]]:
    """Returns the names and versions of the crates of others that a package contains on any of the systems."""
    return sorted({(name, version) for _, name, version, ours in tree(package, *systems) if not ours})


def texts(folder: pathlib.Path, licence: str) -> list[str]:
    """Returns the texts of the licence of a crate."""
    files = sorted(f for f in folder.iterdir() if re.match(r"(?i)(licen[sc]e|copying|unlicense|notice)", f.name) and f.is_file())
    mit = [f for f in files if "mit" in f.name.lower()]
    choice = re.split(r"\s+OR\s+|/", licence)
    chosen = mit if "MIT" in choice and mit else files
    return [f.read_text(encoding="utf-8").strip() for f in chosen]


def collected(package: str, what: str, systems: tuple[str, ...]) -> str:
    """Returns the text with the licences of the crates in a package, which a reader knows as `what`."""
    manifests = packages(package)
    by_text: dict[str, list[str]] = {}
    for crate in compiled_in(package, systems):
        manifest = manifests[crate]
        licence = manifest["license"] or "see below"
        found = texts(pathlib.Path(manifest["manifest_path"]).parent, licence)
        if not found:
            sys.exit(f"licenses: no text of a licence in {crate[0]} {crate[1]} ({licence})")
        for text in found:
            by_text.setdefault(re.sub(r"[ \t]+$", "", text.replace("\r\n", "\n"), flags=re.M), []).append(f"{crate[0]} {crate[1]} ({licence})")
    parts = [START.format(what)]
    for text, crates in sorted(by_text.items(), key=lambda item: item[1]):
        parts.append("\n".join([LINE, *crates, LINE, "", text, ""]))
    return "\n".join(parts)


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        named = set(re.findall(r"^([A-Za-z0-9_-]+) (\d\S*) \(", FILE.read_text(encoding="utf-8"), flags=re.M))
        if named != set(compiled_in(PYTHON, SYSTEMS)):
            sys.exit(f"licenses: {FILE.relative_to(ROOT)} does not name the crates in use: run tools/licenses.py")
    elif len(sys.argv) == 4:
        package, target, out = sys.argv[1:]
        pathlib.Path(out).write_text(collected(package, "command bramah", (target,)), encoding="utf-8")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        FILE.write_text(collected(PYTHON, "extension module of this package", SYSTEMS), encoding="utf-8")


if __name__ == "__main__":
    main()
