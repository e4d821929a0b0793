/* SPDX-License-Identifier: Apache-2.0 */
#include "path_choice.h"

#include "unfolded.h"

#include <couplet/host.h>

#include <string.h>

#define MOST_STEPS 10000 /* of a path */

/* ---- Words for errors ---------------------------------------------------------------- */

/* The number, from 1, of a transition among those that leave its state in the input. */
static guint32
number_of (const CoupletAutomaton *a, guint32 transition)
{
  guint32 state = a->source[transition];
  if (a->folded == NULL)
    return transition - a->row[state] + 1;
  return a->folded_transition[transition] - a->folded->row[a->folded_state[state]] + 1;
}

/* Whether transition is the first copy of a transition of the input. An unfolded automaton has a
 * copy for each memory that its differences lead to. */
static gboolean
is_first_copy (const CoupletAutomaton *a, guint32 transition)
{
  for (guint32 t = a->row[a->source[transition]]; a->folded != NULL && t < transition; t++)
    if (a->folded_transition[t] == a->folded_transition[transition])
      return FALSE;
  return TRUE;
}

/* `#1 bot->q1, #2 top->q2`: what leaves state. */
static char *
list_choices (const CoupletAutomaton *a, guint32 state)
{
  GString *list = g_string_new (NULL);
  for (guint32 t = a->row[state]; t < a->row[state + 1] && list->len < 400; t++)
    if (is_first_copy (a, t))
      g_string_append_printf (list, "%s#%u %s->%s", list->len > 0 ? ", " : "", number_of (a, t),
                              couplet_output_of (a, t)->name, state_name (a, a->target[t]));
  return g_string_free (list, FALSE);
}

static void
set_path_error (GError **error, const CoupletAutomaton *a, guint32 state, const char *item,
                const char *what)
{
  g_autofree char *quoted = couplet_quote (item, -1);
  g_autofree char *from = couplet_quote (state_name (a, state), -1);
  g_autofree char *choices = list_choices (a, state);
  if (*choices == '\0')
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--path: %s: no transition leaves state %s", quoted, from);
  else
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--path: %s: %s from state %s; expected one of: %s", quoted, what, from, choices);
}

/* ---- Items ------------------------------------------------------------------------------ */

/* What an item asks of a transition; NULL = nothing. */
typedef struct {
  const char *output, *target;
} Wanted;

static gboolean
meets (const CoupletAutomaton *a, guint32 transition, Wanted wanted)
{
  return (wanted.output == NULL ||
          g_str_equal (couplet_output_of (a, transition)->name, wanted.output)) &&
         (wanted.target == NULL ||
          g_str_equal (state_name (a, a->target[transition]), wanted.target));
}

/* How many transitions of state meet what is wanted; *found is the first. */
static guint
count_matches (const CoupletAutomaton *a, guint32 state, Wanted wanted, guint32 *found)
{
  guint n = 0;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (is_first_copy (a, t) && meets (a, t, wanted) && n++ == 0)
      *found = t;
  return n;
}

/* The transition of state with a number from 1; NONE when text is no such. */
static guint32
numbered (const CoupletAutomaton *a, guint32 state, const char *text)
{
  guint64 number;
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32, &number, NULL))
    return COUPLET_NONE;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (number_of (a, t) == number)
      return t;
  return COUPLET_NONE;
}

/* The number of transitions that item may mean; *found is one of them. An item
 * is an output before it is anything else. */
static guint
match_item (const CoupletAutomaton *a, guint32 state, const char *item, guint32 *found)
{
  guint n = count_matches (a, state, (Wanted){item, NULL}, found);
  const char *arrow = strstr (item, "->");
  if (n > 0)
    return n;
  if (item[0] == '#' && (*found = numbered (a, state, item + 1)) != COUPLET_NONE)
    return 1;
  if (arrow != NULL) {
    g_autofree char *output = g_strndup (item, (gsize)(arrow - item));
    n = count_matches (a, state, (Wanted){arrow > item ? output : NULL, arrow + 2}, found);
  }
  return n > 0 ? n : count_matches (a, state, (Wanted){NULL, item}, found);
}

/* Whether the automaton that a was unfolded from has what item asks, which the
 * order known at state rules out. Sets error then. */
