/* SPDX-License-Identifier: Apache-2.0 */
#include "order_probability.h"

#include "draw_order.h"
#include "exponential_sum.h"

/* Terms that a sum may have; beyond, the work is given up. */
#define MOST_TERMS 20000

/* What is known of one draw for the integration. */
typedef struct {
  guint centre;    /* its place among the constants */
  guint value;     /* likewise, if pinned */
  fmpq_t multiple; /* its rate in multiples of rho */
  int variable;    /* while it is integrated over or still compared; else -1 */
} DrawPlace;

typedef struct {
  const PathDraws *draws;
  const fmpq *epsilon;
  CoupletContext *context;
  ExponentialScale scale;
  fmpq_t rho;
  fmpq *constants; /* ascending, distinct */
  guint n_constants;
  DrawPlace *places;
  guint variables;      /* a bit for each that is in use */
  GHashTable *function; /* of the draws compared from here on: key -> ExponentialSum; none = 0 */
} Integration;

static const PathDraw *
draw_at (const Integration *work, guint i)
{
  return g_ptr_array_index (work->draws->draws, i);
}

/* ---- Constants ------------------------------------------------------------------- */

static int
compare_constants (gconstpointer a, gconstpointer b)
{
  return fmpq_cmp (a, b);
}

/* The place of value, which is one of the constants. */
static guint
find_constant (const Integration *work, const fmpq *value)
{
  guint low = 0, high = work->n_constants - 1;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (fmpq_cmp (&work->constants[middle], value) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
collect_constants (Integration *work)
{
  glong n = 2 * (glong)work->draws->draws->len;
  work->constants = _fmpq_vec_init (n);
  for (guint i = 0; i < work->draws->draws->len; i++) {
    const PathDraw *draw = draw_at (work, i);
    fmpq *pair = &work->constants[2 * (gsize)i];
    fmpq_set (&pair[0], draw->centre);
    fmpq_set (&pair[1], draw->pinned ? draw->value : draw->centre);
  }
  qsort (work->constants, (gsize)n, sizeof *work->constants, compare_constants);
  for (glong i = 0; i < n; i++)
    if (work->n_constants == 0 ||
        !fmpq_equal (&work->constants[work->n_constants - 1], &work->constants[i]))
      fmpq_set (&work->constants[work->n_constants++], &work->constants[i]);
}

/* Makes all rates multiples of rho. */
static void
find_rho (Integration *work)
{
  fmpz_t common;
  fmpz_init_set_ui (common, 1);
  for (guint i = 0; i < work->draws->draws->len; i++)
    fmpz_lcm (common, common, fmpq_denref (draw_at (work, i)->d));
  fmpq_div_fmpz (work->rho, work->epsilon, common);
  for (guint i = 0; i < work->draws->draws->len; i++)
    fmpq_mul_fmpz (work->places[i].multiple, draw_at (work, i)->d, common);
  fmpz_clear (common);
}

/* ---- Densities --------------------------------------------------------------------- */

/* factor *= exp(exponent*rho*constant), or of the opposite. */
static void
multiply_by_power (Integration *work, arb_t factor, const fmpq_t exponent, guint constant,
                   gboolean opposite)
{
  fmpq_t x;
  fmpq_init (x);
  fmpq_mul (x, exponent, &work->constants[constant]);
  if (opposite)
    fmpq_neg (x, x);
  arb_mul (factor, factor, exponential_at (&work->scale, x), work->scale.precision);
  fmpq_clear (x);
}

/* The density of draw i in cell is factor * exp(exponent*rho*y); FALSE where it is 0. */
static gboolean
density_in (Integration *work, guint i, guint cell, arb_t factor, fmpq_t exponent)
{
  const PathDraw *draw = draw_at (work, i);
  const DrawPlace *place = &work->places[i];
  gboolean left = cell <= place->centre, one_sided = couplet_noise_is_one_sided (draw->noise);
  if (left && one_sided)
    return FALSE;
  fmpq_t rate;
  fmpq_init (rate);
  fmpq_mul (rate, draw->d, work->epsilon);
  arb_set_fmpq (factor, rate, work->scale.precision);
  fmpq_clear (rate);
  if (!one_sided)
    arb_mul_2exp_si (factor, factor, -1);
  fmpq_set (exponent, place->multiple);
  if (!left)
    fmpq_neg (exponent, exponent);
  multiply_by_power (work, factor, exponent, place->centre, TRUE);
  return TRUE;
}

/* What a pinned draw multiplies the function by: its density, 1 without noise. */
static void
pinned_density (Integration *work, guint i, arb_t factor)
{
  arb_one (factor);
  if (draw_at (work, i)->noise == COUPLET_NOISELESS)
    return;
  fmpq_t exponent;
  fmpq_init (exponent);
  /* where it jumps, at the centre, the density is that above */
  if (density_in (work, i, work->places[i].value + 1, factor, exponent))
    multiply_by_power (work, factor, exponent, work->places[i].value, FALSE);
  else
    arb_zero (factor);
  fmpq_clear (exponent);
}

/* ---- One draw ---------------------------------------------------------------------- */

/* Whether a value in gap of order obeys bound. */
static gboolean
gap_obeys (const Integration *work, const DrawOrder *order, const OrderGap *gap,
           const DrawBound *bound)
{
  const DrawPlace *other = &work->places[bound->draw];
  gboolean above = draw_at (work, bound->draw)->pinned
                       ? other->value < gap->cell
                       : draw_order_place (order, (guint)other->variable) < gap->place;
  return above == bound->above;
}

/* Whether constant value obeys bound. */
static gboolean
value_obeys (const Integration *work, const DrawOrder *order, guint value, const DrawBound *bound)
{
  const DrawPlace *other = &work->places[bound->draw];
  gboolean above = draw_at (work, bound->draw)->pinned
                       ? other->value <= value
                       : order->cell[draw_order_place (order, (guint)other->variable)] <= value;
  return above == bound->above;
}

/* The end as a form of the variables, put into form, which is 0; NULL = infinite. */
static const fmpq *
read_end (const Integration *work, const GapEnd *end, fmpq *form)
{
  if (end->kind == END_VARIABLE)
    fmpq_one (&form[end->index]);
  else if (end->kind == END_CONSTANT)
    fmpq_set (&form[MOST_VARIABLES], &work->constants[end->index]);
  return end->kind != END_INFINITE ? form : NULL;
}

/* into += the integral over draw i in gap of order; FALSE when too large. */
static gboolean
integrate_gap (Integration *work, guint i, guint kept, const DrawOrder *order, const OrderGap *gap,
               ExponentialSum *into)
{
  guint variable = (guint)work->places[i].variable;
  DrawOrder before = draw_order_insert (order, variable, gap);
  before = draw_order_restrict (&before, kept);
  guint64 key = draw_order_key (&before);
  const ExponentialSum *sum = g_hash_table_lookup (work->function, &key);
  gboolean good = TRUE;
  fmpq *ends = _fmpq_vec_init (3 * (MOST_VARIABLES + 1));
  fmpq_t exponent;
  arb_t factor;
  fmpq_init (exponent);
  arb_init (factor);
  if (sum != NULL && density_in (work, i, gap->cell, factor, exponent)) {
    g_autoptr (ExponentialSum) weighed = exponential_sum_new (MOST_VARIABLES);
    fmpq *form = ends + 2 * (MOST_VARIABLES + 1);
    fmpq_set (&form[variable], exponent);
    exponential_sum_add (weighed, sum, factor, form, &work->scale);
    good = exponential_sum_integrate (into, weighed, variable, read_end (work, &gap->low, ends),
                                      read_end (work, &gap->high, ends + MOST_VARIABLES + 1),
                                      &work->scale);
  }
  arb_clear (factor);
  fmpq_clear (exponent);
  _fmpq_vec_clear (ends, 3 * (MOST_VARIABLES + 1));
  return good;
}

/* into += the integral over draw i, within order of the others; FALSE when too large. */
static gboolean
integrate_draw (Integration *work, guint i, guint kept, const DrawOrder *order,
                ExponentialSum *into)
{
  const PathDraw *draw = draw_at (work, i);
  OrderGap gap = draw_order_first_gap (order, work->n_constants);
  gboolean good = TRUE;
  do {
    gboolean obeys = TRUE;
    for (guint k = 0; k < draw->bounds->len && obeys; k++)
      obeys = gap_obeys (work, order, &gap, &g_array_index (draw->bounds, DrawBound, k));
    good = !obeys || integrate_gap (work, i, kept, order, &gap, into);
  } while (good && draw_order_next_gap (order, work->n_constants, &gap));
  return good && exponential_sum_size (into) <= MOST_TERMS;
}

static void
multiply_by_pinned (Integration *work, guint i, guint kept, const DrawOrder *order,
                    ExponentialSum *into)
{
  const PathDraw *draw = draw_at (work, i);
  for (guint k = 0; k < draw->bounds->len; k++)
    if (!value_obeys (work, order, work->places[i].value,
                      &g_array_index (draw->bounds, DrawBound, k)))
      return;
  DrawOrder before = draw_order_restrict (order, kept);
  guint64 key = draw_order_key (&before);
  const ExponentialSum *sum = g_hash_table_lookup (work->function, &key);
  if (sum == NULL)
    return;
  arb_t factor;
  arb_init (factor);
  pinned_density (work, i, factor);
  exponential_sum_add (into, sum, factor, NULL, &work->scale);
  arb_clear (factor);
}

static gboolean
give_variable (Integration *work, guint i)
{
  for (int v = 0; v < MOST_VARIABLES; v++)
    if ((work->variables >> v & 1) == 0) {
      work->variables |= 1u << v;
      work->places[i].variable = v;
      return TRUE;
    }
  return FALSE;
}

/* Gives a variable to the draws that draw i is compared with, and to itself. */
static gboolean
give_variables (Integration *work, guint i)
{
  const PathDraw *draw = draw_at (work, i);
  for (guint k = 0; k < draw->bounds->len; k++) {
    guint other = g_array_index (draw->bounds, DrawBound, k).draw;
    if (!draw_at (work, other)->pinned && work->places[other].variable < 0 &&
        !give_variable (work, other))
      return FALSE;
  }
  return draw->pinned || work->places[i].variable >= 0 || give_variable (work, i);
}

static GHashTable *
new_function (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                (GDestroyNotify)exponential_sum_free);
}

/* Replaces the function by what it is before draw i. */
static ProbabilityStatus
take_draw (Integration *work, guint i)
{
  guint kept = work->variables;
  gboolean pinned = draw_at (work, i)->pinned, good = TRUE;
  if (!give_variables (work, i))
    return PROBABILITY_TOO_MANY_DRAWS;
  guint left = pinned ? work->variables : work->variables & ~(1u << work->places[i].variable);
  g_autoptr (GArray) orders = draw_orders (left, work->n_constants);
  GHashTable *before = new_function ();
  for (guint k = 0; k < orders->len && good; k++) {
    const DrawOrder *order = &g_array_index (orders, DrawOrder, k);
    g_autoptr (ExponentialSum) sum = exponential_sum_new (MOST_VARIABLES);
    if (pinned)
      multiply_by_pinned (work, i, kept, order, sum);
    else
      good = integrate_draw (work, i, kept, order, sum);
    guint64 key = draw_order_key (order);
    if (exponential_sum_size (sum) > 0)
      g_hash_table_insert (before, g_memdup2 (&key, sizeof key), g_steal_pointer (&sum));
  }
  g_hash_table_unref (work->function);
  work->function = before;
  work->variables = left;
  return good ? PROBABILITY_FOUND : PROBABILITY_TOO_LARGE;
}

/* ---- The path ------------------------------------------------------------------------ */

/* The function after the last draw: 1. */
static void
begin_function (Integration *work)
{
  const DrawOrder none = {0};
  guint64 key = draw_order_key (&none);
  ExponentialSum *sum = exponential_sum_new (MOST_VARIABLES);
  exponential_sum_add_one (sum, &work->scale);
  work->function = new_function ();
  g_hash_table_insert (work->function, g_memdup2 (&key, sizeof key), sum);
}

static void
read_result (const Integration *work, arb_t value)
{
  const DrawOrder none = {0};
  guint64 key = draw_order_key (&none);
  const ExponentialSum *sum = g_hash_table_lookup (work->function, &key);
  arb_zero (value);
  if (sum != NULL)
    exponential_sum_constant (sum, value);
}

static ProbabilityStatus
integrate (Integration *work, arb_t value)
{
  ProbabilityStatus status = PROBABILITY_FOUND;
  if (work->n_constants > MOST_CELLS)
    return PROBABILITY_TOO_LARGE;
  begin_function (work);
  for (guint i = work->draws->draws->len; i-- > 0 && status == PROBABILITY_FOUND;)
    status = work->context != NULL && couplet_context_should_stop (work->context)
                 ? PROBABILITY_STOPPED
                 : take_draw (work, i);
  if (status == PROBABILITY_FOUND)
    read_result (work, value);
  g_hash_table_unref (work->function);
  return status;
}

gboolean
order_takes (const PathDraws *draws)
{
  for (guint i = 0; i < draws->draws->len; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    gboolean shows_noise = draw->output == PATH_DRAW_SHOWN && draw->noise != COUPLET_NOISELESS;
    if (couplet_noise_is_whole (draw->noise) || (draw->output != PATH_DRAW_HIDDEN && !shows_noise))
      return FALSE;
  }
  return TRUE;
}

ProbabilityStatus
order_probability (arb_t value, const PathDraws *draws, const fmpq_t epsilon, slong precision,
                   CoupletContext *context)
{
  guint n = draws->draws->len;
  g_autofree DrawPlace *places = g_new0 (DrawPlace, n);
  Integration work = {.draws = draws, .epsilon = epsilon, .context = context, .places = places};
  if (n == 0) {
    arb_one (value);
    return PROBABILITY_FOUND;
  }
  fmpq_init (work.rho);
  collect_constants (&work);
  for (guint i = 0; i < n; i++) {
    fmpq_init (places[i].multiple);
    places[i].variable = -1;
    places[i].centre = find_constant (&work, draw_at (&work, i)->centre);
    if (draw_at (&work, i)->pinned)
      places[i].value = find_constant (&work, draw_at (&work, i)->value);
  }
  find_rho (&work);
  exponential_scale_init (&work.scale, work.rho, precision);
  ProbabilityStatus status = integrate (&work, value);
  exponential_scale_clear (&work.scale);
  for (guint i = 0; i < n; i++)
    fmpq_clear (places[i].multiple);
  _fmpq_vec_clear (work.constants, 2 * (glong)n);
  fmpq_clear (work.rho);
  return status;
}
