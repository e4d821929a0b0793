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

/* One line of a header, the others left out; where its word stands. */
typedef struct {
  const char *word;
  SvtPlace place;
  SvtHeader says;
} HeaderLine;
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
#include "svt_keywords.h"
#include "svt_syntax.h"

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

/* ---- Nodes ------------------------------------------------------------------------ */

static CoupletText
text_at (const SvtLexer *lexer, SvtPlace place)
{
  return (CoupletText){lexer->reporter->text + place.offset, place.length};
}

static SvtName *
intern_number (SvtLexer *lexer, SvtPlace place)
{
  return svt_file_intern (lexer->file, lexer->reporter->text + place.offset,
                          MIN (place.length, SVT_MAX_NAME));
}

static SvtDraw *
add_noise (SvtLexer *lexer, SvtDraw *draw, CoupletNoiseKind kind, SvtExpression scale,
           SvtPlace place)
{
  svt_build_add (lexer->file, draw, kind, scale, FALSE, place);
  return draw;
}

static SvtDraw *
add_constant (SvtLexer *lexer, SvtDraw *draw, SvtExpression value, gboolean is_negative,
              SvtPlace place)
{
  svt_build_add (lexer->file, draw, COUPLET_NOISELESS, value, is_negative, place);
  return draw;
}

/* Adds what one header line says to header. */
static void
add_header (const SvtLexer *lexer, SvtHeader *header, const HeaderLine *line)
{
  const SvtHeader *one = &line->says;
  if ((header->has_sampling && one->has_sampling) ||
      (header->has_adjacency && one->has_adjacency) ||
      (header->has_sensitivity && one->has_sensitivity) || (header->has_claim && one->has_claim))
    svt_error (lexer->reporter, line->place, "'%s' is given twice", line->word);
  if (one->has_sampling)
    header->sampling = one->sampling;
  if (one->has_adjacency)
    header->adjacency = one->adjacency;
  if (one->has_sensitivity)
    header->sensitivity = one->sensitivity;
  if (one->has_claim)
    header->claim = one->claim;
  header->has_sampling |= one->has_sampling;
  header->has_adjacency |= one->has_adjacency;
  header->has_sensitivity |= one->has_sensitivity;
  header->has_claim |= one->has_claim;
}

static void
check_top (const SvtLexer *lexer, const SvtStatement *before, const HeaderLine *line)
{
  if (before != NULL || lexer->depth != 1)
    svt_error (lexer->reporter, line->place,
               "'%s' must stand at the top: before the first statement of the mechanism, or before "
               "the first mechanism",
               line->word);
}
}

%union {
  SvtName *name;
  SvtExpression expression;
  SvtCondition condition;
  SvtRelation relation;
  CoupletInput input;
  CoupletSampling sampling;
  CoupletAdjacency adjacency;
  CoupletNoiseKind noise;
  gboolean floating;
  HeaderLine header;
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
%token PRIVATE "private" PUBLIC "public" LAP "lap" EPS "eps" FRESH "fresh" SAMPLING "sampling" SHARED "shared" INDEPENDENT "independent" QUERIES "queries" SENSITIVITY "sensitivity" CLAIM "claim" AND "and" OR "or" NOT "not"
%token INT "int" ANY "any" MONOTONIC "monotonic" ONE "one" DLAP "dlap" EXP "exp" AGAIN "again" ARGMAX "argmax" SNAP "snap" FLOATING "floating"
%token STORE ":=" AT_LEAST ">=" AT_MOST "<=" MORE ">" EQUAL "==" UNEQUAL "!=" NUMBER COMMENT
%token OPEN "{" CLOSE "}" LEFT "(" RIGHT ")" SEMICOLON ";" COMMA ","
%token EQUALS "=" PLUS "+" MINUS "-" TIMES "*" OVER "/" LESS "<"
%token <name> NAME SIGN

%type <expression> sum product factor times
%type <condition> condition conjunction negation
%type <relation> relation
%type <input> input
%type <sampling> sampling
%type <adjacency> adjacency
%type <noise> noise
%type <floating> floating
%type <header> header
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
| tops header  { add_header (lexer, &lexer->file->header, &$2); }
;

header:
  SAMPLING sampling ";" {
    $$ = (HeaderLine){"sampling", @1, {.has_sampling = TRUE, .sampling = $2}};
  }
| QUERIES adjacency ";" {
    $$ = (HeaderLine){"queries", @1, {.has_adjacency = TRUE, .adjacency = $2}};
  }
| SENSITIVITY sum ";" {
    $$ = (HeaderLine){"sensitivity", @1, {.has_sensitivity = TRUE, .sensitivity = $2}};
  }
| CLAIM sum ";"  { $$ = (HeaderLine){"claim", @1, {.has_claim = TRUE, .claim = $2}}; }
;

mechanisms:
  %empty
| mechanisms mechanism  { svt_file_append (lexer->file, $2); }
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
    $$ = svt_build_mechanism (lexer->file, $2, @2);
    $$->parameters = $3.first;
  }
