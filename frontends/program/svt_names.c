/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_names.h"

struct SvtNames {
  const SvtProgram *program;
  const SvtCode *code;
  const SvtStates *states;
  GPtrArray *bases; /* per reading: what its states' names begin with */
  guint32 *round;   /* per loop: room */
};

/* `line 4`; where several readings stand on one line `line 4:12`. */
static GPtrArray *
name_readings (const SvtCode *code)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < code->readings->len; i++) {
    SvtPlace place = svt_code_reading (code, i)->statement->place;
    gboolean alone =
        (i == 0 || svt_code_reading (code, i - 1)->statement->place.line != place.line) &&
        (i + 1 == code->readings->len ||
         svt_code_reading (code, i + 1)->statement->place.line != place.line);
    g_ptr_array_add (names, alone ? g_strdup_printf ("line %u", place.line)
                                  : g_strdup_printf ("line %u:%u", place.line, place.column));
  }
  return names;
}

SvtNames *
svt_names_new (const SvtProgram *program, const SvtCode *code, const SvtStates *states)
{
  SvtNames *names = g_new0 (SvtNames, 1);
  names->program = program;
  names->code = code;
  names->states = states;
  names->bases = name_readings (code);
  names->round = g_new0 (guint32, code->loops->len + 1);
  return names;
}

void
svt_names_free (SvtNames *names)
{
  if (names == NULL)
    return;
  g_ptr_array_unref (names->bases);
  g_free (names->round);
  g_free (names);
}

/* The number in decimal, faster than printf: names are made millions of times. */
static void
append_number (GString *text, guint32 number)
{
  char digits[12];
  guint n = sizeof digits;
  do
    digits[--n] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  g_string_append_len (text, digits + n, (gssize)(sizeof digits - n));
}

void
svt_names_write (const SvtNames *names, guint32 state, GString *name)
{
  if (state == COUPLET_NONE) {
    g_string_assign (name, SVT_END_NAME);
    return;
  }
  const SvtReading *reading =
      svt_code_find_state (names->code, svt_states_place (names->states, state), names->round);
  const char *base = g_ptr_array_index (names->bases, reading - svt_code_reading (names->code, 0));
  guint32 rounds[SVT_MAX_NESTING];
  guint n = 0;
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (names->code, l)->parent)
    if (svt_code_loop (names->code, l)->is_repeat && svt_code_loop (names->code, l)->count > 1)
      rounds[n++] = names->round[l] + 1;
  g_string_assign (name, base);
  for (gboolean first = TRUE; n > 0; first = FALSE) {
    g_string_append (name, first ? " #" : ".");
    append_number (name, rounds[--n]);
  }
  const gint64 *values = svt_states_values (names->states, state);
  for (guint v = 0; v < names->program->variables->len; v++)
    if (svt_code_is_in_scope (names->code, v, reading->instruction)) {
      const SvtName *variable = g_ptr_array_index (names->program->variables, v);
      g_string_append_printf (name, " %s=%" G_GINT64_FORMAT, variable->text, values[v]);
    }
}

void
svt_names_number (GString *name, guint answer)
{
  g_string_append (name, ", answer ");
  append_number (name, answer);
}
