/*
 * The interface of fastpbkdf2, implemented by Bramah: a program that was written for it is compiled with this header, or
 * only linked, with Bramah in its place.
 *
 * Several output blocks are computed side by side in one thread. On top of that, each call can use several threads, as
 * fastpbkdf2 did with OpenMP: fastpbkdf2_set_threads, or the environment variable FASTPBKDF2_THREADS, where 0 stands for
 * as many as there are processors. The default is one thread.
 *
 * Outputs may lie on inputs. Iterations and output length must not be 0: the functions then write a message to standard
 * error and abort.
 */
#ifndef FASTPBKDF2_H
#define FASTPBKDF2_H

#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Derives nout bytes by PBKDF2 with HMAC-SHA-1. */
void fastpbkdf2_hmac_sha1(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations,
    uint8_t *out, size_t nout);

/** Derives nout bytes by PBKDF2 with HMAC-SHA-256. */
void fastpbkdf2_hmac_sha256(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations,
    uint8_t *out, size_t nout);

/** Derives nout bytes by PBKDF2 with HMAC-SHA-512. */
void fastpbkdf2_hmac_sha512(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations,
    uint8_t *out, size_t nout);

/** Bramah's addition: sets the number of threads that each later call uses; 0 for as many as there are processors. */
void fastpbkdf2_set_threads(size_t threads);

#ifdef __cplusplus
}
#endif

#endif
