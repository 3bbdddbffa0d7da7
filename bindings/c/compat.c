/* Tests the interfaces of fastpbkdf2, chacha-opt and blake2b-opt: compat FILE, the file of vectors. */

#include <blake2b.h>
#include <bramah.h>
#include <chacha.h>
#include <fastpbkdf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static void fail(int line, const char *what)
{
    fprintf(stderr, "compat.c:%d: %s\n", line, what);
    exit(1);
}

static size_t unhex(const char *text, uint8_t *bytes, size_t room)
{
    size_t len = 0;
    unsigned byte;
    for (; len < room && sscanf(text, "%2x", &byte) == 1 && text[0] != ' '; text += 2)
        bytes[len++] = (uint8_t)byte;
    return len;
}

static int is_hex(const uint8_t *bytes, const char *expected)
{
    uint8_t wanted[256];
    size_t len = unhex(expected, wanted, sizeof wanted);
    return len == strlen(expected) / 2 && memcmp(bytes, wanted, len) == 0;
}

/* The counts that chacha-opt's chacha_update and chacha_final return, and their output (20 rounds). */
static void chacha_in_parts(void)
{
    static const size_t in[] = {1, 62, 1, 1, 130, 7, 64, 100}, out[] = {0, 0, 64, 0, 128, 0, 64, 64};
    chacha_key key;
    chacha_iv iv;
    chacha_state state;
    uint8_t input[366], output[366], whole[366], digest[32], place[366 + 64];
    for (size_t i = 0; i < 32; i++)
        key.b[i] = (unsigned char)i;
    for (size_t i = 0; i < 8; i++)
        iv.b[i] = (unsigned char)(128 + i);
    for (size_t i = 0; i < 366; i++)
        input[i] = (uint8_t)(3 * i);
    size_t read = 0, written = 0;
    chacha_init(&state, &key, &iv, 20);
    for (size_t i = 0; i < 8; i++) {
        size_t now = chacha_update(&state, input + read, output + written, in[i]);
        IS(now == out[i]);
        read += in[i];
        written += now;
    }
    IS(chacha_final(&state, output + written) == 46 && read == 366 && written + 46 == 366);
    for (size_t i = 0; i < sizeof state; i++)
        IS(state.opaque[i] == 0);
    IS(bramah_hash_once("sha256", output, 366, digest, 32) == BRAMAH_OK);
    IS(is_hex(digest, "15005cf3ef73aa87540f4147aaa21955fa90cc4e58643a75dcd4daf3e35f84ba"));
    chacha(&key, &iv, input, whole, 366, 20);
    IS(memcmp(whole, output, 366) == 0);

    /* a state at an odd address, copied while it goes on, and in place though bytes are held back */
    unsigned char odd[sizeof(chacha_state) + 1];
    chacha_state *moved = (chacha_state *)(void *)(odd + 1);
    memcpy(place, input, 366);
    chacha_init(&state, &key, &iv, 20);
    written = chacha_update(&state, place, place, 10);
    memcpy(moved, &state, sizeof state);
    written += chacha_update(moved, place + 10, place + written, 356);
    written += chacha_final(moved, place + written);
    IS(written == 366 && memcmp(place, whole, 366) == 0);

    /* a null input is the keystream, at once and in parts; 6 rounds are no special case */
    for (size_t rounds = 2; rounds <= 20; rounds += 2) {
        memset(place, 0, sizeof place);
        chacha(&key, &iv, place, whole, 366, rounds);
        chacha(&key, &iv, NULL, output, 366, rounds);
        IS(memcmp(whole, output, 366) == 0);
        chacha_init(&state, &key, &iv, rounds);
        written = chacha_update(&state, NULL, output, 100);
        written += chacha_update(&state, NULL, output + written, 266);
        written += chacha_final(&state, output + written);
        IS(written == 366 && memcmp(whole, output, 366) == 0);
    }
    /* a message of no bytes, of which null pointers may be */
    chacha_init(&state, &key, &iv, 8);
    IS(chacha_update(&state, NULL, NULL, 0) == 0 && chacha_final(&state, NULL) == 0);
    chacha(&key, &iv, NULL, NULL, 0, 8);
}

