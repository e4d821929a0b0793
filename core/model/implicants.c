/* SPDX-License-Identifier: Apache-2.0 */
#include "implicants.h"

#include <couplet/internal/text.h>

/* ---- Sums of cubes ------------------------------------------------------------------- */

static Sum
sum_new (void)
{
  return (Sum){g_array_new (FALSE, FALSE, sizeof (Cube)), FALSE};
}

static void
sum_clear (Sum *sum)
{
  g_clear_pointer (&sum->cubes, g_array_unref);
}

static const Cube *
cube_at (const Sum *sum, guint i)
{
  return &g_array_index (sum->cubes, Cube, i);
}

/* True when a has every literal of b, so that a implies b. */
static gboolean
implies (const Cube *a, const Cube *b)
{
  guint32 i = 0;
  for (guint32 j = 0; j < b->n_literals; j++) {
    while (i < a->n_literals && a->literals[i].threshold < b->literals[j].threshold)
      i++;
    if (i == a->n_literals || a->literals[i].threshold != b->literals[j].threshold ||
        a->literals[i].comparison != b->literals[j].comparison)
      return FALSE;
  }
  return TRUE;
}

/* Adds cube unless it implies one that is there; drops those that imply it. */
static gboolean
sum_add (Sum *sum, Cube cube)
{
  if (sum->overflown)
    return FALSE;
  for (guint i = 0; i < sum->cubes->len; i++)
    if (implies (&cube, cube_at (sum, i)))
      return FALSE;
  for (guint i = sum->cubes->len; i-- > 0;)
    if (implies (cube_at (sum, i), &cube))
      g_array_remove_index_fast (sum->cubes, i);
  g_array_append_val (sum->cubes, cube);
  sum->overflown = sum->cubes->len > MAX_ALTERNATIVES;
  return TRUE;
}

/* Merges the literals of a and b into *both. Returns the number of thresholds
 * on which they oppose each other, which are left out. */
static guint
merge_cubes (const Cube *a, const Cube *b, CoupletArena *arena, Cube *both)
{
  CoupletLiteral *literals =
      couplet_arena_new_array (arena, CoupletLiteral, a->n_literals + b->n_literals);
  guint32 i = 0, j = 0, n = 0;
  guint opposed = 0;
  while (i < a->n_literals || j < b->n_literals) {
    guint32 u = i < a->n_literals ? a->literals[i].threshold : COUPLET_NONE;
    guint32 v = j < b->n_literals ? b->literals[j].threshold : COUPLET_NONE;
    if (u < v)
      literals[n++] = a->literals[i++];
    else if (v < u)
      literals[n++] = b->literals[j++];
    else {
      if (a->literals[i].comparison == b->literals[j].comparison)
        literals[n++] = a->literals[i];
      else
        opposed++;
      i++, j++;
    }
  }
  *both = (Cube){n, literals};
  return opposed;
}

static Sum
sum_or (const Sum *a, const Sum *b)
{
  Sum sum = sum_new ();
  sum.overflown = a->overflown || b->overflown;
  for (guint i = 0; i < a->cubes->len; i++)
    sum_add (&sum, *cube_at (a, i));
  for (guint i = 0; i < b->cubes->len; i++)
    sum_add (&sum, *cube_at (b, i));
  return sum;
}

static Sum
sum_and (const Sum *a, const Sum *b, CoupletArena *arena)
{
  Sum sum = sum_new ();
  sum.overflown = a->overflown || b->overflown;
  for (guint i = 0; i < a->cubes->len && !sum.overflown; i++)
    for (guint j = 0; j < b->cubes->len; j++) {
      Cube both;
      if (merge_cubes (cube_at (a, i), cube_at (b, j), arena, &both) == 0)
        sum_add (&sum, both);
    }
  return sum;
}

/* Completes sum to all its prime implicants by adding consensus cubes, unless
 * they get too many: then what is there is kept, which is sound (it may name
 * comparisons that do not matter). */
static void
complete_to_primes (Sum *sum, CoupletArena *arena)
{
  Sum primes = sum_new ();
  g_array_append_vals (primes.cubes, sum->cubes->data, sum->cubes->len);
  for (gboolean changed = TRUE; changed && !primes.overflown;) {
    changed = FALSE;
    for (guint i = 0; i < primes.cubes->len && !changed; i++)
      for (guint j = 0; j < i && !changed; j++) {
        Cube consensus;
        if (merge_cubes (cube_at (&primes, i), cube_at (&primes, j), arena, &consensus) == 1)
          changed = sum_add (&primes, consensus);
      }
  }
  if (primes.overflown) {
    sum_clear (&primes);
    return;
  }
  sum_clear (sum);
  *sum = primes;
}

