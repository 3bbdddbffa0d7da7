#!/usr/bin/env bash
# Crypto++ 8.7.0 (Debian 8.7.0+git220824-1): HC-256 exchanges two bytes in each word of the key and of the IV.
#
# The words of key and IV are read from bytes, the lowest first. Crypto++ puts the second byte of each word in the place of
# the fourth, and the fourth in that of the second. The designer's test vectors have keys and IVs whose only byte that is
# not zero is the first, or all of whose bytes are equal, and do not show it. Bouncy Castle 1.83 gives the keystream of
# eSTREAM's longer vectors (set 6, vector 0, begins with 23d9e70a). With the bytes exchanged back, Crypto++ gives it too.
#
# Output seen:
#   Bouncy Castle             23d9e70a45eb0127884d66d9f6f23c01d1f88afd629270127247256c1fff91e9
#   Crypto++                  328c2ec97b0b8947235a47aaffec821c6e990c813f0f73b5b9fc7dbeb51221ca
#   Crypto++, bytes exchanged 23d9e70a45eb0127884d66d9f6f23c01d1f88afd629270127247256c1fff91e9
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Hc.java <<'CODE'
import org.bouncycastle.crypto.engines.HC256Engine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.util.encoders.Hex;

public class Hc {
    public static void main(String[] arguments) {
        byte[] key = Hex.decode("0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d");
        byte[] iv = Hex.decode("0d74db42a91077de45ac137ae148af167de44bb21980e74eb51c83ea51b81f86");
        byte[] stream = new byte[32];
        HC256Engine cipher = new HC256Engine();
        cipher.init(true, new ParametersWithIV(new KeyParameter(key), iv));
        cipher.processBytes(stream, 0, 32, stream, 0);
        System.out.println("Bouncy Castle             " + Hex.toHexString(stream));
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Hc.java > seen

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")
cat > hc.cpp <<'CODE'
#include <cryptopp/hc256.h>
#include <cstdio>
#include <utility>

static unsigned char key[] = {
    0x00, 0x53, 0xa6, 0xf9, 0x4c, 0x9f, 0xf2, 0x45, 0x98, 0xeb, 0x3e, 0x91, 0xe4, 0x37, 0x8a, 0xdd,
    0x30, 0x83, 0xd6, 0x29, 0x7c, 0xcf, 0x22, 0x75, 0xc8, 0x1b, 0x6e, 0xc1, 0x14, 0x67, 0xba, 0x0d};
static unsigned char iv[] = {
    0x0d, 0x74, 0xdb, 0x42, 0xa9, 0x10, 0x77, 0xde, 0x45, 0xac, 0x13, 0x7a, 0xe1, 0x48, 0xaf, 0x16,
    0x7d, 0xe4, 0x4b, 0xb2, 0x19, 0x80, 0xe7, 0x4e, 0xb5, 0x1c, 0x83, 0xea, 0x51, 0xb8, 0x1f, 0x86};

static void run(const char *label) {
    unsigned char zeros[32] = {0}, stream[32];
    CryptoPP::HC256::Encryption cipher;
    cipher.SetKeyWithIV(key, sizeof key, iv, sizeof iv);
    cipher.ProcessData(stream, zeros, sizeof stream);
    std::printf("%s", label);
    for (unsigned char byte : stream) std::printf("%02x", byte);
    std::puts("");
}

int main() {
    run("Crypto++                  ");
    for (int word = 0; word < 32; word += 4) {
        std::swap(key[word + 1], key[word + 3]);
        std::swap(iv[word + 1], iv[word + 3]);
    }
    run("Crypto++, bytes exchanged ");
}
CODE
g++ -Iroot/usr/include hc.cpp -o hc -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./hc >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
Bouncy Castle             23d9e70a45eb0127884d66d9f6f23c01d1f88afd629270127247256c1fff91e9
Crypto++                  328c2ec97b0b8947235a47aaffec821c6e990c813f0f73b5b9fc7dbeb51221ca
Crypto++, bytes exchanged 23d9e70a45eb0127884d66d9f6f23c01d1f88afd629270127247256c1fff91e9
END
