/* SPDX-License-Identifier: Apache-2.0 */
/* What an explanation says of random automata: sums are the costs, shifts are
 * valid and cheapest, conflicts are real, repairs are private. */
#include "asked.h"
#include "methods.h"
#include "random_many.h"

#include "best_shifts.h"
#include "conflict.h"
#include "free_cycles.h"
#include "input_pair.h"
#include "order_story.h"
#include "unfolded.h"
#include "path_cost.h"
#include "possible_vectors.h"
#include "repair.h"
#include "segment_story.h"
#include "strategy_story.h"
#include "repair_story.h"
#include "violation_story.h"
#include "walk_story.h"

#include <couplet/host/unfold.h>

#include <stdlib.h>

#include "unit.h"

#define AUTOMATA 3000
#define MANY 800
#define CHANGED 600 /* for which repairs are tried */
#define CHANGED_MANY 60

typedef struct {
  GRand *random;
  CoupletRegistry *registry;
  CoupletHost host;
  Verifier *verifier;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->host = (CoupletHost){.evidence_limit = 1000, .self_check = 10000};
  fixture->random = g_rand_new_with_seed (20260101);
  fixture->registry = couplet_registry_new (NULL);
  *state = fixture;
  fixture->verifier = verifier_new (fixture->registry, &fixture->host, NULL);
  return fixture->verifier != NULL ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_rand_free (fixture->random);
  assert_null (verifier_rejection (fixture->verifier));
  verifier_free (fixture->verifier);
  couplet_registry_free (fixture->registry);
  g_free (fixture);
  return 0;
}

static CoupletAutomaton *
next_automaton (Fixture *fixture)
{
  const RandomShape shape = {.most_states = 7, .public_comparisons = TRUE, .no_noise = TRUE};
  PlainAutomaton plain;
  random_automaton (&plain, fixture->random, &shape);
  return build_plain (&plain, "q");
}

/* The number that the total row of the first table with one says. */
static char *
told_sum (const Document *document)
{
  for (guint b = 0; b < document->blocks->len; b++) {
    const Block *block = document->blocks->pdata[b];
    if (block->kind != BLOCK_TABLE || block->table->rows->len == 0)
      continue;
    const Row *last = block->table->rows->pdata[block->table->rows->len - 1];
    if (!last->total)
      continue;
    const Line *cell = row_cell (last, block->table->columns->len - 1);
    assert_int_equal (cell->atoms->len, 1);
    return g_strdup (g_array_index (cell->atoms, Atom, 0).text);
  }
  return NULL;
}

/* ---- Private ------------------------------------------------------------------------------ */

static void
check_proof (const WalkSamples *samples, const CoupletRational *cost)
{
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  assert_true (walk_samples_are_valid (samples));
  walk_samples_pay (samples, 0, samples->walk->len, &sum);
  assert_int_equal (couplet_rational_compare (&sum, cost), 0);
  g_autoptr (Document) document = document_new ();
  tell_walk (document, samples);
  g_autofree char *told = told_sum (document);
  g_autofree char *expected = couplet_rational_to_string (cost);
  assert_string_equal (told, expected);
}

/* Shifts found anew cost the same; so does the path when it is asked for. */
static void
check_again (const Fixture *fixture, WalkSamples *samples, const CoupletRational *cost)
{
  const CoupletAutomaton *a = samples->automaton;
  for (guint i = 0; i < samples->samples->len; i++)
    walk_sample (samples, i)->shift = COUPLET_SHIFT_UNUSED;
  assert_true (best_shifts (samples));
  check_proof (samples, cost);
  g_autoptr (CoupletComponents) components = free_cycles (a);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < samples->walk->len; i++) {
    guint32 t = walk_transition (samples, i);
    g_array_append_val (path, t);
  }
  gboolean possible;
  if (path->len == 0)
    return;
  g_autoptr (WalkSamples) asked =
      path_cost (a, components, path, fixture->verifier, &possible, NULL);
  assert_non_null (asked);
  assert_true (possible);
  check_proof (asked, cost);
}

