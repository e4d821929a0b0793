/* SPDX-License-Identifier: Apache-2.0 */
/* BOUND, ATTAINED and VIOLATION: docs/evidence.md, whose rules and points have the same numbers.
 *
 * check_forbids() has the rules for a shift, take() takes a vector through a transition by them,
 * is_below() compares two. A walk is a vector taken from step to step; a bound is all its
 * vectors, each taken through all transitions and compared with those kept there. */
#include "check.h"

/* The longest common denominator. */
#define MOST_BITS (1 << 21)

static const char TOO_MANY[] = "it ties more thresholds than a factor may have";

gboolean
check_reject (Check *check, const char *format, ...)
{
  GString *text = g_string_new (NULL);
  if (check->what != NULL)
    g_string_append_printf (text, "%s %u (", check->what, check->number + 1);
  if (check->state != COUPLET_NONE)
    g_string_append_printf (text, "state %s", check->a->states[check->state].name);
  if (check->transition != COUPLET_NONE) {
    g_autofree char *transition = couplet_transition_to_string (check->a, check->transition);
    g_string_append_printf (text, ", transition '%s'", transition);
  }
  if (check->difference != NO_DIFFERENCE)
    g_string_append_printf (text, check->difference > 0 ? ", D = +%d" : ", D = %d",
                            check->difference);
  g_string_append (text, check->what != NULL ? "): " : check->state != COUPLET_NONE ? ": " : "");
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  check->why = g_string_free (text, FALSE);
  return FALSE;
}

void
check_stand_at (Check *check, const char *what, guint number, guint32 state, guint32 transition,
                int difference)
{
  check->what = what;
  check->number = number;
  check->state = state;
  check->transition = transition;
  check->difference = difference;
}

/* ---- Costs: whole multiples of one unit, 1/denominator --------------------------------------- */

static Cost
zero_cost (void)
{
  Cost cost = {.infinite = 0};
  mpz_init (cost.value);
  return cost;
}

static void
clear_cost (Cost *cost)
{
  mpz_clear (cost->value);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cost, clear_cost)

/* Sets value to number in units. */
static void
scale (const Check *check, mpz_t value, const mpq_t number)
{
  mpz_divexact (value, check->denominator, mpq_denref (number));
  mpz_mul (value, value, mpq_numref (number));
}

/* Finds the unit, and what the evidence claims in it. FALSE = rejected. */
static gboolean
find_unit (Check *check)
{
  const CoupletAutomaton *a = check->a;
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  const CoupletRational *claimed = couplet_evidence_cost (check->evidence);
  mpz_ptr unit = check->denominator;
  if (claimed != NULL)
    mpz_set (unit, mpq_denref (claimed->value));
  for (guint32 i = 0; i < n && mpz_sizeinbase (unit, 2) < MOST_BITS; i++)
    mpz_lcm (unit, unit, mpq_denref (numbers[i].value));
  for (guint32 i = 0; i < a->n_noises; i++)
    for (guint32 slot = 0; slot <= check->n_slots && mpz_sizeinbase (unit, 2) < MOST_BITS; slot++) {
      guint32 d = slot < check->n_slots ? a->noises[i].d[slot] : a->noises[i].d_fresh;
      if (d < a->n_numbers)
        mpz_lcm (unit, unit, mpq_denref (a->numbers[d].value));
    }
  mpz_mul (unit, unit, mpq_denref (a->sensitivity.value));
  if (mpz_sizeinbase (unit, 2) >= MOST_BITS)
    return check_reject (check, "the common denominator of its numbers is too long");
  if (claimed != NULL)
    scale (check, check->claimed.value, claimed->value);
  check->claimed.infinite = couplet_evidence_kind (check->evidence) == COUPLET_EVIDENCE_VIOLATION;
  return TRUE;
}

static char *
cost_to_string (const Check *check, const Cost *cost)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpz_set (mpq_numref (number.value), cost->value);
  mpz_set (mpq_denref (number.value), check->denominator);
  mpq_canonicalize (number.value);
  return cost->infinite != 0 ? g_strdup ("infinite") : couplet_rational_to_string (&number);
}

