"""Digests of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb, pandas.

The input is a column of strings or bytes in any layout: 32-bit and 64-bit offsets, views, fixed-size binary, dictionaries
(each value is hashed once), in one array or in chunks, or a table with only this column. The result is digests as
fixed-size binary, or strings of hexadecimal digits; nulls stay null. No Arrow library is needed, and every library accepts
the result as a column, whatever the input was::

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
