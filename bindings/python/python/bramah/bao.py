"""Parts of large data, verified by themselves with the tree of BLAKE3, as the command ``bao`` does.

An encoding is the data with the tree, or, with ``outboard``, the tree alone. Whoever has the BLAKE3 of the data can verify
any part with an encoding, or with a slice of it, which is that part and what of the tree belongs to it::

    tree, digest = bramah.bao.encode(data, outboard=True)
    part = bramah.bao.slice(tree, 1_000_000, 500, content=data)
    assert bramah.bao.decode_slice(part, digest, 1_000_000, 500) == data[1_000_000:1_000_500]

The same tree lets several machines hash one content. Each hashes parts of 2^n KiB that begin at a multiple of their length,
and the last part may be shorter::

    parts = [bramah.bao.part(data[start : start + 65536], start) for start in range(0, len(data), 65536)]
    assert bramah.bao.hash(parts) == bramah.blake3(data).digest()
"""

from ._bramah import bao_decode as decode
from ._bramah import bao_decode_slice as decode_slice
from ._bramah import bao_encode as encode
from ._bramah import bao_hash as hash
from ._bramah import bao_join as join
from ._bramah import bao_part as part
from ._bramah import bao_slice as slice

__all__ = ["decode", "decode_slice", "encode", "hash", "join", "part", "slice"]
