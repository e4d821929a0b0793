/* SPDX-License-Identifier: Apache-2.0 */
#include "step_cache.h"

#include <string.h>

#define N_PLACES 64 /* a power of two */

/* All that a step depends on; a snap is of the noise. */
typedef struct {
  guint32 guard, assignment, noise;
  guint8 output;      /* CoupletOutputKind */
  guint8 differences; /* a set of them, or what the input tells of it */
  guint8 on_cycle;
  guint8 is_set;
} Key;

typedef struct {
  Key key;
  CoupletStep step;
} Place;

struct StepCache {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  Place places[N_PLACES];
};

StepCache *
step_cache_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                CoupletUnit *unit)
{
  StepCache *cache = g_new0 (StepCache, 1);
  cache->automaton = automaton;
  cache->components = components;
  cache->unit = unit;
  return cache;
}

void
step_cache_free (StepCache *cache)
{
  g_free (cache);
}

static Key
key_of (const StepCache *cache, guint32 transition)
{
  const CoupletAutomaton *a = cache->automaton;
  const CoupletState *source = couplet_source_state (a, transition);
  return (Key){.guard = a->guard[transition],
               .assignment = a->assignment[transition],
               .noise = source->noise,
               .output = (guint8)couplet_output_of (a, transition)->kind,
               .differences =
                   a->differences != NULL ? a->differences[transition] : (guint8)source->input,
               .on_cycle = (guint8)couplet_on_cycle (a, cache->components, transition),
               .is_set = TRUE};
}

const CoupletStep *
step_cache_load (StepCache *cache, guint32 transition)
{
  Key key = key_of (cache, transition);
  guint32 mixed = (key.guard * 5 + key.noise * 3 + key.assignment) * 2 + key.on_cycle;
  Place *place = &cache->places[mixed % N_PLACES];
  if (memcmp (&place->key, &key, sizeof key) != 0) {
    couplet_step_load (&place->step, cache->automaton, cache->components, cache->unit, transition);
    place->key = key;
  }
  return &place->step;
}
