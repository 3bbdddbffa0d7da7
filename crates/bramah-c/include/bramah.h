/*
 * The C interface of Bramah. Generated from crates/bramah-c/src: do not edit.
 *
 * Lengths are in bytes. A pointer with a length may be null if the length is 0. Text is UTF-8 and ends with a zero byte.
 * An output must not overlap an input or another output, unless the function says that it may begin at the same byte as
 * an input; other overlaps are refused (BRAMAH_OVERLAP). If a function fails, its outputs are filled with zeros, even if
 * they overlap an input, and handles that it should have made are null.
 *
 * Handles are made by a function that ends in _new, _clone or _begin, and freed by one that ends in _free, which takes
 * the address of the caller's variable and sets it to null. A null handle, one of another kind, and one that another
 * thread is using are refused. Functions that take a handle as const do not change its state; bramah_hash_digest,
 * bramah_hash_xof, bramah_hash_many, bramah_block_apply, bramah_fpe_apply, bramah_aead_seal, bramah_aead_open and
 * bramah_aead_begin may be called by several threads with one handle at the same time.
 */
#ifndef BRAMAH_H
#define BRAMAH_H

#include <stddef.h>
#include <stdint.h>

/* BRAMAH_STATIC is for programs on Windows that link the static library. */
#if defined(_WIN32) && !defined(BRAMAH_STATIC)
#define BRAMAH_API __declspec(dllimport)
#else
#define BRAMAH_API
#endif

/* A status must be checked: compilers warn if it is not. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define BRAMAH_CHECKED [[nodiscard]]
#elif defined(__GNUC__)
#define BRAMAH_CHECKED __attribute__((warn_unused_result))
#else
#define BRAMAH_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of Arrow's C data interface, which every library that uses it declares under this guard. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif

/* ---- Status codes and errors ---- */

/** The result of a call: BRAMAH_OK, or the reason for the failure. It must be checked. */
typedef int32_t bramah_status;
/** The call succeeded. */
#define BRAMAH_OK 0
/** A pointer is null but must not be. */
#define BRAMAH_NULL_POINTER 1
/** A handle has the wrong kind, or was freed. */
#define BRAMAH_WRONG_HANDLE 2
/** Another thread is using the handle. */
#define BRAMAH_BUSY 3
/** An output overlaps an input or another output. */
#define BRAMAH_OVERLAP 4
/** Text is not UTF-8, or no constant has this value. */
#define BRAMAH_BAD_ARGUMENT 5
/** No algorithm has this name. */
#define BRAMAH_UNKNOWN_NAME 6
/** The algorithm has no backend with this name, or this CPU cannot run it. */
#define BRAMAH_UNKNOWN_BACKEND 7
/** The function does not accept this option. */
#define BRAMAH_UNKNOWN_OPTION 8
/** A key, nonce, tag, message or output has an invalid length. */
#define BRAMAH_LENGTH 9
/** A parameter is missing or out of range. */
#define BRAMAH_PARAMETER 10
/** The algorithm does not support this operation. */
#define BRAMAH_UNSUPPORTED 11
/** The message has ended, and must be reset first. */
#define BRAMAH_FINISHED 12
/** The key stream, the counter or the nonces are exhausted. */
#define BRAMAH_EXHAUSTED 13
/**
 * The tag is wrong: the message was encrypted under another key or nonce, or was modified. Of a file: it was modified
 * or truncated.
 */
#define BRAMAH_UNAUTHENTIC 14
/** The password does not match the password hash or the file. */
#define BRAMAH_WRONG_PASSWORD 15
/** The padding of the last block is invalid. */
#define BRAMAH_PADDING 16
/** A parameter exceeds a limit that the caller has set. */
#define BRAMAH_LIMIT 17
/** A password hash, a saved state or an Arrow array does not follow its format. */
#define BRAMAH_MALFORMED 18
/** There is not enough memory. */
#define BRAMAH_NO_MEMORY 19
/** The operating system did not return random bytes. */
#define BRAMAH_NO_ENTROPY 20
/** A bug in the library. */
#define BRAMAH_INTERNAL 21
/** The input is not an age file, or its header is malformed or truncated. */
#define BRAMAH_NO_FILE 22
/** None of the identities matches the file, or it needs a passphrase. */
#define BRAMAH_NO_MATCH 23
/** The output file already exists. */
#define BRAMAH_EXISTS 24
/** The operating system could not read or write a file. */
#define BRAMAH_INPUT_OUTPUT 25

/** Returns the meaning of a status in words. The text is constant and must not be freed. */
BRAMAH_API const char *bramah_status_text(bramah_status status);

/**
 * Returns the reason for the last failure of a call on this thread, in English, with the expected values. It is empty
 * if no call has failed. The text belongs to the library, must not be freed, and is valid until the next failure of a
 * call on this thread.
 */
BRAMAH_API const char *bramah_last_error(void);

/** Returns the version of the library, such as 0.1.0. The text is constant and must not be freed. */
BRAMAH_API const char *bramah_version(void);

/* ---- Options ---- */

/**
 * Options: the optional inputs of an algorithm. Each has a name and a value, which is a number, bytes or text; the
 * documentation of each function lists its options. An option that the algorithm does not accept is an error. The
 * functions copy their options, so the options can be freed or changed after the call.
 */
typedef struct bramah_options bramah_options;

/** Creates an empty set of options. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_options_new(bramah_options **options);

/** Frees options, erases them, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_options_free(bramah_options **options);

/** Sets an option whose value is a number, or yes (1) or no (0). */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_options_set_number(
    bramah_options *options,
    const char *name,
    uint64_t value);

/** Sets an option whose value is bytes, such as a salt. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_options_set_bytes(
    bramah_options *options,
    const char *name,
    const uint8_t *bytes,
    size_t bytes_len);

/** Sets an option whose value is text, such as the name of a hash function. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_options_set_text(
    bramah_options *options,
    const char *name,
    const char *value);

/* ---- Output of any length ---- */

/** A reader of the output of an extendable-output function, such as SHAKE128. It starts at the first byte. */
typedef struct bramah_xof bramah_xof;

/** Writes the next bytes of the output, and advances. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_xof_read(bramah_xof *xof, uint8_t *out, size_t out_len);

/**
 * Moves to byte position of the output, counted from 0. BRAMAH_UNSUPPORTED for functions whose output cannot
 * seek.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_xof_seek(bramah_xof *xof, uint64_t position);

/** Copies a reader; the copy continues at the same position. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_xof_clone(bramah_xof **copy, const bramah_xof *xof);

/** Frees a reader, erases its state, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_xof_free(bramah_xof **xof);

/* ---- Hash functions ---- */

/**
 * A hash function with its options, and a message in progress. Functions that take the handle as const do not change
 * the message.
 */
typedef struct bramah_hash bramah_hash;

