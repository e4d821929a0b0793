/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_rewrite.h"

#include <string.h>

/* text in the place of length bytes from offset on. */
typedef struct {
  guint32 offset, length;
  char *text;
} Edit;

typedef struct {
  const SvtProgram *program;
  const char *text;
  gsize length;
  GPtrArray *statements; /* SvtStatement, in the order of the text */
  GArray *edits;         /* Edit, by offset */
} Rewriter;

static void
clear_edit (gpointer data)
{
  g_free (((Edit *)data)->text);
}

/* Takes over text, which comes after what has been added at the same offset. */
static void
add_edit (Rewriter *rewriter, gsize offset, gsize length, char *text)
{
  Edit edit = {(guint32)offset, (guint32)length, text};
  guint i = rewriter->edits->len;
  while (i > 0 && g_array_index (rewriter->edits, Edit, i - 1).offset > offset)
    i--;
  g_array_insert_val (rewriter->edits, i, edit);
}

static char *
text_at (const Rewriter *rewriter, SvtPlace place)
{
  return g_strndup (rewriter->text + place.offset, place.length);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* Blocks nest at most SVT_MAX_NESTING deep. */
static void
collect (const SvtBlock *block, GPtrArray *statements)
{
  for (SvtStatement *s = block->first; s != NULL; s = s->next) {
    g_ptr_array_add (statements, s);
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next)
      collect (&b->body, statements);
    collect (&s->body, statements);
  }
}

/* What draw, which may be NULL, adds; NULL = no noise. */
static const SvtSummand *
noise_of (const SvtDraw *draw)
{
  const SvtSummand *summand = draw != NULL ? draw->summands : NULL;
  while (summand != NULL && summand->noise == COUPLET_NOISELESS)
    summand = summand->next;
  return summand;
}

static const SvtSummand *
find_noise (const Rewriter *rewriter, guint32 number)
{
  for (guint i = 0; i < rewriter->statements->len; i++) {
    const SvtStatement *s = rewriter->statements->pdata[i];
    const SvtSummand *noise = noise_of (s->draw);
    if (noise != NULL && number-- == 0)
      return noise;
  }
  return NULL;
}

static gboolean
is_at (SvtPlace place, CoupletPlace wanted)
{
  return place.line == wanted.line && place.column == wanted.column;
}

/* The first of statements of that kind, at place (NULL: anywhere). */
static const SvtStatement *
find_statement (const GPtrArray *statements, SvtStatementKind kind, const CoupletPlace *place)
{
  for (guint i = 0; i < statements->len; i++) {
    const SvtStatement *s = statements->pdata[i];
    if (s->kind == kind && (place == NULL || is_at (s->place, *place)))
      return s;
  }
  return NULL;
}

/* The output of the transition at place, which is its own or that of the branch around it. */
static const SvtStatement *
find_output (const Rewriter *rewriter, CoupletPlace place)
{
  g_autoptr (GPtrArray) inside = g_ptr_array_new ();
  for (guint i = 0; i < rewriter->statements->len; i++) {
    const SvtStatement *s = rewriter->statements->pdata[i];
    for (const SvtBranch *b = s->branches; b != NULL; b = b->next)
      if (is_at (b->place, place))
        collect (&b->body, inside);
  }
  return inside->len > 0 ? find_statement (inside, SVT_OUTPUT, NULL)
                         : find_statement (rewriter->statements, SVT_OUTPUT, &place);
}

/* The last reading of what output shows that stands before it. */
static const SvtStatement *
find_reading (const Rewriter *rewriter, const SvtStatement *output)
{
  const SvtStatement *reading = NULL;
  for (guint i = 0; rewriter->statements->pdata[i] != output; i++) {
    const SvtStatement *s = rewriter->statements->pdata[i];
    if (s->kind == SVT_READ && s->name == output->name)
      reading = s;
  }
  return reading;
}

