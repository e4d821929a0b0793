/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton that is written in a format and read again is the same; through
 * .dipa, which has names of its own, the same but for names and for what nothing
 * uses. */
#include "dipa_reader.h"
#include "dipa_writer.h"
#include "dot_reader.h"
#include "dot_writer.h"
#include "json_reader.h"
#include "json_writer.h"
#include "methods.h"
#include "random_documents.h"
#include "random_many.h"
#include "same_automaton.h"

#include <couplet/host.h>

#include "unit.h"

static gboolean
write_json (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  (void)error;
  json_write_automaton (context, automaton);
  return TRUE;
}

typedef struct {
  const char *name;
  gboolean (*read) (const CoupletSource *source, CoupletBuilder *builder,
                    CoupletDiagnostics *diagnostics);
  gboolean (*write) (CoupletContext *context, const CoupletAutomaton *automaton, GError **error);
} Format;

static gboolean
read_json (const CoupletSource *source, CoupletBuilder *builder, CoupletDiagnostics *diagnostics)
{
  return json_read_automaton (NULL, source, builder, diagnostics);
}

static const Format JSON = {"JSON", read_json, write_json};
static const Format DOT = {"DOT", dot_read_automaton, dot_write_automaton};
static const Format DIPA = {"dipa", dipa_read_automaton, dipa_write_automaton};

static CoupletAutomaton *
read_sound (const Format *format, const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (format->name);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletSource source = {format->name, text, strlen (text)};
  CoupletAutomaton *automaton =
      format->read (&source, builder, diagnostics) ? couplet_builder_finish (builder) : NULL;
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  if (automaton == NULL)
    fail_msg ("%s refused: %s\n%s", format->name, messages[0].message, text);
  return automaton;
}

static void
append (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

/* The caller frees it; NULL with error set when format cannot say it, and then
 * nothing may have been written. */
static char *
write_text (const Format *format, const CoupletAutomaton *automaton, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  CoupletHost host = {.data = text, .write = append};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  if (format->write (context, automaton, error))
    return g_strdup (text->str);
  assert_string_equal (text->str, "");
  return NULL;
}

static CoupletAutomaton *
convert (const Format *format, const CoupletAutomaton *automaton)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = write_text (format, automaton, &error);
  if (text == NULL)
    fail_msg ("%s cannot be written: %s", format->name, error->message);
  return read_sound (format, text);
}

static void
check_same (const Format *format, const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletAutomaton) again = convert (format, automaton);
  g_autofree char *difference = automaton_difference (automaton, again);
  if (difference != NULL)
    fail_msg ("through %s the %s differs", format->name, difference);
}

/* ---- The same but for names -------------------------------------------------------- */

/* Where b, read from what was written of a, has the states and thresholds of a. */
typedef struct {
  const CoupletAutomaton *a, *b;
  guint32 *state, *threshold; /* COUPLET_NONE = nowhere (yet) */
  guint32 n_states, n_thresholds;
  guint32 *order; /* states of a with transitions, as they were written */
  guint32 n_order;
} Renaming;

static void
put_next (guint32 *map, guint32 index, guint32 *n)
{
  if (map[index] == COUPLET_NONE)
    map[index] = (*n)++;
}

static void
order_state (Renaming *r, guint32 q)
{
  if (r->a->row[q] == r->a->row[q + 1])
    return;
  r->order[r->n_order++] = q;
  put_next (r->state, q, &r->n_states);
}

/* Thresholds in the order of appearance, targets after the states declared. */
static void
order_names (Renaming *r)
{
  const CoupletAutomaton *a = r->a;
  for (guint32 i = 0; i < r->n_order; i++)
    for (guint32 t = a->row[r->order[i]]; t < a->row[r->order[i] + 1]; t++) {
      const CoupletGuard *guard = couplet_guard_of (a, t);
      const CoupletAssignment *assignment = couplet_assignment_of (a, t);
      for (guint32 j = 0; j < guard->n_literals; j++)
        put_next (r->threshold, guard->literals[j].threshold, &r->n_thresholds);
      for (guint32 j = 0; j < assignment->n_thresholds; j++)
        put_next (r->threshold, assignment->thresholds[j], &r->n_thresholds);
      put_next (r->state, a->target[t], &r->n_states);
    }
}

