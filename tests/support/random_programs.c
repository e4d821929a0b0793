/* SPDX-License-Identifier: Apache-2.0 */
#include "random_programs.h"

#define MOST_DEPTH 4

typedef struct {
  GRand *random;
  GPtrArray *tokens;
  guint n_thresholds;
  gboolean shared;
  gboolean counts;  /* with a whole number k */
  gboolean recalls; /* a private answer is read first, so that one may be read again */
  gboolean may_gap; /* nothing has been stored since the reading */
  gboolean maxes;   /* with argmax and snapped answers */
  guint budget;     /* readings left */
  guint n_names;
} Generator;

static const char *const THRESHOLDS[] = {"x", "y", "z"};

static guint
below (Generator *g, guint n)
{
  return (guint)g_rand_int_range (g->random, 0, (gint32)n);
}

/* Tokens are separated by single blanks. */
static void
emit (Generator *g, const char *tokens)
{
  g_auto (GStrv) words = g_strsplit (tokens, " ", -1);
  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (g->tokens, g_strdup (*word));
}

static void
emit_any (Generator *g, const char *const *choices, guint n)
{
  emit (g, choices[below (g, n)]);
}

static const char *
any_threshold (Generator *g)
{
  return THRESHOLDS[below (g, g->n_thresholds)];
}

static const char *
any_input (Generator *g)
{
  static const char *const inputs[] = {"private", "private", "public", "again"};
  return inputs[below (g, g->recalls ? 4 : 3)];
}

static void
emit_draw (Generator *g, const char *input)
{
  static const char *const words[] = {"+ lap (", "+ lap (", "+ dlap (", "+ exp ("};
  static const char *const constants[] = {
      "+ 1",         "- - 2",       "- c / 2",   "+ ( c - 1 ) * 0.5",
      "+ 3 * 1 / 4", "+ 0.125 - 2", "+ 25.0e-2", "- ( 1 - ( c ) )"};
  static const char *const noises[] = {"2 / eps",   "4 * c / eps",     "( c + 1 ) / eps", "0",
                                       "1.5 / eps", "1 / ( eps / 2 )", "c / ( 2 * eps )"};
  emit (g, input);
  gboolean before = below (g, 3) == 0, after = below (g, 6) == 0;
  const char *word = words[below (g, G_N_ELEMENTS (words))];
  /* discrete noise asks for whole numbers, which the first two are */
  guint n_constants = strstr (word, "dlap") != NULL ? 2 : G_N_ELEMENTS (constants);
  if (before)
    emit_any (g, constants, n_constants);
  emit (g, word);
  emit_any (g, noises, G_N_ELEMENTS (noises));
  emit (g, ")");
  if (after)
    emit_any (g, constants, n_constants);
}

/* Of numbers alone. */
static void
emit_comparison (Generator *g)
{
  static const char *const comparisons[] = {"k < 2",       "c >= k",         "2 * k > c - 1",
                                            "k == 1",      "( k + 1 ) != 2", "k <= c / 2",
                                            "- k > - 1.5", "k * k - 1 >= c"};
  emit_any (g, comparisons, G_N_ELEMENTS (comparisons));
}

/* k stays between c - 3 and 3. */
static void
emit_count (Generator *g)
{
  static const char *const counts[] = {"if k < 3 { k = k + 1 ; }", "k = c - k ;", "k = c - 1 ;",
                                       "if k == 3 { k = 0 ; } else { k = k + 1 ; }"};
  emit_any (g, counts, G_N_ELEMENTS (counts));
}

static void
emit_condition (Generator *g, const char *name, guint depth)
{
  if (g->counts && below (g, 6) == 0) {
    emit_comparison (g);
    return;
  }
  guint kind = depth >= 3 ? 0 : below (g, 8);
  if (kind <= 3) {
    emit (g, name);
    emit (g, below (g, 2) ? "<" : ">=");
    emit (g, any_threshold (g));
  } else if (kind == 4) {
    emit (g, "not (");
    emit_condition (g, name, depth + 1);
    emit (g, ")");
  } else {
    gboolean parentheses = below (g, 2);
    if (parentheses)
      emit (g, "(");
    emit_condition (g, name, depth + 1);
    emit (g, kind <= 6 ? "and" : "or");
    emit_condition (g, name, depth + 1);
    if (parentheses)
      emit (g, ")");
  }
}

/* An answer of its own that is output at once. */
static void
emit_answer (Generator *g)
{
  static const char *const answers[] = {"argmax ( 2 , private - 1 + lap ( 2 / eps ) )",
                                        "argmax ( c , private + exp ( 1 / eps ) )",
                                        "snap ( private + 1 + lap ( 2 / eps ) , 64 , c )",
                                        "snap ( public + dlap ( 1 / eps ) , 8 * c , 0.5 )"};
  emit (g, "output");
  emit_any (g, answers, G_N_ELEMENTS (answers));
  emit (g, ";");
}

