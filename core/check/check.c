/* SPDX-License-Identifier: Apache-2.0 */
/* BOUND, ATTAINED and VIOLATION: docs/evidence.md. */
#include "check.h"

#include <string.h>

/* The most memory for the nodes of a graph. */
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)

static const char TOO_MANY[] = "it ties more thresholds than a factor may have";

gboolean
check_reject (Check *check, const char *format, ...)
{
  GString *text = g_string_new (NULL);
  if (check->what != NULL)
    g_string_append_printf (text, "%s %u (state %s", check->what, check->number + 1,
                            check->a->states[check->state].name);
  if (check->what != NULL && check->transition != COUPLET_NONE) {
    g_autofree char *transition = couplet_transition_to_string (check->a, check->transition);
    g_string_append_printf (text, ", transition '%s'", transition);
    if (check->difference != NO_DIFFERENCE)
      g_string_append_printf (text, check->difference > 0 ? ", D = +%d" : ", D = %d",
                              check->difference);
  }
  g_string_append (text, check->what != NULL ? "): " : "");
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  check->why = g_string_free (text, FALSE);
  return FALSE;
}

void
check_stand_at (Check *check, const char *what, guint number, guint32 transition, int difference)
{
  check->what = what;
  check->number = number;
  check->transition = transition;
  check->difference = difference;
  if (transition != COUPLET_NONE)
    check->state = check->a->source[transition];
}

/* ---- Costs ---------------------------------------------------------------------------- */

Cost
check_zero (void)
{
  Cost cost = {.infinite = 0};
  mpq_init (cost.value);
  return cost;
}

void
check_clear_cost (Cost *cost)
{
  mpq_clear (cost->value);
}

static int
compare (const Cost *a, const Cost *b)
{
  if (a->infinite != 0 || b->infinite != 0)
    return a->infinite - b->infinite;
  return mpq_cmp (a->value, b->value);
}

static void
add (Cost *sum, const Cost *cost)
{
  if (cost->infinite < 0 || sum->infinite == 0)
    sum->infinite = cost->infinite;
  if (sum->infinite == 0)
    mpq_add (sum->value, sum->value, cost->value);
}

static void
set (Cost *to, const Cost *cost)
{
  to->infinite = cost->infinite;
  if (cost->infinite == 0)
    mpq_set (to->value, cost->value);
}

char *
check_to_string (const Cost *cost)
{
  const CoupletRational value = {{cost->value[0]}};
  return cost->infinite != 0 ? g_strdup ("infinite") : couplet_rational_to_string (&value);
}

/* ---- Samples: rules 1 to 6 --------------------------------------------------------------- */

gboolean
check_counts (const Check *check, guint32 transition, int difference)
{
  return (difference != 0) ==
         (couplet_source_state (check->a, transition)->input == COUPLET_PRIVATE);
}

gboolean
check_sample (const Check *check, guint32 slot, Sample *sample)
{
  const CoupletAutomaton *a = check->a;
  const CoupletGuard *guard = couplet_guard_of (a, check->transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, check->transition);
  const CoupletOutput *output = couplet_output_of (a, check->transition);
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, check->transition)->noise];
  gboolean fresh = slot == check->n_slots;
  guint32 d = fresh ? noise->d_fresh : noise->d[slot];
  *sample = (Sample){.d = d < a->n_numbers ? &a->numbers[d] : NULL};
  if (fresh)
    return sample->shown = output->kind == COUPLET_FRESH;
  sample->shown =
      output->kind == COUPLET_INSAMPLE && (check->n_slots == 1 || output->threshold == slot);
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (check->n_slots == 1 || guard->literals[i].threshold == slot) {
      sample->compared = sample->n_compared == 0 ? &guard->literals[i] : sample->compared;
      sample->n_compared++;
    }
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (check->n_slots == 1 || assignment->thresholds[i] == slot) {
      sample->assigned = sample->n_assigned == 0 ? &assignment->thresholds[i] : sample->assigned;
      sample->n_assigned++;
    }
  return sample->n_compared > 0 || sample->n_assigned > 0 || sample->shown;
}

const char *
check_forbids (const Check *check, const Sample *sample, int g, const gint8 *x)
{
  for (guint32 i = 0; i < sample->n_compared; i++) {
    const CoupletLiteral *literal = &sample->compared[i];
    if (((literal->comparison & COUPLET_LESS) != 0 && g > x[literal->threshold]) ||
        ((literal->comparison & COUPLET_GREATER_EQUAL) != 0 && g < x[literal->threshold]))
      return "the shift given breaks a condition of the guard";
  }
  if (sample->shown && g != 0)
    return "the sample is output, but its shift is not 0";
  if ((check->on_cycle || sample->d == NULL) && g != check->difference)
    return "the sample has to shift by D";
  return NULL;
}

