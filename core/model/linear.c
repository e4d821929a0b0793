/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON form of linear mechanisms is read and checked here. Nothing recurses: the nodes of a
 * tree stand in preorder, and those that wait for their other child are kept on a stack. */
#include "linear.h"

#include <couplet/internal/json_tree.h>
#include <couplet/internal/text.h>

#include "automaton.h"

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
check_keys (LinearReader *reader, const CoupletJsonValue *object, const char *const *names)
{
  if (!couplet_json_is_object (object))
    return fail (reader, "it is not an object");
  for (const CoupletJsonValue *member = object->first; member != NULL; member = member->next) {
    if (g_strv_contains (names, member->key))
      continue;
    g_autofree char *quoted = couplet_quote (member->key, -1);
    g_autofree char *hint = couplet_did_you_mean (member->key, names);
    return fail (reader, "unknown key %s%s", quoted, hint);
  }
  return TRUE;
}

/* The mechanism's numbers share what reader->numbers owns. */
static gboolean
read_number (LinearReader *reader, const char *what, const CoupletJsonValue *json,
             CoupletRational *value)
{
  g_autoptr (GError) reason = NULL;
  CoupletRational number;
  if (couplet_json_text_of (json) == NULL)
    return fail (reader, "'%s' is not a number as a text such as \"5/4\"", what);
  couplet_rational_init (&number);
  gboolean good = couplet_rational_parse (&number, json->text, json->length, &reason);
  g_array_append_val (reader->numbers, number);
  *value = number;
  return good || fail (reader, "'%s': %s", what, reason->message);
}

static gboolean
read_positive (LinearReader *reader, const char *what, const CoupletJsonValue *json,
               CoupletRational *value)
{
  return read_number (reader, what, json, value) &&
         (mpq_sgn (value->value) > 0 || fail (reader, "'%s' must be above 0", what));
}

static gboolean
read_whole (LinearReader *reader, const char *what, const CoupletJsonValue *json, guint32 least,
            guint32 most, guint32 *value)
{
  gint64 number;
  if (!couplet_json_whole_of (json, &number) || number < least || number > most)
    return fail (reader, "'%s' is not a whole number from %u to %u", what, least, most);
  *value = (guint32)number;
  return TRUE;
}

/* value stays FALSE where there is no such key. */
static gboolean
read_truth (LinearReader *reader, const CoupletJsonValue *object, const char *key, gboolean *value)
{
  const CoupletJsonValue *json = couplet_json_member (object, key);
  *value = couplet_json_is (json, COUPLET_JSON_TOKEN_TRUE);
  return json == NULL || *value || couplet_json_is (json, COUPLET_JSON_TOKEN_FALSE) ||
         fail (reader, "'%s' is not true or false", key);
}

