#!/usr/bin/env bash
# @noble/ciphers 1.3.0: the function named siv is AES-GCM-SIV (RFC 8452), and there is none for AES-SIV (RFC 5297).
#
# Both names are in use for different schemes: AES-SIV has two keys, side by side, and nonces of any length, and writes
# the tag first; AES-GCM-SIV has one key, nonces of 12 bytes and the tag last. A key of 32 bytes fits both, so that nothing
# but the result shows which of the two was called. In 2.4.0 siv raises an error that names gcmsiv, and aessiv is the
# scheme of RFC 5297.
#
# Output seen (key 00..1f, nonce 00..0b, text 00..13):
#   1.3.0 siv    a3bcb34f95256685e021afafcb9f8638d8d4dcd5707ff5a563cf654ff166566668e8f56b
#   1.3.0 gcmsiv a3bcb34f95256685e021afafcb9f8638d8d4dcd5707ff5a563cf654ff166566668e8f56b
#   1.3.0 aessiv is not there
#   2.4.0 siv    raises an error
#   2.4.0 aessiv a0dbf21f8b84037bd9fef877b0eadff9f2e723494b81b1b7022bc938de31ad641eea14ea
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent one@npm:@noble/ciphers@1.3.0 two@npm:@noble/ciphers@2.4.0
cat > siv.mjs <<'CODE'
import * as one from 'one/aes';
import * as two from 'two/aes.js';

const bytes = (length) => Uint8Array.from({ length }, (_, i) => i);
const result = (scheme) => {
    if (!scheme) return 'is not there';
    try {
        return Buffer.from(scheme(bytes(32), bytes(12)).encrypt(bytes(20))).toString('hex');
    } catch (error) {
        return 'raises an error';
    }
};
console.log('1.3.0 siv   ', result(one.siv));
console.log('1.3.0 gcmsiv', result(one.gcmsiv));
console.log('1.3.0 aessiv', result(one.aessiv));
console.log('2.4.0 siv   ', result(two.siv));
console.log('2.4.0 aessiv', result(two.aessiv));
CODE
node siv.mjs | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
1.3.0 siv    a3bcb34f95256685e021afafcb9f8638d8d4dcd5707ff5a563cf654ff166566668e8f56b
1.3.0 gcmsiv a3bcb34f95256685e021afafcb9f8638d8d4dcd5707ff5a563cf654ff166566668e8f56b
1.3.0 aessiv is not there
2.4.0 siv    raises an error
2.4.0 aessiv a0dbf21f8b84037bd9fef877b0eadff9f2e723494b81b1b7022bc938de31ad641eea14ea
END
