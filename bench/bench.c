/* bench: measures the same primitive of many providers, interleaved.
 * See README.md and ours.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    const char *backend; /* what ours is to be limited to, or "" */
    int given, used;     /* by NAME=FILE, not found by run.sh; in any row */
    const char *renews;  /* the modes that it has with a key for each message */
    char name[64];
    void *(*open)(const char *, const char *, const char *);
    int (*run)(void *, const unsigned char *, unsigned char *, size_t);
    void (*close)(void *);
} prov;

typedef struct {
    const char *alg, *mode, *dir;
    size_t block; /* message sizes are rounded up to a multiple */
    size_t out;   /* bytes of output compared; 0: message length */
    int aead;     /* bytes of tag after the ciphertext */
    size_t each;  /* nonzero: a batch of messages of so many bytes */
    double kdf;   /* nonzero: unit count per run, sizes below */
    size_t ksize[3];
} row;

#define MAXLEN ((size_t)8 << 20)
#define MAXROW 2048
static row rows[MAXROW];
static int nrows;

static row *next_row(void)
{
    if (nrows == MAXROW) {
        fprintf(stderr, "bench: more than %d rows\n", MAXROW);
        exit(2);
    }
    return &rows[nrows++];
}
static void add(const char *alg, const char *mode, const char *dir,
                size_t block, size_t out, int aead)
{
    *next_row() = (row){alg, mode, dir, block, out, aead, 0, 0, {0}};
}
static void addk(const char *alg, const char *mode, double units, size_t a,
                 size_t b)
{
    *next_row() = (row){alg, mode, "-", 1, 0, 0, 0, units, {a, b, 0}};
}
static void addmany(const char *alg, size_t digest, size_t each)
{
    char *mode = malloc(32);
    snprintf(mode, 32, "many=%zu", each);
    *next_row() = (row){alg, mode, "-", each, digest, 0, each, 0, {0}};
}

#define MAXLIST 32
/* "25,32,1024" -> numbers; -1 if it is no such list or too long */
static int numbers(const char *s, size_t *v)
{
    int n = 0;
    do {
        char *end;
        if (n == MAXLIST || *s < '0' || *s > '9')
            return -1;
        v[n++] = strtoul(s, &end, 0);
        if (*end && *end != ',')
            return -1;
        s = *end ? end + 1 : NULL;
    } while (s);
    return n;
}

