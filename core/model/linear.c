/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON form of linear mechanisms is read and checked here. Nothing recurses: the nodes of a
 * tree stand in preorder, and those that wait for their other child are kept on a stack. */
#include "linear.h"

#include <couplet/internal/text.h>

#include "automaton.h"

#include <jansson.h>
#include <string.h>

#define MOST_LISTS 64
#define MOST_ANSWERS 1000
#define MOST_NODES 2000000
#define LONGEST_TEXT 10000

typedef struct {
  CoupletDiagnostics *diagnostics;
  CoupletArena *arena;
  GArray *numbers; /* CoupletRational: all that the mechanism has */
  guint list;      /* of what is read now, or COUPLET_NONE */
  guint node;      /* of the list, or COUPLET_NONE */
  guint32 n_answers, n_draws;
} LinearReader;

/* A linear mechanism with what stands for it. */
typedef struct {
  CoupletLinear linear;
  CoupletAutomaton *automaton;
} OwnedLinear;

/* ---- Messages -------------------------------------------------------------------------- */

static gboolean fail (LinearReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (LinearReader *reader, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autoptr (GString) place = g_string_new (NULL);
  if (reader->list != COUPLET_NONE)
    g_string_append_printf (place, "lists[%u]", reader->list);
  if (reader->node != COUPLET_NONE)
    g_string_append_printf (place, ".nodes[%u]", reader->node);
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                           "%s%s%s", place->str, place->len > 0 ? ": " : "", text);
  return FALSE;
}

/* ---- Values ------------------------------------------------------------------------------ */

static gboolean
check_keys (LinearReader *reader, json_t *object, const char *const *names)
{
  const char *key;
  json_t *value;
  if (!json_is_object (object))
    return fail (reader, "it is not an object");
  json_object_foreach (object, key, value)
  {
    if (g_strv_contains (names, key))
      continue;
    g_autofree char *quoted = couplet_quote (key, -1);
    g_autofree char *hint = couplet_did_you_mean (key, names);
    return fail (reader, "unknown key %s%s", quoted, hint);
  }
  return TRUE;
}

/* The mechanism's numbers share what reader->numbers owns. */
static gboolean
read_number (LinearReader *reader, const char *what, json_t *json, CoupletRational *value)
{
  g_autoptr (GError) reason = NULL;
  CoupletRational number;
  if (!json_is_string (json))
    return fail (reader, "'%s' is not a number as a text such as \"5/4\"", what);
  couplet_rational_init (&number);
  gboolean good = couplet_rational_parse (&number, json_string_value (json),
                                          json_string_length (json), &reason);
  g_array_append_val (reader->numbers, number);
  *value = number;
  return good || fail (reader, "'%s': %s", what, reason->message);
}

static gboolean
read_positive (LinearReader *reader, const char *what, json_t *json, CoupletRational *value)
{
  return read_number (reader, what, json, value) &&
         (mpq_sgn (value->value) > 0 || fail (reader, "'%s' must be above 0", what));
}

static gboolean
read_whole (LinearReader *reader, const char *what, json_t *json, guint32 least, guint32 most,
            guint32 *value)
{
  if (!json_is_integer (json) || json_integer_value (json) < (json_int_t)least ||
      json_integer_value (json) > (json_int_t)most)
    return fail (reader, "'%s' is not a whole number from %u to %u", what, least, most);
  *value = (guint32)json_integer_value (json);
  return TRUE;
}

/* value stays FALSE where there is no such key. */
static gboolean
read_truth (LinearReader *reader, json_t *object, const char *key, gboolean *value)
{
  json_t *json = json_object_get (object, key);
  *value = json_is_true (json);
  return json == NULL || json_is_boolean (json) || fail (reader, "'%s' is not true or false", key);
}

/* A text of the mechanism; NULL where json is. */
static gboolean
read_text (LinearReader *reader, const char *what, json_t *json, const char **value)
{
  *value = NULL;
  if (json == NULL)
    return TRUE;
  if (!json_is_string (json) || json_string_length (json) > LONGEST_TEXT ||
      strlen (json_string_value (json)) != json_string_length (json))
    return fail (reader, "'%s' is not a text of at most %d bytes, none of them 0", what,
                 LONGEST_TEXT);
  *value =
      couplet_arena_strndup (reader->arena, json_string_value (json), json_string_length (json));
  return TRUE;
}

