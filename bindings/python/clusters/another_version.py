"""A copy of the package that says it has another version, for workers."""

import pathlib
import shutil

import bramah


def bramah_of_another_version(folder: pathlib.Path) -> pathlib.Path:
    """Returns the folder in which the copy is, for PYTHONPATH."""
    beside = folder / "another"
    shutil.copytree(pathlib.Path(bramah.__file__).parent, beside / "bramah")
    with open(beside / "bramah" / "__init__.py", "a") as file:
        file.write('\n__version__ = "0.0.0"\n')
    return beside
