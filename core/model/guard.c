/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <couplet/context.h>

#define MAX_DEPTH 1000

/* ---- Sums of conjunctions ------------------------------------------------- */

typedef CoupletConjunction Cube;

/* A disjunction of cubes, none implying another; overflown when it got too
 * large to be kept. */
typedef struct {
  GArray *cubes; /* Cube */
  gboolean overflown;
} Sum;

/* A formula and its negation, so that `!` only swaps. */
typedef struct {
  Sum holds;
  Sum fails;
} Formula;

static Sum
sum_new (void)
{
  return (Sum){g_array_new (FALSE, FALSE, sizeof (Cube)), FALSE};
}

static void
sum_clear (Sum *sum)
{
  g_clear_pointer (&sum->cubes, g_array_unref);
}

static const Cube *
cube_at (const Sum *sum, guint i)
{
  return &g_array_index (sum->cubes, Cube, i);
}

/* True when a has every literal of b, so that a implies b. */
static gboolean
implies (const Cube *a, const Cube *b)
{
  guint32 i = 0;
  for (guint32 j = 0; j < b->n_literals; j++) {
    while (i < a->n_literals && a->literals[i].threshold < b->literals[j].threshold)
      i++;
    if (i == a->n_literals || a->literals[i].threshold != b->literals[j].threshold ||
        a->literals[i].comparison != b->literals[j].comparison)
      return FALSE;
  }
  return TRUE;
}

/* Adds cube unless it implies one that is there; drops those that imply it. */
static gboolean
sum_add (Sum *sum, Cube cube)
{
  if (sum->overflown)
    return FALSE;
  for (guint i = 0; i < sum->cubes->len; i++)
    if (implies (&cube, cube_at (sum, i)))
      return FALSE;
  for (guint i = sum->cubes->len; i-- > 0;)
    if (implies (cube_at (sum, i), &cube))
      g_array_remove_index_fast (sum->cubes, i);
  g_array_append_val (sum->cubes, cube);
  sum->overflown = sum->cubes->len > COUPLET_GUARD_MAX_ALTERNATIVES;
  return TRUE;
}

/* Merges the literals of a and b into *both. Returns the number of thresholds
 * on which they oppose each other, which are left out. */
static guint
merge_cubes (const Cube *a, const Cube *b, CoupletArena *arena, Cube *both)
{
  CoupletLiteral *literals =
      couplet_arena_new_array (arena, CoupletLiteral, a->n_literals + b->n_literals);
  guint32 i = 0, j = 0, n = 0;
  guint opposed = 0;
  while (i < a->n_literals || j < b->n_literals) {
    guint32 u = i < a->n_literals ? a->literals[i].threshold : COUPLET_NONE;
    guint32 v = j < b->n_literals ? b->literals[j].threshold : COUPLET_NONE;
    if (u < v)
      literals[n++] = a->literals[i++];
    else if (v < u)
      literals[n++] = b->literals[j++];
    else {
      if (a->literals[i].comparison == b->literals[j].comparison)
        literals[n++] = a->literals[i];
      else
        opposed++;
      i++, j++;
    }
  }
  *both = (Cube){n, literals};
  return opposed;
}

static Sum
sum_or (const Sum *a, const Sum *b)
{
  Sum sum = sum_new ();
  sum.overflown = a->overflown || b->overflown;
  for (guint i = 0; i < a->cubes->len; i++)
    sum_add (&sum, *cube_at (a, i));
  for (guint i = 0; i < b->cubes->len; i++)
    sum_add (&sum, *cube_at (b, i));
  return sum;
}

static Sum
sum_and (const Sum *a, const Sum *b, CoupletArena *arena)
{
  Sum sum = sum_new ();
  sum.overflown = a->overflown || b->overflown;
  for (guint i = 0; i < a->cubes->len && !sum.overflown; i++)
    for (guint j = 0; j < b->cubes->len; j++) {
      Cube both;
      if (merge_cubes (cube_at (a, i), cube_at (b, j), arena, &both) == 0)
        sum_add (&sum, both);
    }
  return sum;
}

/* Completes sum to all its prime implicants by adding consensus cubes, unless
 * they get too many: then what is there is kept, which is sound (it may name
 * comparisons that do not matter). */
static void
complete_to_primes (Sum *sum, CoupletArena *arena)
{
  Sum primes = sum_new ();
  g_array_append_vals (primes.cubes, sum->cubes->data, sum->cubes->len);
  for (gboolean changed = TRUE; changed && !primes.overflown;) {
    changed = FALSE;
    for (guint i = 0; i < primes.cubes->len && !changed; i++)
      for (guint j = 0; j < i && !changed; j++) {
        Cube consensus;
        if (merge_cubes (cube_at (&primes, i), cube_at (&primes, j), arena, &consensus) == 1)
          changed = sum_add (&primes, consensus);
      }
  }
  if (primes.overflown) {
    sum_clear (&primes);
    return;
  }
  sum_clear (sum);
  *sum = primes;
}