static void
find_renaming (Renaming *r)
{
  const CoupletAutomaton *a = r->a;
  r->state = g_new (guint32, a->n_states);
  r->threshold = g_new (guint32, a->n_thresholds);
  r->order = g_new (guint32, a->n_states);
  memset (r->state, 0xff, a->n_states * sizeof (guint32));
  memset (r->threshold, 0xff, a->n_thresholds * sizeof (guint32));
  order_state (r, a->initial);
  for (guint32 q = 0; q < a->n_states; q++)
    if (q != a->initial)
      order_state (r, q);
  order_names (r);
}

static void
assert_same_number (const Renaming *r, guint32 i, guint32 j)
{
  assert_true (i < COUPLET_NO_NOISE && j < COUPLET_NO_NOISE);
  assert_int_equal (couplet_rational_compare (&r->a->numbers[i], &r->b->numbers[j]), 0);
}

static void
assert_same_output (const Renaming *r, const CoupletOutput *p, const CoupletOutput *q)
{
  assert_int_equal (p->kind, q->kind);
  assert_int_equal (q->threshold, COUPLET_NONE);
  (void)r;
}

static void
assert_same_guard (const Renaming *r, const CoupletGuard *g, const CoupletGuard *h)
{
  assert_int_equal (g->n_alternatives, 1);
  assert_int_equal (h->n_alternatives, 1);
  assert_int_equal (g->n_literals, h->n_literals);
  for (guint32 i = 0; i < g->n_literals; i++)
    assert_int_equal (couplet_guard_comparisons (h, r->threshold[g->literals[i].threshold]),
                      g->literals[i].comparison);
}

static void
assert_same_assignment (const Renaming *r, const CoupletAssignment *p, const CoupletAssignment *q)
{
  assert_int_equal (p->n_thresholds, q->n_thresholds);
  for (guint32 i = 0; i < p->n_thresholds; i++) {
    gboolean found = FALSE;
    for (guint32 j = 0; j < q->n_thresholds; j++)
      found |= q->thresholds[j] == r->threshold[p->thresholds[i]];
    assert_true (found);
  }
}

static void
assert_same_noise (const Renaming *r, guint32 t, guint32 u)
{
  const CoupletNoise *p = &r->a->noises[couplet_source_state (r->a, t)->noise];
  const CoupletNoise *q = &r->b->noises[couplet_source_state (r->b, u)->noise];
  assert_same_number (r, p->mu, q->mu);
  if (couplet_output_of (r->a, t)->kind == COUPLET_FRESH) {
    assert_same_number (r, p->d_fresh, q->d_fresh);
    assert_same_number (r, p->mu_fresh, q->mu_fresh);
  }
  for (guint32 v = 0; v < r->a->n_thresholds; v++)
    if (couplet_uses_sample (r->a, t, v))
      assert_same_number (r, p->d[couplet_noise_slot (r->a, v)], q->d[0]);
}

static void
assert_same_state (const Renaming *r, guint32 p, guint32 q)
{
  const CoupletAutomaton *a = r->a, *b = r->b;
  assert_int_equal (a->states[p].input, b->states[q].input);
  assert_int_equal (a->row[p + 1] - a->row[p], b->row[q + 1] - b->row[q]);
  for (guint32 t = a->row[p], u = b->row[q]; t < a->row[p + 1]; t++, u++) {
    assert_int_equal (r->state[a->target[t]], b->target[u]);
    assert_same_guard (r, couplet_guard_of (a, t), couplet_guard_of (b, u));
    assert_same_output (r, couplet_output_of (a, t), couplet_output_of (b, u));
    assert_same_assignment (r, couplet_assignment_of (a, t), couplet_assignment_of (b, u));
    assert_same_noise (r, t, u);
    /* equal outputs stay equal, different ones different */
    for (guint32 v = a->row[p], w = b->row[q]; v < t; v++, w++)
      assert_int_equal (a->output[t] == a->output[v], b->output[u] == b->output[w]);
  }
}

static void
assert_same_but_for_names (const CoupletAutomaton *a, const CoupletAutomaton *b)
{
  Renaming r = {.a = a, .b = b};
  find_renaming (&r);
  assert_int_equal (b->sampling, COUPLET_SHARED);
  assert_int_equal (b->initial, 0);
  assert_int_equal (r.n_states, b->n_states);
  assert_int_equal (r.n_thresholds, b->n_thresholds);
  assert_int_equal (a->n_transitions, b->n_transitions);
  for (guint32 i = 0; i < r.n_order; i++)
    assert_same_state (&r, r.order[i], r.state[r.order[i]]);
  g_free (r.state);
  g_free (r.threshold);
  g_free (r.order);
}

