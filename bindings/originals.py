#!/usr/bin/env python3
"""Checks docs/originals-features.md: each row names a file and text in it, and nothing is listed twice."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parent.parent


def faults(page):
    """Returns what is wrong with the tables of the page."""
    found, seen = [], set()
    for line in page.splitlines():
        if not line.startswith("| ") or line.startswith("| feature |"):
            continue
        feature, by, _ = (cell.strip() for cell in line.strip("|").split("|"))
        if feature in seen:
            found.append(f"listed twice: {feature}")
        seen.add(feature)
        places = re.findall(r"`([^`]+?): ([^`]+)`", by)
        if not places:
            found.append(f"no test is named: {feature}")
        for name, text in places:
            path = ROOT / name
            if not path.is_file() or text not in path.read_text():
                found.append(f"{feature}: {name} does not have: {text}")
    if not seen:
        found.append("there is no row")
    return found


def main():
    """Prints what is wrong."""
    wrong = faults((ROOT / "docs/originals-features.md").read_text())
    for one in wrong:
        print(f"originals.py: {one}", file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
