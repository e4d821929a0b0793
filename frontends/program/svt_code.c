/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_code.h"

static guint32
emit (SvtCode *code, SvtOperation operation, guint32 target, SvtStatement *statement,
      SvtBranch *branch)
{
  SvtInstruction instruction = {operation, target, statement, branch, FALSE};
  g_array_append_val (code->instructions, instruction);
  return code->instructions->len - 1;
}

static void
aim (SvtCode *code, guint32 instruction)
{
  svt_code_instruction (code, instruction)->target = code->instructions->len;
}

static void emit_block (SvtCode *code, const SvtBlock *block, guint32 loop);

/* Each branch ends with a jump after all of them; the jumps are chained by
 * their targets until that place is known. */
static void
emit_if (SvtCode *code, SvtStatement *s, guint32 loop)
{
  guint32 jumps = COUPLET_NONE;
  gboolean has_else = FALSE;
  for (SvtBranch *b = s->branches; b != NULL; b = b->next) {
    SvtOperation operation = b->has_condition ? SVT_DO_TEST : SVT_DO_OTHERWISE;
    guint32 test = emit (code, operation, 0, s, b);
    has_else |= !b->has_condition;
    emit_block (code, &b->body, loop);
    jumps = emit (code, SVT_DO_JUMP, jumps, NULL, NULL);
    aim (code, test);
  }
  if (!has_else)
    emit (code, SVT_DO_NOTHING, 0, s, NULL);
  while (jumps != COUPLET_NONE) {
    guint32 next = svt_code_instruction (code, jumps)->target;
    aim (code, jumps);
    jumps = next;
  }
}

static void
emit_loop (SvtCode *code, SvtStatement *s, guint32 parent)
{
  guint32 number = code->loops->len;
  SvtLoop loop = {
      .statement = s, .parent = parent, .is_repeat = s->kind == SVT_REPEAT, .count = s->count};
  g_array_append_val (code->loops, loop);
  emit (code, SVT_DO_ENTER, number, s, NULL);
  guint32 head = code->instructions->len;
  emit_block (code, &s->body, number);
  guint32 again = emit (code, SVT_DO_AGAIN, number, NULL, NULL);
  SvtLoop *kept = &g_array_index (code->loops, SvtLoop, number);
  kept->head = head;
  kept->again = again;
  kept->end = again + 1;
}

static void
emit_statement (SvtCode *code, SvtStatement *s, guint32 loop)
{
  SvtReading reading = {s, code->instructions->len, loop, 0, 0};
  switch (s->kind) {
  case SVT_READ:
    emit (code, SVT_DO_READ, code->readings->len, s, NULL);
    g_array_append_val (code->readings, reading);
    break;
  case SVT_ASSIGN:
    emit (code, SVT_DO_ASSIGN, 0, s, NULL);
    break;
  case SVT_DECLARE:
  case SVT_SET:
    emit (code, SVT_DO_SET, 0, s, NULL);
    break;
  case SVT_OUTPUT:
    if (!svt_reads (s)) {
      emit (code, SVT_DO_OUTPUT, 0, s, NULL);
      break;
    }
    emit (code, SVT_DO_READ, code->readings->len, s, NULL);
    g_array_append_val (code->readings, reading);
    break;
  case SVT_IF:
    emit_if (code, s, loop);
    break;
  case SVT_LOOP:
  case SVT_REPEAT:
    emit_loop (code, s, loop);
    break;
  case SVT_BREAK:
    emit (code, SVT_DO_BREAK, loop, s, NULL);
    break;
  case SVT_CONTINUE:
    emit (code, SVT_DO_CONTINUE, loop, s, NULL);
    break;
  case SVT_HALT:
    emit (code, SVT_DO_HALT, 0, s, NULL);
    break;
  }
}

/* Blocks nest at most SVT_MAX_NESTING deep. */
static void
emit_block (SvtCode *code, const SvtBlock *block, guint32 loop)
{
  for (SvtStatement *s = block->first; s != NULL; s = s->next) {
    if (s->kind == SVT_DECLARE)
      g_array_index (code->scopes, SvtScope, s->name->index).first = code->instructions->len;
    emit_statement (code, s, loop);
  }
  for (const SvtStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == SVT_DECLARE)
      g_array_index (code->scopes, SvtScope, s->name->index).end = code->instructions->len;
}

