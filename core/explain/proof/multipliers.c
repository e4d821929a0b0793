/* SPDX-License-Identifier: Apache-2.0 */
#include "multipliers.h"

#include "rationals.h"

/* Multipliers are a flow: a row that is met with equality leads from the lesser shift to the
 * greater one, and adds its multiplier to the weight of the greater one. A sample that shifts less
 * than its D sends what it pays for 1, one that shifts more receives that, and others either, up to
 * it. The last node stands for 0, the shift of outputs, and sends and receives anything. */
typedef struct {
  const WalkSamples *samples;
  Multipliers *flow; /* outputs: what the node of 0 sends to a sample */
  guint *by;         /* per node: the edge that led to it (see edge_of()); UNSEEN */
  GPtrArray *edges;  /* per node: GArray of guint, the edges forth that begin or end there */
  GArray *queue;     /* guint: nodes */
} FlowSearch;

#define UNSEEN G_MAXUINT

void
walk_sample_rate (const WalkSamples *samples, const WalkSample *sample, CoupletRational *rate)
{
  const CoupletAutomaton *a = samples->automaton;
  mpq_set_ui (rate->value, 0, 1);
  if (sample->kind != COUPLET_NOISELESS)
    mpq_mul (rate->value, a->numbers[sample->number].value, a->sensitivity.value);
}

/* ---- What a node sends and receives -------------------------------------------------------- */

/* Whether the weight of a sample may be of any size: it has to be D, or 0 is its shift; on a cycle
 * more turns make it so. Exponential noise may send anything (sign -1). */
static gboolean
is_free (const FlowSearch *search, guint node, int sign)
{
  if (node == search->flow->n_samples)
    return TRUE;
  const WalkSample *sample = walk_sample (search->samples, node);
  if (sample->shift != sample->difference)
    return FALSE;
  return sample->draw.tight || (sign < 0 && couplet_noise_is_one_sided (sample->kind));
}

/* Sets *room to how much the node's weight may grow (sign 1) or fall (sign -1); negative: it must
 * not be what it is. */
