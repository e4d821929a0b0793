/* SPDX-License-Identifier: Apache-2.0 */
/* ATTAINED and VIOLATION: docs/evidence.md. */
#include "rules.h"

static char *reject (const Check *check, guint step, const char *format, ...) G_GNUC_PRINTF (3, 4);

static char *
reject (const Check *check, guint step, const char *format, ...)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *place = check_place (check->a, walk[step].transition, walk[step].difference);
  return g_strdup_printf ("step %u (%s): %s", step + 1, place, text);
}

/* ---- The least cost ------------------------------------------------------------------- */

/* A threshold that no later step reads before assigning it anew. */
typedef struct {
  guint step;
  guint32 threshold;
} Death;

/* All deaths, the last ones first. */
static GArray *
find_deaths (const Check *check)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  g_autofree gboolean *read_later = g_new0 (gboolean, check->a->n_thresholds);
  GArray *deaths = g_array_new (FALSE, FALSE, sizeof (Death));
  for (guint i = n; i-- > 0;) {
    const CoupletGuard *guard = couplet_guard_of (check->a, walk[i].transition);
    const CoupletAssignment *assignment = couplet_assignment_of (check->a, walk[i].transition);
    for (guint32 j = 0; j < guard->n_literals + assignment->n_thresholds; j++) {
      guint32 v = j < guard->n_literals ? guard->literals[j].threshold
                                        : assignment->thresholds[j - guard->n_literals];
      Death death = {i, v};
      if (!read_later[v])
        g_array_append_val (deaths, death);
    }
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      read_later[assignment->thresholds[j]] = FALSE;
    for (guint32 j = 0; j < guard->n_literals; j++)
      read_later[guard->literals[j].threshold] = TRUE;
  }
  return deaths;
}

/* Sets least to the least cost of the walk with its differences, over all shifts. */
static char *
run (const Check *check, mpz_t least)
{
  guint n;
  gboolean on_cycle;
  guint32 node = check->graph.start;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  g_autoptr (GArray) deaths = find_deaths (check);
  char *why = NULL;
  Vector vector;
  check_vector_init (&vector);
  for (guint i = 0; i < n && why == NULL; i++) {
    const char *text = check_follow (check, &node, walk[i].transition, &on_cycle);
    if (text == NULL && !check_may_differ (check->a, walk[i].transition, walk[i].difference))
      text = "the inputs of a public state do not differ";
    if (text == NULL)
      text = check_take (check, &vector, walk[i].transition, walk[i].difference, on_cycle);
    if (text != NULL)
      why = reject (check, i, "%s", text);
    for (; deaths->len > 0; g_array_set_size (deaths, deaths->len - 1)) {
      const Death *death = &g_array_index (deaths, Death, deaths->len - 1);
      if (death->step != i)
        break;
      if (why == NULL)
        check_vector_minimise (&vector, death->threshold);
    }
  }
  check_vector_least (&vector, &check->numbers, least);
  check_vector_clear (&vector);
  return why;
}

/* ---- The shifts ------------------------------------------------------------------------- */

static gboolean
has_shifts (const Check *check)
{
  guint n;
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n; i++)
    for (guint32 slot = 0; slot < check_n_slots (check->a); slot++)
      if (couplet_evidence_shift (check->evidence, i, slot) != COUPLET_SHIFT_UNUSED)
        return TRUE;
  return FALSE;
}

/* Checks the shift of one sample against the shifts x of the thresholds, and adds what
 * it costs to sum. */
