/* SPDX-License-Identifier: Apache-2.0 */
/* The printers of documents: nothing is lost, nothing is too wide, and every
 * character survives the format it is put into. */
#include "document.h"
#include "html_printer.h"
#include "latex_printer.h"
#include "latex_width.h"
#include "markdown_printer.h"
#include "plain_line.h"
#include "text_printer.h"

#include <string.h>

#include "unit.h"

#define DOCUMENTS 400

static const char *const WORDS[] = {"a",
                                    "threshold",
                                    "insample < x",
                                    "q_1",
                                    "50%",
                                    "{brace",
                                    "back\\slash",
                                    "pipe|pipe",
                                    "`tick",
                                    "``ticks``",
                                    "$money",
                                    "~tilde^",
                                    "#hash & others",
                                    "\"",
                                    "*star*",
                                    "\u4e2d\u6587",
                                    "\u00e9t\u00e9",
                                    "e\u0301",
                                    "<html>",
                                    "[link]"};

/* Words of all kinds, a sign, a number. */
static void
fill (Line *line, GRand *random)
{
  for (int n = g_rand_int_range (random, 0, 9); n > 0; n--) {
    const char *word = WORDS[g_rand_int_range (random, 0, G_N_ELEMENTS (WORDS))];
    Line *exponent;
    switch (g_rand_int_range (random, 0, 8)) {
    case 0:
      line_put (line, "%s{b} ", word);
      break;
    case 1:
      line_put (line, "%s{c} ", word);
      break;
    case 2:
      line_put (line, "%s{r} ", word);
      break;
    case 3:
      line_put (line, "%s{v}%u{i}{1}{<=}%s{m}", word, 12, "-7/3");
      break;
    case 4:
      exponent = line_new ();
      line_put (exponent, "%d{*}{eps}", 2);
      line_put (line, "%s{v}%p{p} ", "e", exponent);
      break;
    case 5:
      exponent = line_new ();
      line_put (exponent, "%s{c}", word);
      line_put (line, "%s%p{n} ", word, exponent);
      break;
    default:
      line_put (line, "%s ", word);
    }
  }
}

static Document *
random_document (GRand *random)
{
  Document *document = document_new ();
  fill (document_heading (document, 1), random);
  for (int n = g_rand_int_range (random, 1, 6); n > 0; n--)
    switch (g_rand_int_range (random, 0, 4)) {
    case 0:
      fill (document_heading (document, 2), random);
      break;
    case 1:
      fill (document_item (document), random);
      break;
    case 2:
      fill (document_paragraph (document), random);
      break;
    default: {
      Table *table = document_table (document);
      for (int c = g_rand_int_range (random, 1, 5); c > 0; c--)
        table_add_column (table, "Title", g_rand_boolean (random));
      for (int r = g_rand_int_range (random, 0, 90); r > 0; r--) {
        Row *row = table_add_row (table);
        for (guint c = 0; c < table->columns->len; c++)
          fill (row_cell (row, c), random);
      }
    }
    }
  return document;
}

/* How often each character but spaces and strokes occurs. */
static GHashTable *
count_characters (const char *text)
{
  GHashTable *counts = g_hash_table_new (NULL, NULL);
  for (; *text != '\0'; text = g_utf8_next_char (text)) {
    gunichar c = g_utf8_get_char (text);
    if (c <= ' ' || c == 0x2500 || c == 0x2550 || c == 0x2022)
      continue;
    gpointer key = GUINT_TO_POINTER (c);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
    g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));
  }
  return counts;
}

static void
append_plain (GString *out, const Line *line)
{
  g_autofree char *text = plain_line (line, TRUE);
  g_string_append (out, text);
}

static GString *
all_plain (const Document *document)
{
  GString *out = g_string_new (NULL);
  for (guint b = 0; b < document->blocks->len; b++) {
    const Block *block = document->blocks->pdata[b];
    if (block->kind != BLOCK_TABLE) {
      append_plain (out, block->line);
      continue;
    }
    for (guint c = 0; c < block->table->columns->len; c++)
      append_plain (out, g_array_index (block->table->columns, Column, c).title);
    for (guint r = 0; r < block->table->rows->len; r++)
      for (guint c = 0; c < block->table->columns->len; c++)
        append_plain (out, row_cell (block->table->rows->pdata[r], c));
  }
  return out;
}

