/* SPDX-License-Identifier: Apache-2.0 */
#include "bound_story.h"

#include "evidence_walks.h"
#include "naming.h"
#include "potential_rows.h"

#include <couplet/host/unfold.h>

enum { TRANSITION, NOISE };
enum { POTENTIAL, STATE, SHIFTS, ENOUGH, KNOWN };
enum { ROW, LABEL, DIFFERENCE, SHIFT, FROM, TO, INEQUALITY };

/* The potentials that are told, with the numbers that they are told by. */
typedef struct {
  Numbered *numbered;
  const Potentials *potentials;
  GArray *vectors;     /* guint32: the vectors that rows name, by their numbers from 1 */
  GArray *transitions; /* guint32: the same */
  guint potential_table;
} Bound;

/* ---- Which evidence -------------------------------------------------------------------------- */

/* The smallest BOUND that shows the result's cost, with its potentials; NULL = there is none that
 * the checker accepts. */
static Potentials *
find_potentials (const CoupletResult *result, const WalkSamples *worst)
{
  const CoupletEvidence *best = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      if (couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND &&
          couplet_evidence_automaton (evidence) != NULL &&
          couplet_evidence_cost (evidence) != NULL &&
          couplet_rational_compare (couplet_evidence_cost (evidence), result->bounds.upper) == 0 &&
          (best == NULL || couplet_evidence_size (evidence) < couplet_evidence_size (best)))
        best = evidence;
    }
  return best != NULL ? potentials_new (best, worst, MOST_PROOF_ROWS) : NULL;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The number of value in list, from 1, into which it is put where it is not there. */
static guint
number_of (GArray *list, guint32 value)
{
  guint i = 0;
  while (i < list->len && g_array_index (list, guint32, i) != value)
    i++;
  if (i == list->len)
    g_array_append_val (list, value);
  return i + 1;
}

/* `P2(1, 0)`: the shifts of the thresholds that it mentions. */
static void
put_potential (Line *line, const Bound *bound, const Potential *potential)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (bound->potentials->evidence);
  gboolean any = FALSE;
  line_put (line, "%s{v}%u{i}", "P", number_of (bound->vectors, potential->vector));
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (potential->shifts[v] != COUPLET_NO_SHIFT) {
      line_put (line, any ? ", %d" : "{(}%d", (int)potential->shifts[v]);
      any = TRUE;
    }
  if (any)
    line_put (line, "{)}");
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The draws of a step, with what they cost for each 1 that they shift from D. */
static void
put_parameters (Line *line, const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    if (i > 0)
      line_put (line, "; ");
    put_which_draw (line, samples, sample, FALSE);
    if (sample->kind == COUPLET_NOISELESS)
      line_put (line, ": no noise");
    else
      line_put (line, ": %s, %p{q}", couplet_noise_kind_to_string (sample->kind),
                &samples->automaton->numbers[sample->number]);
  }
  if (samples->samples->len == 0)
    line_put (line, "not used");
}

static void
tell_transitions (Bound *bound)
{
  const GPtrArray *rows = bound->potentials->rows;
  Table *table = numbered_table (bound->numbered,
                                 "Transitions, and the parameters of the draws that they use.", ">",
                                 "Transition", "Draws", NULL);
  for (guint i = 0; i < rows->len; i++) {
    const PotentialRow *row = rows->pdata[i];
    guint before = bound->transitions->len;
    guint number = number_of (bound->transitions, walk_transition (row->samples, 0));
    if (number <= before)
      continue;
    Row *line = table_add_row (table);
    line_put (row_cell (line, 0), "%s{v}%u{i}", "t", number);
    put_full_transition (row_cell (line, 1 + TRANSITION), row->samples->automaton,
                         walk_transition (row->samples, 0));
    put_parameters (row_cell (line, 1 + NOISE), row->samples);
  }
}

