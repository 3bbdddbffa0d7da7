"""Password strings, as systems store them: `$argon2id$`, `$scrypt$`, `$y$`, `$2b$`, `$5$`, `$6$`, `$pbkdf2-sha256$`.

::

    string = bramah.password.hash(b"correct horse")
    assert bramah.password.verify(b"correct horse", string)
"""

from ._bramah import password_hash as hash
from ._bramah import password_needs_rehash as needs_rehash
from ._bramah import password_verify as verify

__all__ = ["hash", "needs_rehash", "verify"]
