/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/path_inputs.h>

#include <couplet/internal/sample.h>

/* Conditions looked at until all hold: some tenths of a second. */
#define MOST_MEASURED 2000000

/* A number at + gaps * gap, where gap is as small as need be: compared by at first. */
typedef struct {
  CoupletRational at;
  gint64 gaps;
} Place;

/* A number to be chosen: an input, or a draw with noise. */
typedef struct {
  Place place;   /* without gaps if whole */
  gboolean free; /* a draw that may be anywhere and is not shown: it begins low */
  gboolean whole;
  gboolean never_ties; /* a draw with a density that is not shown: it equals nothing */
} Node;

/* The number of a node plus a number of the automaton. */
typedef struct {
  guint node;   /* COUPLET_NONE = 0 */
  guint32 mean; /* COUPLET_NONE = 0 */
} Value;

/* high >= low, or high > low. */
typedef struct {
  Value high, low;
  gboolean strict;
} Condition;

/* What is known of one step. */
typedef struct {
  guint input;            /* node */
  Value shown, less_than; /* it outputs shown - less_than */
} PlacedStep;

typedef struct {
  const CoupletAutomaton *automaton;
  GArray *nodes;      /* Node */
  GArray *conditions; /* Condition */
  GArray *steps;      /* PlacedStep */
  Value *holds;       /* per threshold */
  CoupletSample *samples;
  guint last_private; /* node */
  gboolean whole;     /* some noise is of whole numbers: then so are the inputs */
} Placing;

static const Value ZERO = {COUPLET_NONE, COUPLET_NONE};

/* ---- The conditions of a path ----------------------------------------------------------- */

/* One more node, like node. */
static guint
add_node (Placing *placing, Node node)
{
  couplet_rational_init (&node.place.at);
  g_array_append_val (placing->nodes, node);
  return placing->nodes->len - 1;
}

static void
place_clear (Place *place)
{
  couplet_rational_clear (&place->at);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static void
node_clear (gpointer data)
{
  place_clear (&((Node *)data)->place);
}

static gboolean
never_ties (const Placing *placing, Value value)
{
  return value.node != COUPLET_NONE && g_array_index (placing->nodes, Node, value.node).never_ties;
}

static void
add_condition (Placing *placing, Value high, Value low, gboolean strict)
{
  gboolean apart = never_ties (placing, high) || never_ties (placing, low);
  Condition condition = {high, low, strict || apart};
  g_array_append_val (placing->conditions, condition);
}

static void
round_down (CoupletRational *number)
{
  mpz_ptr above = mpq_numref (number->value), below = mpq_denref (number->value);
  mpz_fdiv_q (above, above, below);
  mpz_set_ui (below, 1);
}

/* The node that a state's input is; a new one begins where its draws are centred at 0, or at the
 * next whole number below. */
static guint
read_input (Placing *placing, const CoupletState *state, guint32 mean)
{
  if (state->input == COUPLET_AGAIN)
    return placing->last_private;
  guint node = add_node (placing, (Node){.whole = placing->whole});
  CoupletRational *at = &g_array_index (placing->nodes, Node, node).place.at;
  mpq_neg (at->value, placing->automaton->numbers[mean].value);
  if (placing->whole)
    round_down (at);
  if (state->input == COUPLET_PRIVATE)
    placing->last_private = node;
  return node;
}

/* A draw around an input. */
static Value
add_draw (Placing *placing, guint input, guint32 mean, CoupletNoiseKind noise, gboolean shown)
{
  Value centre = {input, mean};
  if (noise == COUPLET_NOISELESS)
    return centre;
  gboolean whole = couplet_noise_is_whole (noise);
  Node node = {.free = !couplet_noise_is_one_sided (noise) && !shown,
               .whole = whole,
               .never_ties = !whole && !shown};
  Value draw = {add_node (placing, node), COUPLET_NONE};
  if (couplet_noise_is_one_sided (noise))
    add_condition (placing, draw, centre, FALSE);
  return draw;
}

/* The literals of way that are compared with the draw of slot. */
static void
add_comparisons (Placing *placing, const CoupletConjunction *way, guint32 slot, Value draw)
{
  for (guint32 i = 0; i < way->n_literals; i++) {
    const CoupletLiteral *literal = &way->literals[i];
    Value held = placing->holds[literal->threshold];
    if (couplet_noise_slot (placing->automaton, literal->threshold) != slot)
      continue;
    if (literal->comparison == COUPLET_GREATER_EQUAL)
      add_condition (placing, draw, held, FALSE);
    else
      add_condition (placing, held, draw, TRUE);
  }
}

/* Whether sample is what a gap output is taken of. */
static gboolean
is_gap_of (const CoupletAutomaton *a, const CoupletOutput *output, const CoupletSample *sample)
{
  return output->kind == COUPLET_GAP && couplet_noise_slot (a, output->threshold) == sample->slot;
}

static void
add_samples (Placing *placing, guint32 transition, PlacedStep *step)
{
  const CoupletAutomaton *a = placing->automaton;
  const CoupletOutput *output = couplet_output_of (a, transition);
  const CoupletConjunction *way = &couplet_guard_of (a, transition)->alternatives[0];
  guint32 mean = a->noises[couplet_source_state (a, transition)->noise].mu;
  guint32 n = couplet_samples_load (placing->samples, a, NULL, NULL, transition);
  g_autofree Value *draws = g_new (Value, n + 1);
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *sample = &placing->samples[i];
    draws[i] = add_draw (placing, step->input, mean, sample->noise, sample->outputs);
    add_comparisons (placing, way, sample->slot, draws[i]);
    if (is_gap_of (a, output, sample))
      step->less_than = placing->holds[output->threshold];
    if (sample->outputs || is_gap_of (a, output, sample))
      step->shown = draws[i];
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < placing->samples[i].n_assigned; k++)
      placing->holds[placing->samples[i].assigned[k]] = draws[i];
}

