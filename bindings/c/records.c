/* Tests the keys and states in the caller's memory: against the functions with handles, as copies, and overwritten. */

#include <bramah.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define OK(call) IS((call) == BRAMAH_OK)

static uint8_t key[64], iv[32], text[4096], want[4096], got[4096];

static void fail(int line, const char *what)
{
    fprintf(stderr, "records.c:%d: %s: %s\n", line, what, bramah_last_error());
    exit(1);
}

/* A mode of a cipher against that of a handle, from addresses that are not aligned. */
static void mode(const char *cipher, size_t key_len, const char *name, bramah_operation operation, bramah_direction direction, size_t block,
                 const char *increment)
{
    uint8_t record[16384], copy[16384], chain[40] = {0};
    bramah_options *options = NULL;
    bramah_cipher *handle = NULL;
    char full[64];
    size_t size = bramah_record_length(cipher), chain_len = strcmp(name, "ecb") == 0 ? 0 : block;
    snprintf(full, sizeof full, "%s-%s", cipher, name);
    OK(bramah_options_new(&options));
    if (increment != NULL)
        OK(bramah_options_set_text(options, "increment", increment));
    OK(bramah_cipher_new(&handle, full, key, key_len, iv, chain_len, direction, options));
    OK(bramah_cipher_apply(handle, text, 1024, want, 1024));
    OK(bramah_cipher_free(&handle));
    OK(bramah_options_free(&options));
    IS(size > 16 && size < sizeof record - 8);
    IS(bramah_record_set(cipher, key, key_len, record + 3, size - 1) == BRAMAH_LENGTH);
    OK(bramah_record_set(cipher, key, key_len, record + 3, size));
    memcpy(copy + 6, record + 3, size);
    memcpy(chain, iv, sizeof iv);
    /* in two calls, the second on a copy */
    OK(bramah_record_apply(record + 3, size, operation, chain, chain_len, text, 512, got, 512));
    memset(record, 0, sizeof record);
    memcpy(got + 512, text + 512, 512);
    OK(bramah_record_apply(copy + 6, sizeof copy - 6, operation, chain, chain_len, got + 512, 512, got + 512, 512));
    IS(memcmp(got, want, 1024) == 0);
    /* every bit of a record counts */
    for (size_t bit = 0; bit < 8 * size; bit += 37) {
        copy[6 + bit / 8] ^= 1 << bit % 8;
        memset(got, 1, sizeof got);
        IS(bramah_record_apply(copy + 6, size, operation, chain, chain_len, text, 512, got, 512) != BRAMAH_OK && got[0] == 0);
        copy[6 + bit / 8] ^= 1 << bit % 8;
    }
    IS(bramah_record_apply(copy + 6, size - 1, operation, chain, chain_len, text, 512, got, 512) == BRAMAH_MALFORMED);
    if (operation != BRAMAH_CFB8_ENCRYPT && operation != BRAMAH_CFB8_DECRYPT)
        IS(bramah_record_apply(copy + 6, size, operation, chain, chain_len, text, block + 1, got, block + 1) == BRAMAH_LENGTH);
    IS(bramah_record_apply(copy + 6, size, operation, chain, block + 1, text, block, got, block) == BRAMAH_LENGTH);
    IS(bramah_record_apply(copy + 6, size, 99, chain, chain_len, text, block, got, block) == BRAMAH_BAD_ARGUMENT);
}

static void modes(const char *cipher, size_t key_len, size_t block)
{
    mode(cipher, key_len, "ecb", BRAMAH_ECB_ENCRYPT, BRAMAH_ENCRYPT, block, NULL);
    mode(cipher, key_len, "ecb", BRAMAH_ECB_DECRYPT, BRAMAH_DECRYPT, block, NULL);
    mode(cipher, key_len, "cbc", BRAMAH_CBC_ENCRYPT, BRAMAH_ENCRYPT, block, NULL);
    mode(cipher, key_len, "cbc", BRAMAH_CBC_DECRYPT, BRAMAH_DECRYPT, block, NULL);
    mode(cipher, key_len, "cfb", BRAMAH_CFB_ENCRYPT, BRAMAH_ENCRYPT, block, NULL);
    mode(cipher, key_len, "cfb", BRAMAH_CFB_DECRYPT, BRAMAH_DECRYPT, block, NULL);
    mode(cipher, key_len, "cfb8", BRAMAH_CFB8_ENCRYPT, BRAMAH_ENCRYPT, block, NULL);
    mode(cipher, key_len, "cfb8", BRAMAH_CFB8_DECRYPT, BRAMAH_DECRYPT, block, NULL);
    mode(cipher, key_len, "ofb", BRAMAH_OFB, BRAMAH_ENCRYPT, block, NULL);
    mode(cipher, key_len, "ctr", BRAMAH_CTR_BE, BRAMAH_ENCRYPT, block, "be");
    mode(cipher, key_len, "ctr", BRAMAH_CTR_LE, BRAMAH_ENCRYPT, block, "le");
    mode(cipher, key_len, "ctr", BRAMAH_CTR_BE_HALF, BRAMAH_ENCRYPT, block, "be-half");
    mode(cipher, key_len, "ctr", BRAMAH_CTR_LE_HALF, BRAMAH_ENCRYPT, block, "le-half");
}