static int
compare (const Cost *a, const Cost *b)
{
  if (a->infinite != 0 || b->infinite != 0)
    return a->infinite - b->infinite;
  return mpz_cmp (a->value, b->value);
}

static void
add (Cost *sum, const Cost *a, const Cost *b)
{
  sum->infinite = a->infinite < 0 || b->infinite < 0 ? -1 : a->infinite | b->infinite;
  if (sum->infinite == 0)
    mpz_add (sum->value, a->value, b->value);
}

/* ---- Samples: rules 1 to 6 ------------------------------------------------------------------- */

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
  sample->compared = guard->literals;
  sample->n_compared = guard->n_literals;
  sample->assigned = assignment->thresholds;
  sample->n_assigned = assignment->n_thresholds;
  if (check->n_slots > 1) { /* then it has to do with threshold number slot alone */
    for (; sample->n_compared > 0 && sample->compared->threshold != slot; sample->n_compared--)
      sample->compared++;
    sample->n_compared = MIN (sample->n_compared, 1);
    sample->n_assigned = couplet_assigns (a, check->transition, slot) ? 1 : 0;
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

/* What sample costs when it shifts by g. */
static Cost
price_of (const Check *check, const Sample *sample, int g)
{
  Cost price = zero_cost ();
  price.infinite = sample->d == NULL && g != check->difference;
  if (sample->d == NULL || g == check->difference)
    return price;
  scale (check, price.value, sample->d->value);
  mpz_mul (price.value, price.value, mpq_numref (check->a->sensitivity.value));
  mpz_divexact (price.value, price.value, mpq_denref (check->a->sensitivity.value));
  mpz_mul_si (price.value, price.value, ABS (check->difference - g));
  return price;
}

/* ---- Vectors: the sum of an array of factors, of which the first is constant ----------------- */

/* Thresholds, and a cost for each of their 3^n shifts, the last one's fastest. */
typedef struct {
  guint32 n, over[COUPLET_FACTOR_MAX];
} Scope;

typedef struct {
  Scope scope;
  Cost at[];
} Factor;

#define FACTOR(vector, i) ((Factor *)g_ptr_array_index (vector, i))

static gsize
size_of (const Factor *factor)
{
  return couplet_factor_size (factor->scope.n);
}

static void
clear_factor (gpointer factor)
{
  for (gsize i = 0; i < size_of (factor); i++)
    mpz_clear (((Factor *)factor)->at[i].value);
}

static void
free_factor (gpointer factor)
{
  g_rc_box_release_full (factor, clear_factor);
}

static gpointer
share_factor (gconstpointer factor, G_GNUC_UNUSED gpointer data)
{
  return g_rc_box_acquire ((gpointer)factor);
}

/* A factor that is 0, or infinite, everywhere. */
static Factor *
new_factor (const Scope *scope, gboolean infinite)
{
  gsize size = couplet_factor_size (scope->n);
  Factor *factor = g_rc_box_alloc0 (sizeof (Factor) + size * sizeof (Cost));
  factor->scope = *scope;
  for (gsize i = 0; i < size; i++) {
    mpz_init (factor->at[i].value);
    factor->at[i].infinite = infinite;
  }
  return factor;
}

/* Sets x to the shifts of factor's thresholds at its value number i. */
static void
set_shifts (const Factor *factor, gsize i, gint8 *x)
{
  for (guint32 j = factor->scope.n; j-- > 0; i /= 3)
    x[factor->scope.over[j]] = (gint8)(i % 3) - 1;
}

static Cost *
value_at (Factor *factor, const gint8 *x)
{
  gsize place = 0;
  for (guint32 i = 0; i < factor->scope.n; i++)
    place = place * 3 + (gsize)(x[factor->scope.over[i]] + 1);
  return &factor->at[place];
}

/* Adds factor, which vector takes over. What is shared is not changed. */
static void
push (GPtrArray *vector, Factor *factor)
{
  if (factor->scope.n > 0 || vector->len == 0) {
    g_ptr_array_add (vector, factor);
    return;
  }
  Factor *sum = new_factor (&factor->scope, FALSE);
  add (&sum->at[0], &factor->at[0], &FACTOR (vector, 0)->at[0]);
  free_factor (factor);
  free_factor (FACTOR (vector, 0));
  vector->pdata[0] = sum;
}

/* The vector 0. */
static GPtrArray *
new_vector (void)
{
  GPtrArray *vector = g_ptr_array_new_with_free_func (free_factor);
  push (vector, new_factor (&(Scope){.n = 0}, FALSE));
  return vector;
}

/* Adds vector number index of the evidence, or (sign -1) subtracts it. */
static void
add_given (const Check *check, GPtrArray *vector, guint32 index, int sign)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  for (guint32 f = 0; f < couplet_evidence_n_factors (check->evidence, index); f++) {
    CoupletEvidenceFactor given = couplet_evidence_factor (check->evidence, index, f);
    Scope scope = {.n = given.n};
    for (guint32 i = 0; i < given.n; i++)
      scope.over[i] = given.thresholds[i];
    Factor *factor = new_factor (&scope, FALSE);
    for (gsize i = 0; i < size_of (factor); i++)
      if (given.values[i] == COUPLET_NUMBER_INFINITE)
        factor->at[i].infinite = sign;
      else {
        scale (check, factor->at[i].value, numbers[given.values[i]].value);
        mpz_mul_si (factor->at[i].value, factor->at[i].value, sign);
      }
    push (vector, factor);
  }
}

