/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_flow.h"

#include <couplet/internal/pair_hash.h>

/* From reading from to reading to, assigning some thresholds; or, with to
 * COUPLET_NONE, a comparison at from. */
typedef struct {
  guint32 from, to;
  guint32 first_assigned, n_assigned;
  guint32 threshold; /* compared */
  SvtPlace place;
} Edge;

struct SvtFlow {
  const SvtProgram *program;
  const SvtCode *code;
  const SvtStates *states;
  GHashTable *seen; /* GString: edges as bytes */
  GString *key;
  GArray *edges;    /* Edge, each once */
  GArray *assigned; /* guint32 */
  guint32 words;    /* of a set of thresholds */
};

static void
free_key (gpointer key)
{
  g_string_free (key, TRUE);
}

SvtFlow *
svt_flow_new (const SvtProgram *program, const SvtCode *code, const SvtStates *states)
{
  SvtFlow *flow = g_new0 (SvtFlow, 1);
  flow->program = program;
  flow->code = code;
  flow->states = states;
  flow->seen =
      g_hash_table_new_full ((GHashFunc)g_string_hash, (GEqualFunc)g_string_equal, free_key, NULL);
  flow->key = g_string_new (NULL);
  flow->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  flow->assigned = g_array_new (FALSE, FALSE, sizeof (guint32));
  flow->words = (program->thresholds->len + 63) / 64;
  return flow;
}

void
svt_flow_free (SvtFlow *flow)
{
  if (flow == NULL)
    return;
  g_hash_table_unref (flow->seen);
  g_string_free (flow->key, TRUE);
  g_array_unref (flow->edges);
  g_array_unref (flow->assigned);
  g_free (flow);
}

/* TRUE the first time. */
static gboolean
is_new (SvtFlow *flow, const guint32 *numbers, guint32 n, const guint32 *more, guint32 n_more)
{
  g_string_truncate (flow->key, 0);
  g_string_append_len (flow->key, (const char *)numbers, (gssize)(n * sizeof (guint32)));
  if (n_more > 0)
    g_string_append_len (flow->key, (const char *)more, (gssize)(n_more * sizeof (guint32)));
  if (g_hash_table_contains (flow->seen, flow->key))
    return FALSE;
  g_hash_table_add (flow->seen, g_string_new_len (flow->key->str, (gssize)flow->key->len));
  return TRUE;
}

static void
add_comparisons (SvtFlow *flow, const SvtWalker *walker, const SvtWay *way, guint32 from)
{
  for (guint32 i = 0; i < way->n_decisions; i++) {
    const SvtDecision *made =
        &g_array_index (walker->decisions, SvtDecision, way->first_decision + i);
    guint32 numbers[] = {from, COUPLET_NONE, made->threshold, made->place.offset};
    Edge edge = {from, COUPLET_NONE, 0, 0, made->threshold, made->place};
    if (is_new (flow, numbers, G_N_ELEMENTS (numbers), NULL, 0))
      g_array_append_val (flow->edges, edge);
  }
}

void
svt_flow_add (SvtFlow *flow, const SvtWalker *walker, const SvtWay *way)
{
  if (flow == NULL)
    return;
  guint32 from = svt_code_index (flow->code, walker->reading);
  add_comparisons (flow, walker, way, from);
  if (way->target == COUPLET_NONE)
    return;
  const guint32 *assigned = (const guint32 *)(gpointer)walker->assigned->data;
  guint32 numbers[] = {from, svt_states_reading (flow->states, way->target)};
  Edge edge = {from, numbers[1], flow->assigned->len, way->n_assigned, COUPLET_NONE, {0}};
  if (way->n_assigned > 0)
    assigned += way->first_assigned;
  if (!is_new (flow, numbers, G_N_ELEMENTS (numbers), assigned, way->n_assigned))
    return;
  g_array_append_vals (flow->assigned, assigned, way->n_assigned);
  g_array_append_val (flow->edges, edge);
}

/* Narrows the set of edge's target; TRUE when it got smaller. */
static gboolean
narrow (const SvtFlow *flow, guint64 *sets, guint64 *behind, const Edge *edge)
{
  const guint64 *source = &sets[(gsize)edge->from * flow->words];
  guint64 *target = &sets[(gsize)edge->to * flow->words];
  gboolean smaller = FALSE;
  memcpy (behind, source, flow->words * sizeof (guint64));
  for (guint32 i = 0; i < edge->n_assigned; i++) {
    guint32 v = g_array_index (flow->assigned, guint32, edge->first_assigned + i);
    behind[v / 64] |= G_GUINT64_CONSTANT (1) << (v % 64);
  }
  for (guint32 w = 0; w < flow->words; w++) {
    smaller |= (target[w] & ~behind[w]) != 0;
    target[w] &= behind[w];
  }
  return smaller;
}

static void
report_edge (const SvtFlow *flow, const Edge *edge)
{
  const SvtName *name = g_ptr_array_index (flow->program->thresholds, edge->threshold);
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (flow->program->reporter, edge->place,
             "threshold %s is compared here, but some run comes here before it has a value; "
             "expected 'threshold %s = ...' or '%s := ...' on every way to this place",
             quoted, name->text, name->text);
}