static void chained(void)
{
    uint8_t record[1024], sum[16] = {0}, tag[16];
    bramah_mac *mac = NULL;
    OK(bramah_record_set("aes-128", key, 16, record, sizeof record));
    OK(bramah_record_chain(record, sizeof record, sum, 16, text, 512));
    OK(bramah_record_chain(record, sizeof record, sum, 16, text + 512, 512));
    OK(bramah_mac_new(&mac, "cbc-mac-aes-128", key, 16, NULL, 0, NULL));
    OK(bramah_mac_update(mac, text, 1024));
    OK(bramah_mac_finish(mac, tag, 16));
    OK(bramah_mac_free(&mac));
    IS(memcmp(sum, tag, 16) == 0);
    IS(bramah_record_chain(record, sizeof record, sum, 15, text, 16) == BRAMAH_LENGTH);
    IS(bramah_record_chain(record, sizeof record, sum, 16, text, 15) == BRAMAH_LENGTH);
    /* GCM's test case 2: the hash of a block of ciphertext and the lengths */
    static const uint8_t h[16] = {0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b, 0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e};
    static const uint8_t data[32] = {0x03, 0x88, 0xda, 0xce, 0x60, 0xb6, 0xa3, 0x92, 0xf3, 0x28, 0xc2, 0xb9, 0x71, 0xb2, 0xfe, 0x78,
                                     [31] = 0x80};
    static const uint8_t hash[16] = {0xf3, 0x8c, 0xbb, 0x1a, 0xd6, 0x92, 0x23, 0xdc, 0xc3, 0x45, 0x7a, 0xe5, 0xb6, 0xb0, 0xf8, 0x85};
    uint8_t one[16] = {0}, two[16] = {0};
    OK(bramah_record_ghash(h, 16, one, 16, data, 32));
    OK(bramah_record_ghash(h, 16, two, 16, data, 16));
    OK(bramah_record_ghash(h, 16, two, 16, data + 16, 16));
    IS(memcmp(one, hash, 16) == 0 && memcmp(two, hash, 16) == 0);
    OK(bramah_record_ghash(h, 16, one, 16, text, 1024));
    for (size_t i = 0; i < 1024; i += 16)
        OK(bramah_record_ghash(h, 16, two, 16, text + i, 16));
    IS(memcmp(one, two, 16) == 0);
    IS(bramah_record_ghash(h, 16, one, 16, text, 15) == BRAMAH_LENGTH);
}

static void hashes(void)
{
    static const char *const names[] = {"md5", "sha1", "sha256", "sha512", "sha3-256", "whirlpool", "ripemd160", "blake2b-384", "blake2s-256"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint8_t state[320], copy[321], a[64], b[64], body[512];
        size_t len, written;
        bramah_hash *hash = NULL;
        OK(bramah_hash_new(&hash, names[i], NULL));
        len = bramah_hash_length(hash);
        OK(bramah_hash_free(&hash));
        OK(bramah_resume_hash(names[i], NULL, 0, state, sizeof state));
        for (size_t n = 0; n < 1000; n += n / 3 + 1) {
            size_t next = n + n / 3 + 1 < 1000 ? n + n / 3 + 1 : 1000;
            OK(bramah_hash_once(names[i], text, n, a, len));
            memcpy(copy + 1, state, sizeof state);
            OK(bramah_resume_hash_digest(copy + 1, sizeof state, b, len));
            IS(memcmp(a, b, len) == 0);
            memset(b, 0, sizeof b);
            OK(bramah_resume_hash_whole(names[i], text, n, b, len));
            IS(memcmp(a, b, len) == 0);
            OK(bramah_resume_hash_body(state, sizeof state, body, sizeof body, &written));
            IS(written > 16 && bramah_resume_hash_body(state, sizeof state, body, written - 1, &written) == BRAMAH_LENGTH);
            OK(bramah_resume_hash_update(state, sizeof state, text + n, next - n));
        }
        IS(bramah_resume_hash_digest(state, sizeof state, b, len - 1) == BRAMAH_LENGTH);
        IS(bramah_resume_hash_whole(names[i], text, sizeof text, b, len - 1) == BRAMAH_LENGTH && b[0] == 0);
        state[20] ^= 1;
        IS(bramah_resume_hash_update(state, sizeof state, text, 1) == BRAMAH_MALFORMED);
        memset(state, 0xa5, sizeof state);
        IS(bramah_resume_hash_digest(state, sizeof state, b, len) == BRAMAH_MALFORMED);
    }
    /* BLAKE2 with a key */
    uint8_t state[400], a[64], b[64];
    bramah_options *options = NULL;
    bramah_hash *hash = NULL;
    OK(bramah_options_new(&options));
    OK(bramah_options_set_bytes(options, "key", key, 33));
    OK(bramah_hash_new(&hash, "blake2b-256", options));
    for (size_t n = 0; n < 300; n += 43) {
        OK(bramah_hash_digest(hash, text, n, a, 32));
        OK(bramah_resume_hash("blake2b-256", key, 33, state, sizeof state));
        OK(bramah_resume_hash_update(state, sizeof state, text, n));
        OK(bramah_resume_hash_digest(state, sizeof state, b, 32));
        IS(memcmp(a, b, 32) == 0);
    }
    OK(bramah_hash_free(&hash));
    OK(bramah_options_free(&options));
    IS(bramah_resume_hash("sha256", key, 33, state, sizeof state) != BRAMAH_OK);
    IS(bramah_resume_hash("blake2b-256", key, 65, state, sizeof state) != BRAMAH_OK);
    IS(bramah_resume_hash("sha256", NULL, 0, state, 20) == BRAMAH_LENGTH);
    IS(bramah_resume_hash("sha257", NULL, 0, state, sizeof state) == BRAMAH_UNKNOWN_NAME);
}

