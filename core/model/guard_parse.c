/* SPDX-License-Identifier: Apache-2.0 */
#include "guard_parse.h"

#include "implicants.h"

#include <couplet/internal/context.h>

#define MAX_DEPTH 1000

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
  const Names *thresholds;
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

/* `< v` or `>= v`, after `insample` */
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
  reader->literal.threshold = names_find (reader->thresholds, name);
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
    *token = couplet_text_is (word, "true") ? TOKEN_TRUE : TOKEN_LITERAL;
    if (*token == TOKEN_LITERAL)
      return couplet_text_is (word, "insample")
                 ? read_literal (reader, error)
                 : fail (reader, place, error, "'insample', 'true', '!', '(', '&&' or '||'");
  }
  return TRUE;
}

static void
clear_formula (gpointer data)
{
  formula_clear (data);
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
    push_formula (reader, formula_not (b));
    return;
  }
  Formula a = pop_formula (reader);
  push_formula (reader, operator== TOKEN_AND ? formula_and (a, b, reader->arena)
                                             : formula_or (a, b, reader->arena));
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
    push_formula (reader, formula_of_literal (reader->literal, reader->arena));
  else if (token == TOKEN_NOT || token == TOKEN_OPEN)
    return push_operator (reader, token, error);
  else
    return fail (reader, place, error, "'insample', 'true', '!' or '('");
  return TRUE;
}

/* One token after an operand; *operand when another must follow, *done at the end. */
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

gboolean
guard_parse (CoupletGuard *guard, CoupletText text, const Names *thresholds, CoupletArena *arena,
             GError **error)
{
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (GArray) operands = g_array_new (FALSE, FALSE, sizeof (Formula));
  g_autoptr (GArray) operators = g_array_new (FALSE, FALSE, sizeof (Token));
  g_array_set_clear_func (operands, clear_formula);
  Reader reader = {text.text, text.text, text.text + text.length, thresholds, {0, 0}, scratch,
                   operands,  operators};
  if (!read_formula (&reader, error))
    return FALSE;
  if (formula_to_guard (&g_array_index (operands, Formula, 0), guard, arena))
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "it has more than %d alternatives when written without parentheses",
               MAX_ALTERNATIVES);
  return FALSE;
}