static void
test_sum_is_cost (void **state)
{
  Fixture *fixture = *state;
  guint told = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_automaton (fixture);
    g_auto (Asked) asked;
    ask (&asked, fixture->verifier, a);
    const CoupletStageResult *by;
    if (exact_cost (asked.result) == NULL)
      continue;
    g_autoptr (WalkSamples) samples = worst_walk (asked.result, fixture->verifier, &by);
    if (samples == NULL && asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED) != NULL &&
        couplet_evidence_size (asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED)) == 0)
      continue; /* nothing is used */
    assert_non_null (samples);
    check_proof (samples, exact_cost (asked.result));
    check_again (fixture, samples, exact_cost (asked.result));
    told++;
  }
  assert_true (told > AUTOMATA / 5);
}

/* The chain holds: every link is an order of the walk, its ends cannot meet. */
static void
check_conflict (const WalkSamples *samples, const ShiftConflict *conflict)
{
  guint n = conflict->samples->len;
  assert_int_equal (conflict->orders->len, n - 1);
  for (guint i = 0; i + 1 < n; i++) {
    const WalkOrder *order = walk_order (samples, g_array_index (conflict->orders, guint, i));
    gboolean less = order->comparison == COUPLET_LESS;
    assert_int_equal (less ? order->sample : order->stored, shift_conflict_sample (conflict, i));
    assert_int_equal (less ? order->stored : order->sample,
                      shift_conflict_sample (conflict, i + 1));
  }
  assert_true (conflict->greatest < conflict->least);
}

/* The thresholds' shifts along a proof are among those called possible. */
static void
check_possible (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  g_autoptr (CoupletComponents) components = free_cycles (a);
  g_autofree VectorSet *possible = possible_vectors (a, components);
  int shifts[POSSIBLE_THRESHOLDS] = {0};
  guint next = 0;
  for (guint step = 0; step < samples->walk->len; step++) {
    for (; next < samples->samples->len && walk_sample (samples, next)->step == step; next++) {
      const WalkSample *sample = walk_sample (samples, next);
      for (guint32 i = 0; i < sample->draw.n_assigned; i++)
        shifts[sample->draw.assigned[i]] = sample->shift;
    }
    guint number = 0;
    for (guint32 v = a->n_thresholds; v-- > 0;)
      number = 3 * number + (guint)(shifts[v] + 1);
    assert_true ((possible[a->target[walk_transition (samples, step)]] >> number & 1) != 0);
  }
}

/* The same for several thresholds: evidence tells every sample's shift, and the
 * shifts found anew, by another method, cost the same. */
