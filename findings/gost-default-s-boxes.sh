#!/usr/bin/env bash
# Bouncy Castle 1.83: the classes for GOST 28147-89 and for the hash function over it have three different default S-boxes.
#
# Without a choice, GOST28147Engine takes the set that its own list calls D-TEST, that of the examples in
# GOST R 34.11-94, which RFC 4357 says is for tests; GOST28147Mac takes E-A, CryptoPro's set A; GOST3411Digest takes D-A,
# CryptoPro's set for the hash function. So a text that was encrypted and authenticated with both defaults was processed
# by two different ciphers, and neither is the one under the default of the digest.
#
# Output seen:
#   MAC:    e512e663 is the MAC with E-A
#   cipher: 66aa28cf3b24ddb9 is the cipher with D-TEST
#   digest: 981e5f3ca30c841487830f84fb433e13ac1101569b9c13584ac483234cd656c0 is the digest with D-A
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Defaults.java <<'CODE'
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.digests.GOST3411Digest;
import org.bouncycastle.crypto.engines.GOST28147Engine;
import org.bouncycastle.crypto.macs.GOST28147Mac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithSBox;
import org.bouncycastle.util.encoders.Hex;

public class Defaults {
    static final String[] SETS = {"Default", "E-TEST", "E-A", "E-B", "E-C", "E-D", "Param-Z", "D-TEST", "D-A"};
    static final byte[] KEY = new byte[32], TEXT = new byte[16];

    static String encrypt(CipherParameters parameters) {
        byte[] block = new byte[8];
        GOST28147Engine cipher = new GOST28147Engine();
        cipher.init(true, parameters);
        cipher.processBlock(new byte[8], 0, block, 0);
        return Hex.toHexString(block);
    }

    static String mac(CipherParameters parameters) {
        byte[] tag = new byte[4];
        GOST28147Mac mac = new GOST28147Mac();
        mac.init(parameters);
        mac.update(TEXT, 0, TEXT.length);
        mac.doFinal(tag, 0);
        return Hex.toHexString(tag);
    }

    static String hash(GOST3411Digest digest) {
        byte[] out = new byte[32];
        digest.doFinal(out, 0);
        return Hex.toHexString(out);
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 32; i++) KEY[i] = (byte) i;
        for (int i = 0; i < 16; i++) TEXT[i] = (byte) i;
        KeyParameter key = new KeyParameter(KEY);
        String cipher = encrypt(key), mac = mac(key), digest = hash(new GOST3411Digest());
        for (String set : SETS) {
            byte[] boxes;
            try {
                boxes = GOST28147Engine.getSBox(set);
            } catch (IllegalArgumentException unknown) {
                continue;
            }
            if (set.equals("Default")) continue; // a second name of D-TEST
            if (encrypt(new ParametersWithSBox(key, boxes)).equals(cipher))
                System.out.println("cipher: " + cipher + " is the cipher with " + set);
            if (mac(new ParametersWithSBox(key, boxes)).equals(mac))
                System.out.println("MAC:    " + mac + " is the MAC with " + set);
            if (hash(new GOST3411Digest(boxes)).equals(digest))
                System.out.println("digest: " + digest + " is the digest with " + set);
        }
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Defaults.java | LC_ALL=C sort | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
MAC:    e512e663 is the MAC with E-A
cipher: 66aa28cf3b24ddb9 is the cipher with D-TEST
digest: 981e5f3ca30c841487830f84fb433e13ac1101569b9c13584ac483234cd656c0 is the digest with D-A
END