static void table(const size_t *each, int neach)
{
    static const struct { const char *n; size_t o; } h[] = {
        {"blake-224", 28}, {"blake-256", 32}, {"blake-384", 48},
        {"blake-512", 64}, {"blake2b", 64}, {"blake2s", 32}, {"blake3", 32},
        {"groestl-256", 32}, {"groestl-512", 64}, {"jh-256", 32},
        {"jh-512", 64}, {"kupyna-256", 32}, {"kupyna-512", 64}, {"md5", 16},
        {"sha1", 20}, {"sha224", 28}, {"sha256", 32}, {"sha384", 48},
        {"sha512", 64}, {"sha512-256", 32}, {"sha3-256", 32},
        {"sha3-512", 64}, {"shake128", 32}, {"shake256", 64},
        {"skein-256", 32}, {"skein-512", 64}, {"skein-1024", 128},
        {"sm3", 32}, {"streebog-256", 32}, {"streebog-512", 64},
        {"whirlpool", 64}, {"md4", 16}, {"ripemd128", 16}, {"ripemd160", 20},
        {"ripemd256", 32}, {"ripemd320", 40}, {"tiger", 24}, {"tiger2", 24},
        {"gost94-cryptopro", 32}, {"blake2bp", 64}, {"blake2sp", 32},
        {"turboshake128", 32}, {"parallelhash128", 32}, {"kt128", 32},
    };
    for (size_t i = 0; i < sizeof h / sizeof *h; i++) {
        add(h[i].n, "hash", "-", 1, h[i].o, 0);
        for (int k = 0; k < neach; k++)
            addmany(h[i].n, h[i].o, each[k]);
    }

    /* a: AEAD and MAC modes too (128-bit block ciphers) */
    static const struct { const char *n; size_t b; int a; } c[] = {
        {"aes-128", 16, 1}, {"aes-192", 16, 1}, {"aes-256", 16, 1},
        {"rijndael-160", 20, 0}, {"rijndael-192", 24, 0},
        {"rijndael-224", 28, 0}, {"rijndael-256", 32, 0},
        {"anubis-128", 16, 1}, {"anubis-256", 16, 1}, {"aria-128", 16, 1},
        {"aria-256", 16, 1}, {"blowfish", 8, 0}, {"cast-128", 8, 0},
        {"cast-256", 16, 1}, {"3des", 8, 0}, {"idea", 8, 0}, {"magma", 8, 0},
        {"camellia-128", 16, 1}, {"camellia-256", 16, 1},
        {"kalyna-128-128", 16, 1}, {"kalyna-128-256", 16, 1},
        {"kalyna-256-256", 32, 0}, {"kalyna-256-512", 32, 0},
        {"kalyna-512-512", 64, 0}, {"kuznyechik", 16, 1},
        {"mars-256", 16, 1}, {"seed", 16, 1}, {"serpent-256", 16, 1},
        {"shacal-2", 32, 0}, {"sm4", 16, 1}, {"threefish-256", 32, 0},
        {"threefish-512", 64, 0}, {"threefish-1024", 128, 0},
        {"twofish-256", 16, 1}, {"xtea", 8, 0},
    };
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        const char *n = c[i].n;
        size_t b = c[i].b;
        add(n, "ecb", "enc", b, 0, 0);
        add(n, "ecb", "dec", b, 0, 0);
        add(n, "new-ecb", "enc", b, 0, 0);
        add(n, "cbc", "enc", b, 0, 0);
        add(n, "cbc", "dec", b, 0, 0);
        add(n, "ctr", "enc", b, 0, 0);
        if (c[i].a) {
            add(n, "xts", "enc", b, 0, 0);
            add(n, "xts", "dec", b, 0, 0);
        }
        add(n, "cfb", "enc", b, 0, 0);
        add(n, "cfb", "dec", b, 0, 0);
        add(n, "ofb", "enc", b, 0, 0);
        if (c[i].a) {
            static const char *am[] = {"gcm", "ocb", "eax", "ccm"};
            for (int k = 0; k < 4; k++) {
                add(n, am[k], "enc", 1, 0, 16);
                add(n, am[k], "dec", 1, 0, 16);
            }
            add(n, "cmac", "-", 1, b, 0);
            add(n, "gmac", "-", 1, 16, 0);
            if (!strncmp(n, "aes-", 4)) {
                if (strcmp(n, "aes-192")) {
                    add(n, "gcm-siv", "enc", 1, 0, 16);
                    add(n, "gcm-siv", "dec", 1, 0, 16);
                }
                /* providers differ in the order of tag and ciphertext */
                add(n, "siv", "enc", 1, 0, 16);
                add(n, "kw", "enc", 8, 0, 8);
                add(n, "kw", "dec", 8, 0, 8);
            }
        } else {
            add(n, "cmac", "-", 1, b, 0);
        }
    }

    static const char *s[] = {"chacha8", "chacha12", "chacha20", "xchacha20",
                              "salsa8", "salsa12", "salsa20", "xsalsa20"};
    for (size_t i = 0; i < sizeof s / sizeof *s; i++)
        add(s[i], "stream", "enc", 1, 0, 0);
    static const struct { const char *n; int t; } a[] = {
        {"chacha20-poly1305", 16}, {"xchacha20-poly1305", 16},
        {"xaes-256-gcm", 16}, {"aegis-128l", 32}, {"aegis-128x2", 32},
        {"aegis-128x4", 32}, {"aegis-256", 32}, {"aegis-256x2", 32},
        {"aegis-256x4", 32}, {"ascon-aead128", 16}, {"deoxys-ii-128", 16},
        {"deoxys-ii-256", 16},
    };
    for (size_t i = 0; i < sizeof a / sizeof *a; i++) {
        add(a[i].n, "aead", "enc", 1, 0, a[i].t);
        add(a[i].n, "aead", "dec", 1, 0, a[i].t);
    }
    add("hmac-sha1", "mac", "-", 1, 20, 0);
    add("hmac-sha256", "mac", "-", 1, 32, 0);
    add("hmac-sha512", "mac", "-", 1, 64, 0);
    add("poly1305", "mac", "-", 1, 16, 0);

    /* a key for each message */
    static const char *aes[] = {"aes-128", "aes-256"};
    for (int i = 0; i < 2; i++) {
        add(aes[i], "new-ctr", "enc", 1, 0, 0);
        add(aes[i], "new-gcm", "enc", 1, 0, 16);
    }
    add("chacha20", "new-stream", "enc", 1, 0, 0);
    add("chacha20-poly1305", "new-aead", "enc", 1, 0, 16);
    add("hmac-sha256", "new-mac", "-", 1, 32, 0);

    addk("pbkdf2-sha1", "c=4096", 20, 20, 80);
    addk("pbkdf2-sha256", "c=4096", 32, 32, 128);
    addk("pbkdf2-sha512", "c=4096", 64, 64, 256);
    addk("scrypt", "n=16384,r=8,p=1", 1, 64, 0);
    addk("scrypt", "n=16384,r=8,p=16", 1, 64, 0);
    addk("scrypt", "n=16384,r=8,p=16,mt", 1, 64, 0);
    static const char *g[] = {"argon2i", "argon2d", "argon2id"};
    for (int i = 0; i < 3; i++) {
        addk(g[i], "t=3,m=1024,p=1", 1, 32, 0);
        addk(g[i], "t=3,m=65536,p=1", 1, 32, 0);
        addk(g[i], "t=3,m=65536,p=4", 1, 32, 0);
        addk(g[i], "t=3,m=65536,p=4,mt", 1, 32, 0);
        addk(g[i], "t=1000,m=4096,p=4", 1, 32, 0);
        addk(g[i], "t=1000,m=4096,p=4,mt", 1, 32, 0);
    }
}