/* ---- What .dipa cannot say ----------------------------------------------------------- */

static gboolean
draws_without_noise (const CoupletAutomaton *a, guint32 t)
{
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
  gboolean bare =
      couplet_output_of (a, t)->kind == COUPLET_FRESH && noise->d_fresh == COUPLET_NO_NOISE;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    bare |=
        couplet_uses_sample (a, t, v) && noise->d[couplet_noise_slot (a, v)] == COUPLET_NO_NOISE;
  return bare;
}

static guint
samples_used (const CoupletAutomaton *a, guint32 q)
{
  guint n = 0;
  for (guint32 v = 0; v < a->n_thresholds && a->sampling == COUPLET_INDEPENDENT; v++) {
    gboolean used = FALSE;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      used |= couplet_uses_sample (a, t, v);
    n += used;
  }
  return n;
}

static gboolean
dipa_can_say (const CoupletAutomaton *a)
{
  gboolean can = mpq_cmp_ui (a->sensitivity.value, 1, 1) == 0;
  for (guint32 t = 0; t < a->n_transitions; t++)
    can = can && !draws_without_noise (a, t);
  for (guint32 q = 0; q < a->n_states; q++)
    can = can && samples_used (a, q) <= 1;
  return can;
}

/* TRUE when it could be written. */
static gboolean
check_dipa (const CoupletAutomaton *automaton)
{
  if (dipa_can_say (automaton)) {
    g_autoptr (CoupletAutomaton) again = convert (&DIPA, automaton);
    assert_same_but_for_names (automaton, again);
    return TRUE;
  }
  g_autoptr (GError) error = NULL;
  assert_null (write_text (&DIPA, automaton, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
  return FALSE;
}

/* ---- Tests ---------------------------------------------------------------------------- */

/* Lets every third automaton claim something, which .dipa leaves out. */
static void
claim_something (CoupletAutomaton *automaton, guint i)
{
  if (i % 3 == 1)
    mpq_set_ui (automaton->claim.value, i, 7);
  mpq_canonicalize (automaton->claim.value);
}

static void
test_one_threshold_keeps_automaton_and_answer (void **state)
{
  (void)state;
  RandomShape shape = {.most_states = MAX_STATES,
                       .public_comparisons = TRUE,
                       .no_noise = TRUE,
                       .extreme_sensitivity = FALSE};
  g_autoptr (GRand) random = g_rand_new_with_seed (41);
  guint written = 0;
  for (guint i = 0; i < 2000; i++) {
    PlainAutomaton plain;
    shape.no_noise = i % 2 == 0;
    random_automaton (&plain, random, &shape);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "s ");
    claim_something (automaton, i);
    check_same (&JSON, automaton);
    check_same (&DOT, automaton);
    if (!check_dipa (automaton))
      continue;
    g_autoptr (CoupletAutomaton) again = convert (&DIPA, automaton);
    assert_false (couplet_has_claim (again));
    assert_int_equal (ask_method (FRONTIER, automaton), ask_method (FRONTIER, again));
    assert_int_equal (ask_method (GRAPH, automaton), ask_method (GRAPH, again));
    written++;
  }
  assert_in_range (written, 500, 1999);
}

static void
test_several_thresholds (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (42);
  guint written = 0;
  for (guint i = 0; i < 3000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    append_random_document (text, random, 1 + i % 3, i % 2 == 0);
    g_autoptr (CoupletAutomaton) automaton = read_sound (&JSON, text->str);
    claim_something (automaton, i);
    check_same (&JSON, automaton);
    check_same (&DOT, automaton);
    written += check_dipa (automaton);
  }
  assert_in_range (written, 200, 2999);
}

/* Adjacencies, kinds of noise and none, inputs that are read again, gaps. */
static void
test_new_kinds (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (43);
  for (guint i = 0; i < 1000; i++) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, TRUE);
    random_kinds (&many, random);
    g_autoptr (CoupletAutomaton) automaton = build_many (&many);
    claim_something (automaton, i);
    check_same (&JSON, automaton);
    check_same (&DOT, automaton);
    g_autoptr (CoupletAutomaton) once = convert (&DOT, automaton);
    check_same (&JSON, once);
  }
}

