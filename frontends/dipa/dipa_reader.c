/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_reader.h"

#include "dipa_condition.h"
#include "dipa_tokenizer.h"

/* Each is compared with all before it. */
#define MAX_BRANCHES 1000
/* Literals that telling overlapping branches apart may add to a file. */
#define MAX_ADDED_LITERALS (4u << 20)

typedef struct {
  DipaTokenizer tokenizer;
  DipaToken token;     /* the next one */
  CoupletPlace behind; /* the end of the one before it */
  CoupletBuilder *builder;
  CoupletDiagnostics *diagnostics;
  GHashTable *thresholds; /* name -> index */
  GPtrArray *names;       /* of the thresholds, in order; owned by the table */
  GHashTable *declared;   /* set of states' names */
  GArray *targets;        /* DipaToken after `goto` */
  gsize budget;           /* literals that may still be added */
} Reader;

/* What the state being read has, and the branch being read. */
typedef struct {
  CoupletText state;
  GPtrArray *earlier; /* conditions of the branches before this one */
  GArray *condition;  /* CoupletLiteral */
  GArray *assigned;   /* CoupletText */
  CoupletPlace place;
} Branch;

/* ---- Tokens and messages -------------------------------------------------------- */

static void
advance (Reader *reader)
{
  reader->behind = reader->token.place;
  reader->behind.column += (guint32)reader->token.text.length;
  reader->token = dipa_next_token (&reader->tokenizer);
}

static gboolean
fail_at (Reader *reader, CoupletPlace place, const char *what)
{
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, place, "%s", what);
  return FALSE;
}

/* Where what is missing should stand: before the next token, or at the end of
 * the line before. */
static gboolean
expected (Reader *reader, const char *what)
{
  const DipaToken *token = &reader->token;
  if (token->kind == DIPA_END || token->place.line > reader->behind.line) {
    g_autofree char *message = g_strdup_printf ("expected %s, not the end of the %s", what,
                                                token->kind == DIPA_END ? "file" : "line");
    return fail_at (reader, reader->behind, message);
  }
  g_autofree char *quoted = couplet_quote (token->text.text, (gssize)token->text.length);
  g_autofree char *message = g_strdup_printf ("expected %s, not %s", what, quoted);
  return fail_at (reader, token->place, message);
}

static gboolean
accept (Reader *reader, DipaTokenKind kind)
{
  if (reader->token.kind != kind)
    return FALSE;
  advance (reader);
  return TRUE;
}

static gboolean
accept_word (Reader *reader, const char *word)
{
  if (!dipa_token_is (&reader->token, word))
    return FALSE;
  advance (reader);
  return TRUE;
}

static gboolean
read_sign (Reader *reader, DipaTokenKind kind, const char *what)
{
  return accept (reader, kind) || expected (reader, what);
}

/* A name, which may be a number. */
static gboolean
read_name (Reader *reader, const char *what, DipaToken *name)
{
  *name = reader->token;
  return accept (reader, DIPA_WORD) || accept (reader, DIPA_NUMBER) || expected (reader, what);
}

/* ---- States ---------------------------------------------------------------------- */

/* `1/4`, also with blanks, as one text. The caller frees it; NULL with an error
 * reported. */
static char *
read_number (Reader *reader, const char *what)
{
  DipaToken first = reader->token, second = {0};
  if (!accept (reader, DIPA_NUMBER)) {
    expected (reader, what);
    return NULL;
  }
  if (accept (reader, DIPA_SLASH)) {
    second = reader->token;
    if (!read_sign (reader, DIPA_NUMBER, "a denominator"))
      return NULL;
  }
  g_autofree char *text =
      g_strdup_printf ("%.*s%s%.*s", (int)MIN (first.text.length, G_MAXINT), first.text.text,
                       second.text.length > 0 ? "/" : "", (int)MIN (second.text.length, G_MAXINT),
                       second.text.length > 0 ? second.text.text : "");
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (couplet_rational_parse (&value, text, strlen (text), &error))
    return g_steal_pointer (&text);
  fail_at (reader, first.place, error->message);
  return NULL;
}

enum { N_PLAIN = 2, N_NUMBERS = 4 };
static const char *const NUMBERS[N_NUMBERS] = {"the noise parameter d", "the mean",
                                               "the noise parameter d' of fresh samples",
                                               "the mean of fresh samples"};

