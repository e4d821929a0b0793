/* SPDX-License-Identifier: Apache-2.0 */
%require "3.8"
%define api.pure full
%define api.prefix {svt_yy}
%define api.location.type {SvtPlace}
%define api.token.prefix {SVT_TOKEN_}
%define parse.error custom
%define parse.lac full
%define lr.type ielr
%locations
%expect 0
%param {void *scanner} {SvtLexer *lexer}

%code requires {
#include "svt_parse.h"
}

%code top {
/* Blocks are bounded by SVT_MAX_NESTING; this bounds chains of `not` and `-`. */
/* What stands on the stack of the process, which may be small; more is taken from the heap. */
#define YYINITDEPTH 16
#define YYMAXDEPTH 10000
#define YYMALLOC g_malloc
#define YYFREE g_free
}

%code {
#include "svt_hint.h"
#include "svt_keywords.h"

int svt_scan (SVT_YYSTYPE *value, SvtPlace *place, void *scanner);

static int svt_yylex (SVT_YYSTYPE *value, SvtPlace *place, void *scanner, SvtLexer *lexer);
static void svt_yyerror (const SvtPlace *place, void *scanner, SvtLexer *lexer,
                         const char *message);

#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
  do {                                                                                             \
    if (n)                                                                                         \
      (current) = svt_place_span (YYRHSLOC (rhs, 1), YYRHSLOC (rhs, n));                           \
    else {                                                                                         \
      (current) = YYRHSLOC (rhs, 0);                                                               \
      (current).offset += (current).length;                                                        \
      (current).column += (current).length;                                                        \
      (current).length = 0;                                                                        \
    }                                                                                              \
  } while (0)

/* ---- Building the tree ------------------------------------------------------------ */

static SvtExpression
expression (SvtLexer *lexer, SvtTermKind kind, SvtName *name, SvtPlace place)
{
  SvtTerm term = {kind, place, name};
  SvtExpression leaf = {lexer->file->terms->len, 1, place};
  g_array_append_val (lexer->file->terms, term);
  return leaf;
}

/* Puts an operator behind operands that begin with first. */
static SvtExpression
apply (SvtLexer *lexer, SvtTermKind kind, SvtExpression first, SvtPlace place)
{
  expression (lexer, kind, NULL, place);
  first.n = lexer->file->terms->len - first.first;
  first.place = place;
  return first;
}

static SvtCondition
condition (SvtLexer *lexer, SvtConditionTerm term)
{
  SvtCondition leaf = {lexer->file->conditions->len, 1, term.place};
  g_array_append_val (lexer->file->conditions, term);
  return leaf;
}

static SvtCondition
join (SvtLexer *lexer, SvtConditionKind kind, SvtCondition first, SvtPlace place)
{
  condition (lexer, (SvtConditionTerm){.kind = kind, .place = place});
  first.n = lexer->file->conditions->len - first.first;
  first.place = place;
  return first;
}

/* The name that an expression is, or NULL. */
static SvtName *
only_name (const SvtLexer *lexer, const SvtExpression *sum)
{
  const SvtTerm *terms = svt_expression_terms (lexer->file, sum);
  return sum->n == 1 ? terms->name : NULL;
}

static SvtCondition
compare (SvtLexer *lexer, SvtExpression left, SvtRelation relation, SvtPlace relation_place,
         SvtExpression right, SvtPlace place)
{
  return condition (lexer, (SvtConditionTerm){.kind = SVT_COMPARISON,
                                              .place = place,
                                              .left = left,
                                              .right = right,
                                              .relation = relation,
                                              .relation_place = relation_place,
                                              .sample = only_name (lexer, &left),
                                              .threshold = only_name (lexer, &right)});
}

static SvtSummand *
summand (SvtLexer *lexer, SvtExpression value, gboolean is_noise, gboolean is_negative,
         SvtPlace place)
{
  SvtSummand *node = svt_file_new_node (lexer->file, SvtSummand);
  *node = (SvtSummand){NULL, is_noise, is_negative, value, place};
  return node;
}

static SvtDraw *
draw (SvtLexer *lexer, CoupletInput input, SvtSummand *first, SvtPlace place)
{
  SvtDraw *node = svt_file_new_node (lexer->file, SvtDraw);
  node->input = input;
  node->summands = first;
  node->place = place;
  return node;
}

/* Their order does not matter. */
static SvtDraw *
add_summand (SvtDraw *sum, SvtSummand *next, SvtPlace place)
{
  next->next = sum->summands;
  sum->summands = next;
  sum->place = place;
  return sum;
}

static SvtStatement *
statement (SvtLexer *lexer, SvtStatementKind kind, SvtPlace place)
{
  return svt_file_add_statement (lexer->file, kind, place);
}

static SvtStatement *
read_statement (SvtLexer *lexer, gboolean is_threshold, SvtName *name, SvtPlace name_place,
                SvtDraw *from, SvtPlace place)
{
  SvtStatement *node = statement (lexer, SVT_READ, place);
  node->is_threshold = is_threshold;
  node->name = name;
  node->name_place = name_place;
  node->draw = from;
  name->is_declared_threshold |= is_threshold;
  return node;
}

static SvtStatement *
output_statement (SvtLexer *lexer, SvtName *name, SvtPlace name_place, SvtPlace place)
{
  SvtStatement *node = statement (lexer, SVT_OUTPUT, place);
  node->output = name == NULL ? SVT_OUTPUT_FRESH : SVT_OUTPUT_SYMBOL;
  node->name = name;
  node->name_place = name_place;
  return node;
}

static SvtStatement *
store_statement (SvtLexer *lexer, SvtName *name, SvtPlace name_place, SvtName *source,
                 SvtPlace source_place, SvtPlace place)
{
  SvtStatement *node = statement (lexer, SVT_ASSIGN, place);
  node->name = name;
  node->name_place = name_place;
  node->source = source;
  node->source_place = source_place;
  return node;
}

static SvtStatement *
set_statement (SvtLexer *lexer, SvtStatementKind kind, SvtName *name, SvtPlace name_place,
               SvtPlace equals_place, SvtExpression value, SvtPlace place)
{
  SvtStatement *node = statement (lexer, kind, place);
  node->name = name;
  node->name_place = name_place;
  node->source_place = equals_place;
  node->value = value;
  return node;
}

static SvtBranch *
branch (SvtLexer *lexer, SvtPlace place, const SvtCondition *when, SvtBlock body)
{
  SvtBranch *node = svt_file_new_node (lexer->file, SvtBranch);
  node->place = place;
  node->body = body;
  node->has_condition = when != NULL;
  if (when != NULL)
    node->condition = *when;
  return node;
}

static SvtStatements
append (SvtStatements list, SvtStatement *last)
{
  if (last == NULL)
    return list;
  if (list.last != NULL)
    list.last->next = last;
  else
    list.first = last;
  list.last = last;
  return list;
}

static SvtName *
intern_number (SvtLexer *lexer, SvtPlace place)
{
  return svt_file_intern (lexer->file, lexer->reporter->text + place.offset,
                          MIN (place.length, SVT_MAX_NAME));
}

static void
set_sampling (SvtLexer *lexer, SvtHeader *header, CoupletSampling sampling, SvtPlace place)
{
  if (header->has_sampling)
    svt_error (lexer->reporter, place, "'sampling' is given twice");
  header->has_sampling = TRUE;
  header->sampling = sampling;
}

static void
set_sensitivity (SvtLexer *lexer, SvtHeader *header, SvtExpression value, SvtPlace place)
{
  if (header->has_sensitivity)
    svt_error (lexer->reporter, place, "'sensitivity' is given twice");
  header->has_sensitivity = TRUE;
  header->sensitivity = value;
}

static void
set_claim (SvtLexer *lexer, SvtHeader *header, SvtExpression value, SvtPlace place)
{
  if (header->has_claim)
    svt_error (lexer->reporter, place, "'claim' is given twice");
  header->has_claim = TRUE;
  header->claim = value;
}

static void
check_top (SvtLexer *lexer, const SvtStatement *before, const char *what, SvtPlace place)
{
  if (before != NULL || lexer->depth != 1)
    svt_error (lexer->reporter, place,
               "'%s' must stand at the top: before the first statement of the mechanism, or before "
               "the first mechanism",
               what);
}
}

