/* SPDX-License-Identifier: Apache-2.0 */
/* BOUND, ATTAINED and VIOLATION: docs/evidence.md, whose rules and points have the same numbers.
 *
 * check_forbids() has the rules for a shift, take() takes a vector through a transition by them,
 * is_below() compares two. A walk is a vector taken from step to step; a bound is all its
 * vectors, each taken through all transitions and compared with those kept there. */
#include "vectors.h"

static const char TOO_MANY[] = "it ties more thresholds than a factor may have";

gboolean
check_reject (Check *check, const char *format, ...)
{
  GString *text = g_string_new (NULL);
  if (check->what != NULL)
    g_string_append_printf (text, "%s %u (", check->what, check->number + 1);
  if (check->state != COUPLET_NONE)
    g_string_append_printf (text, "state %s", check->a->states[check->state].name);
  if (check->transition != COUPLET_NONE) {
    g_autofree char *transition = couplet_transition_to_string (check->a, check->transition);
    g_string_append_printf (text, ", transition '%s'", transition);
  }
  if (check->difference != NO_DIFFERENCE)
    g_string_append_printf (text, check->difference > 0 ? ", D = +%d" : ", D = %d",
                            check->difference);
  g_string_append (text, check->what != NULL ? "): " : check->state != COUPLET_NONE ? ": " : "");
  if (check->vector > 0)
    g_string_append_printf (text, "vector %u: ", check->vector);
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  check->why = g_string_free (text, FALSE);
  return FALSE;
}

gboolean
check_give_up (Check *check, const char *why)
{
  check->too_large = TRUE;
  return check_reject (check, "%s", why);
}

void
check_stand_at (Check *check, const char *what, guint number, guint32 state, guint32 transition,
                int difference)
{
  check->what = what;
  check->number = number;
  check->state = state;
  check->transition = transition;
  check->difference = difference;
}

/* ---- Samples: rules 1 to 6 ------------------------------------------------------------------- */

gboolean
check_counts (const Check *check, guint32 transition, int difference)
{
  return (difference != 0) ==
         (couplet_source_state (check->a, transition)->input != COUPLET_PUBLIC);
}

gboolean
check_sample (const Check *check, guint32 slot, Sample *sample)
{
  const CoupletAutomaton *a = check->a;
  const CoupletGuard *guard = couplet_guard_of (a, check->transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, check->transition);
  const CoupletOutput *output = couplet_output_of (a, check->transition);
  guint32 state_noise = couplet_source_state (a, check->transition)->noise;
  const CoupletNoise *noise = &a->noises[state_noise];
  const CoupletNoiseKinds *kinds = &a->noise_kinds[state_noise];
  gboolean fresh = slot == check->n_slots;
  guint32 d = fresh ? noise->d_fresh : noise->d[slot];
  *sample = (Sample){.d = d < a->n_numbers ? &a->numbers[d] : NULL,
                     .one_sided = (fresh ? kinds->fresh : kinds->sample) == COUPLET_EXPONENTIAL};
  if (fresh)
    return sample->shown = output->kind == COUPLET_FRESH;
  sample->shown =
      output->kind == COUPLET_INSAMPLE && (check->n_slots == 1 || output->threshold == slot);
  sample->compared = guard->literals;
  sample->n_compared = guard->n_literals;
  sample->assigned = assignment->thresholds;
  sample->n_assigned = assignment->n_thresholds;
  if (check->n_slots > 1) { /* then it has to do with threshold number slot alone */
    for (; sample->n_compared > 0 && sample->compared->threshold != slot; sample->n_compared--)
      sample->compared++;
    sample->n_compared = MIN (sample->n_compared, 1);
    for (; sample->n_assigned > 0 && *sample->assigned != slot; sample->n_assigned--)
      sample->assigned++;
    sample->n_assigned = MIN (sample->n_assigned, 1);
  }
  return sample->n_compared > 0 || sample->n_assigned > 0 || sample->shown;
}

const char *
check_forbids (const Check *check, const Sample *sample, int g, const gint8 *x)
{
  for (guint32 i = 0; i < sample->n_compared; i++) {
    const CoupletLiteral *literal = &sample->compared[i];
    if (((literal->comparison & COUPLET_LESS) != 0 && g > x[literal->threshold]) ||
        ((literal->comparison & COUPLET_GREATER_EQUAL) != 0 && g < x[literal->threshold]))
      return "the shift given breaks a condition of the guard";
  }
  if (sample->shown && g != 0)
    return "the sample is output, but its shift is not 0";
  if ((check->on_cycle || sample->d == NULL) && g != check->difference)
    return "the sample has to shift by D";
  if (sample->one_sided && g < check->difference)
    return "exponential noise has to shift by D or more";
  return NULL;
}

/* ---- One transition -------------------------------------------------------------------------- */

