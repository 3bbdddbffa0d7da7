#!/usr/bin/env bash
# Bouncy Castle 1.87: HMACDSTU7564-256, -384 and -512 are not HMAC over Kupyna (DSTU 7564), but the keyed mode of Kupyna itself.
#
# The Macs of the provider with these names compute what its class DSTU7564Mac does, the keyed mode of DSTU 7564:2014, in which
# the key, the message and the inverted key are hashed. HMAC of RFC 2104 is two digests of the same function: the class HMac
# computes it over DSTU7564Digest. So a tag from these names is not what another program computes as HMAC over Kupyna.
# 1.83 does the same.
#
# Output seen (key 00, 01 and so on, as long as the digest; message "abc"; the first 8 bytes):
#   HMACDSTU7564-256     6a46d79294e014ad
#   DSTU7564Mac          6a46d79294e014ad
#   HMac(DSTU7564Digest) e6f00cd97a5e884c
#   HMACDSTU7564-384     cc0b07d832310d2e
#   DSTU7564Mac          cc0b07d832310d2e
#   HMac(DSTU7564Digest) 9c7ffe835b08d383
#   HMACDSTU7564-512     de32cba321eaabfc
#   DSTU7564Mac          de32cba321eaabfc
#   HMac(DSTU7564Digest) bd7985904d39c4d8
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.87 -DoutputDirectory=. > mvn.log 2>&1
mkdir java
cat > java/Names.java <<'CODE'
import java.util.HexFormat;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.Mac;
import org.bouncycastle.crypto.digests.DSTU7564Digest;
import org.bouncycastle.crypto.macs.DSTU7564Mac;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Names {
    static final byte[] TEXT = {'a', 'b', 'c'};

    static byte[] key(int bits) {
        byte[] key = new byte[bits / 8];
        for (int i = 0; i < key.length; i++) key[i] = (byte) i;
        return key;
    }

    static byte[] named(String name, int bits) throws Exception {
        javax.crypto.Mac mac = javax.crypto.Mac.getInstance(name, new BouncyCastleProvider());
        mac.init(new SecretKeySpec(key(bits), name));
        return mac.doFinal(TEXT);
    }

    static byte[] tag(Mac mac, int bits) {
        mac.init(new KeyParameter(key(bits)));
        mac.update(TEXT, 0, TEXT.length);
        byte[] tag = new byte[bits / 8];
        mac.doFinal(tag, 0);
        return tag;
    }

    static void print(String label, byte[] tag) {
        System.out.printf("%-20s %s%n", label, HexFormat.of().formatHex(tag, 0, 8));
    }

    public static void main(String[] arguments) throws Exception {
        for (int bits : new int[] {256, 384, 512}) {
            print("HMACDSTU7564-" + bits, named("HMACDSTU7564-" + bits, bits));
            print("DSTU7564Mac", tag(new DSTU7564Mac(bits), bits));
            print("HMac(DSTU7564Digest)", tag(new HMac(new DSTU7564Digest(bits)), bits));
        }
    }
}
CODE
java -cp bcprov-jdk18on-1.87.jar java/Names.java | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
HMACDSTU7564-256     6a46d79294e014ad
DSTU7564Mac          6a46d79294e014ad
HMac(DSTU7564Digest) e6f00cd97a5e884c
HMACDSTU7564-384     cc0b07d832310d2e
DSTU7564Mac          cc0b07d832310d2e
HMac(DSTU7564Digest) 9c7ffe835b08d383
HMACDSTU7564-512     de32cba321eaabfc
DSTU7564Mac          de32cba321eaabfc
HMac(DSTU7564Digest) bd7985904d39c4d8
END
