/* SPDX-License-Identifier: Apache-2.0 */
#include "isolate.h"

#include <couplet/check.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* found, has cost, infinite, guarantee, certified, cost, lower, upper (empty =
 * none), structure, reason, statistics, evidence as JSON, size of what is left out. */
#define ANSWER "(ubbubsssmsmsa(st)ast)"
/* An error message or none, and an answer. */
#define MESSAGE "(ms@" ANSWER ")"
/* How long a poll waits before the clock is looked at, in milliseconds. */
#define PATIENCE 50

/* ---- Both directions ---------------------------------------------------------------- */

static char *
rational_text (gboolean present, const CoupletRational *value)
{
  return present ? couplet_rational_to_string (value) : g_strdup ("");
}

static char *
pack_evidence (const CoupletEvidence *evidence)
{
  GString *text = g_string_new (NULL);
  couplet_evidence_append_json (text, evidence);
  return g_string_free (text, FALSE);
}

static GVariant *
pack (CoupletOutcome *outcome)
{
  const CoupletStageResult *r = couplet_outcome_result (outcome);
  GVariantBuilder statistics, evidence;
  g_autofree char *cost = rational_text (r->has_cost && !r->cost_is_infinite, &r->cost);
  g_autofree char *lower = rational_text (r->has_lower, &r->lower);
  g_autofree char *upper = rational_text (r->has_upper, &r->upper);
  g_variant_builder_init (&statistics, G_VARIANT_TYPE ("a(st)"));
  for (guint i = 0; i < r->n_statistics; i++)
    g_variant_builder_add (&statistics, "(st)", r->statistics[i].name, r->statistics[i].value);
  g_variant_builder_init (&evidence, G_VARIANT_TYPE ("as"));
  for (guint i = 0; i < r->n_evidence; i++)
    g_variant_builder_add_value (&evidence,
                                 g_variant_new_take_string (pack_evidence (r->evidence[i])));
  return g_variant_new (ANSWER, (guint32)couplet_outcome_found (outcome), r->has_cost,
                        r->cost_is_infinite, (guint32)r->guarantee, r->certified, cost, lower,
                        upper, r->structure, r->reason, &statistics, &evidence,
                        r->evidence_left_out);
}

static gboolean
read_rational (const char *text, CoupletRational *value)
{
  return *text != '\0' && couplet_rational_parse (value, text, strlen (text), NULL);
}

static gboolean
unpack_evidence (CoupletOutcome *outcome, const CoupletAutomaton *automaton, GVariantIter *list,
                 GError **error)
{
  const char *text;
  while (g_variant_iter_next (list, "&s", &text)) {
    g_autoptr (GPtrArray) evidence = couplet_evidence_read (
        automaton, "the evidence of a process of its own", text, strlen (text), error);
    if (evidence == NULL)
      return FALSE;
    g_ptr_array_set_free_func (evidence, NULL);
    for (guint i = 0; i < evidence->len; i++)
      couplet_outcome_take_evidence (outcome, g_ptr_array_index (evidence, i));
  }
  return TRUE;
}

static void
unpack_figures (CoupletOutcome *outcome, gboolean has_cost, gboolean infinite, guint32 guarantee,
                const char *const *texts)
{
  g_auto (CoupletRational) cost;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  couplet_rational_init (&cost);
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  if (has_cost && infinite)
    couplet_outcome_set_infinite (outcome, (CoupletGuarantee)guarantee);
  else if (has_cost && read_rational (texts[0], &cost))
    couplet_outcome_set_cost (outcome, &cost, (CoupletGuarantee)guarantee);
  gboolean has_lower = read_rational (texts[1], &lower),
           has_upper = read_rational (texts[2], &upper);
  couplet_outcome_set_bounds (outcome, has_lower ? &lower : NULL, has_upper ? &upper : NULL);
}

static gboolean
unpack (CoupletOutcome *outcome, const CoupletAutomaton *automaton, GVariant *answer,
        GError **error)
{
  guint32 found, guarantee;
  gboolean has_cost, infinite, certified;
  const char *texts[3], *structure, *reason, *name;
  g_autoptr (GVariantIter) statistics = NULL;
  g_autoptr (GVariantIter) evidence = NULL;
  guint64 value, left_out;
  g_variant_get (answer, "(ubbub&s&s&sm&sm&sa(st)ast)", &found, &has_cost, &infinite, &guarantee,
                 &certified, &texts[0], &texts[1], &texts[2], &structure, &reason, &statistics,
                 &evidence, &left_out);
  unpack_figures (outcome, has_cost, infinite, guarantee, texts);
  couplet_outcome_set_found (outcome, (CoupletFound)found);
  couplet_outcome_set_certified (outcome, certified);
  if (structure != NULL)
    couplet_outcome_set_structure (outcome, structure);
  if (reason != NULL)
    couplet_outcome_set_reason (outcome, "%s", reason);
  while (g_variant_iter_loop (statistics, "(&st)", &name, &value))
    couplet_outcome_set_statistic (outcome, name, value);
  couplet_outcome_leave_out_evidence (outcome, left_out);
  return unpack_evidence (outcome, automaton, evidence, error);
}

