/* Tests what the C interface promises besides the values: errors, lengths, overlaps, handles, threads, lists, Arrow. */

#include <bramah.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define OK(call) IS((call) == BRAMAH_OK)

static void fail(int line, const char *what)
{
    fprintf(stderr, "interface.c:%d: %s: %s\n", line, what, bramah_last_error());
    exit(1);
}

static int zeros(const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (((const uint8_t *)bytes)[i] != 0)
            return 0;
    return 1;
}

static int says(const char *text)
{
    return strstr(bramah_last_error(), text) != NULL;
}

static void names_and_options(void)
{
    bramah_hash *hash = (bramah_hash *)&hash;
    IS(bramah_hash_new(&hash, "sha257", NULL) == BRAMAH_UNKNOWN_NAME && hash == NULL && says("sha257"));
    IS(bramah_hash_new(NULL, "sha256", NULL) == BRAMAH_NULL_POINTER);
    IS(bramah_hash_new(&hash, NULL, NULL) == BRAMAH_NULL_POINTER && hash == NULL);
    IS(bramah_hash_new(&hash, "\xff\xfe", NULL) == BRAMAH_BAD_ARGUMENT && hash == NULL);
    IS(bramah_hash_new(&hash, "kmac128", NULL) == BRAMAH_PARAMETER && hash == NULL && says("needs a key"));

    bramah_options *options = NULL;
    OK(bramah_options_new(&options));
    OK(bramah_options_set_bytes(options, "salt", (const uint8_t *)"pepper", 6));
    IS(bramah_hash_new(&hash, "sha256", options) == BRAMAH_LENGTH && says("salt"));
    OK(bramah_hash_new(&hash, "blake2b-256", options));
    uint8_t salted[32], plain[32];
    OK(bramah_hash_digest(hash, NULL, 0, salted, 32));
    OK(bramah_hash_once("blake2b-256", NULL, 0, plain, 32));
    IS(memcmp(salted, plain, 32) != 0);
    OK(bramah_hash_free(&hash));
    OK(bramah_options_set_number(options, "sald", 1));
    IS(bramah_hash_new(&hash, "blake2b-256", options) == BRAMAH_UNKNOWN_OPTION && says("sald"));
    OK(bramah_options_free(&options));
    OK(bramah_options_new(&options));
    OK(bramah_options_set_number(options, "salt", 1));
    IS(bramah_hash_new(&hash, "blake2b-256", options) == BRAMAH_UNKNOWN_OPTION && says("salt"));
    OK(bramah_options_free(&options));
    OK(bramah_options_new(&options));
    OK(bramah_options_set_text(options, "backend", "portable"));
    OK(bramah_hash_new(&hash, "sha256", options));
    OK(bramah_hash_free(&hash));
    OK(bramah_options_set_text(options, "backend", "abacus"));
    IS(bramah_hash_new(&hash, "sha256", options) == BRAMAH_UNKNOWN_BACKEND && says("abacus"));
    OK(bramah_options_free(&options));
    for (bramah_status status = BRAMAH_OK; status <= BRAMAH_INPUT_OUTPUT; status++)
        IS(strcmp(bramah_status_text(status), bramah_status_text(-1)) != 0);
    IS(strchr(bramah_version(), '.') != NULL);
}

static void handles(void)
{
    bramah_hash *hash = NULL, *none = NULL;
    bramah_mac *mac = NULL;
    uint8_t out[32];
    OK(bramah_hash_new(&hash, "sha256", NULL));
    OK(bramah_mac_new(&mac, "hmac-sha256", NULL, 0, NULL, 0, NULL));
    memset(out, 1, 32);
    IS(bramah_hash_digest(NULL, NULL, 0, out, 32) == BRAMAH_NULL_POINTER && zeros(out, 32));
    memset(out, 1, 32);
    IS(bramah_hash_digest((bramah_hash *)(void *)mac, NULL, 0, out, 32) == BRAMAH_WRONG_HANDLE && zeros(out, 32));
    IS(bramah_mac_free((bramah_mac **)(void *)&hash) == BRAMAH_WRONG_HANDLE && hash != NULL);
    IS(bramah_hash_length((bramah_hash *)(void *)mac) == 0 && bramah_hash_length(hash) == 32);
    OK(bramah_hash_free(&hash));
    IS(hash == NULL);
    OK(bramah_hash_free(&hash)); /* twice */
    OK(bramah_hash_free(&none));
    IS(bramah_hash_free(NULL) == BRAMAH_NULL_POINTER);
    OK(bramah_mac_free(&mac));
}

