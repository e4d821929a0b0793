/* SPDX-License-Identifier: Apache-2.0 */
#include "vectors.h"

#include <couplet/host/evidence.h>

#include <string.h>

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

/* A cost for each of the 3^n shifts of scope's thresholds, the last one's fastest. Not changed once
 * it is part of a vector. */
typedef struct {
  guint users; /* vectors that it is part of */
  Scope scope;
  Cost at[];
} Factor;

static void
free_factor (Factor *factor)
{
  if (--factor->users > 0)
    return;
  for (gsize i = 0; i < couplet_factor_size (factor->scope.n); i++)
    cost_clear (&factor->at[i]);
  g_free (factor);
}

static Factor *
new_factor (const Scope *scope, int infinite)
{
  gsize size = couplet_factor_size (scope->n);
  Factor *factor = g_malloc0 (sizeof (Factor) + size * sizeof (Cost));
  factor->users = 1;
  factor->scope = *scope;
  for (gsize i = 0; infinite != 0 && i < size; i++)
    factor->at[i].infinite = infinite;
  return factor;
}

/* Sets x to number i of the shifts of scope's thresholds. */
static void
set_shifts (const Scope *scope, gsize i, gint8 *x)
{
  for (guint32 j = scope->n; j-- > 0; i /= 3)
    x[scope->over[j]] = (gint8)((int)(i % 3) - 1);
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

#define ROOM 4 /* for most vectors */
/* So many entries are read in the time that one takes to be made. */
#define READS_PER_STEP 16

struct Vector {
  guint64 work; /* of reducing it: vector_work() */
  Cost constant;
  guint n, room;
  Factor **factors; /* over one threshold at least */
  Factor *few[ROOM];
};

static void
init (Vector *vector)
{
  vector->work = 0;
  vector->constant = (Cost){.small = 0};
  vector->n = 0;
  vector->room = ROOM;
  vector->factors = vector->few;
}

Vector *
vector_new (void)
{
  Vector *vector = g_new (Vector, 1);
  init (vector);
  return vector;
}

static void
clear (Vector *vector)
{
  for (guint f = 0; f < vector->n; f++)
    free_factor (vector->factors[f]);
  if (vector->factors != vector->few)
    g_free (vector->factors);
  cost_clear (&vector->constant);
  init (vector);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Vector, clear)

void
vector_free (Vector *vector)
{
  if (vector == NULL)
    return;
  clear (vector);
  g_free (vector);
}

/* Appends factor, which vector takes over. */
static void
append (Vector *vector, Factor *factor)
{
  if (vector->n == vector->room) {
    Factor **factors = g_new (Factor *, 2 * (gsize)vector->room);
    memcpy (factors, vector->factors, vector->n * sizeof (Factor *));
    if (vector->factors != vector->few)
      g_free (vector->factors);
    vector->factors = factors;
    vector->room *= 2;
  }
  vector->factors[vector->n++] = factor;
}

/* Adds factor, which vector takes over. */
static void
push (Vector *vector, Factor *factor)
{
  if (factor->scope.n > 0) {
    append (vector, factor);
    return;
  }
  cost_add (&vector->constant, &factor->at[0]);
  free_factor (factor);
}

/* Whether all of narrow's thresholds are wide's. */
static gboolean
scope_within (const Scope *narrow, const Scope *wide)
{
  guint32 i = 0;
  while (i < narrow->n && scope_has (wide, narrow->over[i]))
    i++;
  return i == narrow->n;
}

/* The sum of both, of which wide has narrow's thresholds, too. Takes them over. */
static Factor *
add_factors (const Check *check, Factor *wide, Factor *narrow)
{
  Factor *sum = new_factor (&wide->scope, 0);
  for (gsize i = 0; i < couplet_factor_size (wide->scope.n); i++) {
    set_shifts (&wide->scope, i, check->x);
    cost_set (&sum->at[i], &wide->at[i]);
    cost_add (&sum->at[i], value_at (narrow, check->x));
  }
  free_factor (wide);
  free_factor (narrow);
  return sum;
}

/* Adds factor, which vector takes over, to one that has its thresholds, or beside the others. */
static void
join (Vector *vector, const Check *check, Factor *factor)
{
  for (guint f = vector->n; f-- > 0;) {
    Factor *other = vector->factors[f];
    gboolean within = scope_within (&factor->scope, &other->scope);
    if (!within && !scope_within (&other->scope, &factor->scope))
      continue;
    vector->factors[f] = vector->factors[--vector->n];
    factor = within ? add_factors (check, other, factor) : add_factors (check, factor, other);
  }
  append (vector, factor);
}

void
vector_add (Vector *vector, const Check *check, const Vector *other)
{
  cost_add (&vector->constant, &other->constant);
  for (guint f = 0; f < other->n; f++) {
    other->factors[f]->users++;
    join (vector, check, other->factors[f]);
  }
}

void
vector_assign (Vector *vector, const Vector *other)
{
  clear (vector);
  cost_set (&vector->constant, &other->constant);
  for (guint f = 0; f < other->n; f++) {
    other->factors[f]->users++;
    append (vector, other->factors[f]);
  }
}

Vector *
vector_copy (const Vector *vector)
{
  Vector *copy = vector_new ();
  vector_assign (copy, vector);
  return copy;
}

void
vector_subtract (Vector *vector, const Vector *other)
{
  g_auto (Cost) constant = {.small = 0};
  cost_set (&constant, &other->constant);
  cost_negate (&constant);
  cost_add (&vector->constant, &constant);
  for (guint f = 0; f < other->n; f++) {
    Factor *factor = other->factors[f], *negative = new_factor (&factor->scope, 0);
    for (gsize i = 0; i < couplet_factor_size (factor->scope.n); i++) {
      cost_set (&negative->at[i], &factor->at[i]);
      cost_negate (&negative->at[i]);
    }
    append (vector, negative);
  }
}

void
vector_add_point (Vector *vector, const Scope *scope, gsize point)
{
  Factor *factor = new_factor (scope, 1);
  factor->at[point].infinite = 0;
  push (vector, factor);
}

Vector *
vector_zero_like (const Vector *vector, const Check *check)
{
  Vector *zero = vector_new ();
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (vector_mentions (vector, v))
      push (zero, new_factor (&(Scope){1, {v}}, 0));
  return zero;
}

gsize
vector_size (const Vector *vector)
{
  gsize size = 1;
  for (guint f = 0; f < vector->n; f++)
    size += couplet_factor_size (vector->factors[f]->scope.n);
  return size;
}

guint64
vector_work (const Vector *vector)
{
  return vector->work;
}

void
vector_values (const Vector *vector, const Check *check, const Scope *scope, Cost *values)
{
  for (gsize i = 0; i < couplet_factor_size (scope->n); i++) {
    set_shifts (scope, i, check->x);
    cost_set (&values[i], &vector->constant);
    for (guint f = 0; f < vector->n; f++)
      cost_add (&values[i], value_at (vector->factors[f], check->x));
  }
}

void
vector_add_given (Vector *vector, const Check *check, guint32 index, int sign)
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
        cost_scale (check, &factor->at[i], &numbers[given.values[i]], sign);
    push (vector, factor);
  }
}