/* The noise of transition's fresh output; Laplace's where it has none. */
static CoupletNoiseKind
fresh_noise (const CoupletAutomaton *a, guint32 transition)
{
  guint32 number = couplet_source_state (a, transition)->noise;
  return couplet_output_of (a, transition)->kind == COUPLET_FRESH
             ? couplet_noise_of (a->noises[number].d_fresh, a->noise_kinds[number].fresh)
             : COUPLET_LAPLACE;
}

/* Sets what a fresh output shows: with Laplace noise 0. FALSE when it is snapped and has no noise
 * that takes any value. */
static gboolean
add_fresh (const Placing *placing, guint32 transition, PlacedStep *step)
{
  const CoupletAutomaton *a = placing->automaton;
  const CoupletState *state = couplet_source_state (a, transition);
  CoupletNoiseKind kind = fresh_noise (a, transition);
  if (kind != COUPLET_NOISELESS && !couplet_noise_is_one_sided (kind))
    return TRUE;
  step->shown = (Value){step->input, a->noises[state->noise].mu_fresh};
  return couplet_snap_of (a, state) == NULL;
}

/* Whether a draw of transition is of whole numbers. */
static gboolean
draws_whole (const Placing *placing, guint32 transition)
{
  const CoupletAutomaton *a = placing->automaton;
  gboolean whole = couplet_noise_is_whole (fresh_noise (a, transition));
  guint32 n = couplet_samples_load (placing->samples, a, NULL, NULL, transition);
  for (guint32 i = 0; i < n; i++)
    whole |= couplet_noise_is_whole (placing->samples[i].noise);
  return whole;
}