/* ---- Forms --------------------------------------------------------------------------------- */

static int
compare_terms (gconstpointer a, gconstpointer b)
{
  const CoupletLinearTerm *s = a, *t = b;
  return s->atom < t->atom ? -1 : s->atom > t->atom;
}

/* Adds a term for each member of object, whose keys are indices below n. */
static gboolean
read_terms (LinearReader *reader, json_t *object, const char *what, guint32 first, guint32 n,
            GArray *terms)
{
  const char *key;
  json_t *value;
  if (object == NULL)
    return TRUE;
  if (!json_is_object (object))
    return fail (reader, "'%s' is not an object of numbers by index", what);
  json_object_foreach (object, key, value)
  {
    CoupletLinearTerm term;
    guint64 index;
    /* one way to write each: 01 and 1 would be one atom */
    gboolean plain = key[0] != '0' || key[1] == '\0';
    if (!plain || !g_ascii_string_to_unsigned (key, 10, 0, G_MAXUINT32, &index, NULL) ||
        index >= n) {
      g_autofree char *quoted = couplet_quote (key, -1);
      return fail (reader, "'%s' has no index %s: there are %u here", what, quoted, n);
    }
    if (!read_number (reader, what, value, &term.factor))
      return FALSE;
    term.atom = first + (guint32)index;
    if (mpq_sgn (term.factor.value) != 0)
      g_array_append_val (terms, term);
  }
  return TRUE;
}

static gboolean
read_form (LinearReader *reader, json_t *json, CoupletLinearForm *form)
{
  static const char *const keys[] = {"c", "a", "z", NULL};
  g_autoptr (GArray) terms = g_array_new (FALSE, TRUE, sizeof (CoupletLinearTerm));
  json_t *constant = json_object_get (json, "c"), *zero = NULL;
  if (!check_keys (reader, json, keys))
    return FALSE;
  if (constant == NULL)
    constant = zero = json_string ("0");
  gboolean good =
      read_number (reader, "c", constant, &form->constant) &&
      read_terms (reader, json_object_get (json, "a"), "a", 0, reader->n_answers, terms) &&
      read_terms (reader, json_object_get (json, "z"), "z", reader->n_answers, reader->n_draws,
                  terms);
  json_decref (zero);
  if (!good)
    return FALSE;
  g_array_sort (terms, compare_terms);
  CoupletLinearTerm *kept = couplet_arena_new_array (reader->arena, CoupletLinearTerm, terms->len);
  if (terms->len > 0)
    memcpy (kept, terms->data, terms->len * sizeof *kept);
  form->n_terms = terms->len;
  form->terms = kept;
  return TRUE;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static gboolean
read_draw (LinearReader *reader, json_t *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"draw", "rate", "line", NULL};
  const char *word = json_string_value (json_object_get (json, "draw"));
  node->kind = COUPLET_LINEAR_DRAW;
  for (guint i = 0; word != NULL && noise_words[i] != NULL; i++)
    if (g_str_equal (word, noise_words[i]))
      node->noise = (CoupletNoiseKind)(COUPLET_LAPLACE + i);
  if (node->noise == COUPLET_NOISELESS)
    return fail (reader, "'draw' is not laplace, discrete-laplace or exponential");
  return check_keys (reader, json, keys) &&
         read_positive (reader, "rate", json_object_get (json, "rate"), &node->rate);
}

static gboolean
read_decision (LinearReader *reader, json_t *json, guint32 n_nodes, CoupletLinearNode *node)
{
  static const char *const keys[] = {"decide", "otherwise", "strict", "line", NULL};
  json_t *otherwise = json_object_get (json, "otherwise");
  node->kind = COUPLET_LINEAR_DECISION;
  node->otherwise = COUPLET_NONE;
  if (!check_keys (reader, json, keys) ||
      !read_form (reader, json_object_get (json, "decide"), &node->form) ||
      !read_truth (reader, json, "strict", &node->strict))
    return FALSE;
  if (otherwise == NULL)
    return fail (reader, "'otherwise' is missing; null where the decision is always met");
  return json_is_null (otherwise) ||
         read_whole (reader, "otherwise", otherwise, 0, n_nodes - 1, &node->otherwise);
}

