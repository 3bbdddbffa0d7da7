"""The crates that are compiled into a package of this repository, for lists of licences and of components."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]


def cargo(command: str, package: str, *arguments: str) -> str:
    """Returns what `cargo COMMAND` prints about a package, which is named by its folder."""
    call = ["cargo", command, "--locked", "--manifest-path", str(ROOT / package / "Cargo.toml"), *arguments]
    return subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout


def tree(package: str, *systems: str) -> list[tuple[int, str, str, bool]]:
    """Returns the crates that the package contains on any of the systems: depth, name, version, whether it is ours.

    The package itself has the depth 0, and a crate follows the one that depends on it. What only runs when something is
    built (build scripts, procedural macros) is not contained in the result.
    """
    arguments = ["--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", " {p}"]
    arguments += [part for system in systems for part in ("--target", system)]
    found = []
    for line in filter(None, cargo("tree", package, *arguments).splitlines()):
        depth, name, version, *rest = line.split()
        # with a path in parentheses: our own
        found.append((int(depth), name, version.removeprefix("v"), any(part.startswith("(/") for part in rest)))
    return found


def packages(package: str) -> dict[tuple[str, str], dict]:
    """Returns what the manifests of all crates say, by name and version."""
    listed = json.loads(cargo("metadata", package, "--format-version=1"))["packages"]
    return {(one["name"], one["version"]): one for one in listed}
