/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_recall.h"

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
  recall->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
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

/* Adds what is known behind the step's source to what is known at its target; TRUE when that
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
