/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/path.h>
#include <couplet/internal/path_inputs.h>

/* Conditions looked at until all hold: some tenths of a second. */
#define MOST_MEASURED 2000000

/* A number to be chosen, an atom of the line: at + gaps * gap, where gap is as small as need be, so
 * that it is compared by at first. */
typedef struct {
  CoupletRational at;
  gint64 gaps;         /* 0 if whole */
  gboolean free;       /* a draw that may be anywhere and is not shown: it begins low */
  gboolean whole;      /* of whole numbers */
  gboolean never_ties; /* a draw with a density that is not shown: it equals nothing */
} Node;

/* high - low + sign * more >= 0, or > 0. */
typedef struct {
  guint32 high, low; /* nodes */
  const CoupletRational *more;
  int sign;
  gboolean strict;
} Condition;

typedef struct {
  GArray *nodes;      /* Node */
  GArray *conditions; /* Condition */
} Placing;

static Node *
node_at (const Placing *placing, guint32 index)
{
  return &g_array_index (placing->nodes, Node, index);
}

/* ---- The conditions of a line ----------------------------------------------------------- */

static void
node_clear (gpointer data)
{
  couplet_rational_clear (&((Node *)data)->at);
}

static void
add_condition (const Placing *placing, Condition condition)
{
  condition.strict |=
      node_at (placing, condition.high)->never_ties || node_at (placing, condition.low)->never_ties;
  g_array_append_val (placing->conditions, condition);
}

static void
add_nodes (const Placing *placing, const CoupletLine *line)
{
  guint32 n_inputs = line->n_inputs, n = n_inputs + line->draws->len;
  gboolean whole = FALSE; /* where some noise is of whole numbers so are the inputs */
  for (guint32 i = 0; i < line->draws->len; i++)
    whole |= couplet_noise_is_whole (couplet_line_draw (line, i)->noise);
  for (guint32 i = 0; i < n; i++) {
    Node node = {.whole = whole};
    couplet_rational_init (&node.at);
    if (i >= n_inputs) {
      CoupletNoiseKind noise = couplet_line_draw (line, i - n_inputs)->noise;
      node.free = !couplet_noise_is_one_sided (noise);
      node.whole = couplet_noise_is_whole (noise);
      node.never_ties = !node.whole;
    } else if (line->means[i] != NULL) /* its draws are centred at 0 */
      mpq_neg (node.at.value, line->means[i]->value);
    if (node.whole) { /* or at the next whole number below */
      mpz_fdiv_q (mpq_numref (node.at.value), mpq_numref (node.at.value),
                  mpq_denref (node.at.value));
      mpz_set_ui (mpq_denref (node.at.value), 1);
    }
    g_array_append_val (placing->nodes, node);
  }
}

/* Takes account of what is output. FALSE where what is snapped has no noise that takes any value.
 */
static gboolean
add_outputs (const Placing *placing, const CoupletLine *line)
{
  gboolean good = TRUE;
  for (guint32 i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    if (row->kind == COUPLET_LINE_DECIDES || row->form->n_terms != 1)
      continue;
    Node *node = node_at (placing, row->form->terms[0].atom);
    good = good && (row->kind != COUPLET_LINE_SNAPS || node->free);
    node->free = node->never_ties = FALSE;
  }
  return good;
}

static void
add_conditions (const Placing *placing, const CoupletLine *line)
{
  for (guint32 i = 0; i < line->draws->len; i++) {
    const CoupletLineDraw *draw = couplet_line_draw (line, i);
    if (couplet_noise_is_one_sided (draw->noise))
      add_condition (placing, (Condition){line->n_inputs + i, draw->input, draw->mean, -1, FALSE});
  }
  for (guint32 i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    const CoupletLinearForm *form = row->form;
    if (row->kind != COUPLET_LINE_DECIDES)
      continue;
    guint32 high = form->terms[row->opposite].atom, low = form->terms[!row->opposite].atom;
    add_condition (placing,
                   (Condition){high, low, &form->constant, row->opposite ? -1 : 1, row->strict});
  }
}

/* ---- Their solution ------------------------------------------------------------------------- */

/* *room, which is initialised, and the gaps that are returned = by how much condition holds: not
 * less than 0 if it does. */
static gint64
measure (const Placing *placing, const Condition *condition, mpq_ptr room)
{
  const Node *high = node_at (placing, condition->high), *low = node_at (placing, condition->low);
  mpq_sub (room, high->at.value, low->at.value);
  (condition->sign > 0 ? mpq_add : mpq_sub) (room, room, condition->more->value);
  return high->gaps - low->gaps - (condition->strict ? 1 : 0);
}