%union {
  SvtName *name;
  SvtExpression expression;
  SvtCondition condition;
  SvtRelation relation;
  CoupletInput input;
  CoupletSampling sampling;
  SvtSummand *summand;
  SvtDraw *draw;
  SvtStatement *statement;
  SvtStatements statements;
  SvtBlock block;
  SvtMechanism *mechanism;
  struct { SvtBranch *first, *last; } branches;
  struct { SvtParameter *first, *last; } parameters;
}

%token YYEOF 0
%token MECHANISM "mechanism" THRESHOLD "threshold" LOOP "loop" REPEAT "repeat" IF "if" ELSE "else" OUTPUT "output" BREAK "break" CONTINUE "continue" HALT "halt"
%token PRIVATE "private" PUBLIC "public" LAP "lap" EPS "eps" FRESH "fresh" SAMPLING "sampling" SHARED "shared" INDEPENDENT "independent" SENSITIVITY "sensitivity" CLAIM "claim" AND "and" OR "or" NOT "not"
%token INT "int" STORE AT_LEAST AT_MOST MORE EQUAL UNEQUAL NUMBER COMMENT
%token OPEN "{" CLOSE "}" LEFT "(" RIGHT ")" SEMICOLON ";" COMMA ","
%token EQUALS "=" PLUS "+" MINUS "-" TIMES "*" OVER "/" LESS "<"
%token <name> NAME SIGN

