/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy_story.h"

#include <couplet/internal/graph.h>
#include <couplet/internal/step.h>

#include "naming.h"

#include <string.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
} Place;

/* ---- What a draw pays ----------------------------------------------------------------------- */

#define MOST_COMPARED 3 /* thresholds: a row for each choice of their shifts */

/* A choice of shifts, -1, 0 or 1, one for each literal of a draw. */
typedef struct {
  gint8 at[MOST_COMPARED];
} Choice;

static Choice
choice_number (guint number)
{
  Choice choice;
  for (guint i = MOST_COMPARED; i-- > 0; number /= 3)
    choice.at[i] = (gint8)(1 - (int)(number % 3));
  return choice;
}

/* The shifts that the literals of draw leave it beside the thresholds' shifts. */
static CoupletShifts
shifts_left (const Place *place, const CoupletSample *draw, const Choice *choice)
{
  g_autofree gint8 *x = g_new0 (gint8, place->automaton->n_thresholds);
  for (guint32 i = 0; i < draw->n_literals; i++)
    x[draw->literals[i].threshold] = choice->at[i];
  return couplet_literals_left (draw->literals, draw->n_literals, x);
}

/* pays and, with one threshold, what the fresh output of transition pays. */
static CoupletCost
add_fresh (const Place *place, guint32 transition, int difference, CoupletCost pays)
{
  if (place->automaton->n_thresholds > 1)
    return pays;
  return couplet_cost_add (place->unit, pays,
                           couplet_fresh_cost (place->automaton, place->components, place->unit,
                                               transition, difference));
}

/* The cheapest shift of draw under a difference; *pays is infinite when there is none. */
static int
cheapest_shift (const Place *place, guint32 transition, const CoupletSample *draw,
                const Choice *choice, int difference, CoupletCost *pays)
{
  gint8 fees[3];
  CoupletShifts left = shifts_left (place, draw, choice);
  couplet_sample_fees (draw, difference, fees);
  *pays = add_fresh (place, transition, difference,
                     couplet_cost_of_fee (place->unit, couplet_least_fee (fees, left), draw->d));
  return *pays != COUPLET_COST_INFINITE ? couplet_cheapest_shift (fees, left) : 0;
}

/* The differences at which draw pays most for some shift. */
static guint32
worst_differences (const Place *place, guint32 transition, const CoupletSample *draw,
                   gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  return couplet_worst_differences (place->automaton, place->components, transition, draw, 1,
                                    differences);
}

static void
tell_choice (Table *table, const Place *place, guint32 transition, const CoupletSample *draw,
             const Choice *choice)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES] = {0};
  guint32 n = worst_differences (place, transition, draw, differences), worst = 0;
  CoupletCost pays[COUPLET_MOST_DIFFERENCES] = {0};
  int shifts[COUPLET_MOST_DIFFERENCES] = {0};
  for (guint32 i = 0; i < n; i++) {
    shifts[i] = cheapest_shift (place, transition, draw, choice, differences[i], &pays[i]);
    worst = couplet_cost_compare (pays[i], pays[worst]) > 0 ? i : worst;
  }
  Row *row = table_add_row (table);
  for (guint32 i = 0; i < draw->n_literals; i++)
    line_put (row_cell (row, i), "%d", choice->at[i]);
  line_put (row_cell (row, draw->n_literals), "%d", (int)differences[worst]);
  if (pays[worst] != COUPLET_COST_INFINITE)
    line_put (row_cell (row, draw->n_literals + 1), "%d", shifts[worst]);
  put_unit_cost (row_cell (row, draw->n_literals + 2), place->unit, pays[worst]);
}

/* A row for each choice of the shifts of the thresholds that draw is compared with. */
static void
tell_compared (Document *document, const Place *place, guint32 transition,
               const CoupletSample *draw)
{
  guint choices = 1;
  Table *table = document_table (document);
  for (guint32 i = 0; i < draw->n_literals; i++, choices *= 3)
    line_put (table_add_column (table, "Shift of ", TRUE), "%s{v}",
              place->automaton->thresholds[draw->literals[i].threshold]);
  table_add_column (table, "Worst D", TRUE);
  table_add_column (table, "Draw shifts by", TRUE);
  table_add_column (table, "Pays", TRUE);
  for (guint number = 0; number < choices; number++) {
    Choice choice = choice_number (number);
    /* choice_number() fills all places, and the last ones vary */
    memmove (choice.at, choice.at + MOST_COMPARED - draw->n_literals,
             draw->n_literals * sizeof *choice.at);
    tell_choice (table, place, transition, draw, &choice);
  }
}

/* A row for each difference and each shift of a draw that is stored. */
static void
tell_stored (Document *document, const Place *place, guint32 transition, const CoupletSample *draw)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = worst_differences (place, transition, draw, differences);
  Table *table = document_table (document);
  table_add_column (table, "D", TRUE);
  Line *title = table_add_column (table, "New shift of ", TRUE);
  for (guint32 i = 0; i < draw->n_assigned; i++)
    line_put (title, i > 0 ? ", %s{v}" : "%s{v}", place->automaton->thresholds[draw->assigned[i]]);
  table_add_column (table, "Pays", TRUE);
  for (guint32 i = 0; i < n; i++)
    for (int g = 1; g >= -1; g--) {
      Row *row = table_add_row (table);
      line_put (row_cell (row, 0), "%d", (int)differences[i]);
      line_put (row_cell (row, 1), "%d", g);
      CoupletCost pays = couplet_sample_cost (draw, place->unit, differences[i], g);
      put_unit_cost (row_cell (row, 2), place->unit,
                     add_fresh (place, transition, differences[i], pays));
    }
}

