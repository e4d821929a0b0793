/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_read.h"

#include "routine_max.h"

#include "svt_check.h"
#include "svt_compile.h"
#include "svt_restate.h"

#include <couplet/text.h>

#define MOST_STATEMENTS 2000 /* of a function */
#define MOST_STEPS 2000000
#define DEEPEST 2000
#define MOST_WALKS 20 /* until no more draws meet in one variable */

/* ---- Messages ------------------------------------------------------------------------------ */

void
routine_error (RoutineWalker *walker, SvtPlace place, const char *format, ...)
{
  if (walker->guessing)
    return; /* said when what is known there is final */
  walker->failed = TRUE;
  if (!g_hash_table_add (walker->reported, GUINT_TO_POINTER (place.offset + 1)))
    return;
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  svt_error (walker->reporter, place, "%s", text);
}

gboolean
routine_enter (RoutineWalker *walker, SvtPlace place)
{
  walker->steps++;
  walker->depth++;
  if (walker->depth > DEEPEST)
    routine_error (walker, place,
                   "its value depends on itself, or on too many others; write it as a number");
  else if (walker->steps > MOST_STEPS)
    routine_error (walker, place,
                   "the function is too complicated; write fewer loops inside each "
                   "other, and shorter sums");
  return walker->depth <= DEEPEST && walker->steps <= MOST_STEPS;
}

void
routine_leave (RoutineWalker *walker)
{
  walker->depth--;
}

void
routine_note (RoutineWalker *walker, SvtPlace place, const char *format, ...)
{
  if (!walker->building)
    return;
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  svt_warning (walker->reporter, place, "%s", text);
}

/* ---- Names and places ----------------------------------------------------------------------- */

SvtName *
routine_new_name (RoutineWalker *walker, const char *hint)
{
  g_autoptr (GString) text = g_string_new (hint);
  while (g_hash_table_contains (walker->taken, text->str))
    g_string_append_c (text, '_');
  SvtName *name = svt_file_intern (walker->file, text->str, text->len);
  g_hash_table_add (walker->taken, (gpointer)name->text);
  return name;
}

SvtPlace
routine_new_place (RoutineWalker *walker, SvtPlace place)
{
  while (!g_hash_table_add (walker->places, GUINT_TO_POINTER (place.offset + 1)) &&
         place.offset < walker->reporter->length) {
    place.offset++;
    place.column++;
    place.length -= place.length > 0;
  }
  return place;
}

/* Names of arguments and counters, and symbols, which are names of the mechanism, too. */
static void
take_texts (RoutineWalker *walker, const RoutineExpression *expression)
{
  if (expression->kind == ROUTINE_SYMBOL)
    g_hash_table_add (walker->taken, (gpointer)expression->text);
  for (const RoutineExpression *part = expression->first; part != NULL; part = part->next)
    take_texts (walker, part);
}

static void
take_statement (RoutineStatement *s, gpointer walker)
{
  if (s->value != NULL)
    take_texts (walker, s->value);
}

static void
take_names (RoutineWalker *walker)
{
  static const char *const words[] = {"round", "none", "insample", "fresh", "gap", "true"};
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_hash_table_add (walker->taken, (gpointer)words[i]);
  for (guint i = 0; i < walker->names->all->len; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    if (name->role != ROUTINE_ROLE_VALUE || name->is_target)
      g_hash_table_add (walker->taken, (gpointer)name->text);
  }
  routine_visit (&walker->routine->body, take_statement, walker);
}

/* ---- Walks ---------------------------------------------------------------------------------- */

static void
clear_loop (gpointer data)
{
  RoutineLoop *loop = data;
  g_clear_pointer (&loop->head, routine_state_free);
  g_clear_pointer (&loop->breaks, routine_state_free);
  g_clear_pointer (&loop->continues, routine_state_free);
}

static void
number_loop (RoutineStatement *s, gpointer data)
{
  GArray *loops = data;
  RoutineLoop loop = {0};
  if (s->kind != ROUTINE_FOR && s->kind != ROUTINE_WHILE)
    return;
  s->loop = loops->len;
  g_array_append_val (loops, loop);
}

