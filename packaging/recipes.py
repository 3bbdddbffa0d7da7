#!/usr/bin/env python3
"""Fills in the recipes for package managers from a folder that packaging/dist.sh made.

    packaging/recipes.py FOLDER      writes FOLDER/recipes

A template in packaging/recipes has @VERSION@, @REPOSITORY@, @RELEASE@ (the folder of the files), and @SHA256:NAME@, the
digest of a file, whose name is written with a * for the version. The version and the repository are those in Cargo.toml,
the digests those in SHA256SUMS. A recipe of which a file is missing is not written.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
#: The address that is written as long as Cargo.toml names no repository.
PLACEHOLDER = "https://example.org/bramah"


class Missing(Exception):
    """A file that a recipe needs is not in the folder."""


def digests(folder: pathlib.Path) -> dict[str, str]:
    """Returns the digests in SHA256SUMS by name."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def filled(template: str, values: dict[str, str], sums: dict[str, str]) -> str:
    """Returns the recipe of a template."""

    def value(match: re.Match[str]) -> str:
        word = match[1]
        if word.startswith("SHA256:"):
            name = word.removeprefix("SHA256:").replace("*", values["VERSION"])
            if name not in sums:
                raise Missing(name)
            return sums[name]
        return values[word]

    return re.sub(r"@([A-Z0-9]+(?::[^@\s]+)?)@", value, template)


def main() -> None:
    """Writes the recipes."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    package = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    repository = package["repository"] or PLACEHOLDER
    version = package["version"]
    values = {"VERSION": version, "REPOSITORY": repository, "RELEASE": f"{repository}/releases/download/v{version}"}
    sums = digests(folder)
    for template in sorted((ROOT / "packaging" / "recipes").rglob("*")):
        if not template.is_file():
            continue
        try:
            recipe = filled(template.read_text(encoding="utf-8"), values, sums)
        except Missing as missing:
            print(f"recipes: {template.name}: left out, {missing} was not made", file=sys.stderr)
            continue
        target = folder / "recipes" / template.relative_to(ROOT / "packaging" / "recipes")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(recipe, encoding="utf-8")


if __name__ == "__main__":
    main()