static void
check_nothing_lost (const Document *document, const char *printed)
{
  g_autoptr (GString) plain = all_plain (document);
  g_autoptr (GHashTable) expected = count_characters (plain->str);
  g_autoptr (GHashTable) found = count_characters (printed);
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    assert_ptr_equal (g_hash_table_lookup (found, key), value);
}

static void
check_widths (const char *text, guint columns)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    assert_true (plain_width (*line, NULL) <= columns);
    assert_false (g_str_has_suffix (*line, " "));
  }
}

static void
test_text (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  for (int i = 0; i < DOCUMENTS; i++) {
    g_autoptr (Document) document = random_document (random);
    const TextStyle style = {.columns = (guint)g_rand_int_range (random, 40, 100), .utf8 = TRUE};
    g_autoptr (GString) out = g_string_new (NULL);
    print_text (document, &style, out);
    assert_true (g_utf8_validate (out->str, -1, NULL));
    check_widths (out->str, style.columns);
    check_nothing_lost (document, out->str);
  }
  (void)state;
}

static void
test_ascii (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  for (int i = 0; i < DOCUMENTS; i++) {
    g_autoptr (Document) document = random_document (random);
    const TextStyle style = {.columns = 80};
    g_autoptr (GString) out = g_string_new (NULL);
    print_text (document, &style, out);
    assert_true (g_str_is_ascii (out->str));
    check_widths (out->str, 80);
  }
  (void)state;
}

/* Without its escape sequences coloured text is the same. */
static void
test_colour (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GRegex) escape = g_regex_new ("\033\\[[0-9]*m", 0, 0, NULL);
  for (int i = 0; i < DOCUMENTS; i++) {
    g_autoptr (Document) document = random_document (random);
    TextStyle style = {.columns = 80, .utf8 = TRUE};
    g_autoptr (GString) plain = g_string_new (NULL);
    g_autoptr (GString) coloured = g_string_new (NULL);
    print_text (document, &style, plain);
    style.colour = TRUE;
    print_text (document, &style, coloured);
    g_autofree char *bare = g_regex_replace_literal (escape, coloured->str, -1, 0, "", 0, NULL);
    assert_true (strcmp (bare, coloured->str) != 0 || !strchr (coloured->str, '\033'));
    assert_string_equal (bare, plain->str);
  }
  (void)state;
}

/* Bars that no backslash escapes. */
static guint
count_bars (const char *line)
{
  guint n = 0;
  for (; *line != '\0'; line++)
    if (*line == '\\' && line[1] != '\0')
      line++;
    else if (*line == '|')
      n++;
  return n;
}

/* text between tags, with what was escaped. The caller frees it. */
static char *
text_of_html (const char *html)
{
  static const char *const escapes[][2] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}, {"&amp;", "&"}};
  GString *text = g_string_new (NULL);
  for (gboolean in_tag = FALSE; *html != '\0'; html++) {
    assert_true (*html != '<' || !in_tag);
    in_tag = *html == '<' || (in_tag && *html != '>');
    if (!in_tag && *html != '>')
      g_string_append_c (text, *html);
  }
  for (guint i = 0; i < G_N_ELEMENTS (escapes); i++)
    g_string_replace (text, escapes[i][0], escapes[i][1], 0);
  return g_string_free (text, FALSE);
}

/* Every tag that is opened is closed, in order. */
static void
check_html_tags (const char *html)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (g_free);
  for (const char *c = strchr (html, '<'); c != NULL; c = strchr (c + 1, '<')) {
    gboolean closes = c[1] == '/';
    g_autofree char *name = g_strndup (c + 1 + closes, strcspn (c + 1 + closes, " >"));
    if (!closes)
      g_ptr_array_add (open, g_steal_pointer (&name));
    else {
      assert_true (open->len > 0);
      assert_string_equal (g_ptr_array_index (open, open->len - 1), name);
      g_ptr_array_set_size (open, (int)open->len - 1);
    }
  }
  assert_int_equal (open->len, 0);
}

