/* SPDX-License-Identifier: Apache-2.0 */
#include "summary_story.h"

#include "naming.h"

#define SHORT_DIGEST 16 /* digits of it that are told */

/* The line of a new row. */
static Line *
add_fact (Table *table, const char *name)
{
  Row *row = table_add_row (table);
  line_put (row_cell (row, 0), "%s", name);
  return row_cell (row, 1);
}

static void
add_text (Table *table, const char *name, const char *text)
{
  if (text != NULL)
    line_put (add_fact (table, name), "%s", text);
}

/* What was read: parameters, and which bytes. */
static void
add_origin (Table *table, const CoupletOrigin *origin)
{
  if (origin == NULL)
    return;
  for (guint32 i = 0; i < origin->n_parameters; i++) {
    const CoupletDefinition *parameter = &origin->parameters[i];
    g_autofree char *option = g_strdup_printf ("-D %s=%s", parameter->name, parameter->value);
    line_put (add_fact (table, i == 0 ? "Parameters" : ""), "%s{c}", option);
  }
  if (origin->sha256 != NULL) {
    g_autofree char *digest = g_strndup (origin->sha256, SHORT_DIGEST);
    line_put (add_fact (table, "SHA-256"), "%s{c} ...", digest);
  }
}

/* The d that are proven: the least one, or what it lies between. */
static void
add_bounds (Table *table, const CoupletResult *result)
{
  const CoupletRational *upper = result->bounds.upper, *least = couplet_result_least (result);
  gboolean has_lower = least != NULL && mpq_sgn (least->value) > 0;
  gboolean exact =
      upper != NULL && (mpq_sgn (upper->value) == 0 || couplet_bounds_are_exact (&result->bounds));
  if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE) {
    line_put (add_fact (table, "Least d"), "none: no d is enough");
    return;
  }
  if (upper == NULL && !has_lower)
    return;
  Line *line = add_fact (table, exact ? "Least d" : "Bounds of d");
  if (exact)
    line_put (line, "%p{q}", upper);
  else {
    if (has_lower)
      line_put (line, "at least %p{q}%s", least,
                couplet_result_is_snapped (result) ? " in exact arithmetic" : "");
    if (upper != NULL)
      line_put (line, "%sat most %p{q}", has_lower ? ", " : "", upper);
  }
}

static void
add_model (Table *table, const CoupletResult *result)
{
  const CoupletAutomaton *automaton =
      result->linear != NULL ? result->linear->automaton : result->automaton;
  add_text (table, "Sampling", result->sampling);
  if (automaton->adjacency != COUPLET_ADJACENT_ANY)
    add_text (table, "Adjacency", couplet_adjacency_to_string (automaton->adjacency));
  if (mpq_cmp_ui (automaton->sensitivity.value, 1, 1) != 0)
    line_put (add_fact (table, "Sensitivity"), "%p{q}", &automaton->sensitivity);
  add_text (table, "Range of epsilon", result->epsilon);
  if (result->linear != NULL)
    line_put (add_fact (table, "Lists"), "%s%u answers", result->linear->exactly ? "" : "up to ",
              result->linear->lists[result->linear->n_lists - 1].n_answers);
}

static void
add_claim (Table *table, const CoupletResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return;
  Line *line = add_fact (table, "Claim");
  put_cost (line, &result->claim);
  line_put (line, ": %s", couplet_claim_verdict_to_string (result->claim_verdict));
}

void
tell_summary (Document *document, const CoupletResult *result)
{
  Table *table = document_table (document);
  g_autofree char *file = g_path_get_basename (result->file);
  table_add_column (table, "Verified", FALSE);
  line_put (table_add_column (table, NULL, FALSE), "%s{c}", file);
  if (result->name != NULL && *result->name != '\0')
    add_text (table, "Mechanism", result->name);
  add_origin (table, result->linear != NULL ? result->linear->origin : result->automaton->origin);
  add_model (table, result);
  add_text (table, "Verdict",
            result->verdict == COUPLET_VERDICT_NOT_PRIVATE
                ? "not private"
                : couplet_verdict_to_string (result->verdict));
  add_bounds (table, result);
  add_claim (table, result);
}