void
check_pay (const Check *check, Cost *sum, const Sample *sample, mpq_srcptr g)
{
  mpq_t amount;
  mpq_init (amount);
  mpq_set_si (amount, check->difference, 1);
  mpq_sub (amount, amount, g);
  mpq_abs (amount, amount);
  mpq_mul (amount, amount, check->a->sensitivity.value);
  if (sample->d != NULL)
    mpq_mul (amount, amount, sample->d->value);
  else
    sum->infinite = mpq_sgn (amount);
  mpq_add (sum->value, sum->value, amount);
  mpq_clear (amount);
}

static void
pay (const Check *check, Cost *sum, const Sample *sample, int g)
{
  mpq_t shift;
  mpq_init (shift);
  mpq_set_si (shift, g, 1);
  check_pay (check, sum, sample, shift);
  mpq_clear (shift);
}

/* ---- Vectors: a sum of factors, of which the first is constant ---------------------------- */

/* A function of the shifts of n thresholds; at: 3^n values, the last one's shift fastest. */
typedef struct {
  guint32 n, over[COUPLET_FACTOR_MAX];
  Cost *at;
} Factor;

#define FACTOR(vector, i) (&g_array_index (vector, Factor, i))

static gsize
size_of (const Factor *factor)
{
  return couplet_factor_size (factor->n);
}

static void
clear_factor (Factor *factor)
{
  for (gsize i = 0; factor->at != NULL && i < size_of (factor); i++)
    mpq_clear (factor->at[i].value);
  g_free (factor->at);
}

/* Gives factor its values, all 0 or all infinite. */
static void
fill (Factor *factor, gboolean infinite)
{
  factor->at = g_new (Cost, size_of (factor));
  for (gsize i = 0; i < size_of (factor); i++) {
    mpq_init (factor->at[i].value);
    factor->at[i].infinite = infinite;
  }
}

/* Sets x to the shifts for which value number i of factor is. */
static void
set_shifts (const Factor *factor, gsize i, gint8 *x)
{
  for (guint32 j = factor->n; j-- > 0; i /= 3)
    x[factor->over[j]] = (gint8)(i % 3) - 1;
}

/* The number of the value for the shifts x of the n thresholds over. */
static gsize
place_of (const guint32 *over, guint32 n, const gint8 *x)
{
  gsize place = 0;
  for (guint32 i = 0; i < n; i++)
    place = place * 3 + (gsize)(x[over[i]] + 1);
  return place;
}

static Cost *
value_at (const Factor *factor, const gint8 *x)
{
  return &factor->at[place_of (factor->over, factor->n, x)];
}

/* Adds factor, which vector takes over. */
static void
push (GArray *vector, Factor factor)
{
  if (factor.n > 0 || vector->len == 0) {
    g_array_append_val (vector, factor);
    return;
  }
  add (&FACTOR (vector, 0)->at[0], &factor.at[0]);
  clear_factor (&factor);
}

/* The vector 0. */
static GArray *
new_vector (void)
{
  GArray *vector = g_array_new (FALSE, FALSE, sizeof (Factor));
  Factor constant = {.n = 0};
  g_array_set_clear_func (vector, (GDestroyNotify)clear_factor);
  fill (&constant, FALSE);
  push (vector, constant);
  return vector;
}

static GArray *
copy_vector (const GArray *vector)
{
  GArray *copy = new_vector ();
  for (guint f = 0; f < vector->len; f++) {
    Factor factor = *FACTOR (vector, f);
    fill (&factor, FALSE);
    for (gsize i = 0; i < size_of (&factor); i++)
      set (&factor.at[i], &FACTOR (vector, f)->at[i]);
    push (copy, factor);
  }
  return copy;
}

