#!/usr/bin/env bash
# PHP 8.2.36 (Debian 8.2.36-1~deb12u1) and libmhash 0.9.9.9 (Debian 0.9.9.9-9): mhash() of PHP, which has the functions of this
# library under its numbers but does not use it any more, returns other bytes for five of them, and another HMAC for a sixth.
#
# Tiger, also cut to 160 and 128 bits, has the order of the authors' test results in PHP, and each word of 8 bytes in the opposite
# order in libmhash. CRC32B, the CRC-32 of zip, and Adler-32 have the highest byte first in PHP and the lowest in libmhash; CRC32,
# that of bzip2, has the lowest first in both. HMAC over Snefru-256 has a block of 32 bytes in PHP and of 64 in libmhash. HMAC over
# GOST R 34.11-94 is in PHP alone, and Snefru-128 in libmhash alone. The other functions are equal, with a key and without.
#
# Output seen (of the text 123456789, and with the key "key"; the first 8 bytes):
#   equal functions: 19
#   TIGER      digest libmhash bb91a44051667206 PHP 0672665140a491bb
#   TIGER      HMAC   libmhash 47abd7e0b2ab332a PHP d3d62d342a5412a6
#   GOST       HMAC   libmhash none             PHP b11037a660e882f8
#   CRC32B     digest libmhash 2639f4cb         PHP cbf43926
#   TIGER128   digest libmhash bb91a44051667206 PHP 0672665140a491bb
#   TIGER128   HMAC   libmhash dedd0b2f105082b3 PHP bcc8b3521bf905ef
#   TIGER160   digest libmhash bb91a44051667206 PHP 0672665140a491bb
#   TIGER160   HMAC   libmhash 9b4a04d6d7ac4544 PHP 9fc1013a06b61651
#   ADLER32    digest libmhash de011e09         PHP 091e01de
#   SNEFRU128 not in PHP
#   SNEFRU256  HMAC   libmhash 293770d86e6405eb PHP 851c60dfc2b7e136
#   Snefru-256 in HMAC with a block of 32 bytes: 851c60dfc2b7e136
#   Snefru-256 in HMAC with a block of 64 bytes: 293770d86e6405eb
. "$(dirname "$0")/common.sh"

apt-get download php8.2-cli=8.2.36-1~deb12u1 libmhash2=0.9.9.9-9 libmhash-dev=0.9.9.9-9 \
    libsodium23=1.0.18-1+deb12u1 libargon2-1=0~20171227-0.3+deb12u1 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 \
    > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name libmhash.so)")
cat > library.c <<'CODE'
#include <mhash.h>
#include <stdio.h>
#include <string.h>

static void show(const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) printf("%02x", bytes[i]);
}

int main(void) {
    const char *text = "123456789", *key = "key";
    for (size_t id = 0; id <= mhash_count(); id++) {
        if (mhash_get_hash_name_static(id) == NULL) continue;
        MHASH plain = mhash_init(id);
        if (plain == MHASH_FAILED) continue;
        mhash(plain, text, strlen(text));
        printf("%zu %s ", id, mhash_get_hash_name_static(id));
        show(mhash_end(plain), mhash_get_block_size(id));
        printf(" ");
        if (mhash_get_hash_pblock(id) > 0) {
            MHASH keyed = mhash_hmac_init(id, (void *)key, strlen(key), mhash_get_hash_pblock(id));
            mhash(keyed, text, strlen(text));
            show(mhash_hmac_end(keyed), mhash_get_block_size(id));
        } else {
            printf("none");
        }
        puts("");
    }
}
CODE
gcc -Iroot/usr/include library.c -o library -L"$libraries" -lmhash -Wl,-rpath,"$PWD/$libraries"
cat > functions.php <<'CODE'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
for ($id = 0; $id <= mhash_count(); $id++) {
    if (mhash_get_hash_name($id) === false) continue;
    try {
        $keyed = bin2hex(mhash($id, '123456789', 'key'));
    } catch (ValueError $e) {
        $keyed = 'none';
    }
    echo $id, ' ', mhash_get_hash_name($id), ' ', bin2hex(mhash($id, '123456789')), ' ', $keyed, "\n";
}
CODE
./library > library.txt
export LD_LIBRARY_PATH="$PWD/$libraries"
root/usr/bin/php8.2 -n functions.php > php.txt
cat > compare.py <<'CODE'
def read(name):
    return {id: values for id, *values in (line.split() for line in open(name))}


library, php = read("library.txt"), read("php.txt")
equal = 0
for id in library.keys() & php.keys():
    equal += library[id] == php[id]
print(f"equal functions: {equal}")
for id, (name, digest, keyed) in library.items():
    if id not in php:
        print(f"{name} not in PHP")
        continue
    for what, ours, theirs in ("digest", digest, php[id][1]), ("HMAC", keyed, php[id][2]):
        if ours != theirs:
            print(f"{name:10} {what:6} libmhash {ours[:16]:16} PHP {theirs[:16]}")
CODE
cat > snefru.php <<'CODE'
<?php
foreach ([32, 64] as $block) {
    $key = str_pad('key', $block, "\0");
    $inner = hash('snefru256', ($key ^ str_repeat("\x36", $block)) . '123456789', true);
    $outer = hash('snefru256', ($key ^ str_repeat("\x5c", $block)) . $inner);
    echo "Snefru-256 in HMAC with a block of $block bytes: ", substr($outer, 0, 16), "\n";
}
CODE
{
    python3 compare.py
    root/usr/bin/php8.2 -n snefru.php
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
equal functions: 19
TIGER      digest libmhash bb91a44051667206 PHP 0672665140a491bb
TIGER      HMAC   libmhash 47abd7e0b2ab332a PHP d3d62d342a5412a6
GOST       HMAC   libmhash none             PHP b11037a660e882f8
CRC32B     digest libmhash 2639f4cb         PHP cbf43926
TIGER128   digest libmhash bb91a44051667206 PHP 0672665140a491bb
TIGER128   HMAC   libmhash dedd0b2f105082b3 PHP bcc8b3521bf905ef
TIGER160   digest libmhash bb91a44051667206 PHP 0672665140a491bb
TIGER160   HMAC   libmhash 9b4a04d6d7ac4544 PHP 9fc1013a06b61651
ADLER32    digest libmhash de011e09         PHP 091e01de
SNEFRU128 not in PHP
SNEFRU256  HMAC   libmhash 293770d86e6405eb PHP 851c60dfc2b7e136
Snefru-256 in HMAC with a block of 32 bytes: 851c60dfc2b7e136
Snefru-256 in HMAC with a block of 64 bytes: 293770d86e6405eb
END
