// That every header of cppcrypto 0.12 is found by its name, with the folder and without it, in one file.

#include "anubis.h"
#include "argon2.h"
#include "aria.h"
#include "blake.h"
#include "blake2.h"
#include "block_cipher.h"
#include "camellia.h"
#include "cast6.h"
#include "cbc.h"
#include "cppcrypto.h"
#include "crypto_hash.h"
#include "ctr.h"
#include "groestl.h"
#include "hmac.h"
#include "jh.h"
#include "kalyna.h"
#include "kupyna.h"
#include "kuznyechik.h"
#include "mars.h"
#include "md5.h"
#include "pbkdf2.h"
#include "rijndael.h"
#include "scrypt.h"
#include "serpent.h"
#include "sha1.h"
#include "sha256.h"
#include "sha3.h"
#include "sha512.h"
#include "skein1024.h"
#include "skein256.h"
#include "skein512.h"
#include "sm3.h"
#include "sm4.h"
#include "streebog.h"
#include "threefish.h"
#include "twofish.h"
#include "whirlpool.h"
#include <cppcrypto/anubis.h>
#include <cppcrypto/argon2.h>
#include <cppcrypto/aria.h>
#include <cppcrypto/blake.h>
#include <cppcrypto/blake2.h>
#include <cppcrypto/block_cipher.h>
#include <cppcrypto/camellia.h>
#include <cppcrypto/cast6.h>
#include <cppcrypto/cbc.h>
#include <cppcrypto/cppcrypto.h>
#include <cppcrypto/crypto_hash.h>
#include <cppcrypto/ctr.h>
#include <cppcrypto/groestl.h>
#include <cppcrypto/hmac.h>
#include <cppcrypto/jh.h>
#include <cppcrypto/kalyna.h>
#include <cppcrypto/kupyna.h>
#include <cppcrypto/kuznyechik.h>
#include <cppcrypto/mars.h>
#include <cppcrypto/md5.h>
#include <cppcrypto/pbkdf2.h>
#include <cppcrypto/rijndael.h>
#include <cppcrypto/scrypt.h>
#include <cppcrypto/serpent.h>
#include <cppcrypto/sha1.h>
#include <cppcrypto/sha256.h>
#include <cppcrypto/sha3.h>
#include <cppcrypto/sha512.h>
#include <cppcrypto/skein1024.h>
#include <cppcrypto/skein256.h>
#include <cppcrypto/skein512.h>
#include <cppcrypto/sm3.h>
#include <cppcrypto/sm4.h>
#include <cppcrypto/streebog.h>
#include <cppcrypto/threefish.h>
#include <cppcrypto/twofish.h>
#include <cppcrypto/whirlpool.h>

using namespace cppcrypto;

int main()
{
    uint8_t key[64] = {1}, digest[64], again[64];
    sha256().hash_string("abc", digest);
    hmac(sha3_256(), key, sizeof(key)).hash_string("abc", again);
    return digest[0] == 0xba && again[0] != digest[0] ? 0 : 1;
}
