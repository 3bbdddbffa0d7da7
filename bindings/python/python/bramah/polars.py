"""The namespace `bm` of expressions of Polars, in eager and lazy frames::

    import bramah.polars

    frame.with_columns(digest=polars.col("name").bm.hash("blake3"), row=polars.struct("name", "born").bm.row_hash())

Values are taken by their canonical bytes (docs/columns.md). Nulls stay null.
"""

from collections.abc import Callable
from typing import Any, Literal

import polars

from . import arrow


@polars.api.register_expr_namespace("bm")
class Expressions:
    """Digests, tags and tokens of an expression."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def _map(self, function: Callable[[polars.Series], Any], is_text: bool) -> polars.Expr:
        type = polars.String if is_text else polars.Binary
        # an empty column has no chunk, and so no type of its own
        return self._expression.map_batches(
            lambda values: polars.Series(values.name, function(values), dtype=type), return_dtype=type
        )

    def hash(self, name: str = "sha256", *, out: Literal["binary", "hex"] = "binary", threads: int = 1) -> polars.Expr:
        """The digest of each value; of a struct, that of a row."""
        return self._map(lambda values: arrow.hash(values, name, out=out, threads=threads), out == "hex")

    def hmac(self, key: bytes, name: str = "sha256", *, out: Literal["binary", "hex"] = "binary", threads: int = 1) -> polars.Expr:
        """The HMAC tag of each value."""
        return self._map(lambda values: arrow.hmac(values, key, name, out=out, threads=threads), out == "hex")

    def row_hash(
        self, name: str = "sha256", *, customization: bytes = b"", out: Literal["binary", "hex"] = "binary", threads: int = 1
    ) -> polars.Expr:
        """The digest of each struct: SequenceHash of its fields."""
        return self._map(
            lambda values: arrow.row_hash(values, name, customization=customization, out=out, threads=threads), out == "hex"
        )

    def row_mac(
        self, key: bytes, name: str = "sha256", *, customization: bytes = b"", out: Literal["binary", "hex"] = "binary", threads: int = 1
    ) -> polars.Expr:
        """The tag of each struct: SequenceMAC of its fields, under a key of at least 32 bytes."""
        return self._map(
            lambda values: arrow.row_mac(values, key, name, customization=customization, out=out, threads=threads),
            out == "hex",
        )

    def tokenize(
        self, key: bytes, name: str = "aes-256-siv", *, context: bytes = b"", out: Literal["binary", "hex"] = "hex", threads: int = 1
    ) -> polars.Expr:
        """A token for each value, the same for equal values."""
        return self._map(
            lambda values: arrow.tokenize(values, key, name, context=context, out=out, threads=threads), out == "hex"
        )

    def detokenize(
        self,
        key: bytes,
        name: str = "aes-256-siv",
        *,
        context: bytes = b"",
        out: Literal["binary", "text"] = "text",
        threads: int = 1,
    ) -> polars.Expr:
        """The values of tokens."""
        return self._map(
            lambda values: arrow.detokenize(values, key, name, context=context, out=out, threads=threads), out == "text"
        )
