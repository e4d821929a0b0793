/* SPDX-License-Identifier: Apache-2.0 */
#include "version.h"

#include <couplet/host/input.h>
#include <couplet/host/source.h>

#include <string.h>

#define LARGEST 64    /* MiB */
#define MOST_TIMES 64 /* of passing a place before it halts */

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

gboolean
version_is_program (const Subject *subject)
{
  return subject->frontend != NULL && subject->frontend->rewrite != NULL;
}

char *
version_text (const Subject *subject, const Version *version, const CoupletChange *changes, guint n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (subject->file);
  const CoupletSource source = {subject->file, version->text, strlen (version->text)};
  GString *text = g_string_new (NULL);
  gboolean good = couplet_run_rewrite (subject->run, &source, changes, n, text, diagnostics);
  return g_string_free (text, !good);
}

Version *
version_read_again (const Subject *subject, char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (subject->file);
  Subject copy = *subject;
  return text != NULL ? read_text (&copy, text, strlen (text), diagnostics) : NULL;
}

/* ---- Changes -------------------------------------------------------------------------------- */

static Version *
rewrite (const Subject *subject, const Version *version, const GArray *changes)
{
  return version_read_again (subject, version_text (subject, version,
                                                    (const CoupletChange *)(gpointer)changes->data,
                                                    changes->len));
}

Version *
version_rescale (const Subject *subject, const Version *version, const Rates *rates,
                 const GArray *noises)
{
  if (!version_is_program (subject))
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
  if (!version_is_program (subject))
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

gboolean
version_tells (const Version *version, Examiner *examiner, const CoupletRational *most)
{
  g_autoptr (CoupletExamination) examination = examiner_ask (examiner, version->automaton);
  const CoupletRational *cost = exact_cost (couplet_examination_result (examination));
  return cost != NULL && mpq_sgn (cost->value) > 0 &&
         (most == NULL || couplet_rational_compare (cost, most) <= 0);
}

static gboolean
is_enough (const Subject *subject, const Version *version, const Repair *repair, guint times,
           const CoupletRational *most, Examiner *examiner)
{
  g_autoptr (Version) to = version_change (subject, version, repair, times);
  return to != NULL && version_tells (to, examiner, most);
}

guint
version_most_times (const Subject *subject, const Version *version, const Repair *repair,
                    const CoupletRational *most, Examiner *examiner)
{
  guint limit = repair->kind == REPAIR_STOP ? MOST_TIMES : 1, low = 0, high = 1;
  while (high <= limit && is_enough (subject, version, repair, high, most, examiner)) {
    low = high;
    high *= 2;
  }
  while (high > low + 1 && low > 0) {
    guint middle = low + (high - low) / 2;
    if (middle <= limit && is_enough (subject, version, repair, middle, most, examiner))
      low = middle;
    else
      high = middle;
  }
  return low;
}