static gboolean
contains (const guint32 *thresholds, guint32 n, guint32 threshold)
{
  guint32 i = 0;
  while (i < n && thresholds[i] != threshold)
    i++;
  return i < n;
}

/* A factor that mentions threshold; 0 = none. */
static guint
find (const GPtrArray *vector, guint32 threshold)
{
  guint f = vector->len - 1;
  while (f > 0 &&
         !contains (FACTOR (vector, f)->scope.over, FACTOR (vector, f)->scope.n, threshold))
    f--;
  return f;
}

/* Moves the factors that mention threshold from vector into *sum, which is NULL as long as there is
 * none. FALSE when that gets too large. */
static gboolean
absorb (const Check *check, GPtrArray *vector, guint32 threshold, Factor **sum)
{
  for (guint f = find (vector, threshold); f != 0; f = find (vector, threshold)) {
    Factor *part = FACTOR (vector, f), *old = *sum;
    if (old == NULL) {
      *sum = g_ptr_array_steal_index_fast (vector, f);
      continue;
    }
    Scope scope = old->scope;
    for (guint32 i = 0; i < part->scope.n; i++) {
      if (contains (old->scope.over, old->scope.n, part->scope.over[i]))
        continue;
      if (scope.n == COUPLET_FACTOR_MAX)
        return FALSE;
      scope.over[scope.n++] = part->scope.over[i];
    }
    *sum = new_factor (&scope, FALSE);
    for (gsize i = 0; i < size_of (*sum); i++) {
      set_shifts (*sum, i, check->x);
      add (&(*sum)->at[i], value_at (old, check->x), value_at (part, check->x));
    }
    free_factor (old);
    g_ptr_array_remove_index_fast (vector, f);
  }
  return TRUE;
}

/* The least (sign -1) or the greatest (sign 1) value of vector. */
static Cost
extreme (const GPtrArray *vector, int sign)
{
  Cost sum = zero_cost ();
  for (guint f = 0; f < vector->len; f++) {
    const Cost *at = FACTOR (vector, f)->at, *best = at;
    for (gsize i = 1; i < size_of (FACTOR (vector, f)); i++)
      if (compare (&at[i], best) * sign > 0)
        best = &at[i];
    add (&sum, &sum, best);
  }
  return sum;
}

