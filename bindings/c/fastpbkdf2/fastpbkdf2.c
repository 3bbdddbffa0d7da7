/*
 * PBKDF2 (RFC 8018, section 5.2) with HMAC (RFC 2104) over SHA-1, SHA-256 and SHA-512 (FIPS 180-4), in one file of C99.
 *
 * Each block of the output is a chain of its own. On x86-64 with GCC or Clang, the instructions for SHA compute one or two
 * chains at a time, or AVX2 four or eight, if the CPU has them; elsewhere one follows another in plain C.
 */
#include "fastpbkdf2.h"

#include <string.h>

#if defined(__GNUC__) && defined(__x86_64__) && !defined(FASTPBKDF2_PLAIN)
#define X86 1
#include <cpuid.h>
#include <immintrin.h>
#define TARGET(features) __attribute__((target(features)))
#else
#define X86 0
#define TARGET(features)
#endif

/* The words of a hash function's state. */
union state {
    uint32_t w32[8];
    uint64_t w64[8];
};

/* The words of as many chains as are computed at a time; those of one chain, or of one position, follow each other. */
union words {
    uint32_t w32[64];
    uint64_t w64[64];
};

static const uint32_t K32[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint64_t K64[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
    0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
    0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
    0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
    0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
    0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
static const union state START1 = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}};
static const union state START256 = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
    0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
static const union state START512 = {.w64 = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}};

/* ---- The compression functions, of one chain or of one in each lane of a vector of type V ---- */
#define ROTL(bits, x, n) ((x) << (n) | (x) >> (bits - (n)))
#define ROTR(bits, x, n) ((x) >> (n) | (x) << (bits - (n)))
#define BIG0_32(x) (ROTR(32, x, 2) ^ ROTR(32, x, 13) ^ ROTR(32, x, 22))
#define BIG1_32(x) (ROTR(32, x, 6) ^ ROTR(32, x, 11) ^ ROTR(32, x, 25))
#define SMALL0_32(x) (ROTR(32, x, 7) ^ ROTR(32, x, 18) ^ (x) >> 3)
#define SMALL1_32(x) (ROTR(32, x, 17) ^ ROTR(32, x, 19) ^ (x) >> 10)
#define BIG0_64(x) (ROTR(64, x, 28) ^ ROTR(64, x, 34) ^ ROTR(64, x, 39))
#define BIG1_64(x) (ROTR(64, x, 14) ^ ROTR(64, x, 18) ^ ROTR(64, x, 41))
#define SMALL0_64(x) (ROTR(64, x, 1) ^ ROTR(64, x, 8) ^ (x) >> 7)
#define SMALL1_64(x) (ROTR(64, x, 19) ^ ROTR(64, x, 61) ^ (x) >> 6)

/* w: the word of round i; from round 16 on it is made when it is needed */
#define NEXT(bits, i) (w[i] += SMALL1_##bits(w[((i) + 14) & 15]) + w[((i) + 9) & 15] + SMALL0_##bits(w[((i) + 1) & 15]))
#define GIVEN(bits, i) w[i]
#define STEP(bits, word, a, b, c, d, e, f, g, h, i)                           \
    h += word(bits, i) + k[i] + BIG1_##bits(e) + (g ^ (e & (f ^ g))); d += h; \
    h += BIG0_##bits(a) + ((a & b) ^ (c & (a ^ b)));
#define STEPS8(bits, word, i)                                                                       \
    STEP(bits, word, a, b, c, d, e, f, g, h, i) STEP(bits, word, h, a, b, c, d, e, f, g, i + 1)     \
    STEP(bits, word, g, h, a, b, c, d, e, f, i + 2) STEP(bits, word, f, g, h, a, b, c, d, e, i + 3) \
    STEP(bits, word, e, f, g, h, a, b, c, d, i + 4) STEP(bits, word, d, e, f, g, h, a, b, c, i + 5) \
    STEP(bits, word, c, d, e, f, g, h, a, b, i + 6) STEP(bits, word, b, c, d, e, f, g, h, a, i + 7)

