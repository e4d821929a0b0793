/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create() */
#include "sandbox.h"

#include "module.h"
#include "sandbox_functions.h"

#include <couplet/internal/context.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

/* Writes the filter, and lets nobody write any more. 0, or errno. */
static int
fill (int file, const SandboxFunctions *functions)
{
  int fault = functions->export_filter (file);
  if (fault != 0)
    return -fault;
  return fcntl (file, F_ADD_SEALS, SEALS) == 0 ? 0 : errno;
}

int
sandbox_open_filter (GError **error)
{
  const SandboxFunctions *functions = module_functions (SANDBOX_MODULE, SANDBOX_SYMBOL, NULL);
  if (functions == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "the sandbox was left out when Couplet was built (libseccomp)");
    return -1;
  }
  if (prctl (PR_GET_SECCOMP, 0, 0, 0, 0) < 0 && errno == EINVAL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
                 "the kernel has no filters of system calls (seccomp)");
    return -1;
  }
  int file = memfd_create ("couplet-sandbox", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  int fault = file < 0 ? errno : fill (file, functions);
  if (fault == 0)
    return file;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN,
               "the filter of system calls cannot be made: %s", g_strerror (fault));
  if (file >= 0)
    close (file);
  return -1;
}
