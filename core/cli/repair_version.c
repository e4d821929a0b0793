/* SPDX-License-Identifier: Apache-2.0 */
#include "repair_version.h"

#include <couplet/host/input.h>
#include <couplet/host/source.h>

#include <string.h>

#define LARGEST 64 /* MiB */

void
version_free (Version *version)
{
  if (version == NULL)
    return;
  g_free (version->text);
  couplet_automaton_free (version->automaton);
  g_free (version);
}

/* Takes over both; NULL when there is no automaton. */
static Version *
version_new (char *text, CoupletAutomaton *automaton)
{
  if (automaton == NULL) {
    g_free (text);
    return NULL;
  }
  Version *version = g_new (Version, 1);
  *version = (Version){text, automaton};
  return version;
}

static Version *
read_text (Subject *subject, char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  const CoupletSource source = {subject->file, text, length};
  CoupletAutomaton *automaton =
      couplet_run_read_source (subject->run, &source, &subject->frontend, diagnostics);
  return version_new (text, automaton);
}

Version *
version_read (Subject *subject, const volatile int *cancelled, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  if (couplet_run_is_code (subject->run, subject->file))
    return version_new (NULL, couplet_run_read (subject->run, subject->file, diagnostics));
  if (!couplet_source_read (&source, subject->file, LARGEST, cancelled, &error)) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                             error->message);
    return NULL;
  }
  return read_text (subject, (char *)source.data, source.length, diagnostics);
}

static gboolean
is_program (const Subject *subject)
{
  return subject->frontend != NULL && subject->frontend->rewrite != NULL;
}

/* The text of a program with changes; NULL when one cannot be made. The caller frees it. */
static char *
change_text (const Subject *subject, const Version *version, const CoupletChange *changes, guint n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (subject->file);
  const CoupletSource source = {subject->file, version->text, strlen (version->text)};
  GString *text = g_string_new (NULL);
  gboolean good = couplet_run_rewrite (subject->run, &source, changes, n, text, diagnostics);
  return g_string_free (text, !good);
}

/* The version with that text, which it takes over; what is wrong with it is not said. */
static Version *
read_again (const Subject *subject, char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (subject->file);
  Subject copy = *subject;
  return text != NULL ? read_text (&copy, text, strlen (text), diagnostics) : NULL;
}

/* ---- Groups --------------------------------------------------------------------------------- */

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
    char *text = change_text (subject, version, &change, 1);
    if (text == NULL)
      return good && has_all (rates);
    g_autoptr (Version) doubled = read_again (subject, text);
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
  if (!is_program (subject))
    group_by_draw (subject, rates);
  else if (!group_by_noise (subject, version, rates, noises))
    return group_all (version, noises);
  return g_steal_pointer (&rates);
}

/* ---- Changes -------------------------------------------------------------------------------- */

static Version *
rewrite (const Subject *subject, const Version *version, const GArray *changes)
{
  return read_again (
      subject,
      change_text (subject, version, (const CoupletChange *)(gpointer)changes->data, changes->len));
}

Version *
version_rescale (const Subject *subject, const Version *version, const Rates *rates,
                 const GArray *noises)
{
  if (!is_program (subject))
    return version_new (NULL, rates_apply (rates, NULL));
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (CoupletChange));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_auto (CoupletRational) factor;
  couplet_rational_init (&factor);
  for (guint32 i = 0; i < noises->len; i++) {
    guint32 group = g_array_index (noises, guint32, i);
    if (group == COUPLET_NONE || mpq_cmp_ui (rates->factors[group].value, 1, 1) == 0)
      continue;
    mpq_inv (factor.value, rates->factors[group].value);
    char *text = couplet_rational_to_string (&factor);
    g_ptr_array_add (texts, text);
    CoupletChange change = {.kind = COUPLET_CHANGE_SCALE, .noise = i, .factor = text};
    g_array_append_val (changes, change);
  }
  return rewrite (subject, version, changes);
}

static CoupletChangeKind
kind_of (RepairKind kind)
{
  switch (kind) {
  case REPAIR_DROP_OUTPUT:
    return COUPLET_CHANGE_SYMBOL;
  case REPAIR_DRAW_FRESH:
    return COUPLET_CHANGE_FRESH;
  case REPAIR_STOP:
    return COUPLET_CHANGE_STOP;
  default:
    return COUPLET_CHANGE_REDRAW;
  }
}

static gboolean
is_changed (const GArray *changes, CoupletPlace place)
{
  for (guint i = 0; i < changes->len; i++) {
    CoupletPlace other = g_array_index (changes, CoupletChange, i).place;
    if (other.line == place.line && other.column == place.column)
      return TRUE;
  }
  return FALSE;
}

Version *
version_change (const Subject *subject, const Version *version, const Repair *repair, guint times)
{
  const CoupletAutomaton *a = version->automaton;
  if (!is_program (subject))
    return version_new (NULL, repair_build (a, repair, times, NULL));
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (CoupletChange));
  for (guint i = 0; i < repair->places->len; i++) {
    CoupletChange change = {.kind = kind_of (repair->kind),
                            .place = a->place[repair_place (repair, i)],
                            .times = times};
    if (repair->drawn != COUPLET_NONE)
      change.drawn = a->states[a->source[repair->drawn]].place;
    if (!is_changed (changes, change.place))
      g_array_append_val (changes, change);
  }
  return rewrite (subject, version, changes);
}