/* Number index of the evidence. */
static GArray *
load_vector (const Check *check, guint32 index)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  GArray *vector = new_vector ();
  for (guint32 f = 0; f < couplet_evidence_n_factors (check->evidence, index); f++) {
    CoupletEvidenceFactor given = couplet_evidence_factor (check->evidence, index, f);
    Factor factor = {.n = given.n};
    if (given.n > 0)
      memcpy (factor.over, given.thresholds, given.n * sizeof (guint32));
    fill (&factor, FALSE);
    for (gsize i = 0; i < size_of (&factor); i++)
      if (given.values[i] == COUPLET_NUMBER_INFINITE)
        factor.at[i].infinite = 1;
      else
        mpq_set (factor.at[i].value, numbers[given.values[i]].value);
    push (vector, factor);
  }
  return vector;
}

/* The factor that mentions threshold; 0 = none. */
static guint
find (const GArray *vector, guint32 threshold)
{
  for (guint f = 1; f < vector->len; f++)
    for (guint32 i = 0; i < FACTOR (vector, f)->n; i++)
      if (FACTOR (vector, f)->over[i] == threshold)
        return f;
  return 0;
}

/* Minimises threshold out, where vector mentions it. */
static void
minimise (const Check *check, GArray *vector, guint32 threshold)
{
  guint f = find (vector, threshold);
  if (f == 0)
    return;
  const Factor *old = FACTOR (vector, f);
  Factor less = {.n = 0};
  for (guint32 i = 0; i < old->n; i++)
    if (old->over[i] != threshold)
      less.over[less.n++] = old->over[i];
  fill (&less, TRUE);
  for (gsize i = 0; i < size_of (old); i++) {
    set_shifts (old, i, check->x);
    Cost *least = value_at (&less, check->x);
    if (compare (&old->at[i], least) < 0)
      set (least, &old->at[i]);
  }
  g_array_remove_index_fast (vector, f);
  push (vector, less);
}

/* Moves the factor that mentions threshold, if one does, from vector into sum. FALSE when
 * that gets too large. */
static gboolean
absorb (const Check *check, GArray *vector, guint32 threshold, Factor *sum)
{
  guint f = find (vector, threshold);
  if (f == 0)
    return TRUE;
  const Factor *part = FACTOR (vector, f);
  Factor both = *sum;
  if (sum->n + part->n > COUPLET_FACTOR_MAX)
    return FALSE;
  for (guint32 i = 0; i < part->n; i++)
    both.over[both.n++] = part->over[i];
  fill (&both, FALSE);
  for (gsize i = 0; i < size_of (&both); i++) {
    set_shifts (&both, i, check->x);
    add (&both.at[i], value_at (sum, check->x));
    add (&both.at[i], value_at (part, check->x));
  }
  clear_factor (sum);
  *sum = both;
  g_array_remove_index_fast (vector, f);
  return TRUE;
}

/* Adds to sum the least (sign -1) or the greatest (sign 1) value of vector. */
static void
add_extreme (const GArray *vector, int sign, Cost *sum)
{
  for (guint f = 0; f < vector->len; f++) {
    const Cost *at = FACTOR (vector, f)->at, *extreme = at;
    for (gsize i = 1; i < size_of (FACTOR (vector, f)); i++)
      if (compare (&at[i], extreme) * sign > 0)
        extreme = &at[i];
    add (sum, extreme);
  }
}

/* ---- One transition ------------------------------------------------------------------------- */

/* Whether sample's value is assigned to threshold. */
static gboolean
assigns (const Sample *sample, guint32 threshold)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (sample->assigned[i] == threshold)
      return TRUE;
  return FALSE;
}

/* Sets after to the factor that sample leaves of before: the least over its shifts. */
static void
choose_shift (const Check *check, const Sample *sample, const Factor *before, Factor *after)
{
  g_auto (Cost) zero = check_zero (), price = check_zero (), sum = check_zero ();
  fill (after, TRUE);
  for (int g = -1; g <= 1; g++) {
    set (&price, &zero);
    pay (check, &price, sample, g);
    for (gsize i = 0; i < size_of (before); i++) {
      set_shifts (before, i, check->x);
      if (check_forbids (check, sample, g, check->x) != NULL)
        continue;
      for (guint32 j = 0; j < sample->n_assigned; j++)
        check->x[sample->assigned[j]] = (gint8)g;
      set (&sum, &before->at[i]);
      add (&sum, &price);
      Cost *least = value_at (after, check->x);
      if (compare (&sum, least) < 0)
        set (least, &sum);
    }
  }
}

