"""Results as arrays of the types that DuckDB and Spark take, which have offsets of 32 bits."""

from typing import Any

import pyarrow  # type: ignore[import-untyped]

#: The number of digests for which offsets are kept: what an engine hands over at once is less.
_MOST = 1 << 14
#: For each width of digests the offsets of so many.
_offsets: dict[int, Any] = {}


def plain(values: Any) -> Any:
    """Returns results as strings or binary values. The digests of a short column are not copied."""
    array = pyarrow.array(values)
    if pyarrow.types.is_large_string(array.type):
        return array.cast(pyarrow.string())
    if not pyarrow.types.is_fixed_size_binary(array.type) or array.offset != 0 or not 0 < len(array) <= _MOST:
        return array.cast(pyarrow.binary())
    width = array.type.byte_width
    if width not in _offsets:
        _offsets[width] = pyarrow.array(range(0, width * (_MOST + 1), width), pyarrow.int32()).buffers()[1]
    validity, data = array.buffers()
    return pyarrow.Array.from_buffers(pyarrow.binary(), len(array), [validity, _offsets[width], data], array.null_count)