| MECHANISM error { $$ = svt_build_mechanism (lexer->file, NULL, @1); }
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
  NAME          { $$.first = $$.last = svt_build_parameter (lexer->file, $1, @1, NULL); }
| NAME "=" sum  { $$.first = $$.last = svt_build_parameter (lexer->file, $1, @1, &$3); }
;

sampling:
  SHARED       { $$ = COUPLET_SHARED; }
| INDEPENDENT  { $$ = COUPLET_INDEPENDENT; }
;

adjacency:
  ANY        { $$ = COUPLET_ADJACENT_ANY; }
| MONOTONIC  { $$ = COUPLET_ADJACENT_MONOTONIC; }
| ONE        { $$ = COUPLET_ADJACENT_ONE; }
;

statements:
  %empty                { $$.first = $$.last = NULL; }
| statements statement  { $$ = $1; svt_build_append (&$$, $2); }
| statements header {
    $$ = $1;
    check_top (lexer, $1.first, &$2);
    add_header (lexer, &lexer->header, &$2);
  }
| statements error ";"    { $$ = $1; yyerrok; }
| statements error block  { $$ = $1; yyerrok; }
;

block:
  "{" statements "}"        { $$ = (SvtBlock){$2.first, @$}; }
| "{" statements error "}"  { $$ = (SvtBlock){$2.first, @$}; yyerrok; }
;

statement:
  simple ";"
| unfinished      { $$ = NULL; }
| unfinished ";"  { $$ = NULL; }
| branches        { $$ = svt_build_if (lexer->file, $1.first); } %prec ELSE
| branches ELSE block {
    $1.last->next = svt_build_branch (lexer->file, @2, NULL, $3);
    $$ = svt_build_if (lexer->file, $1.first);
  }
| LOOP block          { $$ = svt_build_loop (lexer->file, $2, @1); }
| LOOP error block    { $$ = NULL; yyerrok; }
| REPEAT times block  { $$ = svt_build_repeat (lexer->file, $2, $3, @1); }
;

/* What was begun well: the next statement may begin where it went wrong. */
unfinished:
  NAME "=" draw error
| NAME "=" sum error
| INT NAME "=" sum error
| THRESHOLD NAME "=" draw error
| NAME STORE NAME error
| OUTPUT NAME error
| OUTPUT NAME "-" NAME error
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
  IF condition block {
    $$.first = $$.last = svt_build_branch (lexer->file, @1, &$2, $3);
  }
| IF error block {
    $$.first = $$.last = svt_build_branch (lexer->file, @1, NULL, $3);
    yyerrok;
  }
| branches ELSE IF condition block {
    $$ = $1;
    $$.last = $$.last->next = svt_build_branch (lexer->file, @3, &$4, $5);
  }
| branches ELSE IF error block { $$ = $1; yyerrok; }
;

simple:
  NAME "=" draw            { $$ = svt_build_read (lexer->file, FALSE, $1, @1, $3, @$); }
| THRESHOLD NAME "=" draw  { $$ = svt_build_read (lexer->file, TRUE, $2, @2, $4, @$); }
| INT NAME "=" sum         { $$ = svt_build_set (lexer->file, SVT_DECLARE, $2, @2, @3, $4, @$); }
| NAME "=" sum             { $$ = svt_build_set (lexer->file, SVT_SET, $1, @1, @2, $3, @$); }
| NAME STORE NAME          { $$ = svt_build_store (lexer->file, $1, @1, $3, @3, @$); }
| OUTPUT NAME              { $$ = svt_build_output (lexer->file, $2, @2, @$); }
| OUTPUT SIGN              { $$ = svt_build_output (lexer->file, $2, @2, @$); }
| OUTPUT NUMBER {
    $$ = svt_build_output (lexer->file, intern_number (lexer, @2), @2, @$);
  }
| OUTPUT NAME "(" NAME ")" {
    $$ = svt_build_output_of (lexer->file, SVT_OUTPUT_VALUE, $2, @2, $4, @4, @$);
  }
| OUTPUT NAME "-" NAME {
    $$ = svt_build_output_of (lexer->file, SVT_OUTPUT_GAP, $2, @2, $4, @4, @$);
  }
| OUTPUT fresh             { $$ = svt_build_output_fresh (lexer->file, $2, @$); }
| OUTPUT ARGMAX "(" sum "," draw ")" {
    $$ = svt_build_output_argmax (lexer->file, $4, $6, @$);
  }
