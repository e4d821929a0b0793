/* SPDX-License-Identifier: Apache-2.0 */
#include "vectors.h"

#include <couplet/host/evidence.h>

/* ---- Scopes ---------------------------------------------------------------------------------- */

gboolean
scope_has (const Scope *scope, guint32 threshold)
{
  guint32 i = 0;
  while (i < scope->n && scope->over[i] != threshold)
    i++;
  return i < scope->n;
}

gboolean
scope_add (Scope *scope, guint32 threshold)
{
  if (!scope_has (scope, threshold) && scope->n < COUPLET_FACTOR_MAX)
    scope->over[scope->n++] = threshold;
  return scope_has (scope, threshold);
}

/* ---- Factors --------------------------------------------------------------------------------- */

/* A cost for each of the 3^n shifts of scope's thresholds, the last one's fastest. */
typedef struct {
  Scope scope;
  Cost at[];
} Factor;

/* The first factor is constant. */
#define FACTOR(vector, i) ((Factor *)g_ptr_array_index (vector, i))

static void
clear_factor (gpointer factor)
{
  for (gsize i = 0; i < couplet_factor_size (((Factor *)factor)->scope.n); i++)
    cost_clear (&((Factor *)factor)->at[i]);
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

static Factor *
new_factor (const Scope *scope, int infinite)
{
  gsize size = couplet_factor_size (scope->n);
  Factor *factor = g_rc_box_alloc0 (sizeof (Factor) + size * sizeof (Cost));
  factor->scope = *scope;
  for (gsize i = 0; i < size; i++) {
    factor->at[i] = cost_zero ();
    factor->at[i].infinite = infinite;
  }
  return factor;
}

/* Sets x to number i of the shifts of scope's thresholds. */
static void
set_shifts (const Scope *scope, gsize i, gint8 *x)
{
  for (guint32 j = scope->n; j-- > 0; i /= 3)
    x[scope->over[j]] = (gint8)(i % 3) - 1;
}

static Cost *
value_at (Factor *factor, const gint8 *x)
{
  gsize place = 0;
  for (guint32 i = 0; i < factor->scope.n; i++)
    place = place * 3 + (gsize)(x[factor->scope.over[i]] + 1);
  return &factor->at[place];
}

/* ---- Vectors --------------------------------------------------------------------------------- */

GPtrArray *
vector_new (void)
{
  GPtrArray *vector = g_ptr_array_new_with_free_func (free_factor);
  g_ptr_array_add (vector, new_factor (&(Scope){.n = 0}, 0));
  return vector;
}

GPtrArray *
vector_copy (const GPtrArray *vector)
{
  return g_ptr_array_copy ((GPtrArray *)vector, share_factor, NULL);
}

/* Adds factor, which vector takes over. What is shared is not changed. */
static void
push (GPtrArray *vector, Factor *factor)
{
  if (factor->scope.n > 0) {
    g_ptr_array_add (vector, factor);
    return;
  }
  Factor *sum = new_factor (&factor->scope, 0);
  cost_add (&sum->at[0], &factor->at[0]);
  cost_add (&sum->at[0], &FACTOR (vector, 0)->at[0]);
  free_factor (factor);
  free_factor (FACTOR (vector, 0));
  vector->pdata[0] = sum;
}

void
vector_add (GPtrArray *vector, const GPtrArray *other)
{
  for (guint f = 0; f < other->len; f++)
    push (vector, g_rc_box_acquire (FACTOR (other, f)));
}

void
vector_subtract (GPtrArray *vector, const GPtrArray *other)
{
  for (guint f = 0; f < other->len; f++) {
    Factor *factor = FACTOR (other, f), *negative = new_factor (&factor->scope, 0);
    for (gsize i = 0; i < couplet_factor_size (factor->scope.n); i++) {
      negative->at[i].infinite = -factor->at[i].infinite;
      mpz_neg (negative->at[i].value, factor->at[i].value);
    }
    push (vector, negative);
  }
}

void
vector_add_point (GPtrArray *vector, const Scope *scope, gsize point)
{
  Factor *factor = new_factor (scope, 1);
  factor->at[point].infinite = 0;
  push (vector, factor);
}

GPtrArray *
vector_zero_like (const GPtrArray *vector, const Check *check)
{
  GPtrArray *zero = vector_new ();
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (vector_mentions (vector, v))
      push (zero, new_factor (&(Scope){1, {v}}, 0));
  return zero;
}

void
vector_assign (GPtrArray *vector, const GPtrArray *other)
{
  g_ptr_array_set_size (vector, 0);
  for (guint f = 0; f < other->len; f++)
    g_ptr_array_add (vector, g_rc_box_acquire (FACTOR (other, f)));
}

gsize
vector_size (const GPtrArray *vector)
{
  gsize size = 0;
  for (guint f = 0; f < vector->len; f++)
    size += couplet_factor_size (FACTOR (vector, f)->scope.n);
  return size;
}

void
vector_values (const GPtrArray *vector, const Check *check, const Scope *scope, Cost *values)
{
  for (gsize i = 0; i < couplet_factor_size (scope->n); i++) {
    set_shifts (scope, i, check->x);
    values[i].infinite = 0;
    mpz_set_ui (values[i].value, 0);
    for (guint f = 0; f < vector->len; f++)
      cost_add (&values[i], value_at (FACTOR (vector, f), check->x));
  }
}

void
vector_add_given (GPtrArray *vector, const Check *check, guint32 index, int sign)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  for (guint32 f = 0; f < couplet_evidence_n_factors (check->evidence, index); f++) {
    CoupletEvidenceFactor given = couplet_evidence_factor (check->evidence, index, f);
    Scope scope = {.n = 0};
    for (guint32 i = 0; i < given.n; i++)
      scope_add (&scope, given.thresholds[i]);
    Factor *factor = new_factor (&scope, 0);
    for (gsize i = 0; i < couplet_factor_size (given.n); i++)
      if (given.values[i] == COUPLET_NUMBER_INFINITE)
        factor->at[i].infinite = sign;
      else
        cost_scale (check, factor->at[i].value, &numbers[given.values[i]], sign);
    push (vector, factor);
  }
}