/* ---- One transition -------------------------------------------------------------------------- */

/* The least of before over the thresholds that scope leaves out. With a sample: over its shifts,
 * too, which cost something and become those of what it is assigned to. */
static Factor *
project (const Check *check, Factor *before, const Scope *scope, const Sample *sample)
{
  Factor *after = new_factor (scope, TRUE);
  g_auto (Cost) sum = zero_cost ();
  for (gint8 g = -1; g <= (sample != NULL ? 1 : -1); g++) {
    g_auto (Cost) price = sample != NULL ? price_of (check, sample, g) : zero_cost ();
    for (gsize i = 0; i < size_of (before); i++) {
      set_shifts (before, i, check->x);
      if (sample != NULL && check_forbids (check, sample, g, check->x) != NULL)
        continue;
      for (guint32 j = 0; sample != NULL && j < sample->n_assigned; j++)
        check->x[sample->assigned[j]] = g;
      add (&sum, &price, &before->at[i]);
      Cost *least = value_at (after, check->x), rest = *least;
      if (compare (&sum, least) >= 0)
        continue;
      *least = sum;
      sum = rest;
    }
  }
  return after;
}

/* Minimises threshold out, where vector mentions it. */
static void
minimise (const Check *check, GPtrArray *vector, guint32 threshold)
{
  guint f = find (vector, threshold);
  Scope scope = {.n = 0};
  if (f == 0)
    return;
  Factor *old = g_ptr_array_steal_index_fast (vector, f);
  for (guint32 i = 0; i < old->scope.n; i++)
    if (old->scope.over[i] != threshold)
      scope.over[scope.n++] = old->scope.over[i];
  push (vector, project (check, old, &scope, NULL));
  free_factor (old);
}

/* Takes vector through one sample of the present transition. FALSE = stuck. */
static gboolean
take_sample (Check *check, GPtrArray *vector, const Sample *sample)
{
  Scope scope = {.n = 0};
  Factor *before = NULL;
  gboolean known = TRUE, fits = TRUE;
  for (guint32 i = 0; i < sample->n_compared; i++)
    known &= find (vector, sample->compared[i].threshold) != 0;
  for (guint32 i = 0; i < sample->n_compared && fits; i++)
    fits = absorb (check, vector, sample->compared[i].threshold, &before);
  if (before == NULL)
    before = new_factor (&scope, FALSE);
  for (guint32 i = 0; i < before->scope.n; i++)
    if (!contains (sample->assigned, sample->n_assigned, before->scope.over[i]))
      scope.over[scope.n++] = before->scope.over[i];
  for (guint32 i = 0; i < sample->n_assigned && fits; i++) {
    minimise (check, vector, sample->assigned[i]); /* its old shift */
    fits = scope.n < COUPLET_FACTOR_MAX;
    if (fits)
      scope.over[scope.n++] = sample->assigned[i];
  }
  if (known && fits)
    push (vector, project (check, before, &scope, sample));
  free_factor (before);
  check->stuck = known ? TOO_MANY : "it compares with a threshold that was minimised out";
  return known && fits;
}

/* Takes vector through the present transition. FALSE = stuck. */
static gboolean
take (Check *check, GPtrArray *vector)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++)
    if (check_sample (check, slot, &sample) && !take_sample (check, vector, &sample))
      return FALSE;
  return TRUE;
}

/* ---- BOUND ----------------------------------------------------------------------------------- */

/* Whether image, minimised over what vector number bound of the evidence does not mention, is at
 * most that everywhere: once no two share a threshold, the greatest excess is the sum of the
 * greatest values of the factors. */