%type <expression> sum product factor times
%type <condition> condition conjunction negation
%type <relation> relation
%type <input> input
%type <sampling> sampling
%type <draw> draw fresh
%type <statement> statement simple
%type <statements> statements
%type <block> block
%type <mechanism> mechanism head
%type <branches> branches
%type <parameters> parameters some_parameters parameter

%%

file: tops mechanisms ;

tops:
  %empty
| tops SAMPLING sampling ";"  { set_sampling (lexer, &lexer->file->header, $3, @2); }
| tops SENSITIVITY sum ";"    { set_sensitivity (lexer, &lexer->file->header, $3, @2); }
| tops CLAIM sum ";"          { set_claim (lexer, &lexer->file->header, $3, @2); }
;

mechanisms:
  %empty
| mechanisms mechanism {
    SvtMechanism **end = &lexer->file->mechanisms;
    while (*end != NULL)
      end = &(*end)->next;
    *end = $2;
  }
| mechanisms error "}"
| mechanisms error ";"
;

mechanism:
  head "{" statements "}" {
    $$ = $1;
    $$->header = lexer->header;
    $$->body = (SvtBlock){$3.first, svt_place_span (@2, @4)};
    lexer->header = (SvtHeader){0};
  }
| head "{" statements error "}" {
    $$ = $1;
    lexer->header = (SvtHeader){0};
    yyerrok;
  }
;

head:
  MECHANISM NAME parameters {
    $$ = svt_file_new_node (lexer->file, SvtMechanism);
    $$->name = $2;
    $$->place = @2;
    $$->parameters = $3.first;
  }
| MECHANISM error { $$ = svt_file_new_node (lexer->file, SvtMechanism); }
;

parameters:
  %empty                   { $$.first = $$.last = NULL; }
| "(" ")"                  { $$.first = $$.last = NULL; }
| "(" some_parameters ")"  { $$ = $2; }
;

some_parameters:
  parameter
