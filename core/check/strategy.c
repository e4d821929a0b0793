/* SPDX-License-Identifier: Apache-2.0 */
/* STRATEGY: docs/evidence.md. */
#include "rules.h"

/* ---- The draws of one path ------------------------------------------------------------ */

/* The least and the greatest shift over the differences possible. */
typedef struct {
  CoupletRational least, most;
} Range;

typedef struct {
  const Check *check;
  const CoupletDrawShift *shifts;
  guint n_shifts, next; /* the first shift of the present step */
  guint step;
  const CoupletAutomaton *a;
  guint32 transition;
  gboolean on_cycle;
  Range *threshold;      /* per threshold */
  mpq_t cost[3], amount; /* of the present step, per difference + 1 */
} Path;

static char *reject (const Path *path, const char *format, ...) G_GNUC_PRINTF (2, 3);

static char *
reject (const Path *path, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *place = check_place (path->a, path->transition, 2);
  return g_strdup_printf ("step %u (%s): %s", path->step + 1, place, text);
}

/* Whether D = difference is one that counts at the present step. */
static gboolean
counts (const Path *path, int difference)
{
  return (difference != 0) ==
         (path->a->states[path->a->source[path->transition]].input == COUPLET_PRIVATE);
}

/* The shift of slot at the present step when D = difference; NULL = not given. */
static const CoupletRational *
shift_of (const Path *path, guint32 slot, int difference)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (path->check->evidence, &n);
  for (guint i = path->next; i < path->n_shifts && path->shifts[i].step == path->step; i++)
    if (path->shifts[i].slot == slot && path->shifts[i].at[difference + 1] < n)
      return &numbers[path->shifts[i].at[difference + 1]];
  return NULL;
}

/* Sets range to the shifts of slot; the message when one is missing or beyond 1. */
static char *
find_range (const Path *path, guint32 slot, Range *range)
{
  gboolean first = TRUE;
  for (int difference = -1; difference <= 1; difference++) {
    if (!counts (path, difference))
      continue;
    const CoupletRational *g = shift_of (path, slot, difference);
    if (g == NULL)
      return reject (path, "the shift of a sample it uses is missing for D = %d", difference);
    if (mpq_cmp_si (g->value, 1, 1) > 0 || mpq_cmp_si (g->value, -1, 1) < 0)
      return reject (path, "a shift is not between -1 and 1");
    if (first || mpq_cmp (g->value, range->least.value) < 0)
      mpq_set (range->least.value, g->value);
    if (first || mpq_cmp (g->value, range->most.value) > 0)
      mpq_set (range->most.value, g->value);
    first = FALSE;
  }
  return NULL;
}

/* Rules 1 and 2, for all combinations of differences. */
static char *
check_guard (const Path *path, const Use *use, const Range *range)
{
  for (guint32 i = 0; i < use->n_compared; i++) {
    const Range *x = &path->threshold[use->compared[i]];
    const char *name = path->a->thresholds[use->compared[i]];
    if ((use->comparison[i] & COUPLET_LESS) != 0 &&
        couplet_rational_compare (&range->most, &x->least) > 0) {
      g_autofree char *g = couplet_rational_to_string (&range->most);
      g_autofree char *least = couplet_rational_to_string (&x->least);
      return reject (path, "rule 1: insample < %s, but its shift %s may be above that of %s, %s",
                     name, g, name, least);
    }
    if ((use->comparison[i] & COUPLET_GREATER_EQUAL) != 0 &&
        couplet_rational_compare (&range->least, &x->most) < 0) {
      g_autofree char *g = couplet_rational_to_string (&range->least);
      g_autofree char *most = couplet_rational_to_string (&x->most);
      return reject (path, "rule 2: insample >= %s, but its shift %s may be below that of %s, %s",
                     name, g, name, most);
    }
  }
  return NULL;
}