/* Takes vector through sample of the present transition. FALSE = rejected. */
static gboolean
take_sample (Check *check, GPtrArray *vector, const Sample *sample)
{
  Scope compared = {.n = 0}, assigned = {.n = 0};
  gboolean fits = TRUE;
  for (guint32 i = 0; i < sample->n_compared; i++) {
    fits = fits && scope_add (&compared, sample->compared[i].threshold);
    if (!vector_mentions (vector, sample->compared[i].threshold))
      return check_reject (check, "it compares with a threshold that was minimised out");
  }
  for (guint32 i = 0; i < sample->n_assigned && fits; i++)
    fits = scope_add (&assigned, sample->assigned[i]) &&
           (scope_has (&compared, sample->assigned[i]) ||
            vector_drop (vector, check, sample->assigned[i], -1));
  return (fits && vector_reduce (vector, check, &compared, &assigned, sample, -1)) ||
         check_give_up (check, TOO_MANY);
}

/* Takes vector through the present transition. FALSE = rejected. */
static gboolean
take (Check *check, GPtrArray *vector)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++)
    if (check_sample (check, slot, &sample) && !take_sample (check, vector, &sample))
      return FALSE;
  return TRUE;
}

/* ---- BOUND ----------------------------------------------------------------------------------- */

/* Whether image, minimised over what vector number bound of the evidence does not mention, is at
 * most that everywhere. */
static gboolean
is_below (Check *check, const GPtrArray *image, guint32 bound)
{
  g_autoptr (GPtrArray) excess = vector_copy (image), negative = vector_new ();
  g_auto (Cost) zero = cost_zero ();
  vector_add_given (negative, check, bound, -1);
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if (!vector_mentions (negative, v))
      vector_drop (excess, check, v, -1);
    else if (!vector_mentions (excess, v))
      return FALSE;
  vector_add (excess, negative);
  const Cost *greatest = vector_extreme (excess, check, 1);
  return greatest != NULL ? cost_compare (greatest, &zero) <= 0 : check_give_up (check, TOO_MANY);
}

/* Whether vector is below one of those of entry. */
static gboolean
is_covered (Check *check, const GPtrArray *vector, guint32 entry)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  for (guint32 i = 0; i < e.n_vectors && check->why == NULL; i++)
    if (is_below (check, vector, e.first_vector + i))
      return TRUE;
  return FALSE;
}

/* Takes vector through the present transition, whose edges are those from first on, before end. */
static gboolean
check_image (Check *check, const GPtrArray *vector, guint first, guint end)
{
  g_autoptr (GPtrArray) image = vector_copy (vector);
  if (!take (check, image))
    return FALSE;
  for (guint e = first; e < end && check->why == NULL; e++)
    if ((EDGE (check, e)->differences >> (check->difference + 1) & 1) != 0 &&
        is_covered (check, image, EDGE (check, e)->target))
      return TRUE;
  return check->why == NULL &&
         check_reject (check, "what it leads to is not below any vector kept there");
}

/* Takes vector, of entry, through the transition of edge number first at each D. *end becomes the
 * first edge of another. */
static gboolean
check_transition (Check *check, const GPtrArray *vector, guint32 entry, guint first, guint *end)
{
  guint32 t = EDGE (check, first)->transition;
  check->on_cycle = FALSE; /* of all paths: each pays for itself */
  *end = first;
  while (*end < FIRST (check, entry + 1) && EDGE (check, *end)->transition == t)
    ++*end;
  guint8 differences = check_differences (check, NODE (check, entry)->memory, t);
  for (int difference = -1; difference <= 1; difference++) {
    check_stand_at (check, "entry", entry, check->a->source[t], t, difference);
    if ((differences >> (difference + 1) & 1) != 0 && !check_image (check, vector, first, *end))
      return FALSE;
  }
  return TRUE;
}

/* Checks vector number index of the evidence, of entry: its least value, and where it leads. */
static gboolean
check_vector (Check *check, guint32 entry, guint32 index)
{
  g_autoptr (GPtrArray) vector = vector_new (), rest = NULL;
  vector_add_given (vector, check, index, 1);
  rest = vector_copy (vector);
  check_stand_at (check, "entry", entry, NODE (check, entry)->state, COUPLET_NONE, NO_DIFFERENCE);
  const Cost *least = vector_extreme (rest, check, -1);
  if (least == NULL)
    return check_give_up (check, TOO_MANY);
  if (cost_compare_with_claim (check, least) > 0) {
    g_autofree char *text = cost_to_string (check, least);
    return check_reject (check, "its least value %s is above the cost", text);
  }
  for (guint edge = FIRST (check, entry); edge < FIRST (check, entry + 1);)
    if (!check_transition (check, vector, entry, edge, &edge))
      return FALSE;
  return TRUE;
}