/* `, d, mu` and perhaps `, d', mu'` */
static gboolean
read_numbers (Reader *reader, char *numbers[N_NUMBERS])
{
  for (guint i = 0; i < N_NUMBERS; i++) {
    if (i == N_PLAIN && reader->token.kind == DIPA_CLOSE)
      break;
    g_autofree char *what = g_strdup_printf ("',' and %s", NUMBERS[i]);
    if (!read_sign (reader, DIPA_COMMA, i == N_PLAIN ? "',' or ')'" : what))
      return FALSE;
    numbers[i] = read_number (reader, NUMBERS[i]);
    if (numbers[i] == NULL)
      return FALSE;
  }
  return TRUE;
}

static CoupletText
text_or_left_out (const char *text)
{
  return text != NULL ? COUPLET_TEXT (text) : COUPLET_TEXT_LEFT_OUT;
}

static void
declare (Reader *reader, const DipaToken *name, gboolean public, char *numbers[N_NUMBERS])
{
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (numbers[0])};
  CoupletStateSpec state = {.name = name->text,
                            .input = public ? COUPLET_TEXT ("public") : COUPLET_TEXT_LEFT_OUT,
                            .d = &noise,
                            .n_d = 1,
                            .mu = COUPLET_TEXT (numbers[1]),
                            .d_fresh = text_or_left_out (numbers[2]),
                            .mu_fresh = text_or_left_out (numbers[3]),
                            .place = name->place};
  if (g_hash_table_size (reader->declared) == 0)
    couplet_builder_set_initial (reader->builder, name->text, name->place);
  couplet_builder_add_state (reader->builder, &state);
  g_hash_table_add (reader->declared, g_strndup (name->text.text, name->text.length));
}

/* `(q1:non-input, 1/4, 0):` */
static gboolean
read_state (Reader *reader, DipaToken *name)
{
  char *numbers[N_NUMBERS] = {NULL};
  gboolean public = FALSE;
  gboolean good = read_sign (reader, DIPA_OPEN, "'(' and a state") &&
                  read_name (reader, "a state's name", name);
  if (good && accept (reader, DIPA_COLON)) {
    public = accept_word (reader, "non-input");
    good = public || expected (reader, "'non-input'");
  }
  good = good && read_numbers (reader, numbers);
  if (good)
    declare (reader, name, public, numbers);
  for (guint i = 0; i < N_NUMBERS; i++)
    g_free (numbers[i]);
  return good && read_sign (reader, DIPA_CLOSE, "')'") &&
         read_sign (reader, DIPA_COLON, "':' after the state");
}

/* ---- Conditions -------------------------------------------------------------------- */

static guint32
threshold_of (Reader *reader, const DipaToken *name)
{
  g_autofree char *text = g_strndup (name->text.text, name->text.length);
  gpointer known;
  if (g_hash_table_lookup_extended (reader->thresholds, text, NULL, &known))
    return GPOINTER_TO_UINT (known);
  guint32 index = reader->names->len;
  couplet_builder_add_threshold (reader->builder, name->text, name->place);
  g_ptr_array_add (reader->names, text);
  g_hash_table_insert (reader->thresholds, g_steal_pointer (&text), GUINT_TO_POINTER (index));
  return index;
}

/* `insample < x` or `true` */
static gboolean
read_literal (Reader *reader, GArray *condition)
{
  if (accept_word (reader, "true"))
    return TRUE;
  if (!accept_word (reader, "insample"))
    return expected (reader, "'insample' or 'true'");
  CoupletLiteral literal = {0, 0};
  if (accept (reader, DIPA_LESS))
    literal.comparison = COUPLET_LESS;
  else if (accept (reader, DIPA_GREATER_EQUAL))
    literal.comparison = COUPLET_GREATER_EQUAL;
  else
    return expected (reader, "'<', '<=', '>' or '>='");
  DipaToken name = reader->token;
  if (!read_sign (reader, DIPA_WORD, "a threshold's name"))
    return FALSE;
  literal.threshold = threshold_of (reader, &name);
  g_array_append_val (condition, literal);
  return TRUE;
}

/* Literals joined by `&&`; parentheses change nothing about a conjunction. */
static gboolean
read_condition (Reader *reader, GArray *condition)
{
  gsize depth = 0;
  do {
    while (accept (reader, DIPA_OPEN))
      depth++;
    if (!read_literal (reader, condition))
      return FALSE;
    while (depth > 0 && accept (reader, DIPA_CLOSE))
      depth--;
  } while (accept (reader, DIPA_AND));
  if (reader->token.kind == DIPA_OR)
    return fail_at (reader, reader->token.place,
                    "a condition is a conjunction; write another 'elseif' instead of '||'");
  if (depth > 0)
    return expected (reader, "'&&' or ')'");
  return accept_word (reader, "then") || expected (reader, "'&&' or 'then'");
}