static void lengths_and_overlaps(void)
{
    bramah_hash *hash = NULL;
    uint8_t buffer[64], key[32] = {1}, iv[16] = {2};
    OK(bramah_hash_new(&hash, "sha256", NULL));
    memset(buffer, 1, 64);
    IS(bramah_hash_digest(hash, NULL, 0, buffer, 31) == BRAMAH_LENGTH && zeros(buffer, 31) && buffer[31] == 1);
    IS(bramah_hash_digest(hash, NULL, 1, buffer, 32) == BRAMAH_NULL_POINTER && zeros(buffer, 32));
    IS(bramah_hash_digest(hash, buffer, SIZE_MAX, buffer, 0) == BRAMAH_BAD_ARGUMENT);
    IS(bramah_hash_digest(hash, NULL, 0, NULL, 32) == BRAMAH_NULL_POINTER);
    memset(buffer, 1, 64);
    IS(bramah_hash_digest(hash, buffer, 33, buffer + 32, 32) == BRAMAH_OVERLAP && zeros(buffer + 32, 32));
    OK(bramah_hash_digest(hash, buffer, 32, buffer + 32, 32));

    const uint8_t *messages[2] = {buffer, buffer + 1};
    size_t sizes[2] = {1, 2};
    uint8_t many[64];
    IS(bramah_hash_many(hash, messages, sizes, 2, many, 63) == BRAMAH_LENGTH && zeros(many, 63));
    IS(bramah_hash_many(hash, messages, sizes, 2, buffer, 64) == BRAMAH_OVERLAP && zeros(buffer, 64));
    IS(bramah_hash_many(hash, NULL, sizes, 2, many, 64) == BRAMAH_NULL_POINTER);
    OK(bramah_hash_many(hash, NULL, NULL, 0, NULL, 0));
    messages[1] = NULL;
    IS(bramah_hash_many(hash, messages, sizes, 2, many, 64) == BRAMAH_NULL_POINTER);
    sizes[1] = 0;
    OK(bramah_hash_many(hash, messages, sizes, 2, many, 64));
    OK(bramah_hash_free(&hash));

    bramah_cipher *cipher = NULL;
    IS(bramah_cipher_new(&cipher, "aes-256-ctr", key, 31, iv, 16, BRAMAH_ENCRYPT, NULL) == BRAMAH_LENGTH && !cipher);
    IS(bramah_cipher_new(&cipher, "aes-256-ctr", key, 32, iv, 16, 7, NULL) == BRAMAH_BAD_ARGUMENT && !cipher);
    OK(bramah_cipher_new(&cipher, "aes-256-ctr", key, 32, iv, 16, BRAMAH_ENCRYPT, NULL));
    memset(buffer, 1, 64);
    IS(bramah_cipher_apply(cipher, buffer, 32, buffer + 1, 32) == BRAMAH_OVERLAP && zeros(buffer + 1, 32) && buffer[0] == 1);
    IS(bramah_cipher_apply(cipher, buffer, 32, many, 31) == BRAMAH_LENGTH && zeros(many, 31));
    OK(bramah_cipher_apply(cipher, buffer, 32, buffer, 32));
    OK(bramah_cipher_free(&cipher));

    /* padding, in place, in parts that fill no block: what is held back comes out before what was read */
    bramah_options *options = NULL;
    size_t one = 0, two = 0, three = 0;
    uint8_t text[64], place[64], back[64];
    for (uint8_t i = 0; i < 64; i++)
        text[i] = i;
    OK(bramah_options_new(&options));
    OK(bramah_options_set_text(options, "padding", "pkcs7"));
    OK(bramah_cipher_new(&cipher, "aes-256-cbc", key, 32, iv, 16, BRAMAH_ENCRYPT, options));
    memcpy(place, text, 50);
    OK(bramah_cipher_update(cipher, place, 10, back, 64, &one));
    IS(one == 0 && bramah_cipher_update_length(cipher, 40) == 48);
    IS(bramah_cipher_update(cipher, place + 10, 40, place + 10, 47, &two) == BRAMAH_LENGTH && two == 0);
    memcpy(place, text, 50);
    OK(bramah_cipher_update(cipher, place + 10, 40, place + 10, 48, &two));
    memmove(place, place + 10, two);
    OK(bramah_cipher_finish(cipher, place + two, 16, &three));
    IS(two == 48 && three == 16);
    IS(bramah_cipher_update(cipher, place, 1, back, 64, &one) == BRAMAH_FINISHED);
    OK(bramah_cipher_free(&cipher));
    OK(bramah_cipher_new(&cipher, "aes-256-cbc", key, 32, iv, 16, BRAMAH_DECRYPT, options));
    OK(bramah_cipher_update(cipher, place, 64, place, 64, &one));
    OK(bramah_cipher_finish(cipher, back, 16, &two));
    IS(one == 48 && two == 2 && memcmp(place, text, 48) == 0 && memcmp(back, text + 48, 2) == 0);
    OK(bramah_cipher_free(&cipher));
    OK(bramah_options_free(&options));

    bramah_block *block = NULL;
    OK(bramah_block_new(&block, "aes-256", key, 32, NULL));
    IS(bramah_block_apply(block, BRAMAH_ENCRYPT, text, 17, place, 17) == BRAMAH_LENGTH && zeros(place, 17));
    OK(bramah_block_apply(block, BRAMAH_ENCRYPT, text, 64, place, 64));
    OK(bramah_block_apply(block, BRAMAH_DECRYPT, place, 64, place, 64));
    IS(memcmp(place, text, 64) == 0);
    OK(bramah_block_free(&block));
}

