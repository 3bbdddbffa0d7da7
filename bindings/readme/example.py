# The program around the README's lines of Python: tools/bindings.sh puts them in place of the line README.
import hashlib

import bramah
import pyarrow

names = pyarrow.array(["Ada", None, "Grace"])
identity, recipient = bramah.files.generate_identity()
README
assert digest == hashlib.sha3_256(b"message").hexdigest()
assert digests == [hashlib.sha256(m).digest() for m in (b"one", b"two")]
assert pyarrow.array(column).null_count == 1
assert bramah.password.verify(b"password", stored)
assert bramah.files.decrypt(file, identities=[identity]) == b"for you alone"
