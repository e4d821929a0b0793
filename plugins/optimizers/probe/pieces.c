/* SPDX-License-Identifier: Apache-2.0 */
#include "pieces.h"

#include <string.h>

/* Terms of all cells together, and of a product, beyond which the work is given up; a bound counts
 * as several. */
#define MOST_TERMS 400000
#define WEIGHT_OF_BOUNDS 10

typedef struct {
  arb_t coefficient;
  guint32 power[MOST_VARIABLES]; /* together at most the number of integrations */
  fmpq_poly_t exponent;          /* a form without constant, in multiples of rho */
} Term;

/* A polyhedron, and what the function is on it. */
typedef struct {
  GPtrArray *bounds; /* fmpq_poly_struct *, ascending: forms that are not negative, whose last
                        multiple is 1 or -1; of parallel ones the tightest only */
  GHashTable *terms; /* a set of terms that differ in more than the coefficient */
} Cell;

/* ---- Forms -------------------------------------------------------------------------------- */

static fmpq_poly_struct *
form_new (const fmpq_poly_t form)
{
  fmpq_poly_struct *copy = g_new (fmpq_poly_struct, 1);
  fmpq_poly_init (copy);
  fmpq_poly_set (copy, form);
  return copy;
}

static void
form_free (gpointer form)
{
  if (form != NULL)
    fmpq_poly_clear (form);
  g_free (form);
}

static gboolean
is_constant (const fmpq_poly_t form)
{
  return fmpq_poly_length (form) <= 1;
}

/* The sign of the multiple of a power of x. */
static int
sign_at (const fmpq_poly_t form, slong power)
{
  return power < fmpq_poly_length (form) ? fmpz_sgn (fmpq_poly_numref (form) + power) : 0;
}

static guint
hash_number (guint hash, const fmpz *number)
{
  ulong word = COEFF_IS_MPZ (*number) ? fmpz_fdiv_ui (number, 2147483647u) : (ulong)*number;
  return (hash ^ (guint)word) * 16777619u;
}

static guint
hash_form (gconstpointer data)
{
  const fmpq_poly_struct *form = data;
  guint hash = hash_number (2166136261u, fmpq_poly_denref (form));
  for (slong i = 0; i < fmpq_poly_length (form); i++)
    hash = hash_number (hash, fmpq_poly_numref (form) + i);
  return hash;
}

static gboolean
equal_forms (gconstpointer a, gconstpointer b)
{
  return fmpq_poly_equal (a, b);
}

/* Whether form has so many variables at most, each with 1 or -1. */
static gboolean
has_units (const fmpq_poly_t form, guint most)
{
  guint n = 0;
  for (slong i = 1; i < fmpq_poly_length (form); i++) {
    if (sign_at (form, i) != 0 &&
        fmpz_cmpabs (fmpq_poly_numref (form) + i, fmpq_poly_denref (form)) != 0)
      return FALSE;
    n += sign_at (form, i) != 0;
  }
  return n <= most;
}

/* Whether all variables of form are whole numbers. */
static gboolean
is_whole (const Pieces *pieces, const fmpq_poly_t form)
{
  for (slong i = 1; i < fmpq_poly_length (form); i++)
    if (sign_at (form, i) != 0 && !pieces->whole[i - 1])
      return FALSE;
  return TRUE;
}

/* ---- Powers ------------------------------------------------------------------------------- */

static void
free_ball (gpointer data)
{
  _arb_vec_clear (data, 1);
}

arb_srcptr
pieces_power (Pieces *pieces, const fmpq_t x)
{
  g_auto (fmpq_poly_t) form;
  fmpq_poly_init (form);
  fmpq_poly_set_fmpq (form, x);
  arb_ptr value = g_hash_table_lookup (pieces->powers, form);
  if (value == NULL) {
    g_auto (fmpq_t) exponent;
    fmpq_init (exponent);
    value = _arb_vec_init (1);
    fmpq_mul (exponent, x, pieces->rho);
    arb_set_fmpq (value, exponent, pieces->precision);
    arb_exp (value, value, pieces->precision);
    g_hash_table_insert (pieces->powers, form_new (form), value);
  }
  return value;
}

