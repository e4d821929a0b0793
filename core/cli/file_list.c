/* SPDX-License-Identifier: Apache-2.0 */
#include "file_list.h"

#include <string.h>

#define LARGEST_LIST 1024 /* MiB */

gboolean
file_list_open (FileList *list, const char *file, GError **error)
{
  CoupletSource source;
  *list = (FileList){.file = file};
  if (!couplet_source_read_bytes (&source, file, LARGEST_LIST, NULL, error)) {
    g_prefix_error (error, "--files-from %s: ", file);
    return FALSE;
  }
  list->text = (char *)source.data;
  list->length = source.length;
  list->separator = memchr (list->text, '\0', list->length) != NULL ? '\0' : '\n';
  return TRUE;
}

void
file_list_clear (FileList *list)
{
  g_clear_pointer (&list->text, g_free);
}

/* Ends the name at list->at and goes after it. */
static char *
take_name (FileList *list)
{
  char *name = list->text + list->at;
  char *end = memchr (name, list->separator, list->length - list->at);
  if (end == NULL)
    end = list->text + list->length; /* where the text ends in a NUL */
  list->at = (gsize)(end - list->text) + 1;
  list->number++;
  *end = '\0';
  if (list->separator == '\n' && end > name && list->at <= list->length && end[-1] == '\r')
    end[-1] = '\0';
  return name;
}

const char *
file_list_next (FileList *list)
{
  while (list->at < list->length) {
    const char *name = take_name (list);
    if (*name != '\0')
      return name;
  }
  return NULL;
}