static void
init_walker (RoutineWalker *walker)
{
  RoutineLoop outside = {0};
  RoutineAnswer no_answer = {.loop = G_MAXUINT32};
  walker->reported = g_hash_table_new (NULL, NULL);
  walker->draw_of = g_hash_table_new (NULL, NULL);
  walker->draws = g_array_new (FALSE, FALSE, sizeof (RoutineDraw));
  walker->answers = g_array_new (FALSE, FALSE, sizeof (RoutineAnswer));
  walker->readings = g_array_new (FALSE, FALSE, sizeof (RoutineReading));
  walker->thresholds = g_array_new (FALSE, FALSE, sizeof (RoutineThreshold));
  walker->loops = g_array_new (FALSE, FALSE, sizeof (RoutineLoop));
  walker->taken = g_hash_table_new (g_str_hash, g_str_equal);
  walker->places = g_hash_table_new (NULL, NULL);
  walker->parameters = g_hash_table_new (NULL, NULL);
  walker->declared = g_hash_table_new (NULL, NULL);
  g_array_set_clear_func (walker->loops, clear_loop);
  g_array_append_val (walker->loops, outside);
  g_array_append_val (walker->answers, no_answer);
  routine_visit (&walker->routine->body, number_loop, walker->loops);
}

static void
clear_walker (RoutineWalker *walker)
{
  g_hash_table_unref (walker->reported);
  g_hash_table_unref (walker->draw_of);
  g_hash_table_unref (walker->taken);
  g_hash_table_unref (walker->places);
  g_hash_table_unref (walker->parameters);
  g_hash_table_unref (walker->declared);
  g_array_unref (walker->draws);
  g_array_unref (walker->answers);
  g_array_unref (walker->readings);
  g_array_unref (walker->thresholds);
  g_array_unref (walker->loops);
}

/* Lists among the arguments that get items: outputs of the caller. */
static void
bind_arguments (RoutineWalker *walker)
{
  for (guint i = 0; i < walker->names->all->len; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    if (name->argument != NULL && name->role == ROUTINE_ROLE_PRIVATE && name->is_extended)
      routine_error (walker, walker->routine->place,
                     "the private argument gets values; write them to a list of the function");
  }
}

static void
walk_all (RoutineWalker *walker, SvtStatements *body)
{
  walker->state = routine_state_new ();
  walker->out = body;
  walker->loop = 0;
  bind_arguments (walker);
  walker->walks = TRUE;
  routine_walk (walker, &walker->routine->body);
  walker->walks = FALSE;
  g_clear_pointer (&walker->state, routine_state_free);
}

/* Walks until draws that meet in one variable are known, and what is known at the head of each
 * loop with them. */
static void
walk_dry (RoutineWalker *walker)
{
  for (guint i = 0; i < MOST_WALKS && !walker->failed; i++) {
    SvtStatements nothing = {NULL, NULL};
    g_array_set_size (walker->readings, 0);
    g_array_set_size (walker->thresholds, 0);
    for (guint d = 0; d < walker->draws->len; d++) {
      RoutineDraw *draw = routine_draw (walker, d);
      draw->is_reading = draw->is_threshold = FALSE;
      draw->side = 0;
    }
    walker->changed = FALSE;
    walk_all (walker, &nothing);
    if (!walker->changed)
      return;
  }
}

/* ---- The mechanism -------------------------------------------------------------------------- */

/* What noise-free comparisons compare with: values that everyone knows, read first. */
static void
build_levels (RoutineWalker *walker, SvtStatements *body)
{
  SvtStatements levels = {NULL, NULL};
  for (guint i = 0; i < walker->thresholds->len; i++) {
    const RoutineThreshold *t = &g_array_index (walker->thresholds, RoutineThreshold, i);
    if (t->draw >= 0 || t->name == NULL)
      continue;
    SvtPlace place = routine_new_place (walker, walker->routine->place);
    svt_build_append (
        &levels, svt_build_read (walker->file, TRUE, t->name, place,
                                 routine_build_draw (walker, COUPLET_PUBLIC, -1, place), place));
  }
  if (levels.last == NULL)
    return;
  levels.last->next = body->first;
  body->first = levels.first;
}

/* Counters that get their first number inside a loop or branch. */
static void
declare_rest (RoutineWalker *walker, SvtStatements *body)
{
  for (guint i = 0; i < walker->names->all->len; i++) {
    const RoutineName *name = walker->names->all->pdata[i];
    gboolean whole = name->role == ROUTINE_ROLE_WHOLE || name->role == ROUTINE_ROLE_INDEX;
    if (!whole || !name->decides || g_hash_table_contains (walker->declared, name))
      continue;
    SvtPlace place = name->only->place;
    SvtStatement *first = svt_build_set (
        walker->file, SVT_DECLARE, svt_file_intern (walker->file, name->text, strlen (name->text)),
        place, place, routine_literal (walker, "0", place), place);
    first->next = body->first;
    body->first = first;
  }
}