/* ---- Terms -------------------------------------------------------------------------------- */

static Term *
term_copy (const Term *term)
{
  Term *copy = g_new (Term, 1);
  memcpy (copy->power, term->power, sizeof term->power);
  arb_init (copy->coefficient);
  arb_set (copy->coefficient, term->coefficient);
  fmpq_poly_init (copy->exponent);
  fmpq_poly_set (copy->exponent, term->exponent);
  return copy;
}

static void
term_free (gpointer data)
{
  Term *term = data;
  fmpq_poly_clear (term->exponent);
  arb_clear (term->coefficient);
  g_free (term);
}

static guint
hash_term (gconstpointer data)
{
  const Term *term = data;
  guint hash = hash_form (term->exponent);
  for (slong i = 0; i < fmpq_poly_length (term->exponent); i++) /* others are seldom there */
    hash = (hash ^ term->power[i]) * 16777619u;
  return hash;
}

static gboolean
equal_terms (gconstpointer a, gconstpointer b)
{
  const Term *s = a, *t = b;
  return memcmp (s->power, t->power, sizeof s->power) == 0 &&
         fmpq_poly_equal (s->exponent, t->exponent);
}

static GHashTable *
terms_new (void)
{
  return g_hash_table_new_full (hash_term, equal_terms, term_free, NULL);
}

/* Adds term, of which it takes ownership. */
static void
take_term (const Pieces *pieces, GHashTable *terms, Term *term)
{
  Term *known = g_hash_table_lookup (terms, term);
  if (known == NULL) {
    g_hash_table_add (terms, term);
    return;
  }
  arb_add (known->coefficient, known->coefficient, term->coefficient, pieces->precision);
  term_free (term);
}

/* Moves all terms of from to into. */
static void
move_terms (const Pieces *pieces, GHashTable *into, GHashTable *from)
{
  GHashTableIter iter;
  gpointer term;
  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &term, NULL)) {
    g_hash_table_iter_steal (&iter);
    take_term (pieces, into, term);
  }
}

/* term *= exp(factor*rho*form). */
static void
raise_term (Pieces *pieces, Term *term, const fmpq_poly_t form, const fmpq_t factor)
{
  g_auto (fmpq_poly_t) more;
  g_auto (fmpq_t) constant;
  fmpq_poly_init (more);
  fmpq_init (constant);
  fmpq_poly_scalar_mul_fmpq (more, form, factor);
  fmpq_poly_add (term->exponent, term->exponent, more);
  if (sign_at (term->exponent, 0) == 0)
    return;
  fmpq_poly_get_coeff_fmpq (constant, term->exponent, 0);
  arb_mul (term->coefficient, term->coefficient, pieces_power (pieces, constant),
           pieces->precision);
  fmpq_poly_set_coeff_si (term->exponent, 0, 0);
}

/* ---- Replacing a variable ------------------------------------------------------------------- */

/* product = form^power. FALSE: too many terms. */
static gboolean
raise_form (const Pieces *pieces, const fmpq_poly_t form, guint32 power, fmpq_mpoly_t product)
{
  guint n_entries = 0;
  g_auto (fmpq_t) entry;
  g_auto (fmpz_t) n_terms;
  fmpq_init (entry);
  fmpz_init (n_terms);
  for (slong i = 0; i < fmpq_poly_length (form); i++) {
    ulong powers[MOST_VARIABLES] = {0};
    if (i > 0)
      powers[i - 1] = 1;
    fmpq_poly_get_coeff_fmpq (entry, form, i);
    n_entries += !fmpq_is_zero (entry);
    if (!fmpq_is_zero (entry))
      fmpq_mpoly_push_term_fmpq_ui (product, entry, powers, pieces->forms);
  }
  fmpq_mpoly_sort_terms (product, pieces->forms);
  fmpz_bin_uiui (n_terms, power + n_entries, n_entries);
  return fmpz_cmp_ui (n_terms, MOST_TERMS) <= 0 &&
         fmpq_mpoly_pow_ui (product, product, power, pieces->forms);
}