/* --- time ------------------------------------------------------------- */

/* An interval is the greater of two: wall time less the time this thread stood
 * runnable in the queue, and the process's CPU time.  The first is too short
 * only where the provider's own threads held the core, the second only where a
 * guest's kernel corrects it for steal time in lumps. */
static int statfd = -1, wallonly;
static double waited(void)
{
    char buf[96], *p;
    ssize_t n;
    if (statfd < 0 || wallonly || (n = pread(statfd, buf, sizeof buf - 1, 0)) <= 0)
        return 0;
    buf[n] = 0;
    p = strchr(buf, ' ');
    return p ? 1e-9 * (double)strtoull(p, NULL, 10) : 0;
}
static double wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
typedef struct {
    double wall, cpu;
} tick;
/* The order of the readings matters: losing the core between them must
 * lengthen the interval, never shorten it. */
static tick start(void)
{
    tick t = {wall(), 0};
    t.wall -= waited();
    t.cpu = cpu_time();
    return t;
}
static double since(tick t0)
{
    double c = cpu_time() - t0.cpu, w = waited();
    w = wall() - w - t0.wall;
    return wallonly || w > c ? w : c;
}

/* A chain of dependent one-cycle adds: seconds per 1e6 of them. */
static double adds(void)
{
    tick t = start();
#if defined __x86_64__
    uint64_t n = 10000, a = 1, b = 3;
    __asm__ volatile("1:\n\t"
                     ".rept 100\n\tadd %2, %1\n\t.endr\n\t"
                     "dec %0\n\tjnz 1b"
                     : "+r"(n), "+r"(a)
                     : "r"(b)
                     : "cc");
#elif defined __aarch64__
    uint64_t n = 10000, a = 1, b = 3;
    __asm__ volatile("1:\n\t"
                     ".rept 100\n\tadd %1, %1, %2\n\t.endr\n\t"
                     "subs %0, %0, #1\n\tb.ne 1b"
                     : "+r"(n), "+r"(a)
                     : "r"(b)
                     : "cc");
#endif
    return since(t);
}

static void pin(int cpu)
{
    cpu_set_t s;
    CPU_ZERO(&s);
    if (cpu >= 0)
        CPU_SET(cpu, &s);
    else
        for (int i = 0; i < CPU_SETSIZE; i++)
            CPU_SET(i, &s);
    if (sched_setaffinity(0, sizeof s, &s) && cpu >= 0)
        fprintf(stderr, "bench: cannot pin to cpu %d: %s\n", cpu,
                strerror(errno));
}

/* a list of globs: "sha*:md5" */
static int match(const char *globs, const char *s)
{
    char buf[4096];
    snprintf(buf, sizeof buf, "%s", globs);
    for (char *p = strtok(buf, ";:"); p; p = strtok(NULL, ";:"))
        if (!fnmatch(p, s, 0))
            return 1;
    return 0;
}

