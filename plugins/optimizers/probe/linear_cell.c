/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_cell.h"

#include <string.h>

/* ---- Terms ------------------------------------------------------------------------------ */

CellTerm *
cell_term_new (guint n)
{
  CellTerm *term = g_new0 (CellTerm, 1);
  term->n = n;
  term->exponent = _fmpq_vec_init (n + 1);
  fmpq_init (term->factor);
  fmpq_one (term->factor);
  return term;
}

static void
copy_form (fmpq *to, const fmpq *from, guint n)
{
  for (guint i = 0; i <= n; i++)
    fmpq_set (&to[i], &from[i]);
}

CellTerm *
cell_term_copy (const CellTerm *term)
{
  CellTerm *copy = cell_term_new (term->n);
  memcpy (copy->power, term->power, sizeof term->power);
  copy_form (copy->exponent, term->exponent, term->n);
  fmpq_set (copy->factor, term->factor);
  return copy;
}

void
cell_term_free (CellTerm *term)
{
  if (term == NULL)
    return;
  _fmpq_vec_clear (term->exponent, term->n + 1);
  fmpq_clear (term->factor);
  g_free (term);
}

static guint
hash_number (guint hash, const fmpq *number)
{
  hash = (hash ^ (guint)fmpz_fdiv_ui (fmpq_numref (number), 2147483647u)) * 16777619u;
  return (hash ^ (guint)fmpz_fdiv_ui (fmpq_denref (number), 2147483647u)) * 16777619u;
}

static guint
hash_term (gconstpointer data)
{
  const CellTerm *term = data;
  guint hash = 2166136261u;
  for (guint i = 0; i < term->n; i++)
    hash = (hash ^ term->power[i]) * 16777619u;
  for (guint i = 0; i <= term->n; i++)
    hash = hash_number (hash, &term->exponent[i]);
  return hash;
}

static gboolean
equal_terms (gconstpointer a, gconstpointer b)
{
  const CellTerm *s = a, *t = b;
  gboolean equal = memcmp (s->power, t->power, sizeof s->power) == 0;
  for (guint i = 0; i <= s->n && equal; i++)
    equal = fmpq_equal (&s->exponent[i], &t->exponent[i]);
  return equal;
}

/* ---- Cells ------------------------------------------------------------------------------ */

static void
free_exponent (gpointer data)
{
  cell_term_free (data);
}

LinearCell *
linear_cell_new (guint n)
{
  LinearCell *cell = g_new (LinearCell, 1);
  cell->n = n;
  cell->bounds = g_ptr_array_new ();
  cell->terms = g_hash_table_new_full (hash_term, equal_terms, free_exponent, NULL);
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
  g_hash_table_unref (cell->terms);
  g_free (cell);
}

static void
push_bound (LinearCell *cell, const fmpq *form)
{
  fmpq *copy = _fmpq_vec_init (cell->n + 1);
  copy_form (copy, form, cell->n);
  g_ptr_array_add (cell->bounds, copy);
}

LinearCell *
linear_cell_new_within (const LinearCell *cell)
{
  LinearCell *copy = linear_cell_new (cell->n);
  for (guint i = 0; i < cell->bounds->len; i++)
    push_bound (copy, g_ptr_array_index (cell->bounds, i));
  return copy;
}

void
linear_cell_take_term (LinearCell *cell, CellTerm *term)
{
  CellTerm *known = g_hash_table_lookup (cell->terms, term);
  if (known == NULL) {
    g_hash_table_add (cell->terms, term);
    return;
  }
  fmpq_add (known->factor, known->factor, term->factor);
  cell_term_free (term);
  if (fmpq_is_zero (known->factor))
    g_hash_table_remove (cell->terms, known);
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
  fmpq_t size;
  fmpq_init (size);
  fmpq_abs (size, &form[first]);
  for (guint i = 0; i <= n; i++)
    fmpq_div (&form[i], &form[i], size);
  fmpq_clear (size);
  return TRUE;
}

