/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"

#include "unit.h"

typedef ReportCase *(*CaseMaker) (const char *file);

#define LEAK_AT_60                                                                                 \
  "    leaking pair: 'low -> low on insample < x' can repeat,\n"                                   \
  "    so the shift of x must be 1; 'high -> high on insample\n"                                   \
  "    >= x' can repeat, so it must be -1\n"

#define DISAGREEMENT_AT_60                                                                         \
  "  !! THE STAGES DISAGREE: graph says that no coupling proof\n"                                  \
  "  !! exists, but frontier says exact cost 2\n"

/* What verify and a comparison of this file alone print, 60 columns wide. */
static void
assert_blocks (CaseMaker maker, const char *verified, const char *compared)
{
  g_autoptr (ReportCase) made = maker ("a.json");
  g_autofree char *verify =
      report_run (&(ReportSettings){.columns = 60, .details = TRUE}, &made, 1);
  assert_string_equal (verify, verified);
  g_autofree char *compare =
      report_run (&(ReportSettings){.columns = 60, .compare = TRUE, .details = TRUE}, &made, 1);
  assert_string_equal (compare, compared);
}

static void
test_private_file_has_exact_and_decimal_costs (void **state)
{
  (void)state;
  assert_blocks (private_case,
                 "a.json  private  least d 5/4 (1.25)\n"
                 "  graph     private                       2 us\n"
                 "  frontier  exact cost 5/4 (1.25)       250 us\n"
                 "  segment   cost at most 5/3 (~1.6667)   1.5 s\n",
                 "a.json  private  least d 5/4 (1.25)\n"
                 "  method    says                         ratio    time\n"
                 "  graph     private                               2 us\n"
                 "  frontier  exact cost 5/4 (1.25)            1  250 us\n"
                 "  segment   cost at most 5/3 (~1.6667)  ~1.333   1.5 s\n");
}

static char *
block_without_details (CaseMaker maker)
{
  g_autoptr (ReportCase) made = maker ("a.json");
  return report_run (&(ReportSettings){.columns = 60}, &made, 1);
}

static void
test_stages_that_agree_are_one_row_without_times (void **state)
{
  (void)state;
  g_autofree char *exact = block_without_details (private_case);
  assert_string_equal (exact, "a.json  private  least d 5/4 (1.25)\n"
                              "  graph and frontier agree\n"
                              "  segment  cost at most 5/3 (~1.6667)\n");
  g_autofree char *failing = block_without_details (failing_case);
  assert_string_equal (failing, "a.json  private  d at most 2\n"
                                "  graph and segment agree\n"
                                "  frontier  failed\n"
                                "    frontier: its process ended with signal 6\n");
  g_autofree char *unknown = block_without_details (unknown_case);
  assert_null (strstr (unknown, "agree"));
  g_autofree char *contradicted = block_without_details (disagreement_case);
  assert_null (strstr (contradicted, "agree\n"));
  assert_non_null (strstr (contradicted, "  frontier  exact cost 2\n"));
}

static void
test_a_comparison_has_times_with_details_only (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = private_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *several = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_non_null (strstr (
      several, "method    answered  agree  loose  median ratio   90 %          worst  in\n"));
  g_autofree char *one = report_run (&(ReportSettings){.compare = TRUE}, cases, 1);
  assert_non_null (strstr (one, "  method    says                         ratio\n"));
  g_autofree char *without = report_run (
      &(ReportSettings){.compare = TRUE, .option = "summary", .value = "false"}, cases, 2);
  assert_null (strstr (without, "answered"));
}

static void
test_what_a_lower_bound_rests_on_is_a_detail_once_the_least_d_is_known (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "probe", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "6/5", COUPLET_GUARANTEE_LOWER_BOUND);
  report_case_reason (made, "two inputs lose this much");
  g_autofree char *brief = report_run (&(ReportSettings){0}, &made, 1);
  assert_null (strstr (brief, "two inputs lose"));
  g_autofree char *full = report_run (&(ReportSettings){.details = TRUE}, &made, 1);
  assert_non_null (strstr (full, "probe: two inputs lose this much\n"));
}

