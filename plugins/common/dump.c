/* SPDX-License-Identifier: Apache-2.0 */
#include "dump.h"

#include <couplet/host/output_file.h>
#include <couplet/internal/provenance.h>
#include <couplet/internal/sample.h>

#include <errno.h>
#include <glib/gstdio.h>

#define MOST_FILES 100000
#define LONGEST_NAME 100
#define DIGITS 8 /* of the sum of the content */

char *
dump_name (const char *name)
{
  GString *safe = g_string_new (NULL);
  for (; *name != '\0' && safe->len < LONGEST_NAME; name++)
    g_string_append_c (safe, g_ascii_isalnum (*name) || *name == '-' || *name == '=' ||
                                     (*name == '.' && safe->len > 0)
                                 ? *name
                                 : '_');
  if (safe->len == 0)
    g_string_append (safe, "automaton");
  return g_string_free (safe, FALSE);
}

static gboolean
fail (const char *path, const char *reason, GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "the dump cannot be written: %s: %s",
               path, reason);
  return FALSE;
}

/* Whether path is a file that ends in text; what stands before it says where it comes from. */
static gboolean
has_text (const char *path, const char *text)
{
  g_autofree char *there = NULL;
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) && /* a FIFO would keep it waiting */
         g_file_get_contents (path, &there, NULL, NULL) && g_str_has_suffix (there, text);
}

/* What was read: automaton, or what it was unfolded from. */
static const CoupletAutomaton *
input_of (const CoupletAutomaton *automaton)
{
  return automaton->folded != NULL ? automaton->folded : automaton;
}

/* Where automaton and the run come from, as comments. */
static GString *
make_comments (const CoupletAutomaton *automaton, const char *ending)
{
  GString *comments = g_string_new (NULL);
  const CoupletAutomaton *input = input_of (automaton);
  if (input->origin == NULL)
    return comments;
  g_auto (GStrv) lines =
      couplet_provenance_lines (input->origin, couplet_sampling_to_string (input),
                                couplet_adjacency_to_string (input->adjacency));
  for (char **line = lines; *line != NULL; line += 2)
    g_string_append_printf (comments, "%s %s: %s\n", g_str_equal (ending, "lp") ? "\\" : ";",
                            line[0], line[1]);
  return comments;
}

/* `svt.svt-c=2`: the file that was read, and the parameters. The caller frees it. */
static char *
input_name (CoupletContext *context, const CoupletOrigin *origin)
{
  const char *file = couplet_context_input (context);
  g_autofree char *base = g_path_get_basename (file);
  g_autoptr (GString) name = g_string_new (*file == '\0'             ? file
                                           : g_str_equal (base, "-") ? "stdin"
                                                                     : base);
  for (guint i = 0; origin != NULL && i < origin->n_parameters; i++)
    g_string_append_printf (name, "-%s=%s", origin->parameters[i].name,
                            origin->parameters[i].value);
  return dump_name (name->str);
}

/* Digits that tell problems apart, also those of inputs with one name. The caller frees them. */
static char *
digits_of (const CoupletOrigin *origin, const char *text)
{
  g_autofree char *parameters = origin != NULL ? couplet_origin_parameters (origin) : NULL;
  gboolean known = origin != NULL && origin->sha256 != NULL;
  g_autofree char *all =
      g_strconcat (known ? origin->sha256 : "", parameters != NULL ? parameters : "", text, NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  return g_strndup (sum, DIGITS);
}

gboolean
dump_write (CoupletContext *context, const CoupletAutomaton *automaton, const char *folder,
            const char *problem, const char *ending, const char *text, GError **error)
{
  const CoupletOrigin *origin = input_of (automaton)->origin;
  g_autofree char *input = input_name (context, origin);
  g_autofree char *stage = dump_name (couplet_context_stage (context));
  g_autofree char *digits = digits_of (origin, text);
  g_autoptr (GString) content = make_comments (automaton, ending);
  g_string_append (content, text);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return fail (folder, g_strerror (errno), error);
  for (guint i = 1;; i++) {
    g_autofree char *again = i == 1 ? g_strdup ("") : g_strdup_printf ("-%u", i);
    g_autofree char *path = g_strdup_printf ("%s/%s.%s.%s-%s%s.%s", folder, input, stage, problem,
                                             digits, again, ending);
    /* only a new file, also when several runs write at once */
    int reason = couplet_create_file (path, content->str, content->len);
    if (reason == 0 || (reason == EEXIST && has_text (path, text)))
      return TRUE;
    if (reason != EEXIST)
      return fail (path, g_strerror (reason), error);
    if (i == MOST_FILES)
      return fail (path, "too many files of that name", error);
  }
}
