/* SPDX-License-Identifier: Apache-2.0 */
/* Faults of the system, loaded with LD_PRELOAD. COUPLET_FAULT is NAME:N:WHAT[:WHERE]: at the N-th
 * call of NAME in a process (`any`: of whichever function stands here)
 *   NUMBER       the call fails with that errno
 *   signal=S     the process gets signal S, and the call goes on
 *   size=BYTES   the file that COUPLET_FAULT_FILE names gets that size, and the call goes on
 *   clock=S      the clocks are S seconds ahead from then on (monotonic ones never go back)
 *   full         the disk is full from then on: NAME is `disk`, which is whatever makes a file
 * longer WHERE is `child`: not in the first process, and each process that it forks begins to count
 * anew. When it has happened, the file that COUPLET_FAULT_FIRED names is made. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wpedantic" /* dlsym() returns functions as objects */

static char fault_name[32], fault_what[32];
static long fault_at;
static int fault_in_child;
static pid_t first_process, counting_process;
static atomic_long calls;
static atomic_long clock_ahead; /* seconds */

__attribute__ ((constructor)) static void
read_fault (void)
{
  char where[16] = "";
  const char *text = getenv ("COUPLET_FAULT");
  first_process = counting_process = getpid ();
  if (text == NULL || sscanf (text, "%31[a-z0-9_]:%ld:%31[a-z0-9=-]:%15s", fault_name, &fault_at,
                              fault_what, where) < 3)
    fault_name[0] = '\0';
  fault_in_child = strcmp (where, "child") == 0;
}

static void
note_that_it_happened (void)
{
  const char *path = getenv ("COUPLET_FAULT_FIRED");
  if (path == NULL)
    return;
  long file = syscall (SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0)
    syscall (SYS_close, file);
}

/* Whether it happens at this call of name. */
static int
is_due (const char *name)
{
  if (fault_name[0] == '\0' || (strcmp (name, fault_name) != 0 && strcmp ("any", fault_name) != 0))
    return 0;
  pid_t process = getpid ();
  if (fault_in_child && process == first_process)
    return 0;
  if (process != counting_process) {
    counting_process = process;
    if (fault_in_child)
      atomic_store (&calls, 0);
  }
  return atomic_fetch_add (&calls, 1) + 1 == fault_at;
}

/* Whether a call that makes a file longer finds no room. Pipes and terminals always have some. */
static int
finds_no_room (int file)
{
  struct stat about;
  if (strcmp (fault_name, "disk") != 0 || syscall (SYS_fstat, file, &about) != 0 ||
      !S_ISREG (about.st_mode) || atomic_fetch_add (&calls, 1) + 1 < fault_at)
    return 0;
  note_that_it_happened ();
  errno = ENOSPC;
  return 1;
}

/* Whether this call of name is to fail; then errno is set. */
static int
fails (const char *name)
{
  int old = errno;
  long number;
  if (!is_due (name))
    return 0;
  note_that_it_happened ();
  if (sscanf (fault_what, "signal=%ld", &number) == 1)
    syscall (SYS_kill, getpid (), number);
  else if (sscanf (fault_what, "size=%ld", &number) == 1) {
    if (truncate (getenv ("COUPLET_FAULT_FILE"), number) != 0)
      abort ();
  } else if (sscanf (fault_what, "clock=%ld", &number) == 1)
    atomic_store (&clock_ahead, number);
  else {
    errno = atoi (fault_what);
    return 1;
  }
  errno = old;
  return 0;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): names and lists of parameters stand in none */
/* The function that name has in the library that it comes from, as the type of name. */
#define NEXT(name) ((__typeof__ (&name))dlsym (RTLD_NEXT, #name))

#define FAULTY_IF(type, failed, fault, name, parameters, arguments)                                \
  type name parameters                                                                             \
  {                                                                                                \
    static __typeof__ (&name) next;                                                                \
    if (next == NULL)                                                                              \
      next = NEXT (name);                                                                          \
    return (fault) ? (failed) : next arguments;                                                    \
  }
