/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_cell.h"

/* ---- Cells ------------------------------------------------------------------------------ */

static fmpq *
copy_of (const fmpq *form, guint n)
{
  fmpq *copy = _fmpq_vec_init (n + 1);
  for (guint i = 0; i <= n; i++)
    fmpq_set (&copy[i], &form[i]);
  return copy;
}

/* Whether multiple is 1 or -1. */
static gboolean
is_unit (const fmpq *multiple)
{
  return fmpz_is_pm1 (fmpq_numref (multiple)) && fmpz_is_one (fmpq_denref (multiple));
}

LinearCell *
linear_cell_new (guint n, guint n_real, gboolean *gives_up)
{
  LinearCell *cell = g_new (LinearCell, 1);
  cell->n = n;
  cell->n_real = n_real;
  cell->gives_up = gives_up;
  cell->bounds = g_ptr_array_new ();
  cell->sum = exponential_sum_new (n);
  return cell;
}

void
linear_cell_free (LinearCell *cell)
{
  if (cell == NULL)
    return;
  for (guint i = 0; i < cell->bounds->len; i++)
    _fmpq_vec_clear (g_ptr_array_index (cell->bounds, i), cell->n + 1);
  g_ptr_array_unref (cell->bounds);
  exponential_sum_free (cell->sum);
  g_free (cell);
}

/* The bounds alone. */
static LinearCell *
new_within (const LinearCell *cell)
{
  LinearCell *copy = linear_cell_new (cell->n, cell->n_real, cell->gives_up);
  for (guint i = 0; i < cell->bounds->len; i++)
    g_ptr_array_add (copy->bounds, copy_of (g_ptr_array_index (cell->bounds, i), cell->n));
  return copy;
}

/* form divided by the size of its first multiple. FALSE: it is a constant. */
static gboolean
scale_form (fmpq *form, guint n)
{
  guint first = 0;
  while (first < n && fmpq_is_zero (&form[first]))
    first++;
  if (first == n)
    return FALSE;
  g_auto (fmpq_t) size;
  fmpq_init (size);
  fmpq_abs (size, &form[first]);
  for (guint i = 0; i <= n; i++)
    fmpq_div (&form[i], &form[i], size);
  return TRUE;
}

/* The order of the multiples of two forms, opposite: of one and the other's negative. */
static int
compare_slopes (const fmpq *a, const fmpq *b, guint n, gboolean opposite)
{
  int order = 0;
  g_auto (fmpq_t) negative;
  fmpq_init (negative);
  for (guint i = 0; i < n && order == 0; i++) {
    if (opposite)
      fmpq_neg (negative, &b[i]);
    else
      fmpq_set (negative, &b[i]);
    order = fmpq_cmp (&a[i], negative);
  }
  return order;
}

/* Whether form has no real variable. */
static gboolean
is_whole (const LinearCell *cell, const fmpq *form)
{
  guint i = 0;
  while (i < cell->n_real && fmpq_is_zero (&form[i]))
    i++;
  return i == cell->n_real;
}

/* The constant of a form of whole numbers becomes a whole one: the form is not negative, or
 * positive, where it then is not negative. FALSE where multiples are others than 1 and -1. */
static gboolean
tighten_form (fmpq *form, guint n, gboolean strict)
{
  g_auto (fmpz_t) whole;
  fmpz_init (whole);
  (strict ? fmpz_cdiv_q : fmpz_fdiv_q) (whole, fmpq_numref (&form[n]), fmpq_denref (&form[n]));
  fmpq_set_fmpz (&form[n], whole);
  if (strict)
    fmpq_sub_si (&form[n], &form[n], 1);
  guint i = 0;
  while (i < n && (is_unit (&form[i]) || fmpq_is_zero (&form[i])))
    i++;
  return i == n;
}

/* Whether a >= 0 and b >= 0, which are opposite, leave nothing, or no interior of real numbers. */
static gboolean
leaves_nothing (const LinearCell *cell, const fmpq *a, const fmpq *b)
{
  guint n = cell->n;
  g_auto (fmpq_t) sum;
  fmpq_init (sum);
  fmpq_add (sum, &a[n], &b[n]);
  int sign = fmpq_sgn (sum);
  return sign < 0 || (sign == 0 && !is_whole (cell, a));
}

/* Adds form, which is scaled, to bounds in ascending order of slopes. FALSE: nothing is left.
 * *tells: it is tighter than what was known. */
