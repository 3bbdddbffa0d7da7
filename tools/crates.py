#!/usr/bin/env python3
"""Fails if a crate of others has a licence that deny.toml does not allow, comes from another place than Cargo's registry, or
is compiled in two versions.

These are the checks `bans licenses sources` of cargo-deny, with its configuration. `make deny` runs cargo-deny itself, with
its database of advisories, and compiles it if it is not installed. This script needs Python 3.11.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[1]


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Returns whether an SPDX expression allows the use of a crate. `/` stands for OR, as in old manifests."""
    words = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR ")) or ["none"]
    plain = {"(": "(", ")": ")", "AND": "and", "OR": "or"}
    return bool(eval(" ".join(plain.get(word) or str(word in allowed) for word in words)))  # of these words only


def compiled(metadata: dict) -> set[str]:
    """Returns the identifiers of all crates that the workspace compiles, except those that only tests use."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, left = set(), list(metadata["workspace_members"])
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += [d["pkg"] for d in nodes[one]["deps"] if any(k["kind"] != "dev" for k in d["dep_kinds"])]
    return found


def faults(metadata: dict, rules: dict) -> list[str]:
    """Returns a line for each crate that breaks a rule of deny.toml."""
    allowed = set(rules["licenses"]["allow"])
    skipped = {one["crate"].split("@")[0] for one in rules["bans"]["skip"]}
    used = compiled(metadata)
    lines, versions = [], {}
    registry = Counter(one["source"] for one in metadata["packages"]).most_common(1)[0][0]
    assert registry.startswith("registry+"), registry
    for one in metadata["packages"]:
        name = f"{one['name']} {one['version']}"
        if one["source"] is None and pathlib.Path(one["manifest_path"]).is_relative_to(ROOT):
            continue
        if one["source"] != registry:
            lines.append(f"{name}: comes from {one['source']}, not from the registry")
        if not is_allowed(one["license"] or "", allowed):
            lines.append(f"{name}: the licence {one['license']!r} is not in deny.toml")
        if one["id"] in used:
            versions.setdefault(one["name"], []).append(one["version"])
    twice = {name: all for name, all in versions.items() if len(all) > 1 + (name in skipped)}
    return lines + [f"{name}: compiled in the versions {', '.join(all)}" for name, all in twice.items()]


def main() -> int:
    assert is_allowed("MIT/Apache-2.0", {"MIT"}) and not is_allowed("MIT AND (A OR B)", {"MIT"}) and not is_allowed("", {"MIT"})
    call = ["cargo", "metadata", "--locked", "--all-features", "--format-version=1"]
    metadata = json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout)
    with open(ROOT / "deny.toml", "rb") as file:
        lines = faults(metadata, tomllib.load(file))
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(metadata['packages'])} crates: {len(lines)} faults", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
