"""The recipes of docs/columns.md for engines that the package has no module for, where they are installed."""

import pathlib
import re

import bramah
import pandas
import pyarrow as pa
import pytest
from definition import rows

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "columns.md"
TABLE = pa.table({
    "name": pa.array(["Ann", "Bo", None, ""] * 50),
    "born": pa.array([1990, None, 1972, 5] * 50, pa.int64()),
    "more": pa.array([True] * 200),
})
DIGESTS = bramah.arrow.hash(TABLE["name"], "blake3").to_pylist()
ROWS = rows(TABLE.select(["name", "born"]))


def recipe(engine, people):
    """Runs the example of the page that imports an engine, and returns its frame."""
    (code,) = [code for code in re.findall(r"^```py\n(.*?)^```", PAGE.read_text(), re.M | re.S) if f"import bramah, {engine}" in code]
    names = {"people": people}
    exec(code, names)
    return names["frame"]


@pytest.mark.filterwarnings("default")
def test_dask():
    pytest.importorskip("dask.dataframe")
    people = TABLE.to_pandas(types_mapper=pandas.ArrowDtype)
    people.index = people.index[::-1]  # no plain range
    found = recipe("dask.dataframe", people).compute()
    found = found.sort_index(ascending=False)
    nulls = [value if isinstance(value, str) else None for value in found["digest"]]
    assert nulls == [digest and digest.hex() for digest in DIGESTS]
    assert found["row"].tolist() == [row.hex() for row in ROWS]


@pytest.mark.filterwarnings("default")
def test_daft():
    pytest.importorskip("daft")
    found = recipe("daft", TABLE).to_pydict()
    assert found["digest"] == DIGESTS and found["row"] == ROWS
