/* SPDX-License-Identifier: Apache-2.0 */
#include "object_file.h"

#include <object_file.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *
segments_fault (FILE *file, const ElfW (Ehdr) * header, guint64 size)
{
  for (guint i = 0; i < header->e_phnum; i++) {
    ElfW (Phdr) segment;
    guint64 at = header->e_phoff + (guint64)i * header->e_phentsize;
    if (header->e_phentsize < sizeof segment || at > size || size - at < sizeof segment ||
        fseeko (file, (off_t)at, SEEK_SET) != 0 || fread (&segment, sizeof segment, 1, file) != 1)
      return "truncated: its program headers are missing";
    if (segment.p_filesz > size || segment.p_offset > size - segment.p_filesz)
      return "truncated: a segment reaches beyond its end";
  }
  return NULL;
}

/* Linkers write the section headers last, and loading needs none of them: only
 * they tell that debugging sections were cut off. */
static const char *
sections_fault (const ElfW (Ehdr) * header, guint64 size)
{
  guint64 length = (guint64)header->e_shnum * header->e_shentsize;
  if (header->e_shoff > size || length > size - header->e_shoff)
    return "truncated: its section headers are missing";
  return NULL;
}

const char *
elf_fault (const char *path)
{
  struct stat status;
  ElfW (Ehdr) header;
  if (stat (path, &status) != 0)
    return g_strerror (errno);
  if (!S_ISREG (status.st_mode))
    return "not a regular file";
  FILE *file = fopen (path, "rbe");
  if (file == NULL)
    return g_strerror (errno);
  const char *fault = NULL;
  if (fread (&header, sizeof header, 1, file) != 1 || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0)
    fault = "not a shared object";
  else if (header.e_type != ET_DYN)
    fault = "not a shared object, but another kind of ELF file";
  else
    fault = segments_fault (file, &header, (guint64)status.st_size);
  if (fault == NULL)
    fault = sections_fault (&header, (guint64)status.st_size);
  (void)fclose (file); /* only read */
  return fault;
}
