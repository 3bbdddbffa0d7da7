"""Digests, tags, tokens and ciphertexts of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb,
pandas.

The input is a column of any type, in one array or in chunks, or a table with only this column. Strings and bytes are taken as
they are; values of other types by their canonical bytes, which docs/columns.md defines; structs are rows. The values of
dictionaries and of runs are processed once. `row_hash` and `row_mac` take a table, or a column of structs, and combine the
values of each row so that no two rows have the same bytes.

The result is fixed-size binary (`encrypt` and `tokenize`: binary), or strings of hexadecimal digits; nulls stay null. No Arrow
library is needed, and every library accepts the result as a column, whatever the input was::

    frame["digest"] = bramah.arrow.hash(frame["name"], "sha256")  # pandas
    digests = pyarrow.array(bramah.arrow.hash(names, "sha256"))
    digests = polars.Series(bramah.arrow.hash(names, "sha256", out="hex"))
    tokens = bramah.arrow.tokenize(names, key, context=b"customers.name", out="hex")
    rows = bramah.arrow.row_hash(table, "sha256")
"""

from ._bramah import Array
from ._bramah import arrow_decrypt as decrypt
from ._bramah import arrow_detokenize as detokenize
from ._bramah import arrow_encrypt as encrypt
from ._bramah import arrow_hash as hash
from ._bramah import arrow_hmac as hmac
from ._bramah import arrow_row_hash as row_hash
from ._bramah import arrow_row_mac as row_mac
from ._bramah import arrow_tokenize as tokenize

__all__ = ["Array", "decrypt", "detokenize", "encrypt", "hash", "hmac", "row_hash", "row_mac", "tokenize"]
