/* Tests encrypted files: sizes, parts, armor, passphrases, and everything that must be refused. */

#define _DEFAULT_SOURCE /* mkdtemp */
#include <bramah.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define OK(call) IS((call) == BRAMAH_OK)

static void fail(int line, const char *what)
{
    fprintf(stderr, "files.c:%d: %s: %s\n", line, what, bramah_last_error());
    exit(1);
}

/* A file of the age test kit (C2SP's CCTV), whose text is "age". */
static const char known_identity[] = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0";
static const char known_file[] =
    "-----BEGIN AGE ENCRYPTED FILE-----\n"
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBURWlGMHlwcXIrYnB2Y3FY\n"
    "TnlDVkpwTDdPdXdQZFZ3UEw3S1FFYkZET0NjCmhqYWJHWHdTTFE5YzNTNkx3Mmkr\n"
    "UzJUdTJmaXdRSEhzbGJCTjZCNDFGTEUKLS0tIFd5SnA5Ri85Rk9aaDdnSmRoZXEy\n"
    "V0lKY3dIZ1ljOE5JVmgzZGR3aHJjTmcK7s9ix86RtDMnTmjU8vkTTLdMW/73vqpS\n"
    "yPC8DpksHoMx+2Y=\n"
    "-----END AGE ENCRYPTED FILE-----\n";

static char identity[128], recipient[2048], other[128], ignored[2048];

static void set(bramah_options *options, const char *name, const char *bytes)
{
    OK(bramah_options_set_bytes(options, name, (const uint8_t *)bytes, strlen(bytes)));
}

/* Passes the input in parts, and returns the status; `out` has room for all of the output. */
static bramah_status run(bramah_direction direction, const bramah_options *options, const uint8_t *in, size_t len,
    size_t part, uint8_t *out, size_t *out_len)
{
    bramah_file *file = NULL;
    bramah_status status = bramah_file_new(&file, direction, options);
    *out_len = 0;
    for (size_t i = 0; status == BRAMAH_OK && i < len; i += part) {
        size_t written = 1, size = len - i < part ? len - i : part;
        status = bramah_file_update(file, in + i, size);
        while (status == BRAMAH_OK && written > 0) {
            OK(bramah_file_take(file, out + *out_len, 1000, &written));
            *out_len += written;
        }
    }
    if (status == BRAMAH_OK && (status = bramah_file_finish(file)) == BRAMAH_OK) {
        size_t written, available = bramah_file_available(file);
        OK(bramah_file_take(file, out + *out_len, available, &written));
        IS(written == available && bramah_file_available(file) == 0);
        *out_len += written;
        IS(bramah_file_update(file, in, 0) == BRAMAH_FINISHED);
    }
    if (status != BRAMAH_OK)
        IS(bramah_file_available(file) == 0);
    OK(bramah_file_free(&file));
    IS(file == NULL);
    return status;
}