static void
test_html (void **state)
{
  g_autoptr (Document) document = document_new ();
  line_put (document_heading (document, 2), "<h> & %s{b}", "\"quotes\"");
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++)
    line_put (document_item (document), "%s %s{c} %s{r}", WORDS[i], WORDS[i], WORDS[i]);
  Line *line = document_paragraph (document), *exponent = line_new ();
  line_put (exponent, "2{eps}");
  line_put (line, "%s{v}%u{i} {<=} %s{v}%p{p}", "g", 3, "e", exponent);
  Table *table = document_table (document);
  table_add_column (table, "Pays", TRUE);
  table_add_row (table)->total = TRUE;
  g_autoptr (GString) out = g_string_new (NULL);
  print_html (document, 3, out);
  check_html_tags (out->str);
  assert_true (g_str_has_prefix (
      out->str, "<h4>&lt;h&gt; &amp; <strong>&quot;quotes&quot;</strong></h4>\n<ul>\n<li>"));
  assert_non_null (strstr (out->str, "<var>g</var><sub>3</sub>"));
  assert_non_null (strstr (out->str, "<var>e</var><sup>2\u03b5</sup></p>"));
  assert_non_null (strstr (out->str, "<th class=\"number\">Pays</th>"));
  assert_non_null (strstr (out->str, "<tr class=\"total\"><td class=\"number\"></td></tr>"));
  g_autofree char *text = text_of_html (out->str);
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++) {
    g_autofree char *item = g_strdup_printf ("\n%s %s %s\n", WORDS[i], WORDS[i], WORDS[i]);
    assert_non_null (strstr (text, item));
  }
  (void)state;
}

static void
test_random_html_closes_what_it_opens (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  for (guint i = 0; i < DOCUMENTS; i++) {
    g_autoptr (Document) document = random_document (random);
    g_autoptr (GString) out = g_string_new (NULL);
    print_html (document, 1, out);
    check_html_tags (out->str);
  }
  (void)state;
}

static void
test_markdown (void **state)
{
  g_autoptr (Document) document = document_new ();
  Table *table = document_table (document);
  table_add_column (table, "Name", FALSE);
  table_add_column (table, "Count", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++) {
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%s{c}", WORDS[i]);
    line_put (row_cell (row, 1), "%s %s{b}", WORDS[i], WORDS[i]);
  }
  g_autoptr (GString) out = g_string_new (NULL);
  print_markdown (document, out);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (out->str), "\n", -1);
  assert_int_equal (g_strv_length (lines), G_N_ELEMENTS (WORDS) + 2);
  assert_string_equal (lines[1], "|---|---:|");
  for (char **line = lines; *line != NULL; line++)
    if (strstr (*line, "back") == NULL) /* a code span keeps its backslash */
      assert_int_equal (count_bars (*line), 3);
  assert_non_null (strstr (out->str, "| ``` ``ticks`` ``` | \\`\\`ticks\\`\\` **"));
  assert_non_null (strstr (out->str, "| `pipe\\|pipe` | pipe\\|pipe"));
  (void)state;
}

/* Braces match, environments are closed, and no special character is bare. */
static void
check_latex (const char *text)
{
  int depth = 0, dollars = 0;
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '\\') {
      assert_true (c[1] != '\0');
      c++;
    } else if (*c == '{')
      depth++;
    else if (*c == '}')
      assert_true (--depth >= 0);
    else if (*c == '$')
      dollars++;
    else
      assert_true (*c != '#' && *c != '~');
  assert_int_equal (depth, 0);
  assert_int_equal (dollars % 2, 0);
}

static guint
count_parts (const char *text, const char *part)
{
  guint n = 0;
  for (const char *c = strstr (text, part); c != NULL; c = strstr (c + 1, part))
    n++;
  return n;
}

static void
test_latex (void **state)
{
  static const char *const environments[] = {"itemize}"};
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  for (int i = 0; i < DOCUMENTS; i++) {
    g_autoptr (Document) document = random_document (random);
    g_autoptr (GString) out = g_string_new (NULL);
    print_latex (document, out);
    const char *body = strstr (out->str, "\\fi\n\\begingroup"); /* after the macros */
    assert_non_null (body);
    check_latex (body);
    for (guint e = 0; e < G_N_ELEMENTS (environments); e++) {
      g_autofree char *begin = g_strconcat ("\\begin{", environments[e], NULL);
      g_autofree char *end = g_strconcat ("\\end{", environments[e], NULL);
      assert_int_equal (count_parts (out->str, begin), count_parts (out->str, end));
    }
    assert_null (strstr (out->str, "\u4e2d"));
  }
  (void)state;
}

static LatexWidth
width_of (const char *format, const char *text)
{
  LatexWidth width = {0};
  g_autoptr (Line) line = line_new ();
  if (*format == 'c')
    line_put (line, "%s{c}", text);
  else if (*format == 'v')
    line_put (line, "%s{v}{+}%s{v}", text, text);
  else
    line_put (line, "%s", text);
  latex_measure (&width, line);
  return width;
}

