/*
 * Tests fastpbkdf2.c, whose functions are compiled under the names alone_..., with the vectors and beside the library, whose
 * functions have their own names: test FILE, the file of vectors.
 */
#define _XOPEN_SOURCE 700
#include <bramah.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

typedef void derivation(const uint8_t *, size_t, const uint8_t *, size_t, uint32_t, uint8_t *, size_t);
derivation alone_sha1, alone_sha256, alone_sha512, fastpbkdf2_hmac_sha1, fastpbkdf2_hmac_sha256, fastpbkdf2_hmac_sha512;

static const struct {
    const char *name;
    size_t digest;
    derivation *alone, *library;
} FUNCTIONS[] = {{"sha1", 20, alone_sha1, fastpbkdf2_hmac_sha1}, {"sha256", 32, alone_sha256, fastpbkdf2_hmac_sha256},
    {"sha512", 64, alone_sha512, fastpbkdf2_hmac_sha512}};

static void fail(int line, const char *what)
{
    fprintf(stderr, "fastpbkdf2/test.c:%d: %s\n", line, what);
    exit(1);
}
#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static size_t unhex(const char *text, uint8_t *bytes, size_t room)
{
    size_t len = 0;
    unsigned byte;
    for (; len < room && text[0] != ' ' && sscanf(text, "%2x", &byte) == 1; text += 2)
        bytes[len++] = (uint8_t)byte;
    return len;
}

/* RFC 6070 and what else the file has. */
static void vectors(const char *path)
{
    static char line[65536];
    static uint8_t password[512], salt[512], wanted[512], out[512];
    size_t found = 0;
    FILE *file = fopen(path, "r");
    IS(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "kdf name=pbkdf2 ", 16) != 0)
            continue;
        const char *p = strstr(line, " password="), *s = strstr(line, " salt="), *o = strstr(line, " output=");
        const char *n = strstr(line, " iterations="), *h = strstr(line, " hash=");
        for (size_t f = 0; f < 3; f++) {
            size_t len = strlen(FUNCTIONS[f].name);
            if (!h || !n || !o || strncmp(h + 6, FUNCTIONS[f].name, len) != 0 || strcspn(h + 6, " \n") != len)
                continue;
            size_t npw = p ? unhex(p + 10, password, sizeof password) : 0, nsalt = s ? unhex(s + 6, salt, sizeof salt) : 0;
            size_t nout = unhex(o + 8, wanted, sizeof wanted);
            FUNCTIONS[f].alone(password, npw, salt, nsalt, (uint32_t)strtoul(n + 12, NULL, 10), out, nout);
            IS(memcmp(out, wanted, nout) == 0);
            found++;
        }
    }
    fclose(file);
    IS(found >= 4);
}

/* All lengths around a block of the password, salts and outputs of none to many blocks. */
static void beside_the_library(void)
{
    static uint8_t password[300], salt[300], one[1000], other[1000];
    for (size_t i = 0; i < 300; i++) {
        password[i] = (uint8_t)(7 * i + 1);
        salt[i] = (uint8_t)(13 * i + 5);
    }
    for (size_t f = 0; f < 3; f++) {
        for (size_t npw = 0; npw < 300; npw += npw > 60 && npw < 132 ? 1 : 9) {
            for (size_t nsalt = 0; nsalt < 300; nsalt += nsalt > 40 && nsalt < 70 ? 3 : 31) {
                const size_t nout = 1 + (31 * npw + 7 * nsalt) % 900;
                const uint32_t iterations = (uint32_t)(1 + (npw + nsalt) % 4);
                memset(one, 0, sizeof one);
                memset(other, 0, sizeof other);
                FUNCTIONS[f].alone(npw > 0 ? password : NULL, npw, nsalt > 0 ? salt : NULL, nsalt, iterations, one, nout);
                FUNCTIONS[f].library(password, npw, salt, nsalt, iterations, other, nout);
                IS(memcmp(one, other, sizeof one) == 0);
            }
        }
        for (size_t nout = 1; nout <= 9 * FUNCTIONS[f].digest; nout++) {
            FUNCTIONS[f].alone(password, 20, salt, 16, 3, one, nout);
            FUNCTIONS[f].library(password, 20, salt, 16, 3, other, nout);
            IS(memcmp(one, other, nout) == 0);
        }
    }
}

static ucontext_t here, there;
static uint8_t secret[32], key[640];
static size_t function, blocks;

static void on_the_other_stack(void)
{
    FUNCTIONS[function].alone(secret, sizeof secret, (const uint8_t *)"salt", 4, 50, key, blocks * FUNCTIONS[function].digest);
}

/* Returns whether eight bytes are anywhere in memory. */
static int has(const uint8_t *memory, size_t len, const uint8_t *bytes)
{
    for (size_t i = 0; i + 8 <= len; i++)
        if (memcmp(memory + i, bytes, 8) == 0)
            return 1;
    return 0;
}

/* A stack of its own has no part of the password or the key after the call, nor of either as a word in memory. */
static void nothing_is_left_on_the_stack(void)
{
    static uint8_t stack[1 << 17];
    for (size_t i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)(i * i * 37 + 11 * i + 3);
    for (function = 0; function < 3; function++) {
        for (blocks = 1; blocks <= 9; blocks++) {
            memset(stack, 0x5a, sizeof stack);
            IS(getcontext(&there) == 0);
            there.uc_stack.ss_sp = stack;
            there.uc_stack.ss_size = sizeof stack;
            there.uc_link = &here;
            makecontext(&there, on_the_other_stack, 0);
            IS(swapcontext(&here, &there) == 0);
            for (size_t i = 0; i + 8 <= sizeof secret; i += 8) {
                uint8_t padded[8];
                for (size_t k = 0; k < 8; k++)
                    padded[k] = secret[i + k] ^ 0x36;
                IS(!has(stack, sizeof stack, secret + i) && !has(stack, sizeof stack, padded));
            }
            for (size_t i = 0; i + 8 <= blocks * FUNCTIONS[function].digest; i += 8) {
                uint8_t turned[8], halves[8];
                for (size_t k = 0; k < 8; k++) {
                    turned[k] = key[i + 7 - k];
                    halves[k] = key[i + (k ^ 3)];
                }
                IS(!has(stack, sizeof stack, key + i) && !has(stack, sizeof stack, turned) && !has(stack, sizeof stack, halves));
            }
        }
    }
}

int main(int argc, char **argv)
{
    IS(argc == 2);
    vectors(argv[1]);
    beside_the_library();
    nothing_is_left_on_the_stack();
    return 0;
}