static gboolean
check_bound (Check *check)
{
  g_autoptr (GPtrArray) nothing = vector_new ();
  gboolean started = FALSE;
  if (!check_link_entries (check))
    return FALSE;
  for (guint32 e = check->entries[check->a->initial]; e != COUPLET_NONE; e = check->next_entry[e])
    started |= couplet_evidence_entry (check->evidence, e).n_relations == 0 &&
               check_memory_fits (NODE (check, e)->memory, check_memory_start ()) &&
               is_covered (check, nothing, e);
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  if (!started)
    return check->why == NULL &&
           check_reject (check, "the initial state has no entry without order whose vectors cover "
                                "the start, which costs nothing and mentions no threshold");
  for (guint32 e = 0; e < check->nodes->len; e++) {
    CoupletEvidenceEntry entry = couplet_evidence_entry (check->evidence, e);
    for (guint32 i = 0; i < entry.n_vectors; i++) {
      check->vector = i + 1;
      if (!check_vector (check, e, entry.first_vector + i))
        return FALSE;
    }
  }
  return TRUE;
}

/* ---- ATTAINED and VIOLATION ------------------------------------------------------------------ */

/* Whether a step behind number step compares with threshold before one assigns it. */
static gboolean
is_read_later (const Check *check, guint step, guint32 threshold)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  for (guint i = step + 1; i < n; i++) {
    if (couplet_guard_comparisons (couplet_guard_of (check->a, walk[i].transition), threshold) != 0)
      return TRUE;
    if (couplet_assigns (check->a, walk[i].transition, threshold))
      return FALSE;
  }
  return FALSE;
}

/* Takes vector through the present step, number step; minimises out what it is the last one to
 * read or assign. */
static gboolean
take_step (Check *check, GPtrArray *vector, guint step)
{
  const CoupletGuard *guard = couplet_guard_of (check->a, check->transition);
  if (!take (check, vector))
    return FALSE;
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if ((couplet_guard_comparisons (guard, v) != 0 ||
         couplet_assigns (check->a, check->transition, v)) &&
        !is_read_later (check, step, v))
      vector_drop (vector, check, v, -1);
  return TRUE;
}

static gboolean
check_walk (Check *check)
{
  guint n;
  guint32 node = check->start;
  g_autoptr (GPtrArray) vector = vector_new ();
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n; i++)
    if (!check_follow (check, &node, i) || !take_step (check, vector, i))
      return FALSE;
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  const Cost *least = vector_extreme (vector, check, -1);
  g_autofree char *text = cost_to_string (check, least);
  return cost_compare_with_claim (check, least) == 0 ||
         check_reject (check, "%s %s",
                       check->kind == COUPLET_EVIDENCE_ATTAINED
                           ? "the least cost on this walk is"
                           : "a strategy is left on this walk; the least cost is",
                       text);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static void
clear_node (Node *node)
{
  g_free (node->order);
}

static void
check_kind (Check *check, CoupletRational *cost)
{
  guint n_classes;
  couplet_evidence_classes (check->evidence, &n_classes);
  if (check->kind == COUPLET_EVIDENCE_STRATEGY && n_classes > 0)
    check_classes (check);
  else if (check->kind == COUPLET_EVIDENCE_STRATEGY)
    check_path (check, cost);
  else if (check->kind != COUPLET_EVIDENCE_VIOLATION &&
           couplet_evidence_cost (check->evidence) == NULL)
    check_reject (check, "it names no cost");
  else if (!cost_find_unit (check))
    return;
  else if (check->kind == COUPLET_EVIDENCE_BOUND)
    check_bound (check);
  else if (check_walk (check) && check->kind == COUPLET_EVIDENCE_ATTAINED)
    check_walk_shifts (check);
}

CoupletEvidenceCheck
couplet_evidence_check (const CoupletEvidence *evidence, CoupletRational *cost, char **why)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint32 k = a->n_thresholds;
  gboolean shared = a->sampling == COUPLET_SHARED;
  Check check = {.a = a,
                 .evidence = evidence,
                 .kind = couplet_evidence_kind (evidence),
                 .n_slots = shared ? 1 : k,
                 .order_size = shared && k > 1 ? (gsize)(k + 1) * (k + 1) : 0,
                 .x = g_new0 (gint8, k),
                 .nodes = g_array_new (FALSE, FALSE, sizeof (Node)),
                 .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
                 .first = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_array_set_clear_func (check.nodes, (GDestroyNotify)clear_node);
  mpz_init_set_ui (check.unit, 1);
  check_stand_at (&check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  check_find_memory (&check);
  if (check.kind == COUPLET_EVIDENCE_BOUND || check_explore (&check))
    check_kind (&check, cost);
  mpz_clear (check.unit);
  g_array_unref (check.nodes);
  g_array_unref (check.edges);
  g_array_unref (check.first);
  g_hash_table_unref (check.known);
  g_free (check.recalls);
  g_free (check.x);
  g_free (check.entries);
  g_free (check.next_entry);
  g_free (check.component);
  *why = check.why;
  return check.why == NULL ? COUPLET_EVIDENCE_ACCEPTED
         : check.too_large ? COUPLET_EVIDENCE_TOO_LARGE
                           : COUPLET_EVIDENCE_REJECTED;
}
