/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <couplet/host/evidence.h>

/* (1 + bound/2^49) times d_fresh for each noise whose fresh outputs are snapped in floating point.
 */
static CoupletRational *
find_floating (const CoupletAutomaton *a)
{
  CoupletRational *floating = a->snaps != NULL ? g_new (CoupletRational, a->n_noises) : NULL;
  for (guint32 i = 0; floating != NULL && i < a->n_noises; i++) {
    const CoupletSnap *snap = &a->snaps[i];
    couplet_rational_init (&floating[i]);
    if (snap->bound == COUPLET_NONE || !snap->floating)
      continue;
    mpq_set_ui (floating[i].value, 1, 1);
    mpq_mul_2exp (floating[i].value, floating[i].value, 49);
    mpq_add (floating[i].value, floating[i].value, a->numbers[snap->bound].value);
    mpq_div_2exp (floating[i].value, floating[i].value, 49);
    mpq_mul (floating[i].value, floating[i].value, a->numbers[a->noises[i].d_fresh].value);
  }
  return floating;
}

void
check_init (Check *check, const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint32 k = a->n_thresholds;
  gboolean shared = a->sampling == COUPLET_SHARED;
  *check = (Check){.a = a,
                   .evidence = evidence,
                   .kind = couplet_evidence_kind (evidence),
                   .n_slots = shared ? 1 : k,
                   .x = g_new0 (gint8, k),
                   .floating = find_floating (a)};
  mpz_init_set_ui (check->unit, 1);
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
}

void
check_clear (Check *check)
{
  mpz_clear (check->unit);
  for (guint32 i = 0; check->floating != NULL && i < check->a->n_noises; i++)
    couplet_rational_clear (&check->floating[i]);
  g_free (check->floating);
  g_free (check->recalls);
  g_free (check->x);
}

gboolean
check_reject (Check *check, const char *format, ...)
{
  GString *text = g_string_new (NULL);
  if (check->what != NULL)
    g_string_append_printf (text, "%s %u (", check->what, check->number + 1);
  if (check->state != COUPLET_NONE)
    g_string_append_printf (text, "state %s", check->a->states[check->state].name);
  if (check->transition != COUPLET_NONE) {
    g_autofree char *transition = couplet_transition_to_string (check->a, check->transition);
    g_string_append_printf (text, ", transition '%s'", transition);
  }
  if (check->difference != NO_DIFFERENCE)
    g_string_append_printf (text, check->difference > 0 ? ", D = +%d" : ", D = %d",
                            check->difference);
  g_string_append (text, check->what != NULL ? "): " : check->state != COUPLET_NONE ? ": " : "");
  if (check->vector > 0)
    g_string_append_printf (text, "vector %u: ", check->vector);
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  check->why = g_string_free (text, FALSE);
  return FALSE;
}

gboolean
check_give_up (Check *check, const char *why)
{
  check->too_large = TRUE;
  return check_reject (check, "%s", why);
}

void
check_stand_at (Check *check, const char *what, guint number, guint32 state, guint32 transition,
                int difference)
{
  check->what = what;
  check->number = number;
  check->state = state;
  check->transition = transition;
  check->difference = difference;
}