static void
test_latex_breaks (void **state)
{
  guint letter = width_of ("c", "a").whole;
  assert_int_equal (width_of ("c", "aaaa").piece, 4 * letter);
  assert_int_equal (width_of ("c", "aaaa").whole, 4 * letter);
  assert_int_equal (width_of ("c", "aaa_a").piece, 4 * letter);
  assert_int_equal (width_of ("c", "aaa_a").whole, 5 * letter);
  assert_int_equal (width_of ("c", "aaaa aa").piece, 4 * letter);
  /* a long name is broken somewhere, a word much later */
  assert_true (width_of ("c", "abcdefghijklmnopqrstuvwxyzabcdefghi").piece <= 12 * letter);
  assert_int_equal (width_of ("", "abcdefghijklmnop").piece,
                    width_of ("", "abcdefghijklmnop").whole);
  /* after an operator */
  assert_true (width_of ("v", "x").piece < width_of ("v", "x").whole);
  (void)state;
}

/* Columns that may be broken say so, others do not; titles of long tables are repeated. */
static void
test_latex_columns (void **state)
{
  g_autoptr (Document) document = document_new ();
  Table *table = document_table (document);
  table_add_column (table, "A", TRUE);
  table_add_column (table, "B", FALSE);
  for (guint i = 0; i < 40; i++) {
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%u", i);
    line_put (row_cell (row, 1), "some words that may be broken");
  }
  g_autoptr (GString) out = g_string_new (NULL);
  print_latex (document, out);
  const char *body = strstr (out->str, "\\fi\n\\begingroup");
  assert_int_equal (count_parts (body, "\\coupletTable{\\span\\coupletRight&\\span\\coupletPar{"),
                    2);
  assert_int_equal (count_parts (body, "  A & B \\cr\n"), 2);
  (void)state;
}

static void
test_invalid_text_becomes_valid (void **state)
{
  g_autoptr (Document) document = document_new ();
  line_put (document_paragraph (document), "%s", "a\xff\033[31m\nb\001c");
  const TextStyle style = {.columns = 80, .utf8 = TRUE};
  g_autoptr (GString) out = g_string_new (NULL);
  print_text (document, &style, out);
  assert_string_equal (out->str, "a\ufffd?[31m?b?c\n");
  (void)state;
}

/* A footnote in LaTeX, in parentheses elsewhere. */
static void
test_notes (void **state)
{
  (void)state;
  g_autoptr (Document) document = document_new ();
  g_autoptr (GString) text = g_string_new (NULL), latex = g_string_new (NULL),
                      html = g_string_new (NULL);
  Line *note = line_new ();
  line_put (note, "sha256: %s{c}", "12_ab");
  line_put (document_paragraph (document), "read%p{n}.", note);
  print_text (document, &(TextStyle){.columns = 80}, text);
  print_latex (document, latex);
  print_html (document, 1, html);
  assert_non_null (strstr (text->str, "read (sha256: 12_ab)."));
  assert_non_null (strstr (latex->str, "read\\footnote{\\raggedright sha256: \\texttt{12\\_"));
  assert_non_null (strstr (html->str, "read (sha256: <code>12_ab</code>)."));
}

static void
test_bars (void **state)
{
  g_auto (CoupletRational) part;
  g_auto (CoupletRational) whole;
  couplet_rational_init (&part);
  couplet_rational_init (&whole);
  mpq_set_ui (whole.value, 1000, 1);
  const struct {
    unsigned part, characters;
  } cases[] = {{0, 0}, {1, 1}, {500, PLAIN_BAR_WIDTH / 2}, {1000, PLAIN_BAR_WIDTH}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Line) line = line_new ();
    mpq_set_ui (part.value, cases[i].part, 1);
    line_put_bar (line, &part, &whole);
    g_autofree char *text = plain_line (line, FALSE);
    assert_int_equal (plain_width (text, NULL), cases[i].characters);
  }
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_text),
      cmocka_unit_test (test_ascii),
      cmocka_unit_test (test_colour),
      cmocka_unit_test (test_markdown),
      cmocka_unit_test (test_latex),
      cmocka_unit_test (test_latex_breaks),
      cmocka_unit_test (test_latex_columns),
      cmocka_unit_test (test_invalid_text_becomes_valid),
      cmocka_unit_test (test_notes),
      cmocka_unit_test (test_bars),
      cmocka_unit_test (test_html),
      cmocka_unit_test (test_random_html_closes_what_it_opens),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
