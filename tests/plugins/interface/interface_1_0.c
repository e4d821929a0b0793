/* SPDX-License-Identifier: Apache-2.0 */
/* FROZEN. Never edit this file. It is written for version 1.0 of the plugin interface, as
 * the guide of that version taught, and compiles and runs unchanged with every later version
 * 1.x: test_interface.py builds it against the installed package. Where it fails, the
 * interface is wrong, not this file.
 *
 * A front end, a decider, an optimizer and a report in one shared object. The front end reads
 * lines of words: `name N`, `threshold N`, `sampling S`, `sensitivity S`, `initial Q`,
 * `state Q INPUT D D_FRESH MU MU_FRESH` and `move FROM TO OUTPUT ASSIGN GUARD`; `-` leaves a
 * word out, `$p` stands for the parameter p. */
#include <couplet/context.h>
#include <couplet/graph.h>
#include <couplet/model.h>
#include <couplet/plugin.h>
#include <couplet/rational.h>
#include <couplet/result.h>

#include <string.h>

/* ---- Front end ------------------------------------------------------------------- */

typedef struct {
  CoupletContext *context;
  CoupletBuilder *builder;
  CoupletDiagnostics *diagnostics;
  CoupletPlace place;
} Reader;

/* word as a text; `-` is left out, `$p` the parameter p. */
static CoupletText
text_of (Reader *reader, const char *word)
{
  const char *name, *value;
  if (strcmp (word, "-") == 0)
    return COUPLET_TEXT_LEFT_OUT;
  if (*word != '$')
    return COUPLET_TEXT (word);
  for (guint i = 0; couplet_context_parameter (reader->context, i, &name, &value); i++)
    if (strcmp (name, word + 1) == 0) {
      couplet_context_use_parameter (reader->context, name);
      return COUPLET_TEXT (value);
    }
  g_autofree char *quoted = couplet_quote (word + 1, -1);
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, reader->place,
                           "parameter %s is not given", quoted);
  return COUPLET_TEXT ("1");
}

static void
read_state (Reader *reader, char **words)
{
  CoupletNoiseSpec d[1] = {{COUPLET_TEXT_LEFT_OUT, text_of (reader, words[3])}};
  CoupletStateSpec state = {.name = text_of (reader, words[1]),
                            .input = text_of (reader, words[2]),
                            .d = d,
                            .n_d = d[0].value.text != NULL ? 1 : 0,
                            .mu = text_of (reader, words[5]),
                            .d_fresh = text_of (reader, words[4]),
                            .mu_fresh = text_of (reader, words[6]),
                            .place = reader->place};
  couplet_builder_add_state (reader->builder, &state);
}

static void
read_move (Reader *reader, char **words, guint n)
{
  CoupletText assign = text_of (reader, words[4]);
  g_autofree char *guard = n > 5 ? g_strjoinv (" ", words + 5) : NULL;
  CoupletTransitionSpec move = {.from = text_of (reader, words[1]),
                                .to = text_of (reader, words[2]),
                                .guard =
                                    guard != NULL ? COUPLET_TEXT (guard) : COUPLET_TEXT_LEFT_OUT,
                                .output = text_of (reader, words[3]),
                                .assign = &assign,
                                .n_assign = assign.text != NULL ? 1 : 0,
                                .place = reader->place};
  couplet_builder_add_transition (reader->builder, &move);
}

static gboolean
read_setting (Reader *reader, const char *what, const char *word)
{
  CoupletText value = text_of (reader, word);
  if (strcmp (what, "name") == 0)
    couplet_builder_set_name (reader->builder, value, reader->place);
  else if (strcmp (what, "threshold") == 0)
    couplet_builder_add_threshold (reader->builder, value, reader->place);
  else if (strcmp (what, "sampling") == 0)
    couplet_builder_set_sampling (reader->builder, value, reader->place);
  else if (strcmp (what, "sensitivity") == 0)
    couplet_builder_set_sensitivity (reader->builder, value, reader->place);
  else if (strcmp (what, "initial") == 0)
    couplet_builder_set_initial (reader->builder, value, reader->place);
  else
    return FALSE;
  return TRUE;
}

static void
read_line (Reader *reader, const char *line)
{
  static const char *const KINDS[] = {"name",    "threshold", "sampling", "sensitivity",
                                      "initial", "state",     "move",     NULL};
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint n = g_strv_length (words);
  if (*line == '\0')
    return;
  if (n == 7 && strcmp (words[0], "state") == 0)
    read_state (reader, words);
  else if (n >= 5 && strcmp (words[0], "move") == 0)
    read_move (reader, words, n);
  else if (n != 2 || !read_setting (reader, words[0], words[1])) {
    const char *nearest = couplet_nearest (words[0], KINDS);
    couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, reader->place,
                             "no line of this format; near '%s'", nearest != NULL ? nearest : "");
  }
}