/* The order of the multiples of two forms, opposite: of one and the other's negative. */
static int
compare_slopes (const fmpq *a, const fmpq *b, guint n, gboolean opposite)
{
  int order = 0;
  fmpq_t negative;
  fmpq_init (negative);
  for (guint i = 0; i < n && order == 0; i++) {
    if (opposite)
      fmpq_neg (negative, &b[i]);
    else
      fmpq_set (negative, &b[i]);
    order = fmpq_cmp (&a[i], negative);
  }
  fmpq_clear (negative);
  return order;
}

/* Whether a >= 0 and b >= 0, which are opposite, leave no interior. */
static gboolean
leaves_nothing (const fmpq *a, const fmpq *b, guint n)
{
  fmpq_t sum;
  fmpq_init (sum);
  fmpq_add (sum, &a[n], &b[n]);
  gboolean nothing = fmpq_sgn (sum) <= 0;
  fmpq_clear (sum);
  return nothing;
}

/* Of bounds in ascending order of slopes. */
static gboolean
add_scaled (LinearCell *cell, const fmpq *form)
{
  guint n = cell->n, place = 0;
  for (guint i = 0; i < cell->bounds->len; i++) {
    fmpq *bound = g_ptr_array_index (cell->bounds, i);
    int order = compare_slopes (bound, form, n, FALSE);
    if (compare_slopes (bound, form, n, TRUE) == 0 && leaves_nothing (bound, form, n))
      return FALSE;
    if (order < 0)
      place = i + 1;
  }
  fmpq *next = place < cell->bounds->len ? g_ptr_array_index (cell->bounds, place) : NULL;
  if (next != NULL && compare_slopes (next, form, n, FALSE) == 0) {
    if (fmpq_cmp (&form[n], &next[n]) < 0)
      fmpq_set (&next[n], &form[n]);
    return TRUE;
  }
  fmpq *copy = _fmpq_vec_init (n + 1);
  copy_form (copy, form, n);
  g_ptr_array_insert (cell->bounds, (gint)place, copy);
  return TRUE;
}

gboolean
linear_cell_bound (LinearCell *cell, const fmpq *form)
{
  fmpq *scaled = _fmpq_vec_init (cell->n + 1);
  copy_form (scaled, form, cell->n);
  gboolean left =
      scale_form (scaled, cell->n) ? add_scaled (cell, scaled) : fmpq_sgn (&form[cell->n]) > 0;
  _fmpq_vec_clear (scaled, cell->n + 1);
  return left;
}

char *
linear_cell_key (const LinearCell *cell)
{
  GString *key = g_string_new (NULL);
  for (guint i = 0; i < cell->bounds->len; i++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, i);
    for (guint k = 0; k <= cell->n; k++) {
      char *text = fmpq_get_str (NULL, 10, &bound[k]);
      g_string_append_printf (key, "%s,", text);
      flint_free (text);
    }
  }
  return g_string_free (key, FALSE);
}

/* ---- Replacing a variable ---------------------------------------------------------------- */

/* result = form with variable replaced by value, a form without it. */
static void
replace_in_form (fmpq *result, const fmpq *form, guint variable, const fmpq *value, guint n)
{
  fmpq_t multiple;
  fmpq_init (multiple);
  fmpq_set (multiple, &form[variable]);
  copy_form (result, form, n);
  fmpq_zero (&result[variable]);
  for (guint i = 0; i <= n; i++)
    fmpq_addmul (&result[i], multiple, &value[i]);
  fmpq_clear (multiple);
}

/* The terms of term * form; those of a linear form. */
static GPtrArray *
multiply_terms (GPtrArray *terms, const fmpq *form, guint n)
{
  g_autoptr (LinearCell) sum = linear_cell_new (n);
  for (guint t = 0; t < terms->len; t++)
    for (guint i = 0; i <= n; i++) {
      if (fmpq_is_zero (&form[i]))
        continue;
      CellTerm *product = cell_term_copy (g_ptr_array_index (terms, t));
      fmpq_mul (product->factor, product->factor, &form[i]);
      if (i < n)
        product->power[i]++;
      linear_cell_take_term (sum, product);
    }
  GPtrArray *result = g_ptr_array_new_with_free_func (free_exponent);
  GHashTableIter iter;
  gpointer term;
  g_hash_table_iter_init (&iter, sum->terms);
  while (g_hash_table_iter_next (&iter, &term, NULL))
    g_ptr_array_add (result, cell_term_copy (term));
  return result;
}

