/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create */
#include "glpk_answer.h"

#include "walk_evidence.h"
#include "dump.h"
#include "exact_text.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Every sample shifted away from its difference as far as it can be. */
static CoupletCost
dearest (const WalkGraph *graph, const GraphStep *step)
{
  CoupletCost sum = step->fixed;
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    const CoupletLetterPart *part = &step->letter->parts[p];
    CoupletCost most = 0;
    for (int g = -1; g <= 1; g++)
      if (graph_step_chooses (step, p) && couplet_shifts_have (step->shifts[p], g))
        most = couplet_cost_max (most, graph_part_cost (graph, part, g));
    sum = couplet_cost_add (graph->unit, sum, most);
  }
  return sum;
}

/* The dearest walk, when every sample costs all it can. */
static CoupletCost
heaviest_walk (const GlpkWork *work)
{
  g_autoptr (GraphStep) step = graph_step_new (work->graph);
  g_autofree CoupletCost *most = g_new0 (CoupletCost, work->graph->n_nodes);
  for (guint32 e = work->graph->edges->len; e-- > 0;) {
    CoupletCost *at = &most[walk_graph_source_node (work->graph, e)];
    graph_step_load (step, work->graph, walk_graph_edge (work->graph, e));
    *at = couplet_cost_max (
        *at, couplet_cost_add (work->unit, most[step->node], dearest (work->graph, step)));
  }
  return most[0];
}

CoupletCost
glpk_upper_bound (const GlpkWork *work)
{
  CoupletCost heaviest = heaviest_walk (work);
  if (work->cost_to_go == NULL)
    return heaviest;
  return couplet_cost_min (heaviest, shift_tables_min (work->tables, 0, work->cost_to_go));
}

void
glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper, const char *reason)
{
  g_auto (CoupletRational) least;
  g_auto (CoupletRational) most;
  couplet_rational_init (&least);
  couplet_rational_init (&most);
  couplet_cost_to_rational (work->unit, lower, &least);
  couplet_cost_to_rational (work->unit, upper, &most);
  if (couplet_cost_compare (lower, upper) >= 0) {
    couplet_outcome_set_cost (work->outcome, &least, COUPLET_GUARANTEE_EXACT);
    return;
  }
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  couplet_outcome_set_bounds (work->outcome, &least, &most);
  couplet_outcome_set_reason (work->outcome, "%s", reason);
}

void
glpk_save_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper)
{
  glpk_answer_bracket (work, lower, upper, "");
  couplet_outcome_save (work->outcome, work->context);
}

void
glpk_answer_uncertified (const GlpkWork *work, CoupletCost cost, CoupletCost upper)
{
  g_auto (CoupletRational) value;
  g_auto (CoupletRational) most;
  couplet_rational_init (&value);
  couplet_rational_init (&most);
  couplet_cost_to_rational (work->unit, cost, &value);
  couplet_cost_to_rational (work->unit, upper, &most);
  couplet_outcome_set_cost (work->outcome, &value, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_bounds (work->outcome, &value, &most);
  couplet_outcome_set_certified (work->outcome, FALSE);
  couplet_outcome_set_reason (work->outcome,
                              "that no walk costs more rests on GLPK's floating-point search");
}

void
glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const guint32 *edges, guint n,
                      const gint8 *shifts)
{
  g_autoptr (WalkProgram) program = walk_program_new (work->graph, edges, n);
  CoupletEvidence *evidence =
      walk_evidence_new (work->graph, edges, n, shifts != NULL ? program : NULL, shifts);
  couplet_evidence_set_unit_cost (evidence, work->unit, cost);
  couplet_outcome_take_evidence (work->outcome, evidence);
}

/* ---- Programs as files ---- */

gboolean
lp_dump_open (LpDump *dump, const GlpkWork *work, GError **error)
{
  *dump = (LpDump){.file = -1};
  if (*work->options->dump_folder == '\0')
    return TRUE;
  dump->file = memfd_create ("program", MFD_CLOEXEC);
  g_snprintf (dump->path, sizeof dump->path, "/proc/self/fd/%d", dump->file);
  if (dump->file >= 0)
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "there is no memory for a dump");
  return FALSE;
}

const char *
lp_dump_path (const LpDump *dump)
{
  return dump->file >= 0 ? dump->path : NULL;
}

/* What is in file; NULL when it is no whole text. The caller frees it. */
static char *
read_all (int file)
{
  off_t size = lseek (file, 0, SEEK_END);
  if (size <= 0)
    return NULL;
  g_autofree char *text = g_malloc0 ((gsize)size + 1);
  for (off_t at = 0; at < size;) {
    gssize n = pread (file, text + at, (gsize)(size - at), at);
    if (n <= 0)
      return NULL;
    at += n;
  }
  return g_str_has_suffix (text, "\nEnd\n") ? g_steal_pointer (&text) : NULL;
}

gboolean
lp_dump_close (LpDump *dump, const GlpkWork *work, char *exact, guint64 number, GError **error)
{
  g_autofree char *numbers = exact;
  if (dump->file < 0)
    return TRUE;
  g_autofree char *program = read_all (dump->file);
  g_autofree char *problem =
      number == 0 ? g_strdup ("milp") : g_strdup_printf ("lp-%" G_GUINT64_FORMAT, number);
  close (dump->file);
  dump->file = -1;
  if (program != NULL) {
    g_autofree char *text = exact_text_insert (program, numbers);
    return dump_write (work->context, work->automaton, work->options->dump_folder, problem, "lp",
                       text, strlen (text), error);
  }
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "the dump cannot be written: GLPK gives no text for %s", problem);
  return FALSE;
}
