/* SPDX-License-Identifier: Apache-2.0 */
/* A stage that ends its process on some files, a given number of times each: which and how
 * is decided by a seed and the automaton's name alone. */
#include <couplet/internal/plugin.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BY_KILL, BY_ABORT, BY_EXIT, BY_EXIT_AT_ONCE, N_WAYS };

/* A number below n that depends on seed, name and what it is for. */
static guint
draw (gint64 seed, const char *name, const char *what, guint n)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT "/%s/%s", seed, name, what);
  return g_str_hash (text) % 10007 % n;
}

/* Whether this is one of the first n calls for name: each leaves a file behind. */
static gboolean
is_among_first (const char *folder, const char *name, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *file = g_strdup_printf ("%s/%s.%u", folder, name, i);
    int descriptor = open (file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close (descriptor);
      return TRUE;
    }
  }
  return FALSE;
}

static void
die (guint way)
{
  printf ("this is no part of the report");
  if (way == BY_KILL)
    kill (getpid (), SIGKILL);
  else if (way == BY_ABORT)
    abort ();
  else if (way == BY_EXIT)
    exit (0);
  _exit (3);
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)error;
  const char *folder = couplet_context_option_string (context, "folder");
  gint64 seed = couplet_context_option_integer (context, "seed");
  gint64 most = couplet_context_option_integer (context, "deaths");
  if (draw (seed, automaton->name, "whether", 3) == 0 &&
      is_among_first (folder, automaton->name,
                      draw (seed, automaton->name, "often", (guint)most) + 1))
    die (draw (seed, automaton->name, "how", N_WAYS));
  couplet_outcome_set_reason (outcome, "it lives");
  return TRUE;
}

static const CoupletOption OPTIONS[] = {
    {"folder", COUPLET_OPTION_STRING, "", 0, 0, NULL, "where it counts its deaths"},
    {"seed", COUPLET_OPTION_INTEGER, "0", 0, 1000000, NULL, "who dies, and how"},
    {"deaths", COUPLET_OPTION_INTEGER, "1", 1, 100, NULL, "the most on one automaton"},
};
static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {
    .abi_major = COUPLET_PLUGIN_ABI_MAJOR,
    .abi_minor = COUPLET_PLUGIN_ABI_MINOR,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "mortal",
    .version = "0",
    .summary = "ends its process on some automata",
    .capabilities = {.takes =
                         COUPLET_TAKES_SHARED | COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_NO_NOISE},
    .solver = &SOLVER,
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
};

const CoupletPlugin *const *
couplet_plugin_entry_v1 (guint *n)
{
  static const CoupletPlugin *const plugins[] = {&PLUGIN};
  *n = G_N_ELEMENTS (plugins);
  return plugins;
}
