/* SPDX-License-Identifier: Apache-2.0 */
/* Which walk an explanation is about, and what it says of it: the costliest, one that shows a lower
 * bound, one too long to be told, and none. */
#include "verdict_story.h"

#include "explained.h"
#include "text_automaton.h"
#include "text_evidence.h"
#include "text_examples.h"
#include "text_printer.h"

#include <couplet/host/evidence.h>

#include "unit.h"

#define BOT "{\"output\": \"start\", \"difference\": 0}, {\"output\": \"bot\", \"difference\": 1}"
#define ATTAINED(cost, walk)                                                                       \
  "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"" cost "\", \"walk\": [" walk "]" \
  "}"

static const char COSTLIEST[] = ATTAINED ("5/4", BOT ", {\"output\": \"top\", \"difference\": -1}");
static const char CHEAPER[] = ATTAINED ("1/4", BOT);
static const char NOT_FOUND[] = "No walk was found on which a proof has to pay; these methods "
                                "were run:";

/* What is said of the SVT, of which a stage has that evidence: one is taken over. */
static char *
told_of (const Explained *explained, const CoupletAutomaton *automaton, CoupletVerdict verdict,
         CoupletEvidence *const *evidence, guint n)
{
  const CoupletStageResult stage = {.stage = "searcher",
                                    .kind = "optimizer",
                                    .verdict = verdict,
                                    .n_evidence = n,
                                    .evidence = evidence};
  CoupletResult result = {
      .automaton = automaton, .verdict = verdict, .n_stages = 1, .stages = &stage};
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  mpq_set_ui (cost.value, 5, 4);
  result.bounds.upper = verdict == COUPLET_VERDICT_PRIVATE ? &cost : NULL;
  g_autoptr (Document) document = document_new ();
  Telling telling = {&result, automaton, explained->examiner, document};
  tell_verdict (&telling);
  g_autoptr (GString) text = g_string_new (NULL);
  print_text (document, &(TextStyle){.columns = 1000}, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The same of one piece. */
static char *
told_of_one (const Explained *explained, CoupletVerdict verdict, const char *piece)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletEvidence) evidence = text_evidence (automaton, piece);
  return told_of (explained, automaton, verdict, &evidence, 1);
}

static void
assert_says (const char *told, const char *text, gboolean says)
{
  if ((strstr (told, text) != NULL) != says)
    fail_msg ("'%s' is %s in:\n%s", text, says ? "not" : "also", told);
}

static void
test_the_costliest_walk (void **state)
{
  g_autofree char *told = told_of_one (*state, COUPLET_VERDICT_PRIVATE, COSTLIEST);
  assert_says (told, "This is the walk on which a proof by shift couplings pays most", TRUE);
  assert_says (told, "(found by searcher)", TRUE);
  assert_says (told, "at least", FALSE);
}

static void
test_a_walk_that_shows_less_than_the_cost (void **state)
{
  g_autofree char *told = told_of_one (*state, COUPLET_VERDICT_PRIVATE, CHEAPER);
  assert_says (told, "pays most", FALSE);
  assert_says (told,
               "This walk shows that a proof by shift couplings pays at least 1/4*eps, under the "
               "inputs that are worst for it (found by searcher)",
               TRUE);
  assert_says (told, "[LapGen]", TRUE);
}

static void
test_a_walk_where_privacy_is_open (void **state)
{
  g_autofree char *told = told_of_one (*state, COUPLET_VERDICT_UNKNOWN, CHEAPER);
  assert_says (told, "No method could tell whether it is private", TRUE);
  assert_says (told, "This walk shows that a proof by shift couplings pays at least 1/4*eps", TRUE);
  assert_says (told, "[LapGen]", TRUE);
}