/* What is known at the entry: the order of thresholds, and differences so far. */
static void
put_known (Line *line, const CoupletAutomaton *a, const CoupletEvidenceEntry *entry)
{
  const char *before = "";
  for (guint32 i = 0; i < entry->n_relations; i++, before = ", ") {
    g_autofree char *known = couplet_known_to_string (a, &entry->relations[i]);
    line_put (line, "%s%s{c}", before, known);
  }
  if (entry->memory.change != 0) {
    line_put (line, "%sanswers have differed", before);
    if (a->adjacency == COUPLET_ADJACENT_MONOTONIC)
      line_put (line, " (%s{v}{=}%d)", "D", (int)entry->memory.change);
    before = ", ";
  }
  if (entry->memory.last != COUPLET_NOT_REMEMBERED)
    line_put (line, "%slast %s{v}{=}%d", before, "D", (int)entry->memory.last);
}

static gboolean
knows (const CoupletEvidenceEntry *entry)
{
  return entry->n_relations > 0 || entry->memory.change != 0 ||
         entry->memory.last != COUPLET_NOT_REMEMBERED;
}

static void
put_shifts (Line *line, const CoupletAutomaton *a, const gint8 *shifts)
{
  gboolean any = FALSE;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (shifts[v] != COUPLET_NO_SHIFT) {
      line_put (line, any ? ", %s{v}{=}%d" : "%s{v}{=}%d", a->thresholds[v], (int)shifts[v]);
      any = TRUE;
    }
}

/* Adds the row of potential, where it is the first to be told of it. */
static void
tell_potential (Bound *bound, Table *table, GHashTable *told, const Potential *potential)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (bound->potentials->evidence);
  CoupletEvidenceEntry entry = potentials_entry (bound->potentials, potential->vector);
  GString *key = g_string_new (NULL);
  g_string_append_printf (key, "%u", potential->vector);
  for (guint32 v = 0; v < a->n_thresholds; v++)
    g_string_append_printf (key, " %d", potential->shifts[v]);
  if (!g_hash_table_add (told, g_string_free (key, FALSE)))
    return;
  Row *row = table_add_row (table);
  put_potential (row_cell (row, POTENTIAL), bound, potential);
  line_put (row_cell (row, STATE), "%s{c}", a->states[entry.state].name);
  put_shifts (row_cell (row, SHIFTS), a, potential->shifts);
  line_put (row_cell (row, ENOUGH), "%p{q}", &potential->enough);
  if (table->columns->len > KNOWN)
    put_known (row_cell (row, KNOWN), a, &entry);
}

static gboolean
any_knows (const Potentials *potentials)
{
  for (guint i = 0; i < potentials->rows->len; i++) {
    const PotentialRow *row = potentials->rows->pdata[i];
    CoupletEvidenceEntry entry = potentials_entry (potentials, row->to.vector);
    if (knows (&entry))
      return TRUE;
  }
  return FALSE;
}

static void
tell_potentials (Bound *bound)
{
  const Potentials *potentials = bound->potentials;
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Table *table = numbered_table (
      bound->numbered,
      "Potentials: what is enough from each state on, for given shifts of the thresholds.",
      "Potential", "State", "Shifts", ">Enough", any_knows (potentials) ? "Known there" : NULL,
      NULL);
  bound->potential_table = bound->numbered->tables;
  tell_potential (bound, table, told, &potentials->start);
  for (guint i = 0; i < potentials->rows->len; i++) {
    const PotentialRow *row = potentials->rows->pdata[i];
    tell_potential (bound, table, told, &row->from);
    tell_potential (bound, table, told, &row->to);
  }
}

/* `7/4 >= 2 * 1/4 + 3/2` */
static void
put_inequality (Line *line, const PotentialRow *row)
{
  line_put (line, "%p{q}{>=}", &row->from.enough);
  for (guint i = 0; i < row->samples->samples->len; i++) {
    put_fee (line, row->samples, walk_sample (row->samples, i));
    line_put (line, "{+}");
  }
  line_put (line, mpq_sgn (row->to.enough.value) < 0 ? "{(}%p{q}{)}" : "%p{q}", &row->to.enough);
}

static void
tell_row (Bound *bound, Table *table, guint number, const PotentialRow *one)
{
  Row *row = table_add_row (table);
  line_put (row_cell (row, ROW), "%u", number);
  line_put (row_cell (row, LABEL), "%s{v}%u{i}", "t",
            number_of (bound->transitions, walk_transition (one->samples, 0)));
  for (guint i = 0; i < one->samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (one->samples, i);
    if (i == 0)
      line_put (row_cell (row, DIFFERENCE), "%d", sample->difference);
    line_put (row_cell (row, SHIFT), i > 0 ? ", %d" : "%d", sample->shift);
  }
  put_potential (row_cell (row, FROM), bound, &one->from);
  put_potential (row_cell (row, TO), bound, &one->to);
  put_inequality (row_cell (row, INEQUALITY), one);
}

