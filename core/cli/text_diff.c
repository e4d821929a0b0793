/* SPDX-License-Identifier: Apache-2.0 */
#include "text_diff.h"

#include <stdio.h>

#define CONTEXT 3 /* lines around a change */
#define FAR 64    /* lines that are looked ahead for where the texts meet again */

typedef struct {
  char **lines;
  guint n;
  gboolean is_cut; /* the last line has no end */
} Lines;

/* n_before lines from before on become n_after ones. */
typedef struct {
  guint before, n_before, after, n_after;
} Change;

static void
lines_init (Lines *lines, const char *text)
{
  lines->lines = g_strsplit (text, "\n", -1);
  lines->n = g_strv_length (lines->lines);
  lines->is_cut = lines->n > 0 && *lines->lines[lines->n - 1] != '\0';
  lines->n -= lines->n > 0 && !lines->is_cut ? 1 : 0;
}

static gboolean
is_same (const Lines *before, guint i, const Lines *after, guint k)
{
  return i < before->n && k < after->n && g_str_equal (before->lines[i], after->lines[k]) &&
         (before->is_cut && i + 1 == before->n) == (after->is_cut && k + 1 == after->n);
}

/* Sets how many lines of each are passed over until they meet again: the fewest, or all. */
static void
find_meeting (const Lines *before, const Lines *after, Change *change)
{
  for (guint sum = 1; sum <= FAR; sum++)
    for (guint i = 0; i <= sum; i++)
      if (is_same (before, change->before + i, after, change->after + sum - i)) {
        change->n_before = i;
        change->n_after = sum - i;
        return;
      }
  change->n_before = before->n - change->before;
  change->n_after = after->n - change->after;
}

static GArray *
find_changes (const Lines *before, const Lines *after)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));
  for (guint i = 0, k = 0; i < before->n || k < after->n; i++, k++) {
    if (is_same (before, i, after, k))
      continue;
    Change change = {i, 0, k, 0};
    find_meeting (before, after, &change);
    g_array_append_val (changes, change);
    i += change.n_before - 1; /* and one more with the loop, as for k */
    k += change.n_after - 1;
  }
  return changes;
}

static void
print_lines (char sign, const Lines *lines, guint first, guint n)
{
  for (guint i = first; i < first + n; i++) {
    printf ("%c%s\n", sign, lines->lines[i]);
    if (lines->is_cut && i + 1 == lines->n)
      printf ("\\ No newline at end of file\n");
  }
}

/* `3,7`; patch(1) counts lines from 1, but an empty range begins after a line. */
static void
print_range (guint first, guint n)
{
  printf ("%u,%u", n > 0 ? first + 1 : first, n);
}

/* One hunk: n changes, near to each other. */
static void
print_hunk (const Lines *before, const Lines *after, const Change *changes, guint n)
{
  const Change *last = &changes[n - 1];
  guint lead = MIN (changes->before, CONTEXT);
  guint end = MIN (before->n, last->before + last->n_before + CONTEXT);
  guint tail = end - last->before - last->n_before;
  printf ("@@ -");
  print_range (changes->before - lead, end - (changes->before - lead));
  printf (" +");
  print_range (changes->after - lead, last->after + last->n_after + tail - (changes->after - lead));
  printf (" @@\n");
  print_lines (' ', before, changes->before - lead, lead);
  for (guint i = 0; i < n; i++) {
    guint behind = changes[i].before + changes[i].n_before;
    print_lines ('-', before, changes[i].before, changes[i].n_before);
    print_lines ('+', after, changes[i].after, changes[i].n_after);
    print_lines (' ', before, behind, (i + 1 < n ? changes[i + 1].before : end) - behind);
  }
}

void
print_diff (const char *file, const char *before, const char *after)
{
  Lines old, new;
  lines_init (&old, before);
  lines_init (&new, after);
  g_autoptr (GArray) found = find_changes (&old, &new);
  const Change *changes = (const Change *)(gpointer)found->data;
  if (found->len > 0)
    printf ("--- %s\n+++ %s\n", file, file);
  for (guint i = 0, n; i < found->len; i += n) {
    n = 1;
    while (i + n < found->len &&
           changes[i + n].before - changes[i + n - 1].before - changes[i + n - 1].n_before <=
               2 * CONTEXT)
      n++;
    print_hunk (&old, &new, &changes[i], n);
  }
  g_strfreev (old.lines);
  g_strfreev (new.lines);
}