| some_parameters "," parameter { $1.last->next = $3.first; $$.first = $1.first; $$.last = $3.last; }
;

parameter:
  NAME {
    SvtParameter *node = svt_file_new_node (lexer->file, SvtParameter);
    *node = (SvtParameter){.name = $1, .place = @1};
    $1->is_declared_parameter = TRUE;
    $$.first = $$.last = node;
  }
| NAME "=" sum {
    SvtParameter *node = svt_file_new_node (lexer->file, SvtParameter);
    *node = (SvtParameter){.name = $1, .place = @1, .has_value = TRUE, .value = $3};
    $1->is_declared_parameter = TRUE;
    $$.first = $$.last = node;
  }
;

sampling:
  SHARED       { $$ = COUPLET_SHARED; }
| INDEPENDENT  { $$ = COUPLET_INDEPENDENT; }
;

statements:
  %empty                           { $$.first = $$.last = NULL; }
| statements statement             { $$ = append ($1, $2); }
| statements SAMPLING sampling ";" {
    $$ = $1;
    check_top (lexer, $1.first, "sampling", @2);
    set_sampling (lexer, &lexer->header, $3, @2);
  }
| statements SENSITIVITY sum ";" {
    $$ = $1;
    check_top (lexer, $1.first, "sensitivity", @2);
    set_sensitivity (lexer, &lexer->header, $3, @2);
  }
| statements CLAIM sum ";" {
    $$ = $1;
    check_top (lexer, $1.first, "claim", @2);
    set_claim (lexer, &lexer->header, $3, @2);
  }
| statements error ";"             { $$ = $1; yyerrok; }
| statements error block           { $$ = $1; yyerrok; }
;

block:
  "{" statements "}"        { $$ = (SvtBlock){$2.first, @$}; }
| "{" statements error "}"  { $$ = (SvtBlock){$2.first, @$}; yyerrok; }
;

statement:
  simple ";"
| unfinished      { $$ = NULL; }
| unfinished ";"  { $$ = NULL; }
| branches {
    $$ = statement (lexer, SVT_IF, $1.first->place);
    $$->branches = $1.first;
  } %prec ELSE
| branches ELSE block {
    $$ = statement (lexer, SVT_IF, $1.first->place);
    $$->branches = $1.first;
    $1.last->next = branch (lexer, @2, NULL, $3);
  }
| LOOP block {
    $$ = statement (lexer, SVT_LOOP, @1);
    $$->body = $2;
  }
| LOOP error block { $$ = NULL; yyerrok; }
| REPEAT times block {
    $$ = statement (lexer, SVT_REPEAT, @1);
    $$->value = $2;
    $$->body = $3;
  }
;

/* What was begun well: the next statement may begin where it went wrong. */
unfinished:
  NAME "=" draw error
| NAME "=" sum error
| INT NAME "=" sum error
| THRESHOLD NAME "=" draw error
| NAME STORE NAME error
| OUTPUT NAME error
| OUTPUT SIGN error
| OUTPUT NUMBER error
| OUTPUT fresh error
| BREAK error
| CONTINUE error
| HALT error
;

times:
  sum
| error  { $$ = (SvtExpression){0}; }
;

branches:
  IF condition block       { $$.first = $$.last = branch (lexer, @1, &$2, $3); }
| IF error block           { $$.first = $$.last = branch (lexer, @1, NULL, $3); yyerrok; }
| branches ELSE IF condition block {
    $$ = $1;
    $$.last = $$.last->next = branch (lexer, @3, &$4, $5);
  }
| branches ELSE IF error block { $$ = $1; yyerrok; }
;

simple:
  NAME "=" draw            { $$ = read_statement (lexer, FALSE, $1, @1, $3, @$); }