/**
 * Creates a hash function by name, such as sha3-256 or blake2b-384, and starts a new message. Only the letters
 * and digits of the name are compared, ignoring case. options may be null.
 *
 * Options, if the function takes them. Bytes options: key, salt, personal (the customization string of SP
 * 800-185), function_name, domain, context, public_key, key_identifier, nonce. Number options:
 * empty_key (1: use the empty key, for a function that needs a key); for a node of a BLAKE2 tree fanout,
 * depth, leaf_length, node_offset, node_depth, inner_length, last_node; for Skein's trees leaf,
 * fan_out, max_height; for ParallelHash block_size. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_new(
    bramah_hash **hash,
    const char *name,
    const bramah_options *options);

/** Frees a hash handle, erases its state, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_hash_free(bramah_hash **hash);

/** Copies a hash handle with its options and its message in progress. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_clone(bramah_hash **copy, const bramah_hash *hash);

/** Appends bytes to the message. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_update(bramah_hash *hash, const uint8_t *data, size_t data_len);

/**
 * Appends bytes to the message on up to threads threads, including the caller's, if the function is a tree, such
 * as BLAKE3; otherwise only on the caller's thread. Several threads are faster from about 100 KiB on.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_update_threads(
    bramah_hash *hash,
    const uint8_t *data,
    size_t data_len,
    size_t threads);

/**
 * Ends the message and writes its digest, exactly bramah_hash_length bytes. Call bramah_hash_reset before the
 * next message.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_finish(bramah_hash *hash, uint8_t *out, size_t out_len);

/** Writes the digest of the message so far. The message can be continued afterwards. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_peek(const bramah_hash *hash, uint8_t *out, size_t out_len);

/**
 * Ends the message, and creates a reader of its output, which has any length. BRAMAH_UNSUPPORTED if the output
 * of the function has a fixed length.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_finish_xof(bramah_hash *hash, bramah_xof **xof);

/** Discards the message and starts a new one with the same options. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_reset(bramah_hash *hash);

/**
 * Writes the digest of a whole message. The message in progress does not change. Several threads may call this
 * with one handle at the same time.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_digest(
    const bramah_hash *hash,
    const uint8_t *message,
    size_t message_len,
    uint8_t *out,
    size_t out_len);

/**
 * Writes out_len bytes of output for a whole message. The message in progress does not change. Several threads
 * may call this with one handle at the same time. BRAMAH_UNSUPPORTED if the output of the function has a fixed
 * length.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_xof(
    const bramah_hash *hash,
    const uint8_t *message,
    size_t message_len,
    uint8_t *out,
    size_t out_len);

/**
 * Writes the digests of count messages to out one after another; several messages are hashed at once if the
 * CPU supports it. messages and lengths have count elements, and out has the length of count digests.
 * Several threads may call this with one handle at the same time.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_many(
    const bramah_hash *hash,
    const uint8_t *const *messages,
    const size_t *lengths,
    size_t count,
    uint8_t *out,
    size_t out_len);

/**
 * Writes the digest of a whole message under a hash function by name, without options. The name is looked up in
 * each call, which takes longer than hashing a short message; bramah_hash_digest avoids the look-up.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_once(
    const char *name,
    const uint8_t *message,
    size_t message_len,
    uint8_t *out,
    size_t out_len);

/**
 * Writes the state of the message so far, which another process or a later version can load, and sets written to
 * its length: at most 2,048 bytes for functions that are not trees. If out is too short, the call fails with
 * BRAMAH_LENGTH, and written is the length that is needed. The state contains the end of the message. If there
 * is a key, the state lets anyone who has it test a guess of the key, as a tag does.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_save(
    const bramah_hash *hash,
    uint8_t *out,
    size_t out_len,
    size_t *written);

/**
 * Discards the message and continues the message whose state was saved. The function and the options must be the
 * same as when it was saved, otherwise the call fails with BRAMAH_MALFORMED.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_load(bramah_hash *hash, const uint8_t *saved, size_t saved_len);

/** Returns the length of a digest in bytes, or 0 if the handle is not a hash handle. */
BRAMAH_API size_t bramah_hash_length(const bramah_hash *hash);

/** Returns the length of a block in bytes, to which HMAC pads its key, or 0 if the handle is not a hash handle. */
BRAMAH_API size_t bramah_hash_block(const bramah_hash *hash);

/* ---- Message authentication codes ---- */

/** A MAC with its key, and a message in progress. */
typedef struct bramah_mac bramah_mac;

/**
 * Creates a MAC by name, such as hmac-sha256, cmac-aes-128, blake3 or poly1305, and starts a new message.
 * nonce is empty for MACs without a nonce. options may be null. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_new(
    bramah_mac **mac,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *nonce,
    size_t nonce_len,
    const bramah_options *options);

/** Frees a MAC handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_mac_free(bramah_mac **mac);

/** Copies a MAC handle with its key, its nonce and its message in progress. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_clone(bramah_mac **copy, const bramah_mac *mac);

/** Appends bytes to the message. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_update(bramah_mac *mac, const uint8_t *data, size_t data_len);

/**
 * Ends the message and writes its tag: bramah_mac_length bytes, or fewer if the specification allows truncation.
 * Call bramah_mac_reset, or bramah_mac_renew if there is a nonce, before the next message.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_finish(bramah_mac *mac, uint8_t *tag, size_t tag_len);

/**
 * Ends the message and compares its tag in constant time: BRAMAH_UNAUTHENTIC if the tag is wrong. expected_len
 * is the length in bytes on which both sides have agreed, or 0 for the full tag; BRAMAH_LENGTH if tag_len
 * differs from it.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_verify(
    bramah_mac *mac,
    const uint8_t *tag,
    size_t tag_len,
    size_t expected_len);

/**
 * Discards the message and starts a new one with the same key and nonce. Two different messages under one nonce,
 * or under one key of Poly1305, allow forgeries.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_reset(bramah_mac *mac);

/** Discards the message and starts a new one with the same key and another nonce. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_renew(bramah_mac *mac, const uint8_t *nonce, size_t nonce_len);

/**
 * Writes the tag of a whole message, and discards the message in progress. A new message may start immediately,
 * unless the nonce or key must be used for only one message.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_tag(
    bramah_mac *mac,
    const uint8_t *message,
    size_t message_len,
    uint8_t *tag,
    size_t tag_len);

/**
 * Writes the full tags of count messages to tags one after another, and discards the message in progress.
 * Several messages are processed at once if the CPU supports it. messages and lengths have count elements,
 * and tags has the length of count tags.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_many(
    bramah_mac *mac,
    const uint8_t *const *messages,
    const size_t *lengths,
    size_t count,
    uint8_t *tags,
    size_t tags_len);

/**
 * Writes the tag of a whole message under a MAC by name, without nonce and options. The name is looked up in each
 * call.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_once(
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *message,
    size_t message_len,
    uint8_t *tag,
    size_t tag_len);

/** Returns the length of the full (untruncated) tag in bytes, or 0 if the handle is not a MAC handle. */
BRAMAH_API size_t bramah_mac_length(const bramah_mac *mac);

