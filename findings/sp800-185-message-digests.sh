#!/usr/bin/env bash
# Bouncy Castle 1.87: the MessageDigest TUPLEHASH128-256 takes each call of update as one string of the tuple.
#
# A program that hashes a stream through MessageDigest does not choose the pieces, as with DigestInputStream, so that its digest
# depends on the length of a buffer. PARALLELHASH128-256 does not depend on pieces, but on a length of blocks that its name
# does not tell: 128 bytes. parallelhash128 of @noble/hashes 2.4.0 has 8 if none is given. NIST SP 800-185 hashes this length
# with the message, so that no digest of another length is equal. 1.83 does the same.
#
# Output seen (a message of 200 bytes 00..c7; the first 8 bytes of the digests of 32):
#   TUPLEHASH128-256, buffer of 200               16708615362be4ef
#   TUPLEHASH128-256, buffer of 100               6493801d6aa7c5aa
#   PARALLELHASH128-256, buffer of 200            f7ce767c1e1cfa1e
#   PARALLELHASH128-256, buffer of 100            f7ce767c1e1cfa1e
#   tuplehash128([200 bytes])                     16708615362be4ef
#   tuplehash128([100 bytes, 100 bytes])          6493801d6aa7c5aa
#   parallelhash128, no length of blocks          07e92a09034a67f0
#   parallelhash128, blocks of 8 bytes            07e92a09034a67f0
#   parallelhash128, blocks of 128 bytes          f7ce767c1e1cfa1e
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.87 -DoutputDirectory=. > mvn.log 2>&1
mkdir java
cat > java/Digests.java <<'CODE'
import java.io.ByteArrayInputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Digests {
    public static void main(String[] arguments) throws Exception {
        byte[] text = new byte[200];
        for (int i = 0; i < text.length; i++) text[i] = (byte) i;
        for (String name : new String[] {"TUPLEHASH128-256", "PARALLELHASH128-256"}) {
            for (int buffer : new int[] {200, 100}) {
                MessageDigest digest = MessageDigest.getInstance(name, new BouncyCastleProvider());
                DigestInputStream stream = new DigestInputStream(new ByteArrayInputStream(text), digest);
                while (stream.read(new byte[buffer]) > 0) { }
                String result = HexFormat.of().formatHex(digest.digest(), 0, 8);
                System.out.printf("%-45s %s%n", name + ", buffer of " + buffer, result);
            }
        }
    }
}
CODE
java -cp bcprov-jdk18on-1.87.jar java/Digests.java > seen

mkdir node
cd node
npm init -y > /dev/null
npm install --silent @noble/hashes@2.4.0
cat > digests.mjs <<'CODE'
import { parallelhash128, tuplehash128 } from '@noble/hashes/sha3-addons.js';

const text = Uint8Array.from({ length: 200 }, (_, i) => i), dkLen = 32;
const results = {
    'tuplehash128([200 bytes])': tuplehash128([text], { dkLen }),
    'tuplehash128([100 bytes, 100 bytes])': tuplehash128([text.subarray(0, 100), text.subarray(100)], { dkLen }),
    'parallelhash128, no length of blocks': parallelhash128(text, { dkLen }),
    'parallelhash128, blocks of 8 bytes': parallelhash128(text, { dkLen, blockLen: 8 }),
    'parallelhash128, blocks of 128 bytes': parallelhash128(text, { dkLen, blockLen: 128 }),
};
for (const [label, result] of Object.entries(results)) {
    console.log(`${label.padEnd(45)} ${Buffer.from(result).subarray(0, 8).toString('hex')}`);
}
CODE
node digests.mjs >> ../seen
cd ..
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
TUPLEHASH128-256, buffer of 200               16708615362be4ef
TUPLEHASH128-256, buffer of 100               6493801d6aa7c5aa
PARALLELHASH128-256, buffer of 200            f7ce767c1e1cfa1e
PARALLELHASH128-256, buffer of 100            f7ce767c1e1cfa1e
tuplehash128([200 bytes])                     16708615362be4ef
tuplehash128([100 bytes, 100 bytes])          6493801d6aa7c5aa
parallelhash128, no length of blocks          07e92a09034a67f0
parallelhash128, blocks of 8 bytes            07e92a09034a67f0
parallelhash128, blocks of 128 bytes          f7ce767c1e1cfa1e
END