static gboolean
is_below (Check *check, const GPtrArray *image, guint32 bound)
{
  g_autoptr (GPtrArray) excess = g_ptr_array_copy ((GPtrArray *)image, share_factor, NULL);
  g_autoptr (GPtrArray) negative = new_vector ();
  g_auto (Cost) zero = zero_cost ();
  gboolean fits = TRUE;
  add_given (check, negative, bound, -1);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (find (negative, v) == 0)
      minimise (check, excess, v);
    else if (find (excess, v) == 0)
      return FALSE;
  for (guint f = 0; f < negative->len; f++)
    push (excess, g_rc_box_acquire (FACTOR (negative, f)));
  for (guint32 v = 0; v < check->a->n_thresholds && fits; v++) {
    Factor *block = NULL;
    fits = absorb (check, excess, v, &block);
    if (block != NULL)
      push (excess, block);
  }
  if (!fits)
    check->stuck = TOO_MANY;
  g_auto (Cost) greatest = extreme (excess, 1);
  return fits && compare (&greatest, &zero) <= 0;
}

/* Whether vector is below one of those of entry. */
static gboolean
is_covered (Check *check, const GPtrArray *vector, guint32 entry)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  for (guint32 i = 0; i < e.n_vectors; i++)
    if (is_below (check, vector, e.first_vector + i))
      return TRUE;
  return FALSE;
}

/* Takes vector, number index of its entry, through the present transition, whose edges are
 * those from first on, before end. */
static gboolean
check_image (Check *check, guint32 index, const GPtrArray *vector, guint first, guint end)
{
  g_autoptr (GPtrArray) image = g_ptr_array_copy ((GPtrArray *)vector, share_factor, NULL);
  gboolean covered = FALSE;
  if (take (check, image)) {
    check->stuck = "what it leads to is not below any vector kept there";
    for (guint e = first; e < end && !covered; e++)
      covered = is_covered (check, image, EDGE (check, e)->target);
  }
  return covered || check_reject (check, "vector %u: %s", index + 1, check->stuck);
}

/* Checks vector number index of entry: its least value, and where all transitions take it. */
static gboolean
check_vector (Check *check, guint32 entry, guint32 index)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  g_autoptr (GPtrArray) vector = new_vector ();
  add_given (check, vector, e.first_vector + index, 1);
  g_auto (Cost) least = extreme (vector, -1);
  check_stand_at (check, "entry", entry, e.state, COUPLET_NONE, NO_DIFFERENCE);
  if (compare (&least, &check->claimed) > 0) {
    g_autofree char *text = cost_to_string (check, &least);
    return check_reject (check, "vector %u: its least value %s is above the cost", index + 1, text);
  }
  for (guint32 end, first = FIRST (check, entry); first < FIRST (check, entry + 1); first = end) {
    guint32 t = EDGE (check, first)->transition;
    check->on_cycle = FALSE;
    for (end = first; end < FIRST (check, entry + 1) && EDGE (check, end)->transition == t; end++)
      check->on_cycle |= check->component[EDGE (check, end)->target] == check->component[entry];
    for (int difference = -1; difference <= 1; difference++) {
      check_stand_at (check, "entry", entry, e.state, t, difference);
      if (check_counts (check, t, difference) && !check_image (check, index, vector, first, end))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
check_bound (Check *check)
{
  g_autoptr (GPtrArray) nothing = new_vector ();
  gboolean started = FALSE;
  if (!check_link_entries (check))
    return FALSE;
  for (guint32 e = check->entries[check->a->initial]; e != COUPLET_NONE; e = check->next_entry[e])
    started |= couplet_evidence_entry (check->evidence, e).n_relations == 0 &&
               is_covered (check, nothing, e);
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  if (!started)
    return check_reject (check, "the initial state has no entry without order whose vectors cover "
                                "the start, which costs nothing and mentions no threshold");
  for (guint32 e = 0; e < check->nodes->len; e++)
    for (guint32 i = 0; i < couplet_evidence_entry (check->evidence, e).n_vectors; i++)
      if (!check_vector (check, e, i))
        return FALSE;
  return TRUE;
}

/* ---- ATTAINED and VIOLATION ------------------------------------------------------------------ */

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

/* Whether the walk comes with shifts. */
static gboolean
has_shifts (const Check *check)
{
  guint n;
  gboolean any = FALSE;
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n && !any; i++)
    for (guint32 slot = 0; slot < check->n_slots; slot++)
      any |= couplet_evidence_shift (check->evidence, i, slot) != COUPLET_SHIFT_UNUSED;
  return any;
}

/* Checks the shifts of the present step, number step, x being those of the thresholds so far.
 * Adds what they cost to sum. */
static gboolean
follow_shifts (Check *check, guint step, gint8 *x, Cost *sum)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++) {
    if (!check_sample (check, slot, &sample))
      continue;
    gint8 g = slot < check->n_slots ? couplet_evidence_shift (check->evidence, step, slot) : 0;
    const char *why = g == COUPLET_SHIFT_UNUSED ? "a shift is missing, though others are given"
                                                : check_forbids (check, &sample, g, x);
    if (why != NULL)
      return check_reject (check, "%s", why);
    g_auto (Cost) price = price_of (check, &sample, g);
    add (sum, sum, &price);
    for (guint32 i = 0; i < sample.n_assigned; i++)
      x[sample.assigned[i]] = g;
  }
  return TRUE;
}