static gboolean
add_scaled (LinearCell *cell, const fmpq *form, gboolean *tells)
{
  guint n = cell->n, place = 0;
  for (guint i = 0; i < cell->bounds->len; i++) {
    fmpq *bound = g_ptr_array_index (cell->bounds, i);
    int order = compare_slopes (bound, form, n, FALSE);
    if (compare_slopes (bound, form, n, TRUE) == 0 && leaves_nothing (cell, bound, form))
      return FALSE;
    if (order < 0)
      place = i + 1;
  }
  fmpq *next = place < cell->bounds->len ? g_ptr_array_index (cell->bounds, place) : NULL;
  gboolean known = next != NULL && compare_slopes (next, form, n, FALSE) == 0;
  *tells = !known || fmpq_cmp (&form[n], &next[n]) < 0;
  if (known && *tells)
    fmpq_set (&next[n], &form[n]);
  else if (!known)
    g_ptr_array_insert (cell->bounds, (gint)place, copy_of (form, n));
  return TRUE;
}

/* Whether form is one or two variables, added or subtracted, and a constant. */
static gboolean
is_pair (const fmpq *form, guint n)
{
  guint n_units = 0, n_others = 0;
  for (guint i = 0; i < n; i++) {
    n_units += is_unit (&form[i]);
    n_others += !is_unit (&form[i]) && !fmpq_is_zero (&form[i]);
  }
  return n_others == 0 && n_units > 0 && n_units <= 2;
}

/* Whether a + b has fewer variables than the two, which have units. */
static gboolean
cancel (const fmpq *a, const fmpq *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fmpq_sgn (&a[i]) * fmpq_sgn (&b[i]) < 0)
      return TRUE;
  return FALSE;
}

/* Appends to forms what form and each other bound of two variables tell of two. Where all bounds
 * are such, cells of which nothing is left are known by it. */
static void
append_implied (const LinearCell *cell, const fmpq *form, GPtrArray *forms)
{
  guint n = cell->n;
  for (guint i = 0; i < cell->bounds->len && is_pair (form, n); i++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, i);
    if (!is_pair (bound, n) || !cancel (form, bound, n))
      continue;
    fmpq *sum = _fmpq_vec_init (n + 1);
    for (guint k = 0; k <= n; k++)
      fmpq_add (&sum[k], &form[k], &bound[k]);
    g_ptr_array_add (forms, sum);
  }
}

/* Adds form, which changes, and appends to forms what that implies. */
static gboolean
add_bound (LinearCell *cell, fmpq *form, gboolean strict, GPtrArray *forms)
{
  int sign = fmpq_sgn (&form[cell->n]);
  gboolean tells;
  if (!scale_form (form, cell->n))
    return sign > 0 || (sign == 0 && !strict);
  if (is_whole (cell, form) && !tighten_form (form, cell->n, strict))
    *cell->gives_up = TRUE;
  if (!add_scaled (cell, form, &tells))
    return FALSE;
  if (tells)
    append_implied (cell, form, forms);
  return TRUE;
}

/* form >= 0 holds on cell, or > 0. FALSE: nothing is left. */
static gboolean
bound_cell (LinearCell *cell, const fmpq *form, gboolean strict)
{
  g_autoptr (GPtrArray) forms = g_ptr_array_new ();
  gboolean left = TRUE;
  g_ptr_array_add (forms, copy_of (form, cell->n));
  for (guint i = 0; i < forms->len; i++) {
    left = left && add_bound (cell, g_ptr_array_index (forms, i), strict && i == 0, forms);
    _fmpq_vec_clear (g_ptr_array_index (forms, i), cell->n + 1);
  }
  return left;
}

/* A hash of the bounds, and whether two cells have the same ones. */
static guint
hash_cell (gconstpointer data)
{
  const LinearCell *cell = data;
  guint hash = 0;
  for (guint i = 0; i < cell->bounds->len; i++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, i);
    for (guint k = 0; k <= cell->n; k++)
      hash = hash_rational (&bound[k]) ^ hash * 31;
  }
  return hash;
}

static gboolean
equal_cells (gconstpointer a, gconstpointer b)
{
  const LinearCell *one = a, *other = b;
  gboolean equal = one->bounds->len == other->bounds->len;
  for (guint i = 0; i < one->bounds->len && equal; i++) {
    const fmpq *bound = g_ptr_array_index (one->bounds, i);
    for (guint k = 0; k <= one->n && equal; k++)
      equal = fmpq_equal (&bound[k], (const fmpq *)g_ptr_array_index (other->bounds, i) + k);
  }
  return equal;
}

/* ---- Integrating over a variable ---------------------------------------------------------- */

/* value of variable at which form is 0, as a form. */
static fmpq *
solve_form (const fmpq *form, guint variable, guint n)
{
  fmpq *value = _fmpq_vec_init (n + 1);
  for (guint i = 0; i <= n; i++)
    if (i != variable) {
      fmpq_div (&value[i], &form[i], &form[variable]);
      fmpq_neg (&value[i], &value[i]);
    }
  return value;
}