/* TRUE when that reads an answer of its own. */
static gboolean
emit_output (Generator *g, const char *name, gboolean is_threshold)
{
  if (g->maxes && !is_threshold && below (g, 4) == 0) {
    emit_answer (g);
    return TRUE;
  }

  static const char *const symbols[] = {"top", "bot", "a", "b", "3", "\u22a4"};
  emit (g, "output");
  guint kind = below (g, 10);
  if (kind == 0)
    emit (g, "fresh lap ( 1 / eps ) + 0.5");
  else if (kind == 1) {
    emit (g, name);
    if ((!is_threshold && !g->shared && g->n_thresholds > 1) || below (g, 4) == 0) {
      emit (g, "(");
      emit (g, any_threshold (g));
      emit (g, ")");
    }
  } else if (kind == 2 && !is_threshold && g->may_gap) {
    emit (g, name);
    emit (g, "-");
    emit (g, any_threshold (g));
  } else
    emit_any (g, symbols, G_N_ELEMENTS (symbols));
  emit (g, ";");
  return FALSE;
}

/* At most one on a way, for independent sampling. */
static void
emit_store (Generator *g, const char *name)
{
  g->may_gap = FALSE;
  emit (g, any_threshold (g));
  emit (g, ":=");
  emit (g, name);
  emit (g, ";");
  if (g->shared && below (g, 2)) {
    emit (g, any_threshold (g));
    emit (g, ":=");
    emit (g, name);
    emit (g, ";");
  }
}

static void emit_statements (Generator *g, guint depth, gboolean in_loop);

/* What may end a branch; TRUE when more was read in it. */
static gboolean
emit_branch_end (Generator *g, guint depth, gboolean in_loop)
{
  static const char *const ends[] = {"break ;", "continue ;", "halt ;"};
  gboolean reads = depth < MOST_DEPTH && below (g, 4) == 0;
  if (reads)
    emit_statements (g, depth + 1, in_loop);
  if (in_loop && below (g, 3) == 0)
    emit_any (g, ends, G_N_ELEMENTS (ends));
  else if (below (g, 8) == 0)
    emit (g, "halt ;");
  return reads;
}

/* A branch, in which the reading is output; perhaps inside another `if`. */
static gboolean
emit_branch (Generator *g, const char *name, guint depth, gboolean in_loop, gboolean may_store)
{
  gboolean reads = FALSE, stores = may_store && below (g, 4) == 0;
  emit (g, "{");
  if (stores && below (g, 2)) {
    emit_store (g, name);
    stores = FALSE;
    may_store = FALSE;
  }
  if (depth < MOST_DEPTH && below (g, 6) == 0) {
    gboolean may_gap = g->may_gap;
    emit (g, "if");
    emit_condition (g, name, 1);
    reads |= emit_branch (g, name, depth + 1, in_loop, may_store);
    emit (g, "else");
    g->may_gap = may_gap;
    reads |= emit_branch (g, name, depth + 1, in_loop, may_store);
  } else {
    reads |= emit_output (g, name, FALSE);
    if (stores && !reads)
      emit_store (g, name);
    reads |= emit_branch_end (g, depth, in_loop);
  }
  emit (g, "}");
  return reads;
}

static void emit_reading_of (Generator *g, const char *input, guint depth, gboolean in_loop);

static void
emit_if (Generator *g, const char *name, const char *input, guint depth, gboolean in_loop)
{
  gboolean reads = FALSE;
  guint n = 1 + below (g, 3);
  for (guint i = 0; i < n; i++) {
    emit (g, i > 0 ? "else if" : "if");
    emit_condition (g, name, 0);
    g->may_gap = TRUE;
    reads |= emit_branch (g, name, depth, in_loop, TRUE);
  }
  emit (g, "else");
  g->may_gap = TRUE;
  if (g->recalls && !g_str_equal (input, "public") && below (g, 4) == 0) {
    emit (g, "{");
    emit_reading_of (g, "again", depth + 1, in_loop);
    emit (g, "}");
    reads = TRUE;
  } else if (below (g, 4) > 0)
    reads |= emit_branch (g, name, depth, in_loop, TRUE);
  else
    emit (g, "{ halt ; }");
  if (reads || below (g, 6) > 0)
    return;
  emit (g, "if");
  emit_condition (g, name, 0);
  emit (g, "{ }");
}

/* Some branches leave, perhaps without an output of their own, the others output
 * after the `if`. */
static void
emit_early_exit (Generator *g, const char *name, gboolean in_loop)
{
  emit (g, "if");
  emit_condition (g, name, 0);
  emit (g, "{");
  gboolean halts = !in_loop || below (g, 2);
  if (!halts || below (g, 2))
    emit_output (g, name, FALSE);
  emit (g, halts ? "halt ; }" : "break ; }");
  if (below (g, 2))
    emit (g, "else { }");
  emit_output (g, name, FALSE);
}