/* into += term * form^power. FALSE: too many terms. */
static gboolean
add_product (const Pieces *pieces, GHashTable *into, const Term *term, const fmpq_poly_t form,
             guint32 power)
{
  fmpq_mpoly_t product;
  g_auto (fmpq_t) entry;
  g_auto (arb_t) factor;
  fmpq_init (entry);
  arb_init (factor);
  fmpq_mpoly_init (product, pieces->forms);
  gboolean good = raise_form (pieces, form, power, product);
  for (slong i = 0; good && i < fmpq_mpoly_length (product, pieces->forms); i++) {
    ulong powers[MOST_VARIABLES];
    Term *copy = term_copy (term);
    fmpq_mpoly_get_term_exp_ui (powers, product, i, pieces->forms);
    fmpq_mpoly_get_term_coeff_fmpq (entry, product, i, pieces->forms);
    for (guint v = 0; v < MOST_VARIABLES; v++)
      copy->power[v] += (guint32)powers[v];
    arb_set_fmpq (factor, entry, pieces->precision);
    arb_mul (copy->coefficient, copy->coefficient, factor, pieces->precision);
    take_term (pieces, into, copy);
  }
  fmpq_mpoly_clear (product, pieces->forms);
  return good;
}

/* into += sign * term with variable replaced by form. FALSE: too many terms. */
static gboolean
add_at (Pieces *pieces, GHashTable *into, const Term *term, guint variable, const fmpq_poly_t form,
        int sign)
{
  Term *copy = term_copy (term);
  guint32 power = copy->power[variable];
  g_auto (fmpq_t) exponent;
  fmpq_init (exponent);
  fmpq_poly_get_coeff_fmpq (exponent, copy->exponent, variable + 1);
  fmpq_poly_set_coeff_si (copy->exponent, variable + 1, 0);
  copy->power[variable] = 0;
  raise_term (pieces, copy, form, exponent);
  if (sign < 0)
    arb_neg (copy->coefficient, copy->coefficient);
  if (power == 0) {
    take_term (pieces, into, copy);
    return TRUE;
  }
  gboolean good = add_product (pieces, into, copy, form, power);
  term_free (copy);
  return good;
}

/* ---- Integrals and sums of a term ----------------------------------------------------------- */

/* values[j] += factor * (-1)^(n - j) * (n over j), for j below k: what (v - 1)^n has of powers
 * below k; of a derivative the power n - 1 alone. */
static void
add_lower (arb_ptr values, guint k, guint n, const arb_t factor, gboolean whole, slong precision)
{
  g_auto (fmpz_t) binomial;
  fmpz_init (binomial);
  for (guint j = whole ? 0 : n - 1; j < k; j++) {
    fmpz_bin_uiui (binomial, n, j);
    if ((n - j) % 2 != 0)
      fmpz_neg (binomial, binomial);
    arb_addmul_fmpz (&values[j], factor, binomial, precision);
  }
}

/* Sets values (p + 2 of them, 0) so that v^p * r^v with r = exp(exponent*rho) is the derivative of
 * the sum over k of values[k] * v^k * r^v, or of whole numbers what that is at v less what it is at
 * v - 1: v^k r^v = (r (v^k r^v - (v - 1)^k r^(v - 1)) + r^v ((v - 1)^k - v^k)) / (r - 1), and
 * v^k = (v^(k + 1) - (v - 1)^(k + 1)) / (k + 1) less the powers below k. */
static void
integrate_power (Pieces *pieces, arb_ptr values, guint p, const fmpq_t exponent, gboolean whole)
{
  slong precision = pieces->precision;
  g_auto (arb_t) divisor, ratio;
  g_auto (fmpq_t) rate;
  arb_init (divisor);
  arb_init (ratio);
  fmpq_init (rate);
  fmpq_mul (rate, exponent, pieces->rho);
  arb_set_fmpq (divisor, rate, precision);
  arb_one (ratio);
  if (whole) {
    arb_set (ratio, pieces_power (pieces, exponent));
    arb_sub_ui (divisor, ratio, 1, precision);
  }
  arb_one (&values[p]);
  for (guint k = p + 1; k-- > 0;)
    if (fmpq_is_zero (exponent)) {
      arb_div_ui (&values[k + 1], &values[k], k + 1, precision);
      arb_zero (&values[k]);
      add_lower (values, k, k + 1, &values[k + 1], whole, precision);
    } else {
      arb_div (&values[k], &values[k], divisor, precision);
      add_lower (values, k, k, &values[k], whole, precision);
      arb_mul (&values[k], &values[k], ratio, precision);
    }
}

