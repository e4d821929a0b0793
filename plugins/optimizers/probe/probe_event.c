/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_event.h"

#include <string.h>

/* Paths with the same outputs, of so many steps, and those of runs of a number of answers. */
#define MOST_PATHS 8
#define MOST_STEPS 1000
#define MOST_RUNS 5000
#define MOST_STEPS_OF_RUNS 200
/* Steps that are tried for all of them. */
#define MOST_TRIED (1 << 22)

/* ---- Listing walks ------------------------------------------------------------------------ */

/* Walks from the initial state, depth first. One counts the outputs that it has shown, or the
 * private inputs that it has read. */
typedef struct {
  const CoupletAutomaton *automaton;
  const GArray *letters; /* guint32: the outputs to show; NULL = any */
  guint n_answers;       /* to read, if any outputs are */
  guint most_walks, most_steps;
  GArray *steps; /* guint32, of the walk so far */
  guint n_counted, n_tried;
  GPtrArray *walks; /* GArray of guint32, transitions */
} Listing;

guint32
probe_letter (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind == COUPLET_SYMBOL
             ? automaton->output[transition]
             : COUPLET_NONE;
}

static gboolean
counts (const Listing *listing, guint32 transition)
{
  const CoupletAutomaton *a = listing->automaton;
  return listing->letters != NULL ? !couplet_is_silent (a, transition)
                                  : couplet_source_state (a, transition)->input == COUPLET_PRIVATE;
}

/* Whether the walk goes on by transition. */
static gboolean
fits (const Listing *listing, guint32 transition)
{
  return listing->letters == NULL || !counts (listing, transition) ||
         probe_letter (listing->automaton, transition) ==
             g_array_index (listing->letters, guint32, listing->n_counted);
}

/* Whether the walk ends at state. */
static gboolean
ends (const Listing *listing, guint32 state)
{
  const CoupletAutomaton *a = listing->automaton;
  if (listing->letters != NULL)
    return listing->n_counted == listing->letters->len;
  return a->row[state] == a->row[state + 1] ||
         (a->states[state].input == COUPLET_PRIVATE && listing->n_counted == listing->n_answers);
}

/* Takes steps from next on, an alternative for the last one, until a walk ends or there are no
 * more. Returns the next alternative; COUPLET_NONE = that was all, or it is too much. */
static guint32
take_step (Listing *listing, guint32 next)
{
  const CoupletAutomaton *a = listing->automaton;
  GArray *steps = listing->steps;
  guint32 state =
      steps->len > 0 ? a->target[g_array_index (steps, guint32, steps->len - 1)] : a->initial;
  while (next < a->row[state + 1] && !fits (listing, next))
    next++;
  if (next < a->row[state + 1]) {
    listing->n_counted += counts (listing, next);
    g_array_append_val (steps, next);
    if (!ends (listing, a->target[next]))
      return a->row[a->target[next]];
    g_ptr_array_add (listing->walks, g_array_copy (steps));
  } else if (steps->len == 0)
    return COUPLET_NONE;
  guint32 last = g_array_index (steps, guint32, steps->len - 1);
  listing->n_counted -= counts (listing, last);
  g_array_set_size (steps, steps->len - 1);
  return last + 1;
}

/* All walks; NULL when they are too many or too long. */
static GPtrArray *
list_walks (Listing listing)
{
  const CoupletAutomaton *a = listing.automaton;
  g_autoptr (GPtrArray) walks = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  listing.steps = steps;
  listing.walks = walks;
  guint32 next = ends (&listing, a->initial) ? COUPLET_NONE : a->row[a->initial];
  while (next != COUPLET_NONE) {
    next = take_step (&listing, next);
    if (listing.n_tried++ > MOST_TRIED || steps->len > listing.most_steps ||
        walks->len > listing.most_walks)
      return NULL;
  }
  return g_steal_pointer (&walks);
}

static const guint32 *
transitions_of (const GArray *walk)
{
  return (const guint32 *)(gconstpointer)walk->data;
}

/* ---- Walks -------------------------------------------------------------------------------- */

