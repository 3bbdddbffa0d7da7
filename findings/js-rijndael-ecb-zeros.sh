#!/usr/bin/env bash
# js-rijndael 1.0.0, ECB: each block of the result loses the zero bytes at its end, on encryption too.
#
# PHP's mcrypt, with which the package says it is compatible, adds zeros to a text up to whole blocks, and decryption leaves
# them there. js-rijndael takes zeros off, and in ECB after each block and not only after the last one. So a decrypted text
# loses zeros inside it; and a block of ciphertext that ends with a zero byte, as one in 256 does, becomes shorter, so that
# another program reads wrong blocks from there on. In CBC the ciphertext is whole. Node's crypto (OpenSSL) computes AES-128
# to compare with.
#
# Output seen (AES-128 with the key 00..0f and, to CBC, an IV of zeros):
#   text 1                   8075a4599f81b1df39c00c1ae6c3ceb6101112131415161718191a1b1c1d1e1f
#   text 1 to ECB, Node      0102030405060708090a0b0c0d0e0f0007feef74e1d5036e900eee118e949293
#   text 1 to ECB, package   0102030405060708090a0b0c0d0e0f07feef74e1d5036e900eee118e949293
#   text 2                   101112131415161718191a1b1c1d1e1f878b4b2d7e54b2b1a9cee20b68575c25
#   text 2 to CBC, Node      07feef74e1d5036e900eee118e9492930102030405060708090a0b0c0d0e0f00
#   text 2 to CBC, package   07feef74e1d5036e900eee118e9492930102030405060708090a0b0c0d0e0f00
#   text 3                   0102030405060708090a0b0c00000000101112131415161718191a1b1c1d1e1f
#   text 3 from ECB, Node    0102030405060708090a0b0c00000000101112131415161718191a1b1c1d1e1f
#   text 3 from ECB, package 0102030405060708090a0b0c101112131415161718191a1b1c1d1e1f
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent js-rijndael@1.0.0
cat > zeros.js <<'CODE'
const crypto = require('crypto');
const rijndael = require('js-rijndael');

const range = (first, length) => Buffer.from(Array.from({ length }, (_, i) => first + i));
const key = range(0, 16);
const iv = Buffer.alloc(16);
const show = (label, bytes) => console.log(label.padEnd(24), Buffer.from(bytes).toString('hex'));

function node(mode, text, decrypt) {
    const create = decrypt ? crypto.createDecipheriv : crypto.createCipheriv;
    const cipher = create(`aes-128-${mode}`, key, mode === 'ecb' ? null : iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(text), cipher.final()]);
}

const ofPackage = (mode, text, decrypt) =>
    rijndael[decrypt ? 'decrypt' : 'encrypt']([...text], [...iv], [...key], 'rijndael-128', mode);

// The first block of text 1 is encrypted to 01..0f and a zero byte; so is the last one of text 2, in CBC.
const first = node('ecb', Buffer.concat([range(1, 15), Buffer.alloc(1)]), true);
const text = Buffer.concat([first, range(16, 16)]);
show('text 1', text);
show('text 1 to ECB, Node', node('ecb', text));
show('text 1 to ECB, package', ofPackage('ecb', text));
const last = Buffer.concat([range(16, 16), first.map((byte, i) => byte ^ node('ecb', range(16, 16))[i])]);
show('text 2', last);
show('text 2 to CBC, Node', node('cbc', last));
show('text 2 to CBC, package', ofPackage('cbc', last));
const inside = Buffer.concat([range(1, 12), Buffer.alloc(4), range(16, 16)]);
show('text 3', inside);
show('text 3 from ECB, Node', node('ecb', node('ecb', inside), true));
show('text 3 from ECB, package', ofPackage('ecb', node('ecb', inside), true));
CODE
node zeros.js | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
text 1                   8075a4599f81b1df39c00c1ae6c3ceb6101112131415161718191a1b1c1d1e1f
text 1 to ECB, Node      0102030405060708090a0b0c0d0e0f0007feef74e1d5036e900eee118e949293
text 1 to ECB, package   0102030405060708090a0b0c0d0e0f07feef74e1d5036e900eee118e949293
text 2                   101112131415161718191a1b1c1d1e1f878b4b2d7e54b2b1a9cee20b68575c25
text 2 to CBC, Node      07feef74e1d5036e900eee118e9492930102030405060708090a0b0c0d0e0f00
text 2 to CBC, package   07feef74e1d5036e900eee118e9492930102030405060708090a0b0c0d0e0f00
text 3                   0102030405060708090a0b0c00000000101112131415161718191a1b1c1d1e1f
text 3 from ECB, Node    0102030405060708090a0b0c00000000101112131415161718191a1b1c1d1e1f
text 3 from ECB, package 0102030405060708090a0b0c101112131415161718191a1b1c1d1e1f
END