/* `int len_out = 0`, for lists whose length is asked for. */
static void
declare_lengths (RoutineWalker *walker, SvtStatements *body)
{
  for (guint i = 0; i < walker->names->all->len; i++) {
    RoutineName *name = walker->names->all->pdata[i];
    if (!name->is_counted)
      continue;
    g_autofree char *hint = g_strconcat ("len_", name->text, NULL);
    SvtPlace place = name->only->place;
    name->length = routine_new_name (walker, hint);
    svt_build_append (body, svt_build_set (walker->file, SVT_DECLARE, name->length, place, place,
                                           routine_literal (walker, "0", place), place));
  }
}

/* Noise that is not compared stands for nothing: a mechanism needs a threshold. */
static gboolean
check_compared (RoutineWalker *walker)
{
  if (walker->thresholds->len == 0 && walker->readings->len == 0)
    routine_error (walker, walker->routine->place,
                   "no private answer is compared or output here; it has nothing to verify");
  return !walker->failed;
}

/* Where only values are output: a threshold that nothing meets comes first. */
static void
build_start (RoutineWalker *walker, SvtStatements *body)
{
  if (walker->thresholds->len > 0)
    return;
  SvtPlace place = routine_new_place (walker, walker->routine->place);
  SvtStatement *start =
      svt_build_read (walker->file, TRUE, routine_new_name (walker, "level"), place,
                      routine_build_draw (walker, COUPLET_PUBLIC, -1, place), place);
  start->next = body->first;
  body->first = start;
}

static void
note_helpers (RoutineWalker *walker)
{
  for (const RoutineHelper *h = walker->routine->helpers; h != NULL; h = h->next) {
    GHashTableIter iter;
    gpointer call;
    gboolean used = FALSE;
    g_hash_table_iter_init (&iter, walker->draw_of);
    while (g_hash_table_iter_next (&iter, &call, NULL))
      used |= routine_is_name (((RoutineExpression *)call)->first, h->name);
    if (used && !h->is_numpy)
      routine_note (walker, h->place,
                    "'%s' is taken for noise of the scale that it is given, by its name; its "
                    "statements are not read",
                    h->name);
  }
}

static void
note_epsilon (RoutineWalker *walker)
{
  const RoutineName *epsilon = walker->names->epsilon;
  if (epsilon != NULL && epsilon->argument != NULL &&
      (epsilon->given != NULL || epsilon->argument->value != NULL))
    routine_note (walker, epsilon->argument->place,
                  "'%s' is read as epsilon itself: verdict and d are in multiples of it",
                  epsilon->text);
}

/* The statements that the function comes to. */
static void
build_body (RoutineWalker *walker, SvtStatements *body)
{
  take_names (walker);
  walker->building = TRUE;
  declare_lengths (walker, body);
  walk_all (walker, body);
  declare_rest (walker, body);
  build_levels (walker, body);
  build_start (walker, body);
}

static gboolean
mentions_epsilon (const RoutineWalker *walker, const RoutineExpression *expression)
{
  const RoutineName *name = expression->kind == ROUTINE_NAME
                                ? routine_names_find (walker->names, expression->text)
                                : NULL;
  gboolean found = name != NULL && name->role == ROUTINE_ROLE_EPSILON;
  for (const RoutineExpression *part = expression->first; part != NULL && !found; part = part->next)
    found = mentions_epsilon (walker, part);
  return found;
}

static void
build_claim (RoutineWalker *walker, SvtHeader *header)
{
  const RoutineExpression *claim = walker->routine->claim;
  if (claim == NULL)
    return;
  if (!mentions_epsilon (walker, claim))
    routine_error (walker, claim->place,
                   "the claim is a multiple of the argument epsilon, as in '2*epsilon'");
  else
    header->has_claim = routine_number (walker, claim, &header->claim);
}

/* body, as the mechanism of the function; NULL with an error reported. */
static SvtMechanism *
build_mechanism (RoutineWalker *walker, SvtStatements body)
{
  const Routine *routine = walker->routine;
  walker->building = TRUE;
  note_helpers (walker);
  note_epsilon (walker);
  SvtMechanism *mechanism = svt_build_mechanism (
      walker->file, svt_file_intern (walker->file, routine->name, strlen (routine->name)),
      routine->place);
  mechanism->body = (SvtBlock){body.first, routine->place};
  mechanism->header.has_sampling = TRUE;
  mechanism->header.sampling = COUPLET_SHARED;
  mechanism->header.has_adjacency = TRUE;
  mechanism->header.adjacency = walker->options->adjacency;
  walker->state = routine_state_new (); /* defaults are numbers outside the function */
  build_claim (walker, &mechanism->header);
  mechanism->parameters = routine_parameters (walker);
  g_clear_pointer (&walker->state, routine_state_free);
  return walker->failed ? NULL : mechanism;
}

