/* SPDX-License-Identifier: Apache-2.0 */
/* Of two scales that cost a/s and b/t together, with a/s + b/t fixed, the sum s^2 + t^2 is least
 * where the costs are in the ratio a^(2/3) : b^(2/3) (M. Lyu, D. Su, N. Li, 2017, section 4.2).
 */
#include "rates.h"

#include <couplet/host/model.h>

#define MOST_ATTEMPTS 8
#define ROOT_DIGITS 10000ul /* of a cube root: its reciprocal bounds the error */

/* What a group of draws is for. */
typedef enum { ROLE_NONE, ROLE_THRESHOLD, ROLE_ANSWER, ROLE_OTHER, N_ROLES } Role;

/* By role: sums of what the walk that costs most pays, of thresholds and answers for rates of 1;
 * the rates of these, and what they were before any change. */
typedef struct {
  Rates *rates;
  const CoupletRational *most;
  Role *roles; /* by group */
  CoupletRational *sums, *now, *first;
} Division;

static void
division_clear (Division *division)
{
  rationals_free (division->sums, N_ROLES);
  rationals_free (division->now, N_ROLES);
  rationals_free (division->first, N_ROLES);
  g_free (division->roles);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Division, division_clear)

/* ---- Roles ---------------------------------------------------------------------------------- */

static Role
join_roles (Role one, Role other)
{
  return one == ROLE_NONE || one == other ? other : ROLE_OTHER;
}

static Role
role_of_draw (const Rates *rates, guint draw)
{
  const CoupletAutomaton *a = rates->automaton;
  guint32 state = rates_state (rates, draw), slot = rates_slot (rates, draw);
  Role role = ROLE_NONE;
  if (slot == DRAFT_FRESH || a->noise_kinds[a->states[state].noise].sample != COUPLET_LAPLACE)
    return ROLE_OTHER;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (!couplet_uses_sample (a, t, slot))
      continue;
    gboolean stores = couplet_assignment_of (a, t)->n_thresholds > 0;
    gboolean compares = !couplet_guard_is_true (couplet_guard_of (a, t));
    role = join_roles (role, stores == compares ? ROLE_OTHER
                             : stores           ? ROLE_THRESHOLD
                                                : ROLE_ANSWER);
  }
  return role;
}

/* Sets the roles of groups and the rates of thresholds and answers. NULL, or why there are not
 * these two. */
static const char *
find_roles (Division *division)
{
  Rates *rates = division->rates;
  for (guint i = 0; i < rates->n_draws; i++) {
    guint32 group = rates->group[i];
    if (group == COUPLET_NONE)
      continue;
    Role role = role_of_draw (rates, i);
    division->roles[group] = join_roles (division->roles[group], role);
    if (role == ROLE_OTHER)
      continue;
    const CoupletRational *rate = &rates->automaton->numbers[rates_number (rates, i)];
    CoupletRational *first = &division->first[role];
    if (mpq_sgn (first->value) != 0 && couplet_rational_compare (rate, first) != 0)
      return role == ROLE_THRESHOLD ? "its thresholds have noise of different scales"
                                    : "its answers have noise of different scales";
    mpq_set (first->value, rate->value);
    mpq_set (division->now[role].value, rate->value);
  }
  if (mpq_sgn (division->first[ROLE_THRESHOLD].value) == 0)
    return "no threshold is drawn with Laplace noise and only stored";
  return mpq_sgn (division->first[ROLE_ANSWER].value) != 0
             ? NULL
             : "no answer is drawn with Laplace noise and only compared";
}

/* ---- The ratio ------------------------------------------------------------------------------ */

/* Sets *part to so many hundredths of root, which is in units of 1 / ROOT_DIGITS. */
static void
take_part (CoupletRational *part, const mpz_t root, unsigned long hundredths)
{
  mpq_set_z (part->value, root);
  mpz_mul_ui (mpq_numref (part->value), mpq_numref (part->value), hundredths);
  mpz_set_ui (mpq_denref (part->value), 100 * ROOT_DIGITS);
  mpq_canonicalize (part->value);
}

/* Sets ratio to a simple number near the cube root of the square of answer / threshold. What
 * comparisons vary by is flat there. */
static void
find_ratio (const Division *division, CoupletRational *ratio)
{
  g_auto (CoupletRational) low, high;
  mpz_t root;
  couplet_rational_init (&low);
  couplet_rational_init (&high);
  mpq_div (low.value, division->sums[ROLE_ANSWER].value, division->sums[ROLE_THRESHOLD].value);
  mpq_mul (low.value, low.value, low.value);
  mpz_init_set_ui (root, ROOT_DIGITS);
  mpz_pow_ui (root, root, 3);
  mpz_mul (root, root, mpq_numref (low.value));
  mpz_fdiv_q (root, root, mpq_denref (low.value));
  mpz_root (root, root, 3);
  mpz_add_ui (root, root, 1);
  take_part (&low, root, 99);
  take_part (&high, root, 101);
  couplet_rational_simplest (&low, &high, ratio);
  mpz_clear (root);
}