#define FAULTY(type, failed, name, parameters, arguments)                                          \
  FAULTY_IF (type, failed, fails (#name), name, parameters, arguments)
/* NOLINTEND(bugprone-macro-parentheses) */
/* What makes the file of a descriptor longer. */
#define FAULTY_GROWTH(type, name, parameters, arguments)                                           \
  FAULTY_IF (type, -1, finds_no_room (file) || fails (#name), name, parameters, arguments)

FAULTY (ssize_t, -1, read, (int file, void *data, size_t size), (file, data, size))
FAULTY (ssize_t, -1, pread, (int file, void *data, size_t size, off_t at), (file, data, size, at))
FAULTY (ssize_t, -1, pread64, (int file, void *data, size_t size, off64_t at),
        (file, data, size, at))
FAULTY_GROWTH (ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
FAULTY_GROWTH (ssize_t, pwrite, (int file, const void *data, size_t size, off_t at),
               (file, data, size, at))
FAULTY_GROWTH (ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at),
               (file, data, size, at))
FAULTY (pid_t, -1, fork, (void), ())
FAULTY (int, -1, pipe, (int files[2]), (files))
FAULTY (int, -1, pipe2, (int files[2], int flags), (files, flags))
FAULTY (int, -1, memfd_create, (const char *name, unsigned flags), (name, flags))
FAULTY_GROWTH (int, ftruncate, (int file, off_t size), (file, size))
FAULTY_GROWTH (int, ftruncate64, (int file, off64_t size), (file, size))
FAULTY (int, -1, rename, (const char *from, const char *to), (from, to))
FAULTY (int, -1, fsync, (int file), (file))
FAULTY (int, -1, fdatasync, (int file), (file))
FAULTY (int, -1, unlink, (const char *path), (path))
FAULTY (int, -1, fflush, (FILE * file), (file))
FAULTY (size_t, 0, fwrite, (const void *data, size_t size, size_t n, FILE *file),
        (data, size, n, file))
FAULTY (int, EOF, fputs, (const char *text, FILE *file), (text, file))
FAULTY (int, -1, stat, (const char *path, struct stat *about), (path, about))
FAULTY (int, -1, fstat, (int file, struct stat *about), (file, about))
FAULTY (int, -1, poll, (struct pollfd * files, nfds_t n, int wait), (files, n, wait))
FAULTY (pid_t, -1, waitpid, (pid_t process, int *status, int options), (process, status, options))
FAULTY (int, -1, waitid, (idtype_t kind, id_t process, siginfo_t *about, int options),
        (kind, process, about, options))
FAULTY (int, -1, lstat, (const char *path, struct stat *about), (path, about))
FAULTY (int, -1, access, (const char *path, int mode), (path, mode))
FAULTY (int, -1, linkat,
        (int from_folder, const char *from, int to_folder, const char *to, int flags),
        (from_folder, from, to_folder, to, flags))
FAULTY (int, -1, fchmod, (int file, mode_t mode), (file, mode))
FAULTY (int, -1, fchown, (int file, uid_t user, gid_t group), (file, user, group))
FAULTY (off_t, -1, lseek, (int file, off_t at, int from), (file, at, from))
FAULTY (int, -1, dup2, (int file, int other), (file, other))
FAULTY (char *, NULL, realpath, (const char *path, char *real), (path, real))
FAULTY (DIR *, NULL, opendir, (const char *path), (path))
FAULTY (FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
FAULTY (int, -1, socketpair, (int family, int type, int protocol, int files[2]),
        (family, type, protocol, files))
FAULTY (ssize_t, -1, send, (int file, const void *data, size_t size, int flags),
        (file, data, size, flags))
FAULTY (int, -1, setrlimit, (__rlimit_resource_t what, const struct rlimit *limit), (what, limit))
FAULTY (int, -1, madvise, (void *at, size_t size, int advice), (at, size, advice))
FAULTY (int, EOF, puts, (const char *text), (text))
FAULTY (void *, NULL, dlopen, (const char *file, int mode), (file, mode))
FAULTY (void *, MAP_FAILED, mmap,
        (void *at, size_t size, int protection, int flags, int file, off_t offset),
        (at, size, protection, flags, file, offset))

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  if (fails ("clock_gettime"))
    return -1;
  long result = syscall (SYS_clock_gettime, clock, now);
  long ahead = atomic_load (&clock_ahead);
  int goes_back = ahead < 0 && clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE;
  now->tv_sec += goes_back ? 0 : ahead;
  return (int)result;
}

/* Those with a mode after their flags. */
#define FAULTY_OPEN(name)                                                                          \
  int name (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    va_list rest;                                                                                  \
    va_start (rest, flags);                                                                        \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (rest, mode_t) : 0;                \
    va_end (rest);                                                                                 \
    return fails ("open") ? -1 : NEXT (name) (path, flags, mode);                                  \
  }

/* NOLINTBEGIN(clang-analyzer-valist.Uninitialized): va_start is not seen within a macro */
FAULTY_OPEN (open)
FAULTY_OPEN (open64)
/* NOLINTEND(clang-analyzer-valist.Uninitialized) */

/* Allocation: not through dlsym(), which allocates itself. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the library's own names */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *data, size_t size);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

void *
malloc (size_t size)
{
  return fails ("malloc") ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return fails ("malloc") ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *data, size_t size)
{
  return fails ("malloc") ? NULL : __libc_realloc (data, size);
}
