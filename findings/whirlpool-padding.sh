#!/usr/bin/env bash
# whirlpool-hash 1.1.6 (npm): a wrong digest when 32 to 55 bytes remain after the last whole block of 64.
#
# Whirlpool ends with the length of the message in 256 bits, so that after 32 bytes or more in the last block there is no
# room for it, and a block follows. The package pads for a length of 64 bits, as SHA-256 does: 32 to 55 bytes and the length
# share a block. The designers' test vector of 32 bytes (abcdbcdecdefdefgefghfghighijhijk) is among the messages that it
# hashes wrongly. RHash 1.4.3 (Debian 1.4.3-3) is the one to compare with.
#
# Output seen (messages of 0 to 191 bytes, each byte an a; whirlpool-hash, then RHash):
#   not equal for 32 to 55, 96 to 119, 160 to 183 bytes; equal for 120 others
#   31 bytes: 698d25826e50bfd1 and 698d25826e50bfd1
#   32 bytes: 0b3944e539932679 and 661fe85e302a100b
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent whirlpool-hash@1.1.6
apt-get download rhash=1.4.3-3 librhash0=1.4.3-3 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'librhash.so.0')")
export LD_LIBRARY_PATH
mkdir messages
for length in $(seq 0 191); do head -c "$length" /dev/zero | tr '\0' a > "messages/$length"; done
root/usr/bin/rhash --whirlpool --simple -r messages > digests
cat > compare.js <<'CODE'
const { readFileSync } = require('fs');
const { encoders, Whirlpool } = require('whirlpool-hash');

const lines = readFileSync('digests', 'utf8').trim().split('\n').map((line) => line.split('  messages/'));
const right = new Map(lines.map(([digest, length]) => [Number(length), digest]));
const digest = (length) => encoders.toHex(new Whirlpool().getHash('a'.repeat(length)));
const ranges = [];
let wrong = 0;
for (let length = 0; length < 192; length++) {
    if (digest(length) === right.get(length)) continue;
    wrong++;
    const last = ranges.at(-1);
    if (last?.[1] === length - 1) last[1] = length;
    else ranges.push([length, length]);
}
const lengths = ranges.map((range) => range.join(' to ')).join(', ');
console.log(`not equal for ${lengths} bytes; equal for ${right.size - wrong} others`);
for (const length of [31, 32]) {
    console.log(`${length} bytes: ${digest(length).slice(0, 16)} and ${right.get(length).slice(0, 16)}`);
}
CODE
node compare.js | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
not equal for 32 to 55, 96 to 119, 160 to 183 bytes; equal for 120 others
31 bytes: 698d25826e50bfd1 and 698d25826e50bfd1
32 bytes: 0b3944e539932679 and 661fe85e302a100b
END