/* ---- Columns of strings ---- */

/**
 * Hashes every value of an Arrow array, several at once if the CPU supports it, to an array of fixed-size binary
 * values. Null values stay null. The array contains strings or binary values, in any layout: with 32-bit or 64-bit
 * offsets, as views, or of fixed size. Of a dictionary, each value is hashed once. The caller still owns array
 * and schema, and must release out_array and out_schema as Arrow defines it. BRAMAH_MALFORMED for other
 * types, for inconsistent counts, and for decreasing offsets.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_hash_arrow(
    const bramah_hash *hash,
    const struct ArrowArray *array,
    const struct ArrowSchema *schema,
    struct ArrowArray *out_array,
    struct ArrowSchema *out_schema);

/**
 * Computes the full tag of every value of an Arrow array, in the way of bramah_hash_arrow, and discards the
 * message in progress.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_mac_arrow(
    bramah_mac *mac,
    const struct ArrowArray *array,
    const struct ArrowSchema *schema,
    struct ArrowArray *out_array,
    struct ArrowSchema *out_schema);

/* ---- Block ciphers in modes that do not authenticate ---- */

/** Whether a cipher encrypts or decrypts. */
typedef int32_t bramah_direction;
/** From plaintext to ciphertext. */
#define BRAMAH_ENCRYPT 0
/** From ciphertext to plaintext. */
#define BRAMAH_DECRYPT 1

/**
 * A function of the caller that increments a counter of counter_len bytes in place. context is the caller's
 * pointer.
 */
typedef void (*bramah_increment)(void *context, uint8_t *counter, size_t counter_len);

/**
 * A block cipher in a mode without authentication, with its key and a message in progress. Anyone who can change the
 * ciphertext can change the plaintext; bramah_aead detects changes.
 */
typedef struct bramah_cipher bramah_cipher;

/**
 * Creates a block cipher in a mode by name, such as aes-256-ctr, and starts a message. The key of XTS is its two
 * keys, concatenated. iv is empty for ECB. direction is BRAMAH_ENCRYPT or BRAMAH_DECRYPT.
 *
 * options may be null. Text options: padding (pkcs7, iso7816, x923, zero) or stealing (cs1, cs2,
 * cs3) for ECB and CBC, which otherwise take only whole blocks; increment for CTR (be, le, be-half,
 * le-half, be32, le32); backend. Bytes option: tweak.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_new(
    bramah_cipher **cipher,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *iv,
    size_t iv_len,
    bramah_direction direction,
    const bramah_options *options);

/**
 * Creates a block cipher in CTR mode by name, such as aes-256-ctr, whose counter is incremented by a function of
 * the caller, and starts a message. increment is called with context once for each block, in order, by the
 * thread that encrypts or decrypts the block, until the handle is freed. It must return, and must not use the
 * handle. No counter value may be used twice under one key. bramah_cipher_seek is not supported. The options are
 * those of bramah_cipher_new.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_counting_new(
    bramah_cipher **cipher,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *iv,
    size_t iv_len,
    bramah_increment increment,
    void *context,
    const bramah_options *options);

/** Frees a cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_cipher_free(bramah_cipher **cipher);

/** Discards the message and starts a new one with another IV, the same key and the same direction. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_reset(bramah_cipher *cipher, const uint8_t *iv, size_t iv_len);

/**
 * Encrypts or decrypts the next part of the message. Writes as much of the result as is ready, and sets written
 * to the number of bytes written, which bramah_cipher_update_length returns: at most one block more than
 * input_len. output may begin at the same byte as input.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_update(
    bramah_cipher *cipher,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Ends the message. Writes the remaining bytes of the result, fewer than two blocks, and sets written to their
 * number. Call bramah_cipher_reset before the next message.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_finish(
    bramah_cipher *cipher,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/** Moves to byte position of a message in CTR mode, counted from 0. BRAMAH_UNSUPPORTED in other modes. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_seek(bramah_cipher *cipher, uint64_t position);

/**
 * Encrypts or decrypts a whole message, or in CFB, OFB and CTR mode its next part. output must have the length
 * of input, and may begin at the same byte. BRAMAH_UNSUPPORTED with padding.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_cipher_apply(
    bramah_cipher *cipher,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Returns the number of bytes that bramah_cipher_update writes for input_len bytes of input, or 0 if the
 * handle is not a cipher handle.
 */
BRAMAH_API size_t bramah_cipher_update_length(const bramah_cipher *cipher, size_t input_len);

/**
 * Returns the maximum number of bytes that bramah_cipher_finish writes, or 0 if the handle is not a cipher
 * handle.
 */
BRAMAH_API size_t bramah_cipher_finish_length(const bramah_cipher *cipher);

/** Returns the length of a block in bytes, or 0 if the handle is not a cipher handle. */
BRAMAH_API size_t bramah_cipher_block(const bramah_cipher *cipher);

/* ---- Block ciphers without a mode ---- */

/**
 * A block cipher with its key, for single blocks, as modes of operation use it. Several threads may use it at the same
 * time.
 */
typedef struct bramah_block bramah_block;

/**
 * Creates a block cipher by name, such as aes-256 or serpent-256. options may be null. Bytes option:
 * tweak. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_block_new(
    bramah_block **block,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const bramah_options *options);

/** Frees a block cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_block_free(bramah_block **block);

/**
 * Encrypts or decrypts whole blocks, each independently of the others. direction is BRAMAH_ENCRYPT or
 * BRAMAH_DECRYPT. output must have the length of input, and may begin at the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_block_apply(
    const bramah_block *block,
    bramah_direction direction,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/** Returns the length of a block in bytes, or 0 if the handle is not a block cipher handle. */
BRAMAH_API size_t bramah_block_length(const bramah_block *block);

/* ---- Format-preserving encryption ---- */

/**
 * Format-preserving encryption with its key and alphabet: a text is encrypted to a text of the same number of
 * characters of the same alphabet. It does not detect changes, and equal texts have equal ciphertexts under one key and
 * tweak. Several threads may use it at the same time.
 */
typedef struct bramah_fpe bramah_fpe;

/**
 * Creates format-preserving encryption by name, such as aes-256-ff1. alphabet contains all characters of texts,
 * in the order of their numerals, such as 0123456789. It has 2 to 65536 characters, and none may occur twice.
 * options may be null. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_fpe_new(
    bramah_fpe **fpe,
    const char *name,
    const char *alphabet,
    const uint8_t *key,
    size_t key_len,
    const bramah_options *options);

/**
 * Frees a format-preserving encryption handle, erases its key, and sets the caller's pointer to null. A null
 * pointer is ignored.
 */
BRAMAH_API bramah_status bramah_fpe_free(bramah_fpe **fpe);