/* Takes vector through one sample of the present transition. NULL, or why it cannot be. */
static const char *
take_sample (const Check *check, GArray *vector, const Sample *sample)
{
  const char *why = NULL;
  Factor before = {.n = 0}, after = {.n = 0};
  for (guint32 i = 0; i < sample->n_compared; i++)
    if (find (vector, sample->compared[i].threshold) == 0)
      return "it compares with a threshold that was minimised out";
  fill (&before, FALSE);
  for (guint32 i = 0; i < sample->n_compared; i++)
    if (!absorb (check, vector, sample->compared[i].threshold, &before))
      why = TOO_MANY;
  for (guint32 i = 0; i < before.n; i++)
    if (!assigns (sample, before.over[i]))
      after.over[after.n++] = before.over[i];
  if (after.n + sample->n_assigned > COUPLET_FACTOR_MAX)
    why = TOO_MANY;
  for (guint32 i = 0; i < sample->n_assigned && why == NULL; i++) {
    minimise (check, vector, sample->assigned[i]); /* its old shift */
    after.over[after.n++] = sample->assigned[i];
  }
  if (why == NULL) {
    choose_shift (check, sample, &before, &after);
    push (vector, after);
  }
  clear_factor (&before);
  return why;
}

/* Takes vector through the present transition. NULL, or why it cannot be. */
static const char *
take (const Check *check, GArray *vector)
{
  const char *why = NULL;
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots && why == NULL; slot++)
    if (check_sample (check, slot, &sample))
      why = take_sample (check, vector, &sample);
  return why;
}

/* ---- Orders ------------------------------------------------------------------------------------
 */

/* Adds what follows from what order says of n thresholds. */
static void
close_order (char *order, guint32 n)
{
  for (guint32 v = 0; v < n; v++)
    for (guint32 u = 0; u < n; u++)
      for (guint32 w = 0; w < n && order[u * n + v] != UNRELATED; w++)
        if (u != w && order[v * n + w] != UNRELATED)
          order[u * n + w] = MAX (order[u * n + w], MAX (order[u * n + v], order[v * n + w]));
}

static void
forget (char *order, guint32 n, guint32 threshold)
{
  for (guint32 v = 0; v < n; v++)
    order[v * n + threshold] = order[threshold * n + v] = UNRELATED;
}

/* Makes order what is known behind transition; FALSE when its guard contradicts order. */
static gboolean
advance (const CoupletAutomaton *a, char *order, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  gboolean noisy = a->noises[couplet_source_state (a, transition)->noise].d[0] != COUPLET_NO_NOISE;
  guint32 s = a->n_thresholds, n = s + 1; /* the sample joins the thresholds as number s */
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (guard->literals[i].comparison == COUPLET_LESS)
      order[s * n + guard->literals[i].threshold] = LESS;
    else
      order[guard->literals[i].threshold * n + s] = noisy ? LESS : AT_MOST;
  close_order (order, n);
  for (guint32 v = 0; v < s; v++)
    if (order[s * n + v] != UNRELATED && order[v * n + s] != UNRELATED)
      return FALSE;
  for (guint32 v = 0; v < s; v++)
    if (order[v * n + s] == AT_MOST)
      order[v * n + s] = UNRELATED;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    forget (order, n, assignment->thresholds[i]);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    order[assignment->thresholds[i] * n + s] = order[s * n + assignment->thresholds[i]] = EQUAL;
  close_order (order, n);
  forget (order, n, s);
  return TRUE;
}

/* Whether all that weak says follows from strong. */
static gboolean
implies (const char *strong, const char *weak)
{
  for (gsize i = 0; weak[i] != '\0'; i++)
    if (weak[i] != UNRELATED && weak[i] != strong[i])
      return FALSE;
  return TRUE;
}

/* ---- The graph: nodes, edges, cycles
 * --------------------------------------------------------------- */

/* Adds a node, which takes order over. */
static guint32
add_node (Check *check, guint32 state, char *order)
{
  Node node = {state, order};
  g_array_append_val (check->nodes, node);
  return check->nodes->len - 1;
}

/* Of walks: the node of state and order, which is added if it is new. */
static guint32
find_node (Check *check, guint32 state, const char *order)
{
  gpointer node;
  if (check->order_size == 0)
    return state;
  g_autofree char *key = g_strdup_printf ("%s%u", order, state);
  if (g_hash_table_lookup_extended (check->known, key, NULL, &node))
    return GPOINTER_TO_UINT (node);
  guint32 added = add_node (check, state, g_strdup (order));
  g_hash_table_insert (check->known, g_steal_pointer (&key), GUINT_TO_POINTER (added));
  return added;
}

