/* SPDX-License-Identifier: Apache-2.0 */
#include "random_many.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const NAMES[MANY_THRESHOLDS] = {"x", "y", "z", "w"};
static const guint32 SIDES[2] = {COUPLET_LESS, COUPLET_GREATER_EQUAL};

static int
below (GRand *random, int n)
{
  return g_rand_int_range (random, 0, n);
}

static int
random_noise (GRand *random, gboolean no_noise)
{
  static const int choices[] = {1, 3, 4, 6, 6, 8, 12, 18};
  return no_noise && below (random, 12) == 0 ? MANY_NO_NOISE
                                             : choices[below (random, G_N_ELEMENTS (choices))];
}

/* ---- Making ---------------------------------------------------------------------- */

static ManyTransition *
add_transition (ManyAutomaton *many, int from, int to)
{
  ManyTransition *t = &many->transitions[many->n_transitions++];
  *t = (ManyTransition){.from = from, .to = to, .n_alternatives = 1};
  return t;
}

static void
randomise (const ManyAutomaton *many, ManyTransition *t, GRand *random)
{
  static const CoupletOutputKind outputs[] = {COUPLET_SYMBOL, COUPLET_SYMBOL,   COUPLET_SYMBOL,
                                              COUPLET_SYMBOL, COUPLET_INSAMPLE, COUPLET_FRESH};
  if (below (random, 3) == 0)
    t->output = outputs[below (random, G_N_ELEMENTS (outputs))];
  t->shown = below (random, many->n_thresholds);
  for (int v = 0; v < many->n_thresholds && below (random, 3) == 0; v++)
    t->assigns[v] = below (random, 2) == 0;
  for (int v = 1, assigned = t->assigns[0]; v < many->n_thresholds && !many->shared; v++) {
    t->assigns[v] &= !assigned; /* independent sampling: one at most */
    assigned |= t->assigns[v];
  }
}

/* The transitions of a state split by the sides of up to two thresholds. */
static void
add_branches (ManyAutomaton *many, int from, GRand *random)
{
  int v = below (random, many->n_thresholds);
  int w = many->n_thresholds == 1
              ? 0
              : (v + 1 + below (random, many->n_thresholds - 1)) % many->n_thresholds;
  int kind = many->n_thresholds == 1 ? 0 : below (random, 6);
  gboolean crosses = !many->shared && kind == 5; /* one guard with `or` */
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < (kind <= 2 ? 1 : 2); j++) {
      if ((crosses && i == 1) || many->n_transitions == MANY_TRANSITIONS || below (random, 4) == 0)
        continue;
      int to = from + 1 < many->n_states && below (random, 3) != 0
                   ? from + below (random, many->n_states - from)
               : below (random, 2) == 0 ? from
                                        : 1 + below (random, many->n_states - 1);
      ManyTransition *t = add_transition (many, from, MAX (to, many->n_thresholds));
      t->comparison[0][v] = SIDES[i];
      if (kind > 2)
        t->comparison[0][w] = SIDES[j];
      if (crosses) {
        t->n_alternatives = 2;
        t->comparison[1][v] = SIDES[1 - i];
        t->comparison[1][w] = SIDES[1 - j];
      }
      randomise (many, t, random);
    }
}

void
random_sized (ManyAutomaton *many, GRand *random, gboolean no_noise, int most_states)
{
  int n = many->n_thresholds;
  gboolean shared = many->shared;
  *many = (ManyAutomaton){.shared = shared, .n_thresholds = n};
  many->n_states = many->n_thresholds + 1 + below (random, most_states - many->n_thresholds);
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].is_public = below (random, 3) == 0;
    many->states[q].d_fresh = random_noise (random, no_noise);
    for (int v = 0; v < MAX (n, MANY_FEW_THRESHOLDS); v++)
      many->states[q].d[v] = random_noise (random, no_noise);
  }
  /* the first states assign every threshold, sometimes several at once */
  for (int v = 0; v < many->n_thresholds; v++) {
    ManyTransition *t = add_transition (many, v, v + 1);
    t->assigns[v] = TRUE;
    for (int w = 0; shared && w < v; w++)
      t->assigns[w] = below (random, 3) == 0;
  }
  for (int q = many->n_thresholds; q < many->n_states; q++)
    if (below (random, 6) == 0 && many->n_transitions < MANY_TRANSITIONS)
      randomise (
          many,
          add_transition (many, q,
                          many->n_thresholds + below (random, many->n_states - many->n_thresholds)),
          random);
    else if (below (random, 7) != 0)
      add_branches (many, q, random);
}