/* into += the integral, or sum, of term over variable from low to high, where it is not infinite:
 * there it has to vanish. FALSE: too many terms, or it does not. */
static gboolean
integrate_term (Pieces *pieces, GHashTable *into, const Term *term, guint variable,
                const fmpq_poly_struct *low, const fmpq_poly_struct *high)
{
  guint p = term->power[variable];
  int sign = sign_at (term->exponent, variable + 1);
  gboolean good = (low != NULL || sign > 0) && (high != NULL || sign < 0);
  Term *part = term_copy (term);
  arb_ptr values = _arb_vec_init (p + 2);
  g_auto (fmpq_t) exponent;
  g_auto (fmpq_poly_t) before;
  fmpq_init (exponent);
  fmpq_poly_init (before);
  fmpq_poly_get_coeff_fmpq (exponent, term->exponent, variable + 1);
  integrate_power (pieces, values, p, exponent, pieces->whole[variable]);
  if (low != NULL)
    fmpq_poly_sub_si (before, low, pieces->whole[variable] ? 1 : 0);
  for (guint k = p + 2; k-- > 0 && good;) {
    if (arb_is_zero (&values[k]))
      continue;
    part->power[variable] = k;
    arb_mul (part->coefficient, term->coefficient, &values[k], pieces->precision);
    good = (high == NULL || add_at (pieces, into, part, variable, high, 1)) &&
           (low == NULL || add_at (pieces, into, part, variable, before, -1));
  }
  term_free (part);
  _arb_vec_clear (values, p + 2);
  return good;
}

/* ---- Cells ------------------------------------------------------------------------------- */

static Cell *
cell_new (void)
{
  Cell *cell = g_new (Cell, 1);
  cell->bounds = g_ptr_array_new_with_free_func (form_free);
  cell->terms = terms_new ();
  return cell;
}

static void
cell_free (gpointer data)
{
  Cell *cell = data;
  g_ptr_array_unref (cell->bounds);
  g_hash_table_unref (cell->terms);
  g_free (cell);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Cell, cell_free)

/* The constant of a form of whole numbers becomes a whole one: the form is not negative, or
 * positive, where it then is not negative. */
static void
tighten_form (fmpq_poly_t form, gboolean strict)
{
  g_auto (fmpq_t) constant;
  g_auto (fmpz_t) whole;
  fmpq_init (constant);
  fmpz_init (whole);
  fmpq_poly_get_coeff_fmpq (constant, form, 0);
  (strict ? fmpz_cdiv_q : fmpz_fdiv_q) (whole, fmpq_numref (constant), fmpq_denref (constant));
  fmpz_sub_ui (whole, whole, strict ? 1 : 0);
  fmpq_poly_set_coeff_fmpz (form, 0, whole);
}

/* Appends to forms what form and each other bound of two variables tell of two. Where all bounds
 * are such, cells of which nothing is left are known by it. */
static void
append_implied (const Cell *cell, const fmpq_poly_t form, GPtrArray *forms)
{
  for (guint i = 0; i < cell->bounds->len && has_units (form, 2); i++) {
    const fmpq_poly_struct *bound = g_ptr_array_index (cell->bounds, i);
    gboolean cancels = FALSE;
    for (slong k = 1; k < fmpq_poly_length (bound); k++)
      cancels |= sign_at (form, k) * sign_at (bound, k) < 0;
    if (!cancels || !has_units (bound, 2))
      continue;
    fmpq_poly_struct *sum = form_new (form);
    fmpq_poly_add (sum, sum, bound);
    g_ptr_array_add (forms, sum);
  }
}

/* Adds form, which is scaled, to the bounds. FALSE: nothing is left, or no interior of real
 * numbers. Where it is tighter than what was known, what it implies is appended to forms. */
