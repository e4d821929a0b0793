/* SPDX-License-Identifier: Apache-2.0 */
#include "object_file.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is looked at of a file. Its program headers mostly stand at its beginning, which is read at
 * once. */
typedef struct {
  int descriptor;
  guint64 size;
  gsize n_read;
  char beginning[4096];
} ObjectFile;

/* Copies n bytes of file at offset at to data; FALSE where it has no such bytes. */
static gboolean
copy_bytes (const ObjectFile *file, guint64 at, gpointer data, gsize n)
{
  if (at > file->size || file->size - at < n)
    return FALSE;
  if (at > file->n_read || file->n_read - at < n)
    return pread (file->descriptor, data, n, (off_t)at) == (gssize)n;
  memcpy (data, file->beginning + at, n);
  return TRUE;
}

static const char *
segments_fault (const ObjectFile *file, const ElfW (Ehdr) * header)
{
  for (guint i = 0; i < header->e_phnum; i++) {
    ElfW (Phdr) segment;
    guint64 at = (guint64)i * header->e_phentsize;
    if (header->e_phentsize < sizeof segment || header->e_phoff > file->size ||
        !copy_bytes (file, header->e_phoff + at, &segment, sizeof segment))
      return "truncated: its program headers are missing";
    if (segment.p_filesz > file->size || segment.p_offset > file->size - segment.p_filesz)
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

static const char *
content_fault (const ObjectFile *file)
{
  ElfW (Ehdr) header;
  if (!copy_bytes (file, 0, &header, sizeof header) ||
      memcmp (header.e_ident, ELFMAG, SELFMAG) != 0)
    return "not a shared object";
  if (header.e_type != ET_DYN)
    return "not a shared object, but another kind of ELF file";
  const char *fault = segments_fault (file, &header);
  return fault != NULL ? fault : sections_fault (&header, file->size);
}

const char *
elf_fault (const char *path)
{
  struct stat status;
  ObjectFile file;
  if (stat (path, &status) != 0)
    return g_strerror (errno);
  if (!S_ISREG (status.st_mode))
    return "not a regular file";
  file.descriptor = open (path, O_RDONLY | O_CLOEXEC);
  if (file.descriptor < 0)
    return g_strerror (errno);
  file.size = (guint64)status.st_size;
  gssize n = read (file.descriptor, file.beginning, sizeof file.beginning);
  file.n_read = n > 0 ? (gsize)n : 0;
  const char *fault = content_fault (&file);
  (void)close (file.descriptor); /* only read */
  return fault;
}
