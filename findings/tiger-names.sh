#!/usr/bin/env bash
# libgcrypt 1.10.1 (Debian 1.10.1-3+deb12u1): the constant GCRY_MD_TIGER is not the algorithm that is named "TIGER".
#
# There are three constants. GCRY_MD_TIGER (6), the oldest, has the bytes of each of the three words of the digest in the
# opposite order of the authors' test results; its name is TIGER192. GCRY_MD_TIGER1 (306) has the order of the test
# results; its name is TIGER, and gcry_md_map_name finds it by "tiger" and not by "tiger1". GCRY_MD_TIGER2 (307) is the
# function with the padding of MD4. So a program that takes the constant by the name of the algorithm, and one that looks
# the name up, compute different digests. The authors' digest of "abc" is
# 2aab1484e8c158f2bfb8c5ff41b57a525129131c957b5f93.
#
# Output seen:
#   6 TIGER192 f258c1e88414ab2a527ab541ffc5b8bf935f7b951c132951
#   306 TIGER 2aab1484e8c158f2bfb8c5ff41b57a525129131c957b5f93
#   307 TIGER2 f68d7bc5af4b43a06e048d7829560d4a9415658bb0b1f3bf
#   tiger is 306, tiger1 is 0, tiger2 is 307, tiger192 is 6
. "$(dirname "$0")/common.sh"

version=1.10.1-3+deb12u1
apt-get download "libgcrypt20-dev=$version" "libgcrypt20=$version" libgpg-error-dev=1.46-1 libgpg-error0=1.46-1 \
    > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libgcrypt.so')")
shared=$(dirname "$(find root -name 'libgpg-error.so.0')")

cat > tiger.c <<'CODE'
#include <gcrypt.h>
#include <stdio.h>

int main(void) {
    const int algorithms[] = {GCRY_MD_TIGER, GCRY_MD_TIGER1, GCRY_MD_TIGER2};
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    for (int i = 0; i < 3; i++) {
        unsigned char digest[24];
        gcry_md_hash_buffer(algorithms[i], digest, "abc", 3);
        printf("%d %s ", algorithms[i], gcry_md_algo_name(algorithms[i]));
        for (int j = 0; j < 24; j++) printf("%02x", digest[j]);
        puts("");
    }
    printf("tiger is %d, tiger1 is %d, tiger2 is %d, tiger192 is %d\n", gcry_md_map_name("tiger"),
           gcry_md_map_name("tiger1"), gcry_md_map_name("tiger2"), gcry_md_map_name("tiger192"));
}
CODE
gcc -Iroot/usr/include -I"$(dirname "$(find root -name gcrypt.h)")" -I"$(dirname "$(find root -name gpg-error.h)")" \
    tiger.c -o tiger -L"$libraries" -L"$shared" -lgcrypt -lgpg-error \
    -Wl,-rpath,"$PWD/$libraries:$PWD/$shared"
./tiger | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
6 TIGER192 f258c1e88414ab2a527ab541ffc5b8bf935f7b951c132951
306 TIGER 2aab1484e8c158f2bfb8c5ff41b57a525129131c957b5f93
307 TIGER2 f68d7bc5af4b43a06e048d7829560d4a9415658bb0b1f3bf
tiger is 306, tiger1 is 0, tiger2 is 307, tiger192 is 6
END