static void
check_many (Fixture *fixture, gboolean shared, guint *private, guint *violated)
{
  ManyAutomaton many;
  random_many (&many, fixture->random, shared, TRUE);
  g_autoptr (CoupletAutomaton) a = build_many (&many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (a, NULL, NULL);
  g_auto (Asked) asked;
  ask (&asked, fixture->verifier, a);
  const CoupletAutomaton *seen = unfolded != NULL ? unfolded : a;
  const CoupletEvidence *evidence =
      asked_evidence (&asked, exact_cost (asked.result) != NULL ? COUPLET_EVIDENCE_ATTAINED
                                                                : COUPLET_EVIDENCE_VIOLATION);
  if (evidence == NULL)
    return;
  const CoupletStageResult *by;
  g_autoptr (WalkSamples) samples = exact_cost (asked.result) != NULL
                                        ? worst_walk (asked.result, fixture->verifier, &by)
                                        : evidence_samples (seen, evidence);
  if (samples == NULL && couplet_evidence_size (evidence) == 0)
    return; /* nothing is used */
  assert_non_null (samples);
  if (exact_cost (asked.result) != NULL) {
    check_proof (samples, exact_cost (asked.result));
    check_possible (samples);
    check_again (fixture, samples, exact_cost (asked.result));
    ++*private;
    return;
  }
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  assert_non_null (conflict);
  assert_false (best_shifts (samples));
  check_conflict (samples, conflict);
  ++*violated;
}

static void
test_several_thresholds (void **state)
{
  for (int shared = 0; shared < 2; shared++) {
    guint private = 0, violated = 0;
    for (int i = 0; i < MANY; i++)
      check_many (*state, shared != 0, &private, &violated);
    assert_true (private > MANY / 20 && violated > MANY / 20);
  }
}

/* Of what leaves a state, each transition is either kept or said to contradict
 * the order known there. */
static guint
check_kept_or_impossible (const CoupletAutomaton *a)
{
  guint impossible = 0;
  for (guint32 q = 0; q < a->n_states; q++) {
    guint32 from = a->folded_state[q];
    for (guint32 t = a->folded->row[from]; t < a->folded->row[from + 1]; t++) {
      Line *line = line_new ();
      gboolean kept = FALSE;
      for (guint32 u = a->row[q]; u < a->row[q + 1]; u++)
        kept |= a->folded_transition[u] == t;
      assert_true (put_why_impossible (line, a, q, t) != kept);
      assert_true ((line->atoms->len > 0) != kept);
      impossible += kept ? 0 : 1;
      line_free (line);
    }
  }
  return impossible;
}

/* What is told of orders is what state names say, less what follows. */
static void
check_named (const CoupletAutomaton *a)
{
  for (guint32 q = 0; q < a->n_states; q++) {
    g_autofree char *known = couplet_known_order_to_string (a, q);
    const char *name = a->folded->states[a->folded_state[q]].name;
    g_autofree char *expected =
        *known != '\0' ? g_strdup_printf ("%s [%s]", name, known) : g_strdup (name);
    assert_string_equal (a->states[q].name, expected);
  }
}

static void
test_orders (void **state)
{
  Fixture *fixture = *state;
  guint impossible = 0, unfolded = 0;
  for (int i = 0; i < MANY; i++) {
    ManyAutomaton many;
    random_many (&many, fixture->random, TRUE, TRUE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_autoptr (CoupletAutomaton) made = couplet_unfold (a, NULL, NULL);
    if (made == NULL)
      continue;
    impossible += check_kept_or_impossible (made);
    check_named (made);
    unfolded++;
  }
  assert_true (unfolded > MANY / 20 && impossible > MANY / 20);
}

/* ---- Segments and strategies ---------------------------------------------------------------- */

/* With one segment and no other assignment the table gives the fixed strategy's
 * cost: the least of the three worst sums when all classes share a strategy. */
static gint64
best_strategy (const SegmentTable *table)
{
  CoupletVector worst = {{0, 0, 0}};
  for (guint i = 0; i < table->classes->len; i++)
    for (int x = 0; x < 3; x++)
      worst.at[x] = couplet_cost_max (worst.at[x],
                                      ((const SegmentClass *)table->classes->pdata[i])->cost.at[x]);
  CoupletCost least = couplet_vector_min (&worst);
  if (least == COUPLET_COST_INFINITE)
    return BRUTE_INFINITE;
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (table->unit, least, &cost);
  mpz_mul_ui (mpq_numref (cost.value), mpq_numref (cost.value), NOISE_UNIT);
  mpq_canonicalize (cost.value);
  return mpz_get_si (mpq_numref (cost.value)) / mpz_get_si (mpq_denref (cost.value));
}

/* Each class alone allows the fixed method to do as well or better, so a single
 * class gives exactly what that method says. */
static void
test_segments (void **state)
{
  Fixture *fixture = *state;
  const RandomShape shape = {.most_states = 6, .public_comparisons = TRUE};
  guint compared = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, fixture->random, &shape);
    plain.sensitivity = "1";
    for (int t = 1; t < plain.n_transitions; t++)
      plain.transitions[t].assigns = FALSE;
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    g_autoptr (SegmentTable) table = segment_table_new (a, NULL);
    g_autoptr (Document) document = document_new ();
    tell_segments (document, a, table);
    if (table->classes->len != 1 || ((SegmentClass *)table->classes->pdata[0])->follows)
      continue;
    assert_true (best_strategy (table) == ask_method (FIXED, a));
    compared++;
  }
  assert_true (compared > AUTOMATA / 20);
}

/* The most that a transition pays on account of threshold v, which shifts by x,
 * or takes that shift: from the guard and the noise, case by case. */