/* into += factor * term with variable replaced by value. FALSE: too many terms. */
static gboolean
add_at (LinearCell *into, const CellTerm *term, guint variable, const fmpq *value,
        const fmpq_t factor)
{
  guint n = into->n;
  CellTerm *first = cell_term_copy (term);
  fmpq_mul (first->factor, first->factor, factor);
  first->power[variable] = 0;
  replace_in_form (first->exponent, term->exponent, variable, value, n);
  GPtrArray *terms = g_ptr_array_new_with_free_func (free_exponent);
  g_ptr_array_add (terms, first);
  for (guint k = 0; k < term->power[variable] && terms->len <= MOST_CELL_TERMS; k++) {
    GPtrArray *product = multiply_terms (terms, value, n);
    g_ptr_array_unref (terms);
    terms = product;
  }
  gboolean good = terms->len <= MOST_CELL_TERMS;
  for (guint i = 0; i < terms->len && good; i++)
    linear_cell_take_term (into, cell_term_copy (g_ptr_array_index (terms, i)));
  g_ptr_array_unref (terms);
  return good && g_hash_table_size (into->terms) <= MOST_CELL_TERMS;
}

/* ---- Integrating over a variable ---------------------------------------------------------- */

/* into += sign * the antiderivative of term at end; NULL = infinity, where it vanishes. */
static gboolean
add_antiderivative (LinearCell *into, const CellTerm *term, guint variable, const fmpq *end,
                    int sign)
{
  if (end == NULL)
    return TRUE;
  const fmpq *rate = &term->exponent[variable];
  CellTerm *part = cell_term_copy (term);
  gboolean good = TRUE, done = FALSE;
  fmpq_t factor;
  fmpq_init (factor);
  fmpq_set_si (factor, sign, 1);
  if (fmpq_is_zero (rate)) {
    part->power[variable]++;
    fmpq_set_si (factor, sign, part->power[variable]);
    good = add_at (into, part, variable, end, factor);
    done = TRUE;
  } else
    fmpq_div (factor, factor, rate);
  while (good && !done) { /* by parts: 1/r, -k/r^2, k(k-1)/r^3, ... */
    good = add_at (into, part, variable, end, factor);
    done = part->power[variable] == 0;
    fmpq_mul_si (factor, factor, -(slong)part->power[variable]);
    fmpq_div (factor, factor, rate);
    part->power[variable] -= !done;
  }
  fmpq_clear (factor);
  cell_term_free (part);
  return good;
}

/* into += the integral over variable of the terms of cell, times exp(slope*variable). */
static gboolean
integrate_terms (LinearCell *into, const LinearCell *cell, guint variable, const fmpq_t slope,
                 const fmpq *low, const fmpq *high)
{
  GHashTableIter iter;
  gpointer key;
  gboolean good = TRUE;
  g_hash_table_iter_init (&iter, cell->terms);
  while (good && g_hash_table_iter_next (&iter, &key, NULL)) {
    CellTerm *term = cell_term_copy (key);
    fmpq_add (&term->exponent[variable], &term->exponent[variable], slope);
    /* an infinite end without decay there cannot be: bounds come from what was integrable */
    int decay = fmpq_sgn (&term->exponent[variable]);
    good = (low != NULL || decay > 0) && (high != NULL || decay < 0) &&
           add_antiderivative (into, term, variable, high, 1) &&
           add_antiderivative (into, term, variable, low, -1);
    cell_term_free (term);
  }
  return good;
}

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

/* The ends that bounds give a variable. */
typedef struct {
  GPtrArray *low, *high; /* fmpq *, forms */
} CellEnds;

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

/* cell gets a >= b. */
static gboolean
bound_difference (LinearCell *cell, const fmpq *a, const fmpq *b)
{
  fmpq *difference = _fmpq_vec_init (cell->n + 1);
  for (guint i = 0; i <= cell->n; i++)
    fmpq_sub (&difference[i], &a[i], &b[i]);
  gboolean left = linear_cell_bound (cell, difference);
  _fmpq_vec_clear (difference, cell->n + 1);
  return left;
}

