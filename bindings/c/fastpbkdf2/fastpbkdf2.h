/*
 * PBKDF2 (RFC 8018, section 5.2) with HMAC over SHA-1, SHA-256 and SHA-512: this header and fastpbkdf2.c alone, without a
 * library, under the names of the library fastpbkdf2.
 */
#ifndef BRAMAH_FASTPBKDF2_ALONE_H
#define BRAMAH_FASTPBKDF2_ALONE_H

#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Derives nout bytes from a password and a salt with HMAC-SHA-1. Lengths are in bytes; npw and nsalt may be 0, and then their
 * pointers may be null. iterations is 1 or more, nout 1 or more and at most 2^32 - 1 digests: else the process is aborted, since
 * the function has no way to report an error. What it leaves on the stack is erased.
 */
void fastpbkdf2_hmac_sha1(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations, uint8_t *out,
    size_t nout);

/** The same with HMAC-SHA-256. */
void fastpbkdf2_hmac_sha256(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations,
    uint8_t *out, size_t nout);

/** The same with HMAC-SHA-512. */
void fastpbkdf2_hmac_sha512(const uint8_t *pw, size_t npw, const uint8_t *salt, size_t nsalt, uint32_t iterations,
    uint8_t *out, size_t nout);

#ifdef __cplusplus
}
#endif

#endif
