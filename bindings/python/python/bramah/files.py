"""Encrypted files in the age format, which the commands ``age``, ``rage`` and ``bramah`` read and write.

A file is encrypted to recipients (``age1...``, ``age1pq1...``, ``age1tag1...``, ``age1tagpq1...``,
``ssh-ed25519 ...``) or with a passphrase, and decrypted with identities (``AGE-SECRET-KEY-1...``,
``AGE-SECRET-KEY-PQ-1...``, or the text of an SSH private key) or the passphrase. Plugins are never run::

    identity, recipient = bramah.files.generate_identity()
    file = bramah.files.encrypt(b"for you alone", recipients=[recipient])
    assert bramah.files.decrypt(file, identities=[identity]) == b"for you alone"

Exceptions: `NotAgeFile` if the input is not an age file, `NoMatch` if none of the identities opens it, `WrongPassphrase` if
the passphrase is wrong, `InvalidTag` if the file was cut off or changed, `FileExistsError` if the output exists already.
"""

import io
from collections.abc import Iterable
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from . import _bramah
from ._bramah import FileDecryptor, FileEncryptor, InvalidTag, NoMatch, NotAgeFile, WrongPassphrase, generate_identity

if TYPE_CHECKING:
    from typing_extensions import Buffer

    _Path = str | bytes | PathLike[str] | PathLike[bytes]

#: The number of bytes of a file that are read at a time.
_PIECE = 1 << 20


class _Writable(Protocol):
    def write(self, data: Any, /) -> Any: ...


class _Readable(Protocol):
    def read(self, size: int, /) -> Any: ...


def _texts(texts: Iterable[str] | None) -> list[str] | None:
    if isinstance(texts, str):
        raise TypeError("a list of strings is required, not one string")
    return None if texts is None else list(texts)


def encrypt(
    data: "Buffer",
    *,
    recipients: Iterable[str] | None = None,
    passphrase: "str | Buffer | None" = None,
    armor: bool = False,
    work_factor: int = 18,
    threads: int = 1,
) -> bytes:
    """Returns an encrypted file with these contents, for the recipients or with the passphrase.

    With `armor`, the file is text. `work_factor` is the base-2 logarithm of scrypt's N for a passphrase, 1 to 22. `threads`
    is the largest number of threads; 0 means one for each processor.
    """
    file = FileEncryptor(
        recipients=_texts(recipients),
        passphrase=passphrase,
        armor=armor,
        work_factor=work_factor,
        threads=threads,
    )
    return file.update(data) + file.finish()


def decrypt(
    data: "Buffer",
    *,
    identities: Iterable[str] | None = None,
    passphrase: "str | Buffer | None" = None,
    max_work_factor: int = 22,
    threads: int = 1,
) -> bytes:
    """Returns the contents of a file, binary or armored, after verifying that it is complete and authentic."""
    file = FileDecryptor(
        identities=_texts(identities),
        passphrase=passphrase,
        max_work_factor=max_work_factor,
        threads=threads,
    )
    return file.update(data) + file.finish()


def encrypt_file(
    src: "_Path",
    dst: "_Path",
    *,
    recipients: Iterable[str] | None = None,
    passphrase: "str | Buffer | None" = None,
    armor: bool = False,
    work_factor: int = 18,
    overwrite: bool = False,
    threads: int = 1,
) -> None:
    """Encrypts the file `src` to the file `dst`, which gets its name only when it is complete.

    `dst` must not be `src` or a link to it. An existing file is replaced only with `overwrite`.
    """
    _bramah.encrypt_file(
        src,
        dst,
        recipients=_texts(recipients),
        passphrase=passphrase,
        armor=armor,
        work_factor=work_factor,
        overwrite=overwrite,
        threads=threads,
    )


def decrypt_file(
    src: "_Path",
    dst: "_Path",
    *,
    identities: Iterable[str] | None = None,
    passphrase: "str | Buffer | None" = None,
    max_work_factor: int = 22,
    overwrite: bool = False,
    threads: int = 1,
) -> None:
    """Decrypts the file `src` to the file `dst`, which gets its name only after the whole file has been verified.

    `dst` must not be `src` or a link to it. An existing file is replaced only with `overwrite`.
    """
    _bramah.decrypt_file(
        src,
        dst,
        identities=_texts(identities),
        passphrase=passphrase,
        max_work_factor=max_work_factor,
        overwrite=overwrite,
        threads=threads,
    )


class Writer:
    """Encrypts data and writes it to another file object, which stays open.

    The file is complete only after `close` has returned. If a `with` block ends with an exception, the file is not completed.
    """

    def __init__(
        self,
        file: _Writable,
        *,
        recipients: Iterable[str] | None = None,
        passphrase: "str | Buffer | None" = None,
        armor: bool = False,
        work_factor: int = 18,
        threads: int = 1,
    ) -> None:
        self._file = file
        self._state: FileEncryptor | None = FileEncryptor(
            recipients=_texts(recipients),
            passphrase=passphrase,
            armor=armor,
            work_factor=work_factor,
            threads=threads,
        )

    @property
    def closed(self) -> bool:
        """Whether the file was closed."""
        return self._state is None

    def write(self, data: "Buffer", /) -> int:
        """Encrypts the next part of the contents, and returns its length in bytes."""
        if self._state is None:
            raise ValueError("write to closed file")
        view = memoryview(data)
        self._put(self._state.update(view))
        return view.nbytes

    def _put(self, data: bytes) -> None:
        try:
            rest = memoryview(data)
            while rest:
                written = self._file.write(rest)
                if written is None:
                    raise BlockingIOError("the file is not ready")
                rest = rest[written:]
        except BaseException:
            # a part is missing: the file must not be ended
            self._state = None
            raise

    def close(self) -> None:
        """Writes the end of the file; a second call does nothing."""
        if self._state is not None:
            state, self._state = self._state, None
            self._put(state.finish())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        self._state = None


class Reader(io.RawIOBase):
    """Reads and decrypts another file object, which stays open.

    All returned contents are authentic, but they are complete only after the end has been read without an exception.
    """

    def __init__(
        self,
        file: _Readable,
        *,
        identities: Iterable[str] | None = None,
        passphrase: "str | Buffer | None" = None,
        max_work_factor: int = 22,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self._file = file
        self._state: FileDecryptor | None = FileDecryptor(
            identities=_texts(identities),
            passphrase=passphrase,
            max_work_factor=max_work_factor,
            threads=threads,
        )
        self._text = memoryview(b"")

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: "Buffer", /) -> int:
        """Reads into a buffer, and returns the number of bytes: 0 at the end."""
        if self.closed:
            raise ValueError("I/O operation on closed file")
        out = memoryview(buffer).cast("B")
        while out and not self._text and self._state is not None:
            data = self._file.read(_PIECE)
            if data is None:
                raise BlockingIOError("the file is not ready")
            if data:
                self._text = memoryview(self._state.update(data))
            else:
                self._text = memoryview(self._state.finish())
                self._state = None
        count = min(len(out), len(self._text))
        out[:count] = self._text[:count]
        self._text = self._text[count:]
        return count


__all__ = [
    "FileDecryptor",
    "FileEncryptor",
    "InvalidTag",
    "NoMatch",
    "NotAgeFile",
    "Reader",
    "WrongPassphrase",
    "Writer",
    "decrypt",
    "decrypt_file",
    "encrypt",
    "encrypt_file",
    "generate_identity",
]
