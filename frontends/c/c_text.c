/* SPDX-License-Identifier: Apache-2.0 */
#include "c_text.h"

#include "c_words.h"

#include <couplet/text.h>

#define MOST_STARS 8 /* one behind the other: pycparser takes its time for each */

typedef struct {
  CText *text;
  SvtFile *file;
  gsize at, length;
  guint nesting, stars;
  gboolean failed;
} Cleaner;

static SvtPlace
place_at (const CText *text, gsize offset, gsize length)
{
  const GArray *lines = text->source->lines;
  guint low = 0, high = lines->len;
  while (high - low > 1) {
    guint middle = (low + high) / 2;
    if (g_array_index (lines, guint32, middle) <= offset)
      low = middle;
    else
      high = middle;
  }
  long column = (long)(offset - g_array_index (lines, guint32, low));
  return python_place (text->source, (long)low + 1, column, (long)low + 1, column + (long)length);
}

static void
refuse (Cleaner *cleaner, gsize offset, gsize length, const char *what, const char *advice)
{
  cleaner->failed = TRUE;
  svt_error (cleaner->text->source->reporter, place_at (cleaner->text, offset, length),
             "%s is not read; %s", what, advice);
}

/* ---- Comments ---------------------------------------------------------------------------- */

static void
blank (Cleaner *cleaner, gsize from, gsize to)
{
  for (char *text = cleaner->text->text; from < to; from++)
    if (text[from] != '\n')
      text[from] = ' ';
}

/* Whether offset stands in a line of the preprocessor, which would go on behind a comment. */
static gboolean
is_behind_hash (const char *text, gsize offset)
{
  while (offset > 0 && text[offset - 1] != '\n')
    offset--;
  return text[offset + strspn (text + offset, " ")] == '#';
}

static void
skip_comment (Cleaner *cleaner)
{
  const char *text = cleaner->text->text;
  gsize start = cleaner->at;
  const char *end =
      text[start + 1] == '/' ? strchr (text + start, '\n') : strstr (text + start + 2, "*/");
  if (end == NULL && text[start + 1] == '*')
    refuse (cleaner, start, 2, "a comment without an end", "close it with '*/'");
  if (end != NULL && is_behind_hash (text, start) &&
      memchr (text + start, '\n', (gsize)(end - text) - start) != NULL)
    refuse (cleaner, start, 2, "a comment over several lines behind '#'", "close it in its line");
  if (end == NULL)
    cleaner->at = cleaner->length;
  else
    cleaner->at = (gsize)(end - text) + (text[start + 1] == '*' ? 2 : 0);
  blank (cleaner, start, cleaner->at);
}

/* A text or letter between marks, which ends in its line. */
static void
skip_text (Cleaner *cleaner)
{
  const char *text = cleaner->text->text;
  gsize start = cleaner->at++;
  while (text[cleaner->at] != text[start] && text[cleaner->at] != '\n' && text[cleaner->at] != '\0')
    cleaner->at += 1 + (text[cleaner->at] == '\\' && text[cleaner->at + 1] != '\0');
  if (text[cleaner->at] == text[start])
    cleaner->at++;
  else
    refuse (cleaner, start, 1, "a text without an end", "close it in its line");
}

static void
count_bracket (Cleaner *cleaner, char c)
{
  if (strchr ("([{", c) != NULL && cleaner->nesting++ == C_MAX_NESTING)
    refuse (cleaner, cleaner->at, 1, "code nested so deep", "write fewer levels");
  else if (strchr (")]}", c) != NULL && cleaner->nesting > 0)
    cleaner->nesting--;
  cleaner->stars = c == '*' ? cleaner->stars + 1 : 0;
  if (cleaner->stars == MOST_STARS)
    refuse (cleaner, cleaner->at, 1, "a pointer to so many pointers", "use numbers and one array");
}

