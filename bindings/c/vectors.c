/* Runs every vector of the file that all languages share: vectors FILE. */

#include <bramah.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096 /* bytes of a line's value */

/* A field of a line: text, and the bytes that it stands for if it is hexadecimal. */
struct field {
    const char *name;
    const char *text;
    uint8_t bytes[LONGEST];
    size_t len;
};

static struct field fields[16];
static size_t count;
static size_t at; /* the number of the line */

static void fail(const char *what)
{
    fprintf(stderr, "line %zu: %s: %s\n", at, what, bramah_last_error());
    exit(1);
}

#define OK(call) ((call) == BRAMAH_OK ? (void)0 : fail(#call))
#define IS(condition) ((condition) ? (void)0 : fail(#condition))

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void parse(struct field *field)
{
    const char *c = field->text;
    field->len = 0;
    for (; digit(c[0]) >= 0 && digit(c[1]) >= 0 && field->len < LONGEST; c += 2)
        field->bytes[field->len++] = (uint8_t)(16 * digit(c[0]) + digit(c[1]));
}

/* Returns the field of a name; one that is left out is empty. */
static const struct field *get(const char *name)
{
    static const struct field none;
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return &none;
}

static const char *name(void)
{
    return get("name")->text;
}

static void hash(void)
{
    const struct field *message = get("message"), *digest = get("digest");
    bramah_hash *hash = NULL;
    uint8_t out[LONGEST];
    OK(bramah_hash_new(&hash, name(), NULL));
    IS(bramah_hash_length(hash) == digest->len);
    OK(bramah_hash_digest(hash, message->bytes, message->len, out, digest->len));
    IS(memcmp(out, digest->bytes, digest->len) == 0);
    OK(bramah_hash_once(name(), message->bytes, message->len, out, digest->len));
    IS(memcmp(out, digest->bytes, digest->len) == 0);

    /* in two parts, saved and loaded between them */
    size_t half = message->len / 2, written = 0;
    uint8_t saved[LONGEST];
    OK(bramah_hash_update(hash, message->bytes, half));
    OK(bramah_hash_save(hash, saved, sizeof saved, &written));
    OK(bramah_hash_reset(hash));
    OK(bramah_hash_load(hash, saved, written));
    OK(bramah_hash_update(hash, message->bytes + half, message->len - half));
    OK(bramah_hash_peek(hash, out, digest->len));
    IS(memcmp(out, digest->bytes, digest->len) == 0);
    OK(bramah_hash_finish(hash, out, digest->len));
    IS(memcmp(out, digest->bytes, digest->len) == 0);

    /* twenty times at once */
    const uint8_t *messages[20];
    size_t lengths[20];
    uint8_t *all = malloc(20 * digest->len);
    for (size_t i = 0; i < 20; i++) {
        messages[i] = message->bytes;
        lengths[i] = message->len;
    }
    OK(bramah_hash_many(hash, messages, lengths, 20, all, 20 * digest->len));
    for (size_t i = 0; i < 20; i++)
        IS(memcmp(all + i * digest->len, digest->bytes, digest->len) == 0);
    free(all);
    OK(bramah_hash_free(&hash));
}

static void mac(void)
{
    const struct field *key = get("key"), *nonce = get("nonce"), *message = get("message"), *tag = get("tag");
    bramah_mac *mac = NULL, *copy = NULL;
    uint8_t out[LONGEST];
    OK(bramah_mac_new(&mac, name(), key->bytes, key->len, nonce->bytes, nonce->len, NULL));
    OK(bramah_mac_update(mac, message->bytes, message->len / 2));
    OK(bramah_mac_clone(&copy, mac));
    OK(bramah_mac_update(mac, message->bytes + message->len / 2, message->len - message->len / 2));
    OK(bramah_mac_finish(mac, out, tag->len));
    IS(memcmp(out, tag->bytes, tag->len) == 0);
    OK(bramah_mac_update(copy, message->bytes + message->len / 2, message->len - message->len / 2));
    OK(bramah_mac_verify(copy, tag->bytes, tag->len, tag->len));
    out[0] ^= 1;
    OK(bramah_mac_reset(copy));
    OK(bramah_mac_update(copy, message->bytes, message->len));
    IS(bramah_mac_verify(copy, out, tag->len, tag->len) == BRAMAH_UNAUTHENTIC);
    OK(bramah_mac_free(&mac));
    OK(bramah_mac_free(&copy));
}