static ProbeEvent *
event_new (guint n_inputs)
{
  ProbeEvent *event = g_new0 (ProbeEvent, 1);
  event->n_inputs = n_inputs;
  event->lines = g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_line_free);
  event->bits = PROBABILITY_FIRST_BITS;
  return event;
}

void
probe_event_free (ProbeEvent *event)
{
  g_free (event->transitions);
  g_ptr_array_unref (event->lines);
  g_clear_pointer (&event->reals, g_array_unref);
  g_free (event);
}

/* The noise of the draw that term is a multiple of; COUPLET_NOISELESS = of an input. */
static CoupletNoiseKind
noise_of (const CoupletLine *line, const CoupletLinearTerm *term)
{
  return term->atom < line->n_inputs ? COUPLET_NOISELESS
                                     : couplet_line_draw (line, term->atom - line->n_inputs)->noise;
}

/* Why the probability of the walk is not computed; NULL = it is. */
static const char *
find_obstacle (const CoupletLine *line, const guint32 *transitions, guint n)
{
  for (guint i = 0; i < n; i++)
    if (couplet_guard_of (line->automaton, transitions[i])->n_alternatives > 1)
      return "a guard on the path has several alternatives";
  for (guint i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    if (row->kind == COUPLET_LINE_SNAPS &&
        couplet_noise_is_whole (noise_of (line, &row->form->terms[0])))
      return "an output of discrete noise is snapped, which may be rounded either way";
  }
  return NULL;
}

/* Adds the path of n transitions, which reads inputs and shows values of the walk; NULL = its own.
 * FALSE with *obstacle set. */
static gboolean
add_walk (const ProbeEvent *event, const guint32 *transitions, guint n, const guint *reads,
          const guint *shows, const char **obstacle)
{
  CoupletLine *line =
      couplet_line_of_walk (event->automaton, transitions, n, reads, shows, event->n_inputs);
  g_ptr_array_add (event->lines, line);
  *obstacle = find_obstacle (line, transitions, n);
  return *obstacle == NULL;
}

/* Marks each output of line that has a density: that may be any real number. FALSE: an output may
 * have none where others are known, as some gaps do. The caller frees *marks, a byte for each
 * value. */
static gboolean
mark_densities (const ProbeEvent *event, const CoupletLine *line, guint8 **marks)
{
  gboolean good = TRUE;
  *marks = g_new0 (guint8, event->n_inputs + 1);
  for (guint i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    for (guint32 t = 0; t < row->form->n_terms && row->kind == COUPLET_LINE_SHOWS; t++) {
      CoupletNoiseKind noise = noise_of (line, &row->form->terms[t]);
      gboolean real = noise != COUPLET_NOISELESS && !couplet_noise_is_whole (noise);
      good = good && (t == 0 || !real || (*marks)[row->value] != 0);
      (*marks)[row->value] |= real;
    }
  }
  return good;
}

ProbeEvent *
probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     const char **obstacle)
{
  g_autoptr (ProbeEvent) event = event_new (n);
  event->automaton = automaton;
  event->transitions = g_memdup2 (transitions, n * sizeof *transitions);
  if (!add_walk (event, transitions, n, NULL, NULL, obstacle))
    return NULL;
  g_autofree guint8 *marks = NULL;
  mark_densities (event, g_ptr_array_index (event->lines, 0), &marks);
  event->is_density = memchr (marks, 1, n + 1) != NULL;
  return g_steal_pointer (&event);
}

/* The step of the walk that is number index of those that transitions are alike at: of those that
 * read a new input of that kind, or of those that are seen (input: COUPLET_AGAIN). n = none. */
static guint
find_step (const ProbeEvent *event, CoupletInput input, guint index)
{
  const CoupletAutomaton *a = event->automaton;
  guint i = 0;
  for (; i < event->n_inputs; i++) {
    guint32 t = event->transitions[i];
    gboolean counts = input == COUPLET_AGAIN ? !couplet_is_silent (a, t)
                                             : couplet_source_state (a, t)->input == input;
    if (counts && index-- == 0)
      break;
  }
  return i;
}

