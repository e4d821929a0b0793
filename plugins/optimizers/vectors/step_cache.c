/* SPDX-License-Identifier: Apache-2.0 */
#include "step_cache.h"

#include <string.h>

#define N_PLACES 64 /* a power of two */

/* What a step depends on; a snap belongs to the noise. */
typedef struct {
  guint32 guard, assignment, noise;
  guint8 output;      /* CoupletOutputKind */
  guint8 differences; /* a set of them, or what the input tells of it */
  guint8 on_cycle;
  guint8 is_set;
} Key;

struct StepCache {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  Key keys[N_PLACES];
  CoupletStep steps[N_PLACES]; /* those whose keys are set */
};

StepCache *
step_cache_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                CoupletUnit *unit)
{
  StepCache *cache = g_new (StepCache, 1); /* much larger than its keys */
  cache->automaton = automaton;
  cache->components = components;
  cache->unit = unit;
  memset (cache->keys, 0, sizeof cache->keys);
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
  guint32 place = mixed % N_PLACES;
  if (memcmp (&cache->keys[place], &key, sizeof key) != 0) {
    couplet_step_load (&cache->steps[place], cache->automaton, cache->components, cache->unit,
                       transition);
    cache->keys[place] = key;
  }
  return &cache->steps[place];
}
