#!/usr/bin/env bash
# Perl's Crypt::GCrypt 1.26 (Debian 1.26-6+b1): with padding "none", finish() adds a block of zeros, which decryption leaves.
#
# By its manual, "none" accepts nothing but whole blocks. It does, and yet finish() encrypts one more block, of zeros: 16 bytes
# become 32 in ECB and in CBC, and come back as 32. With a stream cipher, RC4, it is one byte. In CFB and OFB, which need no
# padding, "none" and "standard" have whole blocks too, and what other programs encrypted is refused if it has others. Without
# finish() the first bytes are right, but the module warns that it was not called. cryptography 50.0.2 has the right texts.
#
# Output seen (bytes of the text; encrypted without finish() as cryptography does, or the error; bytes with finish(); bytes
# after decryption, and the last two of them; decryption of what cryptography encrypted):
#   arcfour none     6  as it should be    7  7 4100  right
#   aes ecb none     16 as it should be    32 32 0000 right
#   aes cbc none     16 as it should be    32 32 0000 right
#   aes cfb none     16 as it should be    32 32 0000 right
#   aes cfb none     20 not whole blocks                refused
#   aes cfb standard 20 first blocks only  32 20 4141 refused
#   aes ofb standard 20 first blocks only  32 20 4141 refused
. "$(dirname "$0")/common.sh"

apt-get download libcrypt-gcrypt-perl=1.26-6+b1 > apt.log 2>&1
dpkg-deb -x libcrypt-gcrypt-perl_*.deb root
python3 -m venv python
python/bin/pip -q install cryptography==50.0.2
cat > encrypt.py <<'CODE'
import sys
import warnings
warnings.simplefilter("ignore")
from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
try:
    from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
except ImportError:
    CFB, OFB = modes.CFB, modes.OFB

key, iv = b"0123456789abcdef", b"fedcba9876543210"
algorithm, mode, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
named = {"stream": lambda iv: None, "ecb": lambda iv: modes.ECB(), "cbc": modes.CBC, "cfb": CFB, "ofb": OFB}
cipher = Cipher(ARC4(key) if algorithm == "arcfour" else algorithms.AES(key), named[mode](iv)).encryptor()
print((cipher.update(b"A" * size) + cipher.finalize()).hex())
CODE
cat > none.pl <<'CODE'
use strict;
use warnings;
use Crypt::GCrypt;
$SIG{__WARN__} = sub { };    # that finish() was not called

sub cipher {
    my ($action, $algorithm, $mode, $padding) = @_;
    my $cipher = Crypt::GCrypt->new(type => 'cipher', algorithm => $algorithm, mode => $mode, padding => $padding);
    $cipher->start($action);
    $cipher->setkey('0123456789abcdef');
    $cipher->setiv('fedcba9876543210') if $mode =~ /^(cbc|cfb|ofb)$/;
    return $cipher;
}

for my $case (
    ['arcfour', 'stream', 'none', 6], ['aes', 'ecb', 'none', 16], ['aes', 'cbc', 'none', 16], ['aes', 'cfb', 'none', 16],
    ['aes', 'cfb', 'none', 20], ['aes', 'cfb', 'standard', 20], ['aes', 'ofb', 'standard', 20]) {
    my ($algorithm, $mode, $padding, $size) = @$case;
    chomp(my $hex = qx(python/bin/python encrypt.py $algorithm $mode $size));
    my $right = pack 'H*', $hex;
    my $text = 'A' x $size;
    my ($begin, $end, $encrypted, $back) = ('not whole blocks', '', '', '');
    if (eval { my $cipher = cipher('encrypting', @$case); $begin = $cipher->encrypt($text); $end = $cipher->finish; 1 }) {
        $encrypted = length "$begin$end";
        my $cipher = cipher('decrypting', @$case);
        $back = $cipher->decrypt("$begin$end");
        $back .= $cipher->finish;
        $back = length($back) . ' ' . unpack('H*', substr $back, -2);
        $begin = $begin eq $right ? 'as it should be' : $begin eq substr($right, 0, 16) ? 'first blocks only' : 'wrong';
    }
    my $foreign = eval { my $cipher = cipher('decrypting', @$case); $cipher->decrypt($right) . $cipher->finish };
    $foreign = defined $foreign ? $foreign eq $text ? 'right' : 'wrong' : 'refused';
    my $name = $mode eq 'stream' ? "$algorithm $padding" : "$algorithm $mode $padding";
    printf "%-16s %-2d %-18s %-2s %-7s %s\n", $name, $size, $begin, $encrypted, $back, $foreign;
}
CODE
perl -Iroot/usr/lib/x86_64-linux-gnu/perl5/5.36 none.pl | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
arcfour none     6  as it should be    7  7 4100  right
aes ecb none     16 as it should be    32 32 0000 right
aes cbc none     16 as it should be    32 32 0000 right
aes cfb none     16 as it should be    32 32 0000 right
aes cfb none     20 not whole blocks              refused
aes cfb standard 20 first blocks only  32 20 4141 refused
aes ofb standard 20 first blocks only  32 20 4141 refused
END
