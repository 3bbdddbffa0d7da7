"""The types of the package, for programs that a type checker reads."""

import pathlib
import re

import bramah
from mypy import api

FILE = pathlib.Path(__file__).with_name("typed.py")


def test_a_type_checker_finds_exactly_the_wrong_calls(tmp_path):
    arguments = ["--strict", "--no-error-summary", "--hide-error-context", "--cache-dir", str(tmp_path), str(FILE)]
    out, errors, _ = api.run(arguments)
    assert not errors
    found = {}
    for line in out.splitlines():
        place, _, text = line.partition(": error: ")
        if text:
            found.setdefault(int(place.rsplit(":", 1)[1]), []).append(text)
    expected = {
        number: line.split("# wrong: ")[1].split()
        for number, line in enumerate(FILE.read_text().splitlines(), 1)
        if "# wrong: " in line
    }
    assert sorted(found) == sorted(expected), out
    for number, texts in found.items():
        for text in texts:
            assert any(f"[{code}]" in text for code in expected[number]), text


def test_the_type_of_every_constructor():
    stub = pathlib.Path(bramah.__file__).with_name("__init__.pyi").read_text()
    typed = dict(re.findall(r"^(\w+): Constructor\[(\w+)\]$", stub, flags=re.MULTILINE))
    for name, kind in typed.items():
        function = getattr(bramah, name)
        assert type(function(key=bytes(32)) if function.needs_key else function()).__name__ == kind, name
    assert set(typed) == {name for name in bramah.__all__ if isinstance(getattr(bramah, name), bramah.Constructor)}