#define HEAD "{\"couplet\":1,\"initial\":\"a\",\"states\":[{\"name\":\"a\",\"d\":1},"
#define FIRST "{\"from\":\"a\",\"to\":\"b\",\"output\":\"start\",\"assign\":\"x\"}"

/* Writes the automaton of a JSON text; the result is the text or the message. */
static void
check_written (const Format *format, const char *json, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = read_sound (&JSON, json);
  g_autofree char *text = write_text (format, automaton, &error);
  assert_string_equal (text != NULL ? text : error->message, expected);
}

static void
test_names_become_names_of_the_peer_tool (void **state)
{
  (void)state;
  check_written (
      &DIPA,
      "{\"couplet\":1,\"initial\":\"q 1\",\"thresholds\":[\"quantile\",\"if\"],"
      "\"sampling\":\"shared\",\"states\":[{\"name\":\"q_1\",\"d\":\"3/2\",\"mu\":-1},"
      "{\"name\":\"q 1\",\"d\":1},{\"name\":\"\\u22a5\"},{\"name\":\"\\u22a4\"}],"
      "\"transitions\":["
      "{\"from\":\"q 1\",\"to\":\"q_1\",\"output\":\"output\",\"assign\":[\"if\","
      "\"quantile\"]},"
      "{\"from\":\"q_1\",\"to\":\"\\u22a5\",\"output\":\"\\\"\\\\\",\"guard\":"
      "\"insample < if && insample >= quantile\"},"
      "{\"from\":\"q_1\",\"to\":\"\\u22a4\",\"output\":\"__\",\"guard\":"
      "\"insample >= if\",\"assign\":\"if\"}]}",
      "(q_1_2, 1, 0): xquantile := insample, xif := insample; output ooutput; goto q_1\n"
      "(q_1, 3/2, -1): if (insample >= xquantile && insample < xif) then output o__; "
      "goto q_ elseif (insample >= xif) then xif := insample; output o___2; goto q__2\n");
}

static void
test_unused_numbers (void **state)
{
  (void)state;
  check_written (&DIPA,
                 HEAD "{\"name\":\"b\",\"input\":\"public\",\"d\":\"none\",\"d_fresh\":2},"
                      "{\"name\":\"c\",\"d_fresh\":\"none\"},{\"name\":\"apart\"}],"
                      "\"transitions\":[" FIRST ",{\"from\":\"b\",\"to\":\"c\",\"output\":\"o\"},"
                      "{\"from\":\"c\",\"to\":\"a\",\"output\":\"o\"}]}",
                 "(qa, 1, 0): x := insample; output ostart; goto qb\n"
                 "(qb:non-input, 1, 0, 2, 0): output o; goto qc\n"
                 "(qc, 1, 0): output o; goto qa\n");
}

static void
test_what_dipa_cannot_say (void **state)
{
  (void)state;
  check_written (&DIPA,
                 "{\"sensitivity\":\"5/2\",\"couplet\":1,\"initial\":\"a\",\"states\":[{\"name\":"
                 "\"a\",\"d\":1},{\"name\":\"b\"}],\"transitions\":[" FIRST "]}",
                 "the sensitivity is 5/2; in .dipa it is always 1");
  check_written (&DIPA,
                 HEAD "{\"name\":\"b\",\"d\":\"none\"}],\"transitions\":[" FIRST
                      ",{\"from\":\"b\",\"to\":\"a\",\"guard\":\"insample<x\",\"output\":\"o\"}]}",
                 "transition 'b -> a on insample < x, output o': it uses a sample without noise, "
                 "which .dipa cannot say");
  check_written (&DIPA,
                 HEAD "{\"name\":\"b\",\"d_fresh\":\"none\"}],\"transitions\":[" FIRST
                      ",{\"from\":\"b\",\"to\":\"a\",\"output\":\"fresh\"}]}",
                 "transition 'b -> a on true, output fresh': it uses a sample without noise, "
                 "which .dipa cannot say");
  check_written (&DIPA,
                 "{\"couplet\":1,\"initial\":\"a\",\"thresholds\":[\"x\",\"y\"],\"states\":[{"
                 "\"name\":\"a\",\"d\":1},{\"name\":\"b\",\"d\":1},{\"name\":\"c\",\"d\":1}],"
                 "\"transitions\":[" FIRST ",{\"from\":\"b\",\"to\":\"c\",\"output\":\"o\","
                 "\"assign\":\"y\"},{\"from\":\"c\",\"to\":\"a\",\"output\":\"o\",\"guard\":"
                 "\"insample < x || insample < y\"}]}",
                 "transition 'c -> a on insample < x || insample < y, output o': its state uses "
                 "the samples of x and y, which are drawn independently; in .dipa a state has one "
                 "sample for all thresholds");
  check_written (&DIPA,
                 HEAD "{\"name\":\"b\",\"d\":1}],\"transitions\":[" FIRST
                      ",{\"from\":\"b\",\"to\":\"a\",\"guard\":\"insample < x\","
                      "\"output\":\"silent(b)\"}]}",
                 "transition 'b -> a on insample < x, output silent(b)': it is silent, which .dipa "
                 "cannot say");
}