static gboolean
read_output (LinearReader *reader, json_t *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"output", "line", NULL};
  json_t *output = json_object_get (json, "output");
  if (!check_keys (reader, json, keys))
    return FALSE;
  node->kind = json_is_object (output) ? COUPLET_LINEAR_REAL : COUPLET_LINEAR_SYMBOL;
  return json_is_object (output) ? read_form (reader, output, &node->form)
                                 : read_text (reader, "output", output, &node->text);
}

static gboolean
read_end (LinearReader *reader, json_t *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"end", "line", NULL};
  node->kind = COUPLET_LINEAR_END;
  return check_keys (reader, json, keys) &&
         (json_is_true (json_object_get (json, "end")) || fail (reader, "'end' is not true"));
}

static gboolean
read_node (LinearReader *reader, json_t *json, guint32 n_nodes, CoupletLinearNode *node)
{
  json_t *line = json_object_get (json, "line");
  *node = (CoupletLinearNode){.noise = COUPLET_NOISELESS};
  if (!json_is_object (json))
    return fail (reader, "it is not an object");
  if (line != NULL && !read_whole (reader, "line", line, 1, G_MAXINT32, &node->place.line))
    return FALSE;
  return json_object_get (json, "draw") != NULL     ? read_draw (reader, json, node)
         : json_object_get (json, "decide") != NULL ? read_decision (reader, json, n_nodes, node)
         : json_object_get (json, "output") != NULL ? read_output (reader, json, node)
         : json_object_get (json, "end") != NULL
             ? read_end (reader, json, node)
             : fail (reader, "it has none of 'draw', 'decide', 'output' and 'end'");
}

/* ---- Trees --------------------------------------------------------------------------------- */

/* A child that some decision will have: its node, and the draws before it. */
typedef struct {
  guint32 node, n_draws;
} Waiting;

/* Goes on after an END: to the child that waits last, which must be the next node. */
static gboolean
go_back (LinearReader *reader, GArray *waiting, guint32 next, guint32 n_nodes)
{
  if (waiting->len == 0)
    return next == n_nodes ||
           fail (reader, "the tree ends here, but nodes follow that no other leads to");
  const Waiting *last = &g_array_index (waiting, Waiting, waiting->len - 1);
  if (last->node != next)
    return fail (reader, "node %u, where a decision goes on, should be the next, node %u",
                 last->node, next);
  reader->n_draws = last->n_draws;
  g_array_set_size (waiting, waiting->len - 1);
  return TRUE;
}

/* Reads node i and goes on to the next. */
static gboolean
step (LinearReader *reader, json_t *nodes, guint32 i, CoupletLinearList *list,
      CoupletLinearNode *node, GArray *waiting)
{
  reader->node = i;
  if (!read_node (reader, json_array_get (nodes, i), list->n_nodes, node))
    return FALSE;
  if (node->kind == COUPLET_LINEAR_DRAW)
    reader->n_draws++;
  list->most_draws = MAX (list->most_draws, reader->n_draws);
  if (node->kind == COUPLET_LINEAR_DECISION && node->otherwise != COUPLET_NONE) {
    Waiting other = {node->otherwise, reader->n_draws};
    if (other.node <= i + 1)
      return fail (reader, "'otherwise' is %u, but its subtree stands after the other child's",
                   other.node);
    g_array_append_val (waiting, other);
  }
  if (node->kind != COUPLET_LINEAR_END)
    return i + 1 < list->n_nodes || fail (reader, "nodes must follow: a path ends with 'end'");
  list->n_paths++;
  return go_back (reader, waiting, i + 1, list->n_nodes);
}