static CoupletCost
pay_case_by_case (const CoupletAutomaton *a, const CoupletComponents *components, CoupletUnit *unit,
                  guint32 t, guint32 v, int x)
{
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (a, t), v);
  gboolean assigns = couplet_assigns (a, t, v), shared = a->sampling == COUPLET_SHARED;
  if (shared ? comparisons == 0 && !assigns : !couplet_uses_sample (a, t, v))
    return 0;
  guint32 number = noise->d[couplet_noise_slot (a, v)];
  const CoupletOutput *output = couplet_output_of (a, t);
  gboolean shows = output->kind == COUPLET_INSAMPLE && (shared || output->threshold == v);
  gboolean tight = couplet_on_cycle (a, components, t) || number == COUPLET_NO_NOISE;
  gboolean is_public = couplet_source_state (a, t)->input == COUPLET_PUBLIC;
  CoupletCost worst = 0;
  for (int difference = -1; difference <= 1; difference++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (int g = -1; g <= 1 && is_public == (difference == 0); g++) {
      if ((shows && g != 0) || (tight && g != difference) || (assigns && g != x) ||
          (!assigns && (comparisons & COUPLET_LESS) != 0 && g > x) ||
          (!assigns && (comparisons & COUPLET_GREATER_EQUAL) != 0 && g < x))
        continue;
      CoupletCost pays = 0;
      for (int i = 0; i < ABS (difference - g); i++)
        pays = couplet_cost_add (unit, pays, couplet_unit_cost (unit, number));
      least = couplet_cost_min (least, pays);
    }
    if (is_public == (difference == 0))
      worst = couplet_cost_max (worst, least);
  }
  return worst;
}

static guint32
of_input (const CoupletAutomaton *a, guint32 t)
{
  return a->folded != NULL && t != COUPLET_NONE ? a->folded_transition[t] : t;
}

/* A class with these ends that says no less than cost; or one whose assignment repeats. */
static gboolean
has_class (const CoupletAutomaton *a, const SegmentTable *table, guint32 v, guint32 begin,
           guint32 next, const CoupletVector *cost)
{
  for (guint i = 0; i < table->classes->len; i++) {
    const SegmentClass *class = table->classes->pdata[i];
    if (class->threshold == v && of_input (a, class->begin) == of_input (a, begin) &&
        of_input (a, class->next) == of_input (a, next) &&
        (class->follows || couplet_vector_below (cost, &class->cost)))
      return TRUE;
  }
  return FALSE;
}

/* A random walk, cut into the segments of v. Returns how many were looked up. */
static guint
check_segments_of (GRand *random, const CoupletAutomaton *a, const SegmentTable *table, guint32 v)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  guint32 state = a->initial, begin = COUPLET_NONE;
  CoupletVector cost = {{0, 0, 0}};
  guint looked = 0;
  for (int length = 0; length < 12 && a->row[state] < a->row[state + 1]; length++) {
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    gboolean assigns = couplet_assigns (a, t, v);
    /* where nothing is left, there is no class that goes on */
    if (assigns && begin != COUPLET_NONE && couplet_vector_min (&cost) != COUPLET_COST_INFINITE) {
      assert_true (has_class (a, table, v, begin, t, &cost));
      looked++;
    }
    begin = assigns ? t : begin;
    for (int x = -1; x <= 1; x++)
      cost.at[x + 1] = couplet_cost_add (table->unit, assigns ? 0 : cost.at[x + 1],
                                         pay_case_by_case (a, components, table->unit, t, v, x));
    state = a->target[t];
  }
  if (begin == COUPLET_NONE)
    return looked;
  assert_true (has_class (a, table, v, begin, COUPLET_NONE, &cost));
  return looked + 1;
}

/* A class that leaves no strategy rules every proof out, unless shifts that follow a
 * difference that no noise hides would do. */
static gboolean
has_hopeless_class (const SegmentTable *table)
{
  for (guint i = 0; i < table->classes->len; i++) {
    const SegmentClass *class = table->classes->pdata[i];
    if (!class->follows && couplet_vector_min (&class->cost) == COUPLET_COST_INFINITE)
      return TRUE;
  }
  return FALSE;
}