/* XChaCha is HChaCha and ChaCha. */
static void xchacha_is_hchacha_and_chacha(void)
{
    chacha_key key, derived;
    chacha_iv24 iv24;
    chacha_iv iv;
    chacha_state state;
    uint8_t one[200], other[200];
    memset(key.b, 7, 32);
    for (size_t i = 0; i < 24; i++)
        iv24.b[i] = (unsigned char)(i * i);
    memcpy(iv.b, iv24.b + 16, 8);
    for (size_t rounds = 8; rounds <= 20; rounds += 4) {
        hchacha(key.b, iv24.b, derived.b, rounds);
        chacha(&derived, &iv, NULL, one, 200, rounds);
        xchacha(&key, &iv24, NULL, other, 200, rounds);
        IS(memcmp(one, other, 200) == 0);
        xchacha_init(&state, &key, &iv24, rounds);
        size_t written = chacha_update(&state, NULL, other, 200);
        written += chacha_final(&state, other + written);
        IS(written == 200 && memcmp(one, other, 200) == 0);
        memset(other, 0, sizeof other);
        xchacha_init(&state, &key, &iv24, rounds);
        written = xchacha_update(&state, NULL, other, 10);
        written += xchacha_update(&state, NULL, other + written, 190);
        written += xchacha_final(&state, other + written);
        IS(written == 200 && memcmp(one, other, 200) == 0);
    }
    /* draft-irtf-cfrg-xchacha-03, 2.2.1 */
    uint8_t of[32], nonce[16], out[32];
    unhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", of, 32);
    unhex("000000090000004a0000000031415927", nonce, 16);
    hchacha(of, nonce, out, 20);
    IS(is_hex(out, "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"));
}

/* RFC 7693, appendix A; and blake2b-opt's keyed form, of which the file has vectors. */
static void blake2b_at_once_and_in_parts(const char *path)
{
    static char line[65536];
    uint8_t key[256], message[4096], tag[64], out[64];
    size_t found = 0;
    blake2b(out, (const unsigned char *)"abc", 3);
    IS(is_hex(out, "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                   "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"));
    FILE *file = fopen(path, "r");
    IS(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "mac name=blake2b-opt-keyed", 26) != 0)
            continue;
        const char *k = strstr(line, " key="), *m = strstr(line, " message="), *t = strstr(line, " tag=");
        size_t keylen = k ? unhex(k + 5, key, sizeof key) : 0;
        size_t len = m ? unhex(m + 9, message, sizeof message) : 0;
        IS(t && unhex(t + 5, tag, 64) == 64);
        found++;
        blake2b_keyed(out, message, len, key, keylen);
        IS(memcmp(out, tag, 64) == 0);
        for (size_t part = 1; part < 200; part += 31) {
            blake2b_state state, moved;
            blake2b_keyed_init(&state, key, keylen);
            for (size_t done = 0; done < len; done += part) {
                moved = state;
                blake2b_update(&moved, message + done, len - done < part ? len - done : part);
                state = moved;
            }
            blake2b_final(&state, out);
            IS(memcmp(out, tag, 64) == 0);
        }
    }
    fclose(file);
    IS(found >= 4);
    for (size_t len = 0; len <= 400; len++) {
        blake2b_state state;
        memset(message, (int)len, len);
        blake2b(tag, message, len);
        blake2b_init(&state);
        blake2b_update(&state, message, len / 3);
        blake2b_update(&state, NULL, 0);
        blake2b_update(&state, message + len / 3, len - len / 3);
        blake2b_final(&state, out);
        IS(memcmp(out, tag, 64) == 0);
    }
}

static void pbkdf2(void)
{
    uint8_t out[100], other[100];
    const uint8_t *password = (const uint8_t *)"password", *salt = (const uint8_t *)"salt";
    fastpbkdf2_hmac_sha1(password, 8, salt, 4, 4096, out, 20); /* RFC 6070 */
    IS(is_hex(out, "4b007901b765489abead49d926f721d065a429c1"));
    fastpbkdf2_hmac_sha256((const uint8_t *)"passwd", 6, salt, 4, 1, out, 64); /* RFC 7914, section 11 */
    IS(is_hex(out, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                   "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"));
    bramah_options *options = NULL;
    IS(bramah_options_new(&options) == BRAMAH_OK);
    IS(bramah_options_set_bytes(options, "salt", salt, 4) == BRAMAH_OK);
    IS(bramah_options_set_number(options, "iterations", 1000) == BRAMAH_OK);
    IS(bramah_options_set_text(options, "hash", "sha512") == BRAMAH_OK);
    IS(bramah_kdf("pbkdf2", NULL, 0, options, other, 100) == BRAMAH_OK);
    IS(bramah_options_free(&options) == BRAMAH_OK);
    for (size_t threads = 0; threads < 4; threads++) {
        fastpbkdf2_set_threads(threads);
        fastpbkdf2_hmac_sha512(NULL, 0, salt, 4, 1000, out, 100);
        IS(memcmp(out, other, 100) == 0);
    }
    /* the output on the salt */
    memcpy(out, salt, 4);
    fastpbkdf2_hmac_sha512(NULL, 0, out, 4, 1000, out, 100);
    IS(memcmp(out, other, 100) == 0);
}

int main(int argc, char **argv)
{
    IS(argc == 2);
    IS(sizeof(chacha_state) == 128 && sizeof(blake2b_state) == 256);
    IS(chacha_startup() == 0 && blake2b_startup() == 0);
    chacha_in_parts();
    xchacha_is_hchacha_and_chacha();
    blake2b_at_once_and_in_parts(argv[1]);
    pbkdf2();
    return 0;
}