static void format_preserving(void)
{
    /* NIST's example 3 of FF1 */
    static const uint8_t key[] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
        0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
    const uint8_t *tweak = (const uint8_t *)"7777pqrs777", *text = (const uint8_t *)"0123456789abcdefghi";
    bramah_fpe *fpe = NULL;
    uint8_t place[64], back[64];
    size_t written = 7;
    IS(bramah_fpe_new(&fpe, "aes-128-ff1", "0", key, 16, NULL) == BRAMAH_PARAMETER && fpe == NULL);
    IS(bramah_fpe_new(&fpe, "aes-128-ff9", "01", key, 16, NULL) == BRAMAH_UNKNOWN_NAME && fpe == NULL);
    OK(bramah_fpe_new(&fpe, "aes-128-ff1", "0123456789abcdefghijklmnopqrstuvwxyz", key, 16, NULL));
    IS(bramah_fpe_length(fpe, 19) == 19 && bramah_fpe_length(NULL, 19) == 0);
    OK(bramah_fpe_apply(fpe, BRAMAH_ENCRYPT, tweak, 11, text, 19, place, 19, &written));
    IS(written == 19 && memcmp(place, "a9tv40mll9kdu509eum", 19) == 0);
    OK(bramah_fpe_apply(fpe, BRAMAH_DECRYPT, tweak, 11, place, 19, back, 64, &written));
    IS(written == 19 && memcmp(back, text, 19) == 0);
    IS(bramah_fpe_apply(fpe, BRAMAH_ENCRYPT, tweak, 11, text, 19, back, 18, &written) == BRAMAH_LENGTH);
    IS(written == 0 && zeros(back, 18));
    IS(bramah_fpe_apply(fpe, BRAMAH_ENCRYPT, tweak, 11, text, 3, back, 64, &written) == BRAMAH_PARAMETER);
    IS(bramah_fpe_apply(fpe, BRAMAH_ENCRYPT, tweak, 11, tweak, 7, back, 64, &written) == BRAMAH_OK);
    IS(bramah_fpe_apply(fpe, 2, tweak, 11, text, 19, back, 64, &written) == BRAMAH_BAD_ARGUMENT);
    IS(bramah_fpe_apply(fpe, BRAMAH_ENCRYPT, tweak, 11, place, 19, place, 19, &written) == BRAMAH_OVERLAP);
    OK(bramah_fpe_free(&fpe));
}