/* Lets a path read the inputs of the walk, and show what it does, in the same order. FALSE: it
 * reads more inputs. */
static gboolean
match_steps (const ProbeEvent *event, const GArray *path, guint *reads, guint *shows)
{
  const CoupletAutomaton *a = event->automaton;
  guint n_read[] = {[COUPLET_PRIVATE] = 0, [COUPLET_PUBLIC] = 0}, n_seen = 0, last = 0;
  for (guint i = 0; i < path->len; i++) {
    guint32 transition = transitions_of (path)[i];
    CoupletInput input = couplet_source_state (a, transition)->input;
    reads[i] = input == COUPLET_AGAIN ? last : find_step (event, input, n_read[input]++);
    if (input == COUPLET_PRIVATE)
      last = reads[i];
    shows[i] = couplet_is_silent (a, transition) ? 0 : find_step (event, COUPLET_AGAIN, n_seen++);
    if (reads[i] == event->n_inputs)
      return FALSE;
  }
  return TRUE;
}

/* Whether what the walk and the path that was added last output has densities at the same places.
 */
static gboolean
have_same_densities (const ProbeEvent *event)
{
  g_autofree guint8 *marks = NULL, *others = NULL;
  gboolean good = mark_densities (event, g_ptr_array_index (event->lines, 0), &marks);
  good &= mark_densities (event, g_ptr_array_index (event->lines, event->lines->len - 1), &others);
  return good && memcmp (marks, others, event->n_inputs) == 0;
}

/* Adds a path unless it is the walk, or sets *obstacle. */
static void
add_other (const ProbeEvent *event, const GArray *path, const char **obstacle)
{
  const guint32 *transitions = transitions_of (path);
  if (path->len == event->n_inputs &&
      memcmp (transitions, event->transitions, path->len * sizeof *transitions) == 0)
    return;
  g_autofree guint *reads = g_new (guint, MAX (path->len, 1));
  g_autofree guint *shows = g_new (guint, MAX (path->len, 1));
  if (!match_steps (event, path, reads, shows))
    *obstacle = "another path with the same outputs reads more inputs";
  else if (add_walk (event, transitions, path->len, reads, shows, obstacle) &&
           !have_same_densities (event))
    *obstacle = "paths with the same outputs show numbers of different kinds";
}

ProbeEvent *
probe_event_of_outputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                        const char **obstacle)
{
  g_autoptr (ProbeEvent) event = probe_event_of_walk (automaton, transitions, n, obstacle);
  g_autoptr (GArray) letters = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (event == NULL)
    return NULL;
  for (guint i = 0; i < n; i++) {
    guint32 letter = probe_letter (automaton, transitions[i]);
    if (!couplet_is_silent (automaton, transitions[i]))
      g_array_append_val (letters, letter);
  }
  g_autoptr (GPtrArray) paths = list_walks ((Listing){.automaton = automaton,
                                                      .letters = letters,
                                                      .most_walks = MOST_PATHS,
                                                      .most_steps = MOST_STEPS});
  if (paths == NULL)
    *obstacle = "too many paths have the same outputs";
  for (guint i = 0; *obstacle == NULL && i < paths->len; i++)
    add_other (event, g_ptr_array_index (paths, i), obstacle);
  return *obstacle == NULL ? g_steal_pointer (&event) : NULL;
}

GPtrArray *
probe_events_of_answers (const CoupletAutomaton *automaton, guint n_answers, const char **obstacle)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify)probe_event_free);
  g_autoptr (GPtrArray) walks = list_walks ((Listing){.automaton = automaton,
                                                      .n_answers = n_answers,
                                                      .most_walks = MOST_RUNS,
                                                      .most_steps = MOST_STEPS_OF_RUNS});
  for (guint i = 0; walks != NULL && i < walks->len; i++) {
    const GArray *walk = g_ptr_array_index (walks, i);
    ProbeEvent *event = probe_event_of_walk (automaton, transitions_of (walk), walk->len, obstacle);
    if (event == NULL)
      return NULL;
    g_ptr_array_add (events, event);
  }
  return walks != NULL ? g_steal_pointer (&events) : NULL;
}

