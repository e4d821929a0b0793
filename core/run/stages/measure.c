/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include "ask.h"
#include "claim.h"
#include "context.h"
#include "read_result.h"

#include <couplet/host/context.h>

/* Seconds: what loading takes is seen in the time of shorter calls only. */
#define BRIEF 0.002
/* Calls behind a first one that was brief, of which the median is taken. */
#define WARM_CALLS 3

/* One kind of time of each call. */
typedef struct {
  GArray *inside, *total, *cpu; /* double */
} Times;

static void
times_init (Times *times)
{
  times->inside = g_array_new (FALSE, FALSE, sizeof (double));
  times->total = g_array_new (FALSE, FALSE, sizeof (double));
  times->cpu = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
times_clear (Times *times)
{
  g_array_unref (times->inside);
  g_array_unref (times->total);
  g_array_unref (times->cpu);
}

static void
add_inside (Times *times, const CoupletStageResult *result)
{
  g_array_append_val (times->inside, result->seconds);
  g_array_append_val (times->cpu, result->cpu_seconds);
}

static int
compare_seconds (gconstpointer a, gconstpointer b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

static double
median (GArray *seconds)
{
  guint n = seconds->len;
  g_array_sort (seconds, compare_seconds);
  return (g_array_index (seconds, double, (n - 1) / 2) + g_array_index (seconds, double, n / 2)) /
         2;
}

static void
set_medians (Times *times, CoupletStageResult *result)
{
  result->seconds_total = median (times->total);
  result->cpu_seconds = median (times->cpu);
  result->seconds = MIN (median (times->inside), result->seconds_total);
}

/* What outcome says, without what may differ from call to call. The caller frees it. */
static char *
answer_of (CoupletOutcome *outcome)
{
  CoupletStageResult answer = *couplet_outcome_result (outcome);
  answer.seconds = answer.seconds_total = answer.cpu_seconds = 0;
  answer.n_evidence = answer.n_statistics = 0;
  answer.evidence_left_out = 0;
  answer.reason = NULL;
  answer.counterexample = NULL;
  g_autofree char *line = stage_to_json (&answer);
  return g_strdup_printf ("%d %s", couplet_outcome_found (outcome), line);
}

/* Why other is not the answer that first is; NULL = it is. The caller frees it. */
static char *
find_difference (CoupletOutcome *first, CoupletOutcome *other)
{
  const CoupletStageResult *result = couplet_outcome_result (other);
  if (result->failed)
    return g_strdup_printf ("asked again, it fails: %s", result->reason);
  g_autofree char *before = answer_of (first), *now = answer_of (other);
  if (g_str_equal (before, now))
    return NULL;
  g_autofree char *one = claim_to_string (first), *two = claim_to_string (other);
  return g_strdup_printf ("asked again, it answers otherwise: first %s, then %s", one, two);
}

/* Asks once more; *stopped: it was not to go on, and its answer and times do not count. */
static char *
ask_again (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *first, Times *times,
           gboolean *stopped)
{
  context_set_silent (stage->context, TRUE);
  g_autoptr (CoupletOutcome) other = stage_ask (stage, automaton);
  context_set_silent (stage->context, FALSE);
  *stopped = couplet_context_should_stop (stage->context);
  if (*stopped)
    return NULL;
  const CoupletStageResult *result = couplet_outcome_result (other);
  add_inside (times, result);
  g_array_append_val (times->total, result->seconds_total);
  return find_difference (first, other);
}

char *
stage_measure (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  guint repeat = MAX (stage->repeat, 1);
  gboolean pays =
      stage->repeat != 1 && !stage->is_warm && stage->trusted && result->seconds < BRIEF;
  guint n = pays ? MAX (repeat, WARM_CALLS) + 1 : repeat;
  gboolean stopped = couplet_context_should_stop (stage->context);
  char *fault = NULL;
  Times times;
  stage->is_warm = TRUE;
  if (result->failed || stopped || n == 1)
    return NULL;
  times_init (&times);
  g_array_append_val (times.total, result->seconds_total);
  if (!pays)
    add_inside (&times, result);
  for (guint i = 1; i < n && fault == NULL && !stopped; i++)
    fault = ask_again (stage, automaton, outcome, &times, &stopped);
  if (repeat == 1) /* what starting its process takes is part of the whole */
    g_array_set_size (times.total, 1);
  if (times.inside->len > 0)
    set_medians (&times, result);
  times_clear (&times);
  if (repeat == 1) /* nobody asked for it, and the clock decided it: it is for the times alone */
    g_clear_pointer (&fault, g_free);
  return fault;
}
