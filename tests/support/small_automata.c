/* SPDX-License-Identifier: Apache-2.0 */
#include "small_automata.h"

#include <stdio.h>

static void
add_state_once (CoupletBuilder *builder, GHashTable *known, const char *name, const char *d)
{
  if (!g_hash_table_add (known, g_strdup (name)))
    return;
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (d)};
  gboolean first = g_hash_table_size (known) == 1;
  CoupletStateSpec state = {.name = COUPLET_TEXT (name),
                            .input = COUPLET_TEXT (first ? "public" : "private"),
                            .d = &noise,
                            .n_d = 1,
                            .d_fresh = COUPLET_TEXT (d)};
  if (first)
    couplet_builder_set_initial (builder, COUPLET_TEXT (name), (CoupletPlace){0, 0});
  couplet_builder_add_state (builder, &state);
}

static void
add_line (CoupletBuilder *builder, GHashTable *known, const char *line, const char *d)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autofree char *guard = g_str_equal (words[2], "true")
                               ? g_strdup ("true")
                               : g_strdup_printf ("insample %s x", words[2]);
  CoupletText x = COUPLET_TEXT ("x");
  add_state_once (builder, known, words[0], d);
  add_state_once (builder, known, words[1], d);
  CoupletTransitionSpec transition = {.from = COUPLET_TEXT (words[0]),
                                      .to = COUPLET_TEXT (words[1]),
                                      .guard = COUPLET_TEXT (guard),
                                      .output = COUPLET_TEXT (words[3]),
                                      .assign = &x,
                                      .n_assign = words[4] != NULL ? 1 : 0};
  couplet_builder_add_transition (builder, &transition);
}

CoupletAutomaton *
small_automaton (const char *d, const char *const *lines)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("small");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (; *lines != NULL; lines++)
    add_line (builder, known, *lines, d);
  return couplet_builder_finish (builder);
}
