/* SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <couplet/evidence.h>
#include <couplet/segment_walks.h>

/* Classes of walks per segment that may be asked for. */
#define CLASSES_PER_SIZE 10
/* Of the clock's pace. */
#define STEPS_PER_WALK 10

typedef struct {
  CoupletContext *context;
  CoupletPace pace;
  const Clusters *clusters;
  Segments *found;
  gsize most;
  guint32 threshold;
  CoupletSegmentWalks *walks;
  guint8 *seen;   /* per state: bit L for each set L left by a walk behind the assignment */
  guint64 n_seen; /* behind all so far */
} Finder;

/* ---- Sets of shifts -------------------------------------------------------------------- */

/* The shifts that assignment can give at difference. */
static CoupletShifts
own_of (const Finder *f, guint32 assignment, int difference)
{
  CoupletSample sample;
  couplet_sample_load (&sample, f->clusters->automaton, f->clusters->components, NULL, assignment,
                       f->threshold);
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
  guint32 begin = f->clusters->automaton->target[assignment];
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
  guint32 n = couplet_differences (f->clusters->automaton, assignment, differences);
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
  const CoupletAutomaton *a = f->clusters->automaton;
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
  const Clusters *clusters = f->clusters;
  guint32 cluster = clusters->cluster[f->threshold];
  for (guint32 i = clusters->begin[cluster]; i < clusters->begin[cluster + 1]; i++) {
    guint32 transition = clusters_transition (clusters, clusters->users[i]);
    if (!couplet_assigns (clusters->automaton, transition, f->threshold))
      continue;
    add_all (f, transition);
    if (!may_go_on (f))
      return FALSE;
  }
  return TRUE;
}

Segments *
segments_new (CoupletContext *context, const Clusters *clusters, gsize most)
{
  const CoupletAutomaton *a = clusters->automaton;
  Segments *segments = g_new0 (Segments, 1);
  g_autofree guint8 *seen = g_new0 (guint8, a->n_states);
  g_autoptr (CoupletSegmentWalks) walks =
      couplet_segment_walks_new (a, clusters->components, NULL, COUPLET_SHORTEST_FIRST);
  segments->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  segments->complete = TRUE;
  Finder f = {context, {.context = context}, clusters, segments, most, 0, walks, seen, 0};
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
