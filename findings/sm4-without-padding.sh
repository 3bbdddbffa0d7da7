#!/usr/bin/env bash
# SM4 with padding "none" and a text that is no multiple of 16 bytes: sm-crypto 0.5.8 leaves out the rest, and
# sm-crypto-v2 1.15.1, its successor, writes zeros in its place.
#
# Neither raises an error, in ECB and in CBC, so that the last 1 to 15 bytes of the text are lost: decrypted, the first
# package gives 16 of 20 bytes, the second 20 of which four are not those of the text.
#
# Output seen (20 bytes 00..13, ECB, then CBC with an IV of zeros, then what decryption of the CBC text gives):
#   sm-crypto    06989c613da668ad2a8df782e1a8f96a
#   sm-crypto    06989c613da668ad2a8df782e1a8f96a
#   sm-crypto    000102030405060708090a0b0c0d0e0f
#   sm-crypto-v2 06989c613da668ad2a8df782e1a8f96a00000000
#   sm-crypto-v2 06989c613da668ad2a8df782e1a8f96a00000000
#   sm-crypto-v2 000102030405060708090a0b0c0d0e0f00000000
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent sm-crypto@0.5.8 sm-crypto-v2@1.15.1
cat > none.js <<'CODE'
const key = '0123456789abcdeffedcba9876543210';
const text = Array.from({ length: 20 }, (_, i) => i);
for (const name of ['sm-crypto', 'sm-crypto-v2']) {
    const { sm4 } = require(name);
    const cbc = { mode: 'cbc', iv: '0'.repeat(32), padding: 'none' };
    const sealed = sm4.encrypt(text, key, cbc);
    const back = Buffer.from(sm4.decrypt(sealed, key, { ...cbc, output: 'array' })).toString('hex');
    for (const result of [sm4.encrypt(text, key, { padding: 'none' }), sealed, back])
        console.log(name.padEnd(12), result);
}
CODE
node none.js | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
sm-crypto    06989c613da668ad2a8df782e1a8f96a
sm-crypto    06989c613da668ad2a8df782e1a8f96a
sm-crypto    000102030405060708090a0b0c0d0e0f
sm-crypto-v2 06989c613da668ad2a8df782e1a8f96a00000000
sm-crypto-v2 06989c613da668ad2a8df782e1a8f96a00000000
sm-crypto-v2 000102030405060708090a0b0c0d0e0f00000000
END
