/* SPDX-License-Identifier: Apache-2.0 */
/* Deciding by structure on automata made in memory, beside igraph's strongly
 * connected components of the same graph. One line of comma-separated values per
 * family; status 1 when the decider takes more memory than it may.
 *
 * usage: graph_bench TRANSITIONS RUNS */
#include "graph_decide.h"

#include <couplet/host.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>
#endif

#define MOST_BYTES 64 /* per transition, beyond the automaton */

/* The target of the first or second transition of state, COUPLET_NONE = none;
 * state 0 has one, to state 1. */
typedef guint32 (*Target) (guint32 state, guint32 n_states, gboolean second, GRand *rand);

/* Forward only, to one of the next hundred states. */
static guint32
sparse_target (guint32 state, guint32 n, gboolean second, GRand *rand)
{
  (void)second;
  guint32 far = MIN (n - 1, state + 100);
  return state + 1 < n ? (guint32)g_rand_int_range (rand, (gint32)state + 1, (gint32)far + 1)
                       : COUPLET_NONE;
}

static guint32
chain_target (guint32 state, guint32 n, gboolean second, GRand *rand)
{
  (void)rand;
  return second || state + 1 >= n ? COUPLET_NONE : state + 1;
}

/* From anywhere to anywhere. */
static guint32
giant_target (guint32 state, guint32 n, gboolean second, GRand *rand)
{
  return second ? (guint32)g_rand_int_range (rand, 1, (gint32)n) : state % (n - 1) + 1;
}

/* Loops in loops: from the second half back to its mirror image in the first. */
static guint32
nested_target (guint32 state, guint32 n, gboolean second, GRand *rand)
{
  (void)rand;
  if (!second)
    return state + 1 < n ? state + 1 : COUPLET_NONE;
  return state > n / 2 && n - state >= 1 ? n - state : COUPLET_NONE;
}

static const struct {
  const char *name;
  Target target;
  double states_per_transition;
} FAMILIES[] = {{"random sparse", sparse_target, 0.5},
                {"one long chain", chain_target, 1},
                {"one giant component", giant_target, 0.5},
                {"deeply nested loops", nested_target, 2.0 / 3}};

static double
processor_seconds (void)
{
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- Memory ------------------------------------------------------------------------ */

/* A figure of this process in bytes: VmRSS, VmHWM. */
static gsize
memory_figure (const char *name)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  const char *line = strstr (text, name);
  return line != NULL ? strtoull (line + strlen (name) + 1, NULL, 10) << 10 : 0;
}

/* Lets the peak begin anew; returns what is in use now. */
static gsize
start_peak (void)
{
  malloc_trim (0);
  FILE *file = fopen ("/proc/self/clear_refs", "w");
  if (file != NULL) {
    fputs ("5", file);
    fclose (file);
  }
  return memory_figure ("VmRSS");
}

static gsize
peak_since (gsize before)
{
  gsize peak = memory_figure ("VmHWM");
  return peak > before ? peak - before : 0;
}

/* ---- The automaton --------------------------------------------------------------------- */

static void
add_transition (CoupletBuilder *builder, guint32 from, guint32 to, gboolean second)
{
  char names[2][16];
  g_snprintf (names[0], sizeof names[0], "%u", from);
  g_snprintf (names[1], sizeof names[1], "%u", to);
  CoupletText x = COUPLET_TEXT ("x");
  CoupletTransitionSpec spec = {.from = COUPLET_TEXT (names[0]),
                                .to = COUPLET_TEXT (names[1]),
                                .guard = COUPLET_TEXT (from == 0 ? "true"
                                                       : second  ? "insample >= x"
                                                                 : "insample < x"),
                                .output = COUPLET_TEXT (second ? "top" : "bot"),
                                .assign = &x,
                                .n_assign = from == 0};
  couplet_builder_add_transition (builder, &spec);
}

static CoupletAutomaton *
make (Target target, guint32 n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("made in memory");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/2")};
  for (guint32 q = 0; q < n; q++) {
    char name[16];
    g_snprintf (name, sizeof name, "%u", q);
    CoupletStateSpec state = {.name = COUPLET_TEXT (name), .d = &d, .n_d = 1};
    couplet_builder_add_state (builder, &state);
  }
  couplet_builder_set_initial (builder, COUPLET_TEXT ("0"), (CoupletPlace){0, 0});
  add_transition (builder, 0, 1, FALSE);
  for (guint32 q = 1; q < n; q++)
    for (guint i = 0; i < 2; i++) {
      guint32 to = target (q, n, i == 1, rand);
      if (to != COUPLET_NONE)
        add_transition (builder, q, to, i == 1);
    }
  return couplet_builder_finish (builder);
}

