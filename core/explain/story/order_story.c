/* SPDX-License-Identifier: Apache-2.0 */
#include "order_story.h"

#include <couplet/host/unfold.h>

#include "naming.h"
#include "unfolded.h"

#define MOST_NOTES 40 /* of one walk */

/* ---- What cannot be taken ------------------------------------------------------------- */

static void
put_known (Line *line, const CoupletAutomaton *a, const CoupletKnown *known)
{
  g_autofree char *text = couplet_known_to_string (a, known);
  line_put (line, "%s{c}", text);
}

gboolean
put_why_impossible (Line *line, const CoupletAutomaton *automaton, guint32 state,
                    guint32 transition)
{
  CoupletKnown needed, contrary;
  if (!couplet_known_contradiction (automaton, state, transition, &needed, &contrary))
    return FALSE;
  line_put (line, "it needs ");
  put_known (line, automaton, &needed);
  line_put (line, ", but ");
  put_known (line, automaton, &contrary);
  line_put (line, " is known");
  return TRUE;
}

/* One item for a transition that cannot be taken at state; step NULL: whenever. */
static void
tell_one_impossible (Document *document, const CoupletAutomaton *a, guint32 state,
                     guint32 transition, const guint *step)
{
  Line *line = document_item (document);
  if (step != NULL)
    line_put (line, "At step %u, ", *step + 1);
  put_transition (line, a->folded, transition);
  line_put (line, " cannot be taken: ");
  put_why_impossible (line, a, state, transition);
  line_put (line, ".");
}

void
tell_impossible (Document *document, const CoupletAutomaton *automaton, guint32 state)
{
  if (automaton->order == NULL)
    return;
  const CoupletAutomaton *folded = automaton->folded;
  guint32 q = automaton->folded_state[state];
  for (guint32 t = folded->row[q]; t < folded->row[q + 1]; t++)
    if (!is_kept (automaton, state, t))
      tell_one_impossible (document, automaton, state, t, NULL);
}

/* ---- Along a walk ----------------------------------------------------------------------- */

/* seen: the transitions of the folded automaton that were told to be impossible. */
typedef struct {
  Document *document;
  const WalkSamples *samples;
  GHashTable *seen;
  guint told;
} Notes;

/* `insample >= u && insample < v, w := insample` */
static void
put_step (Line *line, const CoupletAutomaton *a, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  const char *before = "";
  if (!couplet_guard_is_true (guard)) {
    g_autofree char *text = couplet_guard_to_string (a, guard);
    line_put (line, "%s{c}", text);
    before = ", ";
  }
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    g_autofree char *taken =
        g_strdup_printf ("%s := insample", a->thresholds[assignment->thresholds[i]]);
    line_put (line, "%s%s{c}", before, taken);
    before = ", ";
  }
}

static void
note_change (Notes *notes, guint step)
{
  const CoupletAutomaton *a = notes->samples->automaton;
  guint32 t = walk_transition (notes->samples, step);
  g_autofree char *before = couplet_known_order_to_string (a, a->source[t]);
  g_autofree char *after = couplet_known_order_to_string (a, a->target[t]);
  if (g_str_equal (before, after))
    return;
  Line *line = document_item (notes->document);
  line_put (line, "Step %u (", step + 1);
  put_step (line, a, t);
  if (*after == '\0')
    line_put (line, "): from here on no order is known.");
  else
    line_put (line, "): from here on %s{c}.", after);
  notes->told++;
}

static void
note_impossible (Notes *notes, guint step)
{
  const CoupletAutomaton *a = notes->samples->automaton, *folded = a->folded;
  guint32 state = a->source[walk_transition (notes->samples, step)], q = a->folded_state[state];
  for (guint32 t = folded->row[q]; t < folded->row[q + 1] && notes->told < MOST_NOTES; t++)
    if (!is_kept (a, state, t) && g_hash_table_add (notes->seen, GUINT_TO_POINTER (t + 1))) {
      tell_one_impossible (notes->document, a, state, t, &step);
      notes->told++;
    }
}

/* The steps that use a draw and are on a cycle of the automaton, but no loop, since orders are
 * known; that differences are remembered is told elsewhere. */
static GArray *
find_unwound (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  g_autoptr (CoupletComponents) components = couplet_components_new (a->folded);
  g_autoptr (CoupletComponents) own = couplet_components_new (a);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint));
  guint change = a->adjacency != COUPLET_ADJACENT_ANY ? first_change (samples) : G_MAXUINT;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    guint32 unfolded = walk_transition (samples, sample->step);
    guint32 t = a->folded_transition[unfolded];
    gboolean is_new =
        steps->len == 0 || g_array_index (steps, guint, steps->len - 1) != sample->step;
    if (is_new && sample->step != change && !couplet_on_cycle (a, own, unfolded) &&
        couplet_on_cycle (a->folded, components, t))
      g_array_append_val (steps, sample->step);
  }
  return steps;
}

static void
note_unwound (Notes *notes)
{
  g_autoptr (GArray) steps = find_unwound (notes->samples);
  if (steps->len == 0)
    return;
  Line *line = document_item (notes->document);
  put_step_numbers (line, steps);
  line_put (line, steps->len > 1 ? " lie on cycles of the automaton, but are no loops"
                                 : " lies on a cycle of the automaton, but is not a loop");
  line_put (line, ": a run that comes round again knows another order by then, so that the draw "
                  "need not be free.");
}

void
tell_orders (Document *document, const WalkSamples *samples)
{
  if (samples->automaton->order == NULL)
    return;
  g_autoptr (Document) items = document_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Notes notes = {items, samples, seen, 0};
  for (guint step = 0; step < samples->walk->len && notes.told < MOST_NOTES; step++) {
    note_impossible (&notes, step);
    note_change (&notes, step);
  }
  note_unwound (&notes);
  if (items->blocks->len == 0)
    return;
  line_put (document_heading (document, 2), "The order of the thresholds");
  line_put (document_paragraph (document),
            "Where a draw is at least one threshold and below another, the one is below the other. "
            "What contradicts the order that is known has probability 0.");
  document_take (document, items);
}