static void cipher(void)
{
    const struct field *key = get("key"), *iv = get("iv");
    for (bramah_direction direction = BRAMAH_ENCRYPT; direction <= BRAMAH_DECRYPT; direction++) {
        const struct field *from = get(direction == BRAMAH_ENCRYPT ? "plaintext" : "ciphertext");
        const struct field *to = get(direction == BRAMAH_ENCRYPT ? "ciphertext" : "plaintext");
        bramah_cipher *cipher = NULL;
        uint8_t out[LONGEST + 256];
        OK(bramah_cipher_new(&cipher, name(), key->bytes, key->len, iv->bytes, iv->len, direction, NULL));
        OK(bramah_cipher_apply(cipher, from->bytes, from->len, out, from->len));
        IS(memcmp(out, to->bytes, to->len) == 0);

        /* in place, in two parts */
        size_t half = from->len / 2, first = 0, second = 0, third = 0;
        memcpy(out, from->bytes, from->len);
        OK(bramah_cipher_reset(cipher, iv->bytes, iv->len));
        OK(bramah_cipher_update(cipher, out, half, out, sizeof out, &first));
        uint8_t rest[LONGEST + 256];
        memcpy(rest, from->bytes + half, from->len - half);
        OK(bramah_cipher_update(cipher, rest, from->len - half, rest, sizeof rest, &second));
        memcpy(out + first, rest, second);
        OK(bramah_cipher_finish(cipher, out + first + second, sizeof out - first - second, &third));
        IS(first + second + third == to->len && memcmp(out, to->bytes, to->len) == 0);
        OK(bramah_cipher_free(&cipher));
    }
}

static void stream(void)
{
    const struct field *key = get("key"), *nonce = get("nonce"), *from = get("plaintext"), *to = get("ciphertext");
    bramah_options *options = NULL;
    bramah_stream *stream = NULL;
    uint8_t out[LONGEST];
    OK(bramah_options_new(&options));
    if (get("rounds")->text)
        OK(bramah_options_set_number(options, "rounds", strtoull(get("rounds")->text, NULL, 10)));
    const char *cipher = strcmp(name(), "chacha") == 0 ? "chacha20" : name();
    OK(bramah_stream_new(&stream, cipher, key->bytes, key->len, nonce->bytes, nonce->len, options));
    OK(bramah_stream_apply(stream, from->bytes, from->len / 3, out, from->len / 3));
    size_t done = from->len / 3;
    memcpy(out + done, from->bytes + done, from->len - done);
    OK(bramah_stream_apply(stream, out + done, from->len - done, out + done, from->len - done));
    IS(memcmp(out, to->bytes, to->len) == 0);
    OK(bramah_stream_free(&stream));
    OK(bramah_options_free(&options));
}