static void
tell_rows (Bound *bound)
{
  Table *table = numbered_table (
      bound->numbered,
      "For each transition and difference: the potential before it is at least the cost of its "
      "draws with the given shifts plus the potential after it.",
      ">", "By", ">$D", ">$g", "From", "To", "Inequality", NULL);
  for (guint i = 0; i < bound->potentials->rows->len; i++)
    tell_row (bound, table, i + 1, bound->potentials->rows->pdata[i]);
}

/* ---- The proof ------------------------------------------------------------------------------- */

/* What the tables say, and the induction that concludes. */
static void
tell_induction (Bound *bound, const CoupletResult *result)
{
  const Potentials *potentials = bound->potentials;
  Line *line = document_paragraph (bound->numbered->telling->document);
  guint rows = bound->potential_table + 1;
  line_put (line,
            "%s{b}. A potential %s{v} of a state gives a number to some shifts of the "
            "thresholds. ",
            "Proof", "P");
  line_put (line, "(a) The first one, ");
  put_potential (line, bound, &potentials->start);
  line_put (line, "{=}%p{q}, is that of the initial state, at which nothing is stored. ",
            &potentials->start.enough);
  line_put (
      line,
      "(b) For each potential, each transition that leaves its state%s and each %s{v}, "
      "Table %u names a potential of the next state, with a row for each of the shifts at which "
      "that has a number (%s{v} is left out where no draw is used). The coupling in the row is "
      "valid, "
      "thresholds that are not stored keep their "
      "shifts, and the inequality holds. ",
      any_knows (potentials) ? ", and that what is known there allows," : "", "D", rows, "D");
  line_put (line, "(c) Each potential is at least %d at some shifts. ", 0);
  line_put (line,
            "By induction over its length, each walk leads to a potential %s{v} such that for all "
            "shifts at which it has a number, some valid coupling of the walk ends with these "
            "shifts and costs at most %p{q}{-}%s{v}: by (a) the empty walk, by (b) each longer "
            "one. By (c) each walk has a valid coupling that costs at most %p{q}, and Fact %u "
            "applies. (End of proof.)",
            "P", result->bounds.upper, "P", result->bounds.upper, bound->numbered->rules + 1);
}

/* How much of the tables is told, where it is not all. */
static void
put_left_out (Bound *bound, const CoupletResult *result)
{
  const Potentials *potentials = bound->potentials;
  Line *line = document_paragraph (bound->numbered->telling->document);
  guint64 left_out = potentials->n_rows - potentials->rows->len;
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, left_out);
  line_put (line,
            "The tables show the potentials and rows that the costliest walk needs. Another "
            "%s rows, of %u potentials in all, are in ",
            number, potentials->n_vectors);
  put_evidence_source (line, result);
}

static void
tell_tables (Bound *bound, const CoupletResult *result)
{
  tell_transitions (bound);
  tell_potentials (bound);
  tell_rows (bound);
  if (bound->potentials->n_rows != bound->potentials->rows->len)
    put_left_out (bound, result);
  tell_induction (bound, result);
}

void
tell_bound (Numbered *numbered)
{
  const CoupletStageResult *by;
  const CoupletResult *result = numbered->telling->result;
  g_autoptr (WalkSamples) worst = worst_walk (result, &by);
  g_autoptr (Potentials) potentials = find_potentials (result, worst);
  Line *line = numbered_statement (numbered, "Theorem", "privacy");
  line_put (line, "The mechanism is ");
  put_private (line, result, result->bounds.upper);
  line_put (line, ".");
  if (potentials == NULL) {
    line_put (document_paragraph (numbered->telling->document),
              "The method that found this bound gave no potentials that show it.");
    return;
  }
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  Bound bound = {numbered, potentials, vectors, transitions, 0};
  tell_tables (&bound, result);
}