static gboolean
read_lines (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
            CoupletDiagnostics *diagnostics)
{
  Reader reader = {context, builder, diagnostics, {0, 1}};
  if (source->length == 0 || source->data[source->length] != '\0') {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, reader.place, "it is empty");
    return FALSE;
  }
  g_auto (GStrv) lines = g_strsplit (source->data, "\n", -1);
  for (reader.place.line = 1; lines[reader.place.line - 1] != NULL; reader.place.line++)
    read_line (&reader, lines[reader.place.line - 1]);
  return couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) < 100;
}

static int
recognise (const char *head, gsize length)
{
  return length >= 5 && memcmp (head, "name ", 5) == 0 ? 90 : 0;
}

static void
write_move (CoupletContext *context, const CoupletAutomaton *a, guint32 t)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, t);
  const CoupletGuard *guard = couplet_guard_of (a, t);
  g_autofree char *condition = couplet_guard_to_string (a, guard);
  couplet_context_print (context, "move %s %s %s %s", couplet_source_state (a, t)->name,
                         a->states[a->target[t]].name, couplet_output_of (a, t)->name,
                         assignment->n_thresholds == 0 ? "-"
                                                       : a->thresholds[assignment->thresholds[0]]);
  if (!couplet_guard_is_true (guard))
    couplet_context_print (context, " %s", condition);
  couplet_context_write (context, "\n", 1);
}

static char *
number_text (const CoupletAutomaton *a, guint32 number)
{
  return number == COUPLET_NONE ? g_strdup ("-") : couplet_number_to_string (a, number);
}

static gboolean
write_lines (CoupletContext *context, const CoupletAutomaton *a, GError **error)
{
  g_autofree char *sensitivity = couplet_rational_to_string (&a->sensitivity);
  if (a->n_thresholds != 1 || a->states[a->initial].input > COUPLET_PUBLIC) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "lines have one threshold");
    return FALSE;
  }
  couplet_context_print (context, "name %s\nthreshold %s\nsensitivity %s\ninitial %s\n", a->name,
                         a->thresholds[0], sensitivity, a->states[a->initial].name);
  for (guint32 q = 0; q < a->n_states; q++) {
    const CoupletNoise *noise = &a->noises[a->states[q].noise];
    g_autofree char *d = number_text (a, noise->d[couplet_noise_slot (a, 0)]);
    g_autofree char *d_fresh = number_text (a, noise->d_fresh);
    g_autofree char *mu = number_text (a, noise->mu);
    g_autofree char *mu_fresh = number_text (a, noise->mu_fresh);
    couplet_context_print (context, "state %s %s %s %s %s %s\n", a->states[q].name,
                           a->states[q].input == COUPLET_PUBLIC ? "public" : "private", d, d_fresh,
                           mu, mu_fresh);
  }
  for (guint32 t = 0; t < a->n_transitions; t++)
    write_move (context, a, t);
  return TRUE;
}

static gboolean
format_lines (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  (void)diagnostics;
  g_auto (GStrv) lines = g_strsplit (source->data, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (*g_strstrip (*line) != '\0')
      couplet_context_print (context, "%s\n", *line);
  return TRUE;
}

static const char *const EXTENSIONS[] = {"first", NULL};
static const CoupletFrontend FRONTEND = {
    sizeof (CoupletFrontend), EXTENSIONS, recognise, read_lines, write_lines, format_lines};
static const CoupletPlugin FIRST_FRONTEND = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_FRONTEND, .name = "first",
    .version = "1.0",      .summary = "lines of words",   .frontend = &FRONTEND};

/* ---- What decider and optimizer share ------------------------------------------------- */

/* TRUE when transition reads a private input and uses its sample. */
static gboolean
draws (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_source_state (a, transition)->input == COUPLET_PRIVATE &&
         couplet_uses_sample (a, transition, 0);
}

/* ---- Decider: no cycle draws anything ---------------------------------------------------- */

typedef struct {
  gint64 most;
  gboolean strict;
} Ending;

static gboolean
ending_create (CoupletContext *context, gpointer *instance, GError **error)
{
  const char *word = couplet_context_option_string (context, "word");
  if (strcmp (word, "wrong") == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "the word is wrong");
    return FALSE;
  }
  Ending *ending = g_new (Ending, 1);
  ending->most = couplet_context_option_integer (context, "most");
  ending->strict = couplet_context_option_boolean (context, "strict");
  *instance = ending;
  return TRUE;
}

