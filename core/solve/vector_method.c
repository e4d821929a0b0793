/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/evidence.h>
#include <couplet/internal/context.h>
#include <couplet/internal/moves.h>
#include <couplet/internal/place_vectors.h>

/* The vector of a state may rise so often, and once more for each state of its component; entries
 * that rise then become infinite. */
#define RISES 8
#define MOST_RISES 1000

typedef struct {
  const CoupletVectorMethod *method;
  gpointer data;
  const CoupletAutomaton *automaton;
  CoupletVectors *vectors;
  CoupletComponents *components;
  CoupletCost **at;          /* per state; NULL: no walk has come there */
  guint32 *rises;            /* per state */
  guint8 *waits;             /* per state: its vector has risen since its moves were taken */
  CoupletCost *after, *join; /* room for a vector each */
  CoupletPace pace;
} Work;

static void
join_entries (CoupletCost *vector, const CoupletCost *other, gsize n)
{
  for (gsize i = 0; i < n; i++)
    vector[i] = couplet_cost_max (vector[i], other[i]);
}

/* How often the vector of state may rise before entries that rise become infinite. */
static guint32
rises_of (const Work *work, guint32 state)
{
  guint32 c = work->components->component[state];
  return RISES + MIN (work->components->first[c + 1] - work->components->first[c], MOST_RISES);
}

/* Joins vector, at state, with the one that work has come to. FALSE when that changes nothing: a
 * join that never comes to an end is given up, and what it leaves is refused at the end. */
static gboolean
join_vector (Work *work, guint32 state, gsize size)
{
  CoupletCost *vector = work->at[state];
  guint32 most = rises_of (work, state), rises = ++work->rises[state];
  memcpy (work->join, vector, size * sizeof *vector);
  if (work->method->join != NULL)
    work->method->join (work->data, work->vectors, state, work->join, work->after);
  else
    join_entries (work->join, work->after, size);
  for (gsize i = 0; i < size && rises > most; i++)
    if (couplet_cost_compare (work->join[i], vector[i]) > 0)
      work->join[i] = COUPLET_COST_INFINITE;
  if (rises > most + size || memcmp (vector, work->join, size * sizeof *vector) == 0)
    return FALSE;
  memcpy (vector, work->join, size * sizeof *vector);
  return TRUE;
}

/* A walk has come to state with the vector after. */
static void
arrive (Work *work, guint32 state)
{
  gsize size = couplet_vectors_size (work->vectors, state);
  gboolean changed = TRUE;
  if (work->at[state] == NULL)
    work->at[state] = g_memdup2 (work->after, size * sizeof *work->after);
  else
    changed = !couplet_vectors_below (work->vectors, state, work->after, work->at[state]) &&
              join_vector (work, state, size);
  if (changed)
    work->waits[state] = 1;
}

static void
take (Work *work, CoupletMove move)
{
  const CoupletCost *before = work->at[work->automaton->source[move.transition]];
  if (work->method->through != NULL)
    work->method->through (work->data, work->vectors, move, before, work->after);
  else
    couplet_vectors_take (work->vectors, move.transition, move.difference, before, work->after);
  arrive (work, work->automaton->target[move.transition]);
}

static void
take_all (Work *work, guint32 state)
{
  const CoupletAutomaton *a = work->automaton;
  work->waits[state] = 0;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = couplet_differences (a, t, differences);
    for (guint32 i = 0; i < n; i++)
      take (work, (CoupletMove){t, differences[i]});
  }
}

/* Goes on until no vector of component c rises; FALSE when it is time to end. */
static gboolean
settle (Work *work, guint32 c)
{
  const CoupletComponents *parts = work->components;
  gboolean rises = TRUE;
  while (rises) {
    rises = FALSE;
    for (guint32 i = parts->first[c]; i < parts->first[c + 1]; i++) {
      guint32 q = parts->members[i];
      if (!work->waits[q])
        continue;
      take_all (work, q);
      rises = TRUE;
      if (couplet_pace_over (&work->pace, couplet_vectors_most (work->vectors)))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
settle_all (Work *work)
{
  guint32 initial = work->automaton->initial;
  memset (work->after, 0, couplet_vectors_size (work->vectors, initial) * sizeof *work->after);
  if (work->method->start != NULL)
    work->method->start (work->data, work->vectors, work->after);
  arrive (work, initial);
  for (guint32 c = work->components->n_components; c-- > 0;) /* a topological order */
    if (!settle (work, c))
      return FALSE;
  return TRUE;
}

static gboolean
answer (Work *work, CoupletContext *context, CoupletOutcome *outcome, GError **error)
{
  if (!settle_all (work))
    return couplet_outcome_set_stopped (outcome, context);
  if (!couplet_outcome_add_bound (outcome, context, work->vectors, work->at, error))
    return FALSE;
  if (work->method->done != NULL)
    work->method->done (work->data, work->vectors, work->at, outcome);
  return TRUE;
}

static gboolean
run_within (Work *work, CoupletContext *context, CoupletOutcome *outcome, GError **error)
{
  guint32 n = work->automaton->n_states;
  gsize most = couplet_vectors_most (work->vectors);
  g_autoptr (CoupletComponents) components = couplet_components_new (work->automaton);
  g_autofree guint32 *rises = g_new0 (guint32, n);
  g_autofree guint8 *waits = g_new0 (guint8, n);
  g_autofree CoupletCost *after = g_new (CoupletCost, most), *join = g_new (CoupletCost, most);
  work->at = g_new0 (CoupletCost *, n);
  work->components = components;
  work->rises = rises;
  work->waits = waits;
  work->after = after;
  work->join = join;
  gboolean good = answer (work, context, outcome, error);
  for (guint32 q = 0; q < n; q++)
    g_free (work->at[q]);
  g_free (work->at);
  return good;
}

gboolean
couplet_run_vectors (const CoupletVectorMethod *method, gpointer data, CoupletContext *context,
                     const CoupletAutomaton *automaton, CoupletOutcome *outcome, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (CoupletVectors) vectors = couplet_vectors_of (automaton, context, &wrong);
  if (wrong != NULL) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  if (vectors == NULL) {
    if (!couplet_outcome_set_stopped (outcome, context))
      couplet_outcome_set_reason (outcome, "more than %d thresholds are tied to each other",
                                  COUPLET_VECTOR_THRESHOLDS);
    return TRUE;
  }
  Work work = {.method = method,
               .data = data,
               .automaton = automaton,
               .vectors = vectors,
               .pace = {.context = context}};
  return run_within (&work, context, outcome, error);
}