/* Rules 3 and 5 for one difference; adds the cost. */
static char *
pay_for_draw (Path *path, const Use *use, guint32 slot, int difference)
{
  const CoupletRational *g = shift_of (path, slot, difference);
  guint32 d = path->a->noises[path->a->states[path->a->source[path->transition]].noise].d[slot];
  if (use->shown && mpq_sgn (g->value) != 0)
    return reject (path, "rule 3: the sample is output, but its shift is not 0");
  gboolean equal = mpq_cmp_si (g->value, difference, 1) == 0;
  if (path->on_cycle && !equal)
    return reject (path, "rule 5: it can repeat, but the shift is not D for D = %d", difference);
  if (d == COUPLET_NO_NOISE && !equal)
    return reject (path, "the draw has no noise, but the shift is not D for D = %d", difference);
  if (equal)
    return NULL;
  mpq_set_si (path->amount, difference, 1);
  mpq_sub (path->amount, path->amount, g->value);
  mpq_abs (path->amount, path->amount);
  mpq_mul (path->amount, path->amount, path->a->numbers[d].value);
  mpq_add (path->cost[difference + 1], path->cost[difference + 1], path->amount);
  return NULL;
}

/* Rules 4 and 6. */
static char *
pay_for_fresh (Path *path, int difference)
{
  guint32 d = path->a->noises[path->a->states[path->a->source[path->transition]].noise].d_fresh;
  if (difference == 0 || couplet_output_of (path->a, path->transition)->kind != COUPLET_FRESH)
    return NULL;
  if (path->on_cycle)
    return reject (path, "rule 6: it can repeat, but outputs a fresh sample of a private input");
  if (d == COUPLET_NO_NOISE)
    return reject (path, "it outputs a private input without noise");
  mpq_add (path->cost[difference + 1], path->cost[difference + 1], path->a->numbers[d].value);
  return NULL;
}

static char *
check_draw (Path *path, const Use *use, guint32 slot)
{
  Range range;
  couplet_rational_init (&range.least);
  couplet_rational_init (&range.most);
  char *why = find_range (path, slot, &range);
  if (why == NULL)
    why = check_guard (path, use, &range);
  for (int difference = -1; difference <= 1 && why == NULL; difference++)
    if (counts (path, difference))
      why = pay_for_draw (path, use, slot, difference);
  for (guint32 i = 0; i < use->n_assigned && why == NULL; i++) {
    mpq_set (path->threshold[use->assigned[i]].least.value, range.least.value);
    mpq_set (path->threshold[use->assigned[i]].most.value, range.most.value);
  }
  couplet_rational_clear (&range.least);
  couplet_rational_clear (&range.most);
  return why;
}

/* The present step; adds what it costs at the worst difference to total. */
static char *
check_step (Path *path, CoupletRational *total)
{
  char *why = NULL;
  const char *text;
  int worst = 1;
  for (int i = 0; i < 3; i++)
    mpq_set_ui (path->cost[i], 0, 1);
  for (guint32 slot = 0; slot < check_n_slots (path->a) && why == NULL; slot++) {
    Use use;
    if (!check_use (&use, path->a, path->transition, slot, &text))
      why = reject (path, "%s", text);
    else if (check_is_used (&use))
      why = check_draw (path, &use, slot);
  }
  for (int difference = -1; difference <= 1 && why == NULL; difference++)
    if (counts (path, difference))
      why = pay_for_fresh (path, difference);
  for (int i = 0; i < 3; i++)
    if (mpq_cmp (path->cost[i], path->cost[worst]) > 0)
      worst = i;
  mpq_mul (path->cost[worst], path->cost[worst], path->a->sensitivity.value);
  mpq_add (total->value, total->value, path->cost[worst]);
  return why;
}

static char *
check_steps (Path *path, CoupletRational *total)
{
  guint n;
  char *why = NULL;
  guint32 node = path->check->graph.start;
  const CoupletWalkStep *walk = couplet_evidence_walk (path->check->evidence, &n);
  for (path->step = 0; path->step < n && why == NULL; path->step++) {
    path->transition = walk[path->step].transition;
    while (path->next < path->n_shifts && path->shifts[path->next].step < path->step)
      path->next++;
    const char *text = check_follow (path->check, &node, path->transition, &path->on_cycle);
    why = text != NULL ? reject (path, "%s", text) : check_step (path, total);
  }
  return why;
}