static gboolean
read_list (LinearReader *reader, json_t *json, CoupletLinearList *list)
{
  static const char *const keys[] = {"answers", "nodes", NULL};
  json_t *nodes = json_object_get (json, "nodes");
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  *list = (CoupletLinearList){0};
  if (!check_keys (reader, json, keys) ||
      !read_whole (reader, "answers", json_object_get (json, "answers"), 0, MOST_ANSWERS,
                   &list->n_answers))
    return FALSE;
  if (!json_is_array (nodes) || json_array_size (nodes) == 0 ||
      json_array_size (nodes) > MOST_NODES)
    return fail (reader, "'nodes' is not a list of 1 to %d nodes", MOST_NODES);
  list->n_nodes = (guint32)json_array_size (nodes);
  CoupletLinearNode *all =
      couplet_arena_new_array (reader->arena, CoupletLinearNode, list->n_nodes);
  list->nodes = all;
  reader->n_answers = list->n_answers;
  reader->n_draws = 0;
  gboolean good = TRUE;
  for (guint32 i = 0; good && i < list->n_nodes; i++)
    good = step (reader, nodes, i, list, &all[i], waiting);
  reader->node = COUPLET_NONE;
  if (good)
    linear_mark_idle (list, all);
  return good;
}

/* ---- The mechanism --------------------------------------------------------------------------- */

static gboolean
read_lists (LinearReader *reader, json_t *json, CoupletLinear *linear)
{
  if (!json_is_array (json) || json_array_size (json) == 0 || json_array_size (json) > MOST_LISTS)
    return fail (reader, "'lists' is not a list of 1 to %d lists", MOST_LISTS);
  linear->n_lists = (guint32)json_array_size (json);
  CoupletLinearList *lists =
      couplet_arena_new_array (reader->arena, CoupletLinearList, linear->n_lists);
  linear->lists = lists;
  for (reader->list = 0; reader->list < linear->n_lists; reader->list++) {
    if (!read_list (reader, json_array_get (json, reader->list), &lists[reader->list]))
      return FALSE;
    if (reader->list > 0 && lists[reader->list].n_answers <= lists[reader->list - 1].n_answers)
      return fail (reader, "the lists do not stand by ascending number of answers");
  }
  reader->list = COUPLET_NONE;
  return TRUE;
}

/* `answers` must agree with the lists. */
static gboolean
read_answers (LinearReader *reader, json_t *json, CoupletLinear *linear)
{
  static const char *const keys[] = {"up_to", NULL};
  guint32 n = 0;
  linear->exactly = !json_is_object (json);
  if (!linear->exactly && !check_keys (reader, json, keys))
    return FALSE;
  json_t *number = linear->exactly ? json : json_object_get (json, "up_to");
  if (!read_whole (reader, linear->exactly ? "answers" : "up_to", number, 0, MOST_ANSWERS, &n))
    return FALSE;
  if (linear->exactly && linear->n_lists != 1)
    return fail (reader, "'answers' is one number, but there are %u lists", linear->n_lists);
  guint32 last = linear->lists[linear->n_lists - 1].n_answers;
  return n == last || fail (reader, "'answers' says %u, but the last list has %u", n, last);
}

static gboolean
read_adjacency (LinearReader *reader, json_t *json, CoupletAdjacency *adjacency)
{
  const char *word = json == NULL ? adjacency_words[0] : json_string_value (json);
  for (guint i = 0; word != NULL && adjacency_words[i] != NULL; i++)
    if (g_str_equal (word, adjacency_words[i])) {
      *adjacency = (CoupletAdjacency)i;
      return TRUE;
    }
  return fail (reader, "'adjacency' is not any, monotonic or one");
}

static gboolean
read_positive_if_any (LinearReader *reader, json_t *object, const char *key, mpq_t into)
{
  CoupletRational value;
  json_t *json = json_object_get (object, key);
  if (json == NULL)
    return TRUE;
  if (!read_positive (reader, key, json, &value))
    return FALSE;
  mpq_set (into, value.value);
  return TRUE;
}

static gboolean
has_discrete_draws (const CoupletLinear *linear)
{
  for (guint32 i = 0; i < linear->n_lists; i++)
    for (guint32 j = 0; j < linear->lists[i].n_nodes; j++)
      if (couplet_noise_is_whole (linear->lists[i].nodes[j].noise))
        return TRUE;
  return FALSE;
}

