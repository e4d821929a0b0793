/* SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <couplet/host/evidence_parts.h>
#include <couplet/internal/sample.h>
#include <couplet/internal/segment_walks.h>

#include <string.h>

/* Classes of walks per segment that may be asked for. */
#define CLASSES_PER_SIZE 10
/* Of the clock's pace. */
#define STEPS_PER_WALK 10

typedef struct {
  CoupletContext *context;
  CoupletPace pace;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  Segments *found;
  gsize most;
  guint32 threshold;
  CoupletSegmentWalks *walks;
  guint8 *seen;   /* per state: bit L for each set L left by a walk after the assignment */
  guint64 n_seen; /* after all so far */
} Finder;

/* ---- Sets of shifts -------------------------------------------------------------------- */

/* The shifts that assignment can give at difference. */
static CoupletShifts
own_of (const Finder *f, guint32 assignment, int difference)
{
  CoupletSample sample;
  couplet_sample_load (&sample, f->automaton, f->components, NULL, assignment, f->threshold);
  return couplet_sample_shifts (&sample, difference);
}

/* Whether one of the sets in `sets` (bit L for L) is inside left. */
static gboolean
have_inside (guint8 sets, guint8 left)
{
  /* by left: bit L for each L inside it */
  static const guint8 INSIDE[COUPLET_N_SHIFT_SETS] = {0x01, 0x03, 0x05, 0x0f,
                                                      0x11, 0x33, 0x55, 0xff};
  return (sets & INSIDE[left]) != 0;
}

/* The sets without those that have another one inside. */
static guint8
smallest (guint8 sets)
{
  guint8 kept = 0;
  for (guint8 set = 0; set <= COUPLET_ALL_SHIFTS; set++)
    if ((sets >> set & 1) != 0 && !have_inside (sets & (guint8) ~(1 << set), set))
      kept |= (guint8)(1 << set);
  return kept;
}

/* ---- The segments of one assignment ------------------------------------------------------ */

/* Whether no walk to state was met that leaves no more. */
static gboolean
leaves_less (gpointer data, guint32 state, CoupletShifts left, const CoupletVector *cost)
{
  Finder *f = data;
  (void)cost;
  if (have_inside (f->seen[state], left) || couplet_pace_over (&f->pace, STEPS_PER_WALK))
    return FALSE;
  f->seen[state] |= (guint8)(1 << left);
  return TRUE;
}

static const CoupletSegmentClass *
find_walks (Finder *f, guint32 assignment, guint32 *n)
{
  guint32 begin = f->automaton->target[assignment];
  f->seen[begin] = 1 << COUPLET_ALL_SHIFTS;
  const CoupletSegmentClass *walks =
      couplet_segment_classes (f->walks, f->threshold, begin, leaves_less, f, n);
  f->n_seen += *n;
  return walks;
}

/* A class for each of the sets, and for each difference where the assignment's own shift
 * depends on it. */
static void
add_segments (Finder *f, guint32 assignment, guint32 next, guint8 sets)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (f->automaton, assignment, differences);
  gboolean differ =
      n > 1 && own_of (f, assignment, differences[0]) != own_of (f, assignment, differences[1]);
  for (guint8 left = 0; left <= COUPLET_ALL_SHIFTS; left++)
    for (guint32 i = 0; i < (differ ? n : 1) && (sets >> left & 1) != 0; i++) {
      Segment segment = {f->threshold,
                         assignment,
                         next,
                         (gint8)(differ ? differences[i] : COUPLET_SHIFT_UNUSED),
                         own_of (f, assignment, differences[i]),
                         left};
      g_array_append_val (f->found->segments, segment);
    }
}

/* Classes that end with an assignment, and for walks that none of these covers classes
 * that end nowhere. */
static void
add_all (Finder *f, guint32 assignment)
{
  const CoupletAutomaton *a = f->automaton;
  guint8 covered = 0, others = 0;
  guint32 n;
  const CoupletSegmentClass *walks = find_walks (f, assignment, &n);
  for (guint32 i = 0; i < n; i++) {
    guint32 state = walks[i].state;
    guint8 sets = smallest (f->seen[state]);
    f->seen[state] = 0; /* also: states met again are done */
    for (guint32 t = a->row[state]; t < a->row[state + 1] && sets != 0; t++)
      if (a->assignment[t] != 0 && couplet_assigns (a, t, f->threshold)) {
        add_segments (f, assignment, t, sets);
        covered |= sets;
      }
    others |= sets;
  }
  others = smallest (others);
  for (guint8 left = 0; left <= COUPLET_ALL_SHIFTS; left++)
    if ((others >> left & 1) != 0 && !have_inside (covered, left))
      add_segments (f, assignment, COUPLET_NONE, (guint8)(1 << left));
}

/* ---- All of it --------------------------------------------------------------------------- */

static gboolean
may_go_on (Finder *f)
{
  f->found->size = MAX (f->found->segments->len, f->n_seen / CLASSES_PER_SIZE);
  return f->found->size <= f->most && !couplet_context_should_stop (f->context);
}

