/* SPDX-License-Identifier: Apache-2.0 */
/* Writing evidence: docs/evidence.md. */
#include <couplet/evidence.h>
#include <couplet/format.h>
#include <couplet/sample.h>

static const char *
threshold_name (const CoupletEvidence *evidence, guint32 threshold)
{
  return couplet_evidence_automaton (evidence)->thresholds[threshold];
}

static void
append_number (GString *out, const CoupletEvidence *evidence, guint32 number)
{
  guint32 n;
  if (number == COUPLET_NUMBER_INFINITE || number == COUPLET_NUMBER_NONE) {
    g_string_append (out, "null");
    return;
  }
  g_autofree char *text =
      couplet_rational_to_string (&couplet_evidence_numbers (evidence, &n)[number]);
  couplet_append_json_string (out, text);
}

/* The members that name a transition; its number among those leaving its state
 * tells parallel ones apart. */
static void
append_transition (GString *out, const CoupletAutomaton *automaton, guint32 transition)
{
  guint32 source = automaton->source[transition];
  g_string_append (out, "\"from\":");
  couplet_append_json_string (out, automaton->states[source].name);
  g_string_append (out, ",\"to\":");
  couplet_append_json_string (out, automaton->states[automaton->target[transition]].name);
  g_string_append_printf (out, ",\"transition\":%u", transition - automaton->row[source]);
}

/* ---- Walks ----------------------------------------------------------------------------- */

static void
append_shift (GString *out, gint8 shift)
{
  if (shift == COUPLET_SHIFT_UNUSED)
    g_string_append (out, "null");
  else
    g_string_append_printf (out, "%d", shift);
}

static void
append_shifts (GString *out, const CoupletEvidence *evidence, guint step)
{
  guint32 n = couplet_n_slots (couplet_evidence_automaton (evidence));
  if (n == 1) {
    g_string_append (out, ",\"shift\":");
    append_shift (out, couplet_evidence_shift (evidence, step, 0));
    return;
  }
  const char *separator = ",\"shifts\":{";
  for (guint32 slot = 0; slot < n; slot++)
    if (couplet_evidence_shift (evidence, step, slot) != COUPLET_SHIFT_UNUSED) {
      g_string_append (out, separator);
      couplet_append_json_string (out, threshold_name (evidence, slot));
      g_string_append_c (out, ':');
      append_shift (out, couplet_evidence_shift (evidence, step, slot));
      separator = ",";
    }
  g_string_append (out, *separator == ',' && separator[1] == '\0' ? "}" : ",\"shifts\":{}");
}

static void
append_walk (GString *out, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  g_string_append (out, ",\"walk\":[");
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ",{" : "{");
    append_transition (out, couplet_evidence_automaton (evidence), walk[i].transition);
    g_string_append_printf (out, ",\"difference\":%d", walk[i].difference);
    append_shifts (out, evidence, i);
    g_string_append_c (out, '}');
  }
  g_string_append_c (out, ']');
}

/* ---- Bounds ------------------------------------------------------------------------------- */

static void
append_relations (GString *out, const CoupletEvidence *evidence, const CoupletEvidenceEntry *entry,
                  gboolean equal)
{
  const char *separator = equal ? ",\"equal\":[" : ",\"order\":[";
  gboolean any = FALSE;
  for (guint32 i = 0; i < entry->n_relations; i++) {
    if (entry->relations[i].equal != equal)
      continue;
    g_string_append (out, any ? "," : separator);
    g_string_append_c (out, '[');
    couplet_append_json_string (out, threshold_name (evidence, entry->relations[i].below));
    g_string_append_c (out, ',');
    couplet_append_json_string (out, threshold_name (evidence, entry->relations[i].above));
    g_string_append_c (out, ']');
    any = TRUE;
  }
  if (any)
    g_string_append_c (out, ']');
}

static void
append_factor (GString *out, const CoupletEvidence *evidence, const CoupletEvidenceFactor *factor)
{
  g_string_append (out, "{\"over\":[");
  for (guint32 i = 0; i < factor->n; i++) {
    g_string_append (out, i > 0 ? "," : "");
    couplet_append_json_string (out, threshold_name (evidence, factor->thresholds[i]));
  }
  g_string_append (out, "],\"values\":[");
  for (gsize i = 0; i < couplet_factor_size (factor->n); i++) {
    g_string_append (out, i > 0 ? "," : "");
    append_number (out, evidence, factor->values[i]);
  }
  g_string_append (out, "]}");
}

static void
append_vector (GString *out, const CoupletEvidence *evidence, guint32 vector)
{
  guint32 n = couplet_evidence_n_factors (evidence, vector);
  g_string_append_c (out, '[');
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (evidence, vector, i);
    g_string_append (out, i > 0 ? "," : "");
    append_factor (out, evidence, &factor);
  }
  g_string_append_c (out, ']');
}

static void
append_entries (GString *out, const CoupletEvidence *evidence)
{
  guint32 n = couplet_evidence_n_entries (evidence);
  g_string_append (out, ",\"entries\":[");
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (evidence, i);
    g_string_append (out, i > 0 ? ",{\"state\":" : "{\"state\":");
    couplet_append_json_string (out,
                                couplet_evidence_automaton (evidence)->states[entry.state].name);
    append_relations (out, evidence, &entry, FALSE);
    append_relations (out, evidence, &entry, TRUE);
    g_string_append (out, ",\"vectors\":[");
    for (guint32 j = 0; j < entry.n_vectors; j++) {
      g_string_append (out, j > 0 ? "," : "");
      append_vector (out, evidence, entry.first_vector + j);
    }
    g_string_append (out, "]}");
  }
  g_string_append_c (out, ']');
}

