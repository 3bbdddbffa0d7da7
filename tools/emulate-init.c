/* The first and only program of tools/emulate.sh's guest: runs the test, sends out what it writes, stops.
 *
 * Output goes to Bochs's debug port, a byte an instruction: a serial line at its true pace would cost
 * more emulated time than most tests. A line of \001B comes before the output, \001E and the status after. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void put(const char *text, size_t length)
{
    while (length--) outb((unsigned char)*text++, 0xe9);
}

/* The strings of a file, each ended by a zero byte. */
static char **strings(const char *path, char *room, size_t size, char **list, int most)
{
    int n = 0, file = open(path, O_RDONLY);
    size_t had = 0;
    ssize_t got;
    while (had < size && (got = read(file, room + had, size - had)) > 0) had += got;
    for (char *at = room; at < room + had && n < most; at += strlen(at) + 1) list[n++] = at;
    list[n] = 0;
    close(file);
    return list;
}

int main(void)
{
    static char args[1 << 16], env[1 << 16], cwd[4096], buffer[1 << 16], *argv[1025], *envp[1025], *where[2];
    char line[64], last = '\n';
    int out[2], status = 0;
    ssize_t got;

    iopl(3);
    mount("proc", "/proc", "proc", 0, 0);
    mount("sysfs", "/sys", "sysfs", 0, 0);
    mount("devtmpfs", "/dev", "devtmpfs", 0, 0);
    mount("tmpfs", "/dev/shm", "tmpfs", 0, 0);
    strings("/emulate/args", args, sizeof args - 1, argv, 1024);
    strings("/emulate/env", env, sizeof env - 1, envp, 1024);
    strings("/emulate/cwd", cwd, sizeof cwd - 1, where, 1);

    put("\001B\n", 3);
    if (pipe(out)) return 1;
    pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_RDWR), 0);
        dup2(out[1], 1);
        dup2(out[1], 2);
        close(out[0]);
        close(out[1]);
        if (chdir(where[0])) perror(where[0]);
        execve("/emulate/program", argv, envp);
        perror("exec");
        _exit(127);
    }
    close(out[1]);
    while ((got = read(out[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) put(buffer, got), last = buffer[got - 1];
    waitpid(child, &status, 0);
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (last != '\n') put("\n", 1);
    put(line, snprintf(line, sizeof line, "\001E %d\n", code));
    for (const char *at = "Shutdown"; *at; at++) outb(*at, 0x8900);
    for (;;) pause();
}