/* ---- Branches ------------------------------------------------------------------------ */

/* `x := insample, y := insample;`, or nothing */
static gboolean
read_assignments (Reader *reader, GArray *assigned)
{
  if (dipa_token_is (&reader->token, "output"))
    return TRUE;
  do {
    DipaToken name = reader->token;
    if (!read_sign (reader, DIPA_WORD,
                    assigned->len == 0 ? "'output' or an assignment" : "a threshold's name") ||
        !read_sign (reader, DIPA_BECOMES, "':='"))
      return FALSE;
    threshold_of (reader, &name);
    g_array_append_val (assigned, name.text);
    if (!accept_word (reader, "insample"))
      return expected (reader, "'insample'");
  } while (accept (reader, DIPA_COMMA));
  return read_sign (reader, DIPA_SEMICOLON, "',' or ';'");
}

static gboolean
read_output (Reader *reader, CoupletText *output)
{
  DipaToken symbol;
  if (!accept_word (reader, "output"))
    return expected (reader, "'output'");
  if (!read_name (reader, "what is output", &symbol))
    return FALSE;
  /* it would be taken for the fresh sample */
  if (dipa_token_is (&symbol, "fresh"))
    return fail_at (reader, symbol.place,
                    "the output 'fresh' could be a symbol or a fresh sample, which is written "
                    "'insampleprime' here; give the symbol another name");
  /* likewise, for what the sample has over the threshold, which this format cannot say */
  if (dipa_token_is (&symbol, "gap"))
    return fail_at (reader, symbol.place,
                    "the output 'gap' cannot be a symbol; give it another name");
  *output = dipa_token_is (&symbol, "insampleprime") ? COUPLET_TEXT ("fresh") : symbol.text;
  return read_sign (reader, DIPA_SEMICOLON, "';'");
}

/* The condition as the builder reads it. */
static void
write_guard (Reader *reader, const GArray *condition, GString *guard)
{
  g_string_assign (guard, condition->len == 0 ? "true" : "");
  for (guint i = 0; i < condition->len; i++) {
    const CoupletLiteral *literal = &g_array_index (condition, CoupletLiteral, i);
    g_string_append_printf (guard, "%sinsample %s %s", i > 0 ? " && " : "",
                            literal->comparison == COUPLET_LESS ? "<" : ">=",
                            (const char *)g_ptr_array_index (reader->names, literal->threshold));
  }
}

static void
warn_never_taken (Reader *reader, const Branch *branch, const char *why)
{
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_WARNING, branch->place,
                           "this branch is never taken: %s", why);
}

/* Adds the branch to the builder as the transitions that it means: its condition
 * holds and none before it does. */
static gboolean
add_branch (Reader *reader, Branch *branch, CoupletText output, CoupletText target)
{
  if (!dipa_condition_settle (branch->condition)) {
    warn_never_taken (reader, branch, "its condition contradicts itself");
    return TRUE;
  }
  g_autoptr (GPtrArray) pieces =
      dipa_condition_without (branch->condition, branch->earlier, &reader->budget);
  if (pieces == NULL)
    return fail_at (reader, branch->place,
                    "this branch overlaps with those before it in too many ways");
  if (pieces->len == 0)
    warn_never_taken (reader, branch, "a condition before it holds whenever its own does");
  g_autoptr (GString) guard = g_string_new (NULL);
  for (guint i = 0; i < pieces->len; i++) {
    write_guard (reader, g_ptr_array_index (pieces, i), guard);
    CoupletTransitionSpec transition = {.from = branch->state,
                                        .to = target,
                                        .guard = {guard->str, guard->len},
                                        .output = output,
                                        .assign = (CoupletText *)(gpointer)branch->assigned->data,
                                        .n_assign = branch->assigned->len,
                                        .place = branch->place};
    couplet_builder_add_transition (reader->builder, &transition);
  }
  g_ptr_array_add (branch->earlier, g_array_ref (branch->condition));
  return TRUE;
}