static void messages_that_end(void)
{
    bramah_hash *hash = NULL, *copy = NULL;
    bramah_xof *xof = NULL, *again = NULL;
    bramah_mac *mac = NULL;
    uint8_t out[64], other[64], saved[512];
    size_t written = 0;
    OK(bramah_hash_new(&hash, "shake128-256", NULL));
    OK(bramah_hash_update(hash, (const uint8_t *)"abc", 3));
    OK(bramah_hash_clone(&copy, hash));
    OK(bramah_hash_finish(hash, out, 32));
    IS(bramah_hash_update(hash, NULL, 0) == BRAMAH_FINISHED && says("reset"));
    IS(bramah_hash_finish(hash, other, 32) == BRAMAH_FINISHED && zeros(other, 32));
    IS(bramah_hash_peek(hash, other, 32) == BRAMAH_FINISHED);
    IS(bramah_hash_save(hash, saved, sizeof saved, &written) == BRAMAH_FINISHED && written == 0);
    OK(bramah_hash_finish_xof(copy, &xof));
    IS(bramah_hash_finish_xof(copy, &again) == BRAMAH_FINISHED && again == NULL);
    OK(bramah_xof_read(xof, other, 10));
    OK(bramah_xof_clone(&again, xof));
    OK(bramah_xof_read(again, other + 10, 22));
    IS(memcmp(out, other, 32) == 0);
    IS(bramah_xof_seek(xof, 5) == BRAMAH_UNSUPPORTED);
    OK(bramah_hash_xof(hash, (const uint8_t *)"abc", 3, other, 64));
    IS(memcmp(out, other, 32) == 0 && !zeros(other + 32, 32));
    OK(bramah_xof_free(&xof));
    OK(bramah_xof_free(&again));

    /* a state is refused by another function, if it is damaged, and if there is no room for it */
    OK(bramah_hash_reset(hash));
    OK(bramah_hash_update(hash, (const uint8_t *)"abc", 3));
    IS(bramah_hash_save(hash, saved, 10, &written) == BRAMAH_LENGTH && written > 10 && zeros(saved, 10));
    OK(bramah_hash_save(hash, saved, sizeof saved, &written));
    OK(bramah_hash_load(copy, saved, written));
    OK(bramah_hash_finish(copy, other, 32));
    IS(memcmp(out, other, 32) == 0);
    saved[20] ^= 1;
    IS(bramah_hash_load(copy, saved, written) == BRAMAH_MALFORMED);
    saved[20] ^= 1;
    OK(bramah_hash_free(&hash));
    OK(bramah_hash_new(&hash, "sha256", NULL));
    IS(bramah_hash_load(hash, saved, written) == BRAMAH_MALFORMED);
    IS(bramah_hash_finish_xof(hash, &xof) == BRAMAH_UNSUPPORTED && xof == NULL && says("sha256"));
    OK(bramah_hash_free(&hash));
    OK(bramah_hash_free(&copy));

    OK(bramah_mac_new(&mac, "hmac-sha256", (const uint8_t *)"key", 3, NULL, 0, NULL));
    OK(bramah_mac_finish(mac, out, 32));
    IS(bramah_mac_update(mac, NULL, 0) == BRAMAH_FINISHED);
    OK(bramah_mac_reset(mac));
    IS(bramah_mac_verify(mac, out, 16, 0) == BRAMAH_LENGTH);
    OK(bramah_mac_verify(mac, out, 32, 0));
    OK(bramah_mac_tag(mac, NULL, 0, other, 32));
    IS(memcmp(out, other, 32) == 0);
    OK(bramah_mac_once("hmac-sha256", (const uint8_t *)"key", 3, NULL, 0, other, 32));
    IS(memcmp(out, other, 32) == 0);
    const uint8_t *messages[2] = {NULL, NULL};
    size_t lengths[2] = {0, 0};
    uint8_t tags[64];
    OK(bramah_mac_many(mac, messages, lengths, 2, tags, 64));
    IS(memcmp(out, tags, 32) == 0 && memcmp(out, tags + 32, 32) == 0);
    OK(bramah_mac_free(&mac));
    /* Poly1305's key is for one message */
    OK(bramah_mac_new(&mac, "poly1305", tags, 32, NULL, 0, NULL));
    OK(bramah_mac_finish(mac, out, 16));
    IS(bramah_mac_renew(mac, tags, 5) == BRAMAH_LENGTH);
    OK(bramah_mac_free(&mac));
}