char *
check_path (Check *check, CoupletRational *cost)
{
  const CoupletRational *claimed = couplet_evidence_cost (check->evidence);
  Path path = {.check = check, .a = check->a};
  g_auto (CoupletRational) total;
  if (!check_graph_explore (&check->graph, check->a))
    return g_strdup ("too many orders of the thresholds are possible to tell the cycles");
  couplet_rational_init (&total);
  path.shifts = couplet_evidence_draw_shifts (check->evidence, &path.n_shifts);
  path.threshold = g_new (Range, check->a->n_thresholds);
  mpq_inits (path.cost[0], path.cost[1], path.cost[2], path.amount, NULL);
  for (guint32 v = 0; v < check->a->n_thresholds; v++) {
    couplet_rational_init (&path.threshold[v].least);
    couplet_rational_init (&path.threshold[v].most);
  }
  char *why = check_steps (&path, &total);
  if (why == NULL && claimed != NULL && couplet_rational_compare (&total, claimed) > 0) {
    g_autofree char *text = couplet_rational_to_string (&total);
    why = g_strdup_printf ("the strategy is valid, but costs %s", text);
  }
  if (cost != NULL)
    mpq_set (cost->value, total.value);
  for (guint32 v = 0; v < check->a->n_thresholds; v++) {
    couplet_rational_clear (&path.threshold[v].least);
    couplet_rational_clear (&path.threshold[v].most);
  }
  g_free (path.threshold);
  mpq_clears (path.cost[0], path.cost[1], path.cost[2], path.amount, NULL);
  return why;
}

/* ---- Classes of segments ------------------------------------------------------------------- */

/* The shifts x, bit x + 1, that transition leaves a threshold: of slot, as each draw has to do
 * with one threshold here. At each difference the sample needs a shift that costs nothing
 * where it has to, and some shift otherwise. Of an assignment the new shifts. */
static guint8
shifts_left (const Check *check, guint32 transition, guint32 slot, int difference)
{
  const CoupletAutomaton *a = check->a;
  const CoupletState *state = &a->states[a->source[transition]];
  gboolean on_cycle = check_graph_on_cycle (&check->graph, a, a->source[transition], transition);
  gboolean tight = on_cycle || a->noises[state->noise].d[slot] == COUPLET_NO_NOISE;
  const char *why;
  guint8 left = 0;
  Use use;
  check_use (&use, a, transition, slot, &why);
  gboolean assigns = use.n_assigned > 0;
  if (couplet_output_of (a, transition)->kind == COUPLET_FRESH && difference != 0 &&
      (on_cycle || a->noises[state->noise].d_fresh == COUPLET_NO_NOISE))
    return 0;
  if (!check_is_used (&use))
    return 7;
  for (int g = -1; g <= 1; g++) {
    if ((use.shown && g != 0) || (tight && g != difference))
      continue;
    if (assigns) /* the threshold's new shift is g */
      left |= (guint8)(1 << (g + 1));
    for (int x = -1; x <= 1 && !assigns; x++)
      if (!((use.n_compared > 0 && (use.comparison[0] & COUPLET_LESS) != 0) && g > x) &&
          !((use.n_compared > 0 && (use.comparison[0] & COUPLET_GREATER_EQUAL) != 0) && g < x))
        left |= (guint8)(1 << (x + 1));
  }
  return left;
}

/* What it leaves at every difference that counts. */
static guint8
shifts_left_always (const Check *check, guint32 transition, guint32 slot)
{
  gboolean private = check->a->states[check->a->source[transition]].input == COUPLET_PRIVATE;
  return private
             ? shifts_left (check, transition, slot, -1) & shifts_left (check, transition, slot, 1)
             : shifts_left (check, transition, slot, 0);
}

