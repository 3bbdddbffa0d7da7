"""Parts of large data, verified by themselves with the tree of BLAKE3, as the command ``bao`` does.

An encoding is the data with the tree, or, with ``outboard``, the tree alone. Whoever has the BLAKE3 of the data can verify
any part with an encoding, or with a slice of it, which is that part and what of the tree belongs to it::

    tree, digest = bramah.bao.encode(data, outboard=True)
    part = bramah.bao.slice(tree, 1_000_000, 500, content=data)
    assert bramah.bao.decode_slice(part, digest, 1_000_000, 500) == data[1_000_000:1_000_500]
"""

from ._bramah import bao_decode as decode
from ._bramah import bao_decode_slice as decode_slice
from ._bramah import bao_encode as encode
from ._bramah import bao_slice as slice

__all__ = ["decode", "decode_slice", "encode", "slice"]