static gboolean
add_step (Placing *placing, guint32 transition)
{
  const CoupletAutomaton *a = placing->automaton;
  const CoupletState *state = couplet_source_state (a, transition);
  const CoupletNoise *noise = &a->noises[state->noise];
  gboolean fresh_alone = couplet_output_of (a, transition)->kind == COUPLET_FRESH &&
                         couplet_samples_load (placing->samples, a, NULL, NULL, transition) == 0;
  PlacedStep step = {read_input (placing, state, fresh_alone ? noise->mu_fresh : noise->mu), ZERO,
                     ZERO};
  add_samples (placing, transition, &step);
  gboolean good = add_fresh (placing, transition, &step);
  g_array_append_val (placing->steps, step);
  return good;
}

/* ---- Their solution ------------------------------------------------------------------------- */

/* *place, which is initialised, = the place of value. */
static void
locate (const Placing *placing, Value value, Place *place)
{
  mpq_set_ui (place->at.value, 0, 1);
  place->gaps = 0;
  if (value.node != COUPLET_NONE) {
    const Place *known = &g_array_index (placing->nodes, Node, value.node).place;
    mpq_set (place->at.value, known->at.value);
    place->gaps = known->gaps;
  }
  if (value.mean != COUPLET_NONE)
    mpq_add (place->at.value, place->at.value, placing->automaton->numbers[value.mean].value);
}

/* *room, which is initialised, = by how much condition holds: not less than 0 if it does. */
static void
measure (const Placing *placing, const Condition *condition, Place *room)
{
  g_auto (Place) low = {0};
  couplet_rational_init (&low.at);
  locate (placing, condition->low, &low);
  locate (placing, condition->high, room);
  mpq_sub (room->at.value, room->at.value, low.at.value);
  room->gaps -= low.gaps + (condition->strict ? 1 : 0);
}

/* Raises a number that is whole, or next to one, to the next whole number. */
static void
raise_to_whole (Place *place)
{
  mpz_ptr number = mpq_numref (place->at.value), one = mpq_denref (place->at.value);
  gboolean above = mpz_cmp_ui (one, 1) == 0 && place->gaps > 0;
  mpz_cdiv_q (number, number, one);
  mpz_set_ui (one, 1);
  if (above)
    mpz_add_ui (number, number, 1);
  place->gaps = 0;
}

/* Raises condition's greater value until it holds; TRUE when it did not. */
static gboolean
raise_to (Placing *placing, const Condition *condition)
{
  g_auto (Place) room = {0};
  couplet_rational_init (&room.at);
  measure (placing, condition, &room);
  int sign = mpq_sgn (room.at.value);
  if (sign > 0 || (sign == 0 && room.gaps >= 0))
    return FALSE;
  Node *node = &g_array_index (placing->nodes, Node, condition->high.node);
  mpq_sub (node->place.at.value, node->place.at.value, room.at.value);
  node->place.gaps -= room.gaps;
  if (node->whole)
    raise_to_whole (&node->place);
  return TRUE;
}

/* Raises by all conditions, from the last to the first in every second round: some chains go with
 * the path, some against it. */
static gboolean
raise_to_all (Placing *placing, gboolean backwards)
{
  gboolean raised = FALSE;
  guint n = placing->conditions->len;
  for (guint i = 0; i < n; i++)
    raised |= raise_to (placing,
                        &g_array_index (placing->conditions, Condition, backwards ? n - 1 - i : i));
  return raised;
}

/* FALSE when the conditions contradict each other, or that is not known soon. They are about
 * differences, so that as many rounds as there are nodes are enough without whole numbers. */
static gboolean
solve (Placing *placing)
{
  guint64 most = MOST_MEASURED / MAX (placing->conditions->len, 1);
  gboolean raised = TRUE;
  for (guint64 round = 0; round <= MIN (most, 2 * (guint64)placing->nodes->len) && raised; round++)
    raised = raise_to_all (placing, round % 2 != 0);
  return !raised;
}

/* Draws that may be anywhere begin below others that stay near 0. */
static void
put_down_free (Placing *placing)
{
  for (guint i = 0; i < placing->nodes->len; i++) {
    Node *node = &g_array_index (placing->nodes, Node, i);
    if (node->free)
      mpq_set_si (node->place.at.value, -1 - (glong)placing->conditions->len, 1);
  }
}

