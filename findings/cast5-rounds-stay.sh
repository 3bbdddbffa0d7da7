#!/usr/bin/env bash
# Bouncy Castle 1.83: a CAST5 cipher that had a key of up to 10 bytes takes 12 rounds for every later key.
#
# RFC 2144 has 12 rounds for keys of 5 to 10 bytes and 16 for longer ones. CAST5Engine goes down to 12 for a short key, and
# never back to 16: init with a longer key on the same object gives another ciphertext than a new object. The same happens
# to a Cipher of the provider, which keeps its engine. Such a text is read only by an object that had a short key, too.
#
# Output seen (key and block of RFC 2144, B.1, whose result is 238b4fe5847e44b2):
#   CAST5Engine, new                  238b4fe5847e44b2
#   CAST5Engine, after 10 bytes       48dfd8dca353838e
#   Cipher, new                       238b4fe5847e44b2
#   Cipher, after 10 bytes            48dfd8dca353838e
#   Cipher, new, decrypts the last as 1633b0a6a910aaa9
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Cast.java <<'CODE'
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.engines.CAST5Engine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.util.encoders.Hex;

public class Cast {
    static final byte[] KEY = Hex.decode("0123456712345678234567893456789a"), BLOCK = Hex.decode("0123456789abcdef");

    static String engine(CAST5Engine engine) {
        byte[] result = new byte[8];
        engine.init(true, new KeyParameter(KEY));
        engine.processBlock(BLOCK, 0, result, 0);
        return Hex.toHexString(result);
    }

    static byte[] cipher(Cipher cipher, int mode, byte[] block) throws Exception {
        cipher.init(mode, new SecretKeySpec(KEY, "CAST5"));
        return cipher.doFinal(block);
    }

    static Cipher make() throws Exception {
        return Cipher.getInstance("CAST5/ECB/NoPadding", new BouncyCastleProvider());
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("CAST5Engine, new                  " + engine(new CAST5Engine()));
        CAST5Engine engine = new CAST5Engine();
        engine.init(true, new KeyParameter(new byte[10]));
        System.out.println("CAST5Engine, after 10 bytes       " + engine(engine));
        System.out.println("Cipher, new                       " + Hex.toHexString(cipher(make(), Cipher.ENCRYPT_MODE, BLOCK)));
        Cipher used = make();
        used.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[10], "CAST5"));
        byte[] sealed = cipher(used, Cipher.ENCRYPT_MODE, BLOCK);
        System.out.println("Cipher, after 10 bytes            " + Hex.toHexString(sealed));
        System.out.println("Cipher, new, decrypts the last as " + Hex.toHexString(cipher(make(), Cipher.DECRYPT_MODE, sealed)));
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Cast.java | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
CAST5Engine, new                  238b4fe5847e44b2
CAST5Engine, after 10 bytes       48dfd8dca353838e
Cipher, new                       238b4fe5847e44b2
Cipher, after 10 bytes            48dfd8dca353838e
Cipher, new, decrypts the last as 1633b0a6a910aaa9
END