/**
 * Encrypts or decrypts a text, writes the result, and sets written to its length in bytes. direction is
 * BRAMAH_ENCRYPT or BRAMAH_DECRYPT. The result has the length of the text if every character of the alphabet
 * is one byte; bramah_fpe_length returns the maximum length. The domain size must be at least one million: a
 * text must be so long that at least a million texts of its length exist. The tweak may be any bytes. Neither text
 * ends with a zero byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_fpe_apply(
    const bramah_fpe *fpe,
    bramah_direction direction,
    const uint8_t *tweak,
    size_t tweak_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Returns the maximum number of bytes that bramah_fpe_apply writes for a text of input_len bytes, or 0 if the
 * handle is not a format-preserving encryption handle.
 */
BRAMAH_API size_t bramah_fpe_length(const bramah_fpe *fpe, size_t input_len);

/* ---- Block ciphers in the caller's memory ---- */

/** The mode and the direction in which the blocks of a message are processed. */
typedef int32_t bramah_operation;
/** ECB, encryption. */
#define BRAMAH_ECB_ENCRYPT 0
/** ECB, decryption. */
#define BRAMAH_ECB_DECRYPT 1
/** CBC, encryption. */
#define BRAMAH_CBC_ENCRYPT 2
/** CBC, decryption. */
#define BRAMAH_CBC_DECRYPT 3
/** CFB with segments of one block, encryption. */
#define BRAMAH_CFB_ENCRYPT 4
/** CFB with segments of one block, decryption. */
#define BRAMAH_CFB_DECRYPT 5
/** CFB with segments of one byte, encryption. The input may have any length. */
#define BRAMAH_CFB8_ENCRYPT 6
/** CFB with segments of one byte, decryption. The input may have any length. */
#define BRAMAH_CFB8_DECRYPT 7
/** OFB. */
#define BRAMAH_OFB 8
/** XTS, encryption. The chain is the encrypted tweak; it is multiplied by x after each block. */
#define BRAMAH_XTS_ENCRYPT 9
/** XTS, decryption. */
#define BRAMAH_XTS_DECRYPT 10
/** CTR with the whole block as a big-endian counter. The chain is the counter of the next block. */
#define BRAMAH_CTR_BE 16
/** CTR with the whole block as a little-endian counter. */
#define BRAMAH_CTR_LE 17
/** CTR with the second half of the block as a big-endian counter. */
#define BRAMAH_CTR_BE_HALF 18
/** CTR with the first half of the block as a little-endian counter. */
#define BRAMAH_CTR_LE_HALF 19
/** CTR with the last four bytes of the block as a big-endian counter. */
#define BRAMAH_CTR_BE32 20

/**
 * Sets up a block cipher by name, such as aes-256 or serpent-256, with its key, in the caller's memory: a
 * record of at least bramah_record_length bytes, at any address. The record may be copied and moved within the
 * process, and several threads may use it at the same time. Nothing has to be freed; bramah_wipe erases it.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_record_set(
    const char *name,
    const uint8_t *key,
    size_t key_len,
    uint8_t *record,
    size_t record_len);

/**
 * Encrypts or decrypts whole blocks of a message with the cipher and key of a record. operation is
 * BRAMAH_ECB_ENCRYPT or another constant of this type. output must have the length of input, and may begin
 * at the same byte. chain is the block that the mode passes from block to block: the IV or counter before the
 * first call, and after each call the value for the next call. It is empty for ECB. BRAMAH_MALFORMED if the
 * record was not set up in this process, or was changed since.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_record_apply(
    const uint8_t *record,
    size_t record_len,
    bramah_operation operation,
    uint8_t *chain,
    size_t chain_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Encrypts whole blocks in CBC mode, but writes only the last ciphertext block, to chain. This is the common
 * part of CMAC, CCM and EAX. chain must be zeros at first.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_record_chain(
    const uint8_t *record,
    size_t record_len,
    uint8_t *chain,
    size_t chain_len,
    const uint8_t *data,
    size_t data_len);

/**
 * Absorbs whole blocks into GHASH (NIST SP 800-38D, 6.4), the hash function of GCM. sum, 16 bytes, is the hash
 * of the previous blocks; it must be zeros at first. key, 16 bytes, is the encrypted block of zeros.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_record_ghash(
    const uint8_t *key,
    size_t key_len,
    uint8_t *sum,
    size_t sum_len,
    const uint8_t *data,
    size_t data_len);

/** Returns the length in bytes of the record of a block cipher by name; 0 if no block cipher has this name. */
BRAMAH_API size_t bramah_record_length(const char *name);

/* ---- Stream ciphers ---- */

/**
 * A stream cipher with its key, and a message in progress. Encryption and decryption are the same operation. Anyone
 * who can change the ciphertext can change the plaintext; bramah_aead detects changes.
 */
typedef struct bramah_stream bramah_stream;

/**
 * Creates a stream cipher by name, such as xchacha20, and starts a message. options may be null. Number
 * option: rounds, for ChaCha and Salsa20. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_new(
    bramah_stream **stream,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *nonce,
    size_t nonce_len,
    const bramah_options *options);

/** Frees a stream cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_stream_free(bramah_stream **stream);

/** Copies a stream cipher handle; the copy continues at the same position. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_clone(bramah_stream **copy, const bramah_stream *stream);

/** Discards the message and starts a new one with another nonce and the same key. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_reset(
    bramah_stream *stream,
    const uint8_t *nonce,
    size_t nonce_len);

/**
 * Encrypts or decrypts the next part of the message. output must have the length of input, and may begin at
 * the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_apply(
    bramah_stream *stream,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Encrypts or decrypts as bramah_stream_apply, on up to threads threads, including the caller's, if the cipher
 * has a counter; otherwise only on the caller's thread. Several threads are faster from about 100 KiB on.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_apply_threads(
    bramah_stream *stream,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    size_t threads);

/** Writes the next bytes of the key stream. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_keystream(bramah_stream *stream, uint8_t *out, size_t out_len);

/** Moves to byte position of the key stream, counted from 0. BRAMAH_UNSUPPORTED for ciphers without a counter. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_stream_seek(bramah_stream *stream, uint64_t position);

/* ---- Authenticated encryption ---- */

/**
 * An AEAD (authenticated encryption with associated data) with its key. Several threads may use it at the same time. A
 * nonce must never be used twice under one key, except for schemes that allow it (SIV, GCM-SIV).
 */
typedef struct bramah_aead bramah_aead;

/** A message that is encrypted or decrypted in parts. */
typedef struct bramah_aead_message bramah_aead_message;

/**
 * Creates an AEAD by name, such as aes-256-gcm, chacha20-poly1305 or serpent-256-eax. options may be null.
 * Number option: tag_len, the length of tags in bytes, if it is not the full length. Bytes option: tweak. Text
 * option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_new(
    bramah_aead **aead,
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const bramah_options *options);

/**
 * Frees an AEAD handle and sets the caller's pointer to null. The key is erased when no message in parts uses it
 * any more. A null pointer is ignored.
 */
BRAMAH_API bramah_status bramah_aead_free(bramah_aead **aead);

