#!/usr/bin/env bash
# Perl's Crypt::CBC 3.04 (Debian 3.04-3): in mode cfb, texts come back longer, unless they are whole blocks.
#
# CFB needs no padding: the last bytes are combined with as many bytes of keystream, and Crypt::CBC pads in cbc and pcbc only.
# But in cfb the keystream's other bytes stay after the ciphertext, which is decrypted to the text and zeros up to the block. A
# ciphertext of another program is decrypted to the text and the rest of that keystream. -padding standard, none and null do not
# change that; mode ofb cuts the rest off. Up to the length of the text, both ciphertexts are those of OpenSSL.
#
# Output seen (AES-128 of Crypt::Rijndael, key 00..0f, IV 10..1f, text 30..34):
#   OpenSSL  37cfdd47d5 in cfb, 37cfdd47d5 in ofb
#   cfb      37cfdd47d5d5036e900eee118e949293, decrypted 30313233340000000000000000000000
#   cfb      OpenSSL's ciphertext, decrypted 3031323334d5036e900eee118e949293
#   ofb      37cfdd47d5, decrypted 3031323334
#   ofb      OpenSSL's ciphertext, decrypted 3031323334
. "$(dirname "$0")/common.sh"

apt-get download libcrypt-cbc-perl=3.04-3 libcrypt-rijndael-perl=1.16-1+b2 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
PERL5LIB=$(printf '%s:' "$PWD/root/usr/share/perl5" "$PWD"/root/usr/lib/*/perl5/*)
export PERL5LIB
cat > modes.pl <<'CODE'
use strict;
use warnings;
use Crypt::CBC;

my $key = pack 'C*', 0 .. 15;
my $iv = pack 'C*', 16 .. 31;
my $text = '01234';
for my $mode ('cfb', 'ofb') {
    my $cipher = Crypt::CBC->new(-cipher => 'Rijndael', -chain_mode => $mode, -pass => $key, -literal_key => 1, -keysize => 16,
        -iv => $iv, -header => 'none', -nodeprecate => 1);
    my $encrypted = $cipher->encrypt($text);
    my $other = pack 'H*', shift;
    print "$mode      ", unpack('H*', $encrypted), ', decrypted ', unpack('H*', $cipher->decrypt($encrypted)), "\n";
    print "$mode      OpenSSL's ciphertext, decrypted ", unpack('H*', $cipher->decrypt($other)), "\n";
}
CODE
encrypt() {
    printf 01234 | openssl enc "-aes-128-$1" -K 000102030405060708090a0b0c0d0e0f -iv 101112131415161718191a1b1c1d1e1f |
        od -An -tx1 | tr -d ' \n'
}
cfb=$(encrypt cfb)
ofb=$(encrypt ofb)
{
    echo "OpenSSL  $cfb in cfb, $ofb in ofb"
    perl modes.pl "$cfb" "$ofb"
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
OpenSSL  37cfdd47d5 in cfb, 37cfdd47d5 in ofb
cfb      37cfdd47d5d5036e900eee118e949293, decrypted 30313233340000000000000000000000
cfb      OpenSSL's ciphertext, decrypted 3031323334d5036e900eee118e949293
ofb      37cfdd47d5, decrypted 3031323334
ofb      OpenSSL's ciphertext, decrypted 3031323334
END
