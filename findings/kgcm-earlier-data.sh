#!/usr/bin/env bash
# Bouncy Castle 1.83 and 1.84: a tag of Kalyna in KGCM depends on the associated data of the message before.
#
# KGCMBlockCipher collects associated data in a buffer. After a message, it puts the data that init was given back into the
# buffer, for a next message with the same data, and the next init does not empty it but adds its own. So the tag of the
# second message of an object is that of a new object for both data, one after the other, and is opened only with these. The
# ciphertext is right. In 1.85 a used object gives the tags of a new one.
#
# Output seen (Kalyna-128/128, key 00..0f, text 00..1f; nonce 00..0f, for the message before 01..10; the first 8 bytes):
#   1.83
#   data A, new object       2d90972207bc9fbd
#   no data, new object      1706c11480d3fa34
#   no data after data A     2d90972207bc9fbd
#   data B, new object       406bdc3dc962b66d
#   data B after data A      edc094f09b0d7de7
#   data A and B, new object edc094f09b0d7de7
#   1.84
#   data A, new object       2d90972207bc9fbd
#   no data, new object      1706c11480d3fa34
#   no data after data A     2d90972207bc9fbd
#   data B, new object       406bdc3dc962b66d
#   data B after data A      edc094f09b0d7de7
#   data A and B, new object edc094f09b0d7de7
#   1.85
#   data A, new object       2d90972207bc9fbd
#   no data, new object      1706c11480d3fa34
#   no data after data A     1706c11480d3fa34
#   data B, new object       406bdc3dc962b66d
#   data B after data A      406bdc3dc962b66d
#   data A and B, new object edc094f09b0d7de7
. "$(dirname "$0")/common.sh"

versions="1.83 1.84 1.85"
for version in $versions; do
    mvn -q -B dependency:copy "-Dartifact=org.bouncycastle:bcprov-jdk18on:$version" -DoutputDirectory=. >> mvn.log 2>&1
done
mkdir java
cat > java/Earlier.java <<'CODE'
import java.util.HexFormat;
import org.bouncycastle.crypto.engines.DSTU7624Engine;
import org.bouncycastle.crypto.modes.KGCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.util.Arrays;

public class Earlier {
    static final byte[] A = bytes(0, 16), B = bytes(100, 16);

    static byte[] bytes(int first, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (first + i);
        return bytes;
    }

    static KGCMBlockCipher cipher() {
        return new KGCMBlockCipher(new DSTU7624Engine(128));
    }

    static byte[] sealed(KGCMBlockCipher cipher, int nonce, byte[] data) throws Exception {
        cipher.init(true, new AEADParameters(new KeyParameter(bytes(0, 16)), 128, bytes(nonce, 16), data));
        byte[] result = new byte[48];
        int length = cipher.processBytes(bytes(0, 32), 0, 32, result, 0);
        cipher.doFinal(result, length);
        return result;
    }

    static void tag(String label, boolean used, byte[] data) throws Exception {
        KGCMBlockCipher cipher = cipher();
        if (used) sealed(cipher, 1, A);
        byte[] result = sealed(cipher, 0, data);
        if (!Arrays.areEqual(result, 0, 32, sealed(cipher(), 0, null), 0, 32)) throw new Exception("another ciphertext");
        System.out.printf("%-24s %s%n", label, HexFormat.of().formatHex(result, 32, 40));
    }

    public static void main(String[] arguments) throws Exception {
        tag("data A, new object", false, A);
        tag("no data, new object", false, null);
        tag("no data after data A", true, null);
        tag("data B, new object", false, B);
        tag("data B after data A", true, B);
        tag("data A and B, new object", false, Arrays.concatenate(A, B));
    }
}
CODE
for version in $versions; do
    echo "$version"
    java -cp "bcprov-jdk18on-$version.jar" java/Earlier.java
done | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
1.83
data A, new object       2d90972207bc9fbd
no data, new object      1706c11480d3fa34
no data after data A     2d90972207bc9fbd
data B, new object       406bdc3dc962b66d
data B after data A      edc094f09b0d7de7
data A and B, new object edc094f09b0d7de7
1.84
data A, new object       2d90972207bc9fbd
no data, new object      1706c11480d3fa34
no data after data A     2d90972207bc9fbd
data B, new object       406bdc3dc962b66d
data B after data A      edc094f09b0d7de7
data A and B, new object edc094f09b0d7de7
1.85
data A, new object       2d90972207bc9fbd
no data, new object      1706c11480d3fa34
no data after data A     1706c11480d3fa34
data B, new object       406bdc3dc962b66d
data B after data A      406bdc3dc962b66d
data A and B, new object edc094f09b0d7de7
END