/**
 * Encrypts a message and writes its tag, bramah_aead_tag bytes. aad is the associated data: authenticated but
 * not encrypted. output must have the length of input, and may begin at the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_seal(
    const bramah_aead *aead,
    const uint8_t *nonce,
    size_t nonce_len,
    const uint8_t *aad,
    size_t aad_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    uint8_t *tag,
    size_t tag_len);

/**
 * Verifies the tag of a message and decrypts it. If the tag is wrong, the output is zeros and the result is
 * BRAMAH_UNAUTHENTIC. output must have the length of input, and may begin at the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_open(
    const bramah_aead *aead,
    const uint8_t *nonce,
    size_t nonce_len,
    const uint8_t *aad,
    size_t aad_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    const uint8_t *tag,
    size_t tag_len);

/**
 * Starts a message in parts: first pass the associated data, then the text, then end the message. direction is
 * BRAMAH_ENCRYPT or BRAMAH_DECRYPT. BRAMAH_UNSUPPORTED for schemes that process a message more than once.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_begin(
    bramah_aead_message **message,
    const bramah_aead *aead,
    const uint8_t *nonce,
    size_t nonce_len,
    bramah_direction direction);

/** Appends to the associated data of a message in parts; allowed only before the text. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_message_aad(
    bramah_aead_message *message,
    const uint8_t *aad,
    size_t aad_len);

/**
 * Encrypts or decrypts the next part of the text. output must have the length of input, and may begin at the
 * same byte. Decrypted text must not be used before bramah_aead_message_verify has succeeded.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_message_update(
    bramah_aead_message *message,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Ends a message that is encrypted, and writes its tag. BRAMAH_UNSUPPORTED for a message that is decrypted: end
 * it with bramah_aead_message_verify.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_message_finish(
    bramah_aead_message *message,
    uint8_t *tag,
    size_t tag_len);

/**
 * Ends a message that is decrypted, and compares its tag in constant time: BRAMAH_UNAUTHENTIC if the tag is
 * wrong.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_aead_message_verify(
    bramah_aead_message *message,
    const uint8_t *tag,
    size_t tag_len);

/** Frees a message in parts, erases its state, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_aead_message_free(bramah_aead_message **message);

/** Returns the length of a tag in bytes, or 0 if the handle is not an AEAD handle. */
BRAMAH_API size_t bramah_aead_tag(const bramah_aead *aead);

/**
 * Returns the maximum length of a nonce in bytes (SIZE_MAX if there is none), or 0 if the handle is not an AEAD
 * handle.
 */
BRAMAH_API size_t bramah_aead_nonce(const bramah_aead *aead);

/* ---- Long messages in segments ---- */

/** The layout of the nonce of a segment: it contains a prefix, the number of the segment, and whether it is the last. */
typedef int32_t bramah_layout;
/** The prefix, the segment number as 4 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise. */
#define BRAMAH_LAYOUT_BE32 0
/** The prefix, and 4 little-endian bytes: the segment number in 31 bits; the highest bit is 1 for the last segment. */
#define BRAMAH_LAYOUT_LE31 1
/**
 * The prefix, the segment number as 11 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise.
 * With nonces of 12 bytes, as in age files, the prefix is empty, and each message needs a fresh key.
 */
#define BRAMAH_LAYOUT_BE88 2

/**
 * A long message in segments, each with its own tag (STREAM). Missing segments, reordered segments, and segments after
 * the last one are detected. Both sides must pass the same associated data for a segment, and agree on the length of
 * segments.
 */
typedef struct bramah_segments bramah_segments;

/**
 * Starts a message in segments under an AEAD. The handle of the AEAD may be freed before the message. layout is
 * BRAMAH_LAYOUT_BE32 or another constant of this type. prefix is shorter than a nonce: by 5 bytes for
 * BRAMAH_LAYOUT_BE32, 4 for BRAMAH_LAYOUT_LE31 and 12 for BRAMAH_LAYOUT_BE88. It must never be used twice
 * under one key.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_segments_new(
    bramah_segments **segments,
    const bramah_aead *aead,
    bramah_layout layout,
    const uint8_t *prefix,
    size_t prefix_len);

/**
 * Frees a message in segments and sets the caller's pointer to null. The key is erased when nothing else uses it.
 * A null pointer is ignored.
 */
BRAMAH_API bramah_status bramah_segments_free(bramah_segments **segments);

/**
 * Encrypts the next segment and writes its tag, bramah_aead_tag bytes. last is 1 for the last segment and 0
 * otherwise. aad is authenticated but not encrypted. output must have the length of input, and may begin at
 * the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_segments_seal(
    bramah_segments *segments,
    int32_t last,
    const uint8_t *aad,
    size_t aad_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    uint8_t *tag,
    size_t tag_len);

/**
 * Verifies and decrypts the next segment. last is 1 for the last segment and 0 otherwise. If the tag or last
 * is wrong, the output is zeros, the result is BRAMAH_UNAUTHENTIC, and the same segment is expected again. The
 * message is complete only after its last segment has been decrypted. output must have the length of input,
 * and may begin at the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_segments_open(
    bramah_segments *segments,
    int32_t last,
    const uint8_t *aad,
    size_t aad_len,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len,
    const uint8_t *tag,
    size_t tag_len);

/**
 * Sets the number of the next segment, counted from 0, to open a segment without the segments before it. No two
 * segments may be sealed under one number.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_segments_seek(bramah_segments *segments, uint64_t number);

/* ---- A cipher and a MAC ---- */

/**
 * Encrypts and authenticates a message, or verifies and decrypts it, with a cipher and a MAC by name:
 * a128cbc-hs256, a192cbc-hs384 or a256cbc-hs512 (RFC 7518, 5.2). direction is BRAMAH_ENCRYPT or
 * BRAMAH_DECRYPT. The key is the key of HMAC followed by the key of AES. The nonce is the IV of CBC, which must
 * be random for each message. A sealed message is the ciphertext followed by the tag. aad is authenticated but
 * not encrypted.
 *
 * written is set to the length of the result: at most 64 bytes more than input, and less than input in
 * decryption. If output is too short, the call fails with BRAMAH_LENGTH, and written is the length that is
 * needed. BRAMAH_UNAUTHENTIC if the message is not authentic. options may be null. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_encrypt_then_mac(
    const char *name,
    bramah_direction direction,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *nonce,
    size_t nonce_len,
    const uint8_t *aad,
    size_t aad_len,
    const uint8_t *input,
    size_t input_len,
    const bramah_options *options,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/* ---- Key wrap ---- */

/**
 * Wraps or unwraps a key under another key, with key wrap by name: aes-256-kw (RFC 3394), aes-256-kwp (RFC
 * 5649), 3des-tkw, kalyna-128-256-dstu7624-kw and others. direction is BRAMAH_ENCRYPT to wrap or
 * BRAMAH_DECRYPT to unwrap; kek is the wrapping key. written is set to the length of the result: at most 64
 * bytes more than input, and never more than input when unwrapping. If output is too short, the call fails
 * with BRAMAH_LENGTH, and written is the length that is needed. BRAMAH_UNAUTHENTIC if the input was not
 * wrapped by this algorithm under this key. options may be null. Text option: backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_key_wrap(
    const char *name,
    bramah_direction direction,
    const uint8_t *kek,
    size_t kek_len,
    const uint8_t *input,
    size_t input_len,
    const bramah_options *options,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/* ---- Parts of large contents ---- */