static void
find_room (const FlowSearch *search, guint node, int sign, CoupletRational *room)
{
  const WalkSample *sample = walk_sample (search->samples, node);
  const CoupletRational *rate = &search->flow->rates[node], *weight = &search->flow->weights[node];
  mpq_set (room->value, rate->value);
  if ((sample->shift - sample->difference) * sign < 0) /* the bound is minus the rate */
    mpq_neg (room->value, room->value);
  if (sign > 0)
    mpq_sub (room->value, room->value, weight->value);
  else
    mpq_add (room->value, room->value, weight->value);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Edges count from 0: of each row, then of each output; twice, forth (even) and back (odd). */
typedef struct {
  guint from, to;
  CoupletRational *carries; /* that much; an edge back takes away from it */
} FlowEdge;

/* FALSE: nothing can go that way. Outputs carry either way. */
static gboolean
edge_of (const FlowSearch *search, guint index, FlowEdge *edge)
{
  const Multipliers *flow = search->flow;
  guint number = index / 2, sample = number - flow->n_rows;
  gboolean back = index % 2 == 1;
  if (number >= flow->n_rows) {
    *edge = (FlowEdge){back ? sample : flow->n_samples, back ? flow->n_samples : sample,
                       &flow->outputs[sample]};
    return walk_sample (search->samples, sample)->draw.outputs;
  }
  const CoupletPathRow *row = couplet_path_row (search->samples->path, number);
  guint below = couplet_path_below (row), above = couplet_path_above (row);
  *edge = (FlowEdge){back ? above : below, back ? below : above, &flow->rows[number]};
  if (back)
    return mpq_sgn (edge->carries->value) > 0;
  return walk_sample (search->samples, below)->shift == walk_sample (search->samples, above)->shift;
}

static gboolean
is_row (const FlowSearch *search, guint index)
{
  return index / 2 < search->flow->n_rows;
}

static GArray *
edges_at (const FlowSearch *search, guint node)
{
  return search->edges->pdata[node];
}

/* Lists the edges of each node. */
static void
find_edges (FlowSearch *search)
{
  FlowEdge edge;
  for (guint node = 0; node <= search->flow->n_samples; node++)
    g_ptr_array_add (search->edges, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint e = 2 * (search->flow->n_rows + search->flow->n_samples); e > 0;) {
    e -= 2;
    edge_of (search, e, &edge);
    g_array_append_val (edges_at (search, edge.from), e);
    g_array_append_val (edges_at (search, edge.to), e);
  }
}

/* ---- Flow ------------------------------------------------------------------------------------ */

/* Whether node can take (sign 1) or give (sign -1) something. */
static gboolean
has_room (const FlowSearch *search, guint node, int sign, CoupletRational *room)
{
  if (is_free (search, node, sign))
    return TRUE;
  find_room (search, node, sign, room);
  return mpq_sgn (room->value) > 0;
}

/* The nearest node to which what start sends (sign 1) can go, or from which what it receives (sign
 * -1) can come; UNSEEN = none. */
static guint
find_end (FlowSearch *search, guint start, int sign)
{
  FlowEdge edge;
  g_auto (CoupletRational) room;
  couplet_rational_init (&room);
  for (guint i = 0; i <= search->flow->n_samples; i++)
    search->by[i] = UNSEEN;
  g_array_set_size (search->queue, 0);
  g_array_append_val (search->queue, start);
  for (guint next = 0; next < search->queue->len; next++) {
    guint node = g_array_index (search->queue, guint, next);
    if (node != start && has_room (search, node, sign, &room))
      return node;
    for (guint i = 0; i < 2 * edges_at (search, node)->len; i++) {
      guint e = g_array_index (edges_at (search, node), guint, i / 2) + i % 2;
      if (!edge_of (search, e, &edge) || (sign > 0 ? edge.from : edge.to) != node)
        continue;
      guint other = sign > 0 ? edge.to : edge.from;
      if (other == start || search->by[other] != UNSEEN)
        continue;
      search->by[other] = e;
      g_array_append_val (search->queue, other);
    }
  }
  return UNSEEN;
}

/* Goes from end back to start, and lowers amount to what each edge can carry, or (apply) sends it.
 */
static void
follow (FlowSearch *search, guint start, guint end, int sign, CoupletRational *amount,
        gboolean apply)
{
  for (guint node = end; node != start;) {
    FlowEdge edge;
    guint index = search->by[node];
    gboolean back = index % 2 == 1;
    edge_of (search, index, &edge);
    if (apply && back)
      mpq_sub (edge.carries->value, edge.carries->value, amount->value);
    else if (apply)
      mpq_add (edge.carries->value, edge.carries->value, amount->value);
    else if (back && is_row (search, index) && couplet_rational_compare (edge.carries, amount) < 0)
      mpq_set (amount->value, edge.carries->value);
    node = sign > 0 ? edge.from : edge.to;
  }
}

static void
add_weight (const FlowSearch *search, guint node, int sign, const CoupletRational *amount)
{
  if (node == search->flow->n_samples)
    return;
  mpq_ptr weight = search->flow->weights[node].value;
  if (sign > 0)
    mpq_add (weight, weight, amount->value);
  else
    mpq_sub (weight, weight, amount->value);
}

/* Brings the weight of sample down (sign 1) or up (sign -1) to its bound. FALSE: it cannot be. */
static gboolean
settle (FlowSearch *search, guint sample, int sign)
{
  g_auto (CoupletRational) amount, room;
  couplet_rational_init (&amount);
  couplet_rational_init (&room);
  while (!is_free (search, sample, sign)) {
    find_room (search, sample, sign, &amount);
    if (mpq_sgn (amount.value) >= 0)
      return TRUE;
    mpq_neg (amount.value, amount.value);
    guint end = find_end (search, sample, sign);
    if (end == UNSEEN)
      return FALSE;
    if (!is_free (search, end, sign)) {
      find_room (search, end, sign, &room);
      if (couplet_rational_compare (&room, &amount) < 0)
        mpq_set (amount.value, room.value);
    }
    follow (search, sample, end, sign, &amount, FALSE);
    follow (search, sample, end, sign, &amount, TRUE);
    add_weight (search, sample, -sign, &amount);
    add_weight (search, end, sign, &amount);
  }
  return TRUE;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static gboolean
is_compared (const WalkSamples *samples, guint sample)
{
  for (guint i = 0; i < samples->path->rows->len; i++)
    if (couplet_path_row (samples->path, i)->value == sample)
      return TRUE;
  return FALSE;
}

/* Sets how many turns of its cycle make up for the sample's weight. FALSE: they would store it. */
static gboolean
find_turns (const WalkSamples *samples, Multipliers *m, guint i)
{
  const WalkSample *sample = walk_sample (samples, i);
  m->turns[i] = 1;
  if (!sample->on_cycle || sample->kind == COUPLET_NOISELESS ||
      (couplet_noise_is_one_sided (sample->kind) && mpq_sgn (m->weights[i].value) <= 0))
    return TRUE;
  mpz_t turns;
  g_auto (CoupletRational) share;
  couplet_rational_init (&share);
  mpz_init (turns);
  mpq_div (share.value, m->weights[i].value, m->rates[i].value);
  mpq_abs (share.value, share.value);
  mpz_cdiv_q (turns, mpq_numref (share.value), mpq_denref (share.value));
  gboolean fits = mpz_fits_uint_p (turns) != 0;
  if (fits && mpz_sgn (turns) > 0)
    m->turns[i] = (guint)mpz_get_ui (turns);
  mpz_clear (turns);
  return fits && (m->turns[i] == 1 || !is_compared (samples, i));
}

/* ---- All of it ------------------------------------------------------------------------------- */

static Multipliers *
empty_new (const WalkSamples *samples)
{
  Multipliers *m = g_new (Multipliers, 1);
  guint n_rows = samples->path->rows->len, n = samples->samples->len;
  *m = (Multipliers){.n_rows = n_rows,
                     .n_samples = n,
                     .rows = rationals_new (n_rows),
                     .outputs = rationals_new (n),
                     .weights = rationals_new (n),
                     .rates = rationals_new (n),
                     .turns = g_new (guint, MAX (n, 1))};
  couplet_rational_init (&m->least);
  for (guint i = 0; i < n; i++)
    walk_sample_rate (samples, walk_sample (samples, i), &m->rates[i]);
  return m;
}

static void
add_up (const WalkSamples *samples, Multipliers *m)
{
  g_auto (CoupletRational) part;
  couplet_rational_init (&part);
  for (guint i = 0; i < m->n_samples; i++) {
    mpq_set_si (part.value, -walk_sample (samples, i)->difference, 1);
    mpq_mul (part.value, part.value, m->weights[i].value);
    mpq_add (m->least.value, m->least.value, part.value);
  }
}

Multipliers *
multipliers_new (const WalkSamples *samples)
{
  g_autoptr (Multipliers) m = empty_new (samples);
  g_autofree guint *by = g_new (guint, m->n_samples + 1);
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  FlowSearch search = {samples, m, by, edges, queue};
  if (samples->path->draws->len != m->n_samples)
    return NULL;
  find_edges (&search);
  for (int sign = 1; sign >= -1; sign -= 2)
    for (guint i = 0; i < m->n_samples; i++)
      if (!settle (&search, i, sign))
        return NULL;
  for (guint i = 0; i < m->n_samples; i++)
    if (!find_turns (samples, m, i))
      return NULL;
  add_up (samples, m);
  return g_steal_pointer (&m);
}

void
multipliers_free (Multipliers *m)
{
  if (m == NULL)
    return;
  rationals_free (m->rows, m->n_rows);
  rationals_free (m->outputs, m->n_samples);
  rationals_free (m->weights, m->n_samples);
  rationals_free (m->rates, m->n_samples);
  g_free (m->turns);
  couplet_rational_clear (&m->least);
  g_free (m);
}
