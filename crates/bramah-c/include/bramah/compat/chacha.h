/*
 * The interface of chacha-opt, implemented by Bramah: a program that was written for it is compiled with this header, or
 * only linked, with Bramah in its place.
 *
 * Nonces have 8 bytes and counters 64 bits, as in Bernstein's paper, not as in RFC 8439. Rounds are an even number from
 * 2 on: otherwise the functions write a message to standard error and abort, as they do with a state that was not begun.
 * All functions may be called by several threads at once, and need no call of chacha_startup before.
 *
 * chacha_bench and chacha_fuzz are commands here: bramah bench chacha20, and bramah selftest chacha20.
 */
#ifndef CHACHA_H
#define CHACHA_H

#include <stddef.h>

#ifndef LIB_PUBLIC
#define LIB_PUBLIC
#endif

#ifndef CHACHA_ALIGN
#ifdef _MSC_VER
#define CHACHA_ALIGN(x) __declspec(align(x))
#else
#define CHACHA_ALIGN(x) __attribute__((aligned(x)))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A message in progress, to lie where the caller likes. It contains the key: chacha_final erases it. */
CHACHA_ALIGN(64) typedef struct chacha_state_t {
    unsigned char opaque[128];
} chacha_state;

/** A key. */
typedef struct chacha_key_t {
    unsigned char b[32];
} chacha_key;

/** A nonce of ChaCha. */
typedef struct chacha_iv_t {
    unsigned char b[8];
} chacha_iv;

/** A nonce of XChaCha. */
typedef struct chacha_iv24_t {
    unsigned char b[24];
} chacha_iv24;

/** Derives a key from a key and 16 bytes. */
LIB_PUBLIC void hchacha(const unsigned char key[32], const unsigned char iv[16], unsigned char out[32], size_t rounds);

/** Begins a message under ChaCha. */
LIB_PUBLIC void chacha_init(chacha_state *S, const chacha_key *key, const chacha_iv *iv, size_t rounds);

/** Begins a message under XChaCha. */
LIB_PUBLIC void xchacha_init(chacha_state *S, const chacha_key *key, const chacha_iv24 *iv, size_t rounds);

/**
 * Encrypts or decrypts more of the message, and returns how many bytes were written to out: a multiple of 64, since what
 * fills no block is held back. So out has room for inlen bytes and 63 more. If in is null, the keystream is written.
 */
LIB_PUBLIC size_t chacha_update(chacha_state *S, const unsigned char *in, unsigned char *out, size_t inlen);

/** Writes the bytes that were held back, at most 63, returns their number, and erases the state. */
LIB_PUBLIC size_t chacha_final(chacha_state *S, unsigned char *out);

/** The same as chacha_update, under the name for a message that xchacha_init has begun. */
LIB_PUBLIC size_t xchacha_update(chacha_state *S, const unsigned char *in, unsigned char *out, size_t inlen);

/** The same as chacha_final, under the name for a message that xchacha_init has begun. */
LIB_PUBLIC size_t xchacha_final(chacha_state *S, unsigned char *out);

/** Encrypts or decrypts a whole message under ChaCha. If in is null, the keystream is written. */
LIB_PUBLIC void chacha(const chacha_key *key, const chacha_iv *iv, const unsigned char *in, unsigned char *out,
    size_t inlen, size_t rounds);

/** Encrypts or decrypts a whole message under XChaCha. If in is null, the keystream is written. */
LIB_PUBLIC void xchacha(const chacha_key *key, const chacha_iv24 *iv, const unsigned char *in, unsigned char *out,
    size_t inlen, size_t rounds);

/** Chooses and tests the implementation: 0, or 1 if none passes its self-test. The other functions do so themselves. */
LIB_PUBLIC int chacha_startup(void);

#ifdef __cplusplus
}
#endif

#endif