/** The form of an encoding of BLAKE3's tree. */
typedef int32_t bramah_bao_form;
/** The encoding contains the content. */
#define BRAMAH_BAO_COMBINED 0
/** The encoding contains only the length and the tree; the content is stored separately. */
#define BRAMAH_BAO_OUTBOARD 1

/**
 * Encodes content with the tree of BLAKE3, so that any part of it can be verified, and sets written to the
 * length of the encoding, bramah_bao_length. hash, 32 bytes, is set to the BLAKE3 hash of the content, against
 * which parts are verified. If output is too short, the call fails with BRAMAH_LENGTH, and written is the
 * length that is needed.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_bao_encode(
    bramah_bao_form form,
    const uint8_t *content,
    size_t content_len,
    uint8_t *hash,
    size_t hash_len,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Verifies a range of the content against the hash of the whole content, writes the range to output, and sets
 * written to its length. encoding was written by bramah_bao_encode in the form form; content is the
 * content if the form is outboard, otherwise null. The range begins after start bytes, and ends after count
 * bytes more or at the end of the content. BRAMAH_UNAUTHENTIC if the content or the encoding does not match the
 * hash or is truncated; bytes that the range does not need may be damaged. BRAMAH_LENGTH if output is too
 * short, as for bramah_bao_encode.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_bao_decode(
    bramah_bao_form form,
    const uint8_t *encoding,
    size_t encoding_len,
    const uint8_t *content,
    size_t content_len,
    const uint8_t *hash,
    size_t hash_len,
    uint64_t start,
    uint64_t count,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Extracts a slice from an encoding: the bytes that bramah_bao_decode_slice needs to verify a range. Nothing is
 * verified here. The arguments are those of bramah_bao_decode; an empty range is treated as a range of one byte.
 * A slice is never longer than the combined encoding. BRAMAH_MALFORMED if the encoding is truncated;
 * BRAMAH_LENGTH as for bramah_bao_encode.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_bao_slice(
    bramah_bao_form form,
    const uint8_t *encoding,
    size_t encoding_len,
    const uint8_t *content,
    size_t content_len,
    uint64_t start,
    uint64_t count,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Verifies a slice against the hash of the whole content, writes the range that the slice was made for, and sets
 * written to its length. start and count must be those given to bramah_bao_slice. Errors are as for
 * bramah_bao_decode.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_bao_decode_slice(
    const uint8_t *slice,
    size_t slice_len,
    const uint8_t *hash,
    size_t hash_len,
    uint64_t start,
    uint64_t count,
    uint8_t *output,
    size_t output_len,
    size_t *written);

/**
 * Returns the length in bytes of an encoding of content_len bytes of content, or 0 if the form is unknown or the
 * length overflows.
 */
BRAMAH_API size_t bramah_bao_length(bramah_bao_form form, size_t content_len);

/* ---- Messages in the caller's memory ---- */

/**
 * Starts a message under a hash function by name. Its state is stored in the caller's memory: at least 320 bytes,
 * at any address. The state may be copied and moved within the process, and nothing has to be freed. key is the
 * key of BLAKE2b or BLAKE2s, or empty.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_hash(
    const char *name,
    const uint8_t *key,
    size_t key_len,
    uint8_t *state,
    size_t state_len);

/**
 * Appends bytes to a message that bramah_resume_hash has started. BRAMAH_MALFORMED if the state was not made
 * in this process, or was changed since.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_hash_update(
    uint8_t *state,
    size_t state_len,
    const uint8_t *data,
    size_t data_len);

/** Writes the digest of the message so far. The state does not change, so the message can be continued. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_hash_digest(
    const uint8_t *state,
    size_t state_len,
    uint8_t *out,
    size_t out_len);

/**
 * Writes the digest of a whole message. This one call replaces bramah_resume_hash (without a key),
 * bramah_resume_hash_update and bramah_resume_hash_digest.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_hash_whole(
    const char *name,
    const uint8_t *data,
    size_t data_len,
    uint8_t *out,
    size_t out_len);

/**
 * Writes the body of the state, without the header that bramah_hash_save adds, and sets written to its length.
 * The body is the number of bytes of the message so far (in a sponge, of the block so far) in 16 bytes, the state
 * of the function, and the bytes of the incomplete block. All numbers are little-endian.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_hash_body(
    const uint8_t *state,
    size_t state_len,
    uint8_t *out,
    size_t out_len,
    size_t *written);

/**
 * Encrypts or decrypts a part of a message with a stream cipher by name that can seek, such as ChaCha or Salsa20.
 * The part begins at the beginning of key stream block block, counted from 0. rounds is 0 for the default
 * number. output must have the length of input, and may begin at the same byte.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_stream(
    const char *name,
    const uint8_t *key,
    size_t key_len,
    const uint8_t *nonce,
    size_t nonce_len,
    uint64_t rounds,
    uint64_t block,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Starts a message under Sosemanuk, with a key of 1 to 32 bytes and a nonce of 16 bytes, and writes its state to
 * state, 76 bytes. The state may be copied, and nothing has to be freed.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_sosemanuk(
    const uint8_t *key,
    size_t key_len,
    const uint8_t *nonce,
    size_t nonce_len,
    uint8_t *state,
    size_t state_len);

/**
 * Encrypts or decrypts the next part of a message under Sosemanuk. A block of the key stream has 112 bytes: used
 * is the number of bytes of the current block that earlier parts have used. state is advanced to the block in
 * which the next part begins.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_sosemanuk_apply(
    uint8_t *state,
    size_t state_len,
    size_t used,
    const uint8_t *input,
    size_t input_len,
    uint8_t *output,
    size_t output_len);

/**
 * Absorbs whole blocks of 16 bytes into a message under Poly1305, with a key of 32 bytes. sum, 24 bytes, is the
 * state after the previous blocks; it must be zeros at first. It may be copied, and nothing has to be freed.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_poly1305(
    const uint8_t *key,
    size_t key_len,
    uint8_t *sum,
    size_t sum_len,
    const uint8_t *data,
    size_t data_len);

/**
 * Writes the tag, 16 bytes, of a message under Poly1305. sum is the state after its earlier blocks, and data
 * the remaining bytes of the message, of any length.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_resume_poly1305_tag(
    const uint8_t *key,
    size_t key_len,
    const uint8_t *sum,
    size_t sum_len,
    const uint8_t *data,
    size_t data_len,
    uint8_t *tag,
    size_t tag_len);

/* ---- Key derivation ---- */