void
random_many (ManyAutomaton *many, GRand *random, gboolean shared, gboolean no_noise)
{
  *many = (ManyAutomaton){.shared = shared, .n_thresholds = 2 + (below (random, 4) == 0)};
  random_sized (many, random, no_noise, MANY_FEW_STATES);
}

void
random_assignments (ManyAutomaton *many, GRand *random)
{
  int n = many->n_thresholds;
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].d_fresh = 1 + below (random, 3);
    for (int v = 0; v < MAX (n, MANY_FEW_THRESHOLDS); v++)
      many->states[q].d[v] = 1 + below (random, 3);
  }
  for (int t = n; t < many->n_transitions; t++) {
    gboolean assigned = FALSE;
    for (int v = 0; v < n; v++)
      assigned |= many->transitions[t].assigns[v];
    if (!assigned)
      many->transitions[t].assigns[below (random, n)] = below (random, 3) == 0;
  }
}

void
random_looping (ManyAutomaton *many, GRand *random, gboolean shared, int n)
{
  *many = (ManyAutomaton){.shared = shared, .n_thresholds = n};
  random_sized (many, random, FALSE, MANY_FEW_STATES);
  random_assignments (many, random);
}

static CoupletNoiseKind
random_kind (GRand *random)
{
  static const CoupletNoiseKind kinds[] = {COUPLET_LAPLACE, COUPLET_LAPLACE,
                                           COUPLET_DISCRETE_LAPLACE, COUPLET_EXPONENTIAL};
  return kinds[below (random, G_N_ELEMENTS (kinds))];
}

static gboolean
outputs_fresh (const ManyAutomaton *many, int state)
{
  for (int i = 0; i < many->n_transitions; i++)
    if (many->transitions[i].from == state && many->transitions[i].output == COUPLET_FRESH)
      return TRUE;
  return FALSE;
}

/* Perhaps snaps the fresh outputs of state; floating only where that is proven for some epsilon. */
static void
random_snap (const ManyAutomaton *many, int number, ManyState *state, GRand *random)
{
  state->snap = outputs_fresh (many, number) && below (random, 3) == 0 ? MANY_SNAP : MANY_NO_SNAP;
  if (state->snap == MANY_NO_SNAP || state->d_fresh == MANY_NO_NOISE || below (random, 2) == 0)
    return;
  state->snap = MANY_FLOATING;
  state->d_fresh = 2;
  state->kind_fresh = COUPLET_LAPLACE;
}

void
random_kinds (ManyAutomaton *many, GRand *random)
{
  many->adjacency = (CoupletAdjacency)below (random, 3);
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].kind = random_kind (random);
    many->states[q].kind_fresh = random_kind (random);
    random_snap (many, q, &many->states[q], random);
    /* after the initial state's, which every run has read */
    many->states[q].is_again = q > 0 && !many->states[0].is_public && below (random, 4) == 0;
  }
  for (int i = 0; i < many->n_transitions; i++) {
    ManyTransition *t = &many->transitions[i];
    if (t->from >= many->n_thresholds && t->output == COUPLET_SYMBOL && below (random, 6) == 0)
      t->output = COUPLET_GAP;
  }
}

void
random_noiseless (ManyAutomaton *many, GRand *random, int in)
{
  for (int q = 0; q < many->n_states; q++)
    for (int v = 0; v < many->n_thresholds; v++)
      if (below (random, in) == 0)
        many->states[q].d[v] = MANY_NO_NOISE;
}

void
random_no_snaps (ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    many->states[q].snap = MANY_NO_SNAP;
}

/* ---- What has to cost the same, more or less ---------------------------------------- */

void
many_set_noise (ManyAutomaton *many, CoupletNoiseKind kind)
{
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].kind = many->states[q].kind_fresh = kind;
    if (many->states[q].snap == MANY_FLOATING)
      many->states[q].snap = MANY_SNAP;
  }
}

void
many_scale (ManyAutomaton *many, int factor)
{
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].d_fresh *= many->states[q].d_fresh == MANY_NO_NOISE ? 1 : factor;
    for (int v = 0; v < MANY_THRESHOLDS; v++)
      many->states[q].d[v] *= many->states[q].d[v] == MANY_NO_NOISE ? 1 : factor;
  }
}

gboolean
many_split_state (ManyAutomaton *many, int state, guint64 incoming)
{
  int n = many->n_transitions, copy = many->n_states, leaving = 0;
  for (int i = 0; i < n; i++)
    leaving += many->transitions[i].from == state;
  if (many->n_states == MANY_STATES || n + leaving > MANY_TRANSITIONS)
    return FALSE;
  many->states[many->n_states++] = many->states[state];
  for (int i = 0; i < n; i++)
    if (many->transitions[i].to == state && ((incoming >> i) & 1) != 0)
      many->transitions[i].to = copy;
  for (int i = 0; i < n; i++)
    if (many->transitions[i].from == state) {
      many->transitions[many->n_transitions] = many->transitions[i];
      many->transitions[many->n_transitions++].from = copy;
    }
  return TRUE;
}

