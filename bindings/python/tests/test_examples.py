"""The Python programs in `examples/` of the repository."""

import csv
import http.client
import io
import os
import pathlib
import runpy
import subprocess
import sys
import threading
import time
from http.server import HTTPServer

import bramah
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


def example(name):
    """Returns the names that a program defines, without running it."""
    return runpy.run_path(str(EXAMPLES / name))


def run(name, *arguments, data=b""):
    """Runs a program on an input."""
    program = [sys.executable, "-W", "error", str(EXAMPLES / name), *map(str, arguments)]
    return subprocess.run(program, input=data, capture_output=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))


def test_every_program_is_tested():
    tested = pathlib.Path(__file__).read_text(encoding="utf-8")
    programs = sorted(path.name for path in EXAMPLES.glob("*.py"))
    assert len(programs) == 4
    for program in programs:
        assert f'"{program}"' in tested, program


def test_pseudonyms_are_tags_under_the_key(tmp_path):
    key = tmp_path / "key"
    key.write_bytes(bytes(range(32)))
    rows = [{"id": str(i), "name": ["Ada", "", "Grace, B.", "Ada"][i]} for i in range(4)]
    table = io.StringIO()
    writer = csv.DictWriter(table, ["id", "name"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    done = run("pseudonymise.py", "name", key, data=table.getvalue().encode())
    assert (done.returncode, done.stderr) == (0, b"")
    names = [row["name"] for row in csv.DictReader(io.StringIO(done.stdout.decode()))]
    tag = bramah.mac("hmac-sha256", key.read_bytes(), b"Ada").hexdigest()[:32]
    assert names[0] == names[3] == tag and names[1] == "" and len(names[2]) == 32 and names[2] != tag
    # over the border of a group
    program = example("pseudonymise.py")
    many = program["ROWS"] + 1
    result = list(program["rows"](key.read_bytes(), "name", ({"name": str(i)} for i in range(many))))
    assert len(result) == many and result[-1]["name"] == program["pseudonyms"](key.read_bytes(), [str(many - 1)])[0]
    assert run("pseudonymise.py", "other", key, data=b"id,name\n").returncode == 1
    key.write_bytes(b"short")
    assert run("pseudonymise.py", "name", key, data=b"id,name\n").returncode == 1


def test_passwords_move_to_argon2id_at_a_login(tmp_path):
    users = tmp_path / "users"
    old = bramah.password.hash("old horse", "bcrypt", cost=4)
    users.write_text(f"ada:{old}\n", encoding="utf-8")
    assert run("migrate_passwords.py", users, "ada", data=b"wrong\n").returncode == 1
    assert run("migrate_passwords.py", users, "grace", data=b"old horse\n").returncode == 1
    assert users.read_text(encoding="utf-8") == f"ada:{old}\n"
    done = run("migrate_passwords.py", users, "ada", data=b"old horse\n")
    assert (done.returncode, done.stdout) == (0, b"the string was replaced by one of Argon2id\n")
    name, new = users.read_text(encoding="utf-8").strip().split(":")
    assert name == "ada" and new.startswith("$argon2id$") and bramah.password.verify("old horse", new)
    done = run("migrate_passwords.py", users, "ada", data=b"old horse\n")
    assert (done.returncode, done.stdout) == (0, b"") and list(tmp_path.iterdir()) == [users]


def test_only_signed_webhooks_are_believed():
    program = example("webhook.py")
    secret, body, now = b"a shared secret of the two", b'{"paid": true}', "1764374400"
    signature = program["signature"](secret, now, body)
    check = program["is_authentic"]
    assert check(secret, now, signature, body, 1764374400.0)
    for wrong in [
        (secret, now, signature, body + b" ", 1764374400.0),
        (b"another secret of two", now, signature, body, 1764374400.0),
        (secret, "1764374401", signature, body, 1764374400.0),
        (secret, now, signature, body, 1764374400.0 + 301),
        (secret, now, signature[:-2], body, 1764374400.0),
        (secret, now, "sha256=zz", body, 1764374400.0),
        (secret, now, "", body, 1764374400.0),
        (secret, "now", signature, body, 1764374400.0),
    ]:
        assert not check(*wrong)

    program["Receiver"].secret = secret
    program["Receiver"].log_message = lambda *_: None
    with HTTPServer(("127.0.0.1", 0), program["Receiver"]) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            answers = []
            for sent in [body, body + b" "]:
                now = str(int(time.time()))
                headers = {"X-Timestamp": now, "X-Signature": program["signature"](secret, now, body)}
                connection = http.client.HTTPConnection(*server.server_address, timeout=30)
                connection.request("POST", "/", sent, headers)
                answers.append(connection.getresponse().status)
                connection.close()
        finally:
            server.shutdown()
            thread.join()
    assert answers == [204, 403]


@pytest.mark.parametrize("length", [0, 100_000])
def test_age_files_are_decrypted_whole_or_refused(tmp_path, length):
    key, text = tmp_path / "key", bytes(range(250)) * (length // 250)
    recipient = run("age_files.py", "keygen", key).stdout.decode().strip()
    assert key.stat().st_mode & 0o077 == 0
    assert run("age_files.py", "keygen", key).returncode != 0
    other = bramah.files.generate_identity()[1]
    file = run("age_files.py", "encrypt", other, recipient, data=text)
    assert (file.returncode, file.stderr) == (0, b"")
    done = run("age_files.py", "decrypt", key, data=file.stdout)
    assert (done.returncode, done.stdout, done.stderr) == (0, text, b"")
    assert run("age_files.py", "decrypt", key, data=file.stdout[:-1]).returncode == 1
    assert run("age_files.py", "decrypt", key, data=b"something else").returncode == 1
    not_mine = run("age_files.py", "encrypt", other, data=text).stdout
    assert b"not for this identity" in run("age_files.py", "decrypt", key, data=not_mine).stderr