/**
 * Derives out_len bytes from a password or secret with a function by name: pbkdf2, scrypt, argon2id,
 * hkdf and others. Options that are not set have recommended values, or are empty; an option that the function
 * does not accept is an error.
 *
 * Bytes options: salt; info (HKDF, one-step KDF, fixed input), label, context and iv (SP 800-108);
 * secret and data (Argon2). Text options: hash (also for HMAC); mac (SP 800-108). Number options:
 * iterations (PBKDF2; the passes of Argon2), n and r (scrypt), lanes (Argon2; scrypt's p), memory (KiB,
 * Argon2), version (Argon2: 0x10 or 0x13), threads, and short_salts (1: Argon2 accepts salts of fewer than 8
 * bytes).
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_kdf(
    const char *name,
    const uint8_t *secret,
    size_t secret_len,
    const bramah_options *options,
    uint8_t *out,
    size_t out_len);

/**
 * Derives out_len bytes as cppcrypto 0.12 did with Argon2d, or with Argon2i if independent is 1: version 1.0
 * with deviations for some lengths, little memory and short salts. Use it only for keys that were derived with
 * cppcrypto 0.12; otherwise use bramah_kdf.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_argon2_cppcrypto_0_12(
    int32_t independent,
    const uint8_t *password,
    size_t password_len,
    const uint8_t *salt,
    size_t salt_len,
    uint32_t lanes,
    uint32_t memory,
    uint32_t passes,
    uint8_t *out,
    size_t out_len);

/* ---- Password strings ---- */

/**
 * Hashes a password for storage, with a scheme by name: argon2id, yescrypt, scrypt, bcrypt and others.
 * Writes the password hash to string, as text terminated by a zero byte, and sets written to its length
 * without the zero byte; 256 bytes are enough. If the text does not fit, the call fails with BRAMAH_LENGTH, and
 * written is its length.
 *
 * options may be null. Bytes option: salt (default: random). Number options: memory (KiB), iterations,
 * lanes and version for Argon2; log_n, r and lanes for scrypt and yescrypt, t for yescrypt; cost for
 * bcrypt; rounds for SHA-crypt; iterations for PBKDF2. The defaults are the recommended values. If
 * verification of the hash would exceed the limits of bramah_password_verify, the call fails with
 * BRAMAH_LIMIT; these limits may be set as options here too.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_password_hash(
    const char *name,
    const uint8_t *password,
    size_t password_len,
    const bramah_options *options,
    char *string,
    size_t string_len,
    size_t *written);

/**
 * Verifies a password against a stored password hash: BRAMAH_WRONG_PASSWORD if the password is wrong.
 *
 * options may be null. They limit the work that the hash may require: BRAMAH_LIMIT if it requires more. Number
 * options: limit_memory (bytes; default 1 GiB), limit_iterations (default 10 million), limit_cost (default
 * 18), limit_written (bytes; default 16 GiB), limit_hashed (bytes; default 4 GiB).
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_password_verify(
    const uint8_t *password,
    size_t password_len,
    const char *string,
    const bramah_options *options);

/**
 * Sets outdated to 1 if the parameters of a password hash are below the current recommendations, otherwise to 0.
 * If it is 1, hash the password again when it is next verified.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_password_outdated(const char *string, int32_t *outdated);

/* ---- Encrypted files ---- */

/**
 * A file in the age format (version 1) that is encrypted or decrypted in parts. bramah_file_update takes the next
 * part of the input, and bramah_file_finish ends the input. After each of these calls, bramah_file_take returns
 * the output. No file is read or written.
 */
typedef struct bramah_file bramah_file;

/**
 * Generates a key pair for files: x25519, or hybrid, which is ML-KEM-768 with X25519 and resists quantum
 * computers. The identity is secret, and decrypts files that are encrypted to the recipient. Both are text with a
 * zero byte at its end. 128 bytes are enough for an identity, and 2048 bytes for a recipient.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_keygen(
    const char *name,
    char *identity,
    size_t identity_len,
    char *recipient,
    size_t recipient_len);

/**
 * Starts to encrypt or decrypt a file in parts.
 *
 * Options for encryption. Text option: recipients, one on each line (age1..., age1pq1..., age1tag1...,
 * age1tagpq1..., ssh-ed25519 ...); or bytes option: passphrase. With a passphrase, number options:
 * work_factor (the binary logarithm of scrypt's N, 1 to 30; default 18) and max_work_factor (default 22;
 * BRAMAH_LIMIT if work_factor is larger). Number option: armor (1: the output is ASCII armor).
 *
 * Options for decryption. Bytes options: identities, one on each line (AGE-SECRET-KEY-1...,
 * AGE-SECRET-KEY-PQ-1...), or an SSH private key; passphrase. With a passphrase, number option:
 * max_work_factor (default 22; BRAMAH_LIMIT if the work factor of the file is larger). ASCII armor is
 * recognised. Plugins are never run.
 *
 * Options for both. Number option: threads (the maximum number of threads that process a part of 512 KiB or
 * more; default 1; 0 means one for each processor).
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_new(
    bramah_file **file,
    bramah_direction direction,
    const bramah_options *options);

/**
 * Encrypts or decrypts the next part of the input, of any length. If the call fails, the handle has no more output
 * and must be freed: BRAMAH_NO_FILE if the input is not an age file, BRAMAH_NO_MATCH if none of the identities
 * matches it, BRAMAH_WRONG_PASSWORD if the passphrase is wrong, BRAMAH_UNAUTHENTIC if the file was modified.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_update(
    bramah_file *file,
    const uint8_t *input,
    size_t input_len);

/**
 * Ends the input. Decrypted output is complete only after this call has succeeded. BRAMAH_UNAUTHENTIC if the
 * file was truncated or modified; other errors are as for bramah_file_update.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_finish(bramah_file *file);

/**
 * Moves available output to out, and sets written to its length in bytes; 0 means that more input is needed.
 * Decrypted output is authentic, but may be incomplete until bramah_file_finish has succeeded.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_take(
    bramah_file *file,
    uint8_t *out,
    size_t out_len,
    size_t *written);

/**
 * Frees a file handle, erases its keys and its output, and sets the caller's pointer to null. A null pointer is
 * ignored.
 */
BRAMAH_API bramah_status bramah_file_free(bramah_file **file);

/**
 * Encrypts or decrypts the file from to the file to. The options are those of bramah_file_new, and the
 * number option overwrite (1: replace an existing file; otherwise the call fails with BRAMAH_EXISTS). The output
 * gets its name to, and the permissions of from, only when it is complete and, in decryption, authentic.
 * BRAMAH_INPUT_OUTPUT for errors of the operating system.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_file_convert(
    bramah_direction direction,
    const char *from,
    const char *to,
    const bramah_options *options);

/** Returns the number of bytes of output that are available, or 0 if the handle is not a file handle. */
BRAMAH_API size_t bramah_file_available(bramah_file *file);

/* ---- Random bytes and secrets ---- */

