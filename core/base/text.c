/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/text.h>

#include <string.h>

#define QUOTED_BYTES 60
#define LONGEST_COMPARED 64

/* ---- Showing ---------------------------------------------------------------------------- */

/* Whether a terminal might obey c rather than show it. */
static gboolean
is_command (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_FORMAT: /* turns the direction of writing */
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
is_printable_ascii (const char *text)
{
  while (g_ascii_isprint (*text))
    text++;
  return *text == '\0';
}

char *
couplet_make_visible (const char *text)
{
  if (is_printable_ascii (text))
    return g_strdup (text);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *visible = g_string_new (NULL);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);
    if (is_command (c))
      g_string_append_c (visible, '?');
    else
      g_string_append_unichar (visible, c);
  }
  return g_string_free (visible, FALSE);
}

char *
couplet_quote (const char *text, gssize length)
{
  const char *end = text + (length < 0 ? strlen (text) : (gsize)length);
  GString *quoted = g_string_new ("'");
  while (text < end && quoted->len < QUOTED_BYTES) {
    gunichar c = g_utf8_get_char_validated (text, end - text);
    if (c == (gunichar)-1 || c == (gunichar)-2 || is_command (c)) {
      g_string_append_printf (quoted, "\\x%02X", (unsigned)(guchar)*text);
      text++; /* the other bytes of a character follow by themselves */
    } else {
      const char *next = g_utf8_next_char (text);
      g_string_append_len (quoted, text, next - text);
      text = next;
    }
  }
  g_string_append (quoted, text < end ? "...'" : "'");
  return g_string_free (quoted, FALSE);
}

/* ---- The nearest name -------------------------------------------------------------------- */

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

char *
couplet_suggest (const char *name)
{
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  return quoted != NULL ? g_strdup_printf ("; did you mean %s?", quoted) : g_strdup ("");
}

char *
couplet_did_you_mean (const char *text, const char *const *candidates)
{
  return couplet_suggest (couplet_nearest (text, candidates));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* More names are not listed. */
#define MOST_CHOICES 40

char *
couplet_choose_from (const char *text, const char *const *candidates)
{
  char *near = couplet_did_you_mean (text, candidates);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  if (*near != '\0' || *candidates == NULL)
    return near;
  g_free (near);
  for (; *candidates != NULL; candidates++)
    g_ptr_array_add (names, (gpointer)*candidates);
  g_ptr_array_sort (names, compare_texts);
  g_autoptr (GString) list = g_string_new ("; choose from ");
  guint n = 0;
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    if (i > 0 && g_str_equal (name, names->pdata[i - 1]))
      continue;
    g_autofree char *visible = couplet_make_visible (n < MOST_CHOICES ? name : "...");
    if (n <= MOST_CHOICES)
      g_string_append_printf (list, "%s%s", n > 0 ? ", " : "", visible);
    n++;
  }
  return g_string_free (g_steal_pointer (&list), FALSE);
}
