/* SPDX-License-Identifier: Apache-2.0 */
/* Of two scales that cost a/s and b/t together, with a/s + b/t fixed, the sum s^2 + t^2 is least
 * where the costs are in the ratio a^(2/3) : b^(2/3) (M. Lyu, D. Su, N. Li, 2017, section 4.2).
 */
#include "rates.h"

#include <couplet/host/simplest.h>

#define MOST_ATTEMPTS 8
#define ROOT_DIGITS 10000ul /* of a cube root: its reciprocal bounds the error */
#define RATIO_PRECISION 100ul

/* What a group of draws is for. */
typedef enum { ROLE_THRESHOLD = 1, ROLE_ANSWER = 2, ROLE_OTHER = 4 } Role;

typedef struct {
  Rates *rates;
  const CoupletRational *most;
  Examiner *examiner;
  Role *roles; /* by group */
  /* sums of what the walk that costs most pays, for rates of 1 of both kinds, and for others */
  CoupletRational threshold, answer, rest;
  CoupletRational rates_now[2];   /* of thresholds, of answers */
  CoupletRational rates_first[2]; /* before any change */
} Division;

static void
division_init (Division *division)
{
  couplet_rational_init (&division->threshold);
  couplet_rational_init (&division->answer);
  couplet_rational_init (&division->rest);
  for (guint i = 0; i < 2; i++) {
    couplet_rational_init (&division->rates_now[i]);
    couplet_rational_init (&division->rates_first[i]);
  }
}

static void
division_clear (Division *division)
{
  couplet_rational_clear (&division->threshold);
  couplet_rational_clear (&division->answer);
  couplet_rational_clear (&division->rest);
  for (guint i = 0; i < 2; i++) {
    couplet_rational_clear (&division->rates_now[i]);
    couplet_rational_clear (&division->rates_first[i]);
  }
  g_free (division->roles);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Division, division_clear)

/* ---- Roles ---------------------------------------------------------------------------------- */

static Role
role_of_draw (const Rates *rates, guint draw)
{
  const CoupletAutomaton *a = rates->automaton;
  guint32 state = rates_state (rates, draw), slot = rates_slot (rates, draw);
  const CoupletNoiseKinds *kinds = &a->noise_kinds[a->states[state].noise];
  guint role = 0;
  if (slot == DRAFT_FRESH || kinds->sample != COUPLET_LAPLACE)
    return ROLE_OTHER;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (!couplet_uses_sample (a, t, slot))
      continue;
    gboolean stores = couplet_assignment_of (a, t)->n_thresholds > 0;
    gboolean compares = !couplet_guard_is_true (couplet_guard_of (a, t));
    role |= stores == compares ? ROLE_OTHER : stores ? ROLE_THRESHOLD : ROLE_ANSWER;
  }
  return role == ROLE_THRESHOLD || role == ROLE_ANSWER ? (Role)role : ROLE_OTHER;
}

/* Sets the roles of groups and the rates of both kinds. NULL, or why there are not these two. */
static const char *
find_roles (Division *division)
{
  Rates *rates = division->rates;
  gboolean found[2] = {FALSE, FALSE};
  division->roles = g_new0 (Role, rates->n_groups + 1);
  for (guint i = 0; i < rates->n_draws; i++) {
    guint32 group = rates->group[i];
    if (group == COUPLET_NONE)
      continue;
    Role role = role_of_draw (rates, i);
    division->roles[group] =
        division->roles[group] == 0 || division->roles[group] == role ? role : ROLE_OTHER;
    if (role == ROLE_OTHER)
      continue;
    guint kind = role == ROLE_ANSWER;
    const CoupletRational *rate = &rates->automaton->numbers[rates_number (rates, i)];
    if (found[kind] && couplet_rational_compare (rate, &division->rates_first[kind]) != 0)
      return kind == 0 ? "its thresholds have noise of different scales"
                       : "its answers have noise of different scales";
    found[kind] = TRUE;
    mpq_set (division->rates_first[kind].value, rate->value);
  }
  if (!found[0])
    return "no threshold is drawn with Laplace noise and only stored";
  return found[1] ? NULL : "no answer is drawn with Laplace noise and only compared";
}

/* ---- The ratio ------------------------------------------------------------------------------ */

/* Sets ratio to a simple number near the cube root of the square of answer / threshold. What
 * comparisons vary by is flat there. */
