/* SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <couplet/internal/sample.h>
#include <couplet/internal/segment_walks.h>

#include <string.h>

/* Classes of walks per segment that may be asked for. */
#define CLASSES_PER_SIZE 10
/* Of the clock's pace. */
#define STEPS_PER_WALK 10

typedef struct {
  CoupletPace pace;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  Segments *found;
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
      gint8 difference = differ ? differences[i] : COUPLET_SHIFT_UNUSED;
      Segment segment = {{f->threshold, assignment, next, difference, left, 0},
                         own_of (f, assignment, differences[i])};
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
  f->seen[a->target[assignment]] = 1 << COUPLET_ALL_SHIFTS;
  const CoupletSegmentClass *walks =
      couplet_segment_classes (f->walks, f->threshold, a->target[assignment], leaves_less, f, &n);
  f->n_seen += n;
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

/* FALSE when that was too much. */
static gboolean
add_threshold (Finder *f, gsize most)
{
  const CoupletAutomaton *a = f->automaton;
  Segments *found = f->found;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (a->assignment[t] == 0 || !a->reachable[a->source[t]] ||
        !couplet_assigns (a, t, f->threshold))
      continue;
    add_all (f, t);
    found->size = MAX (found->segments->len, f->n_seen / CLASSES_PER_SIZE);
    if (found->size > most || couplet_context_should_stop (f->pace.context))
      return FALSE;
  }
  return TRUE;
}

Segments *
segments_new (CoupletContext *context, const CoupletAutomaton *a,
              const CoupletComponents *components, gsize most)
{
  Segments *segments = g_new (Segments, 1);
  g_autofree guint8 *seen = g_new0 (guint8, a->n_states);
  g_autoptr (CoupletSegmentWalks) walks = couplet_segment_walks_new (a, components, NULL);
  *segments = (Segments){a, g_array_new (FALSE, FALSE, sizeof (Segment)), 0};
  Finder f = {{.context = context}, a, components, segments, 0, walks, seen, 0};
  while (f.threshold < a->n_thresholds && add_threshold (&f, most))
    f.threshold++;
  return segments;
}

void
segments_free (Segments *segments)
{
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

/* Conditions 1 and 2 of docs/theory.md section 2 for assignment, which begins (own) or
 * ends the segments whose shift is variable. With a variable between them the order of m shifts and
 * n others takes m + n formulas. */
static void
assert_order (Writer *writer, guint32 variable, guint32 assignment, gboolean own)
{
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (writer->automaton, assignment),
                                                   writer->threshold);
  if (comparisons == 0)
    return;
  guint32 *middle = &writer->between[assignment];
  if (*middle == COUPLET_NONE)
    shift_terms_declare (writer->terms, *middle = writer->n_variables++);
  guint32 sample = own ? variable : *middle, before = own ? *middle : variable;
  if (couplet_asks_at_most (comparisons))
    z3_session_assert (writer->terms.session, shift_terms_in_order (writer->terms, sample, before));
  if (couplet_asks_at_least (comparisons))
    z3_session_assert (writer->terms.session, shift_terms_in_order (writer->terms, before, sample));
}

static void
assert_segment (Writer *writer, guint32 variable, const Segment *segment)
{
  const ShiftTerms terms = writer->terms;
  const CoupletShiftClass *class = &segment->class;
  if (class->threshold != writer->threshold)
    memset (writer->between, 0xff, /* COUPLET_NONE */
            writer->automaton->n_transitions * sizeof *writer->between);
  writer->threshold = class->threshold;
  shift_terms_declare (terms, variable);
  z3_session_assert (terms.session, shift_terms_among (terms, variable, segment->own));
  z3_session_assert (terms.session, shift_terms_among (terms, variable, class->left));
  assert_order (writer, variable, class->assignment, TRUE);
  if (class->next != COUPLET_NONE)
    assert_order (writer, variable, class->next, FALSE);
}

/* The evidence that model is; NULL when Z3 does not tell a shift. */
static CoupletEvidence *
evidence_of (const Segments *segments, ShiftTerms terms, Z3_model model)
{
  g_autoptr (CoupletEvidence) evidence =
      couplet_evidence_new (COUPLET_EVIDENCE_STRATEGY, segments->automaton);
  g_auto (CoupletRational) shift;
  couplet_rational_init (&shift);
  for (guint i = 0; i < segments->segments->len; i++) {
    CoupletShiftClass class = g_array_index (segments->segments, Segment, i).class;
    if (!shift_terms_value (terms, model, i, &shift))
      return NULL;
    class.shift = couplet_evidence_add_number (evidence, &shift);
    couplet_evidence_add_class (evidence, class);
  }
  return g_steal_pointer (&evidence);
}

CoupletEvidence *
segments_evidence (const Segments *segments, ShiftTerms terms)
{
  Z3Session *session = terms.session;
  guint n = segments->segments->len;
  g_autofree guint32 *between = g_new (guint32, MAX (segments->automaton->n_transitions, 1));
  Writer writer = {terms, segments->automaton, COUPLET_NONE, between, n};
  Z3_solver_reset (session->z3, session->solver);
  for (guint i = 0; i < n && !couplet_context_should_stop (session->context); i++)
    assert_segment (&writer, i, &g_array_index (segments->segments, Segment, i));
  if (z3_session_has_failed (session, NULL) || z3_session_check (session, 0, NULL) != Z3_L_TRUE)
    return NULL;
  Z3_model model = Z3_solver_get_model (session->z3, session->solver);
  if (model == NULL)
    return NULL;
  Z3_model_inc_ref (session->z3, model);
  CoupletEvidence *evidence = evidence_of (segments, terms, model);
  Z3_model_dec_ref (session->z3, model);
  return evidence;
}
