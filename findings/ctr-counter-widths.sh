#!/usr/bin/env bash
# AES-CTR: crypto-js 4.2.0 and node-forge 1.4.3 count in the last 32 bits of the block, asmcrypto.js 2.3.2 in the last 48,
# and aes-js 3.1.2 and Node's crypto (OpenSSL) in all 128. None of them is told a width.
#
# All take the first counter block as the IV, and no option of the first two, and no argument of the third's encrypt, sets
# the width. A carry out of the counter is lost without an error. So two of these libraries give the same ciphertext for
# most random IVs, and different ones from the block on in which the narrower counter begins again at zero: with 32 bits,
# this happens in a text of 1 MiB (2^16 blocks) for one IV in 65,536.
#
# Output seen (the second counter block, found by decrypting the keystream of that block; key 00..0f):
#   IV ends in   32 bits of ones                  48 bits of ones                  64 bits of ones
#   node:crypto  000102030405060708090a0c00000000 0001020304050607080a000000000000 00010203040506080000000000000000
#   aes-js       000102030405060708090a0c00000000 0001020304050607080a000000000000 00010203040506080000000000000000
#   asmcrypto.js 000102030405060708090a0c00000000 00010203040506070809000000000000 0001020304050607ffff000000000000
#   crypto-js    000102030405060708090a0b00000000 00010203040506070809ffff00000000 0001020304050607ffffffff00000000
#   node-forge   000102030405060708090a0b00000000 00010203040506070809ffff00000000 0001020304050607ffffffff00000000
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent crypto-js@4.2.0 node-forge@1.4.3 asmcrypto.js@2.3.2 aes-js@3.1.2
cat > ctr.js <<'CODE'
const crypto = require('crypto');
const aesjs = require('aes-js');
const { AES_CTR } = require('asmcrypto.js');
const cryptojs = require('crypto-js');
const forge = require('node-forge');

const bytes = (length) => Buffer.from(Array.from({ length }, (_, i) => i));
const key = bytes(16), zeros = Buffer.alloc(32);
const streams = {
    'node:crypto': (iv) => crypto.createCipheriv('aes-128-ctr', key, iv).update(zeros),
    'aes-js': (iv) => new aesjs.ModeOfOperation.ctr(key, new aesjs.Counter(Buffer.from(iv))).encrypt(zeros),
    'asmcrypto.js': (iv) => AES_CTR.encrypt(new Uint8Array(zeros), new Uint8Array(key), new Uint8Array(iv)),
    'crypto-js': (iv) => {
        const words = (buffer) => cryptojs.enc.Hex.parse(buffer.toString('hex'));
        const options = { iv: words(iv), mode: cryptojs.mode.CTR, padding: cryptojs.pad.NoPadding };
        return Buffer.from(cryptojs.AES.encrypt(words(zeros), words(key), options).ciphertext.toString(), 'hex');
    },
    'node-forge': (iv) => {
        const cipher = forge.cipher.createCipher('AES-CTR', key.toString('binary'));
        cipher.start({ iv: iv.toString('binary') });
        cipher.update(forge.util.createBuffer(zeros.toString('binary')));
        cipher.finish();
        return Buffer.from(cipher.output.toHex(), 'hex');
    },
};
const blocks = (stream) => {
    const cipher = crypto.createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    return cipher.update(Buffer.from(stream)).toString('hex');
};
const widths = [32, 48, 64];
console.log('IV ends in'.padEnd(13) + widths.map((bits) => `${bits} bits of ones`.padEnd(33)).join('').trimEnd());
for (const [name, stream] of Object.entries(streams)) {
    const seconds = widths.map((bits) => {
        const iv = bytes(16).fill(0xff, 16 - bits / 8);
        const found = blocks(stream(iv));
        if (found.slice(0, 32) !== iv.toString('hex')) throw new Error('the first block is not the IV');
        return found.slice(32);
    });
    console.log(name.padEnd(13) + seconds.join(' '));
}
CODE
node ctr.js | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
IV ends in   32 bits of ones                  48 bits of ones                  64 bits of ones
node:crypto  000102030405060708090a0c00000000 0001020304050607080a000000000000 00010203040506080000000000000000
aes-js       000102030405060708090a0c00000000 0001020304050607080a000000000000 00010203040506080000000000000000
asmcrypto.js 000102030405060708090a0c00000000 00010203040506070809000000000000 0001020304050607ffff000000000000
crypto-js    000102030405060708090a0b00000000 00010203040506070809ffff00000000 0001020304050607ffffffff00000000
node-forge   000102030405060708090a0b00000000 00010203040506070809ffff00000000 0001020304050607ffffffff00000000
END