gboolean
many_copy_state (ManyAutomaton *many, guint number)
{
  int state = many->n_thresholds + (int)(number % (guint)(many->n_states - many->n_thresholds));
  guint64 incoming = 0;
  for (int i = 0, seen = 0; i < many->n_transitions; i++)
    if (many->transitions[i].to == state && seen++ % 2 == 0)
      incoming |= (guint64)1 << i;
  return many_split_state (many, state, incoming);
}

/* ---- Building --------------------------------------------------------------------- */

/* The names of an automaton; what makes texts for the builder owns them. */
typedef struct {
  const ManyAutomaton *many;
  CoupletBuilder *builder;
  GStringChunk *texts;
} Writing;

static const char *name_text (const Writing *writing, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Text that is kept until the automaton is built, prefix before it. */
static const char *
name_text (const Writing *writing, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  const char *prefix = writing->many->prefix != NULL ? writing->many->prefix : "";
  g_autofree char *name = g_strconcat (prefix, text, NULL);
  return g_string_chunk_insert (writing->texts, name);
}

static CoupletText
threshold_text (const Writing *writing, int v)
{
  return COUPLET_TEXT (name_text (writing, "%s", NAMES[v]));
}

static CoupletText
noise_text (const Writing *writing, int d, int tens)
{
  static const char zeros[] = "0000000000000000000000000000000000000000";
  g_autofree char *text = d == MANY_NO_NOISE
                              ? g_strdup ("none")
                              : g_strdup_printf ("%d%.*s/%d%.*s", d, MAX (tens, 0), zeros,
                                                 MANY_UNIT, MAX (-tens, 0), zeros);
  return COUPLET_TEXT (g_string_chunk_insert (writing->texts, text));
}

static CoupletText
kind_text (CoupletNoiseKind kind)
{
  return kind == COUPLET_NOISELESS ? COUPLET_TEXT_LEFT_OUT
                                   : COUPLET_TEXT (couplet_noise_kind_to_string (kind));
}

static CoupletText
number_text (const Writing *writing, int number)
{
  g_autofree char *text = g_strdup_printf ("%d", number);
  return COUPLET_TEXT (g_string_chunk_insert (writing->texts, text));
}

static void
build_state (const Writing *writing, int q)
{
  const ManyAutomaton *many = writing->many;
  const ManyState *state = &many->states[q];
  CoupletNoiseSpec d[MANY_THRESHOLDS];
  int n = many->shared ? 1 : many->n_thresholds;
  for (int v = 0; v < n; v++) {
    d[v].threshold = many->shared ? COUPLET_TEXT_LEFT_OUT : threshold_text (writing, v);
    d[v].value = noise_text (writing, state->d[v], state->tens);
  }
  const char *input = state->is_again ? "again" : state->is_public ? "public" : "private";
  CoupletStateSpec spec = {.name = COUPLET_TEXT (name_text (writing, "q%d", q)),
                           .input = COUPLET_TEXT (input),
                           .noise = kind_text (state->kind),
                           .noise_fresh = kind_text (state->kind_fresh),
                           .d = d,
                           .n_d = (gsize)n,
                           .mu = number_text (writing, state->mu),
                           .mu_fresh = number_text (writing, state->mu_fresh),
                           .d_fresh = noise_text (writing, state->d_fresh, state->tens)};
  if (state->snap != MANY_NO_SNAP) {
    spec.snap_bound = COUPLET_TEXT ("562949953421312"); /* 2^49 */
    spec.snap_grid = COUPLET_TEXT ("16");
    spec.floating = state->snap == MANY_FLOATING ? COUPLET_TEXT ("true") : COUPLET_TEXT ("false");
  }
  couplet_builder_add_state (writing->builder, &spec);
}

static void
append_literal (const Writing *writing, guint32 comparison, int v, GString *text)
{
  gboolean less = comparison == COUPLET_LESS, roundabout = writing->many->roundabout;
  g_string_append_printf (text, "%sinsample %s %s%s", roundabout ? "!(" : "",
                          less != roundabout ? "<" : ">=", threshold_text (writing, v).text,
                          roundabout ? ")" : "");
}

static CoupletText
guard_text (const Writing *writing, const ManyTransition *t)
{
  const ManyAutomaton *many = writing->many;
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < t->n_alternatives; i++) {
    const char *before = i > 0 ? " || " : "";
    for (int n = 0; n < many->n_thresholds; n++) {
      int v = many->roundabout ? many->n_thresholds - 1 - n : n;
      if (t->comparison[i][v] == 0)
        continue;
      g_string_append (text, before);
      append_literal (writing, t->comparison[i][v], v, text);
      before = " && ";
    }
  }
  if (text->len == 0)
    g_string_append (text, "true");
  return COUPLET_TEXT (g_string_chunk_insert (writing->texts, text->str));
}