static void
test_claim_stands_below_the_stages (void **state)
{
  (void)state;
  ReportSettings settings = {.columns = 80};
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)",
                     "start,bot*2,insample");
  static const CoupletCounterexampleStep steps[] = {
      {0, "0", "0", NULL}, {1, "1/2", "3/2", NULL}, {1, "1/2", "3/2", NULL}, {2, "0", "-2", "1/3"}};
  CoupletCounterexample shown = {.claim = "1", .is_density = TRUE, .n_steps = 4, .steps = steps};
  report_case_counterexample (made, &shown);
  g_autofree char *fails = report_run (&settings, &made, 1);
  assert_true (g_str_has_prefix (fails, "a.json  claim 1 fails: least d 5/4 (1.25)  private\n"));
  assert_true (g_str_has_suffix (
      fails, "\n  claim 1 fails: the least d is 5/4 (1.25)\n"
             "    on the path start,bot*2,insample, with these inputs:\n"
             "     step      run k    run k + 1  outputs\n"
             "     start     0        0\n"
             "     bot*2     1/2 + k  3/2 + k\n"
             "     insample  -2*k     -2 - 2*k   1/3\n"
             "    at every epsilon, for some k, these outputs are more than e^(1*epsilon)\n"
             "    times as probable in run k (docs/theory.md, the least d); 'couplet refute'\n"
             "    looks for such a k and certified probabilities\n"));
  shown.epsilon = "1/2";
  shown.pairs = "77";
  g_autofree char *some = report_run (&settings, &made, 1);
  assert_non_null (strstr (some, "at epsilon = 1/2, for one of the first 77 k from 0 on, these"));
  shown.pairs = NULL;
  shown.probability = shown.adjacent_probability = "1/2";
  shown.loss = "7/6";
  g_autofree char *proven = report_run (&settings, &made, 1);
  assert_non_null (strstr (proven, "     step      first run  second run  outputs\n"));
  assert_non_null (strstr (proven, "     bot*2     1/2        3/2\n"));
  assert_non_null (
      strstr (proven, "at epsilon = 1/2 these inputs lose at least ~1.166667 epsilon"));
  report_case_counterexample (made, NULL);
  g_autofree char *path_alone = report_run (&settings, &made, 1);
  assert_true (g_str_has_suffix (path_alone, "\n    on the path start,bot*2,insample; 'couplet "
                                             "refute' looks for inputs that\n    show it\n"));
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "it is not private for any d", NULL);
  g_autofree char *pathless = report_run (&settings, &made, 1);
  assert_true (
      g_str_has_suffix (pathless, "\n    'couplet refute' looks for inputs that show it\n"));
  report_case_claim (made, "1", COUPLET_CLAIM_OPEN, "the least d is at most 5/4 (1.25)", NULL);
  g_autofree char *open = report_run (&settings, &made, 1);
  assert_true (g_str_has_suffix (open, "\n  claim 1 is open: the least d is at most 5/4 (1.25)\n"));
}

static void
test_comparing_files_a_claim_stands_beside_the_verdict (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = private_case ("a.json");
  g_autoptr (ReportCase) second = private_case ("b.json");
  report_case_claim (first, "1", COUPLET_CLAIM_FAILS, "the least d is 5/4 (1.25)", NULL);
  ReportCase *const cases[] = {first, second};
  g_autofree char *text = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_non_null (strstr (text, "a.json  claim 1 fails, private      5/4  private"));
  assert_non_null (strstr (text, "b.json  private                     5/4  private"));
}

static void
test_sampling_stands_behind_the_cost (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  report_case_sampling (made, "shared");
  g_autofree char *text = report_run (&(ReportSettings){.columns = 60}, &made, 1);
  assert_true (g_str_has_prefix (text, "a.json  private  least d 5/4 (1.25), shared sampling\n"));
  g_autoptr (ReportCase) other = unknown_case ("b.json");
  report_case_epsilon (made, "8 <= epsilon < 16");
  g_autofree char *floating = report_run (&(ReportSettings){0}, &made, 1);
  assert_true (g_str_has_prefix (floating,
                                 "a.json  private  d at most 5/4 (1.25), for 8 <= epsilon < "
                                 "16, shared sampling\n"));
  report_case_sampling (other, "independent");
  g_autofree char *without = report_run (&(ReportSettings){.columns = 60}, &other, 1);
  assert_true (
      g_str_has_prefix (without, "b.json  unknown  d at least 3/2 (1.5), independent sampling\n"));
}

