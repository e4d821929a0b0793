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
reader_check_keys (Reader *reader, const CoupletJsonValue *value, const char *what,
                   const char *const *names)
{
  if (!couplet_json_is_object (value))
    return reader_fail (reader, "%s is not an object", what);
  for (const CoupletJsonValue *member = value->first; member != NULL; member = member->next) {
    if (g_strv_contains (names, member->key))
      continue;
    g_autofree char *hint = couplet_did_you_mean (member->key, names);
    g_autofree char *quoted = couplet_quote (member->key, -1);
    return reader_fail (reader, "unknown key %s%s", quoted, hint);
  }
  return TRUE;
}

gboolean
reader_need_array (Reader *reader, const CoupletJsonValue *object, const char *key,
                   const CoupletJsonValue **value)
{
  *value = couplet_json_member (object, key);
  return couplet_json_is_list (*value) || reader_fail (reader, "'%s' is not a list", key);
}

gboolean
reader_need_integer (Reader *reader, const CoupletJsonValue *json, const char *what, int low,
                     int high, int *value)
{
  gint64 number;
  if (!couplet_json_whole_of (json, &number) || number < low || number > high)
    return reader_fail (reader, "'%s' is not a whole number from %d to %d", what, low, high);
  *value = (int)number;
  return TRUE;
}

gboolean
reader_need_rational (Reader *reader, const CoupletJsonValue *json, CoupletRational *value)
{
  g_autoptr (GError) reason = NULL;
  gint64 whole;
  if (couplet_json_text_of (json) == NULL && !couplet_json_whole_of (json, &whole))
    return reader_fail (reader, "a number is not a text such as \"5/4\"");
  return couplet_rational_parse (value, json->text, json->length, &reason) ||
         reader_fail (reader, "%s", reason->message);
}

gboolean
reader_need_number (Reader *reader, CoupletEvidence *evidence, const CoupletJsonValue *json,
                    guint32 *number)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!reader_need_rational (reader, json, &value))
    return FALSE;
  *number = couplet_evidence_add_number (evidence, &value);
  return TRUE;
}

gboolean
reader_need_threshold (Reader *reader, const char *name, guint32 *threshold)
{
  for (*threshold = 0; name != NULL && *threshold < reader->automaton->n_thresholds; ++*threshold)
    if (g_str_equal (reader->automaton->thresholds[*threshold], name))
      return TRUE;
  g_autofree char *quoted = name != NULL ? couplet_quote (name, -1) : NULL;
  return name == NULL ? reader_fail (reader, "the name of a threshold is not a text")
                      : reader_fail (reader, "the automaton has no threshold %s", quoted);
}

gboolean
reader_need_state (Reader *reader, const CoupletJsonValue *json, guint32 *state)
{
  const char *name = couplet_json_text_of (json);
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
take_name (Reader *reader, const CoupletJsonValue *object, const char *key, const char **name)
{
  const CoupletJsonValue *given = couplet_json_member (object, key);
  *name = couplet_json_text_of (given);
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
find_transition (Reader *reader, const CoupletJsonValue *object, guint32 state, guint32 *transition)
{
  const CoupletAutomaton *a = reader->automaton;
  const char *to, *output;
  const CoupletJsonValue *given = couplet_json_member (object, "transition");
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
reader_need_transition (Reader *reader, const CoupletJsonValue *object, guint32 *transition)
{
  static const char *const keys[] = {"from", "to", "output", "transition", NULL};
  guint32 state = 0;
  return reader_check_keys (reader, object, "a transition", keys) &&
         reader_need_state (reader, couplet_json_member (object, "from"), &state) &&
         find_transition (reader, object, state, transition);
}

gboolean
reader_need_step (Reader *reader, const CoupletJsonValue *object, guint32 *state,
                  guint32 *transition)
{
  const CoupletJsonValue *from = couplet_json_member (object, "from");
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