/* ---- Measuring -------------------------------------------------------------------------- */

typedef struct {
  double seconds;
  gsize bytes;
  const char *found;
} Figures;

static Figures
measure_decider (const CoupletAutomaton *automaton, guint runs)
{
  static const CoupletPlugin plugin = {.name = "graph", .kind = COUPLET_KIND_DECIDER};
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "graph");
  Figures figures = {G_MAXDOUBLE, 0, NULL};
  for (guint i = 0; i < runs; i++) {
    g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("graph", &plugin);
    gsize before = start_peak ();
    double start = processor_seconds ();
    graph_decide (context, automaton, outcome);
    figures.seconds = MIN (figures.seconds, processor_seconds () - start);
    figures.bytes = MAX (figures.bytes, peak_since (before));
    figures.found =
        couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY ? "strategy" : "no strategy";
  }
  return figures;
}

#ifdef HAVE_IGRAPH
static Figures
measure_igraph (const CoupletAutomaton *automaton, guint runs)
{
  igraph_vector_int_t edges;
  igraph_t graph;
  Figures figures = {G_MAXDOUBLE, 0, NULL};
  igraph_vector_int_init (&edges, 2 * (igraph_integer_t)automaton->n_transitions);
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    VECTOR (edges)[2 * (gsize)t] = automaton->source[t];
    VECTOR (edges)[2 * (gsize)t + 1] = automaton->target[t];
  }
  igraph_create (&graph, &edges, automaton->n_states, IGRAPH_DIRECTED);
  igraph_vector_int_destroy (&edges);
  for (guint i = 0; i < runs; i++) {
    igraph_vector_int_t membership;
    igraph_integer_t n;
    gsize before = start_peak ();
    double start = processor_seconds ();
    igraph_vector_int_init (&membership, 0);
    igraph_connected_components (&graph, &membership, NULL, &n, IGRAPH_STRONG);
    figures.seconds = MIN (figures.seconds, processor_seconds () - start);
    figures.bytes = MAX (figures.bytes, peak_since (before));
    igraph_vector_int_destroy (&membership);
  }
  igraph_destroy (&graph);
  return figures;
}
#endif

static gboolean
run_family (guint family, guint32 transitions, guint runs)
{
  guint32 n = (guint32)(transitions * FAMILIES[family].states_per_transition);
  g_autoptr (CoupletAutomaton) automaton = make (FAMILIES[family].target, n);
  if (automaton == NULL)
    return FALSE;
  Figures own = measure_decider (automaton, runs);
  double bytes = (double)own.bytes / automaton->n_transitions;
  printf ("%s,%u,%u,%s,%.4f,%.1f,", FAMILIES[family].name, automaton->n_transitions,
          automaton->n_states, own.found, own.seconds, bytes);
#ifdef HAVE_IGRAPH
  Figures peer = measure_igraph (automaton, runs);
  printf ("%.4f,%.1f,%.3f,%s\n", peer.seconds, (double)peer.bytes / automaton->n_transitions,
          own.seconds / peer.seconds, bytes <= MOST_BYTES ? "yes" : "NO");
#else
  printf (",,,%s\n", bytes <= MOST_BYTES ? "yes" : "NO");
#endif
  fflush (stdout);
  return bytes <= MOST_BYTES;
}

int
main (int argc, char **argv)
{
  guint64 transitions, runs;
  if (argc != 3 || !g_ascii_string_to_unsigned (argv[1], 10, 100, 100000000, &transitions, NULL) ||
      !g_ascii_string_to_unsigned (argv[2], 10, 1, 100, &runs, NULL)) {
    fputs ("usage: graph_bench TRANSITIONS RUNS\n", stderr);
    return 2;
  }
  gboolean good = TRUE;
  /* what is freed is given back, so that it counts once only */
  mallopt (M_MMAP_THRESHOLD, 1 << 16);
  puts (
      "family,transitions,states,found,graph s,graph bytes,igraph s,igraph bytes,ratio,within 64");
  for (guint i = 0; i < G_N_ELEMENTS (FAMILIES); i++)
    good = run_family (i, (guint32)transitions, (guint)runs) && good;
  return good ? 0 : 1;
}
