#!/usr/bin/env bash
# libmcrypt 2.5.8 (Debian 2.5.8-7): the cipher named gost has S-boxes of its own, of which one is no permutation.
#
# They are those of the examples in GOST R 34.11-94 (the set that RFC 4357 has for tests) with two changes: the box for the
# highest four bits is at the lowest, the next at the next and so on, and the one for the lowest four bits ends in 2 instead
# of 12, so that it has 2 twice. Besides, each half of a block is read from the highest byte on, each word of the key
# from the lowest. So no set of S-boxes that has a name reads what PHP's mcrypt or the program mcrypt wrote with gost.
# Bouncy Castle 1.83 gives libmcrypt's result when it is given the changed boxes, and the bytes of both halves reversed.
#
# Output seen (key 00..1f, block 00..07):
#   libmcrypt                                e8fe1fcf4ea4cd4a
#   Bouncy Castle, D-TEST                    d48f98745d38b9d2
#   Bouncy Castle, boxes and halves reversed e8fe1fcf4ea4bd4a
#   Bouncy Castle, and with the 2 for the 12 e8fe1fcf4ea4cd4a
. "$(dirname "$0")/common.sh"

apt-get download libmcrypt4=2.5.8-7 libmcrypt-dev=2.5.8-7 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libmcrypt.so')")
cat > gost.c <<'CODE'
#include <mcrypt.h>
#include <stdio.h>

int main(void) {
    unsigned char key[32], block[8];
    for (int i = 0; i < 32; i++) key[i] = i;
    for (int i = 0; i < 8; i++) block[i] = i;
    MCRYPT cipher = mcrypt_module_open("gost", NULL, "ecb", NULL);
    mcrypt_generic_init(cipher, key, sizeof key, NULL);
    mcrypt_generic(cipher, block, sizeof block);
    printf("libmcrypt                                ");
    for (int i = 0; i < 8; i++) printf("%02x", block[i]);
    puts("");
    mcrypt_generic_end(cipher);
}
CODE
gcc -Iroot/usr/include gost.c -o gost -L"$libraries" -lmcrypt -Wl,-rpath,"$PWD/$libraries"
./gost > seen

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Gost.java <<'CODE'
import org.bouncycastle.crypto.engines.GOST28147Engine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithSBox;
import org.bouncycastle.util.encoders.Hex;

public class Gost {
    static String encrypt(byte[] boxes, boolean reversed) {
        byte[] key = new byte[32], block = new byte[8], result = new byte[8];
        int order = reversed ? 3 : 0;
        for (int i = 0; i < 32; i++) key[i] = (byte) i;
        for (int i = 0; i < 8; i++) block[i ^ order] = (byte) i;
        GOST28147Engine cipher = new GOST28147Engine();
        cipher.init(true, new ParametersWithSBox(new KeyParameter(key), boxes));
        cipher.processBlock(block, 0, block, 0);
        for (int i = 0; i < 8; i++) result[i] = block[i ^ order];
        return Hex.toHexString(result);
    }

    public static void main(String[] arguments) {
        byte[] boxes = GOST28147Engine.getSBox("D-TEST"), changed = new byte[128];
        for (int i = 0; i < 8; i++) System.arraycopy(boxes, 16 * i, changed, 16 * (7 - i), 16);
        System.out.println("Bouncy Castle, D-TEST                    " + encrypt(boxes, false));
        System.out.println("Bouncy Castle, boxes and halves reversed " + encrypt(changed, true));
        if (changed[15] != 12) throw new AssertionError("the box does not end in 12");
        changed[15] = 2;
        System.out.println("Bouncy Castle, and with the 2 for the 12 " + encrypt(changed, true));
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Gost.java >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
libmcrypt                                e8fe1fcf4ea4cd4a
Bouncy Castle, D-TEST                    d48f98745d38b9d2
Bouncy Castle, boxes and halves reversed e8fe1fcf4ea4bd4a
Bouncy Castle, and with the 2 for the 12 e8fe1fcf4ea4cd4a
END
