#!/usr/bin/env bash
# RC2 with a key of 16 bytes and nothing said of its effective bits: PyCryptodome 4.4.0 and Crypto++ 8.7.0 take 1024 bits,
# Bouncy Castle 1.83 and the JDK's own provider take the 128 bits of the key.
#
# RFC 2268 has the number of effective bits as a parameter beside the key. Under another number the same key is another
# cipher, so that neither pair reads what the other wrote until the number is named.
#
# Output seen (key 00..0f, block 00..07):
#   PyCryptodome       5418055e092698b3
#   PyCryptodome, 128  8b11081cf0a086e9
#   Crypto++           5418055e092698b3
#   Bouncy Castle      8b11081cf0a086e9
#   SunJCE             8b11081cf0a086e9
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install pycryptodome==4.4.0
python/bin/python - > seen <<'CODE'
from Crypto.Cipher import ARC2

key, block = bytes(range(16)), bytes(range(8))
print("PyCryptodome      ", ARC2.new(key, ARC2.MODE_ECB).encrypt(block).hex())
print("PyCryptodome, 128 ", ARC2.new(key, ARC2.MODE_ECB, effective_keylen=128).encrypt(block).hex())
CODE

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")
cat > rc2.cpp <<'CODE'
#include <cryptopp/rc2.h>
#include <cstdio>

int main() {
    unsigned char key[16], block[8];
    for (int i = 0; i < 16; i++) key[i] = i;
    for (int i = 0; i < 8; i++) block[i] = i;
    CryptoPP::RC2::Encryption(key, sizeof key).ProcessBlock(block);
    std::printf("Crypto++           ");
    for (unsigned char byte : block) std::printf("%02x", byte);
    std::puts("");
}
CODE
g++ -Iroot/usr/include rc2.cpp -o rc2 -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./rc2 >> seen

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Rc2.java <<'CODE'
import java.security.Provider;
import java.security.Security;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.util.encoders.Hex;

public class Rc2 {
    static void run(String name, Provider provider) throws Exception {
        byte[] key = new byte[16], block = new byte[8];
        for (int i = 0; i < 16; i++) key[i] = (byte) i;
        for (int i = 0; i < 8; i++) block[i] = (byte) i;
        Cipher cipher = Cipher.getInstance("RC2/ECB/NoPadding", provider);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "RC2"));
        System.out.println(name + Hex.toHexString(cipher.doFinal(block)));
    }

    public static void main(String[] arguments) throws Exception {
        run("Bouncy Castle      ", new BouncyCastleProvider());
        run("SunJCE             ", Security.getProvider("SunJCE"));
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Rc2.java >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
PyCryptodome       5418055e092698b3
PyCryptodome, 128  8b11081cf0a086e9
Crypto++           5418055e092698b3
Bouncy Castle      8b11081cf0a086e9
SunJCE             8b11081cf0a086e9
END