#define MAXP 64
static prov provs[MAXP];
static int np;

static int load(const char *arg)
{
    const char *eq = strchr(arg, '='), *file = eq ? eq + 1 : arg;
    const char *at = eq ? strrchr(eq, '@') : NULL;
    char path[4096];
    if (at && strchr(at, '/'))
        at = NULL; /* of a folder's name */
    snprintf(path, sizeof path, "%.*s", (int)(at ? (size_t)(at - file) : strlen(file)), file);
    if (np == MAXP) {
        fprintf(stderr, "bench: more than %d providers\n", MAXP);
        return -1;
    }
    prov *p = &provs[np];
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        fprintf(stderr, "bench: %s\n", dlerror());
        return -1;
    }
    const char *(*nm)(void) = (const char *(*)(void))dlsym(so, "bramah_bench_provider");
    *(void **)&p->open = dlsym(so, "bramah_bench_open");
    *(void **)&p->run = dlsym(so, "bramah_bench_run");
    *(void **)&p->close = dlsym(so, "bramah_bench_close");
    p->renews = (const char *)dlsym(so, "bramah_bench_new");
    if (!p->open || !p->run || !p->close) {
        fprintf(stderr, "bench: %s lacks the functions of ours.h\n", path);
        return -1;
    }
    p->backend = at ? at + 1 : "";
    p->given = eq && !strstr(path, "-native.so");
    if (eq)
        snprintf(p->name, sizeof p->name, "%.*s", (int)(eq - arg), arg);
    else
        snprintf(p->name, sizeof p->name, "%.63s", nm ? nm() : path);
    return ++np;
}

static void *open_row(const prov *p, const char *alg, const char *mode, const char *dir)
{
    char name[256];
    snprintf(name, sizeof name, *p->backend ? "%s@%s" : "%s", alg, p->backend);
    if (!strncmp(mode, "new-", 4) && !(p->renews && strstr(p->renews, mode)))
        return NULL;
    return p->open(name, mode, dir);
}

typedef struct {
    int p;
    void *ctx;
    size_t each; /* nonzero: single messages in a loop, for want of a batch */
    long n;
    double best;
    int nt;
    double *t; /* every repetition's, for the median */
} cand;

