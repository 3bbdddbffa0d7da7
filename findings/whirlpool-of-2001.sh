#!/usr/bin/env bash
# GNU Crypto 2.0.1: the hash function named whirlpool is Whirlpool-T, the version of 2001, and not that of ISO/IEC 10118-3.
#
# The designers changed the S-box in 2001 and the diffusion matrix in 2003; all versions have digests of 512 bits, so that
# nothing but the digest shows which one was computed. HashFactory of GNU Crypto (org.gnu:gnu-crypto) has one name for it.
# whirlpool-hash 1.1.6 of npm computes all versions, the first under the type 0 and the second under t. RHash 1.4.3 (Debian
# 1.4.3-3) has the last one only.
#
# Output seen (the first 8 bytes of the digests of "abc"):
#   GNU Crypto, whirlpool  8afc0527dcc0a196
#   whirlpool-hash, type 0 54ee18b0bbd4dd38
#   whirlpool-hash, type t 8afc0527dcc0a196
#   whirlpool-hash, type - 4e2448a4c6f486bb
#   RHash, Whirlpool       4e2448a4c6f486bb
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.gnu:gnu-crypto:2.0.1 -DoutputDirectory=. > mvn.log 2>&1
mkdir java
cat > java/Named.java <<'CODE'
import gnu.crypto.hash.HashFactory;
import gnu.crypto.hash.IMessageDigest;
import java.util.HexFormat;

public class Named {
    public static void main(String[] arguments) {
        IMessageDigest digest = HashFactory.getInstance("whirlpool");
        digest.update(new byte[] {'a', 'b', 'c'}, 0, 3);
        System.out.println("GNU Crypto, whirlpool  " + HexFormat.of().formatHex(digest.digest(), 0, 8));
    }
}
CODE
java -cp gnu-crypto-2.0.1.jar java/Named.java > seen

npm init -y > /dev/null
npm install --silent whirlpool-hash@1.1.6
cat > types.js <<'CODE'
const { encoders, Whirlpool } = require('whirlpool-hash');

for (const type of ['0', 't', '']) {
    const digest = encoders.toHex(new Whirlpool({ type }).getHash('abc'));
    console.log(`whirlpool-hash, type ${type || '-'} ${digest.slice(0, 16)}`);
}
CODE
node types.js >> seen

apt-get download rhash=1.4.3-3 librhash0=1.4.3-3 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'librhash.so.0')")
export LD_LIBRARY_PATH
printf abc > text
echo "RHash, Whirlpool       $(root/usr/bin/rhash --whirlpool --simple text | cut -c 1-16)" >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
GNU Crypto, whirlpool  8afc0527dcc0a196
whirlpool-hash, type 0 54ee18b0bbd4dd38
whirlpool-hash, type t 8afc0527dcc0a196
whirlpool-hash, type - 4e2448a4c6f486bb
RHash, Whirlpool       4e2448a4c6f486bb
END