/* ---- Reading ---------------------------------------------------------------- */

typedef enum {
  TOKEN_END,
  TOKEN_TRUE,
  TOKEN_LITERAL,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT,
  TOKEN_OPEN,
  TOKEN_CLOSE
} Token;

typedef struct {
  const char *start, *at, *end;
  const CoupletNames *thresholds;
  CoupletLiteral literal; /* of the last TOKEN_LITERAL */
  CoupletArena *arena;
  GArray *operands;  /* Formula */
  GArray *operators; /* Token: AND, OR, NOT, OPEN */
} Reader;

static gboolean
fail (const Reader *reader, const char *at, GError **error, const char *expected)
{
  if (at >= reader->end)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "expected %s at its end", expected);
  else {
    g_autofree char *rest = couplet_quote (at, reader->end - at);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "expected %s at character %d, before %s", expected, (int)(at - reader->start) + 1,
                 rest);
  }
  return FALSE;
}

static void
skip_space (Reader *reader)
{
  while (reader->at < reader->end && g_ascii_isspace (*reader->at))
    reader->at++;
}

static gboolean
accept (Reader *reader, const char *text)
{
  gsize length = strlen (text);
  if ((gsize)(reader->end - reader->at) < length || memcmp (reader->at, text, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

static CoupletText
read_word (Reader *reader)
{
  const char *start = reader->at;
  while (reader->at < reader->end && (g_ascii_isalnum (*reader->at) || *reader->at == '_'))
    reader->at++;
  return (CoupletText){start, (gsize)(reader->at - start)};
}

static gboolean
text_is (CoupletText text, const char *word)
{
  return text.length == strlen (word) && memcmp (text.text, word, text.length) == 0;
}

/* `< v` or `>= v`, behind `insample` */
static gboolean
read_literal (Reader *reader, GError **error)
{
  skip_space (reader);
  if (accept (reader, ">="))
    reader->literal.comparison = COUPLET_GREATER_EQUAL;
  else if (reader->at < reader->end && *reader->at == '<' &&
           (reader->end - reader->at == 1 || reader->at[1] != '=')) {
    reader->at++;
    reader->literal.comparison = COUPLET_LESS;
  } else
    return fail (reader, reader->at, error, "'<' or '>='");
  skip_space (reader);
  const char *place = reader->at;
  CoupletText name = read_word (reader);
  if (name.length == 0)
    return fail (reader, place, error, "the name of a threshold");
  reader->literal.threshold = couplet_names_find (reader->thresholds, name);
  if (reader->literal.threshold == COUPLET_NONE) {
    g_autofree char *quoted = couplet_quote (name.text, (gssize)name.length);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s is not a declared threshold",
                 quoted);
    return FALSE;
  }
  return TRUE;
}

static gboolean
read_token (Reader *reader, Token *token, GError **error)
{
  skip_space (reader);
  const char *place = reader->at;
  if (reader->at == reader->end)
    *token = TOKEN_END;
  else if (accept (reader, "&&"))
    *token = TOKEN_AND;
  else if (accept (reader, "||"))
    *token = TOKEN_OR;
  else if (accept (reader, "!"))
    *token = TOKEN_NOT;
  else if (accept (reader, "("))
    *token = TOKEN_OPEN;
  else if (accept (reader, ")"))
    *token = TOKEN_CLOSE;
  else {
    CoupletText word = read_word (reader);
    *token = text_is (word, "true") ? TOKEN_TRUE : TOKEN_LITERAL;
    if (*token == TOKEN_LITERAL)
      return text_is (word, "insample")
                 ? read_literal (reader, error)
                 : fail (reader, place, error, "'insample', 'true', '!', '(', '&&' or '||'");
  }
  return TRUE;
}

static void
formula_clear (gpointer data)
{
  Formula *formula = data;
  sum_clear (&formula->holds);
  sum_clear (&formula->fails);
}

static Formula
formula_of_literal (Reader *reader)
{
  Formula formula = {sum_new (), sum_new ()};
  CoupletLiteral *literals = couplet_arena_new_array (reader->arena, CoupletLiteral, 2);
  literals[0] = literals[1] = reader->literal;
  literals[1].comparison ^= COUPLET_LESS | COUPLET_GREATER_EQUAL;
  sum_add (&formula.holds, (Cube){1, &literals[0]});
  sum_add (&formula.fails, (Cube){1, &literals[1]});
  return formula;
}

static Formula
formula_true (void)
{
  Formula formula = {sum_new (), sum_new ()};
  sum_add (&formula.holds, (Cube){0, NULL});
  return formula;
}

static Formula
pop_formula (Reader *reader)
{
  Formula formula = g_array_index (reader->operands, Formula, reader->operands->len - 1);
  /* the array's clear function must not free what is handed out */
  g_array_index (reader->operands, Formula, reader->operands->len - 1) = (Formula){0};
  g_array_set_size (reader->operands, reader->operands->len - 1);
  return formula;
}

static void
push_formula (Reader *reader, Formula formula)
{
  g_array_append_val (reader->operands, formula);
}

static void
apply_operator (Reader *reader, Token operator)
{
  Formula b = pop_formula (reader);
  if (operator== TOKEN_NOT) {
    push_formula (reader, (Formula){b.fails, b.holds});
    return;
  }
  Formula a = pop_formula (reader);
  Formula result;
  if (operator== TOKEN_AND) {
    result.holds = sum_and (&a.holds, &b.holds, reader->arena);
    result.fails = sum_or (&a.fails, &b.fails);
  } else {
    result.holds = sum_or (&a.holds, &b.holds);
    result.fails = sum_and (&a.fails, &b.fails, reader->arena);
  }
  formula_clear (&a);
  formula_clear (&b);
  push_formula (reader, result);
}

static guint
precedence (Token operator)
{
  return operator== TOKEN_NOT ? 3 : operator== TOKEN_AND ? 2 : operator== TOKEN_OR ? 1 : 0;
}

static Token
top_operator (const Reader *reader)
{
  return reader->operators->len == 0
             ? TOKEN_END
             : g_array_index (reader->operators, Token, reader->operators->len - 1);
}

static void
apply_down_to (Reader *reader, guint least)
{
  while (precedence (top_operator (reader)) >= least && reader->operators->len > 0) {
    Token operator= top_operator (reader);
    g_array_set_size (reader->operators, reader->operators->len - 1);
    apply_operator (reader, operator);
  }
}

static gboolean
push_operator (Reader *reader, Token operator, GError ** error)
{
  if (reader->operators->len >= MAX_DEPTH) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "nested more than %d deep", MAX_DEPTH);
    return FALSE;
  }
  g_array_append_val (reader->operators, operator);
  return TRUE;
}

