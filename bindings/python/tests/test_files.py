"""Encrypted files: sizes, parts, armor, passphrases, and everything that must be refused."""

import io
import os

import pytest
from bramah import files

#: A file of the age test kit (C2SP's CCTV), whose text is `age`.
KNOWN_IDENTITY = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"
KNOWN_FILE = b"""-----BEGIN AGE ENCRYPTED FILE-----
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBURWlGMHlwcXIrYnB2Y3FY
TnlDVkpwTDdPdXdQZFZ3UEw3S1FFYkZET0NjCmhqYWJHWHdTTFE5YzNTNkx3Mmkr
UzJUdTJmaXdRSEhzbGJCTjZCNDFGTEUKLS0tIFd5SnA5Ri85Rk9aaDdnSmRoZXEy
V0lKY3dIZ1ljOE5JVmgzZGR3aHJjTmcK7s9ix86RtDMnTmjU8vkTTLdMW/73vqpS
yPC8DpksHoMx+2Y=
-----END AGE ENCRYPTED FILE-----
"""
SIZES = (0, 1, 65536, 65537, 200000)


@pytest.mark.parametrize("hybrid", (False, True))
@pytest.mark.parametrize("armor", (False, True))
def test_round_trips(hybrid, armor):
    identity, recipient = files.generate_identity(hybrid=hybrid)
    other, _ = files.generate_identity(hybrid=hybrid)
    for size in SIZES:
        text = bytes(i % 251 for i in range(size))
        file = files.encrypt(text, recipients=[recipient], armor=armor)
        assert file.startswith(b"-----BEGIN AGE") == armor
        assert files.decrypt(file, identities=[other, identity], threads=2) == text
        with pytest.raises(files.NoMatch):
            files.decrypt(file, identities=[other])
        # as file objects
        out = io.BytesIO()
        with files.Writer(out, recipients=[recipient], armor=armor) as writer:
            for start in range(0, size, 9999):
                assert writer.write(text[start : start + 9999]) == len(text[start : start + 9999])
        assert writer.closed
        out.seek(0)
        assert files.Reader(out, identities=[identity]).readall() == text
        out.seek(0)
        assert io.BufferedReader(files.Reader(out, identities=[identity])).read(100) == text[:100]
        for wrong in (file[:-60], file[: len(file) // 2], file[:-20] + bytes([file[-20] ^ 1]) + file[-19:], file + b"x"):
            with pytest.raises((files.InvalidTag, files.NotAgeFile)):
                files.decrypt(wrong, identities=[identity])
            with pytest.raises((files.InvalidTag, files.NotAgeFile)):
                files.Reader(io.BytesIO(wrong), identities=[identity]).readall()
    with pytest.raises(files.InvalidTag):
        files.decrypt(file[:-60], identities=[identity])


def test_known_file():
    assert files.decrypt(KNOWN_FILE, identities=[KNOWN_IDENTITY]) == b"age"
    assert files.decrypt(KNOWN_FILE, identities=["# a comment", KNOWN_IDENTITY]) == b"age"
    for other in (b"", b"age", KNOWN_FILE[50:]):
        with pytest.raises(files.NotAgeFile):
            files.decrypt(other, identities=[KNOWN_IDENTITY])


def test_passphrases():
    for passphrase in ("correct horse", b"correct horse", bytearray(b"correct horse")):
        file = files.encrypt(b"text", passphrase=passphrase, work_factor=4)
        assert files.decrypt(file, passphrase="correct horse") == b"text"
        assert files.decrypt(file, passphrase="correct horse", identities=[KNOWN_IDENTITY]) == b"text"
    with pytest.raises(files.WrongPassphrase):
        files.decrypt(file, passphrase="wrong horse")
    with pytest.raises(files.NoMatch):
        files.decrypt(file, identities=[KNOWN_IDENTITY])
    with pytest.raises(ValueError, match="is 4"):
        files.decrypt(file, passphrase="correct horse", max_work_factor=3)
    for factor in (0, 31):
        with pytest.raises(ValueError, match="1 to 30"):
            files.encrypt(b"", passphrase="", work_factor=factor)


def test_arguments():
    _, recipient = files.generate_identity()
    for wrong in ({}, {"recipients": [recipient], "passphrase": "both"}, {"recipients": recipient}):
        with pytest.raises(TypeError):
            files.encrypt(b"", **wrong)
    with pytest.raises(TypeError):
        files.decrypt(b"")
    for wrong in ([], ["age1nonsense"], [KNOWN_IDENTITY], ["age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3y"]):
        with pytest.raises(ValueError):
            files.encrypt(b"", recipients=wrong)
    with pytest.raises(TypeError):
        files.encrypt("text", recipients=[recipient])


def test_writer_that_fails():
    identity, recipient = files.generate_identity()
    out = io.BytesIO()
    with pytest.raises(KeyError), files.Writer(out, recipients=[recipient]) as writer:
        writer.write(b"a part")
        raise KeyError
    writer.close()
    with pytest.raises(files.InvalidTag):
        files.decrypt(out.getvalue(), identities=[identity])
    with pytest.raises(ValueError):
        writer.write(b"more")


def test_paths(tmp_path):
    identity, recipient = files.generate_identity()
    text, file, again = tmp_path / "text", tmp_path / "file", str(tmp_path / "again")
    text.write_bytes(bytes(200000))
    files.encrypt_file(text, file, recipients=[recipient])
    with pytest.raises(FileExistsError):
        files.encrypt_file(text, file, recipients=[recipient])
    files.encrypt_file(text, file, recipients=[recipient], armor=True, overwrite=True)
    files.decrypt_file(file, again, identities=[identity], threads=0)
    assert text.read_bytes() == (tmp_path / "again").read_bytes()
    with pytest.raises(FileExistsError):
        files.decrypt_file(file, again, identities=[identity])
    with pytest.raises(FileNotFoundError):
        files.decrypt_file(tmp_path / "none", tmp_path / "new", identities=[identity])
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(files.InvalidTag):
        files.decrypt_file(file, tmp_path / "new", identities=[identity])
    with pytest.raises(files.NotAgeFile):
        files.decrypt_file(text, tmp_path / "new", identities=[identity])
    assert sorted(os.listdir(tmp_path)) == ["again", "file", "text"]


def test_an_output_is_never_the_input(tmp_path):
    identity, recipient = files.generate_identity()
    text, file = tmp_path / "text", tmp_path / "file"
    text.write_bytes(b"text")
    files.encrypt_file(text, file, recipients=[recipient])
    sealed = file.read_bytes()
    for path in (text, file):
        os.symlink(path.name, f"{path}.link")
        os.link(path, f"{path}.hard")
    for overwrite in (True, False):
        for end in ("", ".link", ".hard"):
            for one, other in ((end, ""), ("", end), (end, end)):
                with pytest.raises(OSError, match="the output is the input"):
                    files.encrypt_file(f"{text}{one}", f"{text}{other}", recipients=[recipient], overwrite=overwrite)
                with pytest.raises(OSError, match="the output is the input"):
                    files.decrypt_file(f"{file}{one}", f"{file}{other}", identities=[identity], overwrite=overwrite)
    assert (text.read_bytes(), file.read_bytes()) == (b"text", sealed)