/* ---- Strategies ----------------------------------------------------------------------------- */

/* A number that does not depend on D, or an object keyed by it. */
static void
append_draw_shift (GString *out, const CoupletEvidence *evidence, const CoupletDrawShift *shift)
{
  const char *separator = "{";
  if (shift->at[0] == shift->at[1] && shift->at[1] == shift->at[2]) {
    append_number (out, evidence, shift->at[0]);
    return;
  }
  for (int difference = -1; difference <= 1; difference++)
    if (shift->at[difference + 1] != COUPLET_NUMBER_NONE) {
      g_string_append_printf (out, "%s\"%d\":", separator, difference);
      append_number (out, evidence, shift->at[difference + 1]);
      separator = ",";
    }
  g_string_append_c (out, '}');
}

/* Appends the shifts of step, which begin at shifts[*i], and moves *i behind them. */
static void
append_draw_shifts (GString *out, const CoupletEvidence *evidence, guint step, guint *i)
{
  guint n;
  const CoupletDrawShift *shifts = couplet_evidence_draw_shifts (evidence, &n);
  gboolean several = couplet_n_slots (couplet_evidence_automaton (evidence)) > 1;
  if (*i >= n || shifts[*i].step != step)
    return;
  g_string_append (out, several ? ",\"shifts\":{" : ",\"shift\":");
  for (guint first = *i; *i < n && shifts[*i].step == step; (*i)++) {
    g_string_append (out, *i > first ? "," : "");
    if (several) {
      couplet_append_json_string (out, threshold_name (evidence, shifts[*i].slot));
      g_string_append_c (out, ':');
    }
    append_draw_shift (out, evidence, &shifts[*i]);
  }
  g_string_append (out, several ? "}" : "");
}

static void
append_path (GString *out, const CoupletEvidence *evidence)
{
  guint n, shift = 0;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  g_string_append (out, ",\"path\":[");
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ",{" : "{");
    append_transition (out, couplet_evidence_automaton (evidence), walk[i].transition);
    append_draw_shifts (out, evidence, i, &shift);
    g_string_append_c (out, '}');
  }
  g_string_append_c (out, ']');
}

static void
append_class (GString *out, const CoupletEvidence *evidence, const CoupletShiftClass *class)
{
  const CoupletAutomaton *automaton = couplet_evidence_automaton (evidence);
  const char *separator = "";
  g_string_append_c (out, '{');
  if (automaton->n_thresholds > 1) {
    g_string_append (out, "\"threshold\":");
    couplet_append_json_string (out, automaton->thresholds[class->threshold]);
    g_string_append_c (out, ',');
  }
  g_string_append (out, "\"assignment\":{");
  append_transition (out, automaton, class->assignment);
  if (class->difference != COUPLET_SHIFT_UNUSED)
    g_string_append_printf (out, "},\"difference\":%d,\"next\":", class->difference);
  else
    g_string_append (out, "},\"next\":");
  if (class->next == COUPLET_NONE)
    g_string_append (out, "null");
  else {
    g_string_append_c (out, '{');
    append_transition (out, automaton, class->next);
    g_string_append_c (out, '}');
  }
  g_string_append (out, ",\"left\":[");
  for (int x = -1; x <= 1; x++)
    if ((class->left >> (x + 1) & 1) != 0) {
      g_string_append_printf (out, "%s%d", separator, x);
      separator = ",";
    }
  g_string_append (out, "],\"shift\":");
  append_number (out, evidence, class->shift);
  g_string_append_c (out, '}');
}

static void
append_strategy (GString *out, const CoupletEvidence *evidence)
{
  guint n;
  const CoupletShiftClass *classes = couplet_evidence_classes (evidence, &n);
  if (n == 0) {
    append_path (out, evidence);
    return;
  }
  g_string_append (out, ",\"classes\":[");
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? "," : "");
    append_class (out, evidence, &classes[i]);
  }
  g_string_append_c (out, ']');
}

static void
append_origin (GString *out, const CoupletOrigin *origin)
{
  g_string_append (out, ",\"input\":{\"file\":");
  couplet_append_json_string (out, origin->file);
  g_string_append (out, ",\"sha256\":");
  couplet_append_json_string (out, origin->sha256);
  g_string_append (out, ",\"parameters\":{");
  for (guint32 i = 0; i < origin->n_parameters; i++) {
    g_string_append (out, i > 0 ? "," : "");
    couplet_append_json_string (out, origin->parameters[i].name);
    g_string_append_c (out, ':');
    couplet_append_json_string (out, origin->parameters[i].value);
  }
  g_string_append (out, "}}");
}

void
couplet_evidence_append_json (GString *out, const CoupletEvidence *evidence)
{
  CoupletEvidenceKind kind = couplet_evidence_kind (evidence);
  const CoupletOrigin *origin = couplet_evidence_automaton (evidence)->origin;
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  g_autofree char *text = cost != NULL ? couplet_rational_to_string (cost) : NULL;
  g_string_append_printf (out, "{\"couplet_evidence\":1,\"kind\":\"%s\",\"automaton\":",
                          couplet_evidence_kind_to_string (kind));
  couplet_append_json_string (out, couplet_evidence_automaton (evidence)->name);
  if (origin != NULL)
    append_origin (out, origin);
  g_string_append (out, ",\"cost\":");
  couplet_append_json_string (out, text);
  if (kind == COUPLET_EVIDENCE_BOUND)
    append_entries (out, evidence);
  else if (kind == COUPLET_EVIDENCE_STRATEGY)
    append_strategy (out, evidence);
  else
    append_walk (out, evidence);
  g_string_append_c (out, '}');
}