| THRESHOLD NAME "=" draw  { $$ = read_statement (lexer, TRUE, $2, @2, $4, @$); }
| INT NAME "=" sum         { $$ = set_statement (lexer, SVT_DECLARE, $2, @2, @3, $4, @$); }
| NAME "=" sum             { $$ = set_statement (lexer, SVT_SET, $1, @1, @2, $3, @$); }
| NAME STORE NAME          { $$ = store_statement (lexer, $1, @1, $3, @3, @$); }
| OUTPUT NAME              { $$ = output_statement (lexer, $2, @2, @$); }
| OUTPUT SIGN              { $$ = output_statement (lexer, $2, @2, @$); }
| OUTPUT NUMBER            { $$ = output_statement (lexer, intern_number (lexer, @2), @2, @$); }
| OUTPUT NAME "(" NAME ")" {
    $$ = output_statement (lexer, $2, @2, @$);
    $$->output = SVT_OUTPUT_VALUE;
    $$->source = $4;
    $$->source_place = @4;
  }
| OUTPUT fresh             { $$ = output_statement (lexer, NULL, @2, @$); $$->draw = $2; }
| BREAK                    { $$ = statement (lexer, SVT_BREAK, @1); }
| CONTINUE                 { $$ = statement (lexer, SVT_CONTINUE, @1); }
| HALT                     { $$ = statement (lexer, SVT_HALT, @1); }
;

input:
  PRIVATE  { $$ = COUPLET_PRIVATE; }
| PUBLIC   { $$ = COUPLET_PUBLIC; }
;

draw:
  input                     { $$ = draw (lexer, $1, NULL, @1); }
| draw "+" product          { $$ = add_summand ($1, summand (lexer, $3, FALSE, FALSE, @3), @$); }
| draw "-" product          { $$ = add_summand ($1, summand (lexer, $3, FALSE, TRUE, @3), @$); }
| draw "+" LAP "(" sum ")"  {
    $$ = add_summand ($1, summand (lexer, $5, TRUE, FALSE, svt_place_span (@3, @6)), @$);
  }
;

fresh:
  FRESH product              {
    $$ = draw (lexer, COUPLET_PRIVATE, summand (lexer, $2, FALSE, FALSE, @2), @$);
  }
| FRESH LAP "(" sum ")"      {
    $$ = draw (lexer, COUPLET_PRIVATE,
               summand (lexer, $4, TRUE, FALSE, svt_place_span (@2, @5)), @$);
  }
| fresh "+" product          { $$ = add_summand ($1, summand (lexer, $3, FALSE, FALSE, @3), @$); }
| fresh "-" product          { $$ = add_summand ($1, summand (lexer, $3, FALSE, TRUE, @3), @$); }
| fresh "+" LAP "(" sum ")"  {
    $$ = add_summand ($1, summand (lexer, $5, TRUE, FALSE, svt_place_span (@3, @6)), @$);
  }
;

sum:
  product
| sum "+" product  { $$ = apply (lexer, SVT_ADD, $1, @$); }
| sum "-" product  { $$ = apply (lexer, SVT_SUBTRACT, $1, @$); }
;

product:
  factor
| product "*" factor  { $$ = apply (lexer, SVT_MULTIPLY, $1, @$); }
| product "/" factor  { $$ = apply (lexer, SVT_DIVIDE, $1, @$); }
;

factor:
  NUMBER       { $$ = expression (lexer, SVT_NUMBER, NULL, @1); }
| NAME         { $$ = expression (lexer, SVT_VARIABLE, $1, @1); }
| EPS          { $$ = expression (lexer, SVT_EPS, NULL, @1); }
| "(" sum ")"  { $$ = $2; $$.place = @$; }
| "-" factor   { $$ = apply (lexer, SVT_NEGATE, $2, @$); }
;

condition:
  conjunction
| condition OR conjunction  { $$ = join (lexer, SVT_OR, $1, @$); }
;

conjunction:
  negation
| conjunction AND negation  { $$ = join (lexer, SVT_AND, $1, @$); }
;

negation:
  sum relation sum   { $$ = compare (lexer, $1, $2, @2, $3, @$); }