static gboolean
read_mechanism (LinearReader *reader, json_t *json, CoupletLinear *linear, CoupletAutomaton *a)
{
  static const char *const keys[] = {"couplet_linear", "name",  "adjacency", "sensitivity", "claim",
                                     "answers",        "whole", "reason",    "lists",       NULL};
  json_t *version = json_object_get (json, "couplet_linear");
  if (!check_keys (reader, json, keys))
    return FALSE;
  if (!json_is_integer (version) || json_integer_value (version) != 1)
    return fail (reader, "'couplet_linear' is not 1, the version known here");
  if (!read_text (reader, "name", json_object_get (json, "name"), &linear->name) ||
      !read_text (reader, "reason", json_object_get (json, "reason"), &linear->reason) ||
      !read_adjacency (reader, json_object_get (json, "adjacency"), &linear->adjacency) ||
      !read_positive_if_any (reader, json, "sensitivity", a->sensitivity.value) ||
      !read_positive_if_any (reader, json, "claim", a->claim.value) ||
      !read_truth (reader, json, "whole", &linear->whole_answers) ||
      !read_lists (reader, json_object_get (json, "lists"), linear) ||
      !read_answers (reader, json_object_get (json, "answers"), linear))
    return FALSE;
  if (linear->name == NULL)
    linear->name = "";
  /* discrete noise on answers that are no whole numbers would show their fractions */
  linear->whole_answers |= has_discrete_draws (linear);
  return TRUE;
}

/* An automaton without states. */
static CoupletAutomaton *
new_automaton (void)
{
  OwnedAutomaton *owned = g_new0 (OwnedAutomaton, 1);
  owned->arena = couplet_arena_new ();
  couplet_rational_init (&owned->automaton.sensitivity);
  couplet_rational_init (&owned->automaton.claim);
  mpq_set_ui (owned->automaton.sensitivity.value, 1, 1);
  guint32 *row = couplet_arena_new_array (owned->arena, guint32, 1);
  row[0] = 0;
  owned->automaton.row = row;
  owned->automaton.name = "";
  owned->automaton.initial = COUPLET_NONE;
  owned->automaton.all_noise_finite = TRUE;
  return &owned->automaton;
}

void
linear_follow (CoupletAutomaton *automaton)
{
  CoupletLinear *linear = (CoupletLinear *)automaton->linear;
  if (linear == NULL)
    return;
  linear->origin = automaton->origin;
  linear->claim = automaton->claim;
  linear->sensitivity = automaton->sensitivity;
}

CoupletAutomaton *
linear_parse (const char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  json_error_t problem;
  json_t *json = json_loadb (text, length, JSON_REJECT_DUPLICATES, &problem);
  if (json == NULL) {
    couplet_diagnostics_add (
        diagnostics, COUPLET_SEVERITY_ERROR,
        (CoupletPlace){(guint32)MAX (problem.line, 0), (guint32)MAX (problem.column, 0)}, "%s",
        problem.text);
    return NULL;
  }
  g_autoptr (CoupletAutomaton) automaton = new_automaton ();
  OwnedAutomaton *owned = (OwnedAutomaton *)automaton;
  OwnedLinear *mechanism = couplet_arena_new_array (owned->arena, OwnedLinear, 1);
  *mechanism = (OwnedLinear){.automaton = automaton};
  LinearReader reader = {.diagnostics = diagnostics,
                         .arena = owned->arena,
                         .numbers = g_array_new (FALSE, FALSE, sizeof (CoupletRational)),
                         .list = COUPLET_NONE,
                         .node = COUPLET_NONE};
  gboolean good = read_mechanism (&reader, json, &mechanism->linear, automaton);
  automaton->n_numbers = reader.numbers->len;
  owned->numbers = (CoupletRational *)(gpointer)g_array_free (reader.numbers, FALSE);
  automaton->numbers = owned->numbers;
  json_decref (json);
  if (!good)
    return NULL;
  automaton->name = mechanism->linear.name;
  automaton->adjacency = mechanism->linear.adjacency;
  automaton->linear = &mechanism->linear;
  mechanism->linear.automaton = automaton;
  linear_follow (automaton);
  return g_steal_pointer (&automaton);
}

CoupletLinear *
couplet_linear_parse (const char *text, gsize length, CoupletDiagnostics *diagnostics)
{
  CoupletAutomaton *automaton = linear_parse (text, length, diagnostics);
  return automaton != NULL ? (CoupletLinear *)automaton->linear : NULL;
}

void
couplet_linear_free (CoupletLinear *linear)
{
  if (linear != NULL)
    couplet_automaton_free (((OwnedLinear *)linear)->automaton);
}
