/* SPDX-License-Identifier: Apache-2.0 */
/* Damaged files: every byte string is either read into an automaton or refused
 * with an error; nothing crashes or leaks (run under the sanitizers too).
 * COUPLET_TEST_MUTANTS makes it longer. */
#include "environment.h"
#include "dot_reader.h"
#include "json_reader.h"

#include <couplet/host.h>

#include <stdio.h>
#include <string.h>

#include "unit.h"

#define DEFAULT_MUTANTS 30000

typedef gboolean (*ReadFunction) (const CoupletSource *source, CoupletBuilder *builder,
                                  CoupletDiagnostics *diagnostics);

static void
read_once (ReadFunction read, const GString *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("mutant");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletSource source = {"mutant", text->str, text->len};
  gboolean whole = read (&source, builder, diagnostics);
  g_autoptr (CoupletAutomaton) automaton = whole ? couplet_builder_finish (builder) : NULL;
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  if ((automaton == NULL) == (errors > 0))
    return;
  fprintf (stderr, "%u errors, %s automaton, for:\n%s\n", errors, automaton ? "an" : "no",
           text->str);
  fail ();
}

/* Deletes, doubles, flips, inserts or moves some bytes. */
static void
mutate (GString *text, GRand *random)
{
  gssize at = g_rand_int_range (random, 0, (gint32)text->len);
  gssize length = g_rand_int_range (random, 1, 12);
  length = MIN (length, (gssize)text->len - at);
  g_autofree char *piece = g_strndup (text->str + at, (gsize)length);
  switch (g_rand_int_range (random, 0, 6)) {
  case 0:
    g_string_erase (text, at, length);
    break;
  case 1:
    g_string_insert_len (text, at, piece, length);
    break;
  case 2:
    text->str[at] = (char)(text->str[at] ^ (1 << g_rand_int_range (random, 0, 8)));
    break;
  case 3:
    g_string_insert_c (text, at, (char)g_rand_int_range (random, 0, 256));
    break;
  case 4:
    g_string_truncate (text, (gsize)at + 1);
    break;
  default:
    g_string_insert_len (text, g_rand_int_range (random, 0, (gint32)text->len), piece, length);
  }
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
read_mutants (ReadFunction read, const char *folder, const char *extension)
{
  guint n = environment_number ("COUPLET_TEST_MUTANTS", DEFAULT_MUTANTS);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GPtrArray) seeds = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  assert_non_null (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    char *text;
    if (g_str_has_suffix (name, extension) && g_file_get_contents (path, &text, NULL, NULL))
      g_ptr_array_add (seeds, text);
  }
  /* the same mutants on every machine */
  g_ptr_array_sort (seeds, compare_texts);
  assert_true (seeds->len > 5);
  for (guint i = 0; i < n; i++) {
    g_autoptr (GString) text = g_string_new (g_ptr_array_index (seeds, i % seeds->len));
    for (int steps = g_rand_int_range (random, 0, 6); steps > 0 && text->len > 0; steps--)
      mutate (text, random);
    read_once (read, text);
  }
}

static gboolean
read_json (const CoupletSource *source, CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  return json_read_automaton (NULL, source, builder, diagnostics);
}

static void
test_damaged_json (void **state)
{
  read_mutants (read_json, *state, ".json");
}

static void
test_damaged_dot (void **state)
{
  read_mutants (dot_read_automaton, *state, ".dot");
}

/* A failed parse must not spoil the next one. */
static void
test_dot_after_a_syntax_error (void **state)
{
  (void)state;
  g_autoptr (GString) bad = g_string_new ("digraph { a -> -> b \"");
  g_autoptr (GString) good =
      g_string_new ("digraph { a [initial=true, d=1]; a -> b [output=s, assign=x]; }");
  for (guint i = 0; i < 3; i++) {
    read_once (dot_read_automaton, bad);
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("good");
    g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
    CoupletSource source = {"good", good->str, good->len};
    assert_true (dot_read_automaton (&source, builder, diagnostics));
    g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
    assert_non_null (automaton);
  }
}

/* cgraph gives the graph up by itself, in the midst of a subgraph's edge. */
static void
test_dot_that_ends_within_a_subgraph (void **state)
{
  (void)state;
  g_autoptr (GString) text =
      g_string_new ("digraph { a [d=1]; { b [d=1]; c [d=2]; a -> c [guard=k, label=m]; "
                    "a -> a [guard=z, label=\"");
  read_once (dot_read_automaton, text);
}

int
main (int argc, char **argv)
{
  assert_int_equal (argc, 2);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate (test_damaged_json, argv[1]),
      cmocka_unit_test_prestate (test_damaged_dot, argv[1]),
      cmocka_unit_test (test_dot_after_a_syntax_error),
      cmocka_unit_test (test_dot_that_ends_within_a_subgraph),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