static CoupletText
symbol_text (const Writing *writing, int number)
{
  const ManyTransition *t = &writing->many->transitions[number];
  const char *name =
      t->symbol != 0 ? name_text (writing, "o%d", t->symbol) : name_text (writing, "s%d", number);
  if (!t->is_silent)
    return COUPLET_TEXT (name);
  g_autofree char *silent = g_strdup_printf ("silent(%s)", name);
  return COUPLET_TEXT (g_string_chunk_insert (writing->texts, silent));
}

static CoupletText
output_text (const Writing *writing, int number)
{
  const ManyTransition *t = &writing->many->transitions[number];
  if (t->output == COUPLET_SYMBOL)
    return symbol_text (writing, number);
  if (t->output == COUPLET_FRESH)
    return COUPLET_TEXT ("fresh");
  if (t->output == COUPLET_INSAMPLE && writing->many->shared)
    return COUPLET_TEXT ("insample");
  g_autofree char *text = g_strdup_printf ("%s(%s)", t->output == COUPLET_GAP ? "gap" : "insample",
                                           threshold_text (writing, t->shown).text);
  return COUPLET_TEXT (g_string_chunk_insert (writing->texts, text));
}

static void
build_transition (const Writing *writing, int number)
{
  const ManyTransition *t = &writing->many->transitions[number];
  CoupletText assign[MANY_THRESHOLDS];
  gsize n = 0;
  for (int v = 0; v < writing->many->n_thresholds; v++)
    if (t->assigns[v])
      assign[n++] = threshold_text (writing, v);
  CoupletTransitionSpec spec = {.from = COUPLET_TEXT (name_text (writing, "q%d", t->from)),
                                .to = COUPLET_TEXT (name_text (writing, "q%d", t->to)),
                                .guard = guard_text (writing, t),
                                .output = output_text (writing, number),
                                .assign = assign,
                                .n_assign = n};
  couplet_builder_add_transition (writing->builder, &spec);
}

static CoupletAutomaton *
build (const Writing *writing)
{
  const CoupletPlace nowhere = {0, 0};
  const ManyAutomaton *many = writing->many;
  CoupletBuilder *builder = writing->builder;
  couplet_builder_set_initial (builder, COUPLET_TEXT (name_text (writing, "q0")), nowhere);
  couplet_builder_set_sampling (
      builder, many->shared ? COUPLET_TEXT ("shared") : COUPLET_TEXT ("independent"), nowhere);
  couplet_builder_set_adjacency (
      builder, COUPLET_TEXT (couplet_adjacency_to_string (many->adjacency)), nowhere);
  if (many->sensitivity != NULL)
    couplet_builder_set_sensitivity (builder, COUPLET_TEXT (many->sensitivity), nowhere);
  for (int v = 0; v < many->n_thresholds; v++)
    couplet_builder_add_threshold (builder, threshold_text (writing, v), nowhere);
  for (int q = 0; q < many->n_states; q++)
    build_state (writing, q);
  for (int t = 0; t < many->n_transitions; t++)
    build_transition (writing, t);
  return couplet_builder_finish (builder);
}

CoupletAutomaton *
try_many (const ManyAutomaton *many, char **why)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("random");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  Writing writing = {many, builder, g_string_chunk_new (512)};
  CoupletAutomaton *automaton = build (&writing);
  g_string_chunk_free (writing.texts);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; automaton == NULL && i < n; i++)
    if (messages[i].severity == COUPLET_SEVERITY_ERROR)
      g_string_append_printf (text, "%s\n", messages[i].message);
  *why = automaton == NULL ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
  return automaton;
}

void
random_looping_plain (ManyAutomaton *many, GRand *random, guint number)
{
  random_looping (many, random, number % 2 == 0, 1 + (int)(number / 2 % 3));
}

void
random_looping_kinds (ManyAutomaton *many, GRand *random, guint number)
{
  random_looping_plain (many, random, number);
  random_kinds (many, random);
}

void
each_random_many (guint n, guint seed, ManyMaker make, ManyCheck check)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    make (&many, random, i);
    check (&many, i);
  }
}

CoupletAutomaton *
build_many (const ManyAutomaton *many)
{
  g_autofree char *why = NULL;
  CoupletAutomaton *automaton = try_many (many, &why);
  if (automaton == NULL) {
    fprintf (stderr, "%s", why);
    abort ();
  }
  return automaton;
}
