#!/usr/bin/env bash
# Bouncy Castle 1.87: Kuznyechik in CBC (GOST3412-2015/CBC) loses the chain between two calls of update.
#
# update returns an array that is as long as the blocks in it, and the block that ends where this array ends is not kept for the
# next call. So the next block is chained to the block before that one, which for pieces of one block is always the IV. The
# ciphertext of a text in pieces is another than that of the whole text, which is that of the standard (gostcrypto 1.2.5 is the
# one to compare with), and decryption in pieces is wrong in the same blocks. With an output array of the caller that has one
# byte more, the pieces are right. 1.83 does the same.
#
# Output seen (the first 4 bytes of each block; key 00..1f, IV 00..0f, text 00..3f):
#   gostcrypto               e32e9891 cbb296c3 56467be1 c27690d5
#   blocks under the IV      e32e9891 d757bc8b f87bae7e 4a204b89
#   doFinal                  e32e9891 cbb296c3 56467be1 c27690d5
#   update by 32 bytes       e32e9891 cbb296c3 edca9827 2ca8efee
#   update by 16 bytes       e32e9891 d757bc8b f87bae7e 4a204b89
#   by 16, to a longer array e32e9891 cbb296c3 56467be1 c27690d5
#   decrypted by 32 bytes    00010203 10111213 08bd2c71 30313233
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install gostcrypto==1.2.5
python/bin/python - > seen <<'CODE'
from gostcrypto import gostcipher


def encrypted(text):
    key, iv = bytearray(range(32)), bytearray(range(16))
    mode = gostcipher.MODE_CBC
    return gostcipher.new("kuznechik", key, mode, init_vect=iv, pad_mode=gostcipher.PAD_MODE_1).encrypt(bytearray(text))


def line(label, text):
    return f"{label:24} " + " ".join(text[i:i + 4].hex() for i in range(0, 64, 16))


print(line("gostcrypto", encrypted(range(64))))
print(line("blocks under the IV", b"".join(encrypted(range(i, i + 16)) for i in range(0, 64, 16))))
CODE

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.87 -DoutputDirectory=. > mvn.log 2>&1
mkdir java
cat > java/Pieces.java <<'CODE'
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Pieces {
    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) i;
        return bytes;
    }

    static Cipher cipher(int direction) throws Exception {
        Cipher cipher = Cipher.getInstance("GOST3412-2015/CBC/NoPadding", new BouncyCastleProvider());
        cipher.init(direction, new SecretKeySpec(bytes(32), "GOST3412-2015"), new IvParameterSpec(bytes(16)));
        return cipher;
    }

    static byte[] pieces(Cipher cipher, byte[] text, int length) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < text.length; i += length) all.write(cipher.update(text, i, length));
        all.write(cipher.doFinal());
        return all.toByteArray();
    }

    static void print(String label, byte[] text) {
        StringBuilder line = new StringBuilder(String.format("%-24s", label));
        for (int i = 0; i < 64; i += 16) line.append(' ').append(HexFormat.of().formatHex(text, i, i + 4));
        System.out.println(line);
    }

    public static void main(String[] arguments) throws Exception {
        byte[] text = bytes(64);
        byte[] whole = cipher(Cipher.ENCRYPT_MODE).doFinal(text);
        print("doFinal", whole);
        print("update by 32 bytes", pieces(cipher(Cipher.ENCRYPT_MODE), text, 32));
        print("update by 16 bytes", pieces(cipher(Cipher.ENCRYPT_MODE), text, 16));
        byte[] longer = new byte[65];
        Cipher cipher = cipher(Cipher.ENCRYPT_MODE);
        for (int i = 0; i < 64; i += 16) cipher.update(text, i, 16, longer, i);
        print("by 16, to a longer array", longer);
        print("decrypted by 32 bytes", pieces(cipher(Cipher.DECRYPT_MODE), whole, 32));
    }
}
CODE
java -cp bcprov-jdk18on-1.87.jar java/Pieces.java >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
gostcrypto               e32e9891 cbb296c3 56467be1 c27690d5
blocks under the IV      e32e9891 d757bc8b f87bae7e 4a204b89
doFinal                  e32e9891 cbb296c3 56467be1 c27690d5
update by 32 bytes       e32e9891 cbb296c3 edca9827 2ca8efee
update by 16 bytes       e32e9891 d757bc8b f87bae7e 4a204b89
by 16, to a longer array e32e9891 cbb296c3 56467be1 c27690d5
decrypted by 32 bytes    00010203 10111213 08bd2c71 30313233
END