static const char *
pay_for_shift (const Check *check, guint step, guint32 slot, const Use *use, gboolean on_cycle,
               const gint8 *x, mpz_t sum)
{
  guint n;
  const CoupletWalkStep *walk = &couplet_evidence_walk (check->evidence, &n)[step];
  int g = couplet_evidence_shift (check->evidence, step, slot);
  guint32 d = check->a->noises[check->a->states[check->a->source[walk->transition]].noise].d[slot];
  if (g == COUPLET_SHIFT_UNUSED)
    return "a shift is missing, though others are given";
  for (guint32 i = 0; i < use->n_compared; i++)
    if (((use->comparison[i] & COUPLET_LESS) != 0 && g > x[use->compared[i]]) ||
        ((use->comparison[i] & COUPLET_GREATER_EQUAL) != 0 && g < x[use->compared[i]]))
      return "the shift given breaks a condition of the guard";
  if (use->shown && g != 0)
    return "the sample is output, but its shift is not 0";
  if ((on_cycle || d == COUPLET_NO_NOISE) && g != walk->difference)
    return "the sample has to shift by D";
  if (g != walk->difference)
    mpz_addmul_ui (sum, check->numbers.noise[d], (unsigned long)ABS (walk->difference - g));
  return NULL;
}

/* One step with the shifts given. */
static const char *
pay_for_step (const Check *check, guint step, gboolean on_cycle, gint8 *x, mpz_t sum)
{
  guint n;
  const char *why = NULL;
  const CoupletWalkStep *walk = &couplet_evidence_walk (check->evidence, &n)[step];
  for (guint32 slot = 0; slot < check_n_slots (check->a) && why == NULL; slot++) {
    Use use;
    if (!check_use (&use, check->a, walk->transition, slot, &why) || !check_is_used (&use))
      continue;
    why = pay_for_shift (check, step, slot, &use, on_cycle, x, sum);
    for (guint32 i = 0; i < use.n_assigned; i++)
      x[use.assigned[i]] = couplet_evidence_shift (check->evidence, step, slot);
  }
  guint32 fresh =
      check->a->noises[check->a->states[check->a->source[walk->transition]].noise].d_fresh;
  if (walk->difference != 0 &&
      couplet_output_of (check->a, walk->transition)->kind == COUPLET_FRESH && why == NULL) {
    if (on_cycle || fresh == COUPLET_NO_NOISE)
      return "a fresh output of differing inputs that would have to be free";
    mpz_add (sum, sum, check->numbers.noise[fresh]);
  }
  return why;
}

/* The shifts given must be valid and cost what is claimed. */
static char *
check_shifts (const Check *check)
{
  guint n;
  gboolean on_cycle = FALSE;
  guint32 node = check->graph.start;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  g_autofree gint8 *x = g_new0 (gint8, check->a->n_thresholds);
  char *why = NULL;
  mpz_t sum;
  mpz_init (sum);
  for (guint i = 0; i < n && why == NULL; i++) {
    check_follow (check, &node, walk[i].transition, &on_cycle);
    const char *text = pay_for_step (check, i, on_cycle, x, sum);
    why = text != NULL ? reject (check, i, "%s", text) : NULL;
  }
  if (why == NULL && mpz_cmp (sum, check->numbers.cost) != 0) {
    g_autofree char *text = check_to_string (&check->numbers, sum);
    why = g_strdup_printf ("the shifts given cost %s", text);
  }
  mpz_clear (sum);
  return why;
}

char *
check_walk (Check *check)
{
  gboolean attained = couplet_evidence_kind (check->evidence) == COUPLET_EVIDENCE_ATTAINED;
  mpz_t least;
  if (attained && couplet_evidence_cost (check->evidence) == NULL)
    return g_strdup ("it names no cost");
  if (!check_graph_explore (&check->graph, check->a))
    return g_strdup ("too many orders of the thresholds are possible to tell the cycles");
  mpz_init (least);
  char *why = run (check, least);
  if (why == NULL && attained && mpz_cmp (least, check->numbers.cost) != 0) {
    g_autofree char *text = check_to_string (&check->numbers, least);
    why = g_strdup_printf ("the least cost on this walk is %s", text);
  }
  if (why == NULL && !attained && !check_is_infinite (&check->numbers, least)) {
    g_autofree char *text = check_to_string (&check->numbers, least);
    why = g_strdup_printf ("a strategy is left on this walk; the least cost is %s", text);
  }
  if (why == NULL && attained && has_shifts (check))
    why = check_shifts (check);
  mpz_clear (least);
  return why;
}