/* A backslash outside texts joins lines, or is none of C's. */
static gboolean
check_character (Cleaner *cleaner, const char *at)
{
  if (*at == '\\')
    refuse (cleaner, cleaner->at, 1, "a line that goes on behind '\\'", "write it in one line");
  else if (at[0] == '?' && at[1] == '?' && at[2] != '\0' && strchr ("=/'()!<>-", at[2]) != NULL)
    refuse (cleaner, cleaner->at, 3, "a character by '?\?'", "write the character itself");
  else if ((guchar)*at >= 0x80)
    refuse (cleaner, cleaner->at, 1, "a letter that is not one of ASCII's", "use others in names");
  return !cleaner->failed;
}

/* The trigraph of a backslash joins lines, too, and ends texts elsewhere than they seem to. */
static void
refuse_trigraph (Cleaner *cleaner)
{
  const char *found = strstr (cleaner->text->text, "?\?/");
  if (found != NULL)
    refuse (cleaner, (gsize)(found - cleaner->text->text), 3,
            "'?\?/', which ISO C takes for a backslash,", "write other characters");
}

/* Carriage returns become blanks or line feeds, as python_text_init() counts lines. */
static void
unify_lines (CText *text, gsize length)
{
  for (gsize i = 0; i < length; i++) {
    char *c = &text->text[i];
    if (*c == '\r')
      *c = c[1] == '\n' ? ' ' : '\n';
    else if (*c == '\f' || *c == '\v' || *c == '\t')
      *c = ' ';
  }
}

static void
remove_comments (Cleaner *cleaner)
{
  const char *text = cleaner->text->text;
  for (const char *back = strchr (text, '\\'); back != NULL; back = strchr (back + 1, '\\'))
    if (back[1 + strspn (back + 1, " ")] == '\n') {
      cleaner->at = (gsize)(back - text);
      check_character (cleaner, back);
      return;
    }
  while (cleaner->at < cleaner->length && !cleaner->failed) {
    const char *at = text + cleaner->at;
    if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
      skip_comment (cleaner);
    else if (*at == '"' || *at == '\'')
      skip_text (cleaner);
    else if (check_character (cleaner, at)) {
      if (*at != ' ' && *at != '\n')
        count_bracket (cleaner, *at);
      cleaner->at++;
    }
  }
}

/* ---- The preprocessor ---------------------------------------------------------------------- */

static gsize
word_length (const char *at)
{
  gsize n = 0;
  while (g_ascii_isalnum (at[n]) || at[n] == '_')
    n++;
  return n;
}

const CMacro *
c_text_find (const CText *text, const char *name)
{
  for (guint i = 0; i < text->macros->len; i++) {
    const CMacro *macro = &g_array_index (text->macros, CMacro, i);
    if (g_str_equal (macro->name, name))
      return macro;
  }
  return NULL;
}

/* What a macro of that name would change: NULL = nothing that is read. */
static const char *
check_macro (const CText *text, const char *name, gboolean has_arguments)
{
  if (c_text_find (text, name) != NULL)
    return "a macro that is defined twice";
  if (!has_arguments && (c_is_keyword (name) || c_is_believed (name)))
    return "a macro with the name of a word of C, of noise or of output";
  return has_arguments && !c_is_believed (name) ? "a macro with arguments" : NULL;
}

/* The number in rest, perhaps in brackets or with a sign; NULL = it is none. */
static char *
macro_number (char *rest)
{
  g_strstrip (rest);
  gsize length = strlen (rest);
  if (length > 2 && rest[0] == '(' && rest[length - 1] == ')') {
    rest[length - 1] = '\0';
    return macro_number (rest + 1);
  }
  const char *digits = rest + (*rest == '-');
  gboolean is_integer;
  const char *wrong;
  if (!g_ascii_isdigit (digits[0]) && digits[0] != '.')
    return NULL;
  g_autofree char *number = c_number_read (digits, &is_integer, &wrong);
  return number != NULL ? g_strdup (rest) : NULL;
}

