#!/usr/bin/env bash
# crypto-js 4.2.0: Blowfish fills up a key that is not a multiple of 4 bytes with zeros, which makes it another key.
#
# Blowfish takes keys of 4 to 56 bytes and repeats their bytes until there are enough for 18 words. crypto-js repeats words of 4
# bytes, and the last word of such a key ends in zeros. So under a key of 9 bytes it computes what other libraries compute under
# these 9 and three zeros. Keys of whole words are right, and crypto-js derives only such keys from a passphrase. Eric Young's
# test vectors, which Schneier published, have keys that grow byte by byte; PyCryptodome 4.4.0 computes their results.
#
# Output seen (block fedcba9876543210: crypto-js, PyCryptodome, and PyCryptodome with the key and the zeros):
#    5 bytes: d53484b30cdeb635 b39e44481bdb1e6e d53484b30cdeb635
#    8 bytes: e87a244e2cc85e82 e87a244e2cc85e82 e87a244e2cc85e82
#    9 bytes: 3b3cae54bf5f6d2f 15750e7a4f4ec577 3b3cae54bf5f6d2f
#   10 bytes: 02eb1b7f906374a1 122ba70b3ab64ae0 02eb1b7f906374a1
#   11 bytes: 2578679d3fff8035 3a833c9affc537f6 2578679d3fff8035
#   16 bytes: 93142887ee3be15c 93142887ee3be15c 93142887ee3be15c
#   17 bytes: 9564990fbcc547e4 03429e838ce2d14b 9564990fbcc547e4
#   18 bytes: ccf0a43d0818b179 a4299e27469ff67b ccf0a43d0818b179
#   19 bytes: 9bf0256d40be3f4c afd5aed1c1bc96a8 9bf0256d40be3f4c
#   20 bytes: 10851c0e3858da9f 10851c0e3858da9f 10851c0e3858da9f
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent crypto-js@4.2.0
python3 -m venv python
python/bin/pip -q install pycryptodome==4.4.0
cat > blowfish.js <<'CODE'
const { Blowfish, enc, mode, pad } = require('crypto-js');

const key = 'f0e1d2c3b4a5968778695a4b3c2d1e0f0011223344556677';
for (const length of [5, 8, 9, 10, 11, 16, 17, 18, 19, 20]) {
    const words = enc.Hex.parse(key.slice(0, 2 * length));
    if (words.sigBytes !== length) throw new Error('the key has another length');
    const options = { mode: mode.ECB, padding: pad.NoPadding };
    const { ciphertext } = Blowfish.encrypt(enc.Hex.parse('fedcba9876543210'), words, options);
    console.log(length, ciphertext.toString());
}
CODE
cat > compare.py <<'CODE'
import sys
from Crypto.Cipher import Blowfish

whole = bytes.fromhex("f0e1d2c3b4a5968778695a4b3c2d1e0f0011223344556677")
published = {8: "e87a244e2cc85e82", 9: "15750e7a4f4ec577", 10: "122ba70b3ab64ae0", 16: "93142887ee3be15c", 17: "03429e838ce2d14b"}


def encrypt(key):
    return Blowfish.new(key, Blowfish.MODE_ECB).encrypt(bytes.fromhex("fedcba9876543210")).hex()


for line in sys.stdin:
    length, seen = line.split()
    key = whole[:int(length)]
    assert encrypt(key) == published.get(len(key), encrypt(key))
    print(f"{length:>2} bytes: {seen} {encrypt(key)} {encrypt(key + bytes(-len(key) % 4))}")
CODE
node blowfish.js | python/bin/python compare.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
 5 bytes: d53484b30cdeb635 b39e44481bdb1e6e d53484b30cdeb635
 8 bytes: e87a244e2cc85e82 e87a244e2cc85e82 e87a244e2cc85e82
 9 bytes: 3b3cae54bf5f6d2f 15750e7a4f4ec577 3b3cae54bf5f6d2f
10 bytes: 02eb1b7f906374a1 122ba70b3ab64ae0 02eb1b7f906374a1
11 bytes: 2578679d3fff8035 3a833c9affc537f6 2578679d3fff8035
16 bytes: 93142887ee3be15c 93142887ee3be15c 93142887ee3be15c
17 bytes: 9564990fbcc547e4 03429e838ce2d14b 9564990fbcc547e4
18 bytes: ccf0a43d0818b179 a4299e27469ff67b ccf0a43d0818b179
19 bytes: 9bf0256d40be3f4c afd5aed1c1bc96a8 9bf0256d40be3f4c
20 bytes: 10851c0e3858da9f 10851c0e3858da9f 10851c0e3858da9f
END