static gboolean
assigns_threshold (const CoupletAutomaton *a, guint32 transition, guint32 threshold)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] == threshold)
      return TRUE;
  return FALSE;
}

/* Whether shift is among those of the set, which may be narrowed to an interval. */
static gboolean
is_among (const CoupletRational *shift, guint8 set)
{
  int low = (set & 1) != 0 ? -1 : (set & 2) != 0 ? 0 : 1;
  int high = (set & 4) != 0 ? 1 : (set & 2) != 0 ? 0 : -1;
  return set != 0 && mpq_cmp_si (shift->value, low, 1) >= 0 &&
         mpq_cmp_si (shift->value, high, 1) <= 0;
}

typedef struct {
  Check *check;
  const CoupletShiftClass *classes;
  guint n;
  guint32 *row, *order; /* the classes that begin with transition t: order[row[t]] .. */
} Classes;

/* What a segment begins with. */
typedef struct {
  guint32 threshold, assignment;
  int difference;
} Start;

/* Whether a class of start, until next if that is not COUPLET_NONE, leaves no more than
 * left. */
static gboolean
has_class (const Classes *classes, const Start *start, guint32 next, guint8 left)
{
  guint32 assignment = start->assignment;
  for (guint32 i = classes->row[assignment]; i < classes->row[assignment + 1]; i++) {
    const CoupletShiftClass *class = &classes->classes[classes->order[i]];
    if (class->threshold == start->threshold &&
        (class->difference == COUPLET_SHIFT_UNUSED || class->difference == start->difference) &&
        (next == COUPLET_NONE || class->next == next) && (class->left & ~left) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Every segment that begins so must have a class: visits all pairs of a state and what is
 * left of the shifts there. */
static char *
check_segments (const Classes *classes, const Start *begin)
{
  const CoupletAutomaton *a = classes->check->a;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 start = (gint64)a->target[begin->assignment] * 8 + 7;
  g_array_append_val (queue, start);
  g_hash_table_add (seen, g_memdup2 (&start, sizeof start));
  for (guint i = 0; i < queue->len; i++) {
    gint64 pair = g_array_index (queue, gint64, i);
    guint32 state = (guint32)(pair / 8);
    guint8 left = (guint8)(pair % 8);
    gboolean covered = has_class (classes, begin, COUPLET_NONE, left);
    for (guint32 t = a->row[state]; t < a->row[state + 1] && covered; t++) {
      if (assigns_threshold (a, t, begin->threshold)) {
        covered = has_class (classes, begin, t, left);
        continue;
      }
      gint64 next = (gint64)a->target[t] * 8 +
                    (left & shifts_left_always (classes->check, t, begin->threshold));
      if (g_hash_table_add (seen, g_memdup2 (&next, sizeof next)))
        g_array_append_val (queue, next);
    }
    if (!covered) {
      g_autofree char *place = check_place (a, begin->assignment, begin->difference);
      const char *of = a->n_thresholds > 1 ? " for threshold " : "";
      return g_strdup_printf ("%s: a segment that comes to state %s has no class%s%s", place,
                              a->states[state].name, of,
                              *of != '\0' ? a->thresholds[begin->threshold] : "");
    }
  }
  return NULL;
}

/* What a class says by itself, and how it fits those of the assignment that ends it. */
static char *
check_class (const Classes *classes, guint index, const CoupletRational *numbers)
{
  const Check *check = classes->check;
  const CoupletShiftClass *class = &classes->classes[index];
  const CoupletRational *shift = &numbers[class->shift];
  const CoupletState *state = &check->a->states[check->a->source[class->assignment]];
  g_autofree char *place = check_place (check->a, class->assignment, 2);
  if (!assigns_threshold (check->a, class->assignment, class->threshold) ||
      (class->next != COUPLET_NONE && !assigns_threshold (check->a, class->next, class->threshold)))
    return g_strdup_printf ("class %u (%s): it does not assign", index + 1, place);
  if (!is_among (shift, class->left))
    return g_strdup_printf ("class %u (%s): its shift is not among those left", index + 1, place);
  for (int difference = -1; difference <= 1; difference++)
    if ((difference != 0) == (state->input == COUPLET_PRIVATE) &&
        (class->difference == COUPLET_SHIFT_UNUSED || class->difference == difference) &&
        !is_among (shift, shifts_left (check, class->assignment, class->threshold, difference)))
      return g_strdup_printf ("class %u (%s): the assignment cannot give its shift for D = %d",
                              index + 1, place, difference);
  if (class->next == COUPLET_NONE)
    return NULL;
  guint32 comparisons =
      couplet_guard_comparisons (couplet_guard_of (check->a, class->next), class->threshold);
  for (guint32 i = classes->row[class->next]; i < classes->row[class->next + 1]; i++) {
    const CoupletShiftClass *behind = &classes->classes[classes->order[i]];
    int order = couplet_rational_compare (&numbers[behind->shift], shift);
    if (behind->threshold != class->threshold)
      continue;
    if (((comparisons & COUPLET_LESS) != 0 && order > 0) ||
        ((comparisons & COUPLET_GREATER_EQUAL) != 0 && order < 0))
      return g_strdup_printf ("class %u (%s): its shift does not fit that of class %u, which "
                              "follows",
                              index + 1, place, classes->order[i] + 1);
  }
  return NULL;
}

/* What has no shift at all, before any assignment as well, and the segments that transition
 * begins. */
static char *
check_transition (const Classes *classes, guint32 transition)
{
  const CoupletAutomaton *a = classes->check->a;
  for (guint32 v = 0; v < a->n_thresholds; v++) {
    gboolean begins = assigns_threshold (a, transition, v);
    if (!begins && shifts_left_always (classes->check, transition, v) == 0) {
      g_autofree char *place = check_place (a, transition, 2);
      return g_strdup_printf ("%s: no shift obeys the rules for every D", place);
    }
    for (int difference = -1; difference <= 1 && begins; difference++) {
      Start start = {v, transition, difference};
      if ((difference != 0) != (a->states[a->source[transition]].input == COUPLET_PRIVATE))
        continue;
      char *why = check_segments (classes, &start);
      if (why != NULL)
        return why;
    }
  }
  return NULL;
}

static void
sort_classes (Classes *classes)
{
  guint32 n = classes->check->a->n_transitions;
  classes->row = g_new0 (guint32, (gsize)n + 2);
  classes->order = g_new (guint32, (gsize)classes->n + 1);
  for (guint i = 0; i < classes->n; i++)
    classes->row[classes->classes[i].assignment + 2]++;
  for (guint32 t = 2; t < n + 2; t++)
    classes->row[t] += classes->row[t - 1];
  for (guint i = 0; i < classes->n; i++)
    classes->order[classes->row[classes->classes[i].assignment + 1]++] = i;
}

char *
check_classes (Check *check)
{
  guint32 n_numbers;
  char *why = NULL;
  const CoupletAutomaton *a = check->a;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n_numbers);
  Classes classes = {.check = check};
  if (a->n_thresholds > 1 && a->sampling == COUPLET_SHARED)
    return g_strdup ("classes of segments are not for thresholds that share samples");
  if (couplet_evidence_cost (check->evidence) != NULL)
    return g_strdup ("classes of segments show that a strategy is valid, not what it costs");
  check_graph_explore (&check->graph, a);
  classes.classes = couplet_evidence_classes (check->evidence, &classes.n);
  sort_classes (&classes);
  for (guint i = 0; i < classes.n && why == NULL; i++)
    why = check_class (&classes, i, numbers);
  for (guint32 t = 0; t < a->n_transitions && why == NULL; t++)
    if (a->reachable[a->source[t]])
      why = check_transition (&classes, t);
  g_free (classes.row);
  g_free (classes.order);
  return why;
}
