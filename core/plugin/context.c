/* SPDX-License-Identifier: Apache-2.0 */
#include "context.h"

#include "large.h"
#include "options.h"

#include <couplet/host.h>

/* More names of parameters are not remembered. */
#define MOST_OFFERED 100

struct CoupletContext {
  const CoupletPlugin *plugin;
  GHashTable *values;
  const CoupletHost *host;
  const char *what;
  const char *input; /* a file; NULL = not known */
  char *misuse;      /* of its options; NULL = none */
  GArray *parameters;
  GPtrArray *offered; /* names of parameters that inputs have, whether they were given or not */
  Clock clock;
  const volatile int *cancelled; /* besides the host's; NULL = none */
  gboolean apart;                /* in a process of its own, which shows no progress */
  gboolean ends;                 /* that process, with the plugin's function */
  gboolean silent;               /* messages are dropped */
  guint64 done, total;
  CoupletSource *source; /* of which what is passed may be given back, up to; NULL = none */
  gsize passed;
  SaveFunction save; /* NULL = nothing is kept */
  gpointer save_data;
};

static void
show_progress (gpointer data)
{
  const CoupletContext *context = data;
  if (context->host->progress != NULL && !context->apart)
    context->host->progress (context->host->data, context->what, context->done, context->total);
}

static gboolean
is_cancelled (gpointer data)
{
  const CoupletContext *context = data;
  const CoupletHost *host = context->host;
  return (context->cancelled != NULL && *context->cancelled != 0) ||
         (host->cancelled != NULL && *host->cancelled != 0) ||
         (host->should_cancel != NULL && host->should_cancel (host->data));
}

CoupletContext *
couplet_context_new (const CoupletPlugin *plugin, GHashTable *values, const CoupletHost *host,
                     const char *what)
{
  CoupletContext *context = g_new0 (CoupletContext, 1);
  context->plugin = plugin;
  context->values = values;
  context->host = host;
  context->what = what;
  context->offered = g_ptr_array_new_with_free_func (g_free);
  context->clock.alive = show_progress; /* for work that cannot tell how far it is */
  context->clock.cancelled = is_cancelled;
  context->clock.data = context;
  return context;
}

void
couplet_context_free (CoupletContext *context)
{
  if (context == NULL)
    return;
  g_ptr_array_unref (context->offered);
  clock_clear (&context->clock);
  g_free (context->misuse);
  g_free (context);
}

void
couplet_context_start (CoupletContext *context, gint64 milliseconds)
{
  clock_start (&context->clock, milliseconds);
  context->done = context->total = 0;
  g_clear_pointer (&context->misuse, g_free);
}

void
couplet_context_set_input (CoupletContext *context, const char *file)
{
  context->input = file;
}

const char *
couplet_context_input (CoupletContext *context)
{
  return context->input != NULL ? context->input : "";
}

const char *
couplet_context_stage (CoupletContext *context)
{
  return context->what != NULL ? context->what : "";
}

void
context_set_apart (CoupletContext *context, gboolean ends)
{
  context->apart = TRUE;
  context->ends = ends;
}

gboolean
couplet_context_is_apart (const CoupletContext *context)
{
  return context->ends;
}

void
context_on_save (CoupletContext *context, SaveFunction save, gpointer data)
{
  context->save = save;
  context->save_data = data;
}

void
context_set_silent (CoupletContext *context, gboolean silent)
{
  context->silent = silent;
}

gboolean
context_is_silent (const CoupletContext *context)
{
  return context->silent;
}

void
context_save (CoupletContext *context, CoupletOutcome *outcome)
{
  if (context->save != NULL)
    context->save (context->save_data, outcome);
}

void
context_heed (CoupletContext *context, const volatile int *cancelled)
{
  context->cancelled = cancelled;
}

void
context_consume (CoupletContext *context, CoupletSource *source)
{
  context->source = source;
  context->passed = 0;
}

void
couplet_context_pass (CoupletContext *context, gsize position)
{
  const CoupletSource *source = context->source;
  if (source != NULL)
    large_give_back ((gpointer)source->data, source->length, &context->passed,
                     MIN (position, source->length));
}

void
couplet_context_set_parameters (CoupletContext *context, GArray *parameters)
{
  context->parameters = parameters;
}

void
context_set_plugin (CoupletContext *context, const CoupletPlugin *plugin)
{
  context->plugin = plugin;
}

const char *
context_misuse (const CoupletContext *context)
{
  return context->misuse;
}

