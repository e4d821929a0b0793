/* SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <couplet/evidence.h>

#include <string.h>

/* Visits per class that may be asked for. */
#define VISITS_PER_SIZE 10

typedef struct {
  guint32 state;
  guint8 left;
} Visit;

typedef struct {
  CoupletContext *context;
  const Clusters *clusters;
  Segments *found;
  gsize most;
  guint32 threshold;
  guint32 *sample_of; /* per transition: that of threshold, into Clusters.samples; COUPLET_NONE */
  guint8 *seen;       /* per state: bit L for each set L left at a visit */
  GArray *visits;     /* Visit: behind the present assignment */
  guint64 visited;    /* behind all so far */
} Finder;

static const CoupletSample *
sample_at (const Finder *f, guint32 transition)
{
  guint32 sample = f->sample_of[transition];
  return sample != COUPLET_NONE ? clusters_sample (f->clusters, sample) : NULL;
}

static gboolean
assigns (const Finder *f, guint32 transition)
{
  const CoupletSample *sample = sample_at (f, transition);
  return sample != NULL && sample->n_assigned > 0;
}

/* ---- Sets of shifts -------------------------------------------------------------------- */

/* The shifts of the threshold that sample leaves possible at difference: beside those
 * that it may have itself. */
static CoupletShifts
left_beside (const Finder *f, const CoupletSample *sample, int difference)
{
  CoupletShifts own = couplet_sample_shifts (sample, difference), left = 0;
  guint32 comparisons = 0;
  for (guint32 k = 0; k < sample->n_literals; k++)
    if (sample->literals[k].threshold == f->threshold)
      comparisons = sample->literals[k].comparison;
  for (int g = -1; g <= 1; g++)
    if (couplet_shifts_have (own, g))
      left |= couplet_thresholds_beside (comparisons, g);
  return left;
}

/* What transition, which does not assign the threshold, leaves of its shifts at every
 * difference. */
static CoupletShifts
left_by (const Finder *f, guint32 transition)
{
  const CoupletSample *sample = sample_at (f, transition);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  CoupletShifts left = COUPLET_ALL_SHIFTS;
  if (sample == NULL)
    return left;
  guint32 n =
      couplet_differences (f->clusters->automaton, transition, differences);
  for (guint32 i = 0; i < n; i++)
    left &= left_beside (f, sample, differences[i]);
  return left;
}

/* The shifts that assignment can give at difference. */
static CoupletShifts
own_of (const Finder *f, guint32 assignment, int difference)
{
  return couplet_sample_shifts (sample_at (f, assignment), difference);
}

/* Whether one of the sets in `sets` (bit L for L) is inside left. */
static gboolean
have_inside (guint8 sets, guint8 left)
{
  for (guint8 set = 0; set <= COUPLET_ALL_SHIFTS; set++)
    if ((sets >> set & 1) != 0 && (set & ~left) == 0)
      return TRUE;
  return FALSE;
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

static void
visit (Finder *f, guint32 state, guint8 left)
{
  Visit visit = {state, left};
  if (have_inside (f->seen[state], left))
    return;
  f->seen[state] |= (guint8)(1 << left);
  g_array_append_val (f->visits, visit);
}

static void
visit_all (Finder *f, guint32 assignment)
{
  const CoupletAutomaton *a = f->clusters->automaton;
  visit (f, a->target[assignment], COUPLET_ALL_SHIFTS);
  for (guint i = 0; i < f->visits->len; i++) {
    Visit here = g_array_index (f->visits, Visit, i);
    for (guint32 t = a->row[here.state]; t < a->row[here.state + 1]; t++)
      if (!assigns (f, t))
        visit (f, a->target[t], here.left & left_by (f, t));
  }
  f->visited += f->visits->len;
}

/* A class for each of the sets, and for each difference where the assignment's own shift
 * depends on it. */
static void
add_segments (Finder *f, guint32 assignment, guint32 next, guint8 sets)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n =
      couplet_differences (f->clusters->automaton, assignment, differences);
  gboolean differ =
      n > 1 && own_of (f, assignment, differences[0]) != own_of (f, assignment, differences[1]);
  for (guint8 left = 0; left <= COUPLET_ALL_SHIFTS; left++)
    for (guint32 i = 0; i < (differ ? n : 1) && (sets >> left & 1) != 0; i++) {
      Segment segment = {f->threshold,
                         assignment,
                         next,
                         differ ? differences[i] : COUPLET_SHIFT_UNUSED,
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
  for (guint i = 0; i < f->visits->len; i++) {
    guint32 state = g_array_index (f->visits, Visit, i).state;
    guint8 sets = smallest (f->seen[state]);
    f->seen[state] = 0; /* also: states visited again are done */
    for (guint32 t = a->row[state]; t < a->row[state + 1] && sets != 0; t++)
      if (assigns (f, t)) {
        add_segments (f, assignment, t, sets);
        covered |= sets;
      }
    others |= sets;
  }
  others = smallest (others);
  for (guint8 left = 0; left <= COUPLET_ALL_SHIFTS; left++)
    if ((others >> left & 1) != 0 && !have_inside (covered, left))
      add_segments (f, assignment, COUPLET_NONE, (guint8)(1 << left));
  g_array_set_size (f->visits, 0);
}

/* ---- All of it --------------------------------------------------------------------------- */

static gboolean
may_go_on (const Finder *f)
{
  f->found->size = MAX (f->found->segments->len, f->visited / VISITS_PER_SIZE);
  return f->found->size <= f->most && !couplet_context_should_stop (f->context);
}

/* FALSE when that was too much. */
static gboolean
find_of_threshold (Finder *f)
{
  const CoupletAutomaton *a = f->clusters->automaton;
  guint32 cluster = f->clusters->cluster[f->threshold];
  memset (f->sample_of, 0xff, a->n_transitions * sizeof *f->sample_of); /* COUPLET_NONE */
  guint32 first = f->clusters->begin[cluster], end = f->clusters->begin[cluster + 1];
  for (guint32 i = first; i < end; i++)
    f->sample_of[clusters_transition (f->clusters, f->clusters->users[i])] = f->clusters->users[i];
  for (guint32 i = first; i < end; i++) {
    guint32 transition = clusters_transition (f->clusters, f->clusters->users[i]);
    if (!assigns (f, transition))
      continue;
    visit_all (f, transition);
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
  g_autofree guint32 *sample_of = g_new (guint32, MAX (a->n_transitions, 1));
  g_autofree guint8 *seen = g_new0 (guint8, a->n_states);
  g_autoptr (GArray) visits = g_array_new (FALSE, FALSE, sizeof (Visit));
  segments->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  segments->complete = TRUE;
  Finder f = {context, clusters, segments, most, 0, sample_of, seen, visits, 0};
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
