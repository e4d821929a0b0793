/* SPDX-License-Identifier: Apache-2.0 */
#include "snap.h"

#include <couplet/internal/automaton.h>

/* Of doubles, as in Mironov's theorem: a bound B costs B/2^49 more, and must be below 2^46
 * noise scales. */
#define FLOATING_COST_BITS 49
#define FLOATING_RANGE_BITS 46

/* ---- The range of epsilon ------------------------------------------------------------- */

void
epsilon_range_init (EpsilonRange *range)
{
  couplet_rational_init (&range->from);
  couplet_rational_init (&range->below);
  range->excludes_from = TRUE;
}

void
epsilon_range_clear (EpsilonRange *range)
{
  couplet_rational_clear (&range->from);
  couplet_rational_clear (&range->below);
}

/* Raises the lower end to value, if that is more. */
static void
raise_from (EpsilonRange *range, const CoupletRational *value, gboolean excludes)
{
  int order = couplet_rational_compare (value, &range->from);
  if (order > 0)
    mpq_set (range->from.value, value->value);
  range->excludes_from = order > 0 ? excludes : range->excludes_from || (order == 0 && excludes);
}

static void
lower_below (EpsilonRange *range, const CoupletRational *value)
{
  if (mpq_sgn (range->below.value) == 0 || couplet_rational_compare (value, &range->below) < 0)
    mpq_set (range->below.value, value->value);
}

/* Sets *quotient to 1 / (d * length). */
static void
one_over (const CoupletRational *d, const CoupletRational *length, CoupletRational *quotient)
{
  mpq_mul (quotient->value, d->value, length->value);
  mpq_inv (quotient->value, quotient->value);
}

void
epsilon_range_narrow (EpsilonRange *range, const CoupletRational *d, const CoupletRational *bound,
                      const CoupletRational *grid)
{
  g_auto (CoupletRational) end;
  couplet_rational_init (&end);
  one_over (d, grid, &end); /* grid / 2 < lambda <= grid */
  raise_from (range, &end, FALSE);
  mpq_mul_2exp (end.value, end.value, 1);
  lower_below (range, &end);
  one_over (d, bound, &end); /* lambda < bound < 2^46 * lambda */
  raise_from (range, &end, TRUE);
  mpq_mul_2exp (end.value, end.value, FLOATING_RANGE_BITS);
  lower_below (range, &end);
}

gboolean
epsilon_range_is_empty (const EpsilonRange *range)
{
  return mpq_sgn (range->below.value) != 0 &&
         couplet_rational_compare (&range->from, &range->below) >= 0;
}

char *
epsilon_range_to_string (const EpsilonRange *range)
{
  g_autofree char *from = couplet_rational_to_string (&range->from);
  g_autofree char *below = couplet_rational_to_string (&range->below);
  return g_strdup_printf ("%s %s epsilon < %s", from, range->excludes_from ? "<" : "<=", below);
}

/* ---- One state ---------------------------------------------------------------------------- */

void
snap_floating_parameter (const CoupletRational *d, const CoupletRational *bound,
                         CoupletRational *pays)
{
  mpq_mul (pays->value, d->value, bound->value);
  mpq_div_2exp (pays->value, pays->value, FLOATING_COST_BITS);
  mpq_add (pays->value, pays->value, d->value);
}

static gboolean
is_power_of_two (const CoupletRational *positive)
{
  return mpz_popcount (mpq_numref (positive->value)) == 1 &&
         mpz_popcount (mpq_denref (positive->value)) == 1;
}

char *
snap_floating_fault (const CoupletRational *d, const CoupletRational *bound,
                     const CoupletRational *grid)
{
  g_auto (EpsilonRange) range;
  epsilon_range_init (&range);
  if (!is_power_of_two (grid))
    return g_strdup ("its grid must be a power of two");
  epsilon_range_narrow (&range, d, bound, grid);
  return epsilon_range_is_empty (&range)
             ? g_strdup ("its bound must be above half of its grid and below 2^46 times its grid")
             : NULL;
}

/* ---- The automaton -------------------------------------------------------------------------- */

/* Narrows *range to what all reachable states ask for; FALSE when none does. */
static gboolean
narrow_by_all (const CoupletAutomaton *a, EpsilonRange *range)
{
  gboolean any = FALSE;
  for (guint32 q = 0; a->snaps != NULL && q < a->n_states; q++) {
    const CoupletSnap *snap = couplet_snap_of (a, &a->states[q]);
    if (snap == NULL || !snap->floating || !a->reachable[q])
      continue;
    epsilon_range_narrow (range, &a->numbers[a->noises[a->states[q].noise].d_fresh],
                          &a->numbers[snap->bound], &a->numbers[snap->grid]);
    any = TRUE;
  }
  return any;
}

gboolean
couplet_is_floating (const CoupletAutomaton *automaton)
{
  g_auto (EpsilonRange) range;
  epsilon_range_init (&range);
  return narrow_by_all (automaton, &range);
}

char *
couplet_epsilon_range (const CoupletAutomaton *automaton)
{
  g_auto (EpsilonRange) range;
  epsilon_range_init (&range);
  return narrow_by_all (automaton, &range) ? epsilon_range_to_string (&range) : NULL;
}

void
couplet_exact_view (const CoupletAutomaton *automaton, CoupletAutomaton *exact)
{
  *exact = *automaton;
  exact->snaps = NULL;
}
