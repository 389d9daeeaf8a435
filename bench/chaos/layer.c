/* A layer between a server and its files, for LD_PRELOAD: see layer.py.
 *
 * It minds one folder (ROOKERY_LAYER_FOLDER) and does two things with what is done there:
 * it writes it down, together with what is said on sockets (ROOKERY_LAYER_TRACE names the file), and
 * it lets changes fail when the dial says so (ROOKERY_LAYER_DIAL names a file that both sides map).
 *
 * A record is written after a write and before an answer, and both before and after a sync. The trace is appended
 * to by one writev a record, so that its order is an order in which things happened, over all processes: what lies
 * before the begin of a sync was there when the sync began, and an answer did not leave before its record.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 8192
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct record { /* as layer.py's HEAD */
    uint8_t op;
    uint8_t pad[3];
    uint32_t path, data; /* bytes of the path and of the data that follow */
    uint32_t thread;
    int64_t offset;
};

struct dial { /* as layer.py's Dial */
    int32_t armed, error, nth, sticky;
    int64_t seen, struck;
};

static char folder[PATH_MAX];
static size_t folder_length;
static char *files[MOST_FILES]; /* the path of each open file that lies in the folder */
static int trace = -1;
static struct dial *dial;

__attribute__((constructor)) static void begin(void) {
    const char *named = getenv("ROOKERY_LAYER_FOLDER"), *told = getenv("ROOKERY_LAYER_TRACE");
    const char *dialled = getenv("ROOKERY_LAYER_DIAL");
    if (!named)
        return;
    snprintf(folder, sizeof folder, "%s", named);
    folder_length = strlen(folder);
    if (told)
        trace = REAL(open)(told, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (dialled) {
        int fd = REAL(open)(dialled, O_RDWR | O_CLOEXEC);
        dial = fd < 0 ? NULL : mmap(NULL, sizeof *dial, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (dial == MAP_FAILED)
            dial = NULL;
        REAL(close)(fd);
    }
}

static int ours(const char *path) {
    return folder_length && path && !strncmp(path, folder, folder_length) &&
           (path[folder_length] == '/' || !path[folder_length]);
}

static const char *file(int fd) { return fd >= 0 && fd < MOST_FILES ? files[fd] : NULL; }

static void tell(char op, const char *path, int64_t offset, const void *data, size_t size) {
    if (trace < 0)
        return;
    int before = errno;
    struct record head = {.op = (uint8_t)op, .path = (uint32_t)strlen(path), .data = (uint32_t)size, .offset = offset};
    head.thread = (uint32_t)gettid();
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, size}};
    if (REAL(writev)(trace, parts, 3) < 0)
        abort(); /* a trace with a gap proves nothing */
    errno = before;
}

/* Whether this change is to fail; errno says how. */
static int strikes(void) {
    if (!dial || !dial->armed)
        return 0;
    int64_t number = __sync_add_and_fetch(&dial->seen, 1);
    if (!dial->error || number < dial->nth || (number > dial->nth && !dial->sticky))
        return 0;
    __sync_add_and_fetch(&dial->struck, 1);
    errno = dial->error;
    return 1;
}

static int full(void) { return dial && dial->error == ENOSPC; }

static void remember(int fd, const char *path) {
    if (fd < 0 || fd >= MOST_FILES)
        return;
    free(files[fd]);
    files[fd] = path ? strdup(path) : NULL;
}

/* --- files */

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (!ours(path))
        return real(path, flags, mode);
    int writes = (flags & O_ACCMODE) != O_RDONLY, there = !access(path, F_OK);
    if (writes && strikes())
        return -1;
    int fd = real(path, flags, mode);
    if (fd >= 0) {
        remember(fd, path);
        if (!there && (flags & O_CREAT))
            tell('C', path, 0, NULL, 0);
        else if (flags & O_TRUNC)
            tell('T', path, 0, NULL, 0);
    }
    return fd;
}

#define MODE_OF(flags)                                                                                                 \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                                             \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    return opened(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    return opened(REAL(open64), path, flags, mode);
}

int close(int fd) {
    if (file(fd))
        remember(fd, NULL);
    return REAL(close)(fd);
}

/* A disk that is full takes the first half of what does not fit. */
static ssize_t written(int fd, const void *data, size_t size, off_t offset, int placed) {
    const char *path = file(fd);
    if (path && strikes()) {
        if (errno != ENOSPC || size < 2 || dial->nth != dial->seen)
            return -1;
        size /= 2;
    }
    off_t at = placed ? offset : path ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = placed ? REAL(pwrite)(fd, data, size, offset) : REAL(write)(fd, data, size);
    if (path && done > 0)
        tell('W', path, at, data, (size_t)done);
    return done;
}

ssize_t write(int fd, const void *data, size_t size) {
    return file(fd) ? written(fd, data, size, 0, 0) : REAL(write)(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return written(fd, data, size, offset, 1); }

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return written(fd, data, size, offset, 1); }

static int truncated(int fd, off_t size) {
    const char *path = file(fd);
    if (path && strikes())
        return -1;
    int done = REAL(ftruncate)(fd, size);
    if (path && !done)
        tell('T', path, size, NULL, 0);
    return done;
}

int ftruncate(int fd, off_t size) { return truncated(fd, size); }

int ftruncate64(int fd, off64_t size) { return truncated(fd, size); }

static int synced(int fd, int (*real)(int)) {
    const char *path = file(fd);
    if (!path)
        return real(fd);
    if (strikes())
        return -1;
    tell('S', path, 0, NULL, 0);
    int done = real(fd);
    if (!done)
        tell('s', path, 0, NULL, 0);
    return done;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }

int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

/* --- names */

int rename(const char *from, const char *to) {
    if (ours(to) && strikes())
        return -1;
    int done = REAL(rename)(from, to);
    if (!done && ours(to))
        tell('R', from, 0, to, strlen(to));
    return done;
}

int unlink(const char *path) {
    if (ours(path) && !full() && strikes()) /* a full disk lets go of files */
        return -1;
    int done = REAL(unlink)(path);
    if (!done && ours(path))
        tell('U', path, 0, NULL, 0);
    return done;
}

int mkdir(const char *path, mode_t mode) {
    if (ours(path) && strikes())
        return -1;
    int done = REAL(mkdir)(path, mode);
    if (!done && ours(path))
        tell('M', path, 0, NULL, 0);
    return done;
}

/* --- answers */

static void said(int fd, const void *data, size_t size) {
    struct sockaddr_in peer;
    socklen_t length = sizeof peer;
    char address[INET_ADDRSTRLEN + 8], host[INET_ADDRSTRLEN];
    if (trace < 0 || getpeername(fd, (struct sockaddr *)&peer, &length) || peer.sin_family != AF_INET)
        return;
    inet_ntop(AF_INET, &peer.sin_addr, host, sizeof host);
    snprintf(address, sizeof address, "%s:%d", host, ntohs(peer.sin_port));
    tell('N', address, 0, data, size);
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    said(fd, data, size);
    return REAL(send)(fd, data, size, flags);
}

ssize_t sendto(int fd, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
    said(fd, data, size);
    return REAL(sendto)(fd, data, size, flags, to, length);
}
