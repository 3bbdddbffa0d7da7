/*
 * Times fastpbkdf2's interface, by Bramah, beside OpenSSL's PKCS5_PBKDF2_HMAC, interleaved, in one thread, in CPU time:
 *
 *   cc -O2 bench/c/pbkdf2.c -o pbkdf2 $(pkg-config --cflags --libs bramah bramah-compat libcrypto) && ./pbkdf2
 */
#define _POSIX_C_SOURCE 199309L
#include <fastpbkdf2.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ITERATIONS 20000
#define ROUNDS 21

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int rises(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    typedef void function(const uint8_t *, size_t, const uint8_t *, size_t, uint32_t, uint8_t *, size_t);
    static const struct {
        const char *name;
        size_t len;
        function *ours;
        const EVP_MD *(*theirs)(void);
    } hashes[] = {{"SHA-1", 20, fastpbkdf2_hmac_sha1, EVP_sha1}, {"SHA-256", 32, fastpbkdf2_hmac_sha256, EVP_sha256},
        {"SHA-512", 64, fastpbkdf2_hmac_sha512, EVP_sha512}};
    printf("%s\n", OpenSSL_version(OPENSSL_VERSION));
    for (size_t i = 0; i < 3; i++)
        for (size_t blocks = 1; blocks <= 4; blocks *= 4) {
            double times[2][ROUNDS];
            uint8_t one[256], other[256];
            size_t len = blocks * hashes[i].len;
            for (int round = 0; round < ROUNDS; round++) {
                double begin = seconds();
                hashes[i].ours((const uint8_t *)"password", 8, (const uint8_t *)"saltsalt", 8, ITERATIONS, one, len);
                double middle = seconds();
                PKCS5_PBKDF2_HMAC("password", 8, (const unsigned char *)"saltsalt", 8, ITERATIONS, hashes[i].theirs(),
                    (int)len, other);
                times[1][round] = seconds() - middle;
                times[0][round] = middle - begin;
            }
            if (memcmp(one, other, len) != 0)
                return 1;
            qsort(times[0], ROUNDS, sizeof(double), rises);
            qsort(times[1], ROUNDS, sizeof(double), rises);
            double ours = times[0][ROUNDS / 2], theirs = times[1][ROUNDS / 2];
            printf("%s, %zu blocks: %.0f ns an iteration, OpenSSL %.0f: %.2f times as fast\n", hashes[i].name, blocks,
                1e9 * ours / ITERATIONS, 1e9 * theirs / ITERATIONS, theirs / ours);
        }
    return 0;
}