static gboolean
add_scaled (const Pieces *pieces, const Cell *cell, const fmpq_poly_t form, GPtrArray *forms)
{
  guint place = 0;
  slong last = fmpq_poly_length (form) - 1;
  fmpq_poly_struct *known = NULL; /* the bound that is parallel */
  g_auto (fmpq_poly_t) more;
  fmpq_poly_init (more);
  for (guint i = 0; i < cell->bounds->len; i++) {
    fmpq_poly_struct *bound = g_ptr_array_index (cell->bounds, i);
    gboolean same = sign_at (bound, last) == sign_at (form, last);
    if (fmpq_poly_cmp (bound, form) < 0)
      place = i + 1;
    if (fmpq_poly_length (bound) != last + 1)
      continue;
    (same ? fmpq_poly_sub : fmpq_poly_add) (more, bound, form);
    if (is_constant (more) && same)
      known = bound;
    else if (is_constant (more) &&
             (sign_at (more, 0) < 0 || (sign_at (more, 0) == 0 && !is_whole (pieces, form))))
      return FALSE;
  }
  if (known != NULL && fmpq_poly_cmp (form, known) >= 0)
    return TRUE;
  append_implied (cell, form, forms);
  if (known != NULL)
    fmpq_poly_set (known, form);
  else
    g_ptr_array_insert (cell->bounds, (gint)place, form_new (form));
  return TRUE;
}

/* Scales form, and adds it as add_scaled() does. */
static gboolean
add_bound (Pieces *pieces, const Cell *cell, fmpq_poly_t form, gboolean strict, GPtrArray *forms)
{
  g_auto (fmpq_t) size;
  fmpq_init (size);
  if (is_constant (form))
    return sign_at (form, 0) > 0 || (sign_at (form, 0) == 0 && !strict);
  fmpq_poly_get_coeff_fmpq (size, form, fmpq_poly_length (form) - 1);
  fmpq_abs (size, size);
  fmpq_poly_scalar_div_fmpq (form, form, size);
  if (is_whole (pieces, form)) {
    tighten_form (form, strict);
    pieces->gives_up |= !has_units (form, MOST_VARIABLES);
  }
  return add_scaled (pieces, cell, form, forms);
}

/* form >= 0 holds on cell, or > 0. FALSE: nothing is left. */
static gboolean
bound_cell (Pieces *pieces, const Cell *cell, const fmpq_poly_t form, gboolean strict)
{
  g_autoptr (GPtrArray) forms = g_ptr_array_new_with_free_func (form_free);
  gboolean left = TRUE;
  g_ptr_array_add (forms, form_new (form));
  for (guint i = 0; i < forms->len && left; i++)
    left = add_bound (pieces, cell, g_ptr_array_index (forms, i), strict && i == 0, forms);
  return left;
}

/* cell gets a >= b, or a > b. */
static gboolean
bound_difference (Pieces *pieces, const Cell *cell, const fmpq_poly_t a, const fmpq_poly_t b,
                  gboolean strict)
{
  g_auto (fmpq_poly_t) difference;
  fmpq_poly_init (difference);
  fmpq_poly_sub (difference, a, b);
  return bound_cell (pieces, cell, difference, strict);
}

static guint
hash_cell (gconstpointer data)
{
  const Cell *cell = data;
  guint hash = 0;
  for (guint i = 0; i < cell->bounds->len; i++)
    hash = hash_form (g_ptr_array_index (cell->bounds, i)) ^ hash * 31;
  return hash;
}

static gboolean
equal_cells (gconstpointer a, gconstpointer b)
{
  const Cell *one = a, *other = b;
  gboolean equal = one->bounds->len == other->bounds->len;
  for (guint i = 0; i < one->bounds->len && equal; i++)
    equal =
        fmpq_poly_equal (g_ptr_array_index (one->bounds, i), g_ptr_array_index (other->bounds, i));
  return equal;
}

/* ---- Making cells ------------------------------------------------------------------------- */

/* The cells of pieces, which has none now. */
static GHashTable *
take_cells (Pieces *pieces)
{
  GHashTable *cells = pieces->cells;
  pieces->cells = g_hash_table_new_full (hash_cell, equal_cells, cell_free, NULL);
  pieces->size = 0;
  return cells;
}