/* FALSE = rejected: n nodes are too many. */
static gboolean
allow_nodes (Check *check, gsize n)
{
  return n <= MOST_BYTES / (check->order_size + 128) ||
         check_reject (check, "too many orders of the thresholds are possible to tell the cycles");
}

/* Of bounds: edges to the entries of transition's target that order implies, without those that
 * say less than another, or the same and stand behind it. */
static void
add_edges (Check *check, guint32 transition, const char *order)
{
  g_autoptr (GArray) implied = g_array_new (FALSE, FALSE, sizeof (Edge));
  for (guint32 e = check->entries[check->a->target[transition]]; e != COUPLET_NONE;
       e = check->next_entry[e]) {
    Edge edge = {transition, e};
    if (implies (order, NODE (check, e)->order))
      g_array_append_val (implied, edge);
  }
  for (guint i = 0; i < implied->len; i++) {
    Edge edge = g_array_index (implied, Edge, i);
    const char *mine = NODE (check, edge.target)->order;
    gboolean kept = TRUE;
    for (guint j = 0; j < implied->len && kept; j++) {
      const char *other = NODE (check, g_array_index (implied, Edge, j).target)->order;
      kept = i == j || !implies (other, mine) || (i < j && implies (mine, other));
    }
    if (kept)
      g_array_append_val (check->edges, edge);
  }
}

/* Sets the strongly connected components, by Tarjan's search in depth (SIAM J. Comput. 1972). */
static void
find_components (Check *check)
{
  guint32 n = check->nodes->len, n_met = 0, n_components = 0, n_path = 0, n_open = 0;
  g_autofree guint32 *memory = g_new0 (guint32, 5 * (gsize)n + 1);
  guint32 *met = memory, *low = met + n, *next = low + n, *path = next + n, *open = path + n;
  check->component = g_new (guint32, (gsize)n + 1);
  for (guint32 root = 0; root < n; root++) {
    if (met[root] == 0)
      path[n_path++] = root;
    while (n_path > 0) {
      guint32 v = path[n_path - 1];
      if (met[v] == 0) {
        met[v] = low[v] = ++n_met;
        next[v] = FIRST (check, v);
        open[n_open++] = v;
        check->component[v] = COUPLET_NONE;
      }
      if (next[v] < FIRST (check, v + 1)) {
        guint32 w = EDGE (check, next[v]++)->target;
        if (met[w] == 0)
          path[n_path++] = w;
        else if (check->component[w] == COUPLET_NONE)
          low[v] = MIN (low[v], met[w]);
        continue;
      }
      if (--n_path > 0)
        low[path[n_path - 1]] = MIN (low[path[n_path - 1]], low[v]);
      if (low[v] == met[v]) {
        do
          check->component[open[--n_open]] = n_components;
        while (open[n_open] != v);
        n_components++;
      }
    }
  }
}

/* Adds the edges and, of walks, the nodes that the first ones lead to. */
static gboolean
link_nodes (Check *check)
{
  const CoupletAutomaton *a = check->a;
  g_autofree char *order = g_malloc (check->order_size + 1);
  for (guint32 node = 0; node < check->nodes->len; node++) {
    guint32 state = NODE (check, node)->state;
    if (!allow_nodes (check, check->nodes->len))
      return FALSE;
    g_array_append_val (check->first, check->edges->len);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
      guint n_edges = check->edges->len;
      memcpy (order, NODE (check, node)->order, check->order_size + 1);
      if (check->order_size > 0 && !advance (a, order, t))
        continue;
      if (check->entries != NULL)
        add_edges (check, t, order);
      else {
        Edge edge = {t, find_node (check, a->target[t], order)};
        g_array_append_val (check->edges, edge);
      }
      if (check->edges->len == n_edges) {
        check_stand_at (check, "entry", node, t, NO_DIFFERENCE);
        return check_reject (check, "state %s has no entry whose order is known there",
                             a->states[a->target[t]].name);
      }
    }
  }
  g_array_append_val (check->first, check->edges->len);
  find_components (check);
  return TRUE;
}

gboolean
check_explore (Check *check, guint32 *start)
{
  const CoupletAutomaton *a = check->a;
  for (guint32 q = 0; check->order_size == 0 && q < a->n_states; q++)
    add_node (check, q, g_strdup (""));
  g_autofree char *nothing = g_strnfill (check->order_size, UNRELATED);
  *start = find_node (check, a->initial, nothing);
  return link_nodes (check);
}