/* ---- As a guard ---------------------------------------------------------------------- */

static int
compare_cubes (gconstpointer a, gconstpointer b)
{
  const Cube *p = a, *q = b;
  for (guint32 i = 0; i < p->n_literals && i < q->n_literals; i++) {
    const CoupletLiteral *l = &p->literals[i], *m = &q->literals[i];
    if (l->threshold != m->threshold)
      return l->threshold < m->threshold ? -1 : 1;
    if (l->comparison != m->comparison)
      return l->comparison < m->comparison ? -1 : 1;
  }
  return (p->n_literals > q->n_literals) - (p->n_literals < q->n_literals);
}

static int
compare_literals (gconstpointer a, gconstpointer b)
{
  const CoupletLiteral *l = a, *m = b;
  return (l->threshold > m->threshold) - (l->threshold < m->threshold);
}

/* For each threshold the union of the comparisons made with it. */
static void
collect_literals (CoupletGuard *guard, CoupletArena *arena)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  for (guint32 i = 0; i < guard->n_alternatives; i++)
    g_array_append_vals (all, guard->alternatives[i].literals, guard->alternatives[i].n_literals);
  g_array_sort (all, compare_literals);
  CoupletLiteral *literals = couplet_arena_new_array (arena, CoupletLiteral, all->len);
  guint32 n = 0;
  for (guint i = 0; i < all->len; i++) {
    CoupletLiteral literal = g_array_index (all, CoupletLiteral, i);
    if (n > 0 && literals[n - 1].threshold == literal.threshold)
      literals[n - 1].comparison |= literal.comparison;
    else
      literals[n++] = literal;
  }
  guard->n_literals = n;
  guard->literals = literals;
}

static void
keep_sum (CoupletGuard *guard, const Sum *sum, CoupletArena *arena)
{
  g_array_sort (sum->cubes, compare_cubes);
  Cube *cubes = couplet_arena_new_array (arena, Cube, sum->cubes->len);
  for (guint i = 0; i < sum->cubes->len; i++) {
    const Cube *cube = cube_at (sum, i);
    CoupletLiteral *literals = couplet_arena_new_array (arena, CoupletLiteral, cube->n_literals);
    if (cube->n_literals > 0)
      memcpy (literals, cube->literals, cube->n_literals * sizeof (CoupletLiteral));
    cubes[i] = (Cube){cube->n_literals, literals};
  }
  guard->n_alternatives = sum->cubes->len;
  guard->alternatives = cubes;
  collect_literals (guard, arena);
}

/* ---- Formulas ------------------------------------------------------------------------ */

Formula
formula_true (void)
{
  Formula formula = {sum_new (), sum_new ()};
  sum_add (&formula.holds, (Cube){0, NULL});
  return formula;
}

Formula
formula_of_literal (CoupletLiteral literal, CoupletArena *arena)
{
  Formula formula = {sum_new (), sum_new ()};
  CoupletLiteral *literals = couplet_arena_new_array (arena, CoupletLiteral, 2);
  literals[0] = literals[1] = literal;
  literals[1].comparison ^= COUPLET_LESS | COUPLET_GREATER_EQUAL;
  sum_add (&formula.holds, (Cube){1, &literals[0]});
  sum_add (&formula.fails, (Cube){1, &literals[1]});
  return formula;
}

Formula
formula_not (Formula a)
{
  return (Formula){a.fails, a.holds};
}

Formula
formula_and (Formula a, Formula b, CoupletArena *arena)
{
  Formula both = {sum_and (&a.holds, &b.holds, arena), sum_or (&a.fails, &b.fails)};
  formula_clear (&a);
  formula_clear (&b);
  return both;
}

Formula
formula_or (Formula a, Formula b, CoupletArena *arena)
{
  return formula_not (formula_and (formula_not (a), formula_not (b), arena));
}

void
formula_clear (Formula *formula)
{
  sum_clear (&formula->holds);
  sum_clear (&formula->fails);
}

gboolean
formula_to_guard (Formula *formula, CoupletGuard *guard, CoupletArena *arena)
{
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  if (formula->holds.overflown)
    return FALSE;
  complete_to_primes (&formula->holds, scratch);
  keep_sum (guard, &formula->holds, arena);
  return TRUE;
}