/* Where the i-th low end is the greatest and the k-th high one the least. NULL: nowhere. */
static LinearCell *
cell_between (const LinearCell *cell, guint variable, const CellEnds *ends, guint i, guint k)
{
  g_autoptr (LinearCell) part = linear_cell_new (cell->n);
  const fmpq *low = i < ends->low->len ? g_ptr_array_index (ends->low, i) : NULL;
  const fmpq *high = k < ends->high->len ? g_ptr_array_index (ends->high, k) : NULL;
  gboolean left = low == NULL || high == NULL || bound_difference (part, high, low);
  for (guint j = 0; j < cell->bounds->len && left; j++) {
    const fmpq *bound = g_ptr_array_index (cell->bounds, j);
    left = !fmpq_is_zero (&bound[variable]) || linear_cell_bound (part, bound);
  }
  for (guint j = 0; j < ends->low->len && left; j++)
    left = j == i || bound_difference (part, low, g_ptr_array_index (ends->low, j));
  for (guint j = 0; j < ends->high->len && left; j++)
    left = j == k || bound_difference (part, g_ptr_array_index (ends->high, j), high);
  return left ? g_steal_pointer (&part) : NULL;
}

/* The cells being made, by their keys. */
typedef struct {
  GHashTable *by_key; /* key -> LinearCell * of cells */
  GPtrArray *cells;
  guint n_terms, n_bounds;
} CellStore;

/* Cells with the same bounds become one. */
static gboolean
store_cell (CellStore *store, LinearCell *cell)
{
  g_autofree char *key = linear_cell_key (cell);
  LinearCell *known = g_hash_table_lookup (store->by_key, key);
  store->n_terms += g_hash_table_size (cell->terms);
  store->n_bounds += known == NULL ? cell->bounds->len : 0;
  if (known == NULL) {
    g_hash_table_insert (store->by_key, g_steal_pointer (&key), cell);
    g_ptr_array_add (store->cells, cell);
  } else {
    GHashTableIter iter;
    gpointer term;
    g_hash_table_iter_init (&iter, cell->terms);
    while (g_hash_table_iter_next (&iter, &term, NULL))
      linear_cell_take_term (known, cell_term_copy (term));
    linear_cell_free (cell);
  }
  return store->n_terms <= MOST_CELL_TERMS && store->n_bounds <= MOST_CELL_BOUNDS;
}

static CellStore
begin_store (void)
{
  return (CellStore){g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                     g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free), 0, 0};
}

/* The cells of store replace those of cells. */
static void
end_store (CellStore *store, GPtrArray *cells)
{
  g_ptr_array_set_size (cells, 0);
  while (store->cells->len > 0)
    g_ptr_array_add (cells, g_ptr_array_steal_index_fast (store->cells, store->cells->len - 1));
  g_ptr_array_unref (store->cells);
  g_hash_table_unref (store->by_key);
}

static gboolean
integrate_cell (CellStore *store, const LinearCell *cell, const LinearCell *half, guint variable,
                const fmpq_t slope)
{
  CellEnds ends = find_ends (half, variable);
  gboolean good = TRUE;
  for (guint i = 0; i < MAX (ends.low->len, 1) && good; i++)
    for (guint k = 0; k < MAX (ends.high->len, 1) && good; k++) {
      LinearCell *part = cell_between (half, variable, &ends, i, k);
      if (part == NULL)
        continue;
      good = integrate_terms (part, cell, variable, slope,
                              i < ends.low->len ? g_ptr_array_index (ends.low, i) : NULL,
                              k < ends.high->len ? g_ptr_array_index (ends.high, k) : NULL);
      good = store_cell (store, part) && good;
    }
  clear_ends (&ends, cell->n);
  return good;
}