gboolean
check_follow (Check *check, guint32 *node, guint32 transition)
{
  guint32 e = FIRST (check, *node), end = FIRST (check, *node + 1);
  if (NODE (check, *node)->state != check->a->source[transition])
    return check_reject (check, "the walk is not at that state");
  while (e < end && EDGE (check, e)->transition != transition)
    e++;
  if (e == end)
    return check_reject (check, "what comes before makes it impossible: it contradicts the order "
                                "of the thresholds");
  check->on_cycle = check->component[EDGE (check, e)->target] == check->component[*node];
  *node = EDGE (check, e)->target;
  return TRUE;
}

/* ---- BOUND ------------------------------------------------------------------------------------
 */

/* Whether image, minimised over what vector number bound of the evidence does not mention, is at
 * most that everywhere. *why says so if it is too large to tell. */
static gboolean
is_below (const Check *check, const GArray *image, guint32 bound, const char **why)
{
  const CoupletEvidence *evidence = check->evidence;
  guint32 n_factors = couplet_evidence_n_factors (evidence, bound), n_numbers;
  const CoupletRational *numbers = couplet_evidence_numbers (evidence, &n_numbers);
  g_autofree guint8 *mentioned = g_new0 (guint8, check->a->n_thresholds);
  gboolean fits = TRUE;
  for (guint32 f = 0; f < n_factors; f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (evidence, bound, f);
    for (guint32 i = 0; i < factor.n; i++) {
      mentioned[factor.thresholds[i]] = 1;
      if (find (image, factor.thresholds[i]) == 0)
        return FALSE;
    }
  }
  g_autoptr (GArray) excess = copy_vector (image);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (!mentioned[v])
      minimise (check, excess, v);
  for (guint32 f = 0; f < n_factors; f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (evidence, bound, f);
    Factor block = {.n = 0};
    fill (&block, FALSE);
    for (guint32 i = 0; i < factor.n; i++)
      fits = absorb (check, excess, factor.thresholds[i], &block) && fits;
    for (gsize i = 0; i < size_of (&block) && fits; i++) {
      set_shifts (&block, i, check->x);
      guint32 number = factor.values[place_of (factor.thresholds, factor.n, check->x)];
      if (number == COUPLET_NUMBER_INFINITE)
        block.at[i].infinite = -1;
      else
        mpq_sub (block.at[i].value, block.at[i].value, numbers[number].value);
    }
    push (excess, block);
  }
  if (!fits)
    *why = TOO_MANY;
  g_auto (Cost) zero = check_zero (), greatest = check_zero ();
  add_extreme (excess, 1, &greatest);
  return fits && compare (&greatest, &zero) <= 0;
}

/* Whether vector is below one of those of entry. */
static gboolean
is_covered (const Check *check, const GArray *vector, guint32 entry, const char **why)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  for (guint32 i = 0; i < e.n_vectors; i++)
    if (is_below (check, vector, e.first_vector + i, why))
      return TRUE;
  return FALSE;
}

/* Takes vector, number index of its entry, through the present transition, whose edges are
 * those from first on, before end. */
static gboolean
check_image (Check *check, guint32 index, const GArray *vector, guint first, guint end)
{
  gboolean covered = FALSE;
  const char *why = "what it leads to is not below any vector kept there";
  g_autoptr (GArray) image = copy_vector (vector);
  const char *stuck = take (check, image);
  for (guint e = first; e < end && stuck == NULL && !covered; e++)
    covered = is_covered (check, image, EDGE (check, e)->target, &why);
  return covered || check_reject (check, "vector %u: %s", index + 1, stuck != NULL ? stuck : why);
}

/* Checks vector number index of entry: its least value, and where all transitions take it. */
static gboolean
check_vector (Check *check, guint32 entry, guint32 index)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  g_autoptr (GArray) vector = load_vector (check, e.first_vector + index);
  g_auto (Cost) least = check_zero ();
  add_extreme (vector, -1, &least);
  check->on_cycle = FALSE;
  check->state = e.state;
  check_stand_at (check, "entry", entry, COUPLET_NONE, NO_DIFFERENCE);
  if (compare (&least, &check->claimed) > 0) {
    g_autofree char *text = check_to_string (&least);
    return check_reject (check, "vector %u: its least value %s is above the cost", index + 1, text);
  }
  for (guint32 end, first = FIRST (check, entry); first < FIRST (check, entry + 1); first = end) {
    guint32 t = EDGE (check, first)->transition;
    check->on_cycle = FALSE;
    for (end = first; end < FIRST (check, entry + 1) && EDGE (check, end)->transition == t; end++)
      check->on_cycle |= check->component[EDGE (check, end)->target] == check->component[entry];
    for (int difference = -1; difference <= 1; difference++) {
      check_stand_at (check, "entry", entry, t, difference);
      if (check_counts (check, t, difference) && !check_image (check, index, vector, first, end))
        return FALSE;
    }
  }
  return TRUE;
}

