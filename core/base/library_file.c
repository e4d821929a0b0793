/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr() */
#include <couplet/host/version.h>

#include <dlfcn.h>
#include <stdlib.h>

char *
couplet_library_file (const char *name)
{
  Dl_info info;
  if (dladdr ((void *)couplet_library_file, &info) == 0 || info.dli_fname == NULL)
    return NULL;
  g_autofree char *real = realpath (info.dli_fname, NULL);
  g_autofree char *folder = g_path_get_dirname (real != NULL ? real : info.dli_fname);
  return g_build_filename (folder, name, NULL);
}