/* The mechanism that the function comes to; NULL with errors reported. */
static SvtMechanism *
understand (RoutineWalker *walker)
{
  SvtStatements body = {NULL, NULL};
  walker->state = routine_state_new ();
  svt_build_append (&body, routine_find_max (walker));
  g_clear_pointer (&walker->state, routine_state_free);
  if (body.first == NULL && !walker->failed && !routine_refuse_vectors (walker))
    walk_dry (walker);
  if (body.first == NULL && !walker->failed && check_compared (walker))
    build_body (walker, &body);
  return walker->failed ? NULL : build_mechanism (walker, body);
}

static void
count_statement (RoutineStatement *s G_GNUC_UNUSED, gpointer n)
{
  ++*(guint *)n;
}

/* options, and what the text says where they do not. */
static RoutineOptions
with_sayings (const RoutineOptions *options, const Routine *routine)
{
  RoutineOptions all = *options;
  if (*all.private == '\0' && routine->private != NULL)
    all.private = routine->private;
  if (!all.has_adjacency && routine->says_adjacency)
    all.adjacency = routine->adjacency;
  return all;
}

/* The mechanism that routine comes to, checked; NULL with errors reported. */
static SvtProgram *
understand_routine (CoupletContext *context, const SvtReporter *reporter, SvtFile *file,
                    Routine *routine, const RoutineOptions *options)
{
  guint n = 0;
  routine_visit (&routine->body, count_statement, &n);
  if (n > MOST_STATEMENTS) {
    svt_error (reporter, routine->place, "a function of more than %d statements is not read",
               MOST_STATEMENTS);
    return NULL;
  }
  const RoutineOptions said = with_sayings (options, routine);
  g_autoptr (RoutineNames) names = routine_names_new (context, reporter, routine, &said);
  if (names == NULL)
    return NULL;
  RoutineWalker walker = {.context = context,
                          .reporter = reporter,
                          .file = file,
                          .routine = routine,
                          .options = &said,
                          .names = names};
  init_walker (&walker);
  SvtMechanism *mechanism = understand (&walker);
  clear_walker (&walker);
  if (mechanism == NULL)
    return NULL;
  svt_file_append (file, mechanism);
  return svt_check (context, reporter, file);
}

/* ---- Sources -------------------------------------------------------------------------------- */

/* A source being read. */
typedef struct {
  SvtReporter reporter;
  SvtFile *file;
} Source;

static void
source_clear (Source *source)
{
  svt_file_free (source->file);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

/* The mechanism in source, whose tree lies in *read; NULL with errors added to diagnostics. */
static SvtProgram *
read_program (const RoutineLanguage *language, CoupletContext *context, const CoupletSource *source,
              CoupletDiagnostics *diagnostics, Source *read)
{
  *read = (Source){{diagnostics, source->data, source->length}, svt_file_new ()};
  const RoutineOptions options = routine_options (context, language->frontend, language->words);
  Routine *routine = language->read (context, &read->reporter, read->file);
  return routine != NULL
             ? understand_routine (context, &read->reporter, read->file, routine, &options)
             : NULL;
}

gboolean
routine_read_automaton (const RoutineLanguage *language, CoupletContext *context,
                        const CoupletSource *source, CoupletBuilder *builder,
                        CoupletDiagnostics *diagnostics)
{
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (language, context, source, diagnostics, &read);
  return program != NULL && svt_compile (context, program, builder);
}

gboolean
routine_restate (const RoutineLanguage *language, CoupletContext *context,
                 const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  static const char *const lines[] = {
      "a loop over all private answers is written without an end: any number of them may follow",
      "numbers that are only added are left out: they change neither verdict nor d", NULL};
  g_auto (Source) read;
  g_autoptr (SvtProgram) program = read_program (language, context, source, diagnostics, &read);
  if (program == NULL)
    return FALSE;
  g_autofree char *what = g_strdup_printf ("what couplet reads in %s of %s",
                                           program->mechanism->name->text, source->name);
  svt_restate (context, program, what, lines);
  return TRUE;
}
