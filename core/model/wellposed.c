/* SPDX-License-Identifier: Apache-2.0 */
#include "wellposed.h"

#include <couplet/internal/pair_hash.h>

#include "guard.h"
#include "snap.h"

typedef struct {
  CoupletDiagnostics *diagnostics;
  CoupletAutomaton *automaton;
  CoupletArena *arena;
  GHashTable *warned;   /* places of states warned about: line and column in one number */
  gboolean complete;    /* no transition is missing */
  GArray *numbers;      /* scratch: guint32 */
  guint32 n_untold;     /* states whose outputs do not tell the path */
  guint32 untold_state; /* the first of them ... */
  char *untold;         /* ... and what is wrong with it */
} Check;

/* Beyond this many pairs of a state, each transition is named with one other. */
#define MOST_OVERLAPS 100

static void
report (Check *check, CoupletSeverity severity, guint32 transition, const char *what)
{
  g_autofree char *which = couplet_transition_to_string (check->automaton, transition);
  g_autofree char *quoted = couplet_quote (which, -1);
  couplet_diagnostics_add (check->diagnostics, severity, check->automaton->place[transition],
                           "transition %s: %s", quoted, what);
}

static void
report_state (Check *check, CoupletSeverity severity, guint32 state, const char *what)
{
  const CoupletState *s = &check->automaton->states[state];
  g_autofree char *quoted = couplet_quote (s->name, -1);
  couplet_diagnostics_add (check->diagnostics, severity, s->place, "state %s: %s", quoted, what);
}

/* Mostly there are none. */
static inline void
clear_numbers (GArray *numbers)
{
  if (numbers->len > 0)
    g_array_set_size (numbers, 0);
}

static gboolean
has_number (const GArray *numbers, guint32 number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint32, i) == number)
      return TRUE;
  return FALSE;
}

static void
check_initial (Check *check)
{
  const CoupletAutomaton *a = check->automaton;
  guint32 first = a->row[a->initial], n = a->row[a->initial + 1] - first;
  if (n > 1 || (n == 0 && check->complete))
    report_state (check, COUPLET_SEVERITY_ERROR, a->initial,
                  n == 0 ? "the initial state must have one transition, which assigns; it has none"
                         : "the initial state must have a single transition; it has several");
  if (n != 1)
    return;
  if (!couplet_guard_is_true (couplet_guard_of (a, first)))
    report (check, COUPLET_SEVERITY_ERROR, first,
            "the initial state's transition must have the guard 'true'");
  if (couplet_assignment_of (a, first)->n_thresholds == 0)
    report (check, COUPLET_SEVERITY_ERROR, first,
            "the initial state's transition must assign a threshold");
}

/* Reports each two transitions leaving state that a sample can both take. */
static void
check_overlap (Check *check, guint32 state)
{
  const CoupletAutomaton *a = check->automaton;
  guint n_overlaps = 0;
  for (guint32 i = a->row[state]; i < a->row[state + 1]; i++)
    for (guint32 j = a->row[state]; j < i; j++) {
      const CoupletGuard *g = couplet_guard_of (a, i), *h = couplet_guard_of (a, j);
      if (g != h && guards_contradict (g, h))
        continue;
      g_autofree char *first = couplet_guard_to_string (a, h);
      g_autofree char *what =
          g_strdup_printf ("its guard overlaps with '%s' of another transition leaving the state",
                           strlen (first) > 200 ? "the one" : first);
      report (check, COUPLET_SEVERITY_ERROR, i, what);
      if (++n_overlaps >= MOST_OVERLAPS)
        break;
    }
}

/* Reports when transition uses threshold's sample but its source has no d for it, once
 * for each that reported has not. */
static void
check_drawn (Check *check, guint32 transition, guint32 threshold, GArray *reported)
{
  CoupletAutomaton *a = check->automaton;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  guint32 slot = threshold == COUPLET_NONE ? 0 : couplet_noise_slot (a, threshold);
  guint32 d = noise->d[slot];
  if (d == COUPLET_NO_NOISE && a->reachable[a->source[transition]])
    a->all_noise_finite = FALSE;
  if (d != COUPLET_NONE || has_number (reported, slot))
    return;
  g_array_append_val (reported, slot);
  g_autofree char *what = g_strdup_printf (
      "it uses the sample%s%s, but its state has no noise parameter 'd' for it",
      a->n_thresholds > 1 && a->sampling == COUPLET_INDEPENDENT ? " of " : "",
      a->n_thresholds > 1 && a->sampling == COUPLET_INDEPENDENT ? a->thresholds[slot] : "");
  report (check, COUPLET_SEVERITY_ERROR, transition, what);
}