static void aead(void)
{
    const struct field *key = get("key"), *nonce = get("nonce"), *ad = get("ad"), *tag = get("tag");
    const struct field *from = get("plaintext"), *to = get("ciphertext");
    bramah_options *options = NULL;
    bramah_aead *aead = NULL;
    bramah_info info;
    uint8_t out[LONGEST], made[256];
    OK(bramah_algorithm_info(BRAMAH_KIND_AEAD, name(), &info, sizeof info));
    OK(bramah_options_new(&options));
    OK(bramah_options_set_number(options, "tag_len", tag->len));
    OK(bramah_aead_new(&aead, name(), key->bytes, key->len, options));
    OK(bramah_aead_seal(aead, nonce->bytes, nonce->len, ad->bytes, ad->len, from->bytes, from->len, out, from->len, made,
        tag->len));
    IS(memcmp(out, to->bytes, to->len) == 0 && memcmp(made, tag->bytes, tag->len) == 0);
    OK(bramah_aead_open(aead, nonce->bytes, nonce->len, ad->bytes, ad->len, out, to->len, out, to->len, made, tag->len));
    IS(memcmp(out, from->bytes, from->len) == 0);
    made[tag->len - 1] ^= 1;
    IS(bramah_aead_open(aead, nonce->bytes, nonce->len, ad->bytes, ad->len, to->bytes, to->len, out, to->len, made,
           tag->len) == BRAMAH_UNAUTHENTIC);
    for (size_t i = 0; i < to->len; i++)
        IS(out[i] == 0);

    /* in parts, the scheme being freed before them */
    bramah_aead_message *seal = NULL, *open = NULL;
    bramah_status begun = bramah_aead_begin(&seal, aead, nonce->bytes, nonce->len, BRAMAH_ENCRYPT);
    IS(begun == (info.parts ? BRAMAH_OK : BRAMAH_UNSUPPORTED));
    if (info.parts) {
        OK(bramah_aead_begin(&open, aead, nonce->bytes, nonce->len, BRAMAH_DECRYPT));
        OK(bramah_aead_free(&aead));
        OK(bramah_aead_message_aad(seal, ad->bytes, ad->len));
        OK(bramah_aead_message_update(seal, from->bytes, from->len, out, from->len));
        OK(bramah_aead_message_finish(seal, made, tag->len));
        IS(memcmp(out, to->bytes, to->len) == 0 && memcmp(made, tag->bytes, tag->len) == 0);
        IS(bramah_aead_message_finish(seal, made, tag->len) == BRAMAH_FINISHED);
        /* the right tag of a message that is decrypted is never returned, neither before its text nor after it */
        memset(made, 0x5a, tag->len);
        OK(bramah_aead_message_aad(open, ad->bytes, ad->len));
        IS(bramah_aead_message_finish(open, made, tag->len) == BRAMAH_UNSUPPORTED);
        OK(bramah_aead_message_update(open, out, to->len, out, to->len));
        IS(bramah_aead_message_finish(open, made, tag->len) == BRAMAH_UNSUPPORTED);
        for (size_t i = 0; i < tag->len; i++)
            IS(made[i] == 0);
        OK(bramah_aead_message_verify(open, tag->bytes, tag->len));
        IS(memcmp(out, from->bytes, from->len) == 0);
        OK(bramah_aead_message_free(&seal));
        OK(bramah_aead_message_free(&open));
    }
    OK(bramah_aead_free(&aead));
    OK(bramah_options_free(&options));
}

static void kdf(void)
{
    static const char *const bytes[] = {"salt", "secret", "data"};
    static const char *const numbers[] = {"iterations", "n", "r", "lanes", "memory", "version"};
    const struct field *password = get("password"), *output = get("output");
    bramah_options *options = NULL;
    uint8_t out[LONGEST];
    OK(bramah_options_new(&options));
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        if (get(bytes[i])->len)
            OK(bramah_options_set_bytes(options, bytes[i], get(bytes[i])->bytes, get(bytes[i])->len));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (get(numbers[i])->text)
            OK(bramah_options_set_number(options, numbers[i], strtoull(get(numbers[i])->text, NULL, 10)));
    if (get("hash")->text)
        OK(bramah_options_set_text(options, "hash", get("hash")->text));
    OK(bramah_kdf(name(), password->bytes, password->len, options, out, output->len));
    IS(memcmp(out, output->bytes, output->len) == 0);
    OK(bramah_options_free(&options));
}

static void password(void)
{
    const struct field *password = get("password");
    uint8_t wrong[LONGEST];
    memcpy(wrong, password->bytes, password->len);
    wrong[password->len] = 'x';
    OK(bramah_password_verify(password->bytes, password->len, get("string")->text, NULL));
    /* bcrypt reads 72 bytes at most */
    if (password->len < 72)
        IS(bramah_password_verify(wrong, password->len + 1, get("string")->text, NULL) == BRAMAH_WRONG_PASSWORD);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {{"hash", hash}, {"mac", mac}, {"cipher", cipher}, {"stream", stream}, {"aead", aead}, {"kdf", kdf},
        {"password", password}};
    static char line[65536];
    size_t run = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: vectors FILE\n");
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        at++;
        char *kind = strtok(line, " \n");
        if (!kind || *kind == '#')
            continue;
        count = 0;
        for (char *part; (part = strtok(NULL, " \n")) && count < sizeof fields / sizeof *fields; count++) {
            char *equals = strchr(part, '=');
            IS(equals != NULL);
            *equals = 0;
            fields[count].name = part;
            fields[count].text = equals + 1;
            parse(&fields[count]);
        }
        size_t known = run;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(kind, kinds[i].name) == 0) {
                kinds[i].run();
                run++;
            }
        IS(run == known + 1);
    }
    fclose(file);
    IS(run > 1000);
    printf("%zu vectors\n", run);
    return 0;
}