static void
read_define (Cleaner *cleaner, gsize at, gsize end)
{
  char *text = cleaner->text->text;
  gsize length = word_length (text + at);
  CMacro macro = {.name = couplet_arena_strndup (cleaner->file->arena, text + at, length),
                  .place = place_at (cleaner->text, at, length)};
  gboolean arguments = text[at + length] == '(';
  const char *wrong = check_macro (cleaner->text, macro.name, arguments);
  g_autofree char *rest = g_strndup (text + at + length, end - at - length);
  g_autofree char *number = wrong == NULL && !arguments ? macro_number (rest) : NULL;
  if (wrong == NULL && !arguments && number == NULL)
    wrong = "a macro that is no number";
  if (wrong != NULL) {
    refuse (cleaner, at, length, wrong, "write what it stands for");
    return;
  }
  if (number != NULL)
    macro.number = couplet_arena_strndup (cleaner->file->arena, number, strlen (number));
  else
    svt_warning (cleaner->text->source->reporter, macro.place,
                 "'%s' is taken for what its name says; the macro is not read", macro.name);
  g_array_append_val (cleaner->text->macros, macro);
}

static void
read_include (Cleaner *cleaner, gsize at, gsize end)
{
  const char *text = cleaner->text->text;
  if (memchr (text + at, '"', end - at) != NULL)
    svt_warning (cleaner->text->source->reporter, place_at (cleaner->text, at, end - at),
                 "the file is not opened; what it declares or defines is not known");
}

static gboolean
is_once (const char *text, CoupletText word, gsize next)
{
  return couplet_text_is (word, "pragma") && word_length (text + next) == strlen ("once") &&
         g_str_has_prefix (text + next, "once");
}

/* The line from at on, where its '#' stands, to end. */
static void
read_directive (Cleaner *cleaner, gsize at, gsize end)
{
  const char *text = cleaner->text->text;
  gsize word = at + 1 + strspn (text + at + 1, " ");
  gsize length = word_length (text + word),
        next = word + length + strspn (text + word + length, " ");
  CoupletText name = {text + word, length};
  if (couplet_text_is (name, "define"))
    read_define (cleaner, next, end);
  else if (couplet_text_is (name, "include"))
    read_include (cleaner, next, end);
  else if (length > 0 && !is_once (text, name, next)) {
    g_autofree char *what = g_strdup_printf ("'#%.*s'", (int)length, name.text);
    refuse (cleaner, at, length + 1, what, "write the file as it is compiled");
  }
  blank (cleaner, at, end);
}

static void
read_directives (Cleaner *cleaner)
{
  const char *text = cleaner->text->text;
  for (gsize start = 0; start < cleaner->length && !cleaner->failed;) {
    const char *line_end = strchr (text + start, '\n');
    gsize end = line_end != NULL ? (gsize)(line_end - text) : cleaner->length;
    gsize at = start + strspn (text + start, " ");
    if (text[at] == '#')
      read_directive (cleaner, at, end);
    start = end + 1;
  }
}

/* ---- All of it ------------------------------------------------------------------------------- */

gboolean
c_text_init (CText *text, const PythonText *source, SvtFile *file)
{
  gsize length = source->reporter->length, mark = python_text_mark (source->reporter);
  *text = (CText){source, g_malloc (length + 1), g_array_new (FALSE, FALSE, sizeof (CMacro))};
  memcpy (text->text, source->reporter->text, length);
  text->text[length] = '\0';
  Cleaner cleaner = {.text = text, .file = file, .length = length};
  unify_lines (text, length);
  blank (&cleaner, 0, mark);
  refuse_trigraph (&cleaner);
  if (!cleaner.failed)
    remove_comments (&cleaner);
  if (!cleaner.failed)
    read_directives (&cleaner);
  return !cleaner.failed;
}

void
c_text_clear (CText *text)
{
  g_clear_pointer (&text->text, g_free);
  g_clear_pointer (&text->macros, g_array_unref);
}