static gboolean
ending_run (gpointer instance, CoupletContext *context, const CoupletAutomaton *a,
            CoupletOutcome *outcome, GError **error)
{
  const Ending *ending = instance;
  if (a->n_states > ending->most) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "too many states");
    return FALSE;
  }
  g_autoptr (CoupletComponents) components = couplet_components_new_within (a, context);
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (couplet_on_cycle (a, components, t) && (ending->strict || draws (a, t))) {
      g_autofree char *where = couplet_transition_to_string (a, t);
      couplet_outcome_set_reason (outcome, "it may not end: %s", where);
      return TRUE;
    }
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  return TRUE;
}

static const CoupletOption ENDING_OPTIONS[] = {
    {"most", COUPLET_OPTION_INTEGER, "1000", 0, 100000, NULL, "most states"},
    {"strict", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL, "no cycle at all"},
    {"word", COUPLET_OPTION_STRING, "right", 0, 0, NULL, "any word but one"},
};
static const CoupletSolver ENDING_SOLVER = {.struct_size = sizeof (CoupletSolver),
                                            .create = ending_create,
                                            .run = ending_run,
                                            .destroy = g_free};
static const CoupletPlugin FIRST_DECIDER = {COUPLET_PLUGIN_HEADER,
                                            .kind = COUPLET_KIND_DECIDER,
                                            .name = "first-ending",
                                            .version = "1.0",
                                            .summary = "private if no cycle draws anything",
                                            .capabilities = {0, 1},
                                            .options = ENDING_OPTIONS,
                                            .n_options = G_N_ELEMENTS (ENDING_OPTIONS),
                                            .solver = &ENDING_SOLVER};

/* ---- Optimizer: what is paid when no sample is shifted --------------------------------------- */

/* Adds the dearest way of leaving component c to those behind it. FALSE: a cycle pays. */
static gboolean
spread (const CoupletAutomaton *a, const CoupletComponents *parts, guint32 c, CoupletRational *paid)
{
  g_auto (CoupletRational) total;
  couplet_rational_init (&total);
  for (guint32 m = parts->first[c]; m < parts->first[c + 1]; m++)
    for (guint32 q = parts->members[m], t = a->row[q]; t < a->row[q + 1]; t++) {
      const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
      CoupletRational *next = &paid[parts->component[a->target[t]]];
      mpq_set (total.value, paid[c].value);
      if (draws (a, t)) {
        if (couplet_on_cycle (a, parts, t) || noise->d[0] >= a->n_numbers)
          return FALSE;
        mpq_add (total.value, total.value, a->numbers[noise->d[0]].value);
      }
      if (couplet_rational_compare (&total, next) > 0)
        mpq_set (next->value, total.value);
    }
  return TRUE;
}

static void
answer (CoupletContext *context, const CoupletAutomaton *a, const CoupletComponents *parts,
        CoupletRational *paid, CoupletOutcome *outcome)
{
  CoupletPace pace = {.context = context};
  g_auto (CoupletRational) most;
  g_auto (CoupletRational) factor;
  couplet_rational_init (&most);
  couplet_rational_init (&factor);
  for (guint32 c = parts->n_components; c-- > 0;) {
    if (couplet_pace_over (&pace, 1) && couplet_outcome_set_stopped (outcome, context))
      return;
    couplet_context_progress (context, parts->n_components - c, parts->n_components);
    if (!spread (a, parts, c, paid)) {
      couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
      couplet_outcome_set_reason (outcome, "a cycle pays");
      return;
    }
  }
  for (guint32 c = 0; c < parts->n_components; c++)
    if (couplet_rational_compare (&paid[c], &most) > 0)
      mpq_set (most.value, paid[c].value);
  couplet_context_option_rational (context, "factor", &factor);
  mpq_mul (most.value, most.value, factor.value);
  mpq_mul (most.value, most.value, a->sensitivity.value);
  couplet_outcome_set_bounds (outcome, NULL, &most);
  couplet_outcome_save (outcome, context);
  couplet_outcome_set_cost (outcome, &most, COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_bounds (outcome, NULL, &most);
  couplet_outcome_set_certified (outcome, TRUE);
  couplet_outcome_set_structure (outcome, "no shifts");
}

static gboolean
sum_run (gpointer instance, CoupletContext *context, const CoupletAutomaton *a,
         CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)error;
  g_autoptr (CoupletComponents) parts = couplet_components_new (a);
  CoupletRational *paid =
      couplet_arena_alloc (couplet_context_arena (context), parts->n_components * sizeof *paid);
  for (guint32 c = 0; c < parts->n_components; c++)
    couplet_rational_init (&paid[c]);
  couplet_context_log (context, "stage %s, input %s, evidence up to %" G_GSIZE_FORMAT ", %s",
                       couplet_context_stage (context), couplet_context_input (context),
                       couplet_context_evidence_limit (context),
                       couplet_context_seconds_left (context) > 0 ? "in time" : "late");
  answer (context, a, parts, paid, outcome);
  couplet_outcome_set_statistic (outcome, "components", parts->n_components);
  for (guint32 c = 0; c < parts->n_components; c++)
    couplet_rational_clear (&paid[c]);
  return TRUE;
}