/* FALSE when that was too much. */
static gboolean
find_of_threshold (Finder *f)
{
  const CoupletAutomaton *a = f->automaton;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (a->assignment[t] == 0 || !a->reachable[a->source[t]] ||
        !couplet_assigns (a, t, f->threshold))
      continue;
    add_all (f, t);
    if (!may_go_on (f))
      return FALSE;
  }
  return TRUE;
}

Segments *
segments_new (CoupletContext *context, const CoupletAutomaton *a,
              const CoupletComponents *components, gsize most)
{
  Segments *segments = g_new0 (Segments, 1);
  g_autofree guint8 *seen = g_new0 (guint8, a->n_states);
  g_autoptr (CoupletSegmentWalks) walks = couplet_segment_walks_new (a, components, NULL);
  segments->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  segments->complete = TRUE;
  Finder f = {context, {.context = context}, a, components, segments, most, 0, walks, seen, 0};
  for (f.threshold = 0; f.threshold < a->n_thresholds && segments->complete; f.threshold++)
    segments->complete = find_of_threshold (&f);
  return segments;
}

void
segments_free (Segments *segments)
{
  if (segments == NULL)
    return;
  g_array_unref (segments->segments);
  g_free (segments);
}

/* ---- Shifts ---- */

typedef struct {
  ShiftTerms terms;
  const CoupletAutomaton *automaton;
  guint32 threshold; /* of the segments at hand */
  guint32 *between;  /* per transition that assigns threshold: a variable between the shifts of
                      * the segments it ends and of those it begins; COUPLET_NONE = not yet */
  guint32 n_variables;
} Writer;

/* The variable between those of assignment: with it the order of m shifts and n others takes
 * m + n formulas. */
static guint32
between (Writer *writer, guint32 assignment)
{
  if (writer->between[assignment] == COUPLET_NONE) {
    writer->between[assignment] = writer->n_variables++;
    shift_terms_declare (writer->terms, writer->between[assignment]);
  }
  return writer->between[assignment];
}

/* The shift of variable is one of set or between two of them; the empty set has none. */
static void
assert_among (Writer *writer, guint32 variable, CoupletShifts set)
{
  shift_terms_assert (writer->terms, set != 0 ? shift_terms_among (writer->terms, variable, set)
                                              : Z3_mk_false (writer->terms.context));
}

/* Conditions 1 and 2 of docs/theory.md section 2 for assignment, which begins (own) or
 * ends the segments whose shift is variable. */
static void
assert_order (Writer *writer, guint32 variable, guint32 assignment, gboolean own)
{
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (writer->automaton, assignment),
                                                   writer->threshold);
  if (comparisons == 0)
    return;
  guint32 middle = between (writer, assignment);
  guint32 sample = own ? variable : middle, before = own ? middle : variable;
  if (couplet_asks_at_most (comparisons))
    shift_terms_assert (writer->terms, shift_terms_in_order (writer->terms, sample, before));
  if (couplet_asks_at_least (comparisons))
    shift_terms_assert (writer->terms, shift_terms_in_order (writer->terms, before, sample));
}

static void
assert_segment (Writer *writer, guint32 variable, const Segment *segment)
{
  shift_terms_declare (writer->terms, variable);
  assert_among (writer, variable, segment->own);
  assert_among (writer, variable, segment->left);
  assert_order (writer, variable, segment->assignment, TRUE);
  if (segment->next != COUPLET_NONE)
    assert_order (writer, variable, segment->next, FALSE);
}

void
segment_shifts_assert (ShiftTerms terms, CoupletContext *host, const CoupletAutomaton *automaton,
                       const Segments *segments)
{
  const GArray *list = segments->segments;
  g_autofree guint32 *middle = g_new (guint32, MAX (automaton->n_transitions, 1));
  Writer writer = {terms, automaton, COUPLET_NONE, middle, list->len};
  for (guint i = 0; i < list->len && !couplet_context_should_stop (host); i++) {
    const Segment *segment = &g_array_index (list, Segment, i);
    if (segment->threshold != writer.threshold)
      memset (middle, 0xff, automaton->n_transitions * sizeof *middle); /* COUPLET_NONE */
    writer.threshold = segment->threshold;
    assert_segment (&writer, i, segment);
  }
}

CoupletEvidence *
segment_shifts_evidence (ShiftTerms terms, Z3_model model, const CoupletAutomaton *automaton,
                         const Segments *segments)
{
  g_autoptr (CoupletEvidence) evidence =
      couplet_evidence_new (COUPLET_EVIDENCE_STRATEGY, automaton);
  g_auto (CoupletRational) shift;
  couplet_rational_init (&shift);
  for (guint i = 0; i < segments->segments->len; i++) {
    const Segment *segment = &g_array_index (segments->segments, Segment, i);
    if (!shift_terms_value (terms, model, i, &shift))
      return NULL;
    couplet_evidence_add_class (
        evidence, (CoupletShiftClass){.threshold = segment->threshold,
                                      .assignment = segment->assignment,
                                      .next = segment->next,
                                      .difference = segment->difference,
                                      .left = segment->left,
                                      .shift = couplet_evidence_add_number (evidence, &shift)});
  }
  return g_steal_pointer (&evidence);
}