/* ---- The search ----------------------------------------------------------------------------- */

/* What the walk that costs most of proof pays for each role. FALSE: not known, or nothing for
 * thresholds or answers. */
static gboolean
weigh (Division *division, const RatesProof *proof)
{
  guint n = division->rates->n_groups;
  CoupletRational *pays = rationals_new (n), *sums = division->sums;
  gboolean known = rates_pay (division->rates, proof, pays);
  for (Role role = ROLE_THRESHOLD; role < N_ROLES; role++)
    mpq_set_ui (sums[role].value, 0, 1);
  for (guint j = 0; j < n; j++) {
    mpq_ptr sum = sums[division->roles[j]].value;
    mpq_add (sum, sum, pays[j].value);
  }
  for (Role role = ROLE_THRESHOLD; role <= ROLE_ANSWER; role++)
    mpq_div (sums[role].value, sums[role].value, division->now[role].value);
  rationals_free (pays, n);
  return known && mpq_sgn (sums[ROLE_THRESHOLD].value) > 0 && mpq_sgn (sums[ROLE_ANSWER].value) > 0;
}

/* Divides what is left of the bound as ratio says, and sets the factors. FALSE: nothing is left. */
static gboolean
divide (Division *division, const CoupletRational *ratio)
{
  g_auto (CoupletRational) part, left;
  CoupletRational *now = division->now;
  couplet_rational_init (&part);
  couplet_rational_init (&left);
  mpq_sub (left.value, division->most->value, division->sums[ROLE_OTHER].value);
  if (mpq_sgn (left.value) <= 0)
    return FALSE;
  mpq_set_ui (part.value, 1, 1);
  mpq_add (part.value, part.value, ratio->value);
  mpq_div (now[ROLE_THRESHOLD].value, left.value, part.value);
  mpq_mul (now[ROLE_ANSWER].value, now[ROLE_THRESHOLD].value, ratio->value);
  for (Role role = ROLE_THRESHOLD; role <= ROLE_ANSWER; role++)
    mpq_div (now[role].value, now[role].value, division->sums[role].value);
  for (guint j = 0; j < division->rates->n_groups; j++) {
    Role role = division->roles[j];
    if (role == ROLE_THRESHOLD || role == ROLE_ANSWER)
      mpq_div (division->rates->factors[j].value, now[role].value, division->first[role].value);
  }
  return TRUE;
}

/* Sets sum to the variance of the difference of a threshold and an answer. */
static void
add_variances (const Division *division, CoupletRational *sum)
{
  g_auto (CoupletRational) square;
  couplet_rational_init (&square);
  mpq_set_ui (sum->value, 0, 1);
  for (Role role = ROLE_THRESHOLD; role <= ROLE_ANSWER; role++) {
    mpq_mul (square.value, division->now[role].value, division->now[role].value);
    mpq_inv (square.value, square.value);
    mpq_add (sum->value, sum->value, square.value);
  }
  mpq_mul_2exp (sum->value, sum->value, 1);
}

void
split_init (Split *split)
{
  couplet_rational_init (&split->ratio);
  couplet_rational_init (&split->before);
  couplet_rational_init (&split->after);
}

void
split_clear (Split *split)
{
  couplet_rational_clear (&split->ratio);
  couplet_rational_clear (&split->before);
  couplet_rational_clear (&split->after);
}

const char *
rates_split (Rates *rates, const CoupletRational *most, Examiner *examiner, Split *split)
{
  static const char *const none =
      "no division that keeps the bound is found: the costliest walk does not pay for both "
      "thresholds and answers";
  static const char *const as_good = "its scales are as good as those of the best ratio, rounded";
  gboolean is_better = FALSE; /* than what there is, whatever that varies by: it keeps the bound */
  g_auto (Division) division = {.rates = rates,
                                .most = most,
                                .roles = g_new0 (Role, rates->n_groups + 1),
                                .sums = rationals_new (N_ROLES),
                                .now = rationals_new (N_ROLES),
                                .first = rationals_new (N_ROLES)};
  const char *why = find_roles (&division);
  if (why != NULL)
    return why;
  for (guint attempt = 0; attempt <= MOST_ATTEMPTS; attempt++) {
    g_auto (RatesProof) proof = {NULL, NULL};
    const CoupletRational *d = rates_prove (rates, NULL, examiner, &proof);
    gboolean is_enough = d != NULL && couplet_rational_compare (d, most) <= 0;
    add_variances (&division, attempt == 0 ? &split->before : &split->after);
    if (d == NULL)
      return none;
    if (attempt > 0 && is_enough)
      return is_better || couplet_rational_compare (&split->after, &split->before) < 0 ? NULL
                                                                                       : as_good;
    is_better = is_better || (attempt == 0 && !is_enough);
    if (!weigh (&division, &proof))
      return none;
    find_ratio (&division, &split->ratio);
    if (!divide (&division, &split->ratio))
      return "its other draws cost as much as is claimed";
  }
  return none;
}
