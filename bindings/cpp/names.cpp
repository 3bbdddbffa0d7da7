// That every header of cppcrypto 0.12 is found by its name, with the folder and without it, in one file, and every class.

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

#include <cstring>

using namespace cppcrypto;

bool wrong;

template <class Hash> void is_hash(std::size_t bits)
{
    Hash hash;
    uint8_t digest[128];
    hash.hash_string("abc", digest);
    wrong |= hash.hashsize() != bits;
}

template <class Cipher> void is_cipher(std::size_t block, std::size_t key)
{
    Cipher cipher;
    const uint8_t zeros[128] = {0};
    uint8_t to[128], back[128];
    wrong |= cipher.blocksize() != block || cipher.keysize() != key || !cipher.init(zeros, block_cipher::encryption);
    cipher.encrypt_block(zeros, to);
    cipher.init(zeros, block_cipher::decryption);
    cipher.decrypt_block(to, back);
    wrong |= std::memcmp(back, zeros, block / 8) != 0 || std::memcmp(to, zeros, block / 8) == 0;
}

// Every class of 0.12, with the bits of its digest, or of its block and key.
void classes()
{
    is_hash<blake2b_128>(128); is_hash<blake2s_128>(128); is_hash<md5>(128); is_hash<skein256_128>(128);
    is_hash<skein512_128>(128); is_hash<blake2b_160>(160); is_hash<blake2s_160>(160); is_hash<sha1>(160);
    is_hash<skein256_160>(160); is_hash<skein512_160>(160); is_hash<blake224>(224); is_hash<blake2b_224>(224);
    is_hash<blake2s_224>(224); is_hash<groestl224>(224); is_hash<jh224>(224); is_hash<sha224>(224);
    is_hash<sha512_224>(224); is_hash<sha3_224>(224); is_hash<skein256_224>(224); is_hash<skein512_224>(224);
    is_hash<blake256>(256); is_hash<blake2b_256>(256); is_hash<blake2s_256>(256); is_hash<groestl256>(256);
    is_hash<jh256>(256); is_hash<kupyna256>(256); is_hash<sha256>(256); is_hash<sha512_256>(256);
    is_hash<sha3_256>(256); is_hash<skein256_256>(256); is_hash<skein512_256>(256); is_hash<skein1024_256>(256);
    is_hash<sm3>(256); is_hash<streebog256>(256); is_hash<blake384>(384); is_hash<blake2b_384>(384);
    is_hash<groestl384>(384); is_hash<jh384>(384); is_hash<sha384>(384); is_hash<sha3_384>(384);
    is_hash<skein512_384>(384); is_hash<skein1024_384>(384); is_hash<blake512>(512); is_hash<blake2b_512>(512);
    is_hash<groestl512>(512); is_hash<jh512>(512); is_hash<kupyna512>(512); is_hash<sha512>(512);
    is_hash<sha3_512>(512); is_hash<skein512_512>(512); is_hash<skein1024_512>(512); is_hash<streebog512>(512);
    is_hash<whirlpool>(512); is_hash<skein1024_1024>(1024);
    is_cipher<anubis128>(128, 128); is_cipher<anubis160>(128, 160); is_cipher<anubis192>(128, 192);
    is_cipher<anubis224>(128, 224); is_cipher<anubis256>(128, 256); is_cipher<anubis288>(128, 288);
    is_cipher<anubis320>(128, 320); is_cipher<aria128>(128, 128); is_cipher<aria192>(128, 192);
    is_cipher<aria256>(128, 256); is_cipher<camellia128>(128, 128); is_cipher<camellia192>(128, 192);
    is_cipher<camellia256>(128, 256); is_cipher<serpent128>(128, 128); is_cipher<serpent192>(128, 192);
    is_cipher<serpent256>(128, 256); is_cipher<twofish128>(128, 128); is_cipher<twofish192>(128, 192);
    is_cipher<twofish256>(128, 256); is_cipher<cast6_128>(128, 128); is_cipher<cast6_160>(128, 160);
    is_cipher<cast6_192>(128, 192); is_cipher<cast6_224>(128, 224); is_cipher<cast6_256>(128, 256);
    is_cipher<kalyna128_128>(128, 128); is_cipher<kalyna128_256>(128, 256); is_cipher<kalyna256_256>(256, 256);
    is_cipher<kalyna256_512>(256, 512); is_cipher<kalyna512_512>(512, 512); is_cipher<kuznyechik>(128, 256);
    is_cipher<mars128>(128, 128); is_cipher<mars160>(128, 160); is_cipher<mars192>(128, 192);
    is_cipher<mars224>(128, 224); is_cipher<mars256>(128, 256); is_cipher<mars288>(128, 288);
    is_cipher<mars320>(128, 320); is_cipher<mars352>(128, 352); is_cipher<mars384>(128, 384);
    is_cipher<mars416>(128, 416); is_cipher<mars448>(128, 448); is_cipher<rijndael128_128>(128, 128);
    is_cipher<rijndael128_160>(128, 160); is_cipher<rijndael128_192>(128, 192);
    is_cipher<rijndael128_224>(128, 224); is_cipher<rijndael128_256>(128, 256);
    is_cipher<rijndael160_128>(160, 128); is_cipher<rijndael160_160>(160, 160);
    is_cipher<rijndael160_192>(160, 192); is_cipher<rijndael160_224>(160, 224);
    is_cipher<rijndael160_256>(160, 256); is_cipher<rijndael192_128>(192, 128);
    is_cipher<rijndael192_160>(192, 160); is_cipher<rijndael192_192>(192, 192);
    is_cipher<rijndael192_224>(192, 224); is_cipher<rijndael192_256>(192, 256);
    is_cipher<rijndael224_128>(224, 128); is_cipher<rijndael224_160>(224, 160);
    is_cipher<rijndael224_192>(224, 192); is_cipher<rijndael224_224>(224, 224);
    is_cipher<rijndael224_256>(224, 256); is_cipher<rijndael256_128>(256, 128);
    is_cipher<rijndael256_160>(256, 160); is_cipher<rijndael256_192>(256, 192);
    is_cipher<rijndael256_224>(256, 224); is_cipher<rijndael256_256>(256, 256); is_cipher<sm4>(128, 128);
    is_cipher<threefish256_256>(256, 256); is_cipher<threefish512_512>(512, 512);
    is_cipher<threefish1024_1024>(1024, 1024);
}

int main()
{
    classes();
    uint8_t key[64] = {1}, digest[64], again[64];
    sha256().hash_string("abc", digest);
    hmac(sha3_256(), key, sizeof(key)).hash_string("abc", again);
    return !wrong && digest[0] == 0xba && again[0] != digest[0] ? 0 : 1;
}
