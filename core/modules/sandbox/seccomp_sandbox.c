/* SPDX-License-Identifier: Apache-2.0 */
/* What code that is run may do: read files, compute, and write to three descriptors that it has
 * from its parent. docs/security.md says so, too. */
#include "sandbox_functions.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

#define WRITES (O_ACCMODE | O_CREAT | O_TRUNC)

/* Those that libseccomp does not know, and other machines' alone, are left out. */
static const char *const ALLOWED[] = {"read",
                                      "pread64",
                                      "readv",
                                      "close",
                                      "fstat",
                                      "fstat64",
                                      "newfstatat",
                                      "fstatat64",
                                      "stat",
                                      "stat64",
                                      "lstat",
                                      "lstat64",
                                      "statx",
                                      "access",
                                      "faccessat",
                                      "faccessat2",
                                      "readlink",
                                      "readlinkat",
                                      "getdents64",
                                      "lseek",
                                      "_llseek",
                                      "mmap",
                                      "mmap2",
                                      "munmap",
                                      "mprotect",
                                      "mremap",
                                      "madvise",
                                      "brk",
                                      "futex",
                                      "futex_time64",
                                      "rt_sigaction",
                                      "rt_sigprocmask",
                                      "rt_sigreturn",
                                      "sigreturn",
                                      "sigaltstack",
                                      "restart_syscall",
                                      "getrandom",
                                      "clock_gettime",
                                      "clock_gettime64",
                                      "clock_getres",
                                      "clock_getres_time64",
                                      "gettimeofday",
                                      "time",
                                      "nanosleep",
                                      "clock_nanosleep",
                                      "clock_nanosleep_time64",
                                      "getpid",
                                      "gettid",
                                      "getppid",
                                      "getuid",
                                      "getuid32",
                                      "geteuid",
                                      "geteuid32",
                                      "getgid",
                                      "getgid32",
                                      "getegid",
                                      "getegid32",
                                      "getcwd",
                                      "uname",
                                      "sched_getaffinity",
                                      "sched_yield",
                                      "getrlimit",
                                      "ugetrlimit",
                                      "getrusage",
                                      "sysinfo",
                                      "exit",
                                      "exit_group",
                                      "dup",
                                      "dup2",
                                      "dup3",
                                      "poll",
                                      "select",
                                      "_newselect",
                                      "pselect6",
                                      "pselect6_time64",
                                      "ppoll",
                                      "ppoll_time64",
                                      "set_robust_list",
                                      "rseq",
                                      "arch_prctl",
                                      "set_thread_area"};

/* Adds call, where the argument-th argument, of which mask counts, is value. 0, or -errno. */
static int
allow_if (scmp_filter_ctx filter, const char *call, unsigned argument, scmp_datum_t mask,
          scmp_datum_t value)
{
  int number = seccomp_syscall_resolve_name (call);
  const struct scmp_arg_cmp condition = {argument, SCMP_CMP_MASKED_EQ, mask, value};
  return number == __NR_SCMP_ERROR
             ? 0
             : seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, number, 1, &condition);
}

static int
allow_calls (scmp_filter_ctx filter)
{
  int fault = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (ALLOWED) && fault == 0; i++) {
    int number = seccomp_syscall_resolve_name (ALLOWED[i]);
    if (number != __NR_SCMP_ERROR)
      fault = seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 0);
  }
  return fault;
}

/* What may be done by some arguments only. */
static int
allow_some (scmp_filter_ctx filter)
{
  static const struct {
    const char *call;
    unsigned argument;
    scmp_datum_t mask, value;
  } SOME[] = {
      {"write", 0, ~0ULL, 1},
      {"write", 0, ~0ULL, 2},
      {"write", 0, ~0ULL, 3},
      {"writev", 0, ~0ULL, 1},
      {"writev", 0, ~0ULL, 2},
      {"writev", 0, ~0ULL, 3},
      {"open", 1, WRITES, O_RDONLY},
      {"openat", 2, WRITES, O_RDONLY},
      {"fcntl", 1, ~0ULL, F_DUPFD},
      {"fcntl", 1, ~0ULL, F_DUPFD_CLOEXEC},
      {"fcntl", 1, ~0ULL, F_GETFD},
      {"fcntl", 1, ~0ULL, F_SETFD},
      {"fcntl", 1, ~0ULL, F_GETFL},
      {"fcntl64", 1, ~0ULL, F_DUPFD},
      {"fcntl64", 1, ~0ULL, F_DUPFD_CLOEXEC},
      {"fcntl64", 1, ~0ULL, F_GETFD},
      {"fcntl64", 1, ~0ULL, F_SETFD},
      {"fcntl64", 1, ~0ULL, F_GETFL},
      {"ioctl", 1, ~0ULL, TCGETS},
      {"ioctl", 1, ~0ULL, FIOCLEX},
      {"prlimit64", 2, ~0ULL, 0}, /* no new limit */
  };
  int fault = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (SOME) && fault == 0; i++)
    fault = allow_if (filter, SOME[i].call, SOME[i].argument, SOME[i].mask, SOME[i].value);
  return fault;
}

/* What the C library does otherwise where the kernel is too old for it. */
static int
refuse_new_calls (scmp_filter_ctx filter)
{
  static const char *const NEW[] = {"clone3", "openat2"};
  int fault = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (NEW) && fault == 0; i++) {
    int number = seccomp_syscall_resolve_name (NEW[i]);
    if (number != __NR_SCMP_ERROR)
      fault = seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), number, 0);
  }
  return fault;
}

static int
export_filter (int descriptor)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ERRNO (EPERM));
  if (filter == NULL)
    return -ENOMEM;
  int fault = allow_calls (filter);
  if (fault == 0)
    fault = allow_some (filter);
  if (fault == 0)
    fault = refuse_new_calls (filter);
  if (fault == 0)
    fault = seccomp_export_bpf (filter, descriptor);
  seccomp_release (filter);
  return fault;
}

__attribute__ ((visibility ("default"))) const SandboxFunctions couplet_sandbox_functions = {
    .export_filter = export_filter,
};