static void
test_segments_of_many (void **state)
{
  Fixture *fixture = *state;
  guint looked = 0, hopeless = 0;
  for (int i = 0; i < 2 * MANY; i++) {
    ManyAutomaton many;
    random_many (&many, fixture->random, i % 2 != 0, TRUE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (a, NULL, NULL);
    const CoupletAutomaton *seen = unfolded != NULL ? unfolded : a;
    g_autoptr (SegmentTable) table = segment_table_new (seen, NULL);
    g_autoptr (Document) document = document_new ();
    tell_segments (document, seen, table);
    assert_true (tell_strategy (document, seen, 0, seen->n_transitions, NULL, NULL));
    for (guint32 v = 0; v < a->n_thresholds; v++)
      for (int walk = 0; walk < 8; walk++)
        looked += check_segments_of (fixture->random, seen, table, v);
    if (!a->all_noise_finite || !has_hopeless_class (table))
      continue;
    g_auto (Asked) asked;
    ask (&asked, fixture->verifier, a);
    assert_false (exact_cost (asked.result) != NULL);
    hopeless++;
  }
  assert_true (looked > 10 * MANY && hopeless > MANY / 20);
}

/* Takes a random walk and checks that the shifts it leaves are known as possible. */
static void
check_walk (GRand *random, const CoupletAutomaton *a, const CoupletComponents *components,
            CoupletUnit *unit, const VectorSet *possible, VectorSet *met)
{
  CoupletVector vector = {{0, 0, 0}};
  guint32 state = a->initial;
  for (int length = 0; length < 12 && a->row[state] < a->row[state + 1]; length++) {
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    CoupletStep step;
    couplet_step_load (&step, a, components, unit, t);
    guint32 i = (guint32)g_rand_int_range (random, 0, (gint32)step.n);
    couplet_step_apply (&step, i, unit, &vector, &vector);
    state = a->target[t];
    for (int x = 0; x < 3; x++)
      if (vector.at[x] != COUPLET_COST_INFINITE) {
        assert_true ((possible[state] & (1 << x)) != 0);
        met[state] |= (VectorSet)1 << x;
      }
  }
}

static void
test_possible_shifts (void **state)
{
  Fixture *fixture = *state;
  guint exact = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_automaton (fixture);
    g_autoptr (CoupletUnit) unit = couplet_unit_new (a, NULL);
    g_autoptr (CoupletComponents) components = couplet_components_new (a);
    g_autofree VectorSet *possible = possible_vectors (a, components);
    g_autofree VectorSet *met = g_new0 (VectorSet, a->n_states);
    met[a->initial] = possible[a->initial];
    for (int walk = 0; walk < 60; walk++)
      check_walk (fixture->random, a, components, unit, possible, met);
    exact += memcmp (met, possible, a->n_states * sizeof *met) == 0 ? 1 : 0;
    g_autoptr (Document) document = document_new ();
    assert_true (tell_strategy (document, a, 0, a->n_transitions, NULL, NULL));
  }
  /* a random walk misses some, but seldom */
  assert_true (exact > AUTOMATA * 8 / 10);
}

/* ---- Not private -------------------------------------------------------------------------------
 */

static void
test_conflicts (void **state)
{
  Fixture *fixture = *state;
  guint found = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_automaton (fixture);
    g_auto (Asked) asked;
    ask (&asked, fixture->verifier, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples = evidence_samples (a, evidence);
    g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
    assert_non_null (conflict);
    assert_false (best_shifts (samples));
    check_conflict (samples, conflict);
    g_autoptr (Document) document = document_new ();
    tell_conflict (document, samples, conflict, COUPLET_VERDICT_NOT_PRIVATE);
    tell_conflict_loops (document, samples, conflict);
    found++;
  }
  assert_true (found > AUTOMATA / 5);
}

/* The checker accepts a walk that costs no less. */
static void
check_shown_cost (Fixture *fixture, const CoupletAutomaton *a, const CoupletRational *cost)
{
  g_auto (Asked) asked;
  ask (&asked, fixture->verifier, a);
  const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_ATTAINED);
  assert_non_null (evidence);
  assert_int_equal (couplet_rational_compare (couplet_evidence_cost (evidence), cost), 0);
}