| OUTPUT SNAP "(" draw "," sum "," sum floating ")" {
    $$ = svt_build_output_snap (lexer->file, FALSE, $4, $6, $8, $9, @$);
  }
| OUTPUT SNAP "(" fresh "," sum "," sum floating ")" {
    $$ = svt_build_output_snap (lexer->file, TRUE, $4, $6, $8, $9, @$);
  }
| BREAK                    { $$ = svt_build_jump (lexer->file, SVT_BREAK, @1); }
| CONTINUE                 { $$ = svt_build_jump (lexer->file, SVT_CONTINUE, @1); }
| HALT                     { $$ = svt_build_jump (lexer->file, SVT_HALT, @1); }
;

floating:
  %empty        { $$ = FALSE; }
| "," FLOATING  { $$ = TRUE; }
;

input:
  PRIVATE  { $$ = COUPLET_PRIVATE; }
| PUBLIC   { $$ = COUPLET_PUBLIC; }
| AGAIN    { $$ = COUPLET_AGAIN; }
;

noise:
  LAP   { $$ = svt_noise_of (SVT_TOKEN_LAP); }
| DLAP  { $$ = svt_noise_of (SVT_TOKEN_DLAP); }
| EXP   { $$ = svt_noise_of (SVT_TOKEN_EXP); }
;

draw:
  input             { $$ = svt_build_draw (lexer->file, $1, @1); }
| draw "+" product  { $$ = add_constant (lexer, $1, $3, FALSE, @3); }
| draw "-" product  { $$ = add_constant (lexer, $1, $3, TRUE, @3); }
| draw "+" noise "(" sum ")"  { $$ = add_noise (lexer, $1, $3, $5, svt_place_span (@3, @6)); }
;

fresh:
  FRESH product {
    $$ = add_constant (lexer, svt_build_draw (lexer->file, COUPLET_PRIVATE, @1), $2, FALSE, @2);
  }
| FRESH noise "(" sum ")" {
    $$ = add_noise (lexer, svt_build_draw (lexer->file, COUPLET_PRIVATE, @1), $2, $4,
                    svt_place_span (@2, @5));
  }
| fresh "+" product  { $$ = add_constant (lexer, $1, $3, FALSE, @3); }
| fresh "-" product  { $$ = add_constant (lexer, $1, $3, TRUE, @3); }
| fresh "+" noise "(" sum ")"  { $$ = add_noise (lexer, $1, $3, $5, svt_place_span (@3, @6)); }
;

sum:
  product
| sum "+" product  { $$ = svt_build_operation (lexer->file, SVT_ADD, $1, @$); }
| sum "-" product  { $$ = svt_build_operation (lexer->file, SVT_SUBTRACT, $1, @$); }
;

product:
  factor
| product "*" factor  { $$ = svt_build_operation (lexer->file, SVT_MULTIPLY, $1, @$); }
| product "/" factor  { $$ = svt_build_operation (lexer->file, SVT_DIVIDE, $1, @$); }
;

factor:
  NUMBER       { $$ = svt_build_number (lexer->file, text_at (lexer, @1), @1); }
| NAME         { $$ = svt_build_name (lexer->file, $1, @1); }
| EPS          { $$ = svt_build_eps (lexer->file, @1); }
| "(" sum ")"  { $$ = $2; $$.place = @$; }
| "-" factor   { $$ = svt_build_operation (lexer->file, SVT_NEGATE, $2, @$); }
;

condition:
  conjunction
| condition OR conjunction  { $$ = svt_build_connective (lexer->file, SVT_OR, $1, @$); }
;

conjunction:
  negation
| conjunction AND negation  { $$ = svt_build_connective (lexer->file, SVT_AND, $1, @$); }
;

negation:
  sum relation sum   { $$ = svt_build_comparison (lexer->file, $1, $2, @2, $3, @$); }
| NOT negation       { $$ = svt_build_connective (lexer->file, SVT_NOT, $2, @$); }
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

/* What the grammar knows of the error, for svt_report_syntax(). */
static int
yyreport_syntax_error (const yypcontext_t *context, void *scanner, SvtLexer *lexer)
{
  (void)scanner;
  yysymbol_kind_t kinds[YYNTOKENS], found = yypcontext_token (context);
  const char *expected[YYNTOKENS];
  int n = yypcontext_expected_tokens (context, kinds, YYNTOKENS);
  SvtSyntax syntax = {.found = found == YYSYMBOL_YYEOF ? NULL : yysymbol_name (found),
                      .place = *yypcontext_location (context),
                      .expected = expected};
  for (int i = 0; i < n; i++)
    /* where a file may end, something may always follow */
    if (kinds[i] != YYSYMBOL_YYEOF)
      expected[syntax.n_expected++] = yysymbol_name (kinds[i]);
  if (!lexer->stopped)
    svt_report_syntax (lexer, &syntax);
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
