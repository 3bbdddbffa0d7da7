/*
 * The interface of blake2b-opt, implemented by Bramah: a program that was written for it is compiled with this header, or
 * only linked, with Bramah in its place.
 *
 * WARNING: the keyed functions compute what blake2b-opt computed, which is not keyed BLAKE2b as RFC 7693 defines it, and
 * which no other library computes: the hash of the key, filled up with zeros to 128 bytes, and the message. They are for
 * data that blake2b-opt has made. For anything new use bramah_mac_new with the name "blake2b-512".
 *
 * Keys have at most 64 bytes: with longer ones, and with a state that was not begun, the functions write a message to
 * standard error and abort. All functions may be called by several threads at once, and need no call of blake2b_startup
 * before.
 *
 * blake2b_bench and blake2b_fuzz are commands here: bramah bench blake2b, and bramah selftest blake2b.
 */
#ifndef BLAKE2B_H
#define BLAKE2B_H

#include <stddef.h>

#ifndef LIB_PUBLIC
#define LIB_PUBLIC
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A message in progress, to lie where the caller likes. blake2b_final erases it. */
typedef struct blake2b_state_t {
    unsigned char opaque[256];
} blake2b_state;

/** Begins a message. */
LIB_PUBLIC void blake2b_init(blake2b_state *S);

/** Begins a message under a key, in blake2b-opt's own way: see the warning above. */
LIB_PUBLIC void blake2b_keyed_init(blake2b_state *S, const unsigned char *key, size_t keylen);

/** Appends to the message. */
LIB_PUBLIC void blake2b_update(blake2b_state *S, const unsigned char *in, size_t inlen);

/** Writes the 64 bytes of the digest, and erases the state. */
LIB_PUBLIC void blake2b_final(blake2b_state *S, unsigned char *hash);

/** Writes the 64 bytes of the digest of a whole message. */
LIB_PUBLIC void blake2b(unsigned char *hash, const unsigned char *in, const size_t inlen);

/** Writes the 64 bytes for a whole message under a key, in blake2b-opt's own way: see the warning above. */
LIB_PUBLIC void blake2b_keyed(unsigned char *hash, const unsigned char *in, size_t inlen, const unsigned char *key,
    size_t keylen);

/** Chooses and tests the implementation: 0, or 1 if none passes its self-test. The other functions do so themselves. */
LIB_PUBLIC int blake2b_startup(void);

#ifdef __cplusplus
}
#endif

#endif
