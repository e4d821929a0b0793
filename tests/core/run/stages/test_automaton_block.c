/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton in a block says what the one says that it was copied from, which may be gone. */
#include "random_many.h"
#include "same_automaton.h"
#include "text_automaton.h"

#include "automaton_block.h"
#include "order.h"
#include "origin.h"

#include <couplet/host/model.h>
#include <couplet/host/unfold.h>

#include <string.h>

#include "unit.h"

#define ROOM ((gsize)1 << 20)
#define N_RANDOM 60

/* What a copy must have as well; places and what automaton_difference() looks at are apart. */
static void
assert_same_rest (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  gsize states = a->n_states, transitions = a->n_transitions;
  assert_memory_equal (a->reachable, b->reachable, states);
  assert_memory_equal (a->place, b->place, transitions * sizeof *a->place);
  assert_int_equal (a->output_distinct, b->output_distinct);
  assert_int_equal (a->compares_otherwise, b->compares_otherwise);
  assert_int_equal (a->silent != NULL, b->silent != NULL);
  if (a->silent != NULL)
    assert_memory_equal (a->silent, b->silent, a->n_outputs);
  assert_int_equal (a->readings != NULL, b->readings != NULL);
  for (gsize q = 0; a->readings != NULL && q < states; q++)
    assert_int_equal (g_strcmp0 (a->readings[q], b->readings[q]), 0);
}

static void
assert_same_unfolding (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  gsize states = a->n_states, transitions = a->n_transitions;
  assert_memory_equal (a->folded_state, b->folded_state, states * sizeof (guint32));
  assert_memory_equal (a->folded_transition, b->folded_transition, transitions * sizeof (guint32));
  assert_int_equal (a->memory != NULL, b->memory != NULL);
  if (a->memory != NULL) {
    assert_memory_equal (a->memory, b->memory, states * sizeof *a->memory);
    assert_memory_equal (a->differences, b->differences, transitions);
  }
  assert_int_equal (a->order != NULL, b->order != NULL);
  for (guint32 q = 0; a->order != NULL && q < states; q++) {
    g_autofree char *one = couplet_known_order_to_string (a, q);
    g_autofree char *other = couplet_known_order_to_string (b, q);
    assert_string_equal (one, other);
  }
}

static void
assert_same (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  g_autofree char *difference = automaton_difference (a, b);
  assert_null (difference);
  assert_same_rest (a, b);
  assert_int_equal (a->folded != NULL, b->folded != NULL);
  if (a->folded == NULL)
    return;
  assert_same_unfolding (a, b);
  assert_same (a->folded, b->folded);
}

/* What automaton unfolds to, or itself. */
static const CoupletAutomaton *
unfolded (const CoupletAutomaton *automaton, CoupletAutomaton **owned)
{
  g_autoptr (GError) error = NULL;
  *owned = couplet_unfold (automaton, NULL, &error);
  assert_null (error);
  return *owned != NULL ? *owned : automaton;
}

static void
check_random (const ManyAutomaton *many, guint number)
{
  (void)number;
  g_autofree gpointer room = g_malloc (ROOM);
  g_autoptr (CoupletAutomaton) kept = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded_kept = NULL;
  CoupletAutomaton *gone = build_many (many), *unfolded_gone;
  const CoupletAutomaton *copy = automaton_to_block (unfolded (gone, &unfolded_gone), room, ROOM);
  couplet_automaton_free (unfolded_gone);
  couplet_automaton_free (gone);
  assert_non_null (copy);
  assert_same (unfolded (kept, &unfolded_kept), copy);
}

static void
test_random_automata_and_what_they_unfold_to (void **state)
{
  (void)state;
  each_random_many (N_RANDOM, 1, random_looping_kinds, check_random);
}

static CoupletAutomaton *
some_automaton (void)
{
  const char *const lines[] = {"state a public 1", "state b private 1/3", "a b true first u",
                               "b b <u below",     "b a >=u above",       NULL};
  return text_automaton (COUPLET_SHARED, "u", lines);
}

static void
test_what_does_not_fit_is_refused_at_each_size (void **state)
{
  (void)state;
  static const CoupletOrigin origin = {.file = "x.json"};
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  gsize size = 0;
  automaton_set_origin (automaton, &origin);
  for (const CoupletAutomaton *copy = NULL; copy == NULL; size += 16) {
    g_autofree gpointer room = g_malloc (MAX (size, 1)); /* a sanitizer sees what goes beyond */
    copy = automaton_to_block (automaton, room, size);
    if (copy != NULL)
      assert_same (automaton, copy);
  }
  assert_true (size > 1000 && size < 10000);
}

/* It is a copy, which lives as long as the block in room. */
static void
assert_inside (gconstpointer copy, const char *room)
{
  assert_true ((const char *)copy >= room && (const char *)copy < room + ROOM);
}

static void
test_names_of_readings_and_the_origin (void **state)
{
  (void)state;
  static const CoupletDefinition definitions[] = {{"k", "3"}, {"n", "1/2"}};
  static const char *const options[] = {"--optimizers=frontier"};
  static const CoupletProvenance provenance = {.version = "1.0",
                                               .commit = NULL,
                                               .date = "2026-11-22T04:21:42Z",
                                               .n_libraries = 2,
                                               .libraries = definitions,
                                               .n_options = 1,
                                               .options = options};
  static const CoupletOrigin origin = {"x.json", "00ff", 2, definitions, &provenance};
  g_autofree gpointer room = g_malloc (ROOM);
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  const char *readings[] = {NULL, "answer"};
  automaton->readings = readings;
  automaton_set_origin (automaton, &origin);
  const CoupletAutomaton *copy = automaton_to_block (automaton, room, ROOM);
  memset (readings, 0, sizeof readings);
  assert_null (copy->readings[0]);
  assert_string_equal (copy->readings[1], "answer");
  assert_string_equal (copy->origin->file, "x.json");
  assert_string_equal (copy->origin->sha256, "00ff");
  assert_string_equal (copy->origin->parameters[1].value, "1/2");
  assert_null (copy->origin->provenance->commit);
  assert_string_equal (copy->origin->provenance->date, provenance.date);
  assert_string_equal (copy->origin->provenance->libraries[0].name, "k");
  assert_string_equal (copy->origin->provenance->options[0], options[0]);
  assert_inside (copy->readings[1], room);
  assert_inside (copy->origin->file, room);
  assert_inside (copy->origin->sha256, room);
  assert_inside (copy->origin->parameters, room);
  assert_inside (copy->origin->parameters[1].value, room);
  assert_inside (copy->origin->provenance->version, room);
  assert_inside (copy->origin->provenance->date, room);
  assert_inside (copy->origin->provenance->libraries, room);
  assert_inside (copy->origin->provenance->libraries[1].name, room);
  assert_inside (copy->origin->provenance->options[0], room);
}

/* One more means one more to copy; a linear mechanism never is (isolate.c). */
#if GLIB_SIZEOF_VOID_P == 8
_Static_assert(sizeof (CoupletAutomaton) == 392, "automaton_block.c copies all that there is");
_Static_assert(sizeof (CoupletOrigin) == 40 && sizeof (CoupletProvenance) == 136,
               "automaton_block.c copies all that there is");
#endif

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_automata_and_what_they_unfold_to),
      cmocka_unit_test (test_what_does_not_fit_is_refused_at_each_size),
      cmocka_unit_test (test_names_of_readings_and_the_origin),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