/* How often a reading inside loop stands in the unrolled program. */
static guint64
count_rounds (const SvtCode *code, guint32 loop)
{
  guint64 n = 1;
  for (; loop != COUPLET_NONE; loop = svt_code_loop (code, loop)->parent) {
    const SvtLoop *l = svt_code_loop (code, loop);
    if (l->is_repeat && l->count == 0)
      return 0;
    if (l->is_repeat)
      n = MIN (n, (guint64)SVT_MAX_STATES + 1) * l->count;
  }
  return n;
}

/* The innermost `repeat` around reading, or the reading itself. */
static SvtPlace
place_of_rounds (const SvtCode *code, const SvtReading *reading)
{
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat)
      return svt_code_loop (code, l)->statement->place;
  return reading->statement->place;
}

static gboolean
number_states (const SvtProgram *program, SvtCode *code)
{
  guint64 total = 0;
  for (guint i = 0; i < code->readings->len; i++) {
    SvtReading *reading = &g_array_index (code->readings, SvtReading, i);
    guint64 n = count_rounds (code, reading->loop);
    reading->first = (guint32)total;
    reading->n = (guint32)MIN (n, SVT_MAX_STATES);
    total += n;
    if (total > SVT_MAX_STATES) {
      svt_error (program->reporter, place_of_rounds (code, reading),
                 "the program has more than %d states when unrolled", SVT_MAX_STATES);
      return FALSE;
    }
  }
  code->n_states = (guint32)total;
  return TRUE;
}

SvtCode *
svt_code_new (const SvtProgram *program)
{
  g_autoptr (SvtCode) code = g_new0 (SvtCode, 1);
  code->instructions = g_array_new (FALSE, FALSE, sizeof (SvtInstruction));
  code->loops = g_array_new (FALSE, FALSE, sizeof (SvtLoop));
  code->readings = g_array_new (FALSE, FALSE, sizeof (SvtReading));
  code->scopes = g_array_new (FALSE, TRUE, sizeof (SvtScope));
  g_array_set_size (code->scopes, program->variables->len);
  emit_block (code, &program->mechanism->body, COUPLET_NONE);
  emit (code, SVT_DO_HALT, 0, NULL, NULL);
  return number_states (program, code) ? g_steal_pointer (&code) : NULL;
}

void
svt_code_free (SvtCode *code)
{
  if (code == NULL)
    return;
  g_array_unref (code->instructions);
  g_array_unref (code->loops);
  g_array_unref (code->readings);
  g_array_unref (code->scopes);
  g_free (code);
}

guint32
svt_code_state (const SvtCode *code, const SvtReading *reading, const guint32 *round)
{
  guint32 offset = 0, weight = 1;
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat) {
      offset += round[l] * weight;
      weight *= svt_code_loop (code, l)->count;
    }
  return reading->first + offset;
}

gboolean
svt_code_has_answers (const SvtCode *code)
{
  for (guint i = 0; i < code->readings->len; i++)
    if (svt_code_reading (code, i)->statement->kind == SVT_OUTPUT)
      return TRUE;
  return FALSE;
}

guint32
svt_code_find_reading (const SvtCode *code, guint32 state)
{
  guint32 low = 0, high = code->readings->len;
  while (high - low > 1) {
    guint32 middle = low + (high - low) / 2;
    if (svt_code_reading (code, middle)->first <= state)
      low = middle;
    else
      high = middle;
  }
  /* among readings without states the last begins where the state is */
  return low;
}

const SvtReading *
svt_code_find_state (const SvtCode *code, guint32 state, guint32 *round)
{
  const SvtReading *reading = svt_code_reading (code, svt_code_find_reading (code, state));
  guint32 rest = state - reading->first;
  for (guint32 l = reading->loop; l != COUPLET_NONE; l = svt_code_loop (code, l)->parent)
    if (svt_code_loop (code, l)->is_repeat) {
      round[l] = rest % svt_code_loop (code, l)->count;
      rest /= svt_code_loop (code, l)->count;
    }
  return reading;
}

