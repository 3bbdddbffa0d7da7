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

/* Adds 1 to a counter, highest byte first, and to the number of calls. */
static void increment(void *calls, uint8_t *counter, size_t len)
{
    while (len > 0 && ++counter[--len] == 0)
        ;
    ++*(size_t *)calls;
}

/* CTR from its second half on, and with a function of the caller. */
static void counter(const struct field *from, const struct field *to)
{
    const struct field *key = get("key"), *iv = get("iv");
    bramah_cipher *cipher = NULL;
    uint8_t out[LONGEST];
    size_t half = from->len / 2, calls = 0;
    OK(bramah_cipher_new(&cipher, name(), key->bytes, key->len, iv->bytes, iv->len, BRAMAH_ENCRYPT, NULL));
    size_t block = bramah_cipher_block(cipher);
    OK(bramah_cipher_seek(cipher, half));
    OK(bramah_cipher_apply(cipher, from->bytes + half, from->len - half, out, from->len - half));
    IS(memcmp(out, to->bytes + half, from->len - half) == 0);
    OK(bramah_cipher_free(&cipher));
    OK(bramah_cipher_counting_new(
        &cipher, name(), key->bytes, key->len, iv->bytes, iv->len, increment, &calls, NULL));
    OK(bramah_cipher_apply(cipher, from->bytes, half, out, half));
    OK(bramah_cipher_apply(cipher, from->bytes + half, from->len - half, out + half, from->len - half));
    IS(memcmp(out, to->bytes, to->len) == 0 && calls == (from->len + block - 1) / block);
    IS(bramah_cipher_seek(cipher, 0) == BRAMAH_UNSUPPORTED);
    OK(bramah_cipher_free(&cipher));
}