static void
check_noise (Check *check, guint32 transition)
{
  CoupletAutomaton *a = check->automaton;
  if (couplet_source_state (a, transition)->noise == COUPLET_NONE)
    return; /* reported already */
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletOutput *output = couplet_output_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  GArray *reported = check->numbers;
  clear_numbers (reported);
  for (guint32 i = 0; i < guard->n_literals; i++)
    check_drawn (check, transition, guard->literals[i].threshold, reported);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    check_drawn (check, transition, assignment->thresholds[i], reported);
  if (output->kind == COUPLET_INSAMPLE || output->kind == COUPLET_GAP)
    check_drawn (check, transition, output->threshold, reported);
  if (output->kind != COUPLET_FRESH)
    return;
  guint32 fresh = a->noises[couplet_source_state (a, transition)->noise].d_fresh;
  if (fresh == COUPLET_NONE)
    report (check, COUPLET_SEVERITY_ERROR, transition,
            "it outputs a fresh sample, but its state has no noise parameter 'd_fresh'");
  else if (fresh == COUPLET_NO_NOISE && a->reachable[a->source[transition]])
    a->all_noise_finite = FALSE;
}

static void
find_reachable (Check *check)
{
  CoupletAutomaton *a = check->automaton;
  guint8 *reachable = couplet_arena_alloc (check->arena, a->n_states);
  memset (reachable, 0, a->n_states);
  g_autofree guint32 *stack = g_new (guint32, a->n_states);
  guint32 height = 0, reached = 0;
  if (a->initial != COUPLET_NONE) {
    stack[height++] = a->initial;
    reachable[a->initial] = 1;
    reached = 1;
  }
  while (height > 0) {
    guint32 q = stack[--height];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!reachable[a->target[t]]) {
        reachable[a->target[t]] = 1;
        stack[height++] = a->target[t];
        reached++;
      }
  }
  a->reachable = reachable;
  if (reached == a->n_states || reached == 0 || !check->complete)
    return;
  guint32 q = 0;
  while (reachable[q])
    q++;
  guint32 others = a->n_states - reached - 1;
  g_autofree char *more = others == 0 ? g_strdup ("") : g_strdup_printf (" (and %u more)", others);
  g_autofree char *what = g_strdup_printf ("no run reaches it%s", more);
  report_state (check, COUPLET_SEVERITY_WARNING, q, what);
}

/* ---- Thresholds assigned before they are compared ------------------------------ */

/* One bit per state and threshold: assigned on every path to the state. */
typedef struct {
  guint64 *words;
  guint32 per_state;
} AssignedSets;

static guint64 *
set_of (const AssignedSets *sets, guint32 state)
{
  return &sets->words[(gsize)state * sets->per_state];
}

/* Intersects the set of transition's target with what holds after it. */
static gboolean
narrow_target (const CoupletAutomaton *a, const AssignedSets *sets, guint64 *behind,
               guint32 transition)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  gsize bytes = sets->per_state * sizeof (guint64);
  memcpy (behind, set_of (sets, a->source[transition]), bytes);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    behind[assignment->thresholds[i] / 64] |= G_GUINT64_CONSTANT (1)
                                              << (assignment->thresholds[i] % 64);
  guint64 *target = set_of (sets, a->target[transition]);
  gboolean changed = FALSE;
  for (guint32 w = 0; w < sets->per_state; w++) {
    changed |= (target[w] & ~behind[w]) != 0;
    target[w] &= behind[w];
  }
  return changed;
}

/* The greatest solution of "assigned before"; every state on the stack once. */
static AssignedSets
find_assigned (const CoupletAutomaton *a)
{
  AssignedSets sets = {NULL, (a->n_thresholds + 63) / 64};
  sets.words = g_new (guint64, (gsize)a->n_states * sets.per_state);
  memset (sets.words, 0xff, (gsize)a->n_states * sets.per_state * sizeof (guint64));
  memset (set_of (&sets, a->initial), 0, sets.per_state * sizeof (guint64));
  g_autofree guint64 *behind = g_new (guint64, sets.per_state);
  g_autofree guint32 *stack = g_new (guint32, a->n_states);
  g_autofree guint8 *waiting = g_new0 (guint8, a->n_states);
  guint32 height = 0;
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->reachable[q] && q != a->initial) {
      stack[height++] = q;
      waiting[q] = 1;
    }
  stack[height++] = a->initial;
  waiting[a->initial] = 1;
  while (height > 0) {
    guint32 q = stack[--height];
    waiting[q] = 0;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint32 target = a->target[t];
      if (narrow_target (a, &sets, behind, t) && !waiting[target]) {
        waiting[target] = 1;
        stack[height++] = target;
      }
    }
  }
  return sets;
}