static void
tell_draw_pays (Document *document, const Place *place, guint32 transition,
                const CoupletSample *draw)
{
  if (draw->n_assigned > 0)
    tell_stored (document, place, transition, draw);
  else if (draw->n_literals <= MOST_COMPARED)
    tell_compared (document, place, transition, draw);
  else
    line_put (document_paragraph (document),
              "It is compared with %u thresholds: too many for a table of what it pays.",
              draw->n_literals);
}

/* ---- Conditions ---------------------------------------------------------------------------- */

static void
put_conditions (Line *line, const CoupletAutomaton *a, const CoupletSample *draw, gboolean cycle)
{
  const char *before = "";
  for (guint32 i = 0; i < draw->n_literals; i++)
    for (guint32 c = COUPLET_LESS; c <= COUPLET_GREATER_EQUAL; c++)
      if ((draw->literals[i].comparison & c) != 0) {
        line_put (line, "%s", before);
        line_put (line, c == COUPLET_LESS ? "%s{v}{<=}" : "%s{v}{>=}", "g");
        line_put (line, "the shift of %s{v}", a->thresholds[draw->literals[i].threshold]);
        before = "; ";
      }
  if (draw->outputs) {
    line_put (line, "%s%s{v}{=}%d, since it is output", before, "g", 0);
    before = "; ";
  }
  if (draw->tight) {
    line_put (line, "%s%s{v}{=}%s{v} for every %s{v}, since it ", before, "g", "D", "D");
    line_put (line, cycle ? "may repeat" : "has no noise");
    before = "; ";
  }
  if (couplet_noise_is_one_sided (draw->noise)) {
    line_put (line, "%s%s{v}{>=}%s{v}, since its noise is exponential", before, "g", "D");
    before = "; ";
  }
  for (guint32 i = 0; i < draw->n_assigned; i++) {
    line_put (line, "%safterwards %s{v} shifts by %s{v}", before, a->thresholds[draw->assigned[i]],
              "g");
    before = "; ";
  }
}

static void
tell_draws (Document *document, const Place *place, guint32 transition)
{
  const CoupletAutomaton *a = place->automaton;
  g_autofree CoupletSample *draws = g_new (CoupletSample, couplet_n_slots (a));
  guint32 n = couplet_samples_load (draws, a, place->components, place->unit, transition);
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  gboolean cycle = couplet_on_cycle (a, place->components, transition);
  for (guint32 i = 0; i < n; i++) {
    g_autofree char *d = couplet_number_to_string (a, noise->d[draws[i].slot]);
    Line *line = document_item (document);
    if (couplet_n_slots (a) > 1)
      line_put (line, "its draw for %s{v}, noise parameter %s{m}: ", a->thresholds[draws[i].slot],
                d);
    else
      line_put (line, "its draw, noise parameter %s{m}: ", d);
    put_conditions (line, a, &draws[i], cycle);
    if (a->n_thresholds > 1)
      tell_draw_pays (document, place, transition, &draws[i]);
  }
  if (couplet_output_of (a, transition)->kind == COUPLET_FRESH) {
    g_autofree char *d = couplet_number_to_string (a, noise->d_fresh);
    line_put (document_item (document),
              "its fresh draw, noise parameter %s{m}: %s{v}{=}%d, since it is "
              "output",
              d, "g", 0);
  } else if (n == 0)
    line_put (document_item (document), "no draw is used: free");
  if (a->n_thresholds == 1 && n > 0) /* after what is said of a fresh draw, which it includes */
    tell_draw_pays (document, place, transition, &draws[0]);
}

/* ---- The worst path ------------------------------------------------------------------------- */

static void
tell_use (Document *document, const WalkSamples *worst, guint32 transition)
{
  Line *line = NULL;
  for (guint i = 0; worst != NULL && i < worst->samples->len; i++) {
    const WalkSample *sample = walk_sample (worst, i);
    if (walk_transition (worst, sample->step) != transition)
      continue;
    if (line == NULL) {
      line = document_paragraph (document);
      line_put (line, "On the worst path: ");
    } else
      line_put (line, "; ");
    line_put (line, "step %u couples its ", sample->step + 1);
    put_which_draw (line, worst, sample, FALSE);
    line_put (line, " by ");
    put_coupling (line, worst, sample);
    line_put (line, " for %s{v}{=}%d", "D", sample->difference);
  }
}

/* `, D = 0`: the differences that the transition is taken with, where it stands for some only. */
static void
put_differences (Line *line, const CoupletAutomaton *a, guint32 transition)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (a, transition, differences);
  for (guint32 i = 0; a->differences != NULL && i < n; i++) {
    line_put (line, i == 0 ? ", %s{v}{=}" : " or %s{v}{=}", "D");
    line_put (line, "%d", (int)differences[i]);
  }
}

gboolean
tell_strategy (Document *document, const CoupletAutomaton *automaton, guint32 first, guint32 end,
               const WalkSamples *worst, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_free_cycles (automaton);
  Place place = {automaton, components, unit};
  for (guint32 t = first; t < end; t++) {
    Line *heading = document_heading (document, 2);
    put_full_transition (heading, automaton, t);
    put_differences (heading, automaton, t);
    if (!automaton->reachable[automaton->source[t]]) {
      line_put (document_paragraph (document), "It cannot be reached.");
      continue;
    }
    tell_draws (document, &place, t);
    tell_use (document, worst, t);
  }
  return TRUE;
}