/* A text of the mechanism; NULL where json is. */
static gboolean
read_text (LinearReader *reader, const char *what, const CoupletJsonValue *json, const char **value)
{
  *value = NULL;
  if (json == NULL)
    return TRUE;
  if (couplet_json_text_of (json) == NULL || json->length > LONGEST_TEXT)
    return fail (reader, "'%s' is not a text of at most %d bytes, none of them 0", what,
                 LONGEST_TEXT);
  *value = couplet_arena_strndup (reader->arena, json->text, json->length);
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
read_terms (LinearReader *reader, const CoupletJsonValue *object, const char *what, guint32 first,
            guint32 n, GArray *terms)
{
  if (object == NULL)
    return TRUE;
  if (!couplet_json_is_object (object))
    return fail (reader, "'%s' is not an object of numbers by index", what);
  for (const CoupletJsonValue *value = object->first; value != NULL; value = value->next) {
    const char *key = value->key;
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
read_form (LinearReader *reader, const CoupletJsonValue *json, CoupletLinearForm *form)
{
  static const char *const keys[] = {"c", "a", "z", NULL};
  g_autoptr (GArray) terms = g_array_new (FALSE, TRUE, sizeof (CoupletLinearTerm));
  static const CoupletJsonValue zero = {
      .token = COUPLET_JSON_TOKEN_STRING, .text = "0", .length = 1};
  const CoupletJsonValue *constant = couplet_json_member (json, "c");
  if (!check_keys (reader, json, keys) ||
      !read_number (reader, "c", constant != NULL ? constant : &zero, &form->constant) ||
      !read_terms (reader, couplet_json_member (json, "a"), "a", 0, reader->n_answers, terms) ||
      !read_terms (reader, couplet_json_member (json, "z"), "z", reader->n_answers, reader->n_draws,
                   terms))
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
read_draw (LinearReader *reader, const CoupletJsonValue *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"draw", "rate", "line", NULL};
  const char *word = couplet_json_text_of (couplet_json_member (json, "draw"));
  node->kind = COUPLET_LINEAR_DRAW;
  for (guint i = 0; word != NULL && noise_words[i] != NULL; i++)
    if (g_str_equal (word, noise_words[i]))
      node->noise = (CoupletNoiseKind)(COUPLET_LAPLACE + i);
  if (node->noise == COUPLET_NOISELESS)
    return fail (reader, "'draw' is not laplace, discrete-laplace or exponential");
  return check_keys (reader, json, keys) &&
         read_positive (reader, "rate", couplet_json_member (json, "rate"), &node->rate);
}

static gboolean
read_decision (LinearReader *reader, const CoupletJsonValue *json, guint32 n_nodes,
               CoupletLinearNode *node)
{
  static const char *const keys[] = {"decide", "otherwise", "strict", "line", NULL};
  const CoupletJsonValue *otherwise = couplet_json_member (json, "otherwise");
  node->kind = COUPLET_LINEAR_DECISION;
  node->otherwise = COUPLET_NONE;
  if (!check_keys (reader, json, keys) ||
      !read_form (reader, couplet_json_member (json, "decide"), &node->form) ||
      !read_truth (reader, json, "strict", &node->strict))
    return FALSE;
  if (otherwise == NULL)
    return fail (reader, "'otherwise' is missing; null where the decision is always met");
  return couplet_json_is (otherwise, COUPLET_JSON_TOKEN_NULL) ||
         read_whole (reader, "otherwise", otherwise, 0, n_nodes - 1, &node->otherwise);
}

static gboolean
read_output (LinearReader *reader, const CoupletJsonValue *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"output", "line", NULL};
  const CoupletJsonValue *output = couplet_json_member (json, "output");
  if (!check_keys (reader, json, keys))
    return FALSE;
  node->kind = couplet_json_is_object (output) ? COUPLET_LINEAR_REAL : COUPLET_LINEAR_SYMBOL;
  return couplet_json_is_object (output) ? read_form (reader, output, &node->form)
                                         : read_text (reader, "output", output, &node->text);
}

static gboolean
read_end (LinearReader *reader, const CoupletJsonValue *json, CoupletLinearNode *node)
{
  static const char *const keys[] = {"end", "line", NULL};
  node->kind = COUPLET_LINEAR_END;
  return check_keys (reader, json, keys) &&
         (couplet_json_is (couplet_json_member (json, "end"), COUPLET_JSON_TOKEN_TRUE) ||
          fail (reader, "'end' is not true"));
}

static gboolean
read_node (LinearReader *reader, const CoupletJsonValue *json, guint32 n_nodes,
           CoupletLinearNode *node)
{
  const CoupletJsonValue *line = couplet_json_member (json, "line");
  *node = (CoupletLinearNode){.noise = COUPLET_NOISELESS};
  if (!couplet_json_is_object (json))
    return fail (reader, "it is not an object");
  if (line != NULL && !read_whole (reader, "line", line, 1, G_MAXINT32, &node->place.line))
    return FALSE;
  return couplet_json_member (json, "draw") != NULL ? read_draw (reader, json, node)
         : couplet_json_member (json, "decide") != NULL
             ? read_decision (reader, json, n_nodes, node)
         : couplet_json_member (json, "output") != NULL ? read_output (reader, json, node)
         : couplet_json_member (json, "end") != NULL
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

/* Reads json, node i, and goes on to the next. */
static gboolean
step (LinearReader *reader, const CoupletJsonValue *json, guint32 i, CoupletLinearList *list,
      CoupletLinearNode *node, GArray *waiting)
{
  reader->node = i;
  if (!read_node (reader, json, list->n_nodes, node))
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
read_list (LinearReader *reader, const CoupletJsonValue *json, CoupletLinearList *list)
{
  static const char *const keys[] = {"answers", "nodes", NULL};
  const CoupletJsonValue *nodes = couplet_json_member (json, "nodes");
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  *list = (CoupletLinearList){0};
  if (!check_keys (reader, json, keys) ||
      !read_whole (reader, "answers", couplet_json_member (json, "answers"), 0, MOST_ANSWERS,
                   &list->n_answers))
    return FALSE;
  if (!couplet_json_is_list (nodes) || nodes->n == 0 || nodes->n > MOST_NODES)
    return fail (reader, "'nodes' is not a list of 1 to %d nodes", MOST_NODES);
  list->n_nodes = nodes->n;
  CoupletLinearNode *all =
      couplet_arena_new_array (reader->arena, CoupletLinearNode, list->n_nodes);
  list->nodes = all;
  reader->n_answers = list->n_answers;
  reader->n_draws = 0;
  const CoupletJsonValue *node = nodes->first;
  for (guint32 i = 0; i < list->n_nodes; i++, node = node->next)
    if (!step (reader, node, i, list, &all[i], waiting))
      return FALSE;
  reader->node = COUPLET_NONE;
  linear_mark_idle (list, all);
  return TRUE;
}

/* ---- The mechanism --------------------------------------------------------------------------- */

static gboolean
read_lists (LinearReader *reader, const CoupletJsonValue *json, CoupletLinear *linear)
{
  if (!couplet_json_is_list (json) || json->n == 0 || json->n > MOST_LISTS)
    return fail (reader, "'lists' is not a list of 1 to %d lists", MOST_LISTS);
  linear->n_lists = json->n;
  CoupletLinearList *lists =
      couplet_arena_new_array (reader->arena, CoupletLinearList, linear->n_lists);
  linear->lists = lists;
  const CoupletJsonValue *list = json->first;
  for (reader->list = 0; reader->list < linear->n_lists; reader->list++, list = list->next) {
    if (!read_list (reader, list, &lists[reader->list]))
      return FALSE;
    if (reader->list > 0 && lists[reader->list].n_answers <= lists[reader->list - 1].n_answers)
      return fail (reader, "the lists do not stand by ascending number of answers");
  }
  reader->list = COUPLET_NONE;
  return TRUE;
}

/* `answers` must agree with the lists. */
static gboolean
read_answers (LinearReader *reader, const CoupletJsonValue *json, CoupletLinear *linear)
{
  static const char *const keys[] = {"up_to", NULL};
  guint32 n = 0;
  linear->exactly = !couplet_json_is_object (json);
  if (!linear->exactly && !check_keys (reader, json, keys))
    return FALSE;
  const CoupletJsonValue *number = linear->exactly ? json : couplet_json_member (json, "up_to");
  if (!read_whole (reader, linear->exactly ? "answers" : "up_to", number, 0, MOST_ANSWERS, &n))
    return FALSE;
  if (linear->exactly && linear->n_lists != 1)
    return fail (reader, "'answers' is one number, but there are %u lists", linear->n_lists);
  guint32 last = linear->lists[linear->n_lists - 1].n_answers;
  return n == last || fail (reader, "'answers' says %u, but the last list has %u", n, last);
}

static gboolean
read_adjacency (LinearReader *reader, const CoupletJsonValue *json, CoupletAdjacency *adjacency)
{
  const char *word = json == NULL ? adjacency_words[0] : couplet_json_text_of (json);
  for (guint i = 0; word != NULL && adjacency_words[i] != NULL; i++)
    if (g_str_equal (word, adjacency_words[i])) {
      *adjacency = (CoupletAdjacency)i;
      return TRUE;
    }
  return fail (reader, "'adjacency' is not any, monotonic or one");
}

static gboolean
read_positive_if_any (LinearReader *reader, const CoupletJsonValue *object, const char *key,
                      mpq_t into)
{
  CoupletRational value;
  const CoupletJsonValue *json = couplet_json_member (object, key);
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
read_mechanism (LinearReader *reader, const CoupletJsonValue *json, CoupletLinear *linear,
                CoupletAutomaton *a)
{
  static const char *const keys[] = {"couplet_linear", "name",  "adjacency", "sensitivity", "claim",
                                     "answers",        "whole", "reason",    "lists",       NULL};
  gint64 version;
  if (!check_keys (reader, json, keys))
    return FALSE;
  if (!couplet_json_whole_of (couplet_json_member (json, "couplet_linear"), &version) ||
      version != 1)
    return fail (reader, "'couplet_linear' is not 1, the version known here");
  if (!read_text (reader, "name", couplet_json_member (json, "name"), &linear->name) ||
      !read_text (reader, "reason", couplet_json_member (json, "reason"), &linear->reason) ||
      !read_adjacency (reader, couplet_json_member (json, "adjacency"), &linear->adjacency) ||
      !read_positive_if_any (reader, json, "sensitivity", a->sensitivity.value) ||
      !read_positive_if_any (reader, json, "claim", a->claim.value) ||
      !read_truth (reader, json, "whole", &linear->whole_answers) ||
      !read_lists (reader, couplet_json_member (json, "lists"), linear) ||
      !read_answers (reader, couplet_json_member (json, "answers"), linear))
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
  g_autofree char *why = NULL;
  CoupletPlace place;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletJsonValue *json = couplet_json_read (text, length, arena, NULL, &place, &why);
  if (json == NULL) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, place, "%s", why);
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
