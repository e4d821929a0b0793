/* SPDX-License-Identifier: Apache-2.0 */
/* What is seen of automata whose outputs do not tell the path, with silent steps among them. */
#include "output_letters.h"

#include "text_automaton.h"

#include <couplet/host/unfold.h>

#include "unit.h"

#define MANY_PLACES 100

typedef struct {
  CoupletAutomaton *folded; /* NULL = there is nothing to unfold */
  CoupletAutomaton *automaton;
  CoupletUnit *unit;
  CoupletLive *live;
  OutputLetters *letters; /* NULL = there are none */
} Made;

static void
made_init (Made *made, const char *const *lines)
{
  CoupletAutomaton *written = text_automaton (COUPLET_SHARED, "x", lines);
  made->automaton = couplet_unfold (written, NULL, NULL);
  made->folded = made->automaton != NULL ? written : NULL;
  if (made->automaton == NULL)
    made->automaton = written;
  made->unit = couplet_unit_new (made->automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (made->automaton);
  made->live = couplet_live_new (made->automaton, components);
  made->letters = output_letters_new (made->automaton, made->live, made->unit, MANY_PLACES);
}

static void
made_clear (Made *made)
{
  output_letters_free (made->letters);
  couplet_live_free (made->live);
  couplet_unit_free (made->unit);
  couplet_automaton_free (made->automaton);
  couplet_automaton_free (made->folded);
}

/* The moves of an output as text, such as `pq pr`, in the order of the states, each by the first
 * letter of its name. */
static char *
moves_text (const Made *made, guint32 output)
{
  const GArray *moves = g_ptr_array_index (made->letters->moves, output);
  GString *text = g_string_new (NULL);
  for (guint32 from = 0; from < made->automaton->n_states; from++)
    for (guint32 to = 0; to < made->automaton->n_states; to++)
      for (guint i = 0; i < moves->len; i++) {
        const OutputMove *move = &g_array_index (moves, OutputMove, i);
        if (move->from == from && move->to == to)
          g_string_append_printf (text, "%s%c%c", text->len > 0 ? " " : "",
                                  made->automaton->states[from].name[0],
                                  made->automaton->states[to].name[0]);
      }
  return g_string_free (text, FALSE);
}

static void
expect_moves (const Made *made, guint32 output, const char *expected)
{
  g_autofree char *text = moves_text (made, output);
  assert_string_equal (text, expected);
}

/* What the letter costs at least from the initial state to state; -1: it does not lead there. */
static int
cost_of (const Made *made, const OutputLetter *letter, guint32 state)
{
  const OutputLetters *letters = made->letters;
  g_autofree CoupletCost *before = g_new (CoupletCost, letters->n_places);
  g_autofree CoupletCost *after = g_new (CoupletCost, letters->n_places);
  CoupletCost least = COUPLET_COST_INFINITE;
  memset (before, 0xff, letters->n_places * sizeof *before);
  before[letters->first[made->automaton->initial]] = 0;
  shift_vector_step (made->unit, before, letters->n_places, letter->ways, after);
  for (guint32 p = letters->first[state]; p < letters->first[state + 1]; p++)
    least = couplet_cost_min (least, after[p]);
  return least == COUPLET_COST_INFINITE ? -1 : (int)least;
}

/* The letters as text, such as `0 private 1`, each with where it leads from the initial state and
 * at what cost. */
static char *
letters_text (const Made *made)
{
  static const char *const inputs[] = {"private", "public", "again"};
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < made->letters->letters->len; i++) {
    const OutputLetter *letter = g_ptr_array_index (made->letters->letters, i);
    g_string_append_printf (text, "%u %s %d", letter->output, inputs[letter->input],
                            letter->difference);
    for (guint32 q = 0; q < made->automaton->n_states; q++)
      if (cost_of (made, letter, q) >= 0)
        g_string_append_printf (text, " %s=%d", made->automaton->states[q].name,
                                cost_of (made, letter, q));
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
expect_letters (const Made *made, const char *expected)
{
  g_autofree char *text = letters_text (made);
  assert_string_equal (text, expected);
}

static void
test_a_move_counts_once_and_only_inputs_that_are_read_make_letters (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p public 1",
                                      "state q private 1",
                                      "state e private 1",
                                      "p q true a x",
                                      "q e <x a",
                                      "q e >=x a",
                                      NULL};
  Made made;
  made_init (&made, lines);
  expect_moves (&made, 0, ""); /* no real values */
  expect_moves (&made, 1, "pq qe");
  expect_letters (&made, "1 private -1\n1 private 1\n1 public 0 q=0\n");
  made_clear (&made);
}

static const char *const SILENT[] = {"state p private 1",
                                     "state q again 1",
                                     "state r again 1",
                                     "state e private 1",
                                     "state f private 1",
                                     "p q true silent(go) x",
                                     "q r <x silent(low)",
                                     "q e >=x a",
                                     "r e <x a",
                                     "r f >=x insample",
                                     NULL};

/* From p, too, as the steps before are not seen; q and r stand there once for each difference. */
static void
test_silent_steps_come_before_the_moves (void **state)
{
  (void)state;
  Made made;
  made_init (&made, SILENT);
  expect_moves (&made, 0, "pf pf qf qf rf rf");
  expect_moves (&made, 1, "pe pe qe qe re re");
  made_clear (&made);
}

/* To f: with D = -1, x = -1, the answer to q as well, and 0 is shown for 1; with D = 1 all three
 * pay 1. */
static void
test_a_letter_pays_for_the_silent_steps_before_it (void **state)
{
  (void)state;
  Made made;
  made_init (&made, SILENT);
  expect_letters (&made, "0 private -1 f=1\n0 private 1 f=3\n0 again -1\n0 again 1\n"
                         "1 private -1 e=0\n1 private 1 e=0\n1 again -1\n1 again 1\n");
  made_clear (&made);
}

static void
expect_no_letters (const char *const *lines)
{
  Made made;
  made_init (&made, lines);
  assert_null (made.letters);
  made_clear (&made);
}

static void
test_other_silence_has_no_letters (void **state)
{
  (void)state;
  static const char *const anew[] = {"state p private 1",
                                     "state q private 1",
                                     "state e private 1",
                                     "p q true silent(go) x",
                                     "q e <x a",
                                     "q e >=x a",
                                     NULL};
  static const char *const public[] = {"state p public 1",
                                       "state q public 1",
                                       "state e private 1",
                                       "p q true silent(go) x",
                                       "q e <x a",
                                       "q e >=x a",
                                       NULL};
  static const char *const endless[] = {"state p private 1",
                                        "state q again 1",
                                        "state e private 1",
                                        "p q true silent(go) x",
                                        "q q <x silent(turn)",
                                        "q e >=x a",
                                        NULL};
  expect_no_letters (anew);
  expect_no_letters (public);
  expect_no_letters (endless);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_move_counts_once_and_only_inputs_that_are_read_make_letters),
      cmocka_unit_test (test_silent_steps_come_before_the_moves),
      cmocka_unit_test (test_a_letter_pays_for_the_silent_steps_before_it),
      cmocka_unit_test (test_other_silence_has_no_letters),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