static fmpq *
subtract (const fmpq *a, const fmpq *b, guint n)
{
  fmpq *difference = _fmpq_vec_init (n + 1);
  for (guint i = 0; i <= n; i++)
    fmpq_sub (&difference[i], &a[i], &b[i]);
  return difference;
}

/* cell gets a >= b, or a > b. */
static gboolean
bound_difference (LinearCell *cell, const fmpq *a, const fmpq *b, gboolean strict)
{
  fmpq *difference = subtract (a, b, cell->n);
  gboolean left = bound_cell (cell, difference, strict);
  _fmpq_vec_clear (difference, cell->n + 1);
  return left;
}

/* Whether a bound of cell says that a >= b. */
static gboolean
says_above (const LinearCell *cell, const fmpq *a, const fmpq *b)
{
  guint n = cell->n;
  gboolean says = FALSE;
  fmpq *difference = subtract (a, b, n);
  gboolean varies = scale_form (difference, n);
  for (guint i = 0; i < cell->bounds->len && varies && !says; i++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, i);
    says = compare_slopes (bound, difference, n, FALSE) == 0 &&
           fmpq_cmp (&bound[n], &difference[n]) <= 0;
  }
  _fmpq_vec_clear (difference, n + 1);
  return says;
}

/* The ends that bounds give a variable. */
typedef struct {
  GPtrArray *low, *high; /* fmpq *, forms */
} CellEnds;

/* Removes ends that are never the tightest. */
static void
drop_idle (const LinearCell *cell, GPtrArray *ends, gboolean low)
{
  for (guint i = ends->len; i-- > 0;) {
    fmpq *end = g_ptr_array_index (ends, i);
    gboolean idle = FALSE;
    for (guint k = 0; k < ends->len && !idle; k++) {
      const fmpq *other = g_ptr_array_index (ends, k);
      idle = k != i && says_above (cell, low ? other : end, low ? end : other);
    }
    if (!idle)
      continue;
    _fmpq_vec_clear (end, cell->n + 1);
    g_ptr_array_remove_index (ends, i);
  }
}

static CellEnds
find_ends (const LinearCell *cell, guint variable)
{
  CellEnds ends = {g_ptr_array_new (), g_ptr_array_new ()};
  for (guint i = 0; i < cell->bounds->len; i++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, i);
    int sign = fmpq_sgn (&bound[variable]);
    if (sign != 0)
      g_ptr_array_add (sign > 0 ? ends.low : ends.high, solve_form (bound, variable, cell->n));
  }
  drop_idle (cell, ends.low, TRUE);
  drop_idle (cell, ends.high, FALSE);
  return ends;
}

static void
clear_ends (CellEnds *ends, guint n)
{
  GPtrArray *const sides[] = {ends->low, ends->high};
  for (guint s = 0; s < 2; s++) {
    for (guint i = 0; i < sides[s]->len; i++)
      _fmpq_vec_clear (g_ptr_array_index (sides[s], i), n + 1);
    g_ptr_array_unref (sides[s]);
  }
}

/* Where the i-th low end is the greatest and the k-th high one the least, of equal ones the first.
 * NULL: nowhere. */
static LinearCell *
cell_between (const LinearCell *cell, guint variable, const CellEnds *ends, guint i, guint k)
{
  g_autoptr (LinearCell) part = linear_cell_new (cell->n, cell->n_real, cell->gives_up);
  const fmpq *low = i < ends->low->len ? g_ptr_array_index (ends->low, i) : NULL;
  const fmpq *high = k < ends->high->len ? g_ptr_array_index (ends->high, k) : NULL;
  gboolean left =
      low == NULL || high == NULL || bound_difference (part, high, low, variable < cell->n_real);
  for (guint j = 0; j < cell->bounds->len && left; j++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, j);
    left = !fmpq_is_zero (&bound[variable]) || bound_cell (part, bound, FALSE);
  }
  for (guint j = 0; j < ends->low->len && left; j++)
    left = j == i || bound_difference (part, low, g_ptr_array_index (ends->low, j), j < i);
  for (guint j = 0; j < ends->high->len && left; j++)
    left = j == k || bound_difference (part, g_ptr_array_index (ends->high, j), high, j < k);
  return left ? g_steal_pointer (&part) : NULL;
}

/* The cells being made. */
typedef struct {
  GHashTable *known; /* a set of the cells */
  GPtrArray *cells;
  ExponentialScale *scale;
  guint n_terms, n_bounds;
} CellStore;