static int ends(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static void cipher(void)
{
    if (ends(name(), "-ctr"))
        counter(get("plaintext"), get("ciphertext"));
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
    bramah_status sought = bramah_stream_seek(stream, done);
    if (sought == BRAMAH_OK) {
        OK(bramah_stream_apply(stream, from->bytes + done, from->len - done, out, from->len - done));
        IS(memcmp(out, to->bytes + done, from->len - done) == 0);
    } else {
        IS(sought == BRAMAH_UNSUPPORTED);
    }
    OK(bramah_stream_free(&stream));
    OK(bramah_options_free(&options));
}

/* The vector as a segment of a message, whose number is the end of the nonce. */
static void segment(const bramah_aead *aead)
{
    const struct field *nonce = get("nonce"), *ad = get("ad"), *tag = get("tag");
    const struct field *from = get("plaintext"), *to = get("ciphertext");
    bramah_segments *segments = NULL;
    uint8_t out[LONGEST], made[256];
    if (nonce->len < 4 || nonce->len > 64)
        return;
    const uint8_t *end = nonce->bytes + nonce->len - 4;
    uint32_t number = end[0] | end[1] << 8 | end[2] << 16 | (uint32_t)(end[3] & 127) << 24;
    int last = end[3] >> 7;
    /* the tag of DSTU 7624's GCM does not depend on the nonce */
    if (strstr(name(), "-kgcm") != NULL) {
        IS(bramah_segments_new(&segments, aead, BRAMAH_LAYOUT_LE31, nonce->bytes, nonce->len - 4) == BRAMAH_UNSUPPORTED);
        return;
    }
    OK(bramah_segments_new(&segments, aead, BRAMAH_LAYOUT_LE31, nonce->bytes, nonce->len - 4));
    OK(bramah_segments_seek(segments, number));
    IS(bramah_segments_seal(
           segments, last, NULL, 0, from->bytes, from->len, out, from->len, made, tag->len + 1) == BRAMAH_LENGTH);
    OK(bramah_segments_seal(
        segments, last, ad->bytes, ad->len, from->bytes, from->len, out, from->len, made, tag->len));
    IS(memcmp(out, to->bytes, to->len) == 0 && memcmp(made, tag->bytes, tag->len) == 0);
    OK(bramah_segments_free(&segments));
    OK(bramah_segments_new(&segments, aead, BRAMAH_LAYOUT_LE31, nonce->bytes, nonce->len - 4));
    OK(bramah_segments_seek(segments, number));
    IS(bramah_segments_open(segments, !last, ad->bytes, ad->len, to->bytes, to->len, out, to->len, tag->bytes,
           tag->len) == BRAMAH_UNAUTHENTIC);
    for (size_t i = 0; i < to->len; i++)
        IS(out[i] == 0);
    OK(bramah_segments_open(
        segments, last, ad->bytes, ad->len, to->bytes, to->len, out, to->len, tag->bytes, tag->len));
    IS(memcmp(out, from->bytes, from->len) == 0);
    if (last)
        IS(bramah_segments_seek(segments, number) == BRAMAH_OK &&
            bramah_segments_open(segments, 1, ad->bytes, ad->len, to->bytes, to->len, out, to->len, tag->bytes,
                tag->len) == BRAMAH_FINISHED);
    OK(bramah_segments_free(&segments));
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
    segment(aead);
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

static void wrap(void)
{
    const struct field *kek = get("key"), *key = get("plaintext"), *wrapped = get("ciphertext");
    uint8_t out[LONGEST];
    size_t written = 0;
    OK(bramah_key_wrap(
        name(), BRAMAH_ENCRYPT, kek->bytes, kek->len, key->bytes, key->len, NULL, out, key->len + 64, &written));
    IS(written == wrapped->len && memcmp(out, wrapped->bytes, written) == 0);
    IS(bramah_key_wrap(name(), BRAMAH_ENCRYPT, kek->bytes, kek->len, key->bytes, key->len, NULL, out, 3, &written) ==
            BRAMAH_LENGTH &&
        written == wrapped->len && out[0] == 0 && out[2] == 0);
    OK(bramah_key_wrap(name(), BRAMAH_DECRYPT, kek->bytes, kek->len, wrapped->bytes, wrapped->len, NULL, out,
        wrapped->len, &written));
    IS(written == key->len && memcmp(out, key->bytes, written) == 0);
    uint8_t forged[LONGEST];
    memcpy(forged, wrapped->bytes, wrapped->len);
    forged[wrapped->len - 1] ^= 1;
    IS(bramah_key_wrap(name(), BRAMAH_DECRYPT, kek->bytes, kek->len, forged, wrapped->len, NULL, out, wrapped->len,
           &written) == BRAMAH_UNAUTHENTIC);
    for (size_t i = 0; i < wrapped->len; i++)
        IS(out[i] == 0);
    IS(written == 0);
    IS(bramah_key_wrap(name(), BRAMAH_DECRYPT, kek->bytes, kek->len, forged, wrapped->len - 1, NULL, out,
           sizeof out, &written) == BRAMAH_LENGTH);
    IS(bramah_key_wrap(name(), BRAMAH_ENCRYPT, kek->bytes, kek->len - 1, key->bytes, key->len, NULL, out, sizeof out,
           &written) == BRAMAH_LENGTH);
    IS(bramah_key_wrap(name(), 2, kek->bytes, kek->len, key->bytes, key->len, NULL, out, sizeof out, &written) ==
        BRAMAH_BAD_ARGUMENT);
}

static void composition(void)
{
    const struct field *key = get("key"), *nonce = get("nonce"), *ad = get("ad"), *text = get("plaintext");
    const struct field *tag = get("tag");
    uint8_t sealed[2 * LONGEST], out[2 * LONGEST];
    size_t len = get("ciphertext")->len, written = 0;
    memcpy(sealed, get("ciphertext")->bytes, len);
    memcpy(sealed + len, tag->bytes, tag->len);
    len += tag->len;
    OK(bramah_encrypt_then_mac(name(), BRAMAH_ENCRYPT, key->bytes, key->len, nonce->bytes, nonce->len, ad->bytes, ad->len,
        text->bytes, text->len, NULL, out, text->len + 64, &written));
    IS(written == len && memcmp(out, sealed, len) == 0);
    IS(bramah_encrypt_then_mac(name(), BRAMAH_ENCRYPT, key->bytes, key->len, nonce->bytes, nonce->len, ad->bytes, ad->len,
           text->bytes, text->len, NULL, out, len - 1, &written) == BRAMAH_LENGTH &&
        written == len && out[0] == 0);
    OK(bramah_encrypt_then_mac(name(), BRAMAH_DECRYPT, key->bytes, key->len, nonce->bytes, nonce->len, ad->bytes, ad->len,
        sealed, len, NULL, out, len, &written));
    IS(written == text->len && memcmp(out, text->bytes, written) == 0);
    sealed[len - 1] ^= 1;
    IS(bramah_encrypt_then_mac(name(), BRAMAH_DECRYPT, key->bytes, key->len, nonce->bytes, nonce->len, ad->bytes, ad->len,
           sealed, len, NULL, out, len, &written) == BRAMAH_UNAUTHENTIC &&
        written == 0);
    for (size_t i = 0; i < len; i++)
        IS(out[i] == 0);
    IS(bramah_encrypt_then_mac(name(), BRAMAH_DECRYPT, key->bytes, key->len, nonce->bytes, nonce->len, ad->bytes, ad->len,
           sealed, tag->len, NULL, out, len, &written) == BRAMAH_LENGTH);
    IS(bramah_encrypt_then_mac(name(), BRAMAH_ENCRYPT, key->bytes, key->len - 1, nonce->bytes, nonce->len, NULL, 0, NULL, 0,
           NULL, out, len, &written) == BRAMAH_LENGTH);
    IS(bramah_encrypt_then_mac(name(), BRAMAH_ENCRYPT, key->bytes, key->len, nonce->bytes, nonce->len - 1, NULL, 0, NULL, 0,
           NULL, out, len, &written) == BRAMAH_LENGTH);
}

static uint32_t number(const char *name)
{
    return get(name)->text ? (uint32_t)strtoul(get(name)->text, NULL, 10) : 0;
}

static void salsar(void)
{
    const struct field *words = get("words");
    bramah_salsar *salsar = NULL;
    uint8_t bytes[4];
    uint32_t word = 0, expected = 0;
    OK(bramah_salsar_new(&salsar, number("seed"), number("rounds")));
    for (size_t i = 0; i < words->len; i += 4) {
        OK(bramah_salsar_word(salsar, &word));
        expected = (uint32_t)words->bytes[i] << 24 | words->bytes[i + 1] << 16 | words->bytes[i + 2] << 8 | words->bytes[i + 3];
        IS(word == expected);
    }
    OK(bramah_salsar_free(&salsar));
    OK(bramah_salsar_new(&salsar, number("seed"), number("rounds")));
    OK(bramah_salsar_read(salsar, bytes, 4));
    IS(bytes[0] == words->bytes[3] && bytes[3] == words->bytes[0]);
    OK(bramah_salsar_free(&salsar));
    IS(bramah_salsar_new(&salsar, 1, 9) == BRAMAH_PARAMETER && salsar == NULL);
}

/* Compares the SHA-256 of bytes with a field. */
static void digest_is(const char *field, const uint8_t *bytes, size_t len)
{
    bramah_hash *hash = NULL;
    uint8_t digest[32];
    OK(bramah_hash_new(&hash, "sha256", NULL));
    OK(bramah_hash_digest(hash, bytes, len, digest, sizeof digest));
    IS(memcmp(digest, get(field)->bytes, 32) == 0);
    OK(bramah_hash_free(&hash));
}

/* Parts of content, whose bytes a rule determines. */
static void bao(void)
{
    static const bramah_bao_form forms[] = {BRAMAH_BAO_COMBINED, BRAMAH_BAO_OUTBOARD};
    const size_t len = number("length"), room = bramah_bao_length(BRAMAH_BAO_COMBINED, len);
    const uint64_t start = number("start"), count_ = number("count");
    const uint64_t from = start < len ? start : len, part = count_ < len - from ? count_ : len - from;
    const uint8_t *hash = get("digest")->bytes;
    uint8_t *content = malloc(len + 1), *encoding = malloc(room), *slice = malloc(room), *out = malloc(len + 1), made[32];
    size_t written = 0, encoded = 0, sliced = 0;
    for (size_t i = 0; i < len; i++)
        content[i] = (uint8_t)(i / 1024 + i % 251);
    for (int apart = 0; apart < 2; apart++) {
        const uint8_t *beside = apart ? content : NULL;
        const size_t beside_len = apart ? len : 0;
        OK(bramah_bao_encode(forms[apart], content, len, made, 32, encoding, room, &encoded));
        IS(encoded == bramah_bao_length(forms[apart], len) && memcmp(made, hash, 32) == 0);
        digest_is(apart ? "outboard" : "combined", encoding, encoded);
        OK(bramah_bao_slice(forms[apart], encoding, encoded, beside, beside_len, start, count_, slice, room, &sliced));
        digest_is("slice", slice, sliced);
        OK(bramah_bao_decode(forms[apart], encoding, encoded, beside, beside_len, hash, 32, start, count_, out, len, &written));
        IS(written == part && memcmp(out, content + from, written) == 0);
        OK(bramah_bao_decode(forms[apart], encoding, encoded, beside, beside_len, hash, 32, 0, UINT64_MAX, out, len, &written));
        IS(written == len && memcmp(out, content, written) == 0);
        /* without room the needed length is told, and what is cut off is refused */
        IS(bramah_bao_slice(forms[apart], encoding, encoded, beside, beside_len, start, count_, NULL, 0, &written) ==
                BRAMAH_LENGTH &&
            written == sliced);
        IS(bramah_bao_decode(forms[apart], encoding, encoded - 1, beside, beside_len, hash, 32, 0, UINT64_MAX, out, len,
               &written) == BRAMAH_UNAUTHENTIC &&
            written == 0 && (len == 0 || out[0] == 0));
        IS(bramah_bao_slice(forms[apart], encoding, 7, beside, beside_len, start, count_, slice, room, &written) ==
            BRAMAH_MALFORMED);
        OK(bramah_bao_slice(forms[apart], encoding, encoded, beside, beside_len, start, count_, slice, room, &sliced));
    }
    OK(bramah_bao_decode_slice(slice, sliced, hash, 32, start, count_, out, len, &written));
    IS(written == part && memcmp(out, content + from, written) == 0);
    if (len > 0) {
        slice[sliced - 1] ^= 1;
        IS(bramah_bao_decode_slice(slice, sliced, hash, 32, start, count_, out, len, &written) == BRAMAH_UNAUTHENTIC &&
            written == 0);
        slice[sliced - 1] ^= 1;
    }
    memcpy(made, hash, 32);
    made[31] ^= 1;
    IS(bramah_bao_decode_slice(slice, sliced, made, 32, start, count_, out, len, &written) == BRAMAH_UNAUTHENTIC);
    IS(bramah_bao_decode_slice(slice, sliced, hash, 31, start, count_, out, len, &written) == BRAMAH_LENGTH);
    IS(bramah_bao_encode(2, content, len, made, 32, encoding, room, &written) == BRAMAH_BAD_ARGUMENT);
    IS(bramah_bao_encode(BRAMAH_BAO_COMBINED, content, len, made, 31, encoding, room, &written) == BRAMAH_LENGTH);
    IS(bramah_bao_encode(BRAMAH_BAO_COMBINED, content, len, made, 32, encoding, 7, &written) == BRAMAH_LENGTH &&
        written == room);
    IS(bramah_bao_slice(BRAMAH_BAO_COMBINED, encoding, room, (const uint8_t *)"x", 1, 0, 1, slice, room, &written) ==
        BRAMAH_BAD_ARGUMENT);
    IS(bramah_bao_length(2, len) == 0 && bramah_bao_length(BRAMAH_BAO_COMBINED, SIZE_MAX) == 0);
    free(content);
    free(encoding);
    free(slice);
    free(out);
}

/* An algorithm of the registry: it is in the list of its kind, and can be used. */
static void named(void)
{
    static const char *const kinds[] = {"Hash", "Cipher", "Mode", "Stream", "Aead", "Mac", "Kdf", "Password",
        "EncryptThenMac", "KeyWrap", "Fpe"};
    bramah_kind kind = 0;
    while (strcmp(kinds[kind], get("kind")->text) != 0) {
        kind++;
        IS(kind < (bramah_kind)(sizeof kinds / sizeof *kinds));
    }
    const char *listed;
    size_t place = 0, written = 0;
    while ((listed = bramah_algorithm_name(kind, place)) != NULL && strcmp(listed, name()) != 0)
        place++;
    IS(listed != NULL);
    static uint8_t key[4096], nonce[4096], out[8192];
    size_t key_len = number("key_size"), nonce_len = number("nonce_size");
    IS(key_len <= sizeof key && nonce_len <= sizeof nonce);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i + 1);
    bramah_options *options = NULL;
    OK(bramah_options_new(&options));
    switch (kind) {
    case BRAMAH_KIND_HASH: {
        bramah_hash *hash = NULL;
        if (key_len > 0)
            OK(bramah_options_set_bytes(options, "key", key, key_len));
        OK(bramah_hash_new(&hash, name(), options));
        OK(bramah_hash_free(&hash));
        break;
    }
    case BRAMAH_KIND_BLOCK: {
        bramah_block *block = NULL;
        OK(bramah_block_new(&block, name(), key, key_len, NULL));
        OK(bramah_block_free(&block));
        break;
    }
    case BRAMAH_KIND_CIPHER: {
        bramah_cipher *cipher = NULL;
        OK(bramah_cipher_new(&cipher, name(), key, key_len, nonce, nonce_len, BRAMAH_ENCRYPT, NULL));
        OK(bramah_cipher_free(&cipher));
        break;
    }
    case BRAMAH_KIND_STREAM: {
        bramah_stream *stream = NULL;
        OK(bramah_stream_new(&stream, name(), key, key_len, nonce, nonce_len, NULL));
        OK(bramah_stream_free(&stream));
        break;
    }
    case BRAMAH_KIND_AEAD: {
        bramah_aead *aead = NULL;
        OK(bramah_aead_new(&aead, name(), key, key_len, NULL));
        OK(bramah_aead_free(&aead));
        break;
    }
    case BRAMAH_KIND_MAC: {
        bramah_mac *mac = NULL;
        OK(bramah_mac_new(&mac, name(), key, key_len, nonce, nonce_len, NULL));
        OK(bramah_mac_free(&mac));
        break;
    }
    case BRAMAH_KIND_KDF:
        /* the name is known, and the option of another kind is refused before any work */
        OK(bramah_options_set_number(options, "salt", 1));
        IS(bramah_kdf(name(), key, 8, options, out, 16) == BRAMAH_UNKNOWN_OPTION);
        break;
    case BRAMAH_KIND_PASSWORD:
        OK(bramah_options_set_number(options, "salt", 1));
        IS(bramah_password_hash(name(), key, 8, options, (char *)out, sizeof out, &written) == BRAMAH_UNKNOWN_OPTION);
        break;
    case BRAMAH_KIND_ENCRYPT_THEN_MAC:
        OK(bramah_encrypt_then_mac(
            name(), BRAMAH_ENCRYPT, key, key_len, nonce, nonce_len, NULL, 0, NULL, 0, NULL, out, 64, &written));
        break;
    case BRAMAH_KIND_KEY_WRAP:
        OK(bramah_key_wrap(name(), BRAMAH_ENCRYPT, key, key_len, key, 64, NULL, out, 128, &written));
        break;
    case BRAMAH_KIND_FPE: {
        bramah_fpe *fpe = NULL;
        OK(bramah_fpe_new(&fpe, name(), "0123456789", key, key_len, NULL));
        OK(bramah_fpe_free(&fpe));
        break;
    }
    default:
        fail("an unknown kind");
    }
    OK(bramah_options_free(&options));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {{"hash", hash}, {"mac", mac}, {"cipher", cipher}, {"stream", stream}, {"aead", aead}, {"kdf", kdf},
        {"password", password}, {"wrap", wrap}, {"composition", composition}, {"salsar", salsar},
        {"bao", bao}, {"named", named}};
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