static void
test_not_private_file_says_why_in_lines_that_fit (void **state)
{
  (void)state;
  assert_blocks (not_private_case,
                 "a.json  not private\n"
                 "  graph     not private     3 us\n"
                 "  frontier  no finite cost  2 ms\n"
                 "  segment   no bound        1 ms\n" LEAK_AT_60,
                 "a.json  not private\n"
                 "  method    says            ratio  time\n"
                 "  graph     not private            3 us\n"
                 "  frontier  no finite cost         2 ms\n"
                 "  segment   no bound               1 ms\n" LEAK_AT_60);
}

static void
test_unknown_file_has_bounds_and_what_limited_it (void **state)
{
  (void)state;
  assert_blocks (unknown_case,
                 "a.json  unknown  d at least 3/2 (1.5)\n"
                 "  graph     does not apply                    -\n"
                 "  frontier  cost from 3/2 (1.5) to 7  1 min 0 s\n"
                 "  segment   cost at least 3/2 (1.5)   1 min 0 s\n"
                 "    stopped after the time limit of 60 s\n"
                 "    graph: 'graph' takes at most 1 threshold; the automaton\n"
                 "    has 2\n",
                 "a.json  unknown  d at least 3/2 (1.5)\n"
                 "  method    says                      ratio       time\n"
                 "  graph     does not apply                           -\n"
                 "  frontier  cost from 3/2 (1.5) to 7         1 min 0 s\n"
                 "  segment   cost at least 3/2 (1.5)          1 min 0 s\n"
                 "    stopped after the time limit of 60 s\n"
                 "    graph: 'graph' takes at most 1 threshold; the automaton\n"
                 "    has 2\n");
}

static void
test_unreadable_file_counts_its_errors (void **state)
{
  (void)state;
  assert_blocks (error_case, "a.json  error (2 errors)\n", "a.json  error (2 errors)\n");
}

static void
test_disagreement_stands_above_both_answers (void **state)
{
  (void)state;
  assert_blocks (disagreement_case,
                 "a.json  unknown\n" DISAGREEMENT_AT_60 "  graph     not private             1 ms\n"
                 "  frontier  exact cost 2            1 ms\n"
                 "  segment   cost at most 3/2 (1.5)  1 ms\n",
                 "a.json  unknown\n" DISAGREEMENT_AT_60
                 "  method    says                    ratio  time\n"
                 "  graph     not private                    1 ms\n"
                 "  frontier  exact cost 2                1  1 ms\n"
                 "  segment   cost at most 3/2 (1.5)   0.75  1 ms\n");
}

static void
test_failed_stage_is_shown_with_its_reason (void **state)
{
  (void)state;
  assert_blocks (failing_case,
                 "a.json  private  d at most 2\n"
                 "  graph     private           1 ms\n"
                 "  frontier  failed          500 ms\n"
                 "  segment   cost at most 2    1 ms\n"
                 "    frontier: its process ended with signal 6\n",
                 "a.json  private  d at most 2\n"
                 "  method    says            ratio    time\n"
                 "  graph     private                  1 ms\n"
                 "  frontier  failed                 500 ms\n"
                 "  segment   cost at most 2           1 ms\n"
                 "    frontier: its process ended with signal 6\n");
}

static void
test_uncertified_cost_says_so_and_gives_no_ratio (void **state)
{
  (void)state;
  assert_blocks (uncertified_case,
                 "a.json  private  d at most 4\n"
                 "  graph     private                                1 ms\n"
                 "  frontier  exact cost 13/4 (3.25), not certified  1 ms\n"
                 "  segment   cost at most 4                         1 ms\n"
                 "    frontier: that no walk costs more rests on a\n"
                 "    floating-point search\n",
                 "a.json  private  d at most 4\n"
                 "  method    says                                   ratio  time\n"
                 "  graph     private                                       1 ms\n"
                 "  frontier  exact cost 13/4 (3.25), not certified         1 ms\n"
                 "  segment   cost at most 4                                1 ms\n"
                 "    frontier: that no walk costs more rests on a\n"
                 "    floating-point search\n");
}

