/* SPDX-License-Identifier: Apache-2.0 */
#include "version.h"

#include <string.h>

/* Puts the draws that have half their rate in other into a new group; COUPLET_NONE: none has. */
static guint32
group_halved (Rates *rates, const CoupletAutomaton *other)
{
  g_auto (CoupletRational) twice;
  couplet_rational_init (&twice);
  const Rates likewise = {.automaton = other};
  guint32 group = COUPLET_NONE;
  for (guint i = 0; i < rates->n_draws; i++) {
    guint32 before = rates_number (rates, i), after = rates_number (&likewise, i);
    if (before == COUPLET_NONE || after == COUPLET_NONE)
      continue;
    mpq_mul_2exp (twice.value, other->numbers[after].value, 1);
    if (!mpq_equal (twice.value, rates->automaton->numbers[before].value))
      continue;
    group = group == COUPLET_NONE ? rates_add_group (rates) : group;
    rates->group[i] = group;
  }
  return group;
}

/* Whether each draw is in a group. */
static gboolean
has_all (const Rates *rates)
{
  for (guint i = 0; i < rates->n_draws; i++)
    if (rates->group[i] == COUPLET_NONE && rates_number (rates, i) != COUPLET_NONE)
      return FALSE;
  return TRUE;
}

/* Which draws a noise of the program makes shows when its scale is doubled. FALSE: it cannot be, by
 * itself, as another has to have the same. */
static gboolean
group_by_noise (const Subject *subject, const Version *version, Rates *rates, GArray *noises)
{
  gboolean good = TRUE;
  for (guint32 noise = 0;; noise++) {
    const CoupletChange change = {.kind = COUPLET_CHANGE_SCALE, .noise = noise, .factor = "2"};
    char *text = version_text (subject, version, &change, 1);
    if (text == NULL)
      return good && has_all (rates);
    g_autoptr (Version) doubled = version_read_again (subject, text);
    guint32 group = doubled != NULL ? group_halved (rates, doubled->automaton) : COUPLET_NONE;
    good = good && doubled != NULL;
    g_array_append_val (noises, group);
  }
}

/* One group of all draws. */
static Rates *
group_all (const Version *version, GArray *noises)
{
  Rates *rates = rates_new (version->automaton);
  guint32 group = rates_add_group (rates);
  for (guint i = 0; i < rates->n_draws; i++)
    rates->group[i] = rates_number (rates, i) != COUPLET_NONE ? group : COUPLET_NONE;
  for (guint i = 0; i < noises->len; i++)
    g_array_index (noises, guint32, i) = group;
  return rates;
}

char *
version_place (const Subject *subject, const CoupletAutomaton *automaton, guint32 state)
{
  const char *name = automaton->states[state].name;
  const char *number = strstr (name, " ("); /* `line 4 (2)` */
  return subject->frontend == NULL && number != NULL ? g_strndup (name, (gsize)(number - name))
                                                     : g_strdup (name);
}

/* Whether two draws of code are made by one line with one scale. */
static gboolean
is_one_line (const Subject *subject, const Rates *rates, guint i, guint k)
{
  g_autofree char *one = version_place (subject, rates->automaton, rates_state (rates, i));
  g_autofree char *other = version_place (subject, rates->automaton, rates_state (rates, k));
  return g_str_equal (one, other) &&
         (rates_slot (rates, i) == DRAFT_FRESH) == (rates_slot (rates, k) == DRAFT_FRESH) &&
         rates_number (rates, i) == rates_number (rates, k);
}

static void
group_by_draw (const Subject *subject, Rates *rates)
{
  for (guint i = 0; i < rates->n_draws; i++) {
    if (rates_number (rates, i) == COUPLET_NONE)
      continue;
    guint first = i;
    for (guint32 j = 0; j < rates->n_groups && subject->frontend == NULL && first == i; j++)
      if (is_one_line (subject, rates, i, rates_first (rates, j)))
        first = rates_first (rates, j);
    rates->group[i] = first < i ? rates->group[first] : rates_add_group (rates);
  }
}

Rates *
version_rates (const Subject *subject, const Version *version, GArray *noises)
{
  g_autoptr (Rates) rates = rates_new (version->automaton);
  if (!version_is_program (subject))
    group_by_draw (subject, rates);
  else if (!group_by_noise (subject, version, rates, noises))
    return group_all (version, noises);
  return g_steal_pointer (&rates);
}
