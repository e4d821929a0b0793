/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into runs whose coverage is measured: a process that leaves by _exit() writes its
 * counters, too. gcov writes those of each shared object by a function that its ends have. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*EndFunction) (void);

/* Runs what an object of the build in folder has for its end. */
static int
end_object (struct dl_phdr_info *info, size_t size, void *folder)
{
  (void)size;
  const char *name = info->dlpi_name[0] != '\0' ? info->dlpi_name : folder; /* the program itself */
  const EndFunction *functions = NULL;
  size_t n = 0;
  if (strncmp (name, folder, strlen (folder)) != 0)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
      continue;
    const ElfW (Dyn) *entry = (const ElfW (Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_FINI_ARRAY)
        functions = (const EndFunction *)(info->dlpi_addr + entry->d_un.d_ptr);
      if (entry->d_tag == DT_FINI_ARRAYSZ)
        n = entry->d_un.d_val / sizeof (EndFunction);
    }
  }
  while (functions != NULL && n > 0)
    functions[--n]();
  return 0;
}

/* True of the programs that are measured, not of those that run beside them. */
static int
is_measured (const char *folder)
{
  char program[4096];
  ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
  return length > 0 && strncmp (program, folder, strlen (folder)) == 0;
}

__attribute__ ((visibility ("default"), noreturn)) void
_exit (int status)
{
  void (*real) (int) = (void (*) (int))dlsym (RTLD_NEXT, "_exit");
  char *folder = getenv ("COUPLET_COVERAGE_BUILD");
  if (folder != NULL && is_measured (folder))
    dl_iterate_phdr (end_object, folder);
  real (status);
  abort (); /* not reached */
}