/* One file of each kind, then a second one that is not private for the same reason. */
static GPtrArray *
all_cases (void)
{
  static const CaseMaker makers[] = {private_case,      not_private_case, unknown_case,
                                     error_case,        failing_case,     uncertified_case,
                                     disagreement_case, not_private_case};
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify)report_case_free);
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++) {
    g_autofree char *name = g_strdup_printf ("%c.json", 'a' + (int)i);
    g_ptr_array_add (cases, makers[i](name));
  }
  return cases;
}

static char *
run_all (const ReportSettings *settings)
{
  g_autoptr (GPtrArray) cases = all_cases ();
  return report_run (settings, (ReportCase *const *)cases->pdata, cases->len);
}

#define LEGEND                                                                                     \
  "\n"                                                                                             \
  "<=      an upper bound: the least d is at most this\n"                                          \
  ">=      a lower bound: the least d is at least this\n"                                          \
  "..      from a lower to an upper bound of the least d\n"                                        \
  "none    the method finds that no finite d is enough\n"                                          \
  "?       no answer; behind a cost: it is not certified\n"                                        \
  "failed  the method ended in an error, which stands below\n"                                     \
  "-       the method does not take such a mechanism; why stands below\n"

#define SUMMARY                                                                                    \
  "\n"                                                                                             \
  "8 files\n"                                                                                      \
  "method    answered  agree  loose  median ratio   90 %          worst  total time  in\n"         \
  "graph            6      5                                                3.01 ms\n"             \
  "frontier         5      5      0         1.000  1.000              1   1 min 1 s\n"             \
  "segment          4      3      1         1.333  1.333  4/3 (~1.3333)   1 min 2 s  a.json\n"     \
  "  ratio: certified upper cost to exact cost; loose: files where it is above 1; 90 %: nine of "  \
  "ten\n  files have at most this\n"

static void
test_several_files_have_a_column_per_method (void **state)
{
  (void)state;
  g_autofree char *text =
      run_all (&(ReportSettings){.columns = 100, .compare = TRUE, .details = TRUE});
  assert_string_equal (
      text,
      "file    verdict           least d  graph        frontier  segment\n"
      "a.json  private               5/4  private           5/4   <= 5/3\n"
      "b.json  not private                not private      none        ?\n"
      "c.json  unknown            >= 3/2  -              3/2..7   >= 3/2\n"
      "d.json  error (2 errors)\n"
      "e.json  private              <= 2  private        failed     <= 2\n"
      "f.json  private              <= 4  private         13/4?     <= 4\n"
      "g.json  unknown                    not private         2   <= 3/2\n"
      "h.json  not private                not private      none        ?\n"
      "  !! g.json: THE STAGES DISAGREE: graph says that no coupling proof exists, but frontier "
      "says exact\n"
      "  !! cost 2\n"
      "  b.json and 1 more: leaking pair: 'low -> low on insample < x' can repeat, so the shift of "
      "x must\n"
      "  be 1; 'high -> high on insample >= x' can repeat, so it must be -1\n"
      "  c.json: stopped after the time limit of 60 s\n"
      "  c.json: graph: 'graph' takes at most 1 threshold; the automaton has 2\n"
      "  e.json: frontier: its process ended with signal 6\n"
      "  f.json: frontier: that no walk costs more rests on a floating-point search\n" LEGEND
          SUMMARY);
}

static void
test_columns_that_do_not_fit_the_terminal_follow_below (void **state)
{
  static const char expected[] = "file    verdict           least d  graph        frontier\n"
                                 "a.json  private               5/4  private           5/4\n"
                                 "b.json  not private                not private      none\n"
                                 "c.json  unknown            >= 3/2  -              3/2..7\n"
                                 "d.json  error (2 errors)\n"
                                 "e.json  private              <= 2  private        failed\n"
                                 "f.json  private              <= 4  private         13/4?\n"
                                 "g.json  unknown                    not private         2\n"
                                 "h.json  not private                not private      none\n"
                                 "\n"
                                 "file    segment\n"
                                 "a.json   <= 5/3\n"
                                 "b.json        ?\n"
                                 "c.json   >= 3/2\n"
                                 "d.json\n"
                                 "e.json     <= 2\n"
                                 "f.json     <= 4\n"
                                 "g.json   <= 3/2\n"
                                 "h.json        ?\n"
                                 "  !! g.json";
  (void)state;
  for (guint columns = 56; columns <= 64; columns += 8) {
    g_autofree char *text = run_all (&(ReportSettings){.columns = columns, .compare = TRUE});
    text[MIN (strlen (text), strlen (expected))] = '\0';
    assert_string_equal (text, expected);
  }
}