/* Compresses the block w from the state `from`, whose words are the same in all chains, to the state `to`. */
#define SHA2(bits, rounds, V, from, to)                                                     \
    do {                                                                                    \
        V a = zero + from[0], b = zero + from[1], c = zero + from[2], d = zero + from[3];   \
        V e = zero + from[4], f = zero + from[5], g = zero + from[6], h = zero + from[7];   \
        const uint##bits##_t *k = K##bits;                                                  \
        STEPS8(bits, GIVEN, 0) STEPS8(bits, GIVEN, 8)                                       \
        for (k += 16; k < K##bits + rounds; k += 16) {                                      \
            STEPS8(bits, NEXT, 0) STEPS8(bits, NEXT, 8)                                     \
        }                                                                                   \
        to[0] = a + from[0], to[1] = b + from[1], to[2] = c + from[2], to[3] = d + from[3]; \
        to[4] = e + from[4], to[5] = f + from[5], to[6] = g + from[6], to[7] = h + from[7]; \
    } while (0)

/* The iterations after the first: u is the last digest of each chain, and sum the sum of all. */
#define SHA2_CHAINS(name, bits, rounds, V, features)                                                  \
    features static void name(const union state *inner, const union state *outer, union words *words, \
        union words *sums, uint32_t n)                                                                \
    {                                                                                                 \
        const V zero = {0};                                                                           \
        V w[16], *const u = (V *)(void *)words, *const sum = (V *)(void *)sums;                       \
        for (; n > 0; n--) {                                                                          \
            for (int outside = 0; outside < 2; outside++) {                                           \
                const uint##bits##_t *const from = outside ? outer->w##bits : inner->w##bits;         \
                for (int i = 0; i < 8; i++) w[i] = u[i];                                              \
                for (int i = 9; i < 15; i++) w[i] = zero;                                             \
                w[8] = zero + ((uint##bits##_t)1 << (bits - 1));                                      \
                w[15] = zero + (uint##bits##_t)(24 * bits);                                           \
                SHA2(bits, rounds, V, from, u);                                                       \
            }                                                                                         \
            for (int i = 0; i < 8; i++) sum[i] ^= u[i];                                               \
        }                                                                                             \
    }

#define SHA1_WORD(i) (t = w[((i) + 13) & 15] ^ w[((i) + 8) & 15] ^ w[((i) + 2) & 15] ^ w[(i) & 15], w[(i) & 15] = ROTL(32, t, 1))
#define SHA1_GIVEN(i) w[i]
#define CHOICE(b, c, d) (d ^ (b & (c ^ d)))
#define PARITY(b, c, d) (b ^ c ^ d)
#define MAJORITY(b, c, d) ((b & c) ^ (d & (b ^ c)))
#define SHA1_STEP(word, f, k, a, b, c, d, e, i) \
    e += word(i) + k + f(b, c, d) + ROTL(32, a, 5); b = ROTL(32, b, 30);
#define SHA1_STEPS5(word, f, k, i)                                                          \
    SHA1_STEP(word, f, k, a, b, c, d, e, i) SHA1_STEP(word, f, k, e, a, b, c, d, i + 1)     \
    SHA1_STEP(word, f, k, d, e, a, b, c, i + 2) SHA1_STEP(word, f, k, c, d, e, a, b, i + 3) \
    SHA1_STEP(word, f, k, b, c, d, e, a, i + 4)
#define SHA1_STEPS20(f, k, i)                                           \
    SHA1_STEPS5(SHA1_WORD, f, k, i) SHA1_STEPS5(SHA1_WORD, f, k, i + 5) \
    SHA1_STEPS5(SHA1_WORD, f, k, i + 10) SHA1_STEPS5(SHA1_WORD, f, k, i + 15)
#define SHA1(V, from, to)                                                                                        \
    do {                                                                                                         \
        V a = zero + from[0], b = zero + from[1], c = zero + from[2], d = zero + from[3], e = zero + from[4], t; \
        SHA1_STEPS5(SHA1_GIVEN, CHOICE, 0x5a827999u, 0) SHA1_STEPS5(SHA1_GIVEN, CHOICE, 0x5a827999u, 5)          \
        SHA1_STEPS5(SHA1_GIVEN, CHOICE, 0x5a827999u, 10)                                                         \
        SHA1_STEP(SHA1_GIVEN, CHOICE, 0x5a827999u, a, b, c, d, e, 15)                                            \
        SHA1_STEP(SHA1_WORD, CHOICE, 0x5a827999u, e, a, b, c, d, 16)                                             \
        SHA1_STEP(SHA1_WORD, CHOICE, 0x5a827999u, d, e, a, b, c, 17)                                             \
        SHA1_STEP(SHA1_WORD, CHOICE, 0x5a827999u, c, d, e, a, b, 18)                                             \
        SHA1_STEP(SHA1_WORD, CHOICE, 0x5a827999u, b, c, d, e, a, 19)                                             \
        SHA1_STEPS20(PARITY, 0x6ed9eba1u, 20)                                                                    \
        SHA1_STEPS20(MAJORITY, 0x8f1bbcdcu, 40)                                                                  \
        SHA1_STEPS20(PARITY, 0xca62c1d6u, 60)                                                                    \
        to[0] = a + from[0], to[1] = b + from[1], to[2] = c + from[2], to[3] = d + from[3], to[4] = e + from[4]; \
    } while (0)
#define SHA1_CHAINS(name, V, features)                                                                \
    features static void name(const union state *inner, const union state *outer, union words *words, \
        union words *sums, uint32_t n)                                                                \
    {                                                                                                 \
        const V zero = {0};                                                                           \
        V w[16], *const u = (V *)(void *)words, *const sum = (V *)(void *)sums;                       \
        for (; n > 0; n--) {                                                                          \
            for (int outside = 0; outside < 2; outside++) {                                           \
                const uint32_t *const from = outside ? outer->w32 : inner->w32;                       \
                for (int i = 0; i < 5; i++) w[i] = u[i];                                              \
                for (int i = 6; i < 15; i++) w[i] = zero;                                             \
                w[5] = zero + 0x80000000u;                                                            \
                w[15] = zero + 672u;                                                                  \
                SHA1(V, from, u);                                                                     \
            }                                                                                         \
            for (int i = 0; i < 5; i++) sum[i] ^= u[i];                                               \
        }                                                                                             \
    }

SHA1_CHAINS(sha1_one, uint32_t, )
SHA2_CHAINS(sha256_one, 32, 64, uint32_t, )
SHA2_CHAINS(sha512_one, 64, 80, uint64_t, )

static uint64_t big_endian(const uint8_t *bytes, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++)
        word = word << 8 | bytes[i];
    return word;
}

/* Compresses one block of bytes. */
#define COMPRESS(name, bits, compression)                                      \
    static void name(union state *state, const uint8_t *block)                 \
    {                                                                          \
        const uint##bits##_t zero = 0;                                         \
        uint##bits##_t w[16];                                                  \
        for (size_t i = 0; i < 16; i++)                                        \
            w[i] = (uint##bits##_t)big_endian(block + bits / 8 * i, bits / 8); \
        compression;                                                           \
    }
COMPRESS(sha1_compress, 32, SHA1(uint32_t, state->w32, state->w32))
COMPRESS(sha256_compress, 32, SHA2(32, 64, uint32_t, state->w32, state->w32))
COMPRESS(sha512_compress, 64, SHA2(64, 80, uint64_t, state->w64, state->w64))
#if X86
/* ---- Several chains in the lanes of AVX2 ---- */
typedef uint32_t lanes32 __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t lanes64 __attribute__((vector_size(32), aligned(8), may_alias));
SHA1_CHAINS(sha1_avx2, lanes32, TARGET("avx2"))
SHA2_CHAINS(sha256_avx2, 32, 64, lanes32, TARGET("avx2"))
SHA2_CHAINS(sha512_avx2, 64, 80, lanes64, TARGET("avx2"))

/* ---- One chain or two with the instructions for SHA ---- */
/* ---- One chain of SHA-512, whose message words are made four at a time beside the rounds ---- */
#define S5_LOAD(at) _mm256_loadu_si256((const __m256i *)(const void *)(at))
#define S5_STORE(at, x) _mm_storeu_si128((__m128i *)(void *)(at), x)
/* Two words, from the part that is known before them and the two words before them, which they become; added with k. */
#define S5_TWO(i, part)                                                                                            \
    y = _mm_xor_si128(_mm_xor_si128(_mm_or_si128(_mm_srli_epi64(z, 19), _mm_slli_epi64(z, 45)),                    \
    _mm_or_si128(_mm_srli_epi64(z, 61), _mm_slli_epi64(z, 3))), _mm_srli_epi64(z, 6)); z = _mm_add_epi64(part, y); \
    S5_STORE(w + (i) + 16, z);                                                                                     \
    S5_STORE(added + (i), _mm_add_epi64(z, _mm_loadu_si128((const __m128i *)(const void *)(k + (i) + 16))));
/* Makes words i to i + 3 of the next sixteen. */
#define S5_MAKE(i)                                                                                            \
    x = S5_LOAD(w + (i) + 1);                                                                                 \
    x = _mm256_xor_si256(_mm256_xor_si256(_mm256_or_si256(_mm256_srli_epi64(x, 1), _mm256_slli_epi64(x, 63)), \
    _mm256_shuffle_epi8(x, rotate8)), _mm256_srli_epi64(x, 7));                                               \
    x = _mm256_add_epi64(_mm256_add_epi64(x, S5_LOAD(w + (i))), S5_LOAD(w + (i) + 9));                        \
    S5_TWO(i, _mm256_castsi256_si128(x)) S5_TWO((i) + 2, _mm256_extracti128_si256(x, 1))
#define S5_NONE(i)
/* The compiler leaves the operations in the order that is written, which was measured: it decides a tenth of the time. */
#define PINNED(variable, value) variable = value; __asm__ volatile("" : "+r"(variable));
#define S5_STEP(a, b, d, e, f, g, h, i, both, next)                                                             \
    PINNED(h, h + added[i]) PINNED(v, ~e & g) PINNED(s, e & f) PINNED(t, ROTR(64, e, 18))                       \
    PINNED(r, ROTR(64, e, 41)) PINNED(a, a + late) PINNED(s, s + v) PINNED(t, t ^ r) PINNED(v, ROTR(64, a, 39)) \
    PINNED(r, ROTR(64, e, 14)) PINNED(t, r ^ t) PINNED(r, d + h) PINNED(r, r + s) PINNED(s, a & both)           \
    PINNED(r, r + t) PINNED(t, ROTR(64, a, 34)) PINNED(h, ROTR(64, a, 28)) PINNED(d, common - d)                \
    PINNED(t, v ^ t) PINNED(common, a & b) PINNED(s, d + s) PINNED(late, t ^ h) PINNED(d, r) PINNED(h, s + r)   \
    PINNED(next, a ^ b)
#define S5_FOUR(make, a, b, c, d, e, f, g, h, i)                                      \
    S5_STEP(a, b, d, e, f, g, h, i, p, q) S5_STEP(h, a, c, d, e, f, g, (i) + 1, q, p) \
    S5_STEP(g, h, b, c, d, e, f, (i) + 2, p, q) S5_STEP(f, g, a, b, c, d, e, (i) + 3, q, p) make(i)
#define S5_SIXTEEN(make)                                                              \
    S5_FOUR(make, a, b, c, d, e, f, g, h, 0) S5_FOUR(make, e, f, g, h, a, b, c, d, 4) \
    S5_FOUR(make, a, b, c, d, e, f, g, h, 8) S5_FOUR(make, e, f, g, h, a, b, c, d, 12)

TARGET("avx2,bmi,bmi2") static void sha512_fours(const union state *inner, const union state *outer, union words *words,
    union words *sums, uint32_t n)
{
    const __m256i rotate8 = _mm256_set_epi64x(0x080f0e0d0c0b0a09, 0x0007060504030201, 0x080f0e0d0c0b0a09, 0x0007060504030201);
    uint64_t *const u = words->w64, *const sum = sums->w64;
    uint64_t message[80], added[16], p, q, r, s, t, v, late, common;
    __m256i x;
    __m128i y, z;
    for (int i = 8; i < 16; i++) message[i] = i == 8 ? (uint64_t)1 << 63 : i == 15 ? 1536 : 0;
    for (; n > 0; n--) {
        for (int outside = 0; outside < 2; outside++) {
            const uint64_t *const from = outside ? outer->w64 : inner->w64, *k = K64;
            uint64_t a = from[0], b = from[1], c = from[2], d = from[3], e = from[4], f = from[5], g = from[6], h = from[7];
            uint64_t *w = message;
            for (int i = 0; i < 8; i++) {
                uint64_t first = u[i];
                PINNED(first, first)
                w[i] = first, added[i] = first + k[i], added[i + 8] = k[i + 8];
            }
            added[8] += (uint64_t)1 << 63, added[15] += 1536;
            z = _mm_set_epi64x(1536, 0);
            p = b ^ c, late = 0, common = b & c;
            S5_SIXTEEN(S5_MAKE) k += 16, w += 16; /* unrolled, so that no register holds an address */
            S5_SIXTEEN(S5_MAKE) k += 16, w += 16;
            S5_SIXTEEN(S5_MAKE) k += 16, w += 16;
            S5_SIXTEEN(S5_MAKE)
            S5_SIXTEEN(S5_NONE)
            u[0] = a + late + from[0], u[1] = b + from[1], u[2] = c + from[2], u[3] = d + from[3];
            u[4] = e + from[4], u[5] = f + from[5], u[6] = g + from[6], u[7] = h + from[7];
        }
        for (int i = 0; i < 8; i++) sum[i] ^= u[i];
    }
}

#define ONE(step, ...) step(0, __VA_ARGS__)
#define BOTH(step, ...) step(0, __VA_ARGS__) step(1, __VA_ARGS__)

/* Four rounds of SHA-1, number i of 20: e is added, and f becomes what the next four add. The highest word is the first. */
#define S1_STEP(j, i, function, e, f)                                                                             \
    if ((i) > 3)                                                                                                  \
    w##j[(i) & 3] = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w##j[(i) & 3], w##j[((i) + 1) & 3]),      \
    w##j[((i) + 2) & 3]), w##j[((i) + 3) & 3]);                                                                   \
    e##j = (i) == 0 ? _mm_add_epi32(start_e, w##j[0]) : _mm_sha1nexte_epu32(e##j, w##j[(i) & 3]); f##j = abcd##j; \
    abcd##j = _mm_sha1rnds4_epu32(abcd##j, e##j, function);
#define S1_FOUR(each, i, f0, f1, f2, f3)                      \
    each(S1_STEP, i, f0, e, f) each(S1_STEP, i + 1, f1, f, e) \
    each(S1_STEP, i + 2, f2, e, f) each(S1_STEP, i + 3, f3, f, e)
#define S1_LOAD(j, unused)                                                                            \
    const uint32_t *const from##j = words->w32 + 8 * j;                                               \
    __m128i u##j = _mm_set_epi32((int)from##j[0], (int)from##j[1], (int)from##j[2], (int)from##j[3]); \
    __m128i v##j = _mm_set_epi32((int)from##j[4], 0, 0, 0), sum##j = u##j, sum_v##j = v##j;           \
    __m128i abcd##j, e##j, f##j = zero, w##j[4];
#define S1_BEGIN(j, unused) \
    w##j[0] = u##j, w##j[1] = _mm_or_si128(v##j, marker), w##j[2] = zero, w##j[3] = length, abcd##j = start, e##j = zero;
#define S1_END(j, unused) v##j = _mm_sha1nexte_epu32(e##j, start_e), u##j = _mm_add_epi32(abcd##j, start);
#define S1_SUM(j, unused) sum##j = _mm_xor_si128(sum##j, u##j), sum_v##j = _mm_xor_si128(sum_v##j, v##j);
#define S1_STORE(j, unused)                                                                    \
    _mm_storeu_si128((__m128i *)(void *)(sums->w32 + 8 * j), _mm_shuffle_epi32(sum##j, 0x1b)); \
    sums->w32[8 * j + 4] = (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(sum_v##j, 12));
#define SHA1_INSTRUCTIONS(name, each)                                                                                \
    TARGET("sha,sse4.1") static void name(const union state *inner, const union state *outer, union words *words,    \
        union words *sums, uint32_t n)                                                                               \
    {                                                                                                                \
        const __m128i zero = _mm_setzero_si128(), length = _mm_set_epi32(0, 0, 0, 672);                              \
        const __m128i marker = _mm_set_epi32(0, (int)0x80000000u, 0, 0);                                             \
        each(S1_LOAD, )                                                                                              \
        for (; n > 0; n--) {                                                                                         \
            for (int outside = 0; outside < 2; outside++) {                                                          \
                const uint32_t *const from = outside ? outer->w32 : inner->w32;                                      \
                const __m128i start = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)from), 0x1b); \
                const __m128i start_e = _mm_set_epi32((int)from[4], 0, 0, 0);                                        \
                each(S1_BEGIN, ) S1_FOUR(each, 0, 0, 0, 0, 0) S1_FOUR(each, 4, 0, 1, 1, 1)                           \
                S1_FOUR(each, 8, 1, 1, 2, 2) S1_FOUR(each, 12, 2, 2, 2, 3) S1_FOUR(each, 16, 3, 3, 3, 3)             \
                each(S1_END, )                                                                                       \
            }                                                                                                        \
            each(S1_SUM, )                                                                                           \
        }                                                                                                            \
        each(S1_STORE, )                                                                                             \
    }
SHA1_INSTRUCTIONS(sha1_instructions, ONE)
SHA1_INSTRUCTIONS(sha1_instructions2, BOTH)

/* Four rounds of SHA-256, number i of 16. The state is in the form that the instructions take: f, e, b, a and h, g, d, c. */
#define S2_STEP(j, i)                                                                                            \
    if ((i) > 3)                                                                                                 \
    w##j[(i) & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w##j[(i) & 3], w##j[((i) + 1) & 3]), \
    _mm_alignr_epi8(w##j[((i) + 3) & 3], w##j[((i) + 2) & 3], 4)), w##j[((i) + 3) & 3]);                         \
    k##j = _mm_add_epi32(w##j[(i) & 3], _mm_loadu_si128((const __m128i *)(const void *)(K32 + 4 * (i))));        \
    hgdc##j = _mm_sha256rnds2_epu32(hgdc##j, feba##j, k##j);                                                     \
    feba##j = _mm_sha256rnds2_epu32(feba##j, hgdc##j, _mm_shuffle_epi32(k##j, 0x0e));
#define S2_FOUR(each, i) each(S2_STEP, i) each(S2_STEP, i + 1) each(S2_STEP, i + 2) each(S2_STEP, i + 3)
#define S2_LOAD(j, unused)                                                                   \
    __m128i u##j = _mm_loadu_si128((const __m128i *)(const void *)(words->w32 + 8 * j));     \
    __m128i v##j = _mm_loadu_si128((const __m128i *)(const void *)(words->w32 + 8 * j + 4)); \
    __m128i sum##j = u##j, sum_v##j = v##j, feba##j, hgdc##j, k##j, w##j[4];
#define S2_BEGIN(j, unused) w##j[0] = u##j, w##j[1] = v##j, w##j[2] = marker, w##j[3] = length, feba##j = start, hgdc##j = start2;
#define S2_END(j, unused)                                                              \
    feba##j = _mm_add_epi32(feba##j, start), hgdc##j = _mm_add_epi32(hgdc##j, start2); \
    u##j = _mm_shuffle_epi32(_mm_unpackhi_epi64(feba##j, hgdc##j), 0xb1);              \
    v##j = _mm_shuffle_epi32(_mm_unpacklo_epi64(feba##j, hgdc##j), 0xb1);
#define S2_STORE(j, unused)                                           \
    _mm_storeu_si128((__m128i *)(void *)(sums->w32 + 8 * j), sum##j); \
    _mm_storeu_si128((__m128i *)(void *)(sums->w32 + 8 * j + 4), sum_v##j);
#define SHA256_INSTRUCTIONS(name, each)                                                                           \
    TARGET("sha,sse4.1") static void name(const union state *inner, const union state *outer, union words *words, \
        union words *sums, uint32_t n)                                                                            \
    {                                                                                                             \
        const __m128i length = _mm_set_epi32(768, 0, 0, 0), marker = _mm_set_epi32(0, 0, 0, (int)0x80000000u);    \
        each(S2_LOAD, )                                                                                           \
        for (; n > 0; n--) {                                                                                      \
            for (int outside = 0; outside < 2; outside++) {                                                       \
                const __m128i *const from = (const __m128i *)(const void *)(outside ? outer : inner);             \
                const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(from), 0xb1);                              \
                const __m128i fehg = _mm_shuffle_epi32(_mm_loadu_si128(from + 1), 0xb1);                          \
                const __m128i start = _mm_unpacklo_epi64(fehg, badc), start2 = _mm_unpackhi_epi64(fehg, badc);    \
                each(S2_BEGIN, ) S2_FOUR(each, 0) S2_FOUR(each, 4) S2_FOUR(each, 8) S2_FOUR(each, 12)             \
                each(S2_END, )                                                                                    \
            }                                                                                                     \
            each(S1_SUM, )                                                                                        \
        }                                                                                                         \
        each(S2_STORE, )                                                                                          \
    }
SHA256_INSTRUCTIONS(sha256_instructions, ONE)
SHA256_INSTRUCTIONS(sha256_instructions2, BOTH)

enum { HAS_SHA = 1, HAS_AVX2 = 2, HAS_BMI2 = 4, KNOWN = 8 };
#ifndef FASTPBKDF2_WITHOUT /* what is not used, though the CPU has it: for tests */
#define FASTPBKDF2_WITHOUT 0
#endif
/* Returns what the CPU and the system have. */
static unsigned features(void)
{
    static unsigned found; /* the same value, whichever thread writes it */
    unsigned a, b, c, d, has = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (has == 0) {
        has = KNOWN;
        if (__get_cpuid_max(0, NULL) >= 7) {
            __cpuid(1, a, b, c, d);
            const unsigned sse41 = c >> 9 & c >> 19 & 1;
            __cpuid_count(7, 0, a, b, c, d);
            has |= (b >> 29 & sse41 ? HAS_SHA : 0u) | (b >> 3 & b >> 8 & 1 ? HAS_BMI2 : 0u);
        }
        __builtin_cpu_init();
        has |= __builtin_cpu_supports("avx2") ? HAS_AVX2 : 0u;
        __atomic_store_n(&found, has, __ATOMIC_RELAXED);
    }
    return has & ~(unsigned)FASTPBKDF2_WITHOUT;
}
#else
static unsigned features(void) { return 0; }
#endif

/* ---- PBKDF2 ---- */
/* A way to compute the chains of up to `chains` blocks, if there are at least `least` and the CPU has what it `needs`. */
struct way {
    void (*run)(const union state *, const union state *, union words *, union words *, uint32_t);
    unsigned needs, least, chains, lanes; /* lanes: the words of a position follow each other, not those of a chain */
};

/* A hash function: the lengths of its block, digest and words in bytes, and the ways to compute chains, the best first. */
struct function {
    size_t block, digest, word;
    const union state *start;
    void (*compress)(union state *, const uint8_t *);
    struct way ways[4];
};

static const struct function SHA_1 = {64, 20, 4, &START1, sha1_compress, {
#if X86
    {sha1_instructions2, HAS_SHA, 2, 2, 0}, {sha1_instructions, HAS_SHA, 1, 1, 0}, {sha1_avx2, HAS_AVX2, 2, 8, 1},
#endif
    {sha1_one, 0, 1, 1, 0}}};
static const struct function SHA_256 = {64, 32, 4, &START256, sha256_compress, {
#if X86
    {sha256_instructions2, HAS_SHA, 2, 2, 0}, {sha256_instructions, HAS_SHA, 1, 1, 0}, {sha256_avx2, HAS_AVX2, 2, 8, 1},
#endif
    {sha256_one, 0, 1, 1, 0}}};
static const struct function SHA_512 = {128, 64, 8, &START512, sha512_compress, {
#if X86
    {sha512_avx2, HAS_AVX2, 3, 4, 1}, {sha512_fours, HAS_AVX2 | HAS_BMI2, 1, 1, 0},
#endif
    {sha512_one, 0, 1, 1, 0}}};

/* What depends on the password, and is erased. */
struct secrets {
    union words words, sums;
    union state inner, outer, state;
    uint8_t key[128], pad[128], digest[64];
};

static uint64_t word_of(const struct function *f, const void *words, size_t i)
{
    return f->word == 4 ? ((const uint32_t *)words)[i] : ((const uint64_t *)words)[i];
}

static void set_word(const struct function *f, void *words, size_t i, uint64_t word)
{
    if (f->word == 4)
        ((uint32_t *)words)[i] = (uint32_t)word;
    else
        ((uint64_t *)words)[i] = word;
}

static void write_big_endian(uint8_t *out, uint64_t word, size_t len)
{
    for (; len > 0; word >>= 8)
        out[--len] = (uint8_t)word;
}

/* Hashes two parts of a message whose first `before` bytes have led to s->state, and leaves the digest's words there. */
static void hash(const struct function *f, struct secrets *s, size_t before, const uint8_t *one, size_t one_len,
    const uint8_t *two, size_t two_len)
{
    const uint64_t len = (uint64_t)before + one_len + two_len;
    size_t used = 0;
    for (; one_len + two_len > 0; used %= f->block) {
        s->pad[used++] = one_len > 0 ? *one++ : *two++;
        *(one_len > 0 ? &one_len : &two_len) -= 1;
        if (used == f->block)
            f->compress(&s->state, s->pad);
    }
    s->pad[used++] = 0x80;
    if (used > f->block - 2 * f->word) {
        memset(s->pad + used, 0, f->block - used);
        f->compress(&s->state, s->pad);
        used = 0;
    }
    memset(s->pad + used, 0, f->block - used);
    write_big_endian(s->pad + f->block - 8, len << 3, 8);
    f->compress(&s->state, s->pad);
}

static void digest_bytes(const struct function *f, const void *words, uint8_t *out)
{
    for (size_t i = 0; i < f->digest / f->word; i++)
        write_big_endian(out + f->word * i, word_of(f, words, i), f->word);
}

/* Sets the state after the key, each of whose bytes is added to `with` (RFC 2104, section 2). */
static void keyed(const struct function *f, struct secrets *s, uint8_t with, union state *state)
{
    for (size_t i = 0; i < f->block; i++)
        s->pad[i] = s->key[i] ^ with;
    *state = *f->start;
    f->compress(state, s->pad);
}

static void derive(const struct function *f, struct secrets *s, const uint8_t *pw, size_t npw, const uint8_t *salt,
    size_t nsalt, uint32_t iterations, uint8_t *out, size_t nout)
{
    const unsigned has = features();
    const size_t words = f->digest / f->word;
    uint64_t blocks = nout / f->digest + (nout % f->digest != 0), number = 1;
    if (iterations == 0 || nout == 0 || out == NULL || blocks > UINT32_MAX)
        abort();
    if (npw > f->block) {
        s->state = *f->start;
        hash(f, s, 0, pw, npw, NULL, 0);
        digest_bytes(f, &s->state, s->key);
    } else if (npw > 0) {
        memcpy(s->key, pw, npw);
    }
    keyed(f, s, 0x36, &s->inner);
    keyed(f, s, 0x5c, &s->outer);
    while (blocks > 0) {
        const struct way *way = f->ways;
        while ((has & way->needs) != way->needs || blocks < way->least)
            way++;
        const unsigned chains = blocks < way->chains ? (unsigned)blocks : way->chains;
        const size_t next_word = way->lanes ? way->chains : 1, next_chain = way->lanes ? 1 : 8;
        for (unsigned j = 0; j < chains; j++) {
            uint8_t counter[4];
            write_big_endian(counter, number + j, 4);
            s->state = s->inner;
            hash(f, s, f->block, salt, nsalt, counter, 4);
            digest_bytes(f, &s->state, s->digest);
            s->state = s->outer;
            hash(f, s, f->block, s->digest, f->digest, NULL, 0);
            for (size_t i = 0; i < words; i++)
                set_word(f, &s->words, i * next_word + j * next_chain, word_of(f, &s->state, i));
        }
        s->sums = s->words;
        way->run(&s->inner, &s->outer, &s->words, &s->sums, iterations - 1);
        for (unsigned j = 0; j < chains; j++) {
            for (size_t i = 0; i < words; i++)
                set_word(f, &s->state, i, word_of(f, &s->sums, i * next_word + j * next_chain));
            digest_bytes(f, &s->state, s->digest);
            const size_t len = nout < f->digest ? nout : f->digest;
            memcpy(out, s->digest, len);
            out += len, nout -= len;
        }
        number += chains, blocks -= chains;
    }
}

/* A call that the compiler must make, since it cannot know what the pointer has become. */
static void *(*const volatile fill)(void *, int, size_t) = memset;
static void (*const volatile work)(const struct function *, struct secrets *, const uint8_t *, size_t, const uint8_t *,
    size_t, uint32_t, uint8_t *, size_t) = derive;

/* Erases what the functions that have returned left on the stack. */
static void erase_stack(void)
{
    uint8_t left[4096];
    fill(left, 0, sizeof left);
}
static void (*const volatile erase)(void) = erase_stack;

static void pbkdf2(const struct function *f, const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt,
    uint32_t iterations, uint8_t *out, size_t nout)
{
    struct secrets s;
    memset(&s, 0, sizeof s);
    work(f, &s, pw, npw, salt, nsalt, iterations, out, nout);
    fill(&s, 0, sizeof s);
    erase();
}

#define PUBLIC(name, function)                                                                                                 \
    void name(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations, uint8_t *out, size_t nout) \
    {                                                                                                                          \
        pbkdf2(&function, pw, npw, salt, nsalt, iterations, out, nout);                                                        \
    }
PUBLIC(fastpbkdf2_hmac_sha1, SHA_1)
PUBLIC(fastpbkdf2_hmac_sha256, SHA_256)
PUBLIC(fastpbkdf2_hmac_sha512, SHA_512)