/* Raises a number that is whole, or next to one, to the next whole number. */
static void
raise_to_whole (Node *node)
{
  mpz_ptr number = mpq_numref (node->at.value), one = mpq_denref (node->at.value);
  gboolean above = mpz_cmp_ui (one, 1) == 0 && node->gaps > 0;
  mpz_cdiv_q (number, number, one);
  mpz_set_ui (one, 1);
  if (above)
    mpz_add_ui (number, number, 1);
  node->gaps = 0;
}

/* Raises condition's greater value until it holds; TRUE when it did not. */
static gboolean
raise_to (const Placing *placing, const Condition *condition, mpq_ptr room)
{
  Node *node = node_at (placing, condition->high);
  gint64 gaps = measure (placing, condition, room);
  if (mpq_sgn (room) > 0 || (mpq_sgn (room) == 0 && gaps >= 0))
    return FALSE;
  mpq_sub (node->at.value, node->at.value, room);
  node->gaps -= gaps;
  if (node->whole)
    raise_to_whole (node);
  return TRUE;
}

/* Raises by all conditions, from the last to the first in every second round: some chains go with
 * the path, some against it. FALSE when the conditions contradict each other, or that is not known
 * soon. They are about differences, so that as many rounds as there are nodes are enough without
 * whole numbers. */
static gboolean
solve (const Placing *placing)
{
  guint n = placing->conditions->len;
  guint64 most = MIN (MOST_MEASURED / MAX (n, 1), 2 * (guint64)placing->nodes->len);
  gboolean raised = TRUE;
  g_auto (CoupletRational) room;
  couplet_rational_init (&room);
  for (guint64 round = 0; round <= most && raised; round++) {
    raised = FALSE;
    for (guint i = 0; i < n; i++)
      raised |= raise_to (
          placing, &g_array_index (placing->conditions, Condition, round % 2 != 0 ? n - 1 - i : i),
          room.value);
  }
  return !raised;
}

/* gap = 1 if that is small enough for all conditions, else the greatest that is. */
static void
choose_gap (const Placing *placing, CoupletRational *gap)
{
  g_auto (CoupletRational) room, most;
  couplet_rational_init (&room);
  couplet_rational_init (&most);
  mpq_set_ui (gap->value, 1, 1);
  for (guint i = 0; i < placing->conditions->len; i++) {
    gint64 gaps = measure (placing, &g_array_index (placing->conditions, Condition, i), room.value);
    if (gaps >= 0)
      continue;
    mpq_set_si (most.value, -gaps, 1);
    mpq_div (most.value, room.value, most.value);
    if (couplet_rational_compare (&most, gap) < 0)
      mpq_set (gap->value, most.value);
  }
}

static GArray *
read_places (const Placing *placing)
{
  GArray *numbers = couplet_numbers_new (placing->nodes->len);
  g_auto (CoupletRational) gap;
  couplet_rational_init (&gap);
  choose_gap (placing, &gap);
  for (guint i = 0; i < numbers->len; i++) {
    const Node *node = node_at (placing, i);
    mpq_ptr number = couplet_number (numbers, i)->value;
    mpq_set_si (number, node->gaps, 1);
    mpq_mul (number, number, gap.value);
    mpq_add (number, number, node->at.value);
  }
  return numbers;
}

GArray *
couplet_line_places (const CoupletLine *line)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (GArray) conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  const Placing placing = {nodes, conditions};
  g_array_set_clear_func (nodes, node_clear);
  add_nodes (&placing, line);
  if (!add_outputs (&placing, line))
    return NULL;
  add_conditions (&placing, line);
  for (guint i = 0; i < nodes->len; i++) /* below others that stay near 0 */
    if (node_at (&placing, i)->free)
      mpq_set_si (node_at (&placing, i)->at.value, -1 - (glong)conditions->len, 1);
  return solve (&placing) ? read_places (&placing) : NULL;
}

GArray *
couplet_path_inputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  g_autoptr (CoupletLine) line = couplet_line_of_walk (automaton, transitions, n, NULL, NULL, n);
  g_autoptr (GArray) places = couplet_line_places (line);
  if (places == NULL)
    return NULL;
  GArray *numbers = couplet_numbers_new (2 * n);
  for (guint i = 0, last = 0; i < n; i++) {
    CoupletInput input = couplet_source_state (automaton, transitions[i])->input;
    last = input == COUPLET_PRIVATE ? i : last;
    mpq_set (couplet_number (numbers, i)->value,
             couplet_number (places, input == COUPLET_AGAIN ? last : i)->value);
  }
  for (guint32 i = 0; i < line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (line, i);
    if (row->kind != COUPLET_LINE_DECIDES)
      couplet_line_value (row->form, places, couplet_number (numbers, n + row->value));
  }
  return numbers;
}