static void
test_layout_rows_gives_blocks_and_the_summary (void **state)
{
  (void)state;
  ReportSettings rows = {
      .columns = 100, .compare = TRUE, .details = TRUE, .option = "layout", .value = "rows"};
  g_autoptr (GPtrArray) cases = all_cases ();
  g_autoptr (GString) expected = g_string_new (NULL);
  for (guint i = 0; i < cases->len; i++) {
    ReportCase *one = g_ptr_array_index (cases, i);
    g_autofree char *block =
        report_run (&(ReportSettings){.columns = 100, .compare = TRUE, .details = TRUE}, &one, 1);
    g_string_append (expected, block);
  }
  g_string_append (expected, SUMMARY);
  g_autofree char *text = run_all (&rows);
  assert_string_equal (text, expected->str);
}

static ReportCase *
unknown_in_folder (const char *file)
{
  g_autofree char *path = g_strconcat ("some/where/", file, NULL);
  return unknown_case (path);
}

static char *
run_in_folder (const char *option, const char *value)
{
  ReportSettings settings = {.compare = TRUE, .option = option, .value = value, .columns = 70};
  g_autoptr (ReportCase) first = unknown_in_folder ("a.json");
  g_autoptr (ReportCase) second = unknown_in_folder ("else/b.json");
  ReportCase *const cases[] = {first, second};
  return report_run (&settings, cases, 2);
}

static void
test_the_folder_of_all_files_stands_once_above_the_columns (void **state)
{
  (void)state;
  g_autofree char *text = run_in_folder (NULL, NULL);
  assert_true (g_str_has_prefix (text, "files in some/where/:\n"
                                       "file         verdict  least d  graph  frontier  segment\n"
                                       "a.json       unknown   >= 3/2  -        3/2..7   >= 3/2\n"
                                       "else/b.json  unknown   >= 3/2  -        3/2..7   >= 3/2\n"
                                       "  a.json and 1 more: stopped after the time limit"));
  g_autofree char *whole = run_in_folder ("paths", "full");
  assert_true (g_str_has_prefix (whole, "file "));
  assert_non_null (strstr (whole, "\nsome/where/else/b.json  unknown "));
  assert_non_null (strstr (whole, "\n  some/where/a.json and 1 more: stopped"));
}

static void
test_one_file_keeps_its_folder (void **state)
{
  (void)state;
  ReportSettings settings = {.compare = TRUE, .option = "layout", .value = "columns"};
  g_autoptr (ReportCase) made = unknown_in_folder ("a.json");
  g_autofree char *text = report_run (&settings, &made, 1);
  assert_null (strstr (text, "files in"));
  assert_non_null (strstr (text, "\nsome/where/a.json  unknown "));
}

static void
test_reasons_can_be_left_out (void **state)
{
  (void)state;
  g_autofree char *columns = run_in_folder ("reasons", "false");
  assert_null (strstr (columns, "stopped"));
  assert_null (strstr (columns, "takes at most 1 threshold"));
  ReportSettings settings = {.option = "reasons", .value = "false"};
  g_autoptr (ReportCase) made = not_private_case ("a.json");
  report_case_claim (made, "1", COUPLET_CLAIM_FAILS, "it is not private for any d", "a,b");
  g_autofree char *block = report_run (&settings, &made, 1);
  assert_string_equal (block, "a.json  claim 1 fails: not private\n"
                              "  graph and frontier agree\n"
                              "  segment  no bound\n"
                              "  claim 1 fails: it is not private for any d\n");
}

static void
test_contradictions_are_no_reasons (void **state)
{
  (void)state;
  ReportSettings settings = {.compare = TRUE, .option = "reasons", .value = "false"};
  g_autoptr (ReportCase) first = disagreement_case ("a.json");
  g_autoptr (ReportCase) second = disagreement_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *text = report_run (&settings, cases, 2);
  assert_non_null (strstr (text, "  !! a.json and 1 more: THE STAGES DISAGREE: graph says"));
}