static void
find_ratio (const Division *division, CoupletRational *ratio)
{
  g_auto (CoupletRational) low, high;
  mpz_t root;
  couplet_rational_init (&low);
  couplet_rational_init (&high);
  mpq_div (low.value, division->answer.value, division->threshold.value);
  mpq_mul (low.value, low.value, low.value);
  mpz_init_set_ui (root, ROOT_DIGITS);
  mpz_pow_ui (root, root, 3);
  mpz_mul (root, root, mpq_numref (low.value));
  mpz_fdiv_q (root, root, mpq_denref (low.value));
  mpz_root (root, root, 3);
  mpz_add_ui (root, root, 1);
  mpq_set_z (ratio->value, root);
  mpq_set_ui (low.value, RATIO_PRECISION - 1, RATIO_PRECISION * ROOT_DIGITS);
  mpq_canonicalize (low.value);
  mpq_mul (low.value, low.value, ratio->value);
  mpq_set_ui (high.value, RATIO_PRECISION + 1, RATIO_PRECISION * ROOT_DIGITS);
  mpq_canonicalize (high.value);
  mpq_mul (high.value, high.value, ratio->value);
  couplet_rational_simplest (&low, &high, ratio);
  mpz_clear (root);
}

/* ---- The search ----------------------------------------------------------------------------- */

/* Sets the factors of both kinds to what makes their rates rates_now. */
static void
set_factors (Division *division)
{
  for (guint j = 0; j < division->rates->n_groups; j++)
    if (division->roles[j] == ROLE_THRESHOLD || division->roles[j] == ROLE_ANSWER) {
      guint kind = division->roles[j] == ROLE_ANSWER;
      mpq_div (division->rates->factors[j].value, division->rates_now[kind].value,
               division->rates_first[kind].value);
    }
}

/* What the walk that costs most of proof pays for each kind. FALSE: not known, or nothing for one
 * of the two. */
static gboolean
weigh (Division *division, const RatesProof *proof)
{
  guint n = division->rates->n_groups;
  CoupletRational *sums = rationals_new (n);
  gboolean known = rates_pay (division->rates, proof, sums);
  CoupletRational *into[] = {&division->threshold, &division->answer, &division->rest};
  for (guint i = 0; i < G_N_ELEMENTS (into); i++)
    mpq_set_ui (into[i]->value, 0, 1);
  for (guint j = 0; j < n && known; j++) {
    guint i = division->roles[j] == ROLE_THRESHOLD ? 0 : division->roles[j] == ROLE_ANSWER ? 1 : 2;
    mpq_add (into[i]->value, into[i]->value, sums[j].value);
  }
  for (guint kind = 0; kind < 2; kind++)
    mpq_div (into[kind]->value, into[kind]->value, division->rates_now[kind].value);
  rationals_free (sums, n);
  return known && mpq_sgn (division->threshold.value) > 0 && mpq_sgn (division->answer.value) > 0;
}

/* Divides what is left of the bound as ratio says. FALSE: nothing is left. */
static gboolean
divide (Division *division, const CoupletRational *ratio)
{
  g_auto (CoupletRational) part;
  couplet_rational_init (&part);
  mpq_set_ui (part.value, 1, 1);
  mpq_add (part.value, part.value, ratio->value);
  mpq_inv (part.value, part.value);
  g_auto (CoupletRational) left;
  couplet_rational_init (&left);
  mpq_sub (left.value, division->most->value, division->rest.value);
  if (mpq_sgn (left.value) <= 0)
    return FALSE;
  mpq_mul (left.value, left.value, part.value); /* of thresholds */
  mpq_div (division->rates_now[0].value, left.value, division->threshold.value);
  mpq_mul (left.value, left.value, ratio->value);
  mpq_div (division->rates_now[1].value, left.value, division->answer.value);
  set_factors (division);
  return TRUE;
}

/* Sets sum to the variance of the difference of two draws with rates. */
static void
add_variances (const CoupletRational *rates, CoupletRational *sum)
{
  g_auto (CoupletRational) square;
  couplet_rational_init (&square);
  mpq_set_ui (sum->value, 0, 1);
  for (guint kind = 0; kind < 2; kind++) {
    mpq_mul (square.value, rates[kind].value, rates[kind].value);
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
      "no division is found that keeps the bound: what costs most does not pay for thresholds and "
      "answers alike";
  static const char *const as_good = "its scales are as good as those of the best ratio, rounded";
  gboolean is_better = FALSE; /* than what there is, whatever that varies by: it keeps the bound */
  g_auto (Division) division = {.rates = rates, .most = most, .examiner = examiner};
  division_init (&division);
  const char *why = find_roles (&division);
  if (why != NULL)
    return why;
  for (guint i = 0; i < 2; i++)
    mpq_set (division.rates_now[i].value, division.rates_first[i].value);
  for (guint attempt = 0; attempt <= MOST_ATTEMPTS; attempt++) {
    g_auto (RatesProof) proof = {NULL, NULL};
    const CoupletRational *d = rates_prove (rates, NULL, examiner, &proof);
    gboolean is_enough = d != NULL && couplet_rational_compare (d, most) <= 0;
    add_variances (division.rates_now, attempt == 0 ? &split->before : &split->after);
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
