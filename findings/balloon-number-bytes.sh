#!/usr/bin/env bash
# Balloon: the program balloon 1.1.1 (Debian 1.1.1-2+b4, in Go) and the crate balloon-hash 0.4.0 derive different keys.
#
# The paper of 2016 hashes numbers (a counter, the pass, the block and the index) and does not say how they are written.
# Both take 8 bytes, the program from the highest on and the crate from the lowest, also for the digest that chooses a block.
# The crate hashes pass, block and index first, and the program puts them after the salt as they are. The lanes of Balloon-M,
# which the program computes for one lane too, have the numbers 0, 1 and so on in the program, and 1, 2 and so on in the
# crate. With these three differences, one function below gives both results. The program's string begins with $balloon$, which
# is how the crate begins that of Balloon without lanes.
#
# Output seen (SHA-512, password "hunter42", salt "examplesalt", 64 blocks, 3 passes; the first 8 bytes):
#   program, 1 lane  49548d60b68390c1
#   the function     49548d60b68390c1
#   crate, 1 lane    06369a4ba285378a
#   the function     06369a4ba285378a
#   program, 2 lanes 52ea846aa6427ce2
#   the function     52ea846aa6427ce2
#   crate, 2 lanes   ba1e29900e667185
#   the function     ba1e29900e667185
. "$(dirname "$0")/common.sh"

apt-get download balloon=1.1.1-2+b4 > apt.log 2>&1
dpkg -x balloon_*.deb root
mkdir -p rust/src
cat > rust/Cargo.toml <<'CODE'
[package]
name = "lanes"
version = "0.1.0"
edition = "2021"

[dependencies]
balloon-hash = "=0.4.0"
sha2 = "=0.10.9"

[workspace]
CODE
cat > rust/src/main.rs <<'CODE'
use balloon_hash::{Algorithm, Balloon, Params};

fn main() {
    let lanes = std::env::args().nth(1).unwrap().parse().unwrap();
    let parameters = Params::new(64, 3, lanes).unwrap();
    let key = Balloon::<sha2::Sha512>::new(Algorithm::BalloonM, parameters, None).hash(b"hunter42", b"examplesalt").unwrap();
    println!("{}", key.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
}
CODE
(cd rust && cargo build --quiet)
cat > compare.py <<'CODE'
import subprocess
from hashlib import sha512

PASSWORD, SALT, BLOCKS, PASSES = b"hunter42", b"examplesalt", 64, 3


def digest(*parts):
    return sha512(b"".join(parts)).digest()


def balloon(salt, order, index):
    def bytes_of(*numbers):
        return b"".join(number.to_bytes(8, order) for number in numbers)

    count = iter(range(10**9))
    blocks = [digest(bytes_of(next(count)), PASSWORD, salt)]
    for i in range(1, BLOCKS):
        blocks.append(digest(bytes_of(next(count)), blocks[i - 1]))
    for turn in range(PASSES):
        for i in range(BLOCKS):
            blocks[i] = digest(bytes_of(next(count)), blocks[i - 1], blocks[i])
            for j in range(3):
                choice = digest(bytes_of(next(count)), salt, index(bytes_of(turn, i, j)))
                other = blocks[int.from_bytes(choice, order) % BLOCKS]
                blocks[i] = digest(bytes_of(next(count)), blocks[i], other)
    return blocks[-1]


def balloon_m(lanes, order, index, first):
    total = 0
    for i in range(lanes):
        salt = SALT + (first + i).to_bytes(8, order)
        total ^= int.from_bytes(balloon(salt, order, index), "big")
    return digest(PASSWORD, SALT, total.to_bytes(64, "big")).hex()


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


for lanes in 1, 2:
    plural = "s" if lanes > 1 else ""
    parameters = ["-passwd", PASSWORD.decode(), "-salt", SALT.hex(), "-s", str(BLOCKS), "-t", str(PASSES), "-p", str(lanes)]
    program = output("root/usr/bin/balloon", *parameters)[3]
    crate = output("rust/target/debug/lanes", str(lanes))[0]
    print(f"{f'program, {lanes} lane{plural}':16} {program[:16]}")
    print("the function    ", balloon_m(lanes, "big", lambda index: index, 0)[:16])
    print(f"{f'crate, {lanes} lane{plural}':16} {crate[:16]}")
    print("the function    ", balloon_m(lanes, "little", digest, 1)[:16])
CODE
python3 compare.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
program, 1 lane  49548d60b68390c1
the function     49548d60b68390c1
crate, 1 lane    06369a4ba285378a
the function     06369a4ba285378a
program, 2 lanes 52ea846aa6427ce2
the function     52ea846aa6427ce2
crate, 2 lanes   ba1e29900e667185
the function     ba1e29900e667185
END