static void
test_no_walk (void **state)
{
  const Explained *explained = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autofree char *private = told_of (explained, automaton, COUPLET_VERDICT_PRIVATE, NULL, 0);
  g_autofree char *open = told_of (explained, automaton, COUPLET_VERDICT_UNKNOWN, NULL, 0);
  assert_says (private, NOT_FOUND, TRUE);
  assert_says (private, "searcher (optimizer): private", TRUE);
  assert_says (open, "walk", FALSE);
}

/* A loop of so many steps round the first one, whose turns are free. */
static CoupletEvidence *
long_walk (const CoupletAutomaton *automaton, guint length)
{
  g_autoptr (GString) text = g_string_new ("{\"couplet_evidence\": 1, \"kind\": \"attained\", "
                                           "\"cost\": \"5/4\", \"walk\": [{\"output\": \"start\", "
                                           "\"difference\": 0}, {\"loop\": [");
  for (guint i = 0; i < length; i++)
    g_string_append_printf (text, "%s{\"output\": \"bot\", \"difference\": 1}", i > 0 ? ", " : "");
  g_string_append (text, "]}, {\"output\": \"top\", \"difference\": -1}]}");
  return text_evidence (automaton, text->str);
}

static void
test_a_walk_that_is_too_long_to_be_told (void **state)
{
  const Explained *explained = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletEvidence) evidence = long_walk (automaton, 5000);
  g_autofree char *told = told_of (explained, automaton, COUPLET_VERDICT_PRIVATE, &evidence, 1);
  assert_says (told, NOT_FOUND, FALSE);
  assert_says (told,
               "A walk shows that a proof by shift couplings pays at least 5/4*eps (found by "
               "searcher, and accepted by the checker). It has 5002 steps and 1 loop, which is too "
               "much to be told here",
               TRUE);
}

static void
test_a_walk_of_long_loops (void **state)
{
  const Explained *explained = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletEvidence) evidence = long_walk (automaton, 1000);
  g_autofree char *told = told_of (explained, automaton, COUPLET_VERDICT_PRIVATE, &evidence, 1);
  assert_says (told, "This is the walk on which a proof by shift couplings pays most", TRUE);
}

static void
test_a_shorter_walk_beside_one_that_is_too_long (void **state)
{
  const Explained *explained = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletEvidence) longer = long_walk (automaton, 5000);
  g_autoptr (CoupletEvidence) cheaper = text_evidence (automaton, CHEAPER);
  CoupletEvidence *const both[] = {longer, cheaper};
  g_autofree char *told = told_of (explained, automaton, COUPLET_VERDICT_PRIVATE, both, 2);
  assert_says (told, "This walk shows that a proof by shift couplings pays at least 1/4*eps", TRUE);
  assert_says (told, "too much to be told here", TRUE);
}

static void
test_a_walk_that_is_too_large_for_the_checker (void **state)
{
  const Explained *explained = *state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, ELEVEN_NAMES, ELEVEN);
  g_autoptr (CoupletEvidence) evidence =
      text_evidence (automaton, ATTAINED ("1/4", "{\"output\": \"start\", \"difference\": 0},"
                                                 " {\"output\": \"all\", \"difference\": 1}"));
  g_autofree char *told = told_of (explained, automaton, COUPLET_VERDICT_PRIVATE, &evidence, 1);
  assert_says (told, NOT_FOUND, FALSE);
  assert_says (told,
               "A walk was found on which a proof has to pay, but the checker cannot tell whether "
               "that is so, and it is not told; these methods were run:",
               TRUE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_costliest_walk),
      cmocka_unit_test (test_a_walk_that_shows_less_than_the_cost),
      cmocka_unit_test (test_a_walk_where_privacy_is_open),
      cmocka_unit_test (test_no_walk),
      cmocka_unit_test (test_a_walk_that_is_too_long_to_be_told),
      cmocka_unit_test (test_a_walk_of_long_loops),
      cmocka_unit_test (test_a_shorter_walk_beside_one_that_is_too_long),
      cmocka_unit_test (test_a_walk_that_is_too_large_for_the_checker),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
