/* Intel Cryptography Primitives: hashes.  The methods ending in _TT choose by
 * the CPU between plain code and the SHA instructions. */
#include "common.h"
#include <ippcp.h>
const char *bramah_bench_provider(void) { return "ippcp"; }
static const IppsHashMethod *method(const char *alg)
{
    if (EQ(alg, "md5")) return ippsHashMethod_MD5();
    if (EQ(alg, "sha1")) return ippsHashMethod_SHA1_TT();
    if (EQ(alg, "sha224")) return ippsHashMethod_SHA224_TT();
    if (EQ(alg, "sha256")) return ippsHashMethod_SHA256_TT();
    if (EQ(alg, "sha384")) return ippsHashMethod_SHA384_TT();
    if (EQ(alg, "sha512")) return ippsHashMethod_SHA512_TT();
    if (EQ(alg, "sha512-256")) return ippsHashMethod_SHA512_256_TT();
    if (EQ(alg, "sha3-256")) return ippsHashMethod_SHA3_256();
    if (EQ(alg, "sha3-512")) return ippsHashMethod_SHA3_512();
    if (EQ(alg, "shake128")) return ippsHashMethod_SHAKE128(256);
    if (EQ(alg, "shake256")) return ippsHashMethod_SHAKE256(512);
    if (EQ(alg, "sm3")) return ippsHashMethod_SM3_TT();
    return NULL;
}
void *bramah_bench_open(const char *alg, const char *mode, const char *dir)
{
    (void)dir;
    if (!EQ(mode, "hash") || ippcpInit() < 0)
        return NULL;
    method(alg); /* 2.3.0 takes the SHA instructions from the second call on */
    return (void *)method(alg);
}
int bramah_bench_run(void *v, const unsigned char *in, unsigned char *out, size_t len)
{
    return ippsHashMessage_rmf(in, (int)len, out, v) != ippStsNoErr;
}
void bramah_bench_close(void *v) { (void)v; }