/* TRUE when transition has a comparison that the paper on DiP automata does not know: of an input
 * that need not differ, with exponential noise, or for a gap. */
static gboolean
compares_otherwise (const CoupletAutomaton *a, guint32 transition)
{
  const CoupletState *source = couplet_source_state (a, transition);
  return couplet_guard_of (a, transition)->n_literals > 0 &&
         (source->input != COUPLET_PRIVATE || a->adjacency != COUPLET_ADJACENT_ANY ||
          (source->noise != COUPLET_NONE && /* else reported already */
           couplet_noise_is_one_sided (a->noise_kinds[source->noise].sample)) ||
          couplet_output_of (a, transition)->kind == COUPLET_GAP);
}

static void
check_compared (Check *check, const AssignedSets *sets, guint32 transition)
{
  CoupletAutomaton *a = check->automaton;
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const guint64 *assigned = set_of (sets, a->source[transition]);
  GArray *reported = check->numbers;
  clear_numbers (reported);
  for (guint32 i = 0; i < guard->n_literals; i++) {
    guint32 v = guard->literals[i].threshold;
    if (((assigned[v / 64] >> (v % 64)) & 1) || has_number (reported, v))
      continue;
    g_array_append_val (reported, v);
    g_autofree char *what = g_strdup_printf (
        "it compares with threshold %s, which some path to it has not assigned", a->thresholds[v]);
    report (check, COUPLET_SEVERITY_ERROR, transition, what);
  }
  a->compares_otherwise |= compares_otherwise (a, transition);
}

/* ---- Inputs that are read again --------------------------------------------------- */

/* Reports each reachable state that reads an input again though a path to it may have read no
 * private one. */
static void
check_again (Check *check)
{
  const CoupletAutomaton *a = check->automaton;
  g_autofree guint8 *met = g_new0 (guint8, a->n_states);
  g_autofree guint32 *stack = g_new (guint32, a->n_states);
  guint32 height = 0;
  stack[height++] = a->initial;
  met[a->initial] = 1;
  while (height > 0) {
    guint32 q = stack[--height];
    if (a->states[q].input == COUPLET_AGAIN)
      report_state (check, COUPLET_SEVERITY_ERROR, q,
                    "its input is 'again', but some path to it has read no private input");
    if (a->states[q].input != COUPLET_PUBLIC)
      continue;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!met[a->target[t]]) {
        met[a->target[t]] = 1;
        stack[height++] = a->target[t];
      }
  }
}

/* ---- Outputs --------------------------------------------------------------------- */

static gboolean
is_real (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_output_of (a, transition)->kind != COUPLET_SYMBOL;
}

/* TRUE the first time: states of one place, like the rounds of a `repeat`, have one
 * cause. A place that is not known is never the same. */
static gboolean
is_new_place (Check *check, CoupletPlace place)
{
  guint64 key = (guint64)place.line << 32 | place.column;
  return place.line == 0 || g_hash_table_add (check->warned, g_memdup2 (&key, sizeof key));
}

/* Looks for a pair of transitions leaving state that an observer may not tell apart; the first
 * state that has one is told of (report_untold()). */
static void
check_outputs (Check *check, guint32 state)
{
  CoupletAutomaton *a = check->automaton;
  for (guint32 i = a->row[state]; i < a->row[state + 1]; i++) {
    if (couplet_is_silent (a, i))
      a->output_distinct = FALSE;
    for (guint32 j = a->row[state]; j < i; j++) {
      gboolean real = is_real (a, i) && is_real (a, j);
      if (!real && a->output[i] != a->output[j])
        continue;
      a->output_distinct = FALSE;
      if (!is_new_place (check, a->states[state].place) || check->n_untold++ > 0)
        return;
      g_autofree char *quoted = couplet_quote (couplet_output_of (a, i)->name, -1);
      check->untold_state = state;
      check->untold = g_strdup_printf (
          "two transitions leaving it output %s, so the outputs do not tell which was taken: costs "
          "of paths are upper bounds only",
          real ? "a real value" : quoted);
      return;
    }
  }
}

