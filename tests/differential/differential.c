/* SPDX-License-Identifier: Apache-2.0 */
/* Random automata through several methods in one process: reports where two of them, an answer and
 * its evidence, or the answers about an automaton and about a change of it contradict each other.
 *
 * usage: differential [--solvers] [--seed S] [--from I] [--count N] [--output FOLDER]
 *
 * Automaton number I of a seed does not depend on those before. What is at fault is shrunk and
 * written as JSON to FOLDER. Exits with 1 where there is a fault. */
#include "answers.h"
#include "json_text.h"
#include "shapes.h"
#include "shrink.h"
#include "tally.h"

#include <stdio.h>

#define MOST_FAULTS 20
#define CHANGES 2 /* of each automaton */
#define PROGRESS 10000

typedef struct {
  gboolean solvers;
  gint64 seed, from, count;
  char *output;
  Methods *methods;
  Tally tally;
  guint faults;
} Session;

/* What is done with one automaton: asked as it is, or beside itself changed. */
typedef struct {
  Session *session;
  const Relation *relation; /* NULL = as it is */
  guint64 index;
  guint32 purpose; /* of the random numbers that change it */
  char *fault;     /* the one that was found last */
} Trial;

static gboolean
change (const Trial *trial, ManyAutomaton *many)
{
  g_autoptr (GRand) random =
      random_numbers ((guint32)trial->session->seed, trial->index, trial->purpose);
  return trial->relation->change (many, random);
}

/* What the methods answer about the changed automaton, and whether that can be. */
static char *
find_changed_fault (const Trial *trial, const ManyAutomaton *many, const CoupletResult *first,
                    Tally *tally)
{
  g_auto (Answers) answers = {0};
  ManyAutomaton changed = *many;
  if (!change (trial, &changed))
    return NULL;
  answers_init (&answers, trial->session->methods, &changed);
  if (answers.result == NULL)
    return g_strdup_printf ("%s: refused: %s", trial->relation->name, answers.refusal);
  tally_add (tally, answers.result);
  tally->changed++;
  return relation_fault (trial->relation, first, answers.result);
}

/* Any fault will do: what shrinks into another fault is one, too. */
static gboolean
has_fault (gpointer data, const ManyAutomaton *many)
{
  Trial *trial = data;
  g_auto (Tally) ignored = {0};
  g_auto (Answers) answers = {0};
  answers_init (&answers, trial->session->methods, many);
  char *fault = answers.result != NULL ? answers_fault (answers.result) : NULL;
  if (fault == NULL && answers.result != NULL && trial->relation != NULL)
    fault = find_changed_fault (trial, many, answers.result, &ignored);
  if (fault == NULL)
    return FALSE;
  g_free (trial->fault);
  trial->fault = fault;
  return TRUE;
}

/* ---- Telling ----------------------------------------------------------------------------- */

static void
write_automaton (const Trial *trial, const ManyAutomaton *many, const char *what)
{
  g_autofree char *refusal = NULL;
  g_autofree char *name =
      g_strdup_printf ("differential-%" G_GINT64_FORMAT "-%" G_GUINT64_FORMAT "%s.json",
                       trial->session->seed, trial->index, what);
  g_autofree char *file = g_build_filename (trial->session->output, name, NULL);
  g_autoptr (CoupletAutomaton) automaton = try_many (many, &refusal);
  g_autoptr (GError) error = NULL;
  if (automaton == NULL) {
    printf ("  %s\n", refusal);
    return;
  }
  g_autofree char *text = write_json (automaton);
  if (g_file_set_contents (file, text, -1, &error))
    printf ("  %s\n", file);
  else
    printf ("  %s\n", error->message);
}

/* Tells trial's fault, which many has; takes over that. */
static void
tell_fault (Trial *trial, const ManyAutomaton *many)
{
  ManyAutomaton shrunk = *many;
  trial->session->faults++;
  printf ("automaton %" G_GUINT64_FORMAT ": %s\n", trial->index, trial->fault);
  shrink_many (&shrunk, has_fault, trial);
  printf ("  shrunk: %s\n", trial->fault);
  write_automaton (trial, &shrunk, "");
  if (trial->relation != NULL && change (trial, &shrunk))
    write_automaton (trial, &shrunk, "-changed");
  g_free (trial->fault);
}

/* ---- Running ----------------------------------------------------------------------------- */

static void
try_change (Session *session, const ManyAutomaton *many, const CoupletResult *first, guint64 index,
            guint32 number)
{
  guint n;
  const Relation *relations = all_relations (&n);
  Trial trial = {session, &relations[(CHANGES * index + number) % n], index, number, NULL};
  trial.fault = find_changed_fault (&trial, many, first, &session->tally);
  if (trial.fault != NULL)
    tell_fault (&trial, many);
}

static void
try_index (Session *session, guint64 index)
{
  g_auto (Answers) answers = {0};
  Trial trial = {session, NULL, index, 0, NULL};
  ManyAutomaton many;
  random_shape (&many, (guint32)session->seed, index);
  answers_init (&answers, session->methods, &many);
  if (answers.result == NULL) {
    session->tally.refused++;
    return;
  }
  tally_add (&session->tally, answers.result);
  trial.fault = answers_fault (answers.result);
  if (trial.fault != NULL)
    tell_fault (&trial, &many);
  else
    for (guint32 i = 1; i <= CHANGES; i++)
      try_change (session, &many, answers.result, index, i);
}

static void
run (Session *session)
{
  for (gint64 i = 0; i < session->count && session->faults < MOST_FAULTS; i++) {
    try_index (session, (guint64)(session->from + i));
    if ((i + 1) % PROGRESS == 0)
      fprintf (stderr, "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT "\n", i + 1, session->count);
  }
  tally_print (&session->tally);
  printf ("seed %" G_GINT64_FORMAT ", from %" G_GINT64_FORMAT ": %u faults\n", session->seed,
          session->from, session->faults);
}

static gboolean
parse (Session *session, int *argc, char ***argv)
{
  const GOptionEntry entries[] = {
      {"solvers", 0, 0, G_OPTION_ARG_NONE, &session->solvers, "every method", NULL},
      {"seed", 0, 0, G_OPTION_ARG_INT64, &session->seed, "of the random numbers", "S"},
      {"from", 0, 0, G_OPTION_ARG_INT64, &session->from, "the first automaton", "I"},
      {"count", 0, 0, G_OPTION_ARG_INT64, &session->count, "how many", "N"},
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &session->output, "for automata at fault", "FOLDER"},
      {0}};
  GOptionContext *context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_option_context_add_main_entries (context, entries, NULL);
  gboolean good = g_option_context_parse (context, argc, argv, &error);
  g_option_context_free (context);
  if (!good)
    fprintf (stderr, "%s\n", error->message);
  return good;
}

int
main (int argc, char **argv)
{
  Session session = {.seed = 1, .count = 1000};
  if (!parse (&session, &argc, &argv))
    return 2;
  if (setvbuf (stdout, NULL, _IOLBF, 0) != 0) /* a run that is ended has told what it found */
    return 2;
  if (session.output == NULL)
    session.output = g_strdup (".");
  session.methods = methods_new (session.solvers);
  run (&session);
  methods_free (session.methods);
  tally_clear (&session.tally);
  g_free (session.output);
  return session.faults == 0 ? 0 : 1;
}