static void
test_backslashes_that_dot_cannot_write (void **state)
{
  (void)state;
  check_written (
      &DOT,
      HEAD "{\"name\":\"b\\\\\"}],\"transitions\":[{\"from\":\"a\",\"to\":"
           "\"b\\\\\",\"output\":\"o\",\"assign\":\"x\"}]}",
      "state 'b\\' has a backslash before a quote or at its end, which DOT cannot write");
  check_written (&DOT,
                 HEAD "{\"name\":\"b\"}],\"transitions\":[{\"from\":\"a\",\"to\":"
                      "\"b\",\"output\":\"\\\\\\\"o\",\"assign\":\"x\"}]}",
                 "output '\\\"o' has a backslash before a quote or at its end, which DOT cannot "
                 "write");
}

static void
test_drawing (void **state)
{
  (void)state;
  check_written (
      &DOT,
      "{\"couplet\":1,\"name\":\"n\\\\\\\\1\",\"initial\":\"a\",\"thresholds\":[\"x\",\"y\"],"
      "\"states\":[{\"name\":\"a\",\"d\":1,\"input\":\"public\"},{\"name\":\"b\",\"d\":{\"x\":1,"
      "\"y\":\"1/2\"},\"d_fresh\":3,\"mu_fresh\":\"1/7\",\"mu\":-2},{\"name\":\"c\"}],"
      "\"transitions\":[" FIRST ",{\"from\":\"b\",\"to\":\"b\",\"output\":\"p\",\"guard\":"
      "\"insample < x\",\"assign\":\"y\"},{\"from\":\"b\",\"to\":\"b\",\"output\":\"fresh\","
      "\"guard\":\"insample >= x && true\"}]}",
      "digraph \"n\\\\1\" {\n"
      "  graph [rankdir=LR, thresholds=\"x,y\", label=\"n\\\\\\\\1\", labelloc=t, nodesep=0.5, "
      "fontname=\"Helvetica\"];\n"
      "  node [fontname=\"Helvetica\", margin=\"0.05,0.05\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=11];\n"
      "  \"a\" [shape=box, input=public, initial=true, d=\"1\", label=\"a\\nd = 1\"];\n"
      "  \"b\" [shape=ellipse, d=\"x:1, y:1/2\", mu=\"-2\", d_fresh=\"3\", mu_fresh=\"1/7\", "
      "label=\"b\\nd(x) = 1\\nd(y) = 1/2\\nμ = -2\\nd′ = 3\\nμ′ = 1/7\"];\n"
      "  \"c\" [shape=ellipse, peripheries=2, label=\"c\"];\n"
      "  \"\" [shape=point, style=invis];\n"
      "  \"\" -> \"a\";\n"
      "  \"a\" -> \"b\" [guard=\"true\", output=\"start\", assign=\"x\", label=\"true\\nstart\\nx "
      ":= insample\"];\n"
      "  \"b\" -> \"b\" [guard=\"insample < x\", output=\"p\", assign=\"y\", label=\"insample < "
      "x\\np\\ny := insample\"];\n"
      "  \"b\" -> \"b\" [guard=\"insample >= x\", output=\"fresh\", label=\"insample ≥ "
      "x\\nfresh\", tailport=s, headport=s];\n"
      "}\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_threshold_keeps_automaton_and_answer),
      cmocka_unit_test (test_several_thresholds),
      cmocka_unit_test (test_new_kinds),
      cmocka_unit_test (test_names_become_names_of_the_peer_tool),
      cmocka_unit_test (test_unused_numbers),
      cmocka_unit_test (test_what_dipa_cannot_say),
      cmocka_unit_test (test_backslashes_that_dot_cannot_write),
      cmocka_unit_test (test_drawing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
