"""Digests of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb, pandas.

A column of strings or bytes goes in, in any layout: 32-bit and 64-bit offsets, views, fixed-size binary, dictionaries
(each value of which is hashed once), in one array or in chunks, or as a table with only this column. Out come digests as
fixed-size binary, or strings of hexadecimal digits; nulls stay null. No Arrow library is needed, and each takes the result
as a column, whatever the input was::

    frame["digest"] = bramah.arrow.hash(frame["name"], "sha256")  # pandas
    digests = pyarrow.array(bramah.arrow.hash(names, "sha256"))
    digests = polars.Series(bramah.arrow.hash(names, "sha256", out="hex"))
    # duckdb counts optional parameters, too, so it takes a function of the column alone
    connection.create_function("digest", lambda names: bramah.arrow.hash(names), ["VARCHAR"], "BLOB", type="arrow")
"""

from ._bramah import Array
from ._bramah import arrow_hash as hash
from ._bramah import arrow_hmac as hmac

__all__ = ["Array", "hash", "hmac"]