/* Adds number index of the evidence, which may be infinite. */
static void
add_number (const Check *check, Cost *sum, guint32 index)
{
  guint32 n;
  g_auto (Cost) cost = {.infinite = index == COUPLET_NUMBER_INFINITE};
  if (cost.infinite == 0)
    cost_scale (check, &cost, &couplet_evidence_numbers (check->evidence, &n)[index], 1);
  cost_add (sum, &cost);
}

/* A given vector that is a constant and a table at most. */
typedef struct {
  Cost constant;
  CoupletEvidenceFactor table; /* over no threshold = there is none */
} Given;

static void
given_clear (Given *given)
{
  cost_clear (&given->constant);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Given, given_clear)

/* FALSE when vector number index of the evidence has more tables. */
static gboolean
read_given (const Check *check, guint32 index, Given *given)
{
  for (guint32 f = 0; f < couplet_evidence_n_factors (check->evidence, index); f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (check->evidence, index, f);
    if (factor.n == 0)
      add_number (check, &given->constant, factor.values[0]);
    else if (given->table.n > 0)
      return FALSE;
    else
      given->table = factor;
  }
  return TRUE;
}

/* Whether value number i of vector, of a table at most, is at most given's. */
static gboolean
is_at_most (const Vector *vector, const Check *check, const Given *given, gsize i)
{
  g_auto (Cost) value = {.small = 0}, bound = {.small = 0};
  cost_set (&value, &vector->constant);
  if (vector->n > 0)
    cost_add (&value, &vector->factors[0]->at[i]);
  cost_set (&bound, &given->constant);
  if (given->table.n > 0)
    add_number (check, &bound, given->table.values[i]);
  return cost_compare (&value, &bound) <= 0;
}

