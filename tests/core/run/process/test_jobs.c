/* SPDX-License-Identifier: Apache-2.0 */
/* Files on several processes that end at each point of a file, in each way, so many times: every
 * file is told once, in order, and loses no more than the stage that ends processes. */
#include "made_stage.h"

#include "child.h"
#include "pipeline.h"

#include <couplet/internal/automaton.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

typedef enum { READING, FIRST_STAGE, SECOND_STAGE, N_POINTS } Point;
typedef enum { BY_KILL, BY_ABORT, BY_EXIT, BY_EXIT_AT_ONCE, N_WAYS } Way;

#define MOST_DEATHS 4
#define N_FILES (N_POINTS * N_WAYS * (MOST_DEATHS + 1))

/* What happens to each file, in memory that all processes share: how many deaths are left. */
static guint *deaths_left;

static Point
point_of (guint file)
{
  return (Point)(file % N_POINTS);
}

static guint
deaths_of (guint file)
{
  return file / (N_POINTS * N_WAYS);
}

static void
die_if_due (Point point, const char *name)
{
  guint file = (guint)strtoul (name, NULL, 10);
  if (point_of (file) != point || deaths_left[file] == 0)
    return;
  deaths_left[file]--;
  switch ((Way)(file / N_POINTS % N_WAYS)) {
  case BY_KILL:
    kill (getpid (), SIGKILL);
    break;
  case BY_ABORT:
    abort ();
  case BY_EXIT:
    exit (0);
  default:
    _exit (3);
  }
}

/* ---- Plugins: files are numbers ---------------------------------------------------------- */

static gboolean
read_number (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)diagnostics;
  g_autofree char *name = g_path_get_basename (source->name);
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/4")};
  CoupletText x = COUPLET_TEXT ("x");
  CoupletTransitionSpec first = {.from = COUPLET_TEXT ("a"),
                                 .to = COUPLET_TEXT ("b"),
                                 .guard = COUPLET_TEXT ("true"),
                                 .output = COUPLET_TEXT ("start"),
                                 .assign = &x,
                                 .n_assign = 1};
  die_if_due (READING, name);
  couplet_builder_set_name (builder, COUPLET_TEXT (name), (CoupletPlace){0, 0});
  couplet_builder_set_initial (builder, COUPLET_TEXT ("a"), (CoupletPlace){0, 0});
  for (guint i = 0; i < 2; i++) {
    CoupletStateSpec state = {.name = i == 0 ? first.from : first.to,
                              .input = COUPLET_TEXT (i == 0 ? "public" : "private"),
                              .d = &noise,
                              .n_d = 1,
                              .d_fresh = COUPLET_TEXT ("1/4")};
    couplet_builder_add_state (builder, &state);
  }
  couplet_builder_add_transition (builder, &first);
  return TRUE;
}

static gboolean
run_first (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
           CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)error;
  die_if_due (FIRST_STAGE, automaton->name);
  couplet_outcome_set_reason (outcome, "first");
  return TRUE;
}

static gboolean
run_second (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)error;
  die_if_due (SECOND_STAGE, automaton->name);
  couplet_outcome_set_reason (outcome, "second");
  return TRUE;
}

static const CoupletFrontend FRONTEND = {.read = read_number};
static const CoupletSolver FIRST = {.run = run_first};
static const CoupletSolver SECOND = {.run = run_second};
static const CoupletPlugin READER = {
    .name = "number", .kind = COUPLET_KIND_FRONTEND, .frontend = &FRONTEND};
static const CoupletPlugin OPTIMIZERS[] = {
    {.name = "first", .kind = COUPLET_KIND_OPTIMIZER, .solver = &FIRST},
    {.name = "second", .kind = COUPLET_KIND_OPTIMIZER, .solver = &SECOND}};
static const CoupletPlugin REPORT = {.name = "none", .kind = COUPLET_KIND_REPORT};

/* ---- The run --------------------------------------------------------------------------------- */

typedef struct {
  char *folder;
  GPtrArray *files; /* char *: paths */
  CoupletConfiguration *configuration;
  CoupletRun *run;
  guint told; /* files so far */
} Fixture;

