/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/diagnostic.h>

#include <string.h>

#define KEPT_PER_SEVERITY 100
#define QUOTED_BYTES 60
#define LONGEST_COMPARED 64

struct CoupletDiagnostics {
  char *file;
  GArray *kept; /* CoupletDiagnostic */
  guint count[2];
};

static void
clear_diagnostic (gpointer data)
{
  CoupletDiagnostic *diagnostic = data;
  g_free ((char *)diagnostic->message);
}

CoupletDiagnostics *
couplet_diagnostics_new (const char *file)
{
  CoupletDiagnostics *diagnostics = g_new0 (CoupletDiagnostics, 1);
  diagnostics->file = g_strdup (file);
  diagnostics->kept = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  g_array_set_clear_func (diagnostics->kept, clear_diagnostic);
  return diagnostics;
}

void
couplet_diagnostics_free (CoupletDiagnostics *diagnostics)
{
  if (diagnostics == NULL)
    return;
  g_array_unref (diagnostics->kept);
  g_free (diagnostics->file);
  g_free (diagnostics);
}

void
couplet_diagnostics_add (CoupletDiagnostics *diagnostics, CoupletSeverity severity,
                         CoupletPlace place, const char *format, ...)
{
  if (diagnostics->count[severity]++ >= KEPT_PER_SEVERITY)
    return;
  va_list arguments;
  va_start (arguments, format);
  CoupletDiagnostic diagnostic = {severity, diagnostics->file, place,
                                  g_strdup_vprintf (format, arguments)};
  va_end (arguments);
  g_array_append_val (diagnostics->kept, diagnostic);
}

guint
couplet_diagnostics_count (const CoupletDiagnostics *diagnostics, CoupletSeverity severity)
{
  return diagnostics->count[severity];
}

const CoupletDiagnostic *
couplet_diagnostics_get (const CoupletDiagnostics *diagnostics, guint *n)
{
  *n = diagnostics->kept->len;
  return (const CoupletDiagnostic *)(gpointer)diagnostics->kept->data;
}

const char *
couplet_diagnostics_file (const CoupletDiagnostics *diagnostics)
{
  return diagnostics->file;
}

char *
couplet_quote (const char *text, gssize length)
{
  const char *end = text + (length < 0 ? strlen (text) : (gsize)length);
  GString *quoted = g_string_new ("'");
  while (text < end && quoted->len < QUOTED_BYTES) {
    gunichar c = g_utf8_get_char_validated (text, end - text);
    if (c == (gunichar)-1 || c == (gunichar)-2 || g_unichar_iscntrl (c)) {
      g_string_append_printf (quoted, "\\x%02X", (unsigned)(guchar)*text);
      text++;
    } else {
      const char *next = g_utf8_next_char (text);
      g_string_append_len (quoted, text, next - text);
      text = next;
    }
  }
  g_string_append (quoted, text < end ? "...'" : "'");
  return g_string_free (quoted, FALSE);
}

/* Levenshtein distance of two texts of at most LONGEST_COMPARED bytes. */
static guint
edit_distance (const char *a, const char *b)
{
  guint row[LONGEST_COMPARED + 1];
  gsize width = strlen (b);
  for (gsize j = 0; j <= width; j++)
    row[j] = (guint)j;
  for (gsize i = 0; a[i] != '\0'; i++) {
    guint diagonal = row[0];
    row[0] = (guint)i + 1;
    for (gsize j = 0; j < width; j++) {
      guint replaced = diagonal + (g_ascii_tolower (a[i]) != g_ascii_tolower (b[j]));
      diagonal = row[j + 1];
      row[j + 1] = MIN (replaced, 1 + MIN (row[j], row[j + 1]));
    }
  }
  return row[width];
}

const char *
couplet_nearest (const char *text, const char *const *candidates)
{
  const char *nearest = NULL;
  gsize length = strlen (text);
  guint least = (guint)MAX (2, length / 2); /* farther than this is no help */
  if (length > LONGEST_COMPARED)
    return NULL;
  for (; *candidates != NULL; candidates++) {
    if (strlen (*candidates) > LONGEST_COMPARED)
      continue;
    guint distance = edit_distance (text, *candidates);
    if (distance < least || (distance == least && nearest == NULL)) {
      least = distance;
      nearest = *candidates;
    }
  }
  return nearest;
}
