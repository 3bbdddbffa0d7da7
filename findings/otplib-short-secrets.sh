#!/usr/bin/env bash
# otplib 12.0.1: totp repeats a secret that is shorter than the digest of the hash function, and authenticator one that is
# shorter than half of it. hotp of the same package, otpauth 9.5.2 and speakeasy 2.0.0 take the secret as it is.
#
# RFC 6238 builds on HMAC, which fills short keys with zeros. otplib repeats the secret of a TOTP first, up to 20, 32 or 64
# bytes for SHA-1, SHA-256 and SHA-512. authenticator compares the length of the secret in hexadecimal digits with the same
# numbers, so that there it begins below 10, 16 and 32 bytes. So for the secret of an app in base32, the two classes may
# show two codes, and only hotp's is that of other programs.
#
# Output seen (time 59, 8 digits, secrets of A, B, C and so on; otpauth's code, then those that differ from it):
#   SHA1    8 bytes: 78070554, totp 27237729, authenticator 27237729
#   SHA1   10 bytes: 97642562, totp 14826205
#   SHA1   16 bytes: 38250711, totp 69303690
#   SHA1   20 bytes: 08797827, all the same
#   SHA1   32 bytes: 18789217, all the same
#   SHA1   64 bytes: 69245475, all the same
#   SHA256  8 bytes: 37117337, totp 87071670, authenticator 87071670
#   SHA256 10 bytes: 58558476, totp 84695112, authenticator 84695112
#   SHA256 16 bytes: 01159317, totp 19522216
#   SHA256 20 bytes: 82937582, totp 77701806
#   SHA256 32 bytes: 97383233, all the same
#   SHA256 64 bytes: 15462046, all the same
#   SHA512  8 bytes: 96645813, totp 28598479, authenticator 28598479
#   SHA512 10 bytes: 10301064, totp 10209097, authenticator 10209097
#   SHA512 16 bytes: 49997350, totp 01191182, authenticator 01191182
#   SHA512 20 bytes: 07286278, totp 51310577, authenticator 51310577
#   SHA512 32 bytes: 12087233, totp 39343418
#   SHA512 64 bytes: 93081700, all the same
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent otplib@12.0.1 otpauth@9.5.2 speakeasy@2.0.0
cat > codes.js <<'CODE'
const { authenticator, hotp, totp } = require('otplib');
const otpauth = require('otpauth');
const speakeasy = require('speakeasy');

for (const algorithm of ['SHA1', 'SHA256', 'SHA512']) {
    for (const length of [8, 10, 16, 20, 32, 64]) {
        const ascii = String.fromCharCode(...Array.from({ length }, (_, i) => 65 + i % 26));
        const secret = otpauth.Secret.fromLatin1(ascii);
        const options = { algorithm: algorithm.toLowerCase(), digits: 8, epoch: 59000 };
        const right = new otpauth.TOTP({ secret, algorithm, digits: 8 }).generate({ timestamp: 59000 });
        const codes = {
            speakeasy: speakeasy.totp({ secret: ascii, encoding: 'ascii', algorithm: options.algorithm, digits: 8, time: 59 }),
            hotp: hotp.clone(options).generate(ascii, 1),
            totp: totp.clone(options).generate(ascii),
            authenticator: authenticator.clone(options).generate(secret.base32),
        };
        const others = Object.entries(codes).filter(([, code]) => code !== right).map((entry) => entry.join(' '));
        const label = `${algorithm.padEnd(6)} ${String(length).padStart(2)} bytes`;
        console.log(`${label}: ${right}, ${others.join(', ') || 'all the same'}`);
    }
}
CODE
node codes.js | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
SHA1    8 bytes: 78070554, totp 27237729, authenticator 27237729
SHA1   10 bytes: 97642562, totp 14826205
SHA1   16 bytes: 38250711, totp 69303690
SHA1   20 bytes: 08797827, all the same
SHA1   32 bytes: 18789217, all the same
SHA1   64 bytes: 69245475, all the same
SHA256  8 bytes: 37117337, totp 87071670, authenticator 87071670
SHA256 10 bytes: 58558476, totp 84695112, authenticator 84695112
SHA256 16 bytes: 01159317, totp 19522216
SHA256 20 bytes: 82937582, totp 77701806
SHA256 32 bytes: 97383233, all the same
SHA256 64 bytes: 15462046, all the same
SHA512  8 bytes: 96645813, totp 28598479, authenticator 28598479
SHA512 10 bytes: 10301064, totp 10209097, authenticator 10209097
SHA512 16 bytes: 49997350, totp 01191182, authenticator 01191182
SHA512 20 bytes: 07286278, totp 51310577, authenticator 51310577
SHA512 32 bytes: 12087233, totp 39343418
SHA512 64 bytes: 93081700, all the same
END