static void passwords_and_random(void)
{
    char string[256], small[8];
    size_t written = 0;
    int32_t outdated = 7, equal = 7;
    bramah_options *options = NULL;
    const uint8_t *password = (const uint8_t *)"correct horse";
    OK(bramah_options_new(&options));
    OK(bramah_options_set_number(options, "memory", 64));
    OK(bramah_options_set_number(options, "iterations", 1));
    OK(bramah_options_set_number(options, "lanes", 1));
    OK(bramah_password_hash("argon2id", password, 13, options, string, sizeof string, &written));
    IS(written == strlen(string) && strncmp(string, "$argon2id$v=19$m=64,t=1,p=1$", 28) == 0);
    IS(bramah_password_hash("argon2id", password, 13, options, small, 8, &written) == BRAMAH_LENGTH && zeros(small, 8));
    IS(bramah_password_hash("rot13", password, 13, NULL, small, 8, &written) == BRAMAH_UNKNOWN_NAME && written == 0);
    OK(bramah_password_verify(password, 13, string, NULL));
    IS(bramah_password_verify(password, 12, string, NULL) == BRAMAH_WRONG_PASSWORD);
    IS(bramah_password_verify(password, 13, "$argon2id$", NULL) == BRAMAH_MALFORMED);
    OK(bramah_password_outdated(string, &outdated));
    IS(outdated == 1);
    OK(bramah_options_free(&options));
    OK(bramah_options_new(&options));
    OK(bramah_options_set_number(options, "limit_memory", 1024));
    IS(bramah_password_verify(password, 13, string, options) == BRAMAH_LIMIT);
    OK(bramah_options_free(&options));

    uint8_t one[32], other[32];
    OK(bramah_random(one, 32));
    OK(bramah_random(other, 32));
    IS(memcmp(one, other, 32) != 0);
    OK(bramah_equal(one, other, 32, &equal));
    IS(equal == 0);
    OK(bramah_equal(one, one, 32, &equal));
    IS(equal == 1);
    bramah_wipe(one, 32);
    IS(zeros(one, 32));
    IS(bramah_kdf("md5", one, 32, NULL, other, 32) == BRAMAH_UNKNOWN_NAME && zeros(other, 32));
    OK(bramah_kdf("hkdf", one, 32, NULL, other, 32));
}

static void lists(void)
{
    size_t all = 0, failed = 7;
    for (bramah_kind kind = BRAMAH_KIND_HASH; kind <= BRAMAH_KIND_FPE; kind++) {
        const char *name;
        bramah_info info;
        for (size_t i = 0; (name = bramah_algorithm_name(kind, i)) != NULL; i++, all++) {
            OK(bramah_algorithm_info(kind, name, &info, sizeof info));
            IS(info.kind == kind && strcmp(info.name, name) == 0);
            IS(kind != BRAMAH_KIND_HASH || info.digest > 0);
            IS(kind != BRAMAH_KIND_AEAD || (info.key.max > 0 && info.tag.max > 0));
        }
        IS(bramah_algorithm_info(kind, "nothing", &info, sizeof info) == BRAMAH_UNKNOWN_NAME);
        IS(bramah_algorithm_info(kind, "nothing", &info, 3) == BRAMAH_UNKNOWN_NAME);
    }
    IS(all > 500 && bramah_algorithm_name(11, 0) == NULL && bramah_algorithm_name(-1, 0) == NULL);
    bramah_info info;
    IS(bramah_algorithm_info(BRAMAH_KIND_HASH, "sha256", &info, 3) == BRAMAH_BAD_ARGUMENT);
    OK(bramah_algorithm_info(BRAMAH_KIND_HASH, "SHA2-256", &info, sizeof info));
    IS(info.digest == 32 && info.block == 64 && info.standing == BRAMAH_STANDING_CURRENT);

    size_t lists = 0;
    while (bramah_backends_name(lists) != NULL)
        lists++;
    IS(lists > 30);
    OK(bramah_backend_test("sha256", &failed));
    IS(failed == 0);
    IS(bramah_backend_test("nothing", &failed) == BRAMAH_UNKNOWN_NAME);
    bramah_backend backend = {0};
    size_t chosen = 0, place = 0;
    OK(bramah_backend_force("sha256", "portable"));
    for (; bramah_backend_info("sha256", place, &backend, sizeof backend) == BRAMAH_OK; place++)
        if (backend.chosen) {
            chosen++;
            IS(strcmp(backend.name, "portable") == 0 && backend.available && backend.passes);
        }
    IS(chosen == 1 && place >= 1);
    OK(bramah_backend_info("sha256", 0, &backend, sizeof backend));
    if (backend.available)
        OK(bramah_backend_force("sha256", backend.name));
    IS(bramah_backend_force(NULL, "abacus") == BRAMAH_UNKNOWN_BACKEND);
}