/* ---- The child --------------------------------------------------------------------- */

static void
write_all (int descriptor, const char *data, gsize length)
{
  while (length > 0) {
    gssize written = write (descriptor, data, length);
    if (written < 0 && errno != EINTR)
      return;
    data += MAX (written, 0);
    length -= (gsize)MAX (written, 0);
  }
}

static void G_GNUC_NORETURN
be_child (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, int descriptor)
{
  g_autoptr (GError) error = NULL;
  struct rlimit none = {0, 0};
  setrlimit (RLIMIT_CORE, &none);
  if (stage->memory_limit_mb > 0) {
    rlim_t bytes = (rlim_t)stage->memory_limit_mb << 20;
    struct rlimit memory = {bytes, bytes};
    setrlimit (RLIMIT_AS, &memory);
  }
  gboolean good =
      stage->plugin->solver->run (stage->instance, stage->context, automaton, outcome, &error);
  const char *message = good ? NULL : error != NULL ? error->message : "it gave no reason";
  GVariant *all = g_variant_ref_sink (g_variant_new (MESSAGE, message, pack (outcome)));
  write_all (descriptor, g_variant_get_data (all), g_variant_get_size (all));
  _exit (0);
}

/* ---- The parent ---------------------------------------------------------------------- */

/* Reads what the child writes until it ends, killing it when it overruns. */
static GByteArray *
read_child (Stage *stage, int descriptor, pid_t child, gboolean *killed)
{
  GByteArray *data = g_byte_array_new ();
  gint64 grace = stage->limit_ms * 100 + PATIENCE * 2000; /* a tenth, in microseconds */
  gint64 overrun = 0;
  *killed = FALSE;
  for (;;) {
    guint8 part[65536];
    struct pollfd ready = {descriptor, POLLIN, 0};
    if (couplet_context_should_stop (stage->context) && !*killed) {
      overrun = overrun == 0 ? g_get_monotonic_time () + grace : overrun;
      if (g_get_monotonic_time () > overrun) {
        kill (child, SIGKILL);
        *killed = TRUE;
      }
    }
    if (poll (&ready, 1, PATIENCE) <= 0)
      continue;
    gssize got = read (descriptor, part, sizeof part);
    if (got == 0 || (got < 0 && errno != EINTR))
      return data;
    g_byte_array_append (data, part, (guint)MAX (got, 0));
  }
}

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, text);
  return FALSE;
}

static gboolean
take_message (const GByteArray *data, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
              GError **error)
{
  const char *message;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new_from_data (
      G_VARIANT_TYPE ("(ms" ANSWER ")"), data->data, data->len, FALSE, NULL, NULL));
  if (!g_variant_is_normal_form (all))
    return fail (error, "its process gave no whole answer");
  g_variant_get (all, "(m&s@" ANSWER ")", &message, &answer);
  if (message != NULL)
    return fail (error, "%s", message);
  return unpack (outcome, automaton, answer, error);
}

static gboolean
conclude (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, int status,
          gboolean killed, const GByteArray *data, GError **error)
{
  if (killed) {
    couplet_outcome_set_reason (outcome, "%s; its process had to be ended",
                                couplet_context_stop_reason (stage->context));
    return TRUE;
  }
  if (WIFSIGNALED (status))
    return fail (error, "its process was ended by signal %d (%s)%s", WTERMSIG (status),
                 strsignal (WTERMSIG (status)),
                 stage->memory_limit_mb > 0 ? ", perhaps at its memory limit" : "");
  if (data->len == 0)
    return fail (error, "its process ended with status %d and no answer", WEXITSTATUS (status));
  return take_message (data, automaton, outcome, error);
}

gboolean
couplet_isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                     GError **error)
{
  int ends[2], status = 0;
  gboolean killed;
  if (pipe (ends) != 0)
    return fail (error, "no pipe to a process of its own: %s", g_strerror (errno));
  pid_t child = fork ();
  if (child < 0) {
    close (ends[0]);
    close (ends[1]);
    return fail (error, "no process of its own: %s", g_strerror (errno));
  }
  if (child == 0) {
    close (ends[0]);
    be_child (stage, automaton, outcome, ends[1]);
  }
  close (ends[1]);
  g_autoptr (GByteArray) data = read_child (stage, ends[0], child, &killed);
  close (ends[0]);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return conclude (stage, automaton, outcome, status, killed, data, error);
}