/* ---- Trees -------------------------------------------------------------------------------- */

/* Adds a path to those with its outputs. */
static void
add_path (const CoupletLinearPath *path, ProbeEvent *event)
{
  const CoupletLinearList *list = event->list;
  for (guint32 r = 0; r < path->n_rows; r++) {
    guint32 node = (guint32)(path->rows[r].node - list->nodes);
    if (list->nodes[node].kind != COUPLET_LINEAR_REAL)
      continue;
    event->has_reals = TRUE;
    event->is_density |= couplet_linear_is_continuous (list, path, &list->nodes[node].form);
    if (event->lines->len == 0)
      g_array_append_val (event->reals, node);
  }
  g_ptr_array_add (event->lines, couplet_line_of_path (list, path));
}

GPtrArray *
probe_events_of_list (const CoupletLinearList *list, guint most)
{
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify)probe_event_free);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (list);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  CoupletLinearPath path;
  while (events->len <= most && couplet_linear_walk_next (walk, &path)) {
    ProbeEvent *event = g_hash_table_lookup (known, path.outputs);
    if (event == NULL) {
      event = event_new (list->n_answers);
      event->list = list;
      event->end = path.end;
      event->reals = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_ptr_array_add (events, event);
      g_hash_table_insert (known, g_strdup (path.outputs), event);
    }
    add_path (&path, event);
  }
  return events;
}

/* ---- Both --------------------------------------------------------------------------------- */

ProbabilityStatus
probe_event_chance (ProbeEvent *event, const GArray *inputs, const GArray *values,
                    const CoupletRational *epsilon, CoupletContext *context, arb_t value)
{
  g_auto (arb_t) one;
  ProbabilityStatus status = PROBABILITY_FOUND;
  arb_init (one);
  arb_zero (value);
  for (guint i = 0; i < event->lines->len && status == PROBABILITY_FOUND; i++) {
    status = line_probability (one, g_ptr_array_index (event->lines, i), inputs, values, epsilon,
                               &event->bits, context);
    arb_add (value, value, one, PROBABILITY_FIRST_BITS);
  }
  return status;
}

/* A step for each answer and then one for each real output of a tree (counterexample.h); of a
 * walk as they are taken. */
CoupletCounterexampleStep *
probe_event_steps (const ProbeEvent *event, const GArray *inputs, const GArray *adjacent,
                   const GArray *values, guint32 *n)
{
  const CoupletAutomaton *a = event->automaton;
  *n = event->n_inputs + (a == NULL ? event->reals->len : 0);
  CoupletCounterexampleStep *steps = g_new0 (CoupletCounterexampleStep, *n + 1);
  for (guint i = 0; i < *n; i++) {
    gboolean reads = i < event->n_inputs;
    guint value = a != NULL ? i : i - event->n_inputs;
    gboolean shows = a != NULL ? probe_letter (a, event->transitions[i]) == COUPLET_NONE : !reads;
    steps[i].transition = a != NULL ? couplet_folded_transition (a, event->transitions[i])
                          : reads   ? event->end
                                    : g_array_index (event->reals, guint32, value);
    steps[i].input = couplet_rational_to_string (reads ? couplet_number (inputs, i)
                                                       : couplet_number (values, value));
    steps[i].adjacent = couplet_rational_to_string (reads ? couplet_number (adjacent, i)
                                                          : couplet_number (values, value));
    if (shows)
      steps[i].output = couplet_rational_to_string (couplet_number (values, value));
  }
  return steps;
}

gboolean
probe_inputs_are_whole (const CoupletAutomaton *automaton)
{
  for (guint32 i = 0; i < automaton->n_noises; i++)
    if (couplet_noise_is_whole (automaton->noise_kinds[i].sample) ||
        couplet_noise_is_whole (automaton->noise_kinds[i].fresh))
      return TRUE;
  return FALSE;
}