static void
test_layout_columns_holds_for_one_file_too (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = private_case ("a.json");
  ReportSettings columns = {.compare = TRUE, .option = "layout", .value = "columns"};
  g_autofree char *text = report_run (&columns, &made, 1);
  assert_string_equal (text, "file    verdict  least d  graph    frontier  segment\n"
                             "a.json  private      5/4  private       5/4   <= 5/3\n"
                             "\n"
                             "<=  an upper bound: the least d is at most this\n");
}

static void
test_unreadable_files_alone_have_no_methods (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = error_case ("a.json");
  g_autoptr (ReportCase) second = error_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *text = report_run (&(ReportSettings){.compare = TRUE}, cases, 2);
  assert_string_equal (text, "file    verdict           least d\n"
                             "a.json  error (2 errors)\n"
                             "b.json  error (2 errors)\n");
}

static void
test_verify_prints_each_file_as_it_comes (void **state)
{
  (void)state;
  g_autoptr (ReportCase) first = failing_case ("a.json");
  g_autoptr (ReportCase) second = error_case ("b.json");
  ReportCase *const cases[] = {first, second};
  g_autofree char *both = report_run (&(ReportSettings){0}, cases, 2);
  g_autofree char *one = report_run (&(ReportSettings){0}, &cases[0], 1);
  g_autofree char *two = report_run (&(ReportSettings){0}, &cases[1], 1);
  g_autofree char *expected = g_strconcat (one, two, NULL);
  assert_string_equal (both, expected);
}

static void
test_colours_mark_verdicts_without_moving_columns (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = failing_case ("a.json");
  g_autofree char *text =
      report_run (&(ReportSettings){.coloured = TRUE, .details = TRUE}, &made, 1);
  assert_string_equal (text, "\033[1ma.json\033[0m  \033[32mprivate\033[0m  d at most 2\n"
                             "  graph     \033[32mprivate\033[0m           1 ms\n"
                             "  frontier  \033[31mfailed\033[0m          500 ms\n"
                             "  segment   cost at most 2    1 ms\n"
                             "    frontier: its process ended with signal 6\n");
}

static void
test_disagreement_is_red_in_colours (void **state)
{
  (void)state;
  g_autoptr (ReportCase) made = disagreement_case ("a.json");
  g_autofree char *text = report_run (&(ReportSettings){.coloured = TRUE}, &made, 1);
  assert_non_null (strstr (text, "  !! \033[31mTHE STAGES DISAGREE: "));
  assert_non_null (strstr (text, "\033[33munknown\033[0m"));
}