/* Takes ownership of cell; those with the same bounds become one. FALSE: too much work. */
static gboolean
store_cell (Pieces *pieces, Cell *cell)
{
  Cell *known = g_hash_table_lookup (pieces->cells, cell);
  pieces->size += g_hash_table_size (cell->terms);
  if (known == NULL) {
    pieces->size += WEIGHT_OF_BOUNDS * cell->bounds->len;
    g_hash_table_add (pieces->cells, cell);
  } else {
    move_terms (pieces, known->terms, cell->terms);
    cell_free (cell);
  }
  return pieces->size <= MOST_TERMS;
}

/* ---- Integrating over a variable ---------------------------------------------------------- */

/* Whether a bound of cell says that another end is at least as tight as the i-th. */
static gboolean
is_idle (const Cell *cell, const GPtrArray *ends, guint i, gboolean high)
{
  guint n = cell->bounds->len;
  gboolean idle = FALSE;
  g_auto (fmpq_poly_t) more;
  fmpq_poly_init (more);
  for (guint k = 0; k < ends->len * n && !idle; k++) {
    fmpq_poly_sub (more, g_ptr_array_index (ends, k / n), g_ptr_array_index (ends, i));
    if (high)
      fmpq_poly_neg (more, more);
    fmpq_poly_sub (more, more, g_ptr_array_index (cell->bounds, k % n));
    idle = is_constant (more) && sign_at (more, 0) >= 0;
  }
  return idle;
}

/* The low ends that bounds give a variable, or the high ones, as forms, but for those that are
 * never the tightest; NULL alone = infinite. */
static GPtrArray *
find_ends (const Cell *cell, guint variable, gboolean high)
{
  GPtrArray *ends = g_ptr_array_new_with_free_func (form_free);
  g_auto (fmpq_t) multiple;
  fmpq_init (multiple);
  for (guint i = 0; i < cell->bounds->len; i++) {
    const fmpq_poly_struct *bound = g_ptr_array_index (cell->bounds, i);
    if (sign_at (bound, variable + 1) != (high ? -1 : 1))
      continue;
    fmpq_poly_struct *end = form_new (bound);
    fmpq_poly_get_coeff_fmpq (multiple, end, variable + 1);
    fmpq_neg (multiple, multiple);
    fmpq_poly_set_coeff_si (end, variable + 1, 0);
    fmpq_poly_scalar_div_fmpq (end, end, multiple);
    g_ptr_array_add (ends, end);
  }
  for (guint i = ends->len; i-- > 0;)
    if (is_idle (cell, ends, i, high))
      g_ptr_array_remove_index (ends, i);
  if (ends->len == 0)
    g_ptr_array_add (ends, NULL);
  return ends;
}

/* Stores the integral over variable of the part of cell where the i-th low end is the greatest and
 * the k-th high one the least, of equal ones the first. FALSE: too much work. */
static gboolean
integrate_between (Pieces *pieces, const Cell *cell, guint variable, const GPtrArray *lows, guint i,
                   const GPtrArray *highs, guint k)
{
  g_autoptr (Cell) part = cell_new ();
  const fmpq_poly_struct *low = g_ptr_array_index (lows, i), *high = g_ptr_array_index (highs, k);
  gboolean good = TRUE, left = low == NULL || high == NULL ||
                               bound_difference (pieces, part, high, low, !pieces->whole[variable]);
  for (guint j = 0; j < cell->bounds->len && left; j++) {
    const fmpq_poly_struct *bound = g_ptr_array_index (cell->bounds, j);
    left = sign_at (bound, variable + 1) != 0 || bound_cell (pieces, part, bound, FALSE);
  }
  for (guint j = 0; j < lows->len && left; j++)
    left = j == i || bound_difference (pieces, part, low, g_ptr_array_index (lows, j), j < i);
  for (guint j = 0; j < highs->len && left; j++)
    left = j == k || bound_difference (pieces, part, g_ptr_array_index (highs, j), high, j < k);
  if (!left)
    return TRUE;
  GHashTableIter iter;
  gpointer term;
  g_hash_table_iter_init (&iter, cell->terms);
  while (good && g_hash_table_iter_next (&iter, &term, NULL))
    good = integrate_term (pieces, part->terms, term, variable, low, high);
  return store_cell (pieces, g_steal_pointer (&part)) && good && !pieces->gives_up;
}

