/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#include <couplet/internal/text.h>
#include <couplet/internal/context.h>

gboolean
reader_fail (Reader *reader, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autoptr (GString) place = g_string_new (NULL);
  if (reader->piece > 0)
    g_string_append_printf (place, "evidence %u: ", reader->piece);
  if (reader->other_input != NULL)
    /* what is wrong with it here is no wonder */
    g_string_append_printf (place, "it belongs to %s: ", reader->other_input);
  if (*reader->place != '\0')
    g_string_append_printf (place, "%s: ", reader->place);
  g_set_error (reader->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%u: %s%s", reader->file,
               reader->line, place->str, text);
  return FALSE;
}

void
reader_set_place (Reader *reader, const char *what, gsize index)
{
  g_free (reader->place);
  reader->place = g_strdup_printf ("%s %" G_GSIZE_FORMAT, what, index + 1);
}

/* ---- Members --------------------------------------------------------------------------- */

gboolean
reader_check_keys (Reader *reader, json_t *object, const char *const *names)
{
  const char *key;
  json_t *value;
  json_object_foreach (object, key, value)
  {
    if (g_strv_contains (names, key))
      continue;
    g_autofree char *hint = couplet_did_you_mean (key, names);
    g_autofree char *quoted = couplet_quote (key, -1);
    return reader_fail (reader, "unknown key %s%s", quoted, hint);
  }
  return TRUE;
}

gboolean
reader_need_array (Reader *reader, json_t *object, const char *key, json_t **value)
{
  *value = json_object_get (object, key);
  return json_is_array (*value) || reader_fail (reader, "'%s' is not a list", key);
}

gboolean
reader_need_integer (Reader *reader, json_t *json, const char *what, int low, int high, int *value)
{
  if (!json_is_integer (json) || json_integer_value (json) < low ||
      json_integer_value (json) > high)
    return reader_fail (reader, "'%s' is not a whole number from %d to %d", what, low, high);
  *value = (int)json_integer_value (json);
  return TRUE;
}

gboolean
reader_need_rational (Reader *reader, json_t *json, CoupletRational *value)
{
  g_autoptr (GError) reason = NULL;
  if (json_is_integer (json)) {
    /* which a long need not hold */
    g_autofree char *text = g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (json));
    return couplet_rational_parse (value, text, strlen (text), NULL);
  }
  if (!json_is_string (json))
    return reader_fail (reader, "a number is not a text such as \"5/4\"");
  if (!couplet_rational_parse (value, json_string_value (json), json_string_length (json), &reason))
    return reader_fail (reader, "%s", reason->message);
  return TRUE;
}

gboolean
reader_need_number (Reader *reader, CoupletEvidence *evidence, json_t *json, guint32 *number)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!reader_need_rational (reader, json, &value))
    return FALSE;
  *number = couplet_evidence_add_number (evidence, &value);
  return TRUE;
}

gboolean
reader_need_threshold (Reader *reader, json_t *json, guint32 *threshold)
{
  const char *name = json_string_value (json);
  for (*threshold = 0; name != NULL && *threshold < reader->automaton->n_thresholds; ++*threshold)
    if (g_str_equal (reader->automaton->thresholds[*threshold], name))
      return TRUE;
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  return name == NULL ? reader_fail (reader, "the name of a threshold is not a text")
                      : reader_fail (reader, "the automaton has no threshold %s", quoted);
}

gboolean
reader_need_state (Reader *reader, json_t *json, guint32 *state)
{
  const char *name = json_string_value (json);
  gpointer index = name != NULL ? g_hash_table_lookup (reader->states, name) : NULL;
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  if (index == NULL)
    return name == NULL ? reader_fail (reader, "the name of a state is missing")
                        : reader_fail (reader, "the automaton has no state %s", quoted);
  *state = GPOINTER_TO_UINT (index) - 1;
  return TRUE;
}

/* ---- Transitions ------------------------------------------------------------------------ */

/* A text that may be left out. */
static gboolean
take_name (Reader *reader, json_t *object, const char *key, const char **name)
{
  json_t *given = json_object_get (object, key);
  *name = json_string_value (given);
  return given == NULL || *name != NULL || reader_fail (reader, "'%s' is not a text", key);
}

static gboolean
matches (const CoupletAutomaton *a, guint32 transition, const char *to, const char *output)
{
  return (to == NULL || g_str_equal (to, a->states[a->target[transition]].name)) &&
         (output == NULL || g_str_equal (output, couplet_output_of (a, transition)->name));
}

/* Sets *transition to the one that leaves state and that the members `to`,
 * `output` and `transition` (its number there) of object single out. */
static gboolean
find_transition (Reader *reader, json_t *object, guint32 state, guint32 *transition)
{
  const CoupletAutomaton *a = reader->automaton;
  const char *to, *output;
  json_t *given = json_object_get (object, "transition");
  guint32 first = a->row[state], end = a->row[state + 1], n = 0;
  g_autofree char *name = couplet_quote (a->states[state].name, -1);
  if (!take_name (reader, object, "to", &to) || !take_name (reader, object, "output", &output))
    return FALSE;
  if (given != NULL) {
    int number = 0;
    if (first == end)
      return reader_fail (reader, "no transition leaves state %s", name);
    if (!reader_need_integer (reader, given, "transition", 0, (int)MIN (end - first - 1, G_MAXINT),
                              &number))
      return FALSE;
    first += (guint32)number;
    end = first + 1;
  }
  for (guint32 t = first; t < end; t++)
    if (matches (a, t, to, output)) {
      *transition = t;
      n++;
    }
  return n == 1 || reader_fail (reader,
                                n == 0 ? "no such transition leaves state %s"
                                       : "several such transitions leave state %s; give its number "
                                         "among them as 'transition'",
                                name);
}

gboolean
reader_need_transition (Reader *reader, json_t *object, guint32 *transition)
{
  static const char *const keys[] = {"from", "to", "output", "transition", NULL};
  guint32 state = 0;
  if (!json_is_object (object))
    return reader_fail (reader, "a transition is not an object");
  return reader_check_keys (reader, object, keys) &&
         reader_need_state (reader, json_object_get (object, "from"), &state) &&
         find_transition (reader, object, state, transition);
}

gboolean
reader_need_step (Reader *reader, json_t *object, guint32 *state, guint32 *transition)
{
  json_t *from = json_object_get (object, "from");
  guint32 named = *state;
  if (from != NULL && !reader_need_state (reader, from, &named))
    return FALSE;
  if (named != *state) {
    g_autofree char *there = couplet_quote (reader->automaton->states[named].name, -1);
    g_autofree char *here = couplet_quote (reader->automaton->states[*state].name, -1);
    return reader_fail (reader, "the step leaves state %s, but the walk is at %s", there, here);
  }
  if (!find_transition (reader, object, *state, transition))
    return FALSE;
  *state = reader->automaton->target[*transition];
  return TRUE;
}