gboolean
vector_tells_below (const Vector *vector, const Check *check, guint32 index, gboolean *below)
{
  g_auto (Given) given = {.constant = {.small = 0}};
  if (vector->n > 1 || !read_given (check, index, &given))
    return FALSE;
  const Scope none = {.n = 0}, *scope = vector->n > 0 ? &vector->factors[0]->scope : &none;
  gboolean least = given.table.n == 0; /* the vector is minimised over all that it mentions */
  gsize i = 0, size = couplet_factor_size (scope->n);
  if (!least && (given.table.n != scope->n ||
                 memcmp (given.table.thresholds, scope->over, scope->n * sizeof *scope->over) != 0))
    return FALSE;
  while (i < size && is_at_most (vector, check, &given, i) != least)
    i++;
  *below = (i < size) == least;
  return TRUE;
}

gboolean
vector_mentions (const Vector *vector, guint32 threshold)
{
  guint f = 0;
  while (f < vector->n && !scope_has (&vector->factors[f]->scope, threshold))
    f++;
  return f < vector->n;
}

static gboolean
scopes_meet (const Scope *a, const Scope *b)
{
  guint32 i = 0;
  while (i < a->n && !scope_has (b, a->over[i]))
    i++;
  return i < a->n;
}

/* Moves the factors of vector that mention one of touched to group; all: what they mention. */
static gboolean
gather (Vector *vector, const Scope *touched, Vector *group, Scope *all)
{
  gboolean fits = TRUE;
  for (guint f = vector->n; f-- > 0;) {
    Factor *factor = vector->factors[f];
    if (!scopes_meet (touched, &factor->scope))
      continue;
    for (guint32 i = 0; i < factor->scope.n && fits; i++)
      fits = scope_add (all, factor->scope.over[i]);
    append (group, factor);
    vector->factors[f] = vector->factors[--vector->n];
  }
  return fits;
}

/* Sets those of after's values that come of a shift g of sample, which may be NULL. */
static void
reduce_at (const Check *check, const Vector *group, const Scope *all, const Sample *sample, gint8 g,
           int sign, Factor *after)
{
  g_auto (Cost) price = {.small = 0};
  g_auto (Cost) sum = {.small = 0};
  gboolean priced = FALSE;
  for (gsize i = 0; i < couplet_factor_size (all->n); i++) {
    set_shifts (all, i, check->x);
    if (sample != NULL && check_forbids (check, sample, g, check->x) != NULL)
      continue;
    if (sample != NULL && !priced)
      cost_add_price (&price, check, sample, g);
    priced = TRUE;
    cost_set (&sum, &price);
    for (guint f = 0; f < group->n; f++)
      cost_add (&sum, value_at (group->factors[f], check->x));
    for (guint32 j = 0; sample != NULL && j < sample->n_assigned; j++)
      check->x[sample->assigned[j]] = g;
    Cost *best = value_at (after, check->x);
    if (cost_compare (&sum, best) * sign > 0)
      cost_set (best, &sum);
  }
}

gboolean
vector_reduce (Vector *vector, const Check *check, const Scope *touched, const Scope *removed,
               const Sample *sample, int sign)
{
  Scope all = {.n = 0}, left = {.n = 0};
  g_auto (Vector) group;
  init (&group);
  gboolean fits = gather (vector, touched, &group, &all);
  for (guint32 i = 0; i < all.n; i++)
    if (!scope_has (removed, all.over[i]))
      scope_add (&left, all.over[i]);
  for (guint32 i = 0; sample != NULL && i < sample->n_assigned; i++)
    fits = fits && scope_add (&left, sample->assigned[i]);
  if (!fits)
    return FALSE;
  vector->work += couplet_factor_size (all.n) * (guint64)(1 + group.n / READS_PER_STEP);
  Factor *after = new_factor (&left, -sign);
  for (int g = -1; g <= (sample != NULL ? 1 : -1); g++)
    reduce_at (check, &group, &all, sample, (gint8)g, sign, after);
  push (vector, after);
  return TRUE;
}

gboolean
vector_add_sample (Vector *vector, const Check *check, const Scope *compared, const Scope *assigned,
                   const Sample *sample)
{
  g_auto (Vector) own;
  init (&own);
  push (&own, new_factor (compared, 0));
  if (!vector_reduce (&own, check, compared, assigned, sample, -1))
    return FALSE;
  cost_add (&vector->constant, &own.constant);
  if (own.n > 0)
    join (vector, check, own.factors[--own.n]);
  return TRUE;
}

gboolean
vector_drop (Vector *vector, const Check *check, guint32 threshold, int sign)
{
  Scope one = {1, {threshold}};
  return !vector_mentions (vector, threshold) ||
         vector_reduce (vector, check, &one, &one, NULL, sign);
}

const Cost *
vector_extreme (Vector *vector, const Check *check, int sign)
{
  while (vector->n > 0)
    if (!vector_drop (vector, check, vector->factors[0]->scope.over[0], sign))
      return NULL;
  return &vector->constant;
}