static int by_time(const void *a, const void *b)
{
    double x = ((const cand *)a)->best, y = ((const cand *)b)->best;
    return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* One run of the row: a batch by a provider without batches is its
 * single-message function called in a loop. */
static inline int once(const cand *c, const unsigned char *in,
                       unsigned char *out, size_t len, size_t digest)
{
    int (*run)(void *, const unsigned char *, unsigned char *, size_t) = provs[c->p].run;
    if (!c->each)
        return run(c->ctx, in, out, len);
    int rc = 0;
    for (size_t i = 0; i < len; i += c->each, out += digest)
        rc |= run(c->ctx, in + i, out, c->each);
    return rc;
}

static void hex(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", p[i]);
}

/* What a table made of the output has to name: when, on what, by which
 * options.  Providers go by their file's name; where it lies says nothing. */
static void describe(int argc, char **argv, int first)
{
    static const char *const want[] = {"avx2", "avx512f", "avx512_vbmi", "sha_ni", "sha512", "aes", "vaes",
                                       "vpclmulqdq", "gfni", "bmi2", "sha2", "sha3"};
    static const char *const keys[] = {"model name", "cpu family", "model", "flags", "Features"};
    char line[16384], val[5][16384] = {"", "", "", "", ""};
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f) && *line != '\n') {
        char *colon = strchr(line, ':');
        if (!colon)
            continue;
        size_t n = (size_t)(colon - line);
        while (n && (line[n - 1] == '\t' || line[n - 1] == ' '))
            n--;
        for (int i = 0; i < 5; i++)
            if (strlen(keys[i]) == n && !strncmp(keys[i], line, n))
                snprintf(val[i], sizeof val[i], "%.*s%s", (int)strcspn(colon + 2, "\n"), colon + 2,
                         i < 3 ? "" : " ");
    }
    if (f)
        fclose(f);
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("# date %s\n# cpu %s, family %s, model %s;", date, *val[0] ? val[0] : "unknown",
           *val[1] ? val[1] : "?", *val[2] ? val[2] : "?");
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        for (int v = 3; v < 5; v++)
            for (char *p = val[v]; (p = strstr(p, want[i])); p++)
                if ((p == val[v] || p[-1] == ' ') && p[strlen(want[i])] == ' ') {
                    printf(" %s", want[i]);
                    break;
                }
    if (getenv("BRAMAH_BACKEND"))
        printf("\n# backend %s", getenv("BRAMAH_BACKEND"));
    printf("\n# command run.sh");
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *slash = strrchr(a, '/'), *eq = strchr(a, '=');
        if (i < first) {
            printf(strpbrk(a, "*?[:; ") ? " '%s'" : " %s", a);
        } else if (eq) {
            const char *base = slash && slash > eq ? slash + 1 : eq + 1;
            if (!strstr(a, "-native.so")) /* of run.sh, like those without a name */
                printf(" %.*s=%s", (int)(eq - a), a, base);
        }
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *algs = "*", *modes = "*", *ps = "*", *sizes = "64,1024,16384,1048576", *each = "25,32,1024";
    int reps = 21, cpu = 0, check = 0, list = 0, c;
    double slice = 0.010, kdfcap = 2.0;
    while ((c = getopt(argc, argv, "a:m:p:s:n:r:t:c:k:Clh")) != -1)
        switch (c) {
        case 'a': algs = optarg; break;
        case 'm': modes = optarg; break;
        case 'p': ps = optarg; break;
        case 's': sizes = optarg; break;
        case 'n': each = optarg; break;
        case 'r': reps = atoi(optarg); break;
        case 't': slice = atof(optarg) / 1000; break;
        case 'c': cpu = atoi(optarg); break;
        case 'k': kdfcap = atof(optarg); break;
        case 'C': check = 1; break;
        case 'l': list = 1; break;
        default:
            fprintf(stderr,
                    "usage: bench [-a ALG] [-m MODE-DIR] [-p PROVIDER] (globs, "
                    "':' or ';' between several)\n"
                    "  [-s SIZE,...] [-n LEN,... messages of a batch] [-r REPS] [-t MS per rep] [-c CPU] [-k S: "
                    "time cap of a slow KDF per provider]\n"
                    "  [-C compare outputs instead of timing] [-l list the "
                    "table] [NAME=]PROVIDER.so ...\n");
            return 2;
        }
    size_t eachv[MAXLIST], sizev[MAXLIST];
    int neach = numbers(each, eachv), nsize = numbers(sizes, sizev);
    for (int i = 0; i < neach; i++)
        if (!eachv[i] || eachv[i] > MAXLEN)
            neach = -1;
    for (int i = 0; i < nsize; i++)
        if (!sizev[i] || sizev[i] > MAXLEN)
            nsize = -1;
    if (neach < 0 || nsize < 0 || reps < 1 || slice <= 0) {
        fprintf(stderr,
                "bench: -s and -n take up to %d lengths of 1 to %zu bytes, "
                "-r and -t a positive number\n", MAXLIST, MAXLEN);
        return 2;
    }
    table(eachv, neach);
    statfd = open("/proc/thread-self/schedstat", O_RDONLY);
    pin(cpu);
    for (int i = optind; i < argc; i++)
        if (load(argv[i]) < 0)
            return 2; /* a comparison without one that was asked for misleads */
    if (!np && !list) {
        fprintf(stderr, "bench: no providers given\n");
        return 2;
    }

    unsigned char *in, *out, *ref;
    size_t cap = 2 * MAXLEN + 4096, ocap = cap; /* a batch's length is rounded up */
    for (int i = 0; i < neach; i++) {
        size_t need = (MAXLEN / eachv[i] + 1) * 128 + 4096;
        if (need > ocap)
            ocap = need;
    }
    if (posix_memalign((void **)&in, 4096, cap) ||
        posix_memalign((void **)&out, 4096, ocap) ||
        posix_memalign((void **)&ref, 4096, ocap)) {
        fprintf(stderr, "bench: no memory\n");
        return 1;
    }
    uint32_t lcg = 12345;
    for (size_t i = 0; i < cap; i++) {
        lcg = lcg * 1664525 + 1013904223;
        in[i] = (unsigned char)(lcg >> 24);
    }
    memset(out, 0, ocap);
    memset(ref, 0, ocap);
    unsigned char *plain = malloc(cap);
    memcpy(plain, in, cap);

    double clockhz = 0;
    for (int i = 0; i < 200; i++) {
        double t = adds();
        if (t > 0 && 1e6 / t > clockhz)
            clockhz = 1e6 / t;
    }
    if (!list && !check) {
        describe(argc, argv, optind);
        printf("# clock %.3f GHz (dependent adds)\n", clockhz / 1e9);
        printf("alg\tmode\tsize\tprovider\tMB/s\tratio_to_best\tcpb\tunit\tmedian\tmsgs/s\thow\n");
    }

    int bad = 0;
    for (int r = 0; r < nrows; r++) {
        row *w = &rows[r];
        char md[64];
        snprintf(md, sizeof md, "%s%s%s", w->mode, *w->dir == '-' ? "" : "-",
                 *w->dir == '-' ? "" : w->dir);
        if (!match(algs, w->alg) || !match(modes, md))
            continue;
        if (list) {
            printf("%s\t%s\n", w->alg, md);
            continue;
        }
        int mt = w->kdf && strlen(w->mode) > 3 &&
                 !strcmp(w->mode + strlen(w->mode) - 3, ",mt");
        if (mt) {
            pin(-1);
            wallonly = 1;
        }
        cand cs[MAXP];
        int nc = 0;
        for (int i = 0; i < np; i++) {
            if (!match(ps, provs[i].name))
                continue;
            void *ctx = open_row(&provs[i], w->alg, w->mode, w->dir);
            size_t loop = 0;
            if (!ctx && w->each) {
                ctx = open_row(&provs[i], w->alg, "hash", w->dir);
                loop = w->each;
            }
            if (!ctx)
                continue;
            provs[i].used = 1;
            cs[nc++] = (cand){i, ctx, loop, 1, 1e99, 0, malloc((size_t)reps * sizeof(double))};
            if (!cs[nc - 1].t) {
                fprintf(stderr, "bench: no memory\n");
                return 1;
            }
        }
        size_t list_[MAXLIST];
        int nl = 0;
        if (w->kdf) {
            for (int i = 0; i < 3 && w->ksize[i]; i++)
                list_[nl++] = w->ksize[i];
        } else {
            for (int i = 0; i < nsize; i++) {
                size_t v = (sizev[i] + w->block - 1) / w->block * w->block;
                int seen = 0; /* two sizes may be rounded to one */
                for (int j = 0; j < nl; j++)
                    seen |= list_[j] == v;
                if (!seen)
                    list_[nl++] = v;
            }
        }
        for (int k = 0; nc && k < nl; k++) {
            size_t len = list_[k];
            memcpy(in, plain, len + 16);
            if (w->aead && !strcmp(w->dir, "dec")) {
                /* a valid ciphertext from whichever provider encrypts */
                int got = 0;
                for (int i = 0; i < np && !got; i++) {
                    void *e = open_row(&provs[i], w->alg, w->mode, "enc");
                    if (!e)
                        continue;
                    got = provs[i].run(e, plain, out, len) == 0;
                    provs[i].close(e);
                }
                if (!got)
                    continue;
                memcpy(in, out, len + (size_t)w->aead);
            }
            size_t msgs = w->each ? len / w->each : 1;
            size_t olen = w->kdf ? len : w->out ? w->out * msgs : len;
            if (w->aead && !strcmp(w->dir, "enc"))
                olen += (size_t)w->aead;
            if (check) {
                int first = 1;
                for (int i = 0; i < nc; i++) {
                    memset(out, 0xAA, olen);
                    int rc = once(&cs[i], in, out, len, w->out);
                    if (rc) {
                        printf("%s\t%s\t%zu\t%s\tFAILED rc=%d\n", w->alg, md,
                               len, provs[cs[i].p].name, rc);
                        bad++;
                        continue;
                    }
                    if (first) {
                        memcpy(ref, out, olen);
                        first = 0;
                        printf("%s\t%s\t%zu\t%s\tref ", w->alg, md, len,
                               provs[cs[i].p].name);
                        hex(out + (olen > 16 ? olen - 16 : 0), olen > 16 ? 16 : olen);
                        printf("\n");
                    } else {
                        int same = !memcmp(ref, out, olen);
                        printf("%s\t%s\t%zu\t%s\t%s", w->alg, md, len,
                               provs[cs[i].p].name, same ? "same" : "DIFFERS ");
                        if (!same) {
                            bad++;
                            hex(out + (olen > 16 ? olen - 16 : 0), olen > 16 ? 16 : olen);
                            if (w->each) {
                                size_t k = 0;
                                while (ref[k] == out[k])
                                    k++;
                                printf(" from message %zu", k / w->out);
                            }
                        }
                        printf("\n");
                    }
                    fflush(stdout);
                }
                continue;
            }
            for (int i = 0; i < nc; i++) {
                prov *p = &provs[cs[i].p];
                cs[i].best = 1e99;
                cs[i].nt = 0;
                if (once(&cs[i], in, out, len, w->out)) {
                    fprintf(stderr, "bench: %s %s %s %zu failed\n", p->name,
                            w->alg, md, len);
                    p->close(cs[i].ctx);
                    free(cs[i].t);
                    cs[i--] = cs[--nc];
                    continue;
                }
                long n = 1;
                double t;
                for (;;) {
                    tick t0 = start();
                    for (long j = 0; j < n; j++)
                        once(&cs[i], in, out, len, w->out);
                    t = since(t0);
                    if (t >= slice / 4 || n > (1L << 40))
                        break;
                    n = t > slice / 64 ? (long)((double)n * slice / 3 / t) + 1 : n * 8;
                }
                n = (long)((double)n * slice / t);
                cs[i].n = n < 1 ? 1 : n;
            }
            /* the clock of this row: over a long run a shared machine's moves */
            double lead = 1e99, rowhz = mt ? clockhz : 0;
            for (int q = 0; q < reps; q++) {
                if (!mt)
                    for (int i = 0; i < 2; i++) {
                        double t = adds();
                        if (t > 0 && 1e6 / t > rowhz)
                            rowhz = 1e6 / t;
                    }
                for (int i = 0; i < nc; i++) {
                    /* three are enough for a slow KDF and for the hopeless */
                    if (q >= 3 && ((w->kdf && cs[i].best * q > kdfcap) ||
                                   cs[i].best > 8 * lead))
                        continue;
                    tick t0 = start();
                    for (long j = 0; j < cs[i].n; j++)
                        once(&cs[i], in, out, len, w->out);
                    double t = since(t0) / (double)cs[i].n;
                    cs[i].t[cs[i].nt++] = t;
                    if (t < cs[i].best)
                        cs[i].best = t;
                    if (t < lead)
                        lead = t;
                }
            }
            if (rowhz > clockhz)
                clockhz = rowhz;
            qsort(cs, (size_t)nc, sizeof *cs, by_time);
            for (int i = 0; i < nc; i++) {
                double t = cs[i].best, med = median(cs[i].t, cs[i].nt), u, cost;
                const char *unit = "MB/s";
                if (w->kdf > 1) /* PBKDF2: iterations of one block */
                    u = cost = 4096.0 * ceil((double)len / w->kdf), unit = "iter/s";
                else if (w->kdf)
                    u = cost = 1, unit = "ops/s";
                else
                    u = (double)len / 1e6, cost = (double)len;
                printf("%s\t%s\t%zu\t%s\t%.*f\t%.3f\t%.*f\t%s\t%.*f\t%.0f\t%s\n",
                       w->alg, md, len, provs[cs[i].p].name,
                       w->kdf > 1 ? 0 : w->kdf ? 3 : 1, u / t, cs[0].best / t,
                       w->kdf ? 1 : 3, rowhz * t / cost, unit,
                       w->kdf > 1 ? 0 : w->kdf ? 3 : 1, u / med,
                       (double)msgs / t,
                       !w->each ? "-" : cs[i].each ? "loop" : "batch");
            }
            fflush(stdout);
        }
        for (int i = 0; i < nc; i++) {
            provs[cs[i].p].close(cs[i].ctx);
            free(cs[i].t);
        }
        if (mt) {
            pin(cpu);
            wallonly = 0;
        }
    }
    if (!list && !check)
        printf("# clock %.3f GHz (dependent adds)\n", clockhz / 1e9);
    if (check)
        printf("# %d differences\n", bad);
    for (int i = 0; i < np && !list; i++)
        if (provs[i].given && !provs[i].used && match(ps, provs[i].name)) {
            fprintf(stderr, "bench: %s has none of these rows%s%s\n", provs[i].name,
                    *provs[i].backend ? ", or no backend " : "", provs[i].backend);
            bad = 1;
        }
    return bad != 0;
}
