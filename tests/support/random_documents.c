/* SPDX-License-Identifier: Apache-2.0 */
#include "random_documents.h"

static const char *const THRESHOLDS[] = {"x", "y_2", "Long_Name"};
/* A state is called by one of these, in turn, and its number. */
static const char *const NAMES[] = {"q", "\\u00e9", "a b", "\\\"", "\\\\"};

typedef struct {
  GRand *random;
  GString *text;
  guint n_thresholds;
  gboolean shared;
} Generator;

static guint
pick (Generator *g, guint n)
{
  return (guint)g_rand_int_range (g->random, 0, (gint32)n);
}

static void
append_noise (Generator *g)
{
  static const char *const values[] = {"1",    "0.1",      "\"1/3\"",  "2.5e-1",
                                       "3e40", "\"none\"", "\"7/22\"", "12345678901234567890123"};
  g_string_append (g->text, values[pick (g, G_N_ELEMENTS (values))]);
}

static void
append_state (Generator *g, guint index)
{
  g_string_append_printf (g->text, "%s{\"name\": \"%s%u\"", index > 0 ? ", " : "",
                          NAMES[index % G_N_ELEMENTS (NAMES)], index);
  g_string_append (g->text, pick (g, 3) == 0 ? ", \"input\": \"public\", \"d\": " : ", \"d\": ");
  if (!g->shared && pick (g, 2) == 0) {
    g_string_append_c (g->text, '{');
    for (guint v = 0; v < g->n_thresholds; v++) {
      g_string_append_printf (g->text, "%s\"%s\": ", v > 0 ? ", " : "", THRESHOLDS[v]);
      append_noise (g);
    }
    g_string_append_c (g->text, '}');
  } else
    append_noise (g);
  g_string_append (g->text, ", \"d_fresh\": ");
  append_noise (g);
  g_string_append_printf (g->text, "%s%s}", pick (g, 3) == 0 ? ", \"mu\": -0.5" : "",
                          pick (g, 3) == 0 ? ", \"mu_fresh\": \"1/7\"" : "");
}

static void
append_from_to (Generator *g, guint from, guint to)
{
  g_string_append_printf (g->text, "%s{\"from\": \"%s%u\", \"to\": \"%s%u\"", from > 0 ? ",\n" : "",
                          NAMES[from % G_N_ELEMENTS (NAMES)], from,
                          NAMES[to % G_N_ELEMENTS (NAMES)], to);
}

static void
append_output (Generator *g)
{
  static const char *const symbols[] = {"bot",   "top",       "\\u22a5",
                                        "fresh", "insample'", "a \\\"b\\\""};
  guint kind = pick (g, 4);
  if (kind > 0)
    g_string_append_printf (g->text, ", \"output\": \"%s\"",
                            symbols[pick (g, G_N_ELEMENTS (symbols))]);
  else if (g->shared || g->n_thresholds == 1)
    g_string_append (g->text, ", \"output\": \"insample\"");
  else
    g_string_append_printf (g->text, ", \"output\": \"insample(%s)\"",
                            THRESHOLDS[pick (g, g->n_thresholds)]);
}

/* Literals on some thresholds, joined by one operator. */
static void
append_guard (Generator *g, GString *guard)
{
  guint first = pick (g, g->n_thresholds);
  gboolean conjunction = g->shared || pick (g, 2) == 0;
  for (guint v = first; v < g->n_thresholds; v++)
    g_string_append_printf (guard, "%s%sinsample %s %s", v > first ? " " : "",
                            v == first ? "" : (conjunction ? "&& " : "|| "),
                            pick (g, 2) == 0 ? "<" : ">=", THRESHOLDS[v]);
}

/* Two transitions with contradictory guards, the second only sometimes. */
static void
append_branches (Generator *g, guint from, guint n_states)
{
  g_autoptr (GString) guard = g_string_new (NULL);
  append_guard (g, guard);
  append_from_to (g, from, 1 + pick (g, n_states - 1));
  append_output (g);
  g_string_append_printf (g->text, ", \"guard\": \"%s\"%s}", guard->str,
                          pick (g, 3) == 0 ? ", \"assign\": \"x\"" : "");
  if (g->shared || pick (g, 2) == 0)
    return;
  append_from_to (g, from, 1 + pick (g, n_states - 1));
  append_output (g);
  g_string_append_printf (g->text, ", \"guard\": \"!(%s)\"}", guard->str);
}

/* The first transitions assign all thresholds: at once (shared), or in turn. */
static guint
append_assignments (Generator *g)
{
  if (g->shared) {
    append_from_to (g, 0, 1);
    g_string_append (g->text, ", \"output\": \"start\", \"assign\": [");
    for (guint v = g->n_thresholds; v-- > 0;)
      g_string_append_printf (g->text, "\"%s\"%s", THRESHOLDS[v], v > 0 ? ", " : "]}");
    return 1;
  }
  for (guint v = 0; v < g->n_thresholds; v++) {
    append_from_to (g, v, v + 1);
    g_string_append_printf (g->text, ", \"output\": \"start\", \"assign\": \"%s\"}", THRESHOLDS[v]);
  }
  return g->n_thresholds;
}

void
append_random_document (GString *text, GRand *random, guint n_thresholds, gboolean shared)
{
  Generator generator = {random, text, n_thresholds, shared}, *g = &generator;
  guint n_states = g->n_thresholds + 1 + pick (g, 5);
  g_string_append (g->text, "{\"couplet\": 1, \"initial\": \"q0\", \"thresholds\": [");
  for (guint v = 0; v < g->n_thresholds; v++)
    g_string_append_printf (g->text, "%s\"%s\"", v > 0 ? ", " : "", THRESHOLDS[v]);
  g_string_append_printf (g->text, "], \"sampling\": \"%s\", \"states\": [",
                          g->shared ? "shared" : "independent");
  for (guint q = 0; q < n_states; q++)
    append_state (g, q);
  g_string_append (g->text, "],\n\"transitions\": [\n");
  for (guint q = append_assignments (g); q + 1 < n_states; q++)
    append_branches (g, q, n_states);
  g_string_append (g->text, "]}");
}