/* Its value; NULL, which is noted, when the plugin has no option of that name and one of types. */
static const char *
find_value (CoupletContext *context, const char *name, guint types)
{
  const CoupletPlugin *plugin = context->plugin;
  const CoupletOption *option = option_find (plugin->options, plugin->n_options, name);
  if (option != NULL && (types & (1u << option->type)) != 0) {
    const char *set = context->values != NULL ? g_hash_table_lookup (context->values, name) : NULL;
    return set != NULL ? set : option->default_value;
  }
  if (context->misuse == NULL)
    context->misuse =
        g_strdup_printf (option == NULL ? "it asks for its option '%s', which it does not declare"
                                        : "it asks for its option '%s' by another type than it "
                                          "declares",
                         name);
  return NULL;
}

const char *
couplet_context_option_string (CoupletContext *context, const char *name)
{
  const guint types = 1u << COUPLET_OPTION_STRING | 1u << COUPLET_OPTION_CHOICE;
  const char *value = find_value (context, name, types);
  return value != NULL ? value : "";
}

gint64
couplet_context_option_integer (CoupletContext *context, const char *name)
{
  const char *value = find_value (context, name, 1u << COUPLET_OPTION_INTEGER);
  return value != NULL ? g_ascii_strtoll (value, NULL, 10) : 0;
}

gboolean
couplet_context_option_boolean (CoupletContext *context, const char *name)
{
  return g_strcmp0 (find_value (context, name, 1u << COUPLET_OPTION_BOOLEAN), "true") == 0;
}

void
couplet_context_option_rational (CoupletContext *context, const char *name, CoupletRational *value)
{
  const char *text = find_value (context, name, 1u << COUPLET_OPTION_RATIONAL);
  if (text == NULL || !couplet_rational_parse (value, text, strlen (text), NULL))
    mpq_set_ui (value->value, 0, 1);
}

gboolean
couplet_context_parameter (CoupletContext *context, guint index, const char **name,
                           const char **value)
{
  if (context->parameters == NULL || index >= context->parameters->len)
    return FALSE;
  const CoupletParameter *parameter = &g_array_index (context->parameters, CoupletParameter, index);
  *name = parameter->name;
  *value = parameter->value;
  return TRUE;
}

void
couplet_context_use_parameter (CoupletContext *context, const char *name)
{
  if (context->offered->len < MOST_OFFERED &&
      !g_ptr_array_find_with_equal_func (context->offered, name, g_str_equal, NULL))
    g_ptr_array_add (context->offered, g_strdup (name));
  for (guint i = 0; context->parameters != NULL && i < context->parameters->len; i++) {
    CoupletParameter *parameter = &g_array_index (context->parameters, CoupletParameter, i);
    if (g_str_equal (parameter->name, name))
      parameter->used = TRUE;
  }
}

const GPtrArray *
context_offered (const CoupletContext *context)
{
  return context->offered;
}

Clock *
context_clock (CoupletContext *context)
{
  return context != NULL ? &context->clock : NULL;
}

gboolean
couplet_context_should_stop (CoupletContext *context)
{
  return clock_should_stop (&context->clock);
}

gboolean
couplet_context_is_overdue (CoupletContext *context)
{
  return clock_is_overdue (&context->clock, CLOCK_GRACE_WORK);
}

const char *
couplet_context_stop_reason (CoupletContext *context)
{
  return clock_stop_reason (&context->clock);
}

double
couplet_context_seconds_left (CoupletContext *context)
{
  return clock_seconds_left (&context->clock);
}

void
couplet_context_progress (CoupletContext *context, guint64 done, guint64 total)
{
  context->done = done;
  context->total = total;
  show_progress (context);
}

void
couplet_context_log (CoupletContext *context, const char *format, ...)
{
  if (context->host->log == NULL || context->silent)
    return;
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *line = g_strdup_printf ("%s: %s", context->plugin->name, text);
  context->host->log (context->host->data, line);
}

void
couplet_context_write (CoupletContext *context, const char *text, gsize length)
{
  if (context->host->write != NULL)
    context->host->write (context->host->data, text, length);
}

void
couplet_context_print (CoupletContext *context, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  couplet_context_write (context, text, strlen (text));
}

gboolean
couplet_context_wants_colour (CoupletContext *context)
{
  return context->host->wants_colour;
}

guint
couplet_context_columns (CoupletContext *context)
{
  return context->host->columns;
}

gboolean
couplet_context_wants_details (CoupletContext *context)
{
  return context->host->log != NULL;
}

const CoupletProvenance *
couplet_context_provenance (CoupletContext *context)
{
  return context->host->provenance;
}

gboolean
couplet_context_wants_evidence (CoupletContext *context)
{
  return context->host->wants_evidence;
}

gsize
couplet_context_evidence_limit (CoupletContext *context)
{
  return context->host->evidence_limit;
}
