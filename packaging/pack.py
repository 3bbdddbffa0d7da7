#!/usr/bin/env python3
"""Packs a folder, so that equal folders make equal archives, byte for byte, whenever and wherever they are packed.

    packaging/pack.py tar FOLDER OUT.tar.xz     the folder and what is in it
    packaging/pack.py zip FOLDER OUT.zip        the same
    packaging/pack.py deb FOLDER OUT.deb        what is in the folder as a Debian package; DEBIAN/control describes it

Entries are in the order of their names, belong to root, and have the time in SOURCE_DATE_EPOCH. Of the permissions only
whether a file is executable is kept.
"""

import io
import lzma
import os
import pathlib
import sys
import tarfile
import time
import zipfile

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
#: How hard to compress; tests are in a hurry.
LEVEL = int(os.environ.get("DIST_LEVEL", "9"))


def mode(path: pathlib.Path) -> int:
    """Returns the permissions of an entry."""
    return 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644


def entries(folder: pathlib.Path) -> list[pathlib.Path]:
    """Returns what is in a folder, in the order of the bytes of the names."""
    return sorted(folder.rglob("*"), key=lambda path: os.fsencode(path.relative_to(folder).as_posix()))


def tar(paths: list[tuple[str, pathlib.Path]]) -> bytes:
    """Returns an archive of these paths under these names, compressed by xz."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, path in paths:
            info = tarfile.TarInfo(name)
            info.mode, info.mtime = mode(path), EPOCH
            info.uname = info.gname = "root"
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                sys.exit(f"pack: {path}: neither a file nor a folder")
            if path.is_dir():
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                data = path.read_bytes()
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return lzma.compress(out.getvalue(), preset=LEVEL)


def pack_tar(folder: pathlib.Path) -> bytes:
    """Returns the folder as .tar.xz."""
    paths = [folder, *entries(folder)]
    return tar([(path.relative_to(folder.parent).as_posix(), path) for path in paths])


def pack_zip(folder: pathlib.Path) -> bytes:
    """Returns the folder as .zip."""
    out = io.BytesIO()
    # the format has times of two seconds, and none before 1980
    stamp = time.gmtime(max(EPOCH, 315532800))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for path in entries(folder):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), stamp)
                info.create_system, info.compress_type = 3, zipfile.ZIP_DEFLATED
                info.external_attr = (0o100000 | mode(path)) << 16
                archive.writestr(info, path.read_bytes())
    return out.getvalue()


def pack_deb(folder: pathlib.Path) -> bytes:
    """Returns the contents of the folder as .deb (deb(5)): an archive of `ar` with three members."""
    control = folder / "DEBIAN"
    data = [path for path in entries(folder) if path != control and control not in path.parents]
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", tar([(f"./{path.name}", path) for path in entries(control)])),
        ("data.tar.xz", tar([(f"./{path.relative_to(folder).as_posix()}", path) for path in data])),
    ]
    out = b"!<arch>\n"
    for name, contents in members:
        header = f"{name:<16}{EPOCH:<12}{0:<6}{0:<6}{'100644':<8}{len(contents):<10}`\n"
        out += header.encode() + contents + b"\n" * (len(contents) % 2)
    return out


def main() -> None:
    """Packs one folder."""
    kinds = {"tar": pack_tar, "zip": pack_zip, "deb": pack_deb}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]).resolve(strict=True)
    pathlib.Path(sys.argv[3]).write_bytes(kinds[sys.argv[1]](folder))


if __name__ == "__main__":
    main()