static void streams(void)
{
    bramah_stream *stream = NULL;
    OK(bramah_stream_new(&stream, "chacha", key, 32, iv, 8, NULL));
    OK(bramah_stream_apply(stream, text, 1000, want, 1000));
    OK(bramah_stream_free(&stream));
    OK(bramah_resume_stream("chacha", key, 32, iv, 8, 0, 0, text, 128, got, 128));
    OK(bramah_resume_stream("chacha", key, 32, iv, 8, 20, 2, text + 128, 872, got + 128, 872));
    IS(memcmp(got, want, 1000) == 0);
    IS(bramah_resume_stream("chacha", key, 32, iv, 8, 7, 0, text, 128, got, 128) == BRAMAH_PARAMETER);
    IS(bramah_resume_stream("rc4", key, 16, NULL, 0, 0, 1, text, 128, got, 128) != BRAMAH_OK);

    uint8_t state[76], copy[76];
    size_t at = 0;
    OK(bramah_stream_new(&stream, "sosemanuk", key, 32, iv, 16, NULL));
    OK(bramah_stream_apply(stream, text, 4000, want, 4000));
    OK(bramah_stream_free(&stream));
    OK(bramah_resume_sosemanuk(key, 32, iv, 16, state, sizeof state));
    for (size_t n = 1; at < 4000; n = n * 5 % 301) {
        if (n > 4000 - at)
            n = 4000 - at;
        memcpy(copy, state, sizeof state);
        OK(bramah_resume_sosemanuk_apply(copy, sizeof copy, at % 112, text + at, n, got + at, n));
        memcpy(state, copy, sizeof state);
        at += n;
    }
    IS(memcmp(got, want, 4000) == 0);
    IS(bramah_resume_sosemanuk_apply(state, sizeof state, 112, text, 1, got, 1) == BRAMAH_LENGTH);
    IS(bramah_resume_sosemanuk(key, 32, iv, 16, state, 75) == BRAMAH_LENGTH);
}

static void poly1305(void)
{
    bramah_mac *mac = NULL;
    uint8_t sum[24], a[16], b[16];
    for (size_t n = 0; n < 3000; n += 97) {
        OK(bramah_mac_new(&mac, "poly1305", key, 32, NULL, 0, NULL));
        OK(bramah_mac_update(mac, text, n));
        OK(bramah_mac_finish(mac, a, 16));
        OK(bramah_mac_free(&mac));
        memset(sum, 0, sizeof sum);
        OK(bramah_resume_poly1305(key, 32, sum, 24, text, n / 3 / 16 * 16));
        OK(bramah_resume_poly1305_tag(key, 32, sum, 24, text + n / 3 / 16 * 16, n - n / 3 / 16 * 16, b, 16));
        IS(memcmp(a, b, 16) == 0);
    }
    IS(bramah_resume_poly1305(key, 32, sum, 24, text, 15) == BRAMAH_LENGTH);
    IS(bramah_resume_poly1305(key, 31, sum, 24, text, 16) == BRAMAH_LENGTH);
    IS(bramah_resume_poly1305_tag(key, 32, sum, 24, text, 16, b, 15) == BRAMAH_LENGTH);
}

int main(void)
{
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7 + i / 251);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i * 29 + 1);
    memset(iv, 0xff, sizeof iv);
    modes("aes-128", 16, 16);
    modes("aes-256", 32, 16);
    modes("twofish-256", 32, 16);
    modes("blowfish", 56, 8);
    modes("shacal-2", 64, 32);
    modes("xtea", 16, 8);
    IS(bramah_record_length("aes-257") == 0);
    IS(bramah_record_set("aes-128", key, 15, got, sizeof got) == BRAMAH_LENGTH);
    chained();
    hashes();
    streams();
    poly1305();
    puts("records: ok");
    return 0;
}