/* A name that the file does not have. The caller frees it. */
static char *
new_name (const Rewriter *rewriter, const char *name)
{
  char *unique = g_strdup (name);
  for (guint i = 2; g_hash_table_contains (rewriter->program->file->names, unique); i++) {
    g_free (unique);
    unique = g_strdup_printf ("%s_%u", name, i);
  }
  return unique;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The blanks before place, where nothing else stands before it on its line; else NULL. The caller
 * frees them. */
static char *
indentation (const Rewriter *rewriter, SvtPlace place)
{
  gsize begin = place.offset;
  while (begin > 0 && rewriter->text[begin - 1] != '\n')
    begin--;
  gsize blanks = strspn (rewriter->text + begin, " \t");
  return begin + blanks == place.offset ? g_strndup (rewriter->text + begin, blanks) : NULL;
}

/* After the semicolon of a statement. */
static gsize
end_of_statement (const Rewriter *rewriter, const SvtStatement *statement)
{
  gsize at = (gsize)statement->place.offset + statement->place.length;
  while (at < rewriter->length && rewriter->text[at] != ';')
    at += rewriter->text[at] == '#' ? strcspn (rewriter->text + at, "\n") : 1;
  return MIN (at + 1, rewriter->length);
}

/* Takes over line. */
static void
insert_after (Rewriter *rewriter, const SvtStatement *statement, char *line)
{
  g_autofree char *blanks = indentation (rewriter, statement->place);
  char *text =
      blanks != NULL ? g_strdup_printf ("\n%s%s", blanks, line) : g_strdup_printf (" %s", line);
  add_edit (rewriter, end_of_statement (rewriter, statement), 0, text);
  g_free (line);
}

/* Takes over line, which becomes the first of the mechanism. */
static void
insert_first (Rewriter *rewriter, char *line)
{
  const SvtStatement *first = rewriter->program->mechanism->body.first;
  g_autofree char *blanks = indentation (rewriter, first->place);
  char *text =
      blanks != NULL ? g_strdup_printf ("%s\n%s", line, blanks) : g_strdup_printf ("%s ", line);
  add_edit (rewriter, first->place.offset, 0, text);
  g_free (line);
}

/* ---- Changes -------------------------------------------------------------------------------- */

static gboolean
has_names (const Rewriter *rewriter, const SvtExpression *expression)
{
  const SvtTerm *terms = svt_expression_terms (rewriter->program->file, expression);
  for (guint32 i = 0; i < expression->n; i++)
    if (terms[i].kind == SVT_VARIABLE)
      return TRUE;
  return FALSE;
}

/* `3/eps`, `(3/2)/eps`: a scale without names as a new one. */
static char *
new_scale (const CoupletRational *value)
{
  g_autofree char *number = couplet_rational_to_string (value);
  return g_strdup_printf (strchr (number, '/') != NULL ? "(%s)/eps" : "%s/eps", number);
}

static gboolean
change_scale (Rewriter *rewriter, const CoupletChange *change)
{
  const SvtProgram *program = rewriter->program;
  const SvtSummand *noise = find_noise (rewriter, change->noise);
  if (noise == NULL)
    return FALSE;
  const SvtValues values = {program->reporter, program->file, program->parameters, NULL};
  g_auto (CoupletRational) value, factor;
  int power;
  couplet_rational_init (&value);
  couplet_rational_init (&factor);
  if (!couplet_rational_parse (&factor, change->factor, strlen (change->factor), NULL) ||
      !svt_evaluate (&values, &noise->value, &value, &power))
    return FALSE;
  if (mpq_sgn (value.value) == 0)
    return TRUE; /* without noise */
  mpq_mul (value.value, value.value, factor.value);
  g_autofree char *before = text_at (rewriter, noise->value.place);
  add_edit (rewriter, noise->value.place.offset, noise->value.place.length,
            has_names (rewriter, &noise->value)
                ? g_strdup_printf ("(%s)*%s", before, change->factor)
                : new_scale (&value));
  return TRUE;
}

static void
count_to_halt (Rewriter *rewriter, const SvtStatement *output, guint32 times)
{
  g_autofree char *counter = new_name (rewriter, "times");
  if (times == 1 && output->next == NULL) {
    insert_after (rewriter, output, g_strdup ("halt;"));
    return;
  }
  insert_first (rewriter, g_strdup_printf ("int %s = 0;", counter));
  insert_after (rewriter, output, g_strdup_printf ("%s = %s + 1;", counter, counter));
  insert_after (rewriter, output, g_strdup_printf ("if %s >= %u { halt; }", counter, times));
}

static void
replace (Rewriter *rewriter, const SvtStatement *statement, char *text)
{
  add_edit (rewriter, statement->place.offset, statement->place.length, text);
}

static gboolean
draw_fresh (Rewriter *rewriter, const SvtStatement *output)
{
  const SvtStatement *reading = find_reading (rewriter, output);
  const SvtSummand *noise = reading != NULL ? noise_of (reading->draw) : NULL;
  if (noise == NULL)
    return FALSE;
  g_autofree char *text = text_at (rewriter, noise->place);
  replace (rewriter, output, g_strdup_printf ("output fresh %s", text));
  return TRUE;
}

static gboolean
redraw (Rewriter *rewriter, const SvtStatement *output, CoupletPlace drawn)
{
  const SvtStatement *reading = find_statement (rewriter->statements, SVT_READ, &drawn);
  if (reading == NULL)
    return FALSE;
  g_autofree char *text = text_at (rewriter, reading->place);
  insert_after (rewriter, output, g_strdup_printf ("%s;", text));
  return TRUE;
}

static gboolean
make_change (Rewriter *rewriter, const CoupletChange *change)
{
  if (change->kind == COUPLET_CHANGE_SCALE)
    return change_scale (rewriter, change);
  const SvtStatement *output = find_output (rewriter, change->place);
  if (output == NULL)
    return FALSE;
  switch (change->kind) {
  case COUPLET_CHANGE_STOP:
    count_to_halt (rewriter, output, change->times);
    return TRUE;
  case COUPLET_CHANGE_SYMBOL: {
    g_autofree char *symbol = new_name (rewriter, "answered");
    replace (rewriter, output, g_strdup_printf ("output %s", symbol));
    return TRUE;
  }
  case COUPLET_CHANGE_FRESH:
    return draw_fresh (rewriter, output);
  default:
    return redraw (rewriter, output, change->drawn);
  }
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* The text with the edits made. */
static void
write_edited (CoupletContext *context, const Rewriter *rewriter)
{
  gsize done = 0;
  for (guint i = 0; i < rewriter->edits->len; i++) {
    const Edit *edit = &g_array_index (rewriter->edits, Edit, i);
    couplet_context_write (context, rewriter->text + done, edit->offset - done);
    couplet_context_write (context, edit->text, strlen (edit->text));
    done = (gsize)edit->offset + edit->length;
  }
  couplet_context_write (context, rewriter->text + done, rewriter->length - done);
}

gboolean
svt_rewrite (CoupletContext *context, const SvtProgram *program, const CoupletChange *changes,
             guint n)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_array_set_clear_func (edits, clear_edit);
  Rewriter rewriter = {program, program->reporter->text, program->reporter->length, statements,
                       edits};
  collect (&program->mechanism->body, statements);
  for (guint i = 0; i < n; i++)
    if (!make_change (&rewriter, &changes[i]))
      return FALSE;
  write_edited (context, &rewriter);
  return TRUE;
}