/* gap = 1 if that is small enough for all conditions, else the greatest that is. */
static void
choose_gap (const Placing *placing, CoupletRational *gap)
{
  g_auto (Place) room = {0};
  g_auto (CoupletRational) most;
  couplet_rational_init (&room.at);
  couplet_rational_init (&most);
  mpq_set_ui (gap->value, 1, 1);
  for (guint i = 0; i < placing->conditions->len; i++) {
    measure (placing, &g_array_index (placing->conditions, Condition, i), &room);
    if (room.gaps >= 0)
      continue;
    mpq_set_si (most.value, -room.gaps, 1);
    mpq_div (most.value, room.at.value, most.value);
    if (couplet_rational_compare (&most, gap) < 0)
      mpq_set (gap->value, most.value);
  }
}

/* *number = where value is placed. */
static void
read_value (const Placing *placing, Value value, const CoupletRational *gap,
            CoupletRational *number)
{
  g_auto (Place) place = {0};
  couplet_rational_init (&place.at);
  locate (placing, value, &place);
  mpq_set_si (number->value, place.gaps, 1);
  mpq_mul (number->value, number->value, gap->value);
  mpq_add (number->value, number->value, place.at.value);
}

/* n rationals, all 0. */
static GArray *
new_rationals (guint n)
{
  GArray *numbers = g_array_new (FALSE, TRUE, sizeof (CoupletRational));
  g_array_set_clear_func (numbers, (GDestroyNotify)couplet_rational_clear);
  g_array_set_size (numbers, n);
  for (guint i = 0; i < n; i++)
    couplet_rational_init (&g_array_index (numbers, CoupletRational, i));
  return numbers;
}

/* The inputs of all steps and then their outputs. */
static GArray *
read_steps (const Placing *placing)
{
  guint n = placing->steps->len;
  GArray *numbers = new_rationals (2 * n);
  CoupletRational *inputs = (CoupletRational *)(gpointer)numbers->data, *outputs = inputs + n;
  g_auto (CoupletRational) gap, less;
  couplet_rational_init (&gap);
  couplet_rational_init (&less);
  choose_gap (placing, &gap);
  for (guint i = 0; i < n; i++) {
    const PlacedStep *step = &g_array_index (placing->steps, PlacedStep, i);
    read_value (placing, (Value){step->input, COUPLET_NONE}, &gap, &inputs[i]);
    read_value (placing, step->shown, &gap, &outputs[i]);
    read_value (placing, step->less_than, &gap, &less);
    mpq_sub (outputs[i].value, outputs[i].value, less.value);
  }
  return numbers;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
placing_clear (Placing *placing)
{
  g_array_unref (placing->nodes);
  g_array_unref (placing->conditions);
  g_array_unref (placing->steps);
  g_free (placing->holds);
  g_free (placing->samples);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Placing, placing_clear)

GArray *
couplet_path_inputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  g_auto (Placing) placing = {.automaton = automaton,
                              .nodes = g_array_new (FALSE, FALSE, sizeof (Node)),
                              .conditions = g_array_new (FALSE, FALSE, sizeof (Condition)),
                              .steps = g_array_new (FALSE, FALSE, sizeof (PlacedStep)),
                              .holds = g_new0 (Value, automaton->n_thresholds),
                              .samples = g_new0 (CoupletSample, couplet_n_slots (automaton))};
  g_array_set_clear_func (placing.nodes, node_clear);
  for (guint i = 0; i < n; i++)
    placing.whole |= draws_whole (&placing, transitions[i]);
  for (guint i = 0; i < n; i++)
    if (!add_step (&placing, transitions[i]))
      return NULL;
  put_down_free (&placing);
  return solve (&placing) ? read_steps (&placing) : NULL;
}