| NOT negation       { $$ = join (lexer, SVT_NOT, $2, @$); }
| "(" condition ")"  { $$ = $2; $$.place = @$; }
;

relation:
  "<"       { $$ = SVT_LESS; }
| AT_MOST   { $$ = SVT_AT_MOST; }
| MORE      { $$ = SVT_MORE; }
| AT_LEAST  { $$ = SVT_AT_LEAST; }
| EQUAL     { $$ = SVT_EQUAL; }
| UNEQUAL   { $$ = SVT_UNEQUAL; }
;

%%

/* The next token; remembers where the one before it ends. */
static int
svt_yylex (SVT_YYSTYPE *value, SvtPlace *place, void *scanner, SvtLexer *lexer)
{
  guint depth = lexer->depth;
  lexer->previous = lexer->current;
  gboolean begins = svt_begins_statement (lexer);
  int token = lexer->stopped ? SVT_TOKEN_YYEOF : svt_scan (value, place, scanner);
  if (begins) {
    lexer->statement = *place;
    lexer->statement_depth = depth;
  }
  lexer->current = *place;
  return token;
}

/* ---- Messages ------------------------------------------------------------------------ */

/* Sets of tokens that people call by one name, which stands for them when all
 * would do; a set ends with YYSYMBOL_YYEOF. The first that fits is named. */
static const struct {
  const char *text;
  yysymbol_kind_t kinds[14];
} GROUPS[] = {
    {"a statement",
     {YYSYMBOL_THRESHOLD, YYSYMBOL_IF, YYSYMBOL_LOOP, YYSYMBOL_REPEAT, YYSYMBOL_OUTPUT,
      YYSYMBOL_BREAK, YYSYMBOL_CONTINUE, YYSYMBOL_HALT, YYSYMBOL_INT, YYSYMBOL_NAME,
      YYSYMBOL_SAMPLING, YYSYMBOL_SENSITIVITY, YYSYMBOL_CLAIM}},
    {"a condition",
     {YYSYMBOL_NUMBER, YYSYMBOL_NAME, YYSYMBOL_EPS, YYSYMBOL_LEFT, YYSYMBOL_MINUS, YYSYMBOL_NOT}},
    {"'private', 'public' or an expression",
     {YYSYMBOL_PRIVATE, YYSYMBOL_PUBLIC, YYSYMBOL_NUMBER, YYSYMBOL_NAME, YYSYMBOL_EPS,
      YYSYMBOL_LEFT, YYSYMBOL_MINUS}},
    {"an expression",
     {YYSYMBOL_NUMBER, YYSYMBOL_NAME, YYSYMBOL_EPS, YYSYMBOL_LEFT, YYSYMBOL_MINUS}},
    {"a symbol", {YYSYMBOL_NAME, YYSYMBOL_SIGN, YYSYMBOL_NUMBER}},
    {"'private' or 'public'", {YYSYMBOL_PRIVATE, YYSYMBOL_PUBLIC, YYSYMBOL_NAME}},
    {"a comparison",
     {YYSYMBOL_LESS, YYSYMBOL_AT_MOST, YYSYMBOL_MORE, YYSYMBOL_AT_LEAST, YYSYMBOL_EQUAL,
      YYSYMBOL_UNEQUAL}},
    {"an operator", {YYSYMBOL_PLUS, YYSYMBOL_MINUS, YYSYMBOL_TIMES, YYSYMBOL_OVER}},
};

/* What an expected token is called. */
static const char *
describe (yysymbol_kind_t kind)
{
  switch (kind) {
  case YYSYMBOL_NAME:
    return "a name";
  case YYSYMBOL_SIGN:
    return "a sign";
  case YYSYMBOL_NUMBER:
    return "a number";
  case YYSYMBOL_STORE:
    return ":=";
  case YYSYMBOL_AT_LEAST:
    return ">=";
  default:
    return yysymbol_name (kind);
  }
}