/* Takes vector through the present step, number step; minimises out what it is the last one to
 * read or assign. */
static gboolean
take_step (Check *check, GPtrArray *vector, guint step)
{
  const CoupletGuard *guard = couplet_guard_of (check->a, check->transition);
  if (check->difference != 0 && !check_counts (check, check->transition, check->difference))
    return check_reject (check, "the inputs of a public state do not differ");
  if (!take (check, vector))
    return check_reject (check, "%s", check->stuck);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if ((couplet_guard_comparisons (guard, v) != 0 ||
         couplet_assigns (check->a, check->transition, v)) &&
        !is_read_later (check, step, v))
      minimise (check, vector, v);
  return TRUE;
}

static gboolean
check_walk (Check *check)
{
  guint n;
  guint32 node;
  gboolean attained = couplet_evidence_kind (check->evidence) == COUPLET_EVIDENCE_ATTAINED;
  gboolean shifts = attained && has_shifts (check);
  g_autoptr (GPtrArray) vector = new_vector ();
  g_autofree gint8 *x = g_new0 (gint8, check->a->n_thresholds);
  g_auto (Cost) sum = zero_cost ();
  couplet_evidence_walk (check->evidence, &n);
  if (!check_explore (check, &node))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!check_follow (check, &node, i) || !take_step (check, vector, i) ||
        (shifts && !follow_shifts (check, i, x, &sum)))
      return FALSE;
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  g_auto (Cost) least = extreme (vector, -1);
  gboolean wrong = compare (&least, &check->claimed) != 0;
  g_autofree char *text = cost_to_string (check, wrong ? &least : &sum);
  if (wrong)
    return check_reject (check, "%s %s",
                         attained ? "the least cost on this walk is"
                                  : "a strategy is left on this walk; the least cost is",
                         text);
  return !shifts || compare (&sum, &check->claimed) == 0 ||
         check_reject (check, "the shifts given cost %s", text);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

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
  couplet_evidence_classes (check->evidence, &n_classes);
  if (kind == COUPLET_EVIDENCE_STRATEGY)
    return n_classes > 0 ? check_classes (check) : check_path (check, cost);
  if (kind != COUPLET_EVIDENCE_VIOLATION && couplet_evidence_cost (check->evidence) == NULL)
    return check_reject (check, "it names no cost");
  return find_unit (check) &&
         (kind == COUPLET_EVIDENCE_BOUND ? check_bound (check) : check_walk (check));
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
                 .x = g_new0 (gint8, k),
                 .nodes = g_array_new (FALSE, FALSE, sizeof (Node)),
                 .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
                 .first = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_array_set_clear_func (check.nodes, (GDestroyNotify)clear_node);
  mpz_init_set_ui (check.denominator, 1);
  mpz_init (check.claimed.value);
  check_stand_at (&check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  check_kind (&check, cost);
  mpz_clears (check.denominator, check.claimed.value, NULL);
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
