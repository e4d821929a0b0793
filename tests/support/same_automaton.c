/* SPDX-License-Identifier: Apache-2.0 */
#include "same_automaton.h"

static gboolean
same_number (const CoupletAutomaton *a, guint32 i, const CoupletAutomaton *b, guint32 j)
{
  if (i >= COUPLET_NO_NOISE || j >= COUPLET_NO_NOISE)
    return i == j;
  return couplet_rational_compare (&a->numbers[i], &b->numbers[j]) == 0;
}

static gboolean
same_noise (const CoupletAutomaton *a, const CoupletNoise *n, const CoupletAutomaton *b,
            const CoupletNoise *m)
{
  guint32 slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  for (guint32 v = 0; v < slots; v++)
    if (!same_number (a, n->d[v], b, m->d[v]))
      return FALSE;
  return same_number (a, n->mu, b, m->mu) && same_number (a, n->d_fresh, b, m->d_fresh) &&
         same_number (a, n->mu_fresh, b, m->mu_fresh);
}

static gboolean
same_literals (const CoupletLiteral *a, guint32 n, const CoupletLiteral *b, guint32 m)
{
  for (guint32 i = 0; n == m && i < n; i++)
    if (a[i].threshold != b[i].threshold || a[i].comparison != b[i].comparison)
      return FALSE;
  return n == m;
}

static gboolean
same_guard (const CoupletGuard *a, const CoupletGuard *b)
{
  if (a->n_alternatives != b->n_alternatives)
    return FALSE;
  for (guint32 i = 0; i < a->n_alternatives; i++)
    if (!same_literals (a->alternatives[i].literals, a->alternatives[i].n_literals,
                        b->alternatives[i].literals, b->alternatives[i].n_literals))
      return FALSE;
  return same_literals (a->literals, a->n_literals, b->literals, b->n_literals);
}

static gboolean
same_output (const CoupletOutput *a, const CoupletOutput *b)
{
  return a->kind == b->kind && a->threshold == b->threshold && g_str_equal (a->name, b->name);
}

static gboolean
same_assignment (const CoupletAssignment *a, const CoupletAssignment *b)
{
  for (guint32 i = 0; a->n_thresholds == b->n_thresholds && i < a->n_thresholds; i++)
    if (a->thresholds[i] != b->thresholds[i])
      return FALSE;
  return a->n_thresholds == b->n_thresholds;
}

static const char *
header_difference (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  if (!g_str_equal (a->name, b->name))
    return "name";
  if (a->sampling != b->sampling)
    return "sampling";
  if (couplet_rational_compare (&a->sensitivity, &b->sensitivity) != 0)
    return "sensitivity";
  if (couplet_rational_compare (&a->claim, &b->claim) != 0)
    return "claim";
  if (a->adjacency != b->adjacency)
    return "adjacency";
  if (a->initial != b->initial)
    return "initial state";
  if (a->n_states != b->n_states)
    return "number of states";
  if (a->n_transitions != b->n_transitions)
    return "number of transitions";
  if (a->n_thresholds != b->n_thresholds)
    return "number of thresholds";
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (!g_str_equal (a->thresholds[v], b->thresholds[v]))
      return "threshold";
  return NULL;
}

static const char *
state_difference (const CoupletAutomaton *a, const CoupletAutomaton *b, guint32 q)
{
  const CoupletState *p = &a->states[q], *r = &b->states[q];
  if (!g_str_equal (p->name, r->name))
    return "name";
  if (p->input != r->input)
    return "input";
  if (a->row[q + 1] != b->row[q + 1])
    return "number of transitions";
  const CoupletNoiseKinds *k = &a->noise_kinds[p->noise], *l = &b->noise_kinds[r->noise];
  if (k->sample != l->sample || k->fresh != l->fresh)
    return "kind of noise";
  const CoupletSnap *s = couplet_snap_of (a, p), *t = couplet_snap_of (b, r);
  if ((s != NULL) != (t != NULL) ||
      (s != NULL && (!same_number (a, s->bound, b, t->bound) ||
                     !same_number (a, s->grid, b, t->grid) || s->floating != t->floating)))
    return "snap";
  return same_noise (a, &a->noises[p->noise], b, &b->noises[r->noise]) ? NULL : "noise";
}

static const char *
transition_difference (const CoupletAutomaton *a, const CoupletAutomaton *b, guint32 t)
{
  if (a->source[t] != b->source[t] || a->target[t] != b->target[t])
    return "states";
  if (!same_guard (couplet_guard_of (a, t), couplet_guard_of (b, t)))
    return "guard";
  if (!same_output (couplet_output_of (a, t), couplet_output_of (b, t)))
    return "output";
  return same_assignment (couplet_assignment_of (a, t), couplet_assignment_of (b, t))
             ? NULL
             : "assignment";
}

char *
automaton_difference (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  const char *what = header_difference (a, b);
  if (what != NULL)
    return g_strdup (what);
  for (guint32 q = 0; q < a->n_states; q++)
    if ((what = state_difference (a, b, q)) != NULL)
      return g_strdup_printf ("%s of state %u", what, q);
  for (guint32 t = 0; t < a->n_transitions; t++)
    if ((what = transition_difference (a, b, t)) != NULL)
      return g_strdup_printf ("%s of transition %u", what, t);
  return NULL;
}