/* Assignments, output, target: what is done when branch->condition holds. */
static gboolean
read_branch (Reader *reader, Branch *branch)
{
  CoupletText output = COUPLET_TEXT_LEFT_OUT;
  DipaToken target = {0};
  branch->assigned = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  gboolean good = read_assignments (reader, branch->assigned) && read_output (reader, &output) &&
                  (accept_word (reader, "goto") || expected (reader, "'goto'")) &&
                  read_name (reader, "a state's name", &target) &&
                  (branch->earlier->len < MAX_BRANCHES ||
                   fail_at (reader, branch->place,
                            "a state has more than " G_STRINGIFY (MAX_BRANCHES) " branches")) &&
                  add_branch (reader, branch, output, target.text);
  if (good) {
    g_array_append_val (reader->targets, target);
    accept (reader, DIPA_SEMICOLON);
  }
  g_array_unref (branch->assigned);
  return good;
}

/* The branch after `if`, `elseif`, or, without condition, `else` or nothing. */
static gboolean
read_conditional (Reader *reader, Branch *branch, gboolean condition)
{
  branch->condition = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  gboolean good =
      (!condition || read_condition (reader, branch->condition)) && read_branch (reader, branch);
  g_array_unref (branch->condition);
  return good;
}

/* `if (…) then … elseif (…) then …` or one branch. */
static gboolean
read_body (Reader *reader, Branch *branch)
{
  branch->place = reader->token.place;
  gboolean chain = accept_word (reader, "if");
  gboolean good = read_conditional (reader, branch, chain);
  while (good && chain) {
    branch->place = reader->token.place;
    chain = accept_word (reader, "elseif");
    if (!chain && !accept_word (reader, "else"))
      return TRUE;
    chain = chain || accept_word (reader, "if");
    good = read_conditional (reader, branch, chain);
  }
  return good;
}

/* ---- All of it -------------------------------------------------------------------------- */

static gboolean
begins_state (const Reader *reader)
{
  return reader->token.kind == DIPA_OPEN && reader->token.begins_line;
}

/* One state with what it does; on an error goes on at the next line that begins
 * like a state. */
static void
read_line (Reader *reader)
{
  DipaToken name = {0};
  Branch branch = {.earlier = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref)};
  guint32 line = reader->token.place.line;
  reader->behind = reader->token.place;
  gboolean good = read_state (reader, &name);
  branch.state = name.text;
  good = good && read_body (reader, &branch);
  if (good && reader->token.kind != DIPA_END && !begins_state (reader))
    good = expected (reader, "the end of the line");
  if (!good)
    while (reader->token.kind != DIPA_END &&
           !(begins_state (reader) && reader->token.place.line > line))
      advance (reader);
  g_ptr_array_unref (branch.earlier);
}

/* States that no line declares: runs end there. */
static void
declare_targets (Reader *reader)
{
  for (guint i = 0; i < reader->targets->len; i++) {
    const DipaToken *target = &g_array_index (reader->targets, DipaToken, i);
    CoupletStateSpec state = {.name = target->text, .place = target->place};
    if (g_hash_table_add (reader->declared, g_strndup (target->text.text, target->text.length)))
      couplet_builder_add_state (reader->builder, &state);
  }
}

gboolean
dipa_read_automaton (const CoupletSource *source, CoupletBuilder *builder,
                     CoupletDiagnostics *diagnostics)
{
  g_autoptr (GHashTable) thresholds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) declared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (DipaToken));
  Reader reader = {.tokenizer = dipa_tokenizer (source->data, source->length),
                   .builder = builder,
                   .diagnostics = diagnostics,
                   .thresholds = thresholds,
                   .names = names,
                   .declared = declared,
                   .targets = targets,
                   .budget = MAX_ADDED_LITERALS};
  reader.token = dipa_next_token (&reader.tokenizer);
  couplet_builder_set_sampling (builder, COUPLET_TEXT ("shared"), (CoupletPlace){0, 0});
  if (reader.token.kind == DIPA_END)
    return fail_at (&reader, reader.token.place, "there is no state in the file");
  while (reader.token.kind != DIPA_END)
    read_line (&reader);
  declare_targets (&reader);
  return couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) == 0;
}

int
dipa_recognise (const char *head, gsize length)
{
  DipaTokenizer tokenizer = dipa_tokenizer (head, length);
  DipaToken open = dipa_next_token (&tokenizer), name = dipa_next_token (&tokenizer),
            sign = dipa_next_token (&tokenizer);
  return open.kind == DIPA_OPEN && (name.kind == DIPA_WORD || name.kind == DIPA_NUMBER) &&
                 (sign.kind == DIPA_COMMA || sign.kind == DIPA_COLON)
             ? 80
             : 0;
}