static int
set_up (void **state)
{
  static const CoupletHost HOST;
  Fixture *fixture = g_new0 (Fixture, 1);
  fixture->folder = g_dir_make_tmp ("jobs-XXXXXX", NULL);
  fixture->files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_FILES; i++) {
    g_autofree char *name = g_strdup_printf ("%u", i);
    char *path = g_build_filename (fixture->folder, name, NULL);
    g_file_set_contents (path, "", 0, NULL);
    g_ptr_array_add (fixture->files, path);
    deaths_left[i] = deaths_of (i);
  }
  fixture->configuration = couplet_configuration_new ();
  couplet_configuration_set_frontend (fixture->configuration, READER.name);
  CoupletRun *run = fixture->run = g_new0 (CoupletRun, 1);
  run->configuration = fixture->configuration;
  run->frontends = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  run->solvers = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  g_ptr_array_add (run->frontends, made_stage (&READER, &HOST));
  for (guint i = 0; i < G_N_ELEMENTS (OPTIMIZERS); i++)
    g_ptr_array_add (run->solvers, made_stage (&OPTIMIZERS[i], &HOST));
  run->report = made_stage (&REPORT, &HOST);
  *state = fixture;
  return fixture->folder != NULL ? 0 : -1;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  for (guint i = 0; i < fixture->files->len; i++)
    unlink (g_ptr_array_index (fixture->files, i));
  rmdir (fixture->folder);
  couplet_run_free (fixture->run);
  couplet_configuration_free (fixture->configuration);
  g_ptr_array_unref (fixture->files);
  g_free (fixture->folder);
  g_free (fixture);
  return 0;
}

static void
check_stage (const CoupletStageResult *stage, gboolean fails, const char *reason)
{
  assert_int_equal (stage->failed, fails);
  if (fails)
    assert_non_null (strstr (stage->reason, "its process "));
  else
    assert_string_equal (stage->reason, reason);
}

static void
check_result (gpointer data, const CoupletResult *result)
{
  Fixture *fixture = data;
  guint file = fixture->told++;
  gboolean dies_often = deaths_of (file) > 1;
  Point point = point_of (file);
  assert_string_equal (result->file, g_ptr_array_index (fixture->files, file));
  if (point == READING && dies_often) {
    assert_int_equal (result->verdict, COUPLET_VERDICT_ERROR);
    assert_int_equal (result->n_diagnostics, 1);
    assert_non_null (strstr (result->diagnostics[0].message, "it could not be verified: the "));
    return;
  }
  assert_int_equal (result->n_errors, 0);
  assert_int_equal (result->verdict, COUPLET_VERDICT_UNKNOWN);
  assert_int_equal (result->n_stages, 2);
  check_stage (&result->stages[0], dies_often && point == FIRST_STAGE, "first");
  check_stage (&result->stages[1], dies_often && point == SECOND_STAGE, "second");
}

static void
set_items (const Fixture *fixture, CoupletItem *items)
{
  for (guint i = 0; i < N_FILES; i++)
    items[i] = (CoupletItem){.file = g_ptr_array_index (fixture->files, i)};
}

static void
test_every_file_is_told_once_and_in_order (void **state)
{
  Fixture *fixture = *state;
  CoupletItem items[N_FILES];
  set_items (fixture, items);
  for (guint jobs = 2; jobs < 5; jobs++) {
    fixture->told = 0;
    for (guint i = 0; i < N_FILES; i++)
      deaths_left[i] = deaths_of (i);
    int status = couplet_run_items (fixture->run, items, N_FILES, jobs, check_result, fixture);
    assert_int_equal (fixture->told, N_FILES);
    assert_int_equal (status, 6);
  }
}

/* A file that ends processes at most once is told as if nothing had happened. */
static void
test_one_death_is_not_seen (void **state)
{
  Fixture *fixture = *state;
  guint n = 2 * N_POINTS * N_WAYS;
  CoupletItem items[N_FILES];
  set_items (fixture, items);
  int status = couplet_run_items (fixture->run, items, n, 3, check_result, fixture);
  assert_int_equal (fixture->told, n);
  assert_int_equal (status, 11);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_every_file_is_told_once_and_in_order, set_up,
                                       tear_down),
      cmocka_unit_test_setup_teardown (test_one_death_is_not_seen, set_up, tear_down),
  };
  deaths_left = child_share (N_FILES * sizeof *deaths_left);
  return deaths_left != NULL ? cmocka_run_group_tests (tests, NULL, NULL) : 1;
}