/* Names the groups whose tokens are all among kinds, and takes these out. */
static void
name_groups (yysymbol_kind_t *kinds, int n, GPtrArray *names)
{
  for (guint g = 0; g < G_N_ELEMENTS (GROUPS); g++) {
    int found = 0, wanted = 0;
    for (; GROUPS[g].kinds[wanted] != YYSYMBOL_YYEOF; wanted++)
      for (int i = 0; i < n; i++)
        found += kinds[i] == GROUPS[g].kinds[wanted];
    if (found < wanted)
      continue;
    g_ptr_array_add (names, g_strdup (GROUPS[g].text));
    for (int w = 0; w < wanted; w++)
      for (int i = 0; i < n; i++)
        if (kinds[i] == GROUPS[g].kinds[w])
          kinds[i] = YYSYMBOL_YYEMPTY;
  }
}

static gboolean
expects (const yypcontext_t *context, yysymbol_kind_t kind)
{
  yysymbol_kind_t kinds[YYNTOKENS];
  int n = yypcontext_expected_tokens (context, kinds, YYNTOKENS);
  for (int i = 0; i < n; i++)
    if (kinds[i] == kind)
      return TRUE;
  return FALSE;
}

/* `a statement or '}'`; the caller frees it. */
static char *
describe_expected (const yypcontext_t *context)
{
  yysymbol_kind_t kinds[YYNTOKENS];
  int n = yypcontext_expected_tokens (context, kinds, YYNTOKENS);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  /* behind `output SYMBOL` the rare '(' would only confuse */
  for (int i = 0; i < n && expects (context, YYSYMBOL_SEMICOLON); i++)
    if (kinds[i] == YYSYMBOL_LEFT)
      kinds[i] = YYSYMBOL_YYEMPTY;
  name_groups (kinds, n, names);
  for (int i = 0; i < n; i++) {
    gboolean words =
        kinds[i] == YYSYMBOL_NAME || kinds[i] == YYSYMBOL_SIGN || kinds[i] == YYSYMBOL_NUMBER;
    /* where a file may end, something may always follow */
    if (kinds[i] != YYSYMBOL_YYEMPTY && kinds[i] != YYSYMBOL_YYEOF)
      g_ptr_array_add (names, g_strdup_printf (words ? "%s" : "'%s'", describe (kinds[i])));
  }
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 < names->len ? ", " : " or ",
                            (const char *)g_ptr_array_index (names, i));
  return g_string_free (text, FALSE);
}

/* `the keyword 'loop'`; the caller frees it. */
static char *
describe_found (const yypcontext_t *context, const SvtLexer *lexer)
{
  yysymbol_kind_t kind = yypcontext_token (context);
  const SvtPlace *place = yypcontext_location (context);
  if (kind == YYSYMBOL_YYEOF)
    return g_strdup ("the end of the file");
  g_autofree char *quoted =
      couplet_quote (lexer->reporter->text + place->offset, (gssize)place->length);
  const char *what = kind == YYSYMBOL_NAME                                   ? "the name "
                     : kind == YYSYMBOL_NUMBER                               ? "the number "
                     : svt_keyword_find (yysymbol_name (kind),
                                         strlen (yysymbol_name (kind))) != NULL ? "the keyword "
                                                                             : "";
  return g_strconcat (what, quoted, NULL);
}

/* Which brace is open where the text or its mechanism ends; the caller frees it. */
static char *
describe_open (const yypcontext_t *context, const SvtLexer *lexer)
{
  yysymbol_kind_t found = yypcontext_token (context);
  if ((found != YYSYMBOL_YYEOF && found != YYSYMBOL_MECHANISM) || lexer->depth == 0)
    return g_strdup ("");
  return g_strdup_printf ("; the '%c' on line %u is still open",
                          lexer->reporter->text[lexer->open[lexer->depth - 1].offset],
                          lexer->open[lexer->depth - 1].line);
}

/* ---- Words of other languages ---------------------------------------------------------- */