/**
 * Writes random bytes for keys, nonces and other secrets. Each thread has its own generator, which is seeded by
 * the operating system, and seeded again in a forked process.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_random(uint8_t *out, size_t out_len);

/** Fills memory with zeros. The compiler cannot remove this call. */
BRAMAH_API bramah_status bramah_wipe(uint8_t *bytes, size_t bytes_len);

/** Sets equal to 1 if two byte strings of len bytes are equal, otherwise to 0. The time depends only on len. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_equal(const uint8_t *a, const uint8_t *b, size_t len, int32_t *equal);

/* ---- Reproducible random numbers ---- */

/**
 * A random number generator whose output depends only on a seed: W. Ehrhardt's salsar, the key stream of Salsa20. Do
 * not use it for secrets; use bramah_random instead.
 */
typedef struct bramah_salsar bramah_salsar;

/** Creates a generator from a seed. rounds is 8, 12 or 20, or 0 for the default, 8. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_salsar_new(bramah_salsar **salsar, uint32_t seed, uint32_t rounds);

/** Frees a generator, and sets the caller's pointer to null. A null pointer is ignored. */
BRAMAH_API bramah_status bramah_salsar_free(bramah_salsar **salsar);

/** Writes the next bytes. The unused bytes of the last block of 64 bytes are discarded, as in the original. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_salsar_read(bramah_salsar *salsar, uint8_t *out, size_t out_len);

/** Sets word to the next 32-bit number. */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_salsar_word(bramah_salsar *salsar, uint32_t *word);

/* ---- Algorithms and backends ---- */

/** The kind of an algorithm: its purpose. */
typedef int32_t bramah_kind;
/** Hash functions. */
#define BRAMAH_KIND_HASH 0
/** Block ciphers, without a mode. */
#define BRAMAH_KIND_BLOCK 1
/** Block ciphers in modes without authentication. */
#define BRAMAH_KIND_CIPHER 2
/** Stream ciphers. */
#define BRAMAH_KIND_STREAM 3
/** Authenticated encryption. */
#define BRAMAH_KIND_AEAD 4
/** Message authentication codes. */
#define BRAMAH_KIND_MAC 5
/** Key derivation functions. */
#define BRAMAH_KIND_KDF 6
/** Password hashing schemes. */
#define BRAMAH_KIND_PASSWORD 7
/** Encrypt-then-MAC compositions of a cipher and a MAC. */
#define BRAMAH_KIND_ENCRYPT_THEN_MAC 8
/** Key wrap. */
#define BRAMAH_KIND_KEY_WRAP 9
/** Format-preserving encryption. */
#define BRAMAH_KIND_FPE 10

/** Whether an algorithm is recommended for new designs. */
typedef int32_t bramah_algorithm_standing;
/** Fit for new designs. */
#define BRAMAH_STANDING_CURRENT 0
/** Not broken for its purpose, but superseded by better algorithms. */
#define BRAMAH_STANDING_LEGACY 1
/** Broken: only for reading or checking old data. */
#define BRAMAH_STANDING_BROKEN 2
/** A checksum: it detects only accidental errors. */
#define BRAMAH_STANDING_CHECKSUM 3

/**
 * The allowed lengths of a key, nonce or tag in bytes: from min to max in steps of step. All three are 0 if the
 * algorithm does not take one.
 */
typedef struct bramah_lengths {
    /** The minimum length. */
    size_t min;
    /** The maximum length; SIZE_MAX if there is none. */
    size_t max;
    /** The difference between an allowed length and the next. */
    size_t step;
} bramah_lengths;

/** The properties of an algorithm. */
typedef struct bramah_info {
    /** The name, terminated by a zero byte. */
    char name[64];
    /** The kind: BRAMAH_KIND_HASH or another constant of this type. */
    bramah_kind kind;
    /** The standing: BRAMAH_STANDING_CURRENT or another constant of this type. */
    bramah_algorithm_standing standing;
    /**
     * 1 if all backends that this CPU can run are constant-time: their time depends only on the length of the data.
     * Otherwise 0.
     */
    int32_t constant_time;
    /** 1 if the output can have any length, as with SHAKE128; otherwise 0. */
    int32_t extendable;
    /** 1 if an AEAD can process messages in parts; otherwise 0. */
    int32_t parts;
    /** 1 if a hash function needs a key, or if a nonce or key of a MAC must be used for only one message; otherwise 0. */
    int32_t keyed_or_once;
    /** The length of a block in bytes; 0 if the algorithm has no blocks. */
    size_t block;
    /** The length of a digest in bytes; 0 if the algorithm has no digest. */
    size_t digest;
    /** The allowed lengths of a key. */
    bramah_lengths key;
    /** The allowed lengths of a nonce or IV. */
    bramah_lengths nonce;
    /** The allowed lengths of a tag; the maximum is the length of the full tag. */
    bramah_lengths tag;
} bramah_info;

/** The properties of a backend. */
typedef struct bramah_backend {
    /** The name, terminated by a zero byte. */
    char name[64];
    /** 1 if this CPU can run the backend; otherwise 0. */
    int32_t available;
    /** 1 if the backend passes its self-test; otherwise 0. */
    int32_t passes;
    /** 1 if the backend is in use; otherwise 0. */
    int32_t chosen;
    /** 1 if the backend is constant-time: its time depends only on the length of the data. Otherwise 0. */
    int32_t constant_time;
} bramah_backend;

/**
 * Returns the name of an algorithm of one kind, such as BRAMAH_KIND_HASH, by its index in the list of this kind;
 * null if the index is too large. The text is constant and must not be freed.
 */
BRAMAH_API const char *bramah_algorithm_name(bramah_kind kind, size_t place);

/**
 * Returns the name of a backend list by its index among all lists; null if the index is too large. sha256 is a
 * list for single messages, sha256.many a list for many messages at once. The text is constant and must not be
 * freed.
 */
BRAMAH_API const char *bramah_backends_name(size_t place);

/** Sets info to the properties of the algorithm with this kind and name. info_size is sizeof(bramah_info). */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_algorithm_info(
    bramah_kind kind,
    const char *name,
    bramah_info *info,
    size_t info_size);

/**
 * Runs the self-test of a backend, given its list and its index in the list (the best backend is first), and sets
 * backend to its properties. BRAMAH_UNKNOWN_BACKEND if the index is too large. backend_size is
 * sizeof(bramah_backend).
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_backend_info(
    const char *list,
    size_t place,
    bramah_backend *backend,
    size_t backend_size);

/**
 * Selects a backend by name for all handles that are created after this call. list is the name of a backend
 * list, or null for all lists that contain this backend.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_backend_force(const char *list, const char *backend);

/**
 * Runs the self-tests of all backends of a list that this CPU can run; of all lists if list is null. Sets
 * failed to the number of backends that fail, which the library does not use.
 */
BRAMAH_CHECKED BRAMAH_API bramah_status bramah_backend_test(const char *list, size_t *failed);

#ifdef __cplusplus
}
#endif

#endif
