#!/usr/bin/env python3
"""Writes the components of a package as CycloneDX 1.6 (ECMA-424) in JSON.

    packaging/sbom.py PACKAGE TARGET OUT      PACKAGE is a folder, such as crates/bramah-cli

The components are the crates that are compiled in, with their licences and, from Cargo.lock, the SHA-256 of what was
downloaded, and the standard library of Rust. The file depends on the sources, the version of Rust and SOURCE_DATE_EPOCH.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import tomllib

from crates import ROOT, packages, tree


def rust() -> str:
    """Returns the version of the compiler, whose standard library is compiled in."""
    return subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]


def licence(text: str) -> list[dict]:
    """Returns a licence as an expression of SPDX; old manifests have a slash for OR."""
    return [{"expression": text.replace("/", " OR ").replace("  ", " ")}]


def bill(package: str, target: str) -> dict:
    """Returns the bill of materials."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(one["name"], one["version"]): one.get("checksum") for one in lock}
    manifests = packages(package)
    components, depends, above = {}, {}, []
    for depth, name, version, ours in tree(package, target):
        reference = f"pkg:cargo/{name}@{version}"
        del above[depth:]
        if above:
            depends[above[-1]].add(reference)
        above.append(reference)
        depends.setdefault(reference, set())
        component = {"type": "library", "bom-ref": reference, "name": name, "version": version, "purl": reference}
        # `cargo metadata` has no licence for a crate that names a file instead
        if text := manifests[name, version]["license"]:
            component["licenses"] = licence(text)
        if not ours:
            component["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
        components.setdefault(reference, component)
    root = above[0]
    standard = f"pkg:generic/rust-std@{rust()}"
    components[standard] = {"type": "library", "bom-ref": standard, "name": "rust-std", "version": rust(), "purl": standard}
    components[standard]["licenses"] = licence("MIT OR Apache-2.0")
    depends[root].add(standard)
    depends[standard] = set()
    subject = components.pop(root)
    subject["type"] = "library" if "python" in package else "application"
    subject["properties"] = [{"name": "rust:target", "value": target}]
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": subject},
        "components": [components[reference] for reference in sorted(components)],
        "dependencies": [{"ref": one, "dependsOn": sorted(depends[one])} for one in sorted(depends)],
    }


def main() -> None:
    """Writes one file."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    package, target, out = sys.argv[1:]
    pathlib.Path(out).write_text(json.dumps(bill(package, target), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