/* The keyword that text, which stands before found, was probably meant to be; NULL =
 * none. Only where a word can neither be a name nor has been checked already. */
static const char *
meant_before (const yypcontext_t *context, const char *text)
{
  yysymbol_kind_t found = yypcontext_token (context);
  gboolean begins_statement =
      expects (context, YYSYMBOL_STORE) && expects (context, YYSYMBOL_EQUALS);
  if (begins_statement && found != YYSYMBOL_PRIVATE && found != YYSYMBOL_PUBLIC)
    return svt_keyword_nearest (text);
  const char *meant = found == YYSYMBOL_LEFT ? svt_keyword_meant (text) : NULL;
  return g_strcmp0 (meant, "lap") == 0 ? meant : NULL;
}

/* The keyword that the unexpected token was probably meant to be; NULL = none. */
static const char *
meant_instead (const yypcontext_t *context, const char *text)
{
  yysymbol_kind_t found = yypcontext_token (context);
  if (found != YYSYMBOL_NAME && found != YYSYMBOL_SIGN)
    return NULL;
  const char *meant = svt_keyword_meant (text);
  const SvtKeyword *keyword =
      meant != NULL ? svt_keyword_find (meant, strcspn (meant, " ")) : NULL;
  return keyword != NULL && expects (context, YYTRANSLATE (keyword->token)) ? meant : NULL;
}

/* The text at place; the caller frees it. */
static char *
text_at (const SvtLexer *lexer, SvtPlace place)
{
  return g_strndup (lexer->reporter->text + place.offset, MIN (place.length, SVT_MAX_NAME));
}

/* TRUE when the word at place was meant to be a keyword, which is reported. */
static gboolean
report_meant (const SvtLexer *lexer, SvtPlace place, const char *text, const char *meant)
{
  if (meant == NULL)
    return FALSE;
  g_autofree char *quoted = couplet_quote (text, -1);
  svt_error (lexer->reporter, place, "%s is not a keyword; did you mean '%s'?", quoted, meant);
  return TRUE;
}

static int
yyreport_syntax_error (const yypcontext_t *context, void *scanner, SvtLexer *lexer)
{
  (void)scanner;
  if (lexer->stopped)
    return 0;
  SvtPlace place = *yypcontext_location (context);
  const SvtPlace *before = &lexer->previous;
  gboolean ends_line = before->line > 0 && place.line > before->line;
  if (ends_line && expects (context, YYSYMBOL_SEMICOLON)) {
    /* what is missing belongs behind the token before, not in front of this one */
    place = (SvtPlace){before->line, before->column + before->length,
                       before->offset + before->length, 0};
    svt_error (lexer->reporter, place, "found the end of the line, expected ';'");
    return 0;
  }
  g_autofree char *word = text_at (lexer, place), *word_before = text_at (lexer, *before);
  if (svt_report_hint (lexer, place) || report_meant (lexer, *before, word_before, meant_before (context, word_before)) ||
      report_meant (lexer, place, word, meant_instead (context, word)))
    return 0;
  g_autofree char *expected = describe_expected (context);
  g_autofree char *found = describe_found (context, lexer);
  g_autofree char *open = describe_open (context, lexer);
  svt_error (lexer->reporter, place, "found %s, expected %s%s", found, expected, open);
  return 0;
}

/* Called by the skeleton when its stack is full. */
static void
svt_yyerror (const SvtPlace *place, void *scanner, SvtLexer *lexer, const char *message)
{
  (void)scanner;
  (void)message;
  svt_error (lexer->reporter, *place, "an expression or condition nested too deeply");
}

SvtFile *
svt_parse (const SvtReporter *reporter)
{
  SvtFile *file = svt_file_new ();
  SvtLexer lexer = {.reporter = reporter, .file = file};
  void *scanner = svt_scanner_new (&lexer);
  if (scanner != NULL)
    svt_yyparse (scanner, &lexer);
  svt_scanner_free (scanner);
  return file;
}