/* ---- States by number ---- */

struct SvtStates {
  const SvtProgram *program;
  const SvtCode *code;
  guint n_variables;
  GArray *records;     /* gint64: of each state its place, then the values */
  GHashTable *numbers; /* a record in a GBytes to its number */
  gint64 *record;      /* looked for */
  gboolean reported;   /* the limit: once is enough */
};

SvtStates *
svt_states_new (const SvtProgram *program, const SvtCode *code)
{
  SvtStates *states = g_new0 (SvtStates, 1);
  states->program = program;
  states->code = code;
  states->n_variables = program->variables->len;
  states->records = g_array_new (FALSE, FALSE, sizeof (gint64));
  states->numbers =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  states->record = g_new0 (gint64, states->n_variables + 1);
  return states;
}

void
svt_states_free (SvtStates *states)
{
  if (states == NULL)
    return;
  g_array_unref (states->records);
  g_hash_table_unref (states->numbers);
  g_free (states->record);
  g_free (states);
}

guint32
svt_states_limit (const SvtStates *states)
{
  return states->n_variables > 0 ? SVT_MAX_VALUED_STATES : states->code->n_states;
}

static const gint64 *
record_of (const SvtStates *states, guint32 state)
{
  return &g_array_index (states->records, gint64, (gsize)state * (states->n_variables + 1));
}

static guint32
count_values (const SvtStates *states, guint variable)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n = g_hash_table_size (states->numbers);
  for (guint32 i = 0; i < n; i++)
    g_hash_table_add (values, (gint64 *)record_of (states, i) + 1 + variable);
  return g_hash_table_size (values);
}

/* Names the variable that has most values: it probably has no end. */
static void
report_limit (SvtStates *states)
{
  guint worst = 0;
  guint32 most = 0;
  for (guint v = 0; v < states->n_variables; v++) {
    guint32 n = count_values (states, v);
    if (n > most) {
      most = n;
      worst = v;
    }
  }
  const SvtName *name = g_ptr_array_index (states->program->variables, worst);
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (states->program->reporter, name->first,
             "the program has more than %d states when unrolled; %s has %u values among them: "
             "expected an 'if' that halts or leaves the loop before it has so many",
             SVT_MAX_VALUED_STATES, quoted, most);
}

guint32
svt_states_find (SvtStates *states, const SvtReading *reading, const guint32 *round,
                 const gint64 *values)
{
  guint32 place = svt_code_state (states->code, reading, round);
  if (states->n_variables == 0)
    return place;
  states->record[0] = place;
  for (guint v = 0; v < states->n_variables; v++)
    states->record[v + 1] =
        svt_code_is_in_scope (states->code, v, reading->instruction) ? values[v] : 0;
  guint n = states->n_variables + 1;
  GBytes *key = g_bytes_new (states->record, n * sizeof (gint64));
  gpointer found;
  if (g_hash_table_lookup_extended (states->numbers, key, NULL, &found)) {
    g_bytes_unref (key);
    return GPOINTER_TO_UINT (found);
  }
  guint32 number = g_hash_table_size (states->numbers);
  if (number < SVT_MAX_VALUED_STATES) {
    g_hash_table_insert (states->numbers, key, GUINT_TO_POINTER (number));
    g_array_append_vals (states->records, states->record, n);
    return number;
  }
  g_bytes_unref (key);
  if (!states->reported)
    report_limit (states);
  states->reported = TRUE;
  return COUPLET_NONE;
}

guint32
svt_states_place (const SvtStates *states, guint32 state)
{
  return states->n_variables == 0 ? state : (guint32)*record_of (states, state);
}

guint32
svt_states_reading (const SvtStates *states, guint32 state)
{
  return svt_code_find_reading (states->code, svt_states_place (states, state));
}

const gint64 *
svt_states_values (const SvtStates *states, guint32 state)
{
  return states->n_variables == 0 ? states->record : record_of (states, state) + 1;
}

/* ---- Names of states ---- */

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