static void
report_untold (Check *check)
{
  if (check->n_untold == 0)
    return;
  g_autofree char *more = check->n_untold > 1
                              ? g_strdup_printf (" (and %u other state%s)", check->n_untold - 1,
                                                 check->n_untold == 2 ? "" : "s")
                              : g_strdup ("");
  g_autofree char *what = g_strconcat (check->untold, more, NULL);
  report_state (check, COUPLET_SEVERITY_WARNING, check->untold_state, what);
  g_free (check->untold);
}

/* ---- Snapped outputs ---------------------------------------------------------------- */

static gboolean
outputs_fresh (const CoupletAutomaton *a, guint32 state)
{
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (couplet_output_of (a, t)->kind == COUPLET_FRESH)
      return TRUE;
  return FALSE;
}

/* Narrows *range to what the floating snap of state asks for, and reports where that leaves no
 * epsilon. */
static void
check_floating (Check *check, guint32 state, const CoupletSnap *snap, EpsilonRange *range)
{
  const CoupletAutomaton *a = check->automaton;
  const CoupletRational *d = &a->numbers[a->noises[a->states[state].noise].d_fresh];
  const CoupletRational *bound = &a->numbers[snap->bound], *grid = &a->numbers[snap->grid];
  gboolean was_empty = epsilon_range_is_empty (range);
  g_autofree char *before = epsilon_range_to_string (range);
  epsilon_range_narrow (range, d, bound, grid);
  if (was_empty || !epsilon_range_is_empty (range))
    return;
  g_auto (EpsilonRange) own;
  epsilon_range_init (&own);
  epsilon_range_narrow (&own, d, bound, grid);
  g_autofree char *here = epsilon_range_to_string (&own);
  g_autofree char *what = g_strdup_printf ("its floating snap is for %s, and those of the states "
                                           "before it for %s; no epsilon meets both",
                                           here, before);
  report_state (check, COUPLET_SEVERITY_ERROR, state, what);
}

static void
check_snaps (Check *check)
{
  const CoupletAutomaton *a = check->automaton;
  g_auto (EpsilonRange) range;
  epsilon_range_init (&range);
  for (guint32 q = 0; a->snaps != NULL && q < a->n_states; q++) {
    const CoupletSnap *snap =
        a->states[q].noise != COUPLET_NONE ? couplet_snap_of (a, &a->states[q]) : NULL;
    if (snap == NULL)
      continue;
    if (!outputs_fresh (a, q) && check->complete)
      report_state (check, COUPLET_SEVERITY_ERROR, q,
                    "it has a snap, but no transition leaving it outputs fresh");
    else if (snap->floating && a->reachable[q] &&
             a->noises[a->states[q].noise].d_fresh < COUPLET_NO_NOISE)
      check_floating (check, q, snap, &range);
  }
}

/* What can be said of runs, which begin at the initial state. */
static void
check_runs (Check *check)
{
  CoupletAutomaton *a = check->automaton;
  AssignedSets sets = find_assigned (a);
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]])
      check_compared (check, &sets, t);
  g_free (sets.words);
  check_again (check);
  check->warned = g_hash_table_new_full (couplet_hash_pair, g_int64_equal, g_free, NULL);
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->reachable[q])
      check_outputs (check, q);
  report_untold (check);
  g_hash_table_unref (check->warned);
}

gboolean
check_well_posed (CoupletDiagnostics *diagnostics, OwnedAutomaton *owned, gboolean complete)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  Check check = {.diagnostics = diagnostics,
                 .automaton = &owned->automaton,
                 .arena = owned->arena,
                 .complete = complete,
                 .numbers = numbers};
  CoupletAutomaton *a = check.automaton;
  a->output_distinct = TRUE;
  a->all_noise_finite = TRUE;
  find_reachable (&check);
  if (a->initial != COUPLET_NONE)
    check_initial (&check);
  for (guint32 q = 0; q < a->n_states; q++)
    check_overlap (&check, q);
  for (guint32 t = 0; t < a->n_transitions; t++)
    check_noise (&check, t);
  check_snaps (&check);
  if (a->initial != COUPLET_NONE)
    check_runs (&check);
  return couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) == 0;
}