/* Wide, combining and invalid characters: what the next column begins at. */
static void
test_columns_are_aligned_by_what_is_shown (void **state)
{
  (void)state;
  /* octal, which no letter after it can lengthen */
  static const char *const names[] = {"abcdef", "\346\274\242\345\255\227zz", "e\314\201bcdef",
                                      "caf\351z!"};
  ReportCase *cases[G_N_ELEMENTS (names)];
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    cases[i] = private_case (names[i]);
  ReportSettings columns = {.compare = TRUE};
  g_autofree char *text = report_run (&columns, cases, G_N_ELEMENTS (names));
  assert_true (g_str_has_prefix (
      text, "file    verdict  least d  graph    frontier  segment\n"
            "abcdef  private      5/4  private       5/4   <= 5/3\n"
            "\xe6\xbc\xa2\xe5\xad\x97zz  private      5/4  private       5/4   <= 5/3\n"
            "e\xcc\x81"
            "bcdef  private      5/4  private       5/4   <= 5/3\n"
            "caf\xef\xbf\xbdz!  private      5/4  private       5/4   <= 5/3\n"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    report_case_free (cases[i]);
}

/* Nothing in a name may move the cursor, turn the writing or add a row. */
static void
test_hostile_names_command_no_terminal (void **state)
{
  (void)state;
  static const char *const names[] = {"\033[31mred",
                                      "a\rb",
                                      "a\nb",
                                      "\xc2\x9b"
                                      "2J",
                                      "\xe2\x80\xae"
                                      "gnp",
                                      "\xe2\x80\xa8"
                                      "b"};
  static const CaseMaker makers[] = {private_case, not_private_case, unknown_case, error_case,
                                     disagreement_case};
  static const ReportSettings settings[] = {
      {0}, {.compare = TRUE}, {.compare = TRUE, .option = "layout", .value = "columns"}};
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (makers); j++)
      for (guint k = 0; k < G_N_ELEMENTS (settings); k++) {
        g_autoptr (ReportCase) hostile = makers[j](names[i]);
        g_autoptr (ReportCase) tame = makers[j]("??????");
        g_autofree char *text = report_run (&settings[k], &hostile, 1);
        g_autofree char *other = report_run (&settings[k], &tame, 1);
        g_auto (GStrv) lines = g_strsplit (text, "\n", -1), others = g_strsplit (other, "\n", -1);
        assert_null (strstr (text, names[i]));
        assert_null (strpbrk (text, "\033\r"));
        assert_int_equal (g_strv_length (lines), g_strv_length (others));
      }
}

static void
test_words_longer_than_a_line_stay_whole (void **state)
{
  (void)state;
  g_autofree char *word = g_strnfill (90, 'w');
  g_autofree char *reason = g_strdup_printf ("so %s it is", word);
  g_autoptr (ReportCase) made = report_case_new ("a.json", COUPLET_VERDICT_UNKNOWN, NULL, reason);
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  g_autofree char *expected =
      g_strdup_printf ("a.json  unknown\n    so\n    %s\n    it is\n", word);
  assert_string_equal (text, expected);
}

static void
test_text_wraps_at_80_where_the_width_is_unknown (void **state)
{
  (void)state;
  g_autofree char *fits = g_strnfill (74, 'f');
  g_autofree char *reason = g_strdup_printf ("%s x y", fits);
  g_autoptr (ReportCase) made = report_case_new ("a.json", COUPLET_VERDICT_UNKNOWN, NULL, reason);
  g_autofree char *text = report_run (&(ReportSettings){0}, &made, 1);
  g_autofree char *expected = g_strdup_printf ("a.json  unknown\n    %s x\n    y\n", fits);
  assert_string_equal (text, expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_private_file_has_exact_and_decimal_costs),
      cmocka_unit_test (test_sampling_stands_behind_the_cost),
      cmocka_unit_test (test_stages_that_agree_are_one_row_without_times),
      cmocka_unit_test (test_a_comparison_has_times_with_details_only),
      cmocka_unit_test (test_what_a_lower_bound_rests_on_is_a_detail_once_the_least_d_is_known),
      cmocka_unit_test (test_claim_stands_below_the_stages),
      cmocka_unit_test (test_comparing_files_a_claim_stands_beside_the_verdict),
      cmocka_unit_test (test_not_private_file_says_why_in_lines_that_fit),
      cmocka_unit_test (test_unknown_file_has_bounds_and_what_limited_it),
      cmocka_unit_test (test_unreadable_file_counts_its_errors),
      cmocka_unit_test (test_disagreement_stands_above_both_answers),
      cmocka_unit_test (test_failed_stage_is_shown_with_its_reason),
      cmocka_unit_test (test_uncertified_cost_says_so_and_gives_no_ratio),
      cmocka_unit_test (test_several_files_have_a_column_per_method),
      cmocka_unit_test (test_columns_that_do_not_fit_the_terminal_follow_below),
      cmocka_unit_test (test_layout_rows_gives_blocks_and_the_summary),
      cmocka_unit_test (test_layout_columns_holds_for_one_file_too),
      cmocka_unit_test (test_the_folder_of_all_files_stands_once_above_the_columns),
      cmocka_unit_test (test_one_file_keeps_its_folder),
      cmocka_unit_test (test_reasons_can_be_left_out),
      cmocka_unit_test (test_contradictions_are_no_reasons),
      cmocka_unit_test (test_unreadable_files_alone_have_no_methods),
      cmocka_unit_test (test_verify_prints_each_file_as_it_comes),
      cmocka_unit_test (test_colours_mark_verdicts_without_moving_columns),
      cmocka_unit_test (test_disagreement_is_red_in_colours),
      cmocka_unit_test (test_columns_are_aligned_by_what_is_shown),
      cmocka_unit_test (test_hostile_names_command_no_terminal),
      cmocka_unit_test (test_words_longer_than_a_line_stay_whole),
      cmocka_unit_test (test_text_wraps_at_80_where_the_width_is_unknown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