/* The repaired automaton costs what is said by another method, too. */
static void
check_repair (Fixture *fixture, const CoupletAutomaton *a, const Repair *repair)
{
  assert_true (repair->n_costs > 0);
  for (guint turns = 1; turns <= repair->n_costs; turns++) {
    g_autoptr (CoupletAutomaton) repaired = repair_build (a, repair, turns, NULL);
    assert_non_null (repaired);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (repaired, NULL, NULL);
    const CoupletAutomaton *seen = unfolded != NULL ? unfolded : repaired;
    if (rule_may_be_too_strict (seen)) { /* no other method knows the cost */
      check_shown_cost (fixture, seen, &repair->costs[turns - 1]);
      continue;
    }
    gint64 said = ask_method (GRAPH, seen);
    assert_true (said == 0 || (said == NO_ANSWER && a->n_thresholds > 1));
    gint64 cost = ask_method (GLPK_MILP, seen);
    assert_true (cost != BRUTE_INFINITE);
    mpq_t units;
    mpq_init (units);
    mpq_set_si (units, cost, NOISE_UNIT);
    mpq_canonicalize (units);
    mpq_mul (units, units, a->sensitivity.value);
    assert_int_equal (mpq_cmp (units, repair->costs[turns - 1].value), 0);
    mpq_clear (units);
  }
}

/* All repairs that are found of the walk in samples, counted by their kinds. */
static void
check_repairs (Fixture *fixture, const CoupletAutomaton *a, const WalkSamples *samples,
               guint *kinds)
{
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  g_autoptr (GPtrArray) repairs = repairs_find (samples, conflict, fixture->verifier);
  for (guint r = 0; r < repairs->len; r++) {
    const Repair *repair = repairs->pdata[r];
    check_repair (fixture, a, repair);
    assert_true (mpq_sgn (repair->costs[repair->n_costs - 1].value) > 0);
    kinds[repair->kind]++;
  }
  g_autoptr (Document) document = document_new ();
  tell_repairs (document, a, repairs);
}

static void
test_repairs (void **state)
{
  Fixture *fixture = *state;
  guint kinds[N_REPAIRS] = {0}, tried = 0;
  while (tried < CHANGED) {
    const RandomShape shape = {.most_states = 5};
    PlainAutomaton plain;
    random_automaton (&plain, fixture->random, &shape);
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    g_auto (Asked) asked;
    ask (&asked, fixture->verifier, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples = evidence_samples (a, evidence);
    check_repairs (fixture, a, samples, kinds);
    tried++;
  }
  for (int kind = 0; kind < N_REPAIRS; kind++)
    assert_true (kinds[kind] > 3);
}

/* The same for several thresholds: repairs are of the automaton, not of what it unfolds to. */
static void
test_repairs_of_many (void **state)
{
  Fixture *fixture = *state;
  guint kinds[N_REPAIRS] = {0}, tried = 0;
  for (int i = 0; tried < CHANGED_MANY; i++) {
    ManyAutomaton many;
    random_many (&many, fixture->random, i % 2 != 0, FALSE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_auto (Asked) asked;
    ask (&asked, fixture->verifier, a);
    const CoupletEvidence *evidence = asked_evidence (&asked, COUPLET_EVIDENCE_VIOLATION);
    if (evidence == NULL)
      continue;
    g_autoptr (WalkSamples) samples =
        evidence_samples (examined_automaton (asked.result), evidence);
    check_repairs (fixture, a, samples, kinds);
    tried++;
  }
  /* the corpus has repairs of the other kinds */
  assert_true (kinds[REPAIR_DROP_OUTPUT] > 0 && kinds[REPAIR_STOP] > 20);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_sum_is_cost),      cmocka_unit_test (test_several_thresholds),
      cmocka_unit_test (test_orders),           cmocka_unit_test (test_segments),
      cmocka_unit_test (test_segments_of_many), cmocka_unit_test (test_possible_shifts),
      cmocka_unit_test (test_conflicts),        cmocka_unit_test (test_repairs),
      cmocka_unit_test (test_repairs_of_many),
  };
  return cmocka_run_group_tests (tests, set_up, tear_down);
}
