#!/usr/bin/env bash
# KMAC128 and TupleHash128 without a length: PyCryptodome 4.4.0 has 64 bytes, Bouncy Castle 1.83 has 32, @noble/hashes
# 2.4.0 has 16.
#
# NIST SP 800-185 lets the user choose the length and hashes it with the message, so that results of different lengths
# have nothing in common, and a longer one cannot be cut to the shorter. PyCryptodome's 64 bytes are the same for the
# functions with 128 and with 256 bits of security.
#
# Output seen:
#   PyCryptodome  KMAC128 64, KMAC256 64, TupleHash128 64, TupleHash256 64
#   Bouncy Castle KMAC128 32, KMAC256 64, TupleHash128 32, TupleHash256 64
#   @noble/hashes KMAC128 16, KMAC256 32, TupleHash128 16, TupleHash256 32
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install pycryptodome==4.4.0
python/bin/python - > seen <<'CODE'
from Crypto.Hash import KMAC128, KMAC256, TupleHash128, TupleHash256

key = bytes(32)
sizes = [KMAC128.new(key=key), KMAC256.new(key=key), TupleHash128.new(), TupleHash256.new()]
sizes = tuple(len(function.update(b"text").digest()) for function in sizes)
print("PyCryptodome  KMAC128 %d, KMAC256 %d, TupleHash128 %d, TupleHash256 %d" % sizes)
CODE

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
mkdir java
cat > java/Lengths.java <<'CODE'
import org.bouncycastle.crypto.digests.TupleHash;
import org.bouncycastle.crypto.macs.KMAC;
import org.bouncycastle.crypto.params.KeyParameter;

public class Lengths {
    static int kmac(int strength) {
        KMAC mac = new KMAC(strength, new byte[0]);
        mac.init(new KeyParameter(new byte[32]));
        return mac.doFinal(new byte[64], 0);
    }

    static int tuple(int strength) {
        return new TupleHash(strength, new byte[0]).doFinal(new byte[64], 0);
    }

    public static void main(String[] arguments) {
        System.out.printf("Bouncy Castle KMAC128 %d, KMAC256 %d, TupleHash128 %d, TupleHash256 %d%n",
            kmac(128), kmac(256), tuple(128), tuple(256));
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar java/Lengths.java >> seen

mkdir node
cd node
npm init -y > /dev/null
npm install --silent @noble/hashes@2.4.0
cat > lengths.mjs <<'CODE'
import { kmac128, kmac256, tuplehash128, tuplehash256 } from '@noble/hashes/sha3-addons.js';

const key = new Uint8Array(32), text = new Uint8Array(4);
const macs = [kmac128, kmac256].map((mac) => mac(key, text).length);
const hashes = [tuplehash128, tuplehash256].map((hash) => hash([text]).length);
console.log(`@noble/hashes KMAC128 ${macs[0]}, KMAC256 ${macs[1]}, TupleHash128 ${hashes[0]}, TupleHash256 ${hashes[1]}`);
CODE
node lengths.mjs >> ../seen
cd ..
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
PyCryptodome  KMAC128 64, KMAC256 64, TupleHash128 64, TupleHash256 64
Bouncy Castle KMAC128 32, KMAC256 64, TupleHash128 32, TupleHash256 64
@noble/hashes KMAC128 16, KMAC256 32, TupleHash128 16, TupleHash256 32
END