static gboolean
is_ruled_out (const CoupletAutomaton *a, guint32 state, const char *item, GError **error)
{
  guint32 found;
  if (a->folded == NULL || match_item (a->folded, a->folded_state[state], item, &found) != 1)
    return FALSE;
  g_autofree char *quoted = couplet_quote (item, -1);
  g_autofree char *what = couplet_transition_to_string (a->folded, found);
  g_autofree char *known = couplet_known_order_to_string (a, state);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
               "--path: %s: '%s' cannot be taken there: the steps before it make %s", quoted, what,
               known);
  return TRUE;
}

/* Takes item once from *state. */
static gboolean
take_item (const CoupletAutomaton *a, guint32 *state, const char *item, GArray *path,
           GError **error)
{
  guint32 found = COUPLET_NONE;
  guint n = match_item (a, *state, item, &found);
  if (n == 0 && is_ruled_out (a, *state, item, error))
    return FALSE;
  if (n != 1) {
    set_path_error (error, a, *state, item, n == 0 ? "no such transition" : "several transitions");
    return FALSE;
  }
  g_array_append_val (path, found);
  *state = a->target[found];
  return TRUE;
}

/* Splits `ITEM*K`: *item without its end, the number K, 1 when there is none. */
static guint64
split_times (char *item)
{
  guint64 times;
  char *star = strrchr (item, '*');
  if (star == NULL || star == item ||
      !g_ascii_string_to_unsigned (star + 1, 10, 1, MOST_STEPS, &times, NULL))
    return 1;
  *star = '\0';
  return times;
}

GArray *
path_choose (const CoupletAutomaton *automaton, const char *text, GError **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (GStrv) items = g_strsplit (text, ",", -1);
  guint32 state = automaton->initial;
  for (char **item = items; *item != NULL; item++) {
    g_strstrip (*item);
    for (guint64 times = split_times (*item); times > 0; times--) {
      if (path->len == MOST_STEPS) {
        g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                     "--path: the path has more than %d steps", MOST_STEPS);
        return NULL;
      }
      if (!take_item (automaton, &state, *item, path, error))
        return NULL;
    }
  }
  if (path->len == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "--path: the path is empty");
    return NULL;
  }
  return g_steal_pointer (&path);
}

/* ---- States and transitions ---------------------------------------------------------------- */

guint32
state_choose (const CoupletAutomaton *automaton, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint32 q = 0; q < automaton->n_states; q++) {
    if (g_str_equal (state_name (automaton, q), name))
      return q;
    g_ptr_array_add (names, (gpointer)state_name (automaton, q));
  }
  g_ptr_array_add (names, NULL);
  g_autofree char *hint = couplet_choose_from (name, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (name, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "no state is called %s%s", quoted, hint);
  return COUPLET_NONE;
}

static guint32
no_transition (const CoupletAutomaton *a, guint32 state, const char *text, guint n, GError **error)
{
  g_autofree char *quoted = couplet_quote (text, -1);
  g_autofree char *choices = list_choices (a, state);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
               "--transition %s: %s; what leaves the state: %s", quoted,
               n == 0 ? "no such transition" : "several transitions",
               *choices != '\0' ? choices : "nothing");
  return COUPLET_NONE;
}

guint32
transition_choose (const CoupletAutomaton *automaton, const char *text, GError **error)
{
  const char *arrow = strstr (text, "->"), *comma = strrchr (text, ',');
  if (arrow == NULL && comma == NULL) {
    g_autofree char *quoted = couplet_quote (text, -1);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--transition %s: expected FROM,N or FROM->TO", quoted);
    return COUPLET_NONE;
  }
  const char *split = arrow != NULL ? arrow : comma;
  g_autofree char *from = g_strndup (text, (gsize)(split - text));
  guint32 state = state_choose (automaton, from, error), found = COUPLET_NONE;
  if (state == COUPLET_NONE)
    return COUPLET_NONE;
  if (arrow == NULL) {
    found = numbered (automaton, state, comma + 1);
    return found != COUPLET_NONE ? found : no_transition (automaton, state, text, 0, error);
  }
  guint n = count_matches (automaton, state, (Wanted){NULL, arrow + 2}, &found);
  if (n != 1 && comma != NULL && comma > arrow) {
    g_autofree char *to = g_strndup (arrow + 2, (gsize)(comma - arrow - 2));
    n = count_matches (automaton, state, (Wanted){comma + 1, to}, &found);
  }
  return n == 1 ? found : no_transition (automaton, state, text, n, error);
}