/* Two threads on one handle: each call succeeds or is told that the other is in a call. */
static void *hammer(void *hash)
{
    static uint8_t data[100000];
    size_t busy = 0;
    for (int i = 0; i < 200; i++) {
        bramah_status status = bramah_hash_update(hash, data, sizeof data);
        IS(status == BRAMAH_OK || status == BRAMAH_BUSY);
        busy += status == BRAMAH_BUSY;
        uint8_t out[32];
        OK(bramah_hash_digest(hash, data, 64, out, 32));
    }
    return (void *)busy;
}

static void threads(void)
{
    bramah_hash *hash = NULL;
    pthread_t threads[3];
    OK(bramah_hash_new(&hash, "sha256", NULL));
    for (int i = 0; i < 3; i++)
        IS(pthread_create(&threads[i], NULL, hammer, hash) == 0);
    for (int i = 0; i < 3; i++)
        IS(pthread_join(threads[i], NULL) == 0);
    OK(bramah_hash_free(&hash));
}

static void no_release(struct ArrowArray *array)
{
    array->release = NULL;
}

/* Five values in each layout, of which the second is null and the array begins at the second. */
static void arrow(void)
{
    const char long_value[] = "a value that is longer than twelve bytes";
    const char *values[5] = {"skipped", "null", "", "abc", long_value};
    uint8_t expected[5][32];
    bramah_hash *hash = NULL;
    OK(bramah_hash_new(&hash, "sha256", NULL));
    for (int i = 0; i < 5; i++)
        OK(bramah_hash_digest(hash, (const uint8_t *)values[i], strlen(values[i]), expected[i], 32));

    char bytes[100] = "";
    int32_t offsets[6] = {0};
    int64_t wide[6] = {0};
    struct {
        int32_t len;
        char inside[4];
        int32_t buffer, offset;
    } views[5];
    memset(views, 0, sizeof views);
    for (int i = 0; i < 5; i++) {
        size_t len = strlen(values[i]);
        memcpy(bytes + offsets[i], values[i], len);
        wide[i + 1] = offsets[i + 1] = offsets[i] + (int32_t)len;
        views[i].len = (int32_t)len;
        if (len <= 12)
            memcpy(views[i].inside, values[i], len);
        else
            views[i].offset = offsets[i];
    }
    uint8_t valid = 0x1d;
    int64_t sizes[1] = {wide[5]};
    const void *narrow_buffers[] = {&valid, offsets, bytes}, *wide_buffers[] = {&valid, wide, bytes};
    const void *view_buffers[] = {&valid, views, bytes, sizes};
    const struct {
        const char *format;
        const void **buffers;
        int64_t count;
    } layouts[] = {{"u", narrow_buffers, 3}, {"z", narrow_buffers, 3}, {"U", wide_buffers, 3}, {"Z", wide_buffers, 3},
        {"vu", view_buffers, 4}, {"vz", view_buffers, 4}};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct ArrowArray array = {.length = 4, .null_count = -1, .offset = 1, .n_buffers = layouts[i].count,
            .buffers = layouts[i].buffers, .release = no_release}, made;
        struct ArrowSchema schema = {.format = layouts[i].format}, of;
        OK(bramah_hash_arrow(hash, &array, &schema, &made, &of));
        IS(strcmp(of.format, "w:32") == 0 && made.length == 4 && made.null_count == 1 && made.n_buffers == 2);
        const uint8_t *digests = made.buffers[1];
        IS((*(const uint8_t *)made.buffers[0] & 15) == 14 && zeros(digests, 32));
        for (int row = 1; row < 4; row++)
            IS(memcmp(digests + 32 * row, expected[row + 1], 32) == 0);
        made.release(&made);
        of.release(&of);
        IS(made.release == NULL && of.release == NULL);
    }

    /* a dictionary of the five, and indices of 16 bits */
    int16_t indices[4] = {3, 0, 4, 3};
    const void *index_buffers[] = {NULL, indices};
    struct ArrowArray dictionary = {.length = 5, .null_count = 1, .n_buffers = 3, .buffers = narrow_buffers,
        .release = no_release}, made;
    struct ArrowSchema of_values = {.format = "u"}, of;
    struct ArrowArray array = {.length = 4, .n_buffers = 2, .buffers = index_buffers, .dictionary = &dictionary,
        .release = no_release};
    struct ArrowSchema schema = {.format = "s", .dictionary = &of_values};
    OK(bramah_hash_arrow(hash, &array, &schema, &made, &of));
    IS(made.length == 4 && made.null_count == 0);
    for (int row = 0; row < 4; row++)
        IS(memcmp((const uint8_t *)made.buffers[1] + 32 * row, expected[indices[row]], 32) == 0);
    made.release(&made);
    of.release(&of);
    indices[2] = 5;
    IS(bramah_hash_arrow(hash, &array, &schema, &made, &of) == BRAMAH_MALFORMED && made.release == NULL);
    indices[2] = -1;
    IS(bramah_hash_arrow(hash, &array, &schema, &made, &of) == BRAMAH_MALFORMED);

    /* values of fixed size, through a MAC, as many as several runs have */
    static uint8_t fixed[5000][7], tag[32];
    const void *fixed_buffers[] = {NULL, fixed};
    for (int i = 0; i < 5000; i++)
        memset(fixed[i], i % 251, 7);
    bramah_mac *mac = NULL;
    OK(bramah_mac_new(&mac, "hmac-sha256", (const uint8_t *)"key", 3, NULL, 0, NULL));
    struct ArrowArray many = {.length = 5000, .n_buffers = 2, .buffers = fixed_buffers, .release = no_release};
    schema = (struct ArrowSchema){.format = "w:7"};
    OK(bramah_mac_arrow(mac, &many, &schema, &made, &of));
    for (int i = 0; i < 5000; i++) {
        OK(bramah_mac_tag(mac, fixed[i], 7, tag, 32));
        IS(memcmp((const uint8_t *)made.buffers[1] + 32 * i, tag, 32) == 0);
    }
    made.release(&made);
    of.release(&of);
    schema.format = "l";
    IS(bramah_mac_arrow(mac, &many, &schema, &made, &of) == BRAMAH_MALFORMED && of.release == NULL && says("int64"));
    schema.format = "+s";
    IS(bramah_mac_arrow(mac, &many, &schema, &made, &of) == BRAMAH_MALFORMED && says("struct"));
    OK(bramah_mac_free(&mac));

    /* offsets, lengths and counts that cannot be right */
    static const int64_t numbers[] = {INT64_MIN, -2, (int64_t)1 << 59, (int64_t)1 << 61, (int64_t)1 << 62, INT64_MAX};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            struct ArrowArray whole = {.length = 5, .null_count = 1, .n_buffers = layouts[i].count,
                .buffers = layouts[i].buffers, .release = no_release}, wrong = whole;
            schema = (struct ArrowSchema){.format = layouts[i].format};
            wrong.offset = numbers[n];
            IS(bramah_hash_arrow(hash, &wrong, &schema, &made, &of) == BRAMAH_MALFORMED && made.release == NULL);
            wrong = whole;
            wrong.length = numbers[n];
            IS(bramah_hash_arrow(hash, &wrong, &schema, &made, &of) == BRAMAH_MALFORMED);
            wrong = whole;
            wrong.null_count = numbers[n];
            IS(bramah_hash_arrow(hash, &wrong, &schema, &made, &of) == BRAMAH_MALFORMED && says("nulls"));
            const void *no_bitmap[4];
            memcpy(no_bitmap, layouts[i].buffers, (size_t)layouts[i].count * sizeof *no_bitmap);
            no_bitmap[0] = NULL;
            wrong = whole;
            wrong.buffers = no_bitmap;
            IS(bramah_hash_arrow(hash, &wrong, &schema, &made, &of) == BRAMAH_MALFORMED && says("no validity bitmap"));
        }

    /* offsets that run backwards */
    offsets[3] = 1000;
    struct ArrowArray bad = {.length = 5, .null_count = 1, .n_buffers = 3, .buffers = narrow_buffers, .release = no_release};
    schema.format = "u";
    IS(bramah_hash_arrow(hash, &bad, &schema, &made, &of) == BRAMAH_MALFORMED && says("row"));
    bad.length = bad.null_count = 0;
    OK(bramah_hash_arrow(hash, &bad, &schema, &made, &of));
    IS(made.length == 0);
    made.release(&made);
    of.release(&of);
    OK(bramah_hash_free(&hash));
}

int main(void)
{
    names_and_options();
    handles();
    lengths_and_overlaps();
    format_preserving();
    messages_that_end();
    passwords_and_random();
    lists();
    threads();
    arrow();
    return 0;
}