void
svt_flow_check (SvtFlow *flow, guint32 start)
{
  if (flow == NULL)
    return;
  gsize n = (gsize)flow->code->readings->len * flow->words;
  g_autofree guint64 *sets = g_new (guint64, n);
  g_autofree guint64 *behind = g_new (guint64, flow->words);
  memset (sets, 0xff, n * sizeof (guint64));
  guint64 *first = &sets[(gsize)start * flow->words];
  memset (first, 0, flow->words * sizeof (guint64));
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < flow->edges->len; i++) {
      const Edge *edge = &g_array_index (flow->edges, Edge, i);
      if (edge->to != COUPLET_NONE)
        changed |= narrow (flow, sets, behind, edge);
    }
  }
  for (guint i = 0; i < flow->edges->len; i++) {
    const Edge *edge = &g_array_index (flow->edges, Edge, i);
    const guint64 *set = &sets[(gsize)edge->from * flow->words];
    if (edge->to == COUPLET_NONE &&
        ((set[edge->threshold / 64] >> (edge->threshold % 64)) & 1) == 0)
      report_edge (flow, edge);
  }
}

/* ---- Answers that are read again ---- */

/* What the private reading before may be. */
enum { NONE = 1, SOME = 2, SEVERAL = 4 };

typedef struct {
  guint32 from, to; /* readings */
} Step;

struct SvtRecall {
  const SvtProgram *program;
  const SvtCode *code;
  GHashTable *seen; /* Step as a number */
  GArray *steps;    /* Step, each once */
};

static CoupletInput
input_of (const SvtRecall *recall, guint32 reading)
{
  return svt_code_reading (recall->code, reading)->statement->draw->input;
}

static gboolean
is_argmax (const SvtRecall *recall, guint32 reading)
{
  return svt_code_reading (recall->code, reading)->statement->output == SVT_OUTPUT_ARGMAX;
}

static gboolean
reads_again (const SvtCode *code)
{
  for (guint i = 0; i < code->readings->len; i++)
    if (svt_code_reading (code, i)->statement->draw->input == COUPLET_AGAIN)
      return TRUE;
  return FALSE;
}

SvtRecall *
svt_recall_new (const SvtProgram *program, const SvtCode *code)
{
  if (!reads_again (code))
    return NULL;
  SvtRecall *recall = g_new0 (SvtRecall, 1);
  recall->program = program;
  recall->code = code;
  recall->seen = g_hash_table_new_full (couplet_hash_pair, g_int64_equal, g_free, NULL);
  recall->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  return recall;
}

void
svt_recall_free (SvtRecall *recall)
{
  if (recall == NULL)
    return;
  g_hash_table_unref (recall->seen);
  g_array_unref (recall->steps);
  g_free (recall);
}

void
svt_recall_add (SvtRecall *recall, const SvtWalker *walker, const SvtWay *way)
{
  if (recall == NULL || way->target == COUPLET_NONE)
    return;
  Step step = {svt_code_index (recall->code, walker->reading),
               svt_states_reading (walker->states, way->target)};
  gint64 key = (gint64)((guint64)step.from << 32 | step.to);
  if (g_hash_table_add (recall->seen, g_memdup2 (&key, sizeof key)))
    g_array_append_val (recall->steps, step);
}

/* Adds what is known after the step's source to what is known at its target; TRUE when that
 * is more. */
static gboolean
spread (const SvtRecall *recall, guint8 *before, const Step *step)
{
  CoupletInput input = input_of (recall, step->from);
  guint8 behind = before[step->from] == 0    ? 0
                  : input == COUPLET_PRIVATE ? (is_argmax (recall, step->from) ? SEVERAL : SOME)
                                             : before[step->from];
  gboolean more = (behind & ~before[step->to]) != 0;
  before[step->to] |= behind;
  return more;
}

static void
report (const SvtRecall *recall, const SvtStatement *read, guint8 before)
{
  if ((before & NONE) == 0)
    svt_error (recall->program->reporter, read->draw->place,
               "an answer is read again here, but some run comes here from an argmax, which reads "
               "several; expected a reading of 'private' in between");
  else
    svt_error (recall->program->reporter, read->draw->place,
               "an answer is read again here, but some run comes here before a private one is "
               "read; expected a reading of 'private' on every way to this place");
}

void
svt_recall_check (SvtRecall *recall, guint32 start)
{
  if (recall == NULL)
    return;
  guint n = recall->code->readings->len;
  g_autofree guint8 *before = g_new0 (guint8, n);
  before[start] = NONE;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < recall->steps->len; i++)
      changed |= spread (recall, before, &g_array_index (recall->steps, Step, i));
  }
  for (guint i = 0; i < n; i++)
    if (input_of (recall, i) == COUPLET_AGAIN && (before[i] & (NONE | SEVERAL)) != 0)
      report (recall, svt_code_reading (recall->code, i)->statement, before[i]);
}