gboolean
pieces_integrate (Pieces *pieces, guint variable)
{
  g_autoptr (GHashTable) cells = take_cells (pieces);
  GHashTableIter iter;
  gpointer cell;
  gboolean good = TRUE;
  g_hash_table_iter_init (&iter, cells);
  while (good && g_hash_table_iter_next (&iter, &cell, NULL)) {
    g_autoptr (GPtrArray) lows = find_ends (cell, variable, FALSE);
    g_autoptr (GPtrArray) highs = find_ends (cell, variable, TRUE);
    for (guint i = 0; i < lows->len && good; i++)
      for (guint k = 0; k < highs->len && good; k++)
        good = integrate_between (pieces, cell, variable, lows, i, highs, k);
  }
  return good;
}

/* ---- Factors --------------------------------------------------------------------- */

/* Stores the part of cell where form is not negative, or positive, there times
 * exp(slope*rho*form). */
static gboolean
store_part (Pieces *pieces, const Cell *cell, const fmpq_poly_t form, gboolean strict,
            const fmpq_t slope)
{
  g_autoptr (Cell) part = cell_new ();
  GHashTableIter iter;
  gpointer term;
  for (guint i = 0; i < cell->bounds->len; i++)
    g_ptr_array_add (part->bounds, form_new (g_ptr_array_index (cell->bounds, i)));
  if (!bound_cell (pieces, part, form, strict))
    return TRUE;
  g_hash_table_iter_init (&iter, cell->terms);
  while (g_hash_table_iter_next (&iter, &term, NULL)) {
    Term *copy = term_copy (term);
    raise_term (pieces, copy, form, slope);
    take_term (pieces, part->terms, copy);
  }
  return store_cell (pieces, g_steal_pointer (&part));
}

gboolean
pieces_weigh (Pieces *pieces, const fmpq_poly_t form, gboolean strict, const fmpq_t rate,
              gboolean one_sided)
{
  g_autoptr (GHashTable) cells = take_cells (pieces);
  GHashTableIter iter;
  gpointer cell;
  gboolean good = TRUE;
  g_auto (fmpq_poly_t) opposite;
  g_auto (fmpq_t) slope;
  fmpq_poly_init (opposite);
  fmpq_init (slope);
  fmpq_poly_neg (opposite, form);
  fmpq_neg (slope, rate);
  g_hash_table_iter_init (&iter, cells);
  while (good && g_hash_table_iter_next (&iter, &cell, NULL))
    good = store_part (pieces, cell, form, strict, slope) &&
           (one_sided || store_part (pieces, cell, opposite, TRUE, slope));
  return good;
}

/* ---- All of it ------------------------------------------------------------------------------ */

void
pieces_init (Pieces *pieces, const fmpq_t rho, slong precision)
{
  Cell *cell = cell_new ();
  Term *one = g_new0 (Term, 1);
  *pieces = (Pieces){.rho = rho, .precision = precision};
  take_cells (pieces);
  fmpq_mpoly_ctx_init (pieces->forms, MOST_VARIABLES, ORD_LEX);
  pieces->powers = g_hash_table_new_full (hash_form, equal_forms, form_free, free_ball);
  arb_init (one->coefficient);
  arb_one (one->coefficient);
  fmpq_poly_init (one->exponent);
  take_term (pieces, cell->terms, one);
  g_hash_table_add (pieces->cells, cell);
}

void
pieces_clear (Pieces *pieces)
{
  g_hash_table_unref (pieces->powers);
  g_hash_table_unref (pieces->cells);
  fmpq_mpoly_ctx_clear (pieces->forms);
}

void
pieces_value (const Pieces *pieces, arb_t value)
{
  GHashTableIter cells, terms;
  gpointer cell, term;
  arb_zero (value); /* there are one cell and one term at most */
  g_hash_table_iter_init (&cells, pieces->cells);
  if (!g_hash_table_iter_next (&cells, &cell, NULL))
    return;
  g_hash_table_iter_init (&terms, ((const Cell *)cell)->terms);
  if (g_hash_table_iter_next (&terms, &term, NULL))
    arb_set (value, ((const Term *)term)->coefficient);
}