int main(void)
{
    static uint8_t text[200000], file[400000], again[400000];
    static const size_t sizes[] = {0, 1, 65536, 65537, 200000};
    bramah_options *encrypt = NULL, *decrypt = NULL, *wrong = NULL, *secret = NULL;
    bramah_file *none = NULL;
    size_t len, again_len;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i % 251);

    IS(bramah_file_keygen("rsa", identity, 128, recipient, 2048) == BRAMAH_UNKNOWN_NAME && identity[0] == 0);
    IS(bramah_file_keygen("x25519", identity, 10, recipient, 2048) == BRAMAH_LENGTH && recipient[0] == 0);
    IS(bramah_file_keygen("x25519", NULL, 0, recipient, 2048) == BRAMAH_LENGTH);
    const char *kinds[] = {"x25519", "hybrid"};
    for (int kind = 0; kind < 2; kind++) {
        OK(bramah_file_keygen(kinds[kind], identity, sizeof identity, recipient, sizeof recipient));
        OK(bramah_file_keygen(kinds[kind], other, sizeof other, ignored, sizeof ignored));
        OK(bramah_options_new(&encrypt));
        OK(bramah_options_new(&decrypt));
        OK(bramah_options_new(&wrong));
        OK(bramah_options_set_text(encrypt, "recipients", recipient));
        set(decrypt, "identities", identity);
        set(wrong, "identities", other);
        for (int armor = 0; armor < 2; armor++) {
            OK(bramah_options_set_number(encrypt, "armor", armor));
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                OK(run(BRAMAH_ENCRYPT, encrypt, text, sizes[i], 30000, file, &len));
                IS((memcmp(file, "-----BEGIN AGE", 14) == 0) == armor);
                OK(run(BRAMAH_DECRYPT, decrypt, file, len, 12345, again, &again_len));
                IS(again_len == sizes[i] && memcmp(again, text, again_len) == 0);
            }
            IS(run(BRAMAH_DECRYPT, wrong, file, len, len, again, &again_len) == BRAMAH_NO_MATCH);
            /* cut off, within a chunk and at its end, and changed */
            IS(run(BRAMAH_DECRYPT, decrypt, file, len - 60, 50000, again, &again_len) == BRAMAH_UNAUTHENTIC);
            IS(run(BRAMAH_DECRYPT, decrypt, file, len - 200000 % 65536 - 16, 50000, again, &again_len) ==
                BRAMAH_UNAUTHENTIC);
            file[len - 50000] ^= 1;
            IS(run(BRAMAH_DECRYPT, decrypt, file, len, len, again, &again_len) == BRAMAH_UNAUTHENTIC && again_len == 0);
        }
        OK(bramah_options_free(&encrypt));
        OK(bramah_options_free(&decrypt));
        OK(bramah_options_free(&wrong));
    }

    /* what is no file */
    OK(bramah_options_new(&decrypt));
    set(decrypt, "identities", known_identity);
    IS(run(BRAMAH_DECRYPT, decrypt, text, 1000, 10, again, &again_len) == BRAMAH_NO_FILE);
    IS(run(BRAMAH_DECRYPT, decrypt, NULL, 0, 10, again, &again_len) == BRAMAH_NO_FILE);
    IS(run(BRAMAH_DECRYPT, decrypt, (const uint8_t *)"age-encryption.org/v1\n-> X", 26, 5, again, &again_len) ==
        BRAMAH_NO_FILE);
    /* a file that another program has written */
    OK(run(BRAMAH_DECRYPT, decrypt, (const uint8_t *)known_file, sizeof known_file - 1, 7, again, &again_len));
    IS(again_len == 3 && memcmp(again, "age", 3) == 0);

    /* a passphrase */
    OK(bramah_options_new(&secret));
    set(secret, "passphrase", "correct horse");
    OK(bramah_options_set_number(secret, "work_factor", 31));
    IS(bramah_file_new(&none, BRAMAH_ENCRYPT, secret) == BRAMAH_PARAMETER && none == NULL);
    OK(bramah_options_set_number(secret, "work_factor", 8));
    OK(run(BRAMAH_ENCRYPT, secret, text, 1000, 100, file, &len));
    IS(run(BRAMAH_DECRYPT, secret, file, len, len, again, &again_len) == BRAMAH_UNKNOWN_OPTION);
    IS(run(BRAMAH_DECRYPT, decrypt, file, len, len, again, &again_len) == BRAMAH_NO_MATCH);
    set(decrypt, "passphrase", "correct horse");
    OK(run(BRAMAH_DECRYPT, decrypt, file, len, len, again, &again_len));
    IS(again_len == 1000 && memcmp(again, text, 1000) == 0);
    OK(bramah_options_set_number(decrypt, "max_work_factor", 7));
    IS(run(BRAMAH_DECRYPT, decrypt, file, len, len, again, &again_len) == BRAMAH_LIMIT);
    OK(bramah_options_set_number(decrypt, "max_work_factor", 8));
    set(decrypt, "passphrase", "wrong horse");
    IS(run(BRAMAH_DECRYPT, decrypt, file, len, len, again, &again_len) == BRAMAH_WRONG_PASSWORD);

    /* options */
    IS(bramah_file_new(&none, BRAMAH_ENCRYPT, NULL) == BRAMAH_PARAMETER && none == NULL);
    IS(bramah_file_new(&none, BRAMAH_DECRYPT, NULL) == BRAMAH_PARAMETER);
    IS(bramah_file_new(&none, 7, secret) == BRAMAH_BAD_ARGUMENT);
    IS(bramah_file_new(NULL, BRAMAH_ENCRYPT, secret) == BRAMAH_NULL_POINTER);
    OK(bramah_options_set_text(secret, "recipients", recipient));
    IS(bramah_file_new(&none, BRAMAH_ENCRYPT, secret) == BRAMAH_PARAMETER);
    OK(bramah_options_free(&secret));
    OK(bramah_options_new(&secret));
    OK(bramah_options_set_text(secret, "recipients", "age1nonsense"));
    IS(bramah_file_new(&none, BRAMAH_ENCRYPT, secret) == BRAMAH_MALFORMED && none == NULL);
    IS(bramah_file_update(NULL, text, 1) == BRAMAH_NULL_POINTER && bramah_file_available(NULL) == 0);
    OK(bramah_options_set_text(secret, "recipients", recipient));
    OK(bramah_file_new(&none, BRAMAH_ENCRYPT, secret));
    OK(bramah_file_update(none, NULL, 0));
    IS(bramah_file_update(none, NULL, 1) == BRAMAH_NULL_POINTER);
    OK(bramah_file_free(&none));
    OK(bramah_options_free(&decrypt));

    /* by path */
    char directory[] = "/tmp/bramah-files-XXXXXX", from[64], to[64], back[64];
    IS(mkdtemp(directory) != NULL);
    snprintf(from, sizeof from, "%s/text", directory);
    snprintf(to, sizeof to, "%s/file", directory);
    snprintf(back, sizeof back, "%s/back", directory);
    FILE *stream = fopen(from, "wb");
    IS(stream != NULL && fwrite(text, 1, sizeof text, stream) == sizeof text && fclose(stream) == 0);
    OK(bramah_options_new(&decrypt));
    set(decrypt, "identities", identity);
    IS(bramah_file_convert(BRAMAH_ENCRYPT, back, to, secret) == BRAMAH_INPUT_OUTPUT);
    OK(bramah_file_convert(BRAMAH_ENCRYPT, from, to, secret));
    IS(bramah_file_convert(BRAMAH_ENCRYPT, from, to, secret) == BRAMAH_EXISTS);
    OK(bramah_options_set_number(secret, "overwrite", 1));
    OK(bramah_file_convert(BRAMAH_ENCRYPT, from, to, secret));
    IS(bramah_file_convert(BRAMAH_DECRYPT, from, back, decrypt) == BRAMAH_NO_FILE);
    OK(bramah_options_set_number(decrypt, "nothing", 1));
    IS(bramah_file_convert(BRAMAH_DECRYPT, to, back, decrypt) == BRAMAH_UNKNOWN_OPTION);
    IS(fopen(back, "rb") == NULL);
    OK(bramah_options_free(&decrypt));
    OK(bramah_options_new(&decrypt));
    set(decrypt, "identities", identity);
    OK(bramah_file_convert(BRAMAH_DECRYPT, to, back, decrypt));
    IS((stream = fopen(back, "rb")) != NULL && fread(again, 1, sizeof again, stream) == sizeof text);
    IS(fclose(stream) == 0 && memcmp(again, text, sizeof text) == 0);
    /* no other file is left */
    IS(remove(from) == 0 && remove(to) == 0 && remove(back) == 0 && remove(directory) == 0);
    OK(bramah_options_free(&decrypt));
    OK(bramah_options_free(&secret));
    return 0;
}