/* One token where an operand must stand; *complete when one has been read. */
static gboolean
read_operand (Reader *reader, gboolean *complete, GError **error)
{
  const char *place = reader->at;
  Token token;
  if (!read_token (reader, &token, error))
    return FALSE;
  *complete = token == TOKEN_TRUE || token == TOKEN_LITERAL;
  if (token == TOKEN_TRUE)
    push_formula (reader, formula_true ());
  else if (token == TOKEN_LITERAL)
    push_formula (reader, formula_of_literal (reader));
  else if (token == TOKEN_NOT || token == TOKEN_OPEN)
    return push_operator (reader, token, error);
  else
    return fail (reader, place, error, "'insample', 'true', '!' or '('");
  return TRUE;
}

/* One token behind an operand; *operand when another must follow, *done at the end. */
static gboolean
read_operator (Reader *reader, gboolean *operand, gboolean *done, GError **error)
{
  skip_space (reader);
  const char *place = reader->at;
  Token token;
  if (!read_token (reader, &token, error))
    return FALSE;
  *operand = token == TOKEN_AND || token == TOKEN_OR;
  *done = token == TOKEN_END;
  if (*operand) {
    apply_down_to (reader, precedence (token));
    return push_operator (reader, token, error);
  }
  if (token == TOKEN_CLOSE || token == TOKEN_END) {
    apply_down_to (reader, 1);
    gboolean open = top_operator (reader) == TOKEN_OPEN;
    if (token == TOKEN_CLOSE && open) {
      g_array_set_size (reader->operators, reader->operators->len - 1);
      return TRUE;
    }
    if (token == TOKEN_END && !open)
      return TRUE;
    return fail (reader, place, error, open ? "')'" : "'&&', '||' or the end");
  }
  return fail (reader, place, error, "'&&', '||' or the end");
}

static gboolean
read_formula (Reader *reader, GError **error)
{
  for (gboolean done = FALSE; !done;) {
    gboolean complete = FALSE;
    while (!complete)
      if (!read_operand (reader, &complete, error))
        return FALSE;
    for (gboolean operand = FALSE; !operand && !done;)
      if (!read_operator (reader, &operand, &done, error))
        return FALSE;
  }
  return TRUE;
}

/* ---- The result ---------------------------------------------------------------- */

static int
compare_cubes (gconstpointer a, gconstpointer b)
{
  const Cube *p = a, *q = b;
  for (guint32 i = 0; i < p->n_literals && i < q->n_literals; i++) {
    const CoupletLiteral *l = &p->literals[i], *m = &q->literals[i];
    if (l->threshold != m->threshold)
      return l->threshold < m->threshold ? -1 : 1;
    if (l->comparison != m->comparison)
      return l->comparison < m->comparison ? -1 : 1;
  }
  return (p->n_literals > q->n_literals) - (p->n_literals < q->n_literals);
}