static void
emit_reading_of (Generator *g, const char *input, guint depth, gboolean in_loop)
{
  g_autofree char *name = below (g, 2) ? g_strdup ("q") : g_strdup_printf ("q%u", g->n_names++);
  if (g->budget > 0)
    g->budget--;
  emit (g, name);
  emit (g, "=");
  emit_draw (g, input);
  emit (g, ";");
  g->may_gap = TRUE;
  guint kind = depth < MOST_DEPTH + 4 ? below (g, 10) : 9;
  if (kind < 6)
    emit_if (g, name, input, depth, in_loop);
  else if (kind == 6)
    emit_early_exit (g, name, in_loop);
  else {
    if (below (g, 3) == 0)
      emit_store (g, name);
    emit_output (g, name, FALSE);
  }
}

static void
emit_reading (Generator *g, guint depth, gboolean in_loop)
{
  emit_reading_of (g, any_input (g), depth, in_loop);
}

static void
emit_threshold (Generator *g, const char *name, const char *input)
{
  emit (g, "threshold");
  emit (g, name);
  emit (g, "=");
  emit_draw (g, input);
  emit (g, ";");
  if (below (g, 3) == 0)
    emit_output (g, name, TRUE);
}

/* A round always reads something first. */
static void
emit_rounds (Generator *g, guint depth, gboolean in_loop)
{
  static const char *const times[] = {"repeat c",     "repeat 2", "repeat c - 1",
                                      "repeat 2 * c", "loop",     "loop"};
  (void)in_loop;
  emit_any (g, times, G_N_ELEMENTS (times));
  emit (g, "{");
  emit_reading (g, depth + 1, TRUE);
  if (below (g, 2))
    emit_statements (g, depth + 1, TRUE);
  emit (g, "}");
}

static void
emit_statements (Generator *g, guint depth, gboolean in_loop)
{
  for (guint n = 1 + below (g, 3); n > 0 && g->budget > 0; n--) {
    guint kind = below (g, 10);
    if (g->counts && below (g, 3) == 0)
      emit_count (g);
    if (g->maxes && below (g, 4) == 0)
      emit_answer (g);
    if (kind < 5 || depth >= MOST_DEPTH)
      emit_reading (g, depth, in_loop);
    else if (kind < 7)
      emit_threshold (g, any_threshold (g), any_input (g));
    else
      emit_rounds (g, depth, in_loop);
  }
}

GPtrArray *
random_program (GRand *random)
{
  Generator g = {.random = random, .tokens = g_ptr_array_new_with_free_func (g_free)};
  static const char *const values[] = {"1", "2", "3", "4 - 2"};
  g.n_thresholds = 1 + below (&g, G_N_ELEMENTS (THRESHOLDS));
  g.shared = below (&g, 2);
  g.counts = below (&g, 2);
  g.recalls = below (&g, 2);
  g.maxes = !g.recalls && below (&g, 2);
  g.budget = 8;
  emit (&g, "mechanism m ( c =");
  emit_any (&g, values, G_N_ELEMENTS (values));
  emit (&g, ") {");
  if (g.shared)
    emit (&g, "sampling shared ;");
  else if (g.n_thresholds > 1 || below (&g, 2))
    emit (&g, "sampling independent ;");
  if (below (&g, 8) == 0)
    emit (&g, "sensitivity 2 ;");
  if (below (&g, 4) == 0)
    emit (&g, below (&g, 2) ? "queries monotonic ;" : "queries one ;");
  for (guint v = 0; v < g.n_thresholds; v++)
    emit_threshold (&g, THRESHOLDS[v], v > 0 ? any_input (&g) : g.recalls ? "private" : "public");
  if (g.counts)
    emit (&g, below (&g, 2) ? "int k = 0 ;" : "int k = c - 1 ;");
  emit_statements (&g, 0, FALSE);
  emit (&g, "}");
  return g.tokens;
}

char *
scatter (const GPtrArray *tokens, GRand *random)
{
  static const char *const between[] = {" ", " ", " ", "\n", "  ", "\t", "\n\n\n", "\r\n"};
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < tokens->len; i++) {
    g_string_append (text, g_ptr_array_index (tokens, i));
    if (g_rand_int_range (random, 0, 12) == 0)
      g_string_append_printf (text, "%s# comment %u%s\n",
                              g_rand_int_range (random, 0, 2) ? "\n" : " ", i,
                              g_rand_int_range (random, 0, 2) ? "  " : "");
    g_string_append (text, between[g_rand_int_range (random, 0, (gint32)G_N_ELEMENTS (between))]);
  }
  return g_string_free (text, FALSE);
}