gboolean
vector_mentions (const GPtrArray *vector, guint32 threshold)
{
  guint f = vector->len - 1;
  while (f > 0 && !scope_has (&FACTOR (vector, f)->scope, threshold))
    f--;
  return f > 0;
}

/* Moves the factors of vector that mention one of touched to group; all: what they mention. */
static gboolean
gather (GPtrArray *vector, const Scope *touched, GPtrArray *group, Scope *all)
{
  gboolean fits = TRUE;
  for (guint f = vector->len; f-- > 1;) {
    const Scope *scope = &FACTOR (vector, f)->scope;
    guint32 i = 0;
    while (i < touched->n && !scope_has (scope, touched->over[i]))
      i++;
    if (i == touched->n)
      continue;
    for (i = 0; i < scope->n && fits; i++)
      fits = scope_add (all, scope->over[i]);
    g_ptr_array_add (group, g_ptr_array_steal_index_fast (vector, f));
  }
  return fits;
}

/* Sets those of after's values that come of a shift g of sample, which may be NULL. */
static void
reduce_at (const Check *check, GPtrArray *group, const Scope *all, const Sample *sample, gint8 g,
           int sign, Factor *after)
{
  g_auto (Cost) price = cost_zero (), sum = cost_zero ();
  gboolean priced = FALSE;
  for (gsize i = 0; i < couplet_factor_size (all->n); i++) {
    set_shifts (all, i, check->x);
    if (sample != NULL && check_forbids (check, sample, g, check->x) != NULL)
      continue;
    if (sample != NULL && !priced)
      cost_add_price (&price, check, sample, g);
    priced = TRUE;
    sum.infinite = 0;
    mpz_set (sum.value, price.value);
    for (guint f = 0; f < group->len; f++)
      cost_add (&sum, value_at (FACTOR (group, f), check->x));
    for (guint32 j = 0; sample != NULL && j < sample->n_assigned; j++)
      check->x[sample->assigned[j]] = g;
    Cost *best = value_at (after, check->x);
    if (cost_compare (&sum, best) * sign > 0) {
      best->infinite = sum.infinite;
      mpz_swap (best->value, sum.value);
    }
  }
}

gboolean
vector_reduce (GPtrArray *vector, const Check *check, const Scope *touched, const Scope *removed,
               const Sample *sample, int sign)
{
  Scope all = {.n = 0}, left = {.n = 0};
  g_autoptr (GPtrArray) group = g_ptr_array_new_with_free_func (free_factor);
  gboolean fits = gather (vector, touched, group, &all);
  for (guint32 i = 0; i < all.n; i++)
    if (!scope_has (removed, all.over[i]))
      scope_add (&left, all.over[i]);
  for (guint32 i = 0; sample != NULL && i < sample->n_assigned; i++)
    fits = fits && scope_add (&left, sample->assigned[i]);
  if (!fits)
    return FALSE;
  Factor *after = new_factor (&left, -sign);
  for (gint8 g = -1; g <= (sample != NULL ? 1 : -1); g++)
    reduce_at (check, group, &all, sample, g, sign, after);
  push (vector, after);
  return TRUE;
}

gboolean
vector_drop (GPtrArray *vector, const Check *check, guint32 threshold, int sign)
{
  Scope one = {1, {threshold}};
  return !vector_mentions (vector, threshold) ||
         vector_reduce (vector, check, &one, &one, NULL, sign);
}

const Cost *
vector_extreme (GPtrArray *vector, const Check *check, int sign)
{
  while (vector->len > 1)
    if (!vector_drop (vector, check, FACTOR (vector, 1)->scope.over[0], sign))
      return NULL;
  return &FACTOR (vector, 0)->at[0];
}