static const CoupletOption SUM_OPTIONS[] = {
    {"factor", COUPLET_OPTION_RATIONAL, "1", 0, 0, NULL, "multiplies the cost"},
    {"method", COUPLET_OPTION_CHOICE, "plain", 0, 0, (const char *const[]){"plain", "same", NULL},
     "both are the same"},
};
static const CoupletSolver SUM_SOLVER = {.struct_size = sizeof (CoupletSolver), .run = sum_run};
static const CoupletPlugin FIRST_OPTIMIZER = {
    COUPLET_PLUGIN_HEADER,    .kind = COUPLET_KIND_OPTIMIZER,          .name = "first-sum",
    .version = "1.0",         .summary = "the cost without shifts",    .capabilities = {0, 1},
    .options = SUM_OPTIONS,   .n_options = G_N_ELEMENTS (SUM_OPTIONS), .solver = &SUM_SOLVER,
    .method_option = "method"};

/* ---- Report --------------------------------------------------------------------------------- */

typedef struct {
  guint n_files;
  gboolean compare;
} Report;

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  Report *report = g_new0 (Report, 1);
  report->compare = compare;
  couplet_context_print (context, "begin%s%s%s\n", compare ? " compare" : "",
                         couplet_context_wants_colour (context) ? " colour" : "",
                         couplet_context_wants_evidence (context) ? " evidence" : "");
  return report;
}

static void
report_stage (CoupletContext *context, const CoupletStageResult *stage)
{
  couplet_context_print (context, "stage %s of %s %s: %s", stage->stage, stage->kind, stage->plugin,
                         !stage->ran ? "not run" : couplet_verdict_to_string (stage->verdict));
  if (stage->has_cost) {
    g_autofree char *cost = couplet_rational_to_decimal (&stage->cost, 6);
    couplet_context_print (context, ", %s %s", couplet_guarantee_to_string (stage->guarantee),
                           stage->cost_is_infinite ? "infinite" : cost);
  }
  if (stage->has_upper) {
    g_autofree char *upper = couplet_rational_to_string (&stage->upper);
    couplet_context_print (context, ", at most %s", upper);
  }
  if (stage->structure != NULL)
    couplet_context_print (context, ", %s", stage->structure);
  if (stage->reason != NULL)
    couplet_context_print (context, ", since %s", stage->reason);
  for (guint i = 0; i < stage->n_statistics; i++)
    couplet_context_print (context, ", %s %" G_GUINT64_FORMAT, stage->statistics[i].name,
                           stage->statistics[i].value);
  couplet_context_print (context, "%s%s\n", stage->certified ? ", certified" : "",
                         stage->failed ? ", failed" : "");
}

static void
add_file (gpointer data, CoupletContext *context, const CoupletFileResult *result)
{
  Report *report = data;
  report->n_files++;
  couplet_context_print (context, "file %s is %s: %s", result->file,
                         result->name != NULL ? result->name : "unreadable",
                         couplet_verdict_to_string (result->verdict));
  if (result->has_cost) {
    g_autofree char *cost = couplet_rational_to_string (&result->cost);
    couplet_context_print (context, ", cost %s", cost);
  }
  if (result->reason != NULL)
    couplet_context_print (context, ", since %s", result->reason);
  if (result->automaton != NULL)
    couplet_context_print (context, ", %u states", result->automaton->n_states);
  couplet_context_print (context, ", %u errors, %u warnings\n", result->n_errors,
                         result->n_warnings);
  for (guint i = 0; i < result->n_stages; i++)
    report_stage (context, &result->stages[i]);
  for (guint i = 0; i < result->n_diagnostics; i++)
    couplet_context_print (context, "%s:%u:%u: %s\n", result->diagnostics[i].file,
                           result->diagnostics[i].place.line, result->diagnostics[i].place.column,
                           result->diagnostics[i].message);
}

static void
end (gpointer data, CoupletContext *context)
{
  Report *report = data;
  couplet_context_print (context, "end of %u\n", report->n_files);
  g_free (report);
}

static const CoupletReport REPORT = {sizeof (CoupletReport), begin, add_file, end};
static const CoupletPlugin FIRST_REPORT = {COUPLET_PLUGIN_HEADER,
                                           .kind = COUPLET_KIND_REPORT,
                                           .name = "first-report",
                                           .version = "1.0",
                                           .summary = "everything of a result",
                                           .capabilities = {COUPLET_WANTS_AUTOMATON, 0},
                                           .report = &REPORT};

COUPLET_PLUGIN_ENTRY (&FIRST_FRONTEND, &FIRST_DECIDER, &FIRST_OPTIMIZER, &FIRST_REPORT)