/* Makes the entries nodes, and sets what stands where. */
static gboolean
add_entries (Check *check)
{
  guint32 n = couplet_evidence_n_entries (check->evidence), k = check->a->n_thresholds + 1;
  check->entries = g_new (guint32, check->a->n_states);
  check->next_entry = g_new (guint32, (gsize)n + 1);
  for (guint32 q = 0; q < check->a->n_states; q++)
    check->entries[q] = COUPLET_NONE;
  if (!allow_nodes (check, n))
    return FALSE;
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, i);
    check->state = e.state;
    check_stand_at (check, "entry", i, COUPLET_NONE, NO_DIFFERENCE);
    if (e.n_relations > 0 && check->order_size == 0)
      return check_reject (check, "it has an order, which only shared sampling of several "
                                  "thresholds reveals");
    char *order = g_strnfill (check->order_size, UNRELATED);
    add_node (check, e.state, order);
    for (guint32 r = 0; r < e.n_relations; r++) {
      const CoupletKnown *known = &e.relations[r];
      char *there = &order[known->below * k + known->above];
      *there = MAX (*there, known->equal ? EQUAL : LESS);
      if (known->equal)
        order[known->above * k + known->below] =
            MAX (order[known->above * k + known->below], EQUAL);
    }
    if (e.n_relations > 0)
      close_order (order, k);
  }
  for (guint32 i = n; i-- > 0;) {
    check->next_entry[i] = check->entries[NODE (check, i)->state];
    check->entries[NODE (check, i)->state] = i;
  }
  return TRUE;
}

static gboolean
check_bound (Check *check)
{
  g_autoptr (GArray) nothing = new_vector ();
  const char *why = NULL;
  gboolean started = FALSE;
  if (!add_entries (check))
    return FALSE;
  for (guint32 e = check->entries[check->a->initial]; e != COUPLET_NONE; e = check->next_entry[e])
    started |= couplet_evidence_entry (check->evidence, e).n_relations == 0 &&
               is_covered (check, nothing, e, &why);
  if (!started) {
    check->what = NULL;
    return check_reject (check, "the initial state has no entry without order whose vectors cover "
                                "the start, which costs nothing and mentions no threshold");
  }
  if (!link_nodes (check))
    return FALSE;
  for (guint32 e = 0; e < check->nodes->len; e++)
    for (guint32 i = 0; i < couplet_evidence_entry (check->evidence, e).n_vectors; i++)
      if (!check_vector (check, e, i))
        return FALSE;
  return TRUE;
}

/* ---- ATTAINED and VIOLATION
 * ---------------------------------------------------------------------- */

/* Whether a step behind number step compares with threshold before one assigns it. */
static gboolean
is_read_later (const Check *check, guint step, guint32 threshold)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  for (guint i = step + 1; i < n; i++) {
    if (couplet_guard_comparisons (couplet_guard_of (check->a, walk[i].transition), threshold) != 0)
      return TRUE;
    if (couplet_assigns (check->a, walk[i].transition, threshold))
      return FALSE;
  }
  return FALSE;
}

/* Minimises out what the present step, number step, was the last one to read or assign. */
static void
minimise_dead (const Check *check, GArray *vector, guint step)
{
  const CoupletGuard *guard = couplet_guard_of (check->a, check->transition);
  const CoupletAssignment *assignment = couplet_assignment_of (check->a, check->transition);
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (!is_read_later (check, step, guard->literals[i].threshold))
      minimise (check, vector, guard->literals[i].threshold);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (!is_read_later (check, step, assignment->thresholds[i]))
      minimise (check, vector, assignment->thresholds[i]);
}

/* Checks the shifts given for the present step, number step; adds what they cost to sum. x are
 * those of the thresholds so far. */
