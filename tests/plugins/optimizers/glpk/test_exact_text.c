/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact numbers as comments of a CPLEX LP text. */
#include "exact_text.h"

#include <string.h>

#include "unit.h"

static void
set (CoupletRational *value, const char *text)
{
  assert_true (couplet_rational_parse (value, text, strlen (text), NULL));
}

static void
test_a_line_for_each_number (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  exact_text_add (text, 0, &value, "shift", 1);
  assert_string_equal (text->str, "");
  set (&value, "-7/3");
  exact_text_add (text, 0, &value, "shift", 2);
  set (&value, "100000000000000000000000000001/3");
  exact_text_add (text, 4, &value, "taken", G_GUINT64_CONSTANT (5000000000));
  set (&value, "0");
  exact_text_add_side (text, 4, &value);
  assert_string_equal (text->str, "\\ exactly: obj: -7/3 shift_2\n"
                                  "\\ exactly: r_4: 100000000000000000000000000001/3 "
                                  "taken_5000000000\n"
                                  "\\ exactly: r_4: <= 0\n");
}

static void
test_they_stand_between_objective_and_rows (void **state)
{
  (void)state;
  g_autofree char *text =
      exact_text_insert ("Minimize\n obj: + a\n\nSubject To\n r_1: + a >= 0\n", "\\ one\n");
  assert_string_equal (text, "Minimize\n obj: + a\n\\ one\n\nSubject To\n r_1: + a >= 0\n");
  g_autofree char *other = exact_text_insert ("Minimize\n", "\\ one\n");
  assert_string_equal (other, "\\ one\nMinimize\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_line_for_each_number),
      cmocka_unit_test (test_they_stand_between_objective_and_rows),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