/* The cell where variable is not below 0, or not above it; NULL: there is none. */
static LinearCell *
half_of (const LinearCell *cell, guint variable, gboolean above)
{
  g_autoptr (LinearCell) half = linear_cell_new_within (cell);
  fmpq *form = _fmpq_vec_init (cell->n + 1);
  fmpq_set_si (&form[variable], above ? 1 : -1, 1);
  gboolean left = linear_cell_bound (half, form);
  _fmpq_vec_clear (form, cell->n + 1);
  return left ? g_steal_pointer (&half) : NULL;
}

gboolean
linear_cells_integrate (GPtrArray *cells, guint variable, const fmpq_t rate, gboolean one_sided)
{
  CellStore store = begin_store ();
  gboolean good = TRUE;
  fmpq_t slope;
  fmpq_init (slope);
  for (guint i = 0; i < 2 * cells->len && good; i++) {
    const LinearCell *cell = g_ptr_array_index (cells, i / 2);
    gboolean above = i % 2 == 0;
    if (!above && one_sided)
      continue;
    g_autoptr (LinearCell) half = half_of (cell, variable, above);
    fmpq_set (slope, rate);
    if (above)
      fmpq_neg (slope, slope);
    good = half == NULL || integrate_cell (&store, cell, half, variable, slope);
  }
  fmpq_clear (slope);
  end_store (&store, cells);
  return good;
}

/* What is left of half when variable is form. */
static LinearCell *
replaced (const LinearCell *half, guint variable, const fmpq *form)
{
  g_autoptr (LinearCell) part = linear_cell_new (half->n);
  fmpq *bound = _fmpq_vec_init (half->n + 1);
  gboolean left = TRUE;
  for (guint i = 0; i < half->bounds->len && left; i++) {
    replace_in_form (bound, g_ptr_array_index (half->bounds, i), variable, form, half->n);
    /* where a value lies at a jump of its density, that above counts */
    gboolean constant = TRUE;
    for (guint k = 0; k < half->n; k++)
      constant = constant && fmpq_is_zero (&bound[k]);
    left = constant ? fmpq_sgn (&bound[half->n]) >= 0 : linear_cell_bound (part, bound);
  }
  _fmpq_vec_clear (bound, half->n + 1);
  return left ? g_steal_pointer (&part) : NULL;
}

static gboolean
is_zero_form (const fmpq *form, guint n)
{
  gboolean zero = TRUE;
  for (guint i = 0; i <= n; i++)
    zero = zero && fmpq_is_zero (&form[i]);
  return zero;
}

static gboolean
replace_in_half (CellStore *store, const LinearCell *cell, const LinearCell *half, guint variable,
                 const fmpq *form, const fmpq_t slope)
{
  LinearCell *part = replaced (half, variable, form);
  if (part == NULL)
    return TRUE;
  fmpq_t one;
  fmpq_init (one);
  fmpq_one (one);
  gboolean good = TRUE;
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, cell->terms);
  while (good && g_hash_table_iter_next (&iter, &key, NULL)) {
    CellTerm *term = cell_term_copy (key);
    fmpq_add (&term->exponent[variable], &term->exponent[variable], slope);
    good = add_at (part, term, variable, form, one);
    cell_term_free (term);
  }
  fmpq_clear (one);
  return store_cell (store, part) && good;
}

gboolean
linear_cells_replace (GPtrArray *cells, guint variable, const fmpq *form, const fmpq_t rate,
                      gboolean one_sided)
{
  CellStore store = begin_store ();
  gboolean good = TRUE;
  fmpq_t slope;
  fmpq_init (slope);
  for (guint i = 0; i < 2 * cells->len && good; i++) {
    const LinearCell *cell = g_ptr_array_index (cells, i / 2);
    gboolean above = i % 2 == 0;
    /* 0 has both signs and counts once */
    if (!above && (one_sided || is_zero_form (form, cell->n)))
      continue;
    g_autoptr (LinearCell) half = half_of (cell, variable, above);
    fmpq_set (slope, rate);
    if (above)
      fmpq_neg (slope, slope);
    good = half == NULL || replace_in_half (&store, cell, half, variable, form, slope);
  }
  fmpq_clear (slope);
  end_store (&store, cells);
  return good;
}