static gboolean
follow_shifts (Check *check, guint step, gint8 *x, Cost *sum)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++) {
    if (!check_sample (check, slot, &sample))
      continue;
    int g = slot < check->n_slots ? couplet_evidence_shift (check->evidence, step, slot) : 0;
    const char *why = g == COUPLET_SHIFT_UNUSED ? "a shift is missing, though others are given"
                                                : check_forbids (check, &sample, g, x);
    if (why != NULL)
      return check_reject (check, "%s", why);
    pay (check, sum, &sample, g);
    for (guint32 i = 0; i < sample.n_assigned; i++)
      x[sample.assigned[i]] = (gint8)g;
  }
  return TRUE;
}

static gboolean
has_shifts (const Check *check)
{
  guint n;
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n; i++)
    for (guint32 slot = 0; slot < check->n_slots; slot++)
      if (couplet_evidence_shift (check->evidence, i, slot) != COUPLET_SHIFT_UNUSED)
        return TRUE;
  return FALSE;
}

static gboolean
check_walk (Check *check)
{
  guint n;
  guint32 node;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  gboolean attained = couplet_evidence_kind (check->evidence) == COUPLET_EVIDENCE_ATTAINED;
  gboolean shifts = attained && has_shifts (check);
  g_autoptr (GArray) vector = new_vector ();
  g_autofree gint8 *x = g_new0 (gint8, check->a->n_thresholds);
  g_auto (Cost) least = check_zero (), sum = check_zero ();
  if (!check_explore (check, &node))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const char *why = NULL;
    check_stand_at (check, "step", i, walk[i].transition, walk[i].difference);
    if (!check_follow (check, &node, walk[i].transition))
      return FALSE;
    if (walk[i].difference != 0 && !check_counts (check, walk[i].transition, walk[i].difference))
      why = "the inputs of a public state do not differ";
    if (why == NULL)
      why = take (check, vector);
    if (why != NULL)
      return check_reject (check, "%s", why);
    minimise_dead (check, vector, i);
    if (shifts && !follow_shifts (check, i, x, &sum))
      return FALSE;
  }
  add_extreme (vector, -1, &least);
  check->what = NULL;
  if (compare (&least, &check->claimed) != 0) {
    g_autofree char *text = check_to_string (&least);
    return check_reject (check, "%s %s",
                         attained ? "the least cost on this walk is"
                                  : "a strategy is left on this walk; the least cost is",
                         text);
  }
  if (shifts && compare (&sum, &check->claimed) != 0) {
    g_autofree char *text = check_to_string (&sum);
    return check_reject (check, "the shifts given cost %s", text);
  }
  return TRUE;
}

/* ---- All kinds
 * ------------------------------------------------------------------------------------ */

static void
clear_node (Node *node)
{
  g_free (node->order);
}

static gboolean
check_kind (Check *check, CoupletRational *cost)
{
  guint n_classes;
  CoupletEvidenceKind kind = couplet_evidence_kind (check->evidence);
  const CoupletRational *claimed = couplet_evidence_cost (check->evidence);
  couplet_evidence_classes (check->evidence, &n_classes);
  if (kind == COUPLET_EVIDENCE_STRATEGY)
    return n_classes > 0 ? check_classes (check) : check_path (check, cost);
  if (claimed != NULL)
    mpq_set (check->claimed.value, claimed->value);
  check->claimed.infinite = kind == COUPLET_EVIDENCE_VIOLATION;
  if (kind != COUPLET_EVIDENCE_VIOLATION && claimed == NULL)
    return check_reject (check, "it names no cost");
  return kind == COUPLET_EVIDENCE_BOUND ? check_bound (check) : check_walk (check);
}

char *
couplet_evidence_check (const CoupletEvidence *evidence, CoupletRational *cost)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint32 k = a->n_thresholds;
  gboolean shared = a->sampling == COUPLET_SHARED;
  Check check = {.a = a,
                 .evidence = evidence,
                 .n_slots = shared ? 1 : k,
                 .order_size = shared && k > 1 ? (gsize)(k + 1) * (k + 1) : 0,
                 .claimed = check_zero (),
                 .x = g_new0 (gint8, k),
                 .nodes = g_array_new (FALSE, FALSE, sizeof (Node)),
                 .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
                 .first = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_array_set_clear_func (check.nodes, (GDestroyNotify)clear_node);
  check_kind (&check, cost);
  check_clear_cost (&check.claimed);
  g_array_unref (check.nodes);
  g_array_unref (check.edges);
  g_array_unref (check.first);
  g_hash_table_unref (check.known);
  g_free (check.x);
  g_free (check.entries);
  g_free (check.next_entry);
  g_free (check.component);
  return check.why;
}