static int
compare_literals (gconstpointer a, gconstpointer b)
{
  const CoupletLiteral *l = a, *m = b;
  return (l->threshold > m->threshold) - (l->threshold < m->threshold);
}

/* For each threshold the union of the comparisons made with it. */
static void
collect_literals (CoupletGuard *guard, CoupletArena *arena)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  for (guint32 i = 0; i < guard->n_alternatives; i++)
    g_array_append_vals (all, guard->alternatives[i].literals, guard->alternatives[i].n_literals);
  g_array_sort (all, compare_literals);
  CoupletLiteral *literals = couplet_arena_new_array (arena, CoupletLiteral, all->len);
  guint32 n = 0;
  for (guint i = 0; i < all->len; i++) {
    CoupletLiteral literal = g_array_index (all, CoupletLiteral, i);
    if (n > 0 && literals[n - 1].threshold == literal.threshold)
      literals[n - 1].comparison |= literal.comparison;
    else
      literals[n++] = literal;
  }
  guard->n_literals = n;
  guard->literals = literals;
}

static void
keep_sum (CoupletGuard *guard, const Sum *sum, CoupletArena *arena)
{
  g_array_sort (sum->cubes, compare_cubes);
  Cube *cubes = couplet_arena_new_array (arena, Cube, sum->cubes->len);
  for (guint i = 0; i < sum->cubes->len; i++) {
    const Cube *cube = cube_at (sum, i);
    CoupletLiteral *literals = couplet_arena_new_array (arena, CoupletLiteral, cube->n_literals);
    if (cube->n_literals > 0)
      memcpy (literals, cube->literals, cube->n_literals * sizeof (CoupletLiteral));
    cubes[i] = (Cube){cube->n_literals, literals};
  }
  guard->n_alternatives = sum->cubes->len;
  guard->alternatives = cubes;
  collect_literals (guard, arena);
}

gboolean
couplet_guard_parse (CoupletGuard *guard, CoupletText text, const CoupletNames *thresholds,
                     CoupletArena *arena, GError **error)
{
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (GArray) operands = g_array_new (FALSE, FALSE, sizeof (Formula));
  g_autoptr (GArray) operators = g_array_new (FALSE, FALSE, sizeof (Token));
  g_array_set_clear_func (operands, formula_clear);
  Reader reader = {text.text, text.text, text.text + text.length, thresholds, {0, 0}, scratch,
                   operands,  operators};
  if (!read_formula (&reader, error))
    return FALSE;
  Sum *holds = &g_array_index (operands, Formula, 0).holds;
  if (holds->overflown) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "it has more than %d alternatives when written without parentheses",
                 COUPLET_GUARD_MAX_ALTERNATIVES);
    return FALSE;
  }
  complete_to_primes (holds, scratch);
  keep_sum (guard, holds, arena);
  return TRUE;
}

static gboolean
cubes_oppose (const Cube *a, const Cube *b)
{
  guint32 i = 0, j = 0;
  while (i < a->n_literals && j < b->n_literals) {
    guint32 u = a->literals[i].threshold, v = b->literals[j].threshold;
    if (u == v && a->literals[i].comparison != b->literals[j].comparison)
      return TRUE;
    i += u <= v;
    j += v <= u;
  }
  return FALSE;
}

gboolean
couplet_guards_contradict (const CoupletGuard *a, const CoupletGuard *b)
{
  for (guint32 i = 0; i < a->n_alternatives; i++)
    for (guint32 j = 0; j < b->n_alternatives; j++)
      if (!cubes_oppose (&a->alternatives[i], &b->alternatives[j]))
        return FALSE;
  return TRUE;
}

guint32
couplet_guard_comparisons (const CoupletGuard *guard, guint32 threshold)
{
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (guard->literals[i].threshold == threshold)
      return guard->literals[i].comparison;
  return 0;
}

char *
couplet_guard_to_string (const CoupletAutomaton *automaton, const CoupletGuard *guard)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < guard->n_alternatives; i++) {
    const Cube *cube = &guard->alternatives[i];
    g_string_append (text, i > 0 ? " || " : "");
    for (guint32 j = 0; j < cube->n_literals; j++)
      g_string_append_printf (text, "%sinsample %s %s", j > 0 ? " && " : "",
                              cube->literals[j].comparison == COUPLET_LESS ? "<" : ">=",
                              automaton->thresholds[cube->literals[j].threshold]);
    if (cube->n_literals == 0)
      g_string_append (text, "true");
  }
  return g_string_free (text, FALSE);
}