/* Cells with the same bounds become one. */
static gboolean
store_cell (CellStore *store, LinearCell *cell)
{
  LinearCell *known = g_hash_table_lookup (store->known, cell);
  store->n_terms += exponential_sum_size (cell->sum);
  store->n_bounds += known == NULL ? cell->bounds->len : 0;
  if (known == NULL) {
    g_hash_table_add (store->known, cell);
    g_ptr_array_add (store->cells, cell);
  } else {
    exponential_sum_add (known->sum, cell->sum, NULL, NULL, store->scale);
    linear_cell_free (cell);
  }
  return store->n_terms <= MOST_CELL_TERMS && store->n_bounds <= MOST_CELL_BOUNDS;
}

static CellStore
begin_store (ExponentialScale *scale)
{
  return (CellStore){g_hash_table_new (hash_cell, equal_cells),
                     g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free), scale, 0,
                     0};
}

/* The cells of store replace those of cells. */
static void
end_store (CellStore *store, GPtrArray *cells)
{
  g_hash_table_unref (store->known);
  g_ptr_array_set_size (cells, 0);
  g_ptr_array_extend_and_steal (cells, store->cells);
}

static gboolean
integrate_cell (CellStore *store, const LinearCell *cell, guint variable)
{
  CellEnds ends = find_ends (cell, variable);
  gboolean good = TRUE;
  for (guint i = 0; i < MAX (ends.low->len, 1) && good; i++)
    for (guint k = 0; k < MAX (ends.high->len, 1) && good; k++) {
      LinearCell *part = cell_between (cell, variable, &ends, i, k);
      if (part == NULL)
        continue;
      /* an infinite end without decay there cannot be: bounds come from what was integrable */
      good = (variable < cell->n_real ? exponential_sum_integrate : exponential_sum_add_up) (
          part->sum, cell->sum, variable,
          i < ends.low->len ? g_ptr_array_index (ends.low, i) : NULL,
          k < ends.high->len ? g_ptr_array_index (ends.high, k) : NULL, store->scale);
      good = store_cell (store, part) && good && !*cell->gives_up;
    }
  clear_ends (&ends, cell->n);
  return good;
}

gboolean
linear_cells_integrate (GPtrArray *cells, guint variable, ExponentialScale *scale)
{
  CellStore store = begin_store (scale);
  gboolean good = TRUE;
  for (guint i = 0; i < cells->len && good; i++)
    good = integrate_cell (&store, g_ptr_array_index (cells, i), variable);
  end_store (&store, cells);
  return good;
}

/* ---- Bounds and factors --------------------------------------------------------------------- */

void
linear_cells_bound (GPtrArray *cells, const fmpq *form, gboolean strict)
{
  for (guint i = cells->len; i-- > 0;)
    if (!bound_cell (g_ptr_array_index (cells, i), form, strict))
      g_ptr_array_remove_index_fast (cells, i);
}

/* Stores cell where form is not negative, or positive, times exp(slope*rho*form). */
static gboolean
store_half (CellStore *store, const LinearCell *cell, const fmpq *form, gboolean strict,
            const fmpq_t slope)
{
  g_autoptr (LinearCell) half = new_within (cell);
  if (!bound_cell (half, form, strict))
    return TRUE;
  fmpq *exponent = _fmpq_vec_init (cell->n + 1);
  for (guint i = 0; i <= cell->n; i++)
    fmpq_mul (&exponent[i], &form[i], slope);
  exponential_sum_add (half->sum, cell->sum, NULL, exponent, store->scale);
  _fmpq_vec_clear (exponent, cell->n + 1);
  return store_cell (store, g_steal_pointer (&half));
}

gboolean
linear_cells_weigh (GPtrArray *cells, const fmpq *form, const fmpq_t rate, gboolean one_sided,
                    ExponentialScale *scale)
{
  if (cells->len == 0)
    return TRUE;
  guint n = ((const LinearCell *)g_ptr_array_index (cells, 0))->n;
  CellStore store = begin_store (scale);
  gboolean good = TRUE;
  fmpq *opposite = _fmpq_vec_init (n + 1);
  g_auto (fmpq_t) slope;
  fmpq_init (slope);
  fmpq_neg (slope, rate);
  for (guint i = 0; i <= n; i++)
    fmpq_neg (&opposite[i], &form[i]);
  for (guint i = 0; i < cells->len && good; i++) {
    const LinearCell *cell = g_ptr_array_index (cells, i);
    good = store_half (&store, cell, form, FALSE, slope) &&
           (one_sided || store_half (&store, cell, opposite, TRUE, slope));
  }
  _fmpq_vec_clear (opposite, n + 1);
  end_store (&store, cells);
  return good;
}
