/* SPDX-License-Identifier: Apache-2.0 */
#include "numbered.h"

#include "naming.h"

#include <couplet/internal/provenance.h>

Line *
numbered_statement (Numbered *numbered, const char *kind, const char *title)
{
  Line *line = document_paragraph (numbered->telling->document);
  g_autofree char *head = g_strdup_printf ("%s %u", kind, ++numbered->statements);
  line_put (line, "%s{b}", head);
  if (title != NULL)
    line_put (line, " (%s)", title);
  line_put (line, ". ");
  return line;
}

static void
add_column (Table *table, const char *title)
{
  gboolean right = *title == '>';
  title += right;
  if (*title == '$')
    line_put (table_add_column (table, NULL, right), "%s{v}", title + 1);
  else
    table_add_column (table, *title != '\0' ? title : NULL, right);
}

Table *
numbered_table (Numbered *numbered, const char *says, ...)
{
  g_autofree char *head = g_strdup_printf ("Table %u", ++numbered->tables);
  line_put (document_paragraph (numbered->telling->document), "%s{b}. %s", head, says);
  Table *table = document_table (numbered->telling->document);
  va_list titles;
  va_start (titles, says);
  for (const char *title; (title = va_arg (titles, const char *)) != NULL;)
    add_column (table, title);
  va_end (titles);
  return table;
}

void
put_private (Line *line, const CoupletResult *result, const CoupletRational *cost)
{
  Line *exponent = line_new ();
  put_cost (exponent, cost);
  line_put (line, "%p{l}-differentially private for ", exponent);
  line_free (exponent);
  if (result->epsilon != NULL)
    line_put (line, "%s{c}", result->epsilon);
  else
    line_put (line, "every {eps}");
}

void
put_never_private (Line *line)
{
  line_put (
      line,
      "The mechanism is not %s{v}{*}{eps}-differentially private for any %s{v}, at any {eps}.", "d",
      "d");
}

void
put_evidence_source (Line *line, const CoupletResult *result)
{
  const CoupletOrigin *origin =
      result->linear != NULL ? result->linear->origin : result->automaton->origin;
  g_autofree char *file = g_path_get_basename (result->file);
  g_autofree char *parameters = origin != NULL ? couplet_origin_parameters (origin) : g_strdup ("");
  g_autofree char *command = g_strdup_printf ("couplet verify --evidence-dir FOLDER %s%s%s",
                                              parameters, *parameters != '\0' ? " " : "", file);
  line_put (line, "the evidence that %s{c} writes, and that %s{c} checks.", command,
            "couplet check FOLDER");
}

/* ---- A walk ---------------------------------------------------------------------------------- */

enum { NUMBER, STEP, DIFFERENCE, RATE, WEIGHT, TURNS };

/* The cells that are about a draw of the walk. */
static void
put_draw_cells (const Row *row, const WalkSamples *samples, const Multipliers *m, guint index)
{
  g_auto (CoupletRational) rate;
  couplet_rational_init (&rate);
  const WalkSample *sample = walk_sample (samples, index);
  line_put (row_cell (row, NUMBER), "%u", index + 1);
  walk_sample_rate (samples, sample, &rate);
  if (sample->kind == COUPLET_NOISELESS)
    line_put (row_cell (row, RATE), "none");
  else
    line_put (row_cell (row, RATE),
              couplet_noise_is_one_sided (sample->kind) ? "%p{q} (exponential)" : "%p{q}", &rate);
  if (m == NULL)
    return;
  line_put (row_cell (row, WEIGHT), "%p{q}", &m->weights[index]);
  line_put (row_cell (row, TURNS), "%u", m->turns[index]);
}

void
tell_proof_walk (Numbered *numbered, const WalkSamples *samples, const Multipliers *m)
{
  guint next = 0;
  Table *table = numbered_table (numbered, "The walk and its draws.", ">Draw", "Step", ">$D",
                                 ">Parameter", m != NULL ? ">Weight" : NULL, ">Turns", NULL);
  for (guint step = 0; step < samples->walk->len; step++) {
    gboolean first = TRUE;
    do {
      Row *row = table_add_row (table);
      if (first) {
        const CoupletWalkStep *taken = &g_array_index (samples->walk, CoupletWalkStep, step);
        put_transition (row_cell (row, STEP), samples->automaton, taken->transition);
        line_put (row_cell (row, DIFFERENCE), "%d", (int)taken->difference);
      }
      first = FALSE;
      if (next < samples->samples->len && walk_sample (samples, next)->step == step)
        put_draw_cells (row, samples, m, next++);
    } while (next < samples->samples->len && walk_sample (samples, next)->step == step);
  }
}
