/* SPDX-License-Identifier: Apache-2.0 */
#include "manual.h"

#include <string.h>

/* ---- Text ------------------------------------------------------------------------- */

/* Appends text, in which nothing is a macro. */
static void
put_text (GString *out, const char *text)
{
  for (gboolean begins = TRUE; *text != '\0'; begins = *text++ == '\n') {
    if (begins && (*text == '.' || *text == '\''))
      g_string_append (out, "\\&");
    if (*text == '\\')
      g_string_append (out, "\\e");
    else
      g_string_append_c (out, *text);
  }
}

/* Appends word as an argument of a macro, which it stays whatever is in it. */
static void
put_argument (GString *out, const char *word)
{
  g_autoptr (GString) quoted = g_string_new (word);
  g_string_replace (quoted, "\\", "\\e", 0);
  g_string_replace (quoted, "\"", "\"\"", 0);
  g_string_append_printf (out, "\"%s\"", quoted->str);
}

/* ---- Synopsis ----------------------------------------------------------------------- */

/* `--to FORMAT [OPTION...] FILE...`, as macros. */
static void
put_synopsis (GString *out, const char *command, const char *usage)
{
  g_auto (GStrv) words = g_strsplit (usage, " ", -1);
  g_string_append_printf (out, ".Sh SYNOPSIS\n.Nm couplet\n.Cm %s\n", command);
  for (char **word = words; *word != NULL; word++) {
    gboolean many = g_str_has_suffix (*word, "...") || g_str_has_suffix (*word, "...]");
    g_autofree char *plain = g_ascii_strdown (*word + (**word == '['), -1);
    plain[strcspn (plain, ".]")] = '\0';
    if (g_str_has_prefix (*word, "--"))
      g_string_append_printf (out, ".Fl -%s\n", plain + 2);
    else
      g_string_append_printf (out, ".%sAr %s%s\n", **word == '[' ? "Op " : "", plain,
                              many ? " ..." : "");
  }
}

/* ---- Description ----------------------------------------------------------------------- */

/* Appends a paragraph; lines that are indented stand as they are. */
static void
put_paragraph (GString *out, const char *paragraph)
{
  g_auto (GStrv) lines = g_strsplit (paragraph, "\n", -1);
  gboolean literal = FALSE;
  for (char **line = lines; *line != NULL; line++) {
    gboolean indented = g_str_has_prefix (*line, "  ");
    if (indented != literal)
      g_string_append (out, indented ? ".Bd -literal -offset indent\n" : ".Ed\n");
    literal = indented;
    g_autoptr (GString) text = g_string_new (*line + (indented ? 2 : 0));
    if (!indented) /* each sentence begins a line, so that mandoc can tell where it ends */
      g_string_replace (text, ". ", ".\n", 0);
    put_text (out, text->str);
    g_string_append_c (out, '\n');
  }
  if (literal)
    g_string_append (out, ".Ed\n");
}

/* Appends the paragraph that begins with heading as a section of that title; FALSE when there is
 * none. */
static gboolean
put_section (GString *out, char *const *paragraphs, const char *title, const char *heading)
{
  for (; *paragraphs != NULL; paragraphs++) {
    if (!g_str_has_prefix (*paragraphs, heading))
      continue;
    g_autofree char *text = g_strdup (*paragraphs + strlen (heading));
    text[0] = g_ascii_toupper (text[0]);
    g_string_append_printf (out, ".Sh %s\n", title);
    put_paragraph (out, text);
    return TRUE;
  }
  return FALSE;
}

#define EXAMPLES "Examples:"
#define STATUS "Exit status"

static void
put_description (GString *out, const char *summary, char *const *paragraphs)
{
  g_string_append (out, ".Sh DESCRIPTION\n");
  put_paragraph (out, summary);
  for (; *paragraphs != NULL; paragraphs++)
    if (!g_str_has_prefix (*paragraphs, EXAMPLES) && !g_str_has_prefix (*paragraphs, STATUS)) {
      g_string_append (out, ".Pp\n");
      put_paragraph (out, *paragraphs);
    }
}

/* ---- Options ----------------------------------------------------------------------------- */

static void
put_option (GString *out, const GOptionEntry *entry)
{
  g_string_append (out, ".It ");
  if (entry->short_name != 0)
    g_string_append_printf (out, "Fl %c , ", entry->short_name);
  g_string_append_printf (out, "Fl -%s", entry->long_name);
  if (entry->arg_description != NULL) {
    g_string_append (out, " Ns = Ns Ar ");
    put_argument (out, entry->arg_description);
  }
  g_string_append_c (out, '\n');
  put_text (out, entry->description);
  g_string_append (out, ".\n");
}

static void
put_options (GString *out, GOptionEntry *const *entries)
{
  g_string_append (out, ".Sh OPTIONS\n.Bl -tag -width Ds\n");
  for (; *entries != NULL; entries++)
    for (const GOptionEntry *entry = *entries; entry->long_name != NULL; entry++)
      if ((entry->flags & G_OPTION_FLAG_HIDDEN) == 0 && *entry->long_name != '\0')
        put_option (out, entry);
  /* which every command has, in a list of its own */
  g_string_append (out, ".It Fl h , Fl -help\nPrint a summary.\n.El\n");
}

/* ---- The page ------------------------------------------------------------------------------ */

static void
put_name (GString *out, const char *command, const char *summary)
{
  /* what is done, as the line that apropos(1) shows */
  g_autofree char *what = g_strdup (summary);
  what[0] = g_ascii_tolower (what[0]);
  if (g_str_has_suffix (what, "."))
    what[strlen (what) - 1] = '\0';
  g_autofree char *title = g_ascii_strup (command, -1);
  g_string_append_printf (out,
                          ".\\\" Made by couplet %s --manual.\n.Dd %s\n.Dt COUPLET-%s 1\n.Os\n"
                          ".Sh NAME\n.Nm couplet-%s\n.Nd %s\n",
                          command, COUPLET_MANUAL_DATE, title, command, what);
}

char *
manual_page (const char *command, const char *summary, const char *usage,
             GOptionEntry *const *entries)
{
  GString *out = g_string_new (NULL);
  g_auto (GStrv) paragraphs = g_strsplit (usage, "\n\n", -1);
  put_name (out, command, summary);
  put_synopsis (out, command, paragraphs[0]);
  put_description (out, summary, paragraphs + 1);
  put_options (out, entries);
  if (!put_section (out, paragraphs + 1, "EXIT STATUS", STATUS ": ") &&
      !put_section (out, paragraphs + 1, "EXIT STATUS", STATUS ", "))
    g_string_append (out, ".Sh EXIT STATUS\nAs in\n.Xr couplet 1 .\n");
  put_section (out, paragraphs + 1, "EXAMPLES", EXAMPLES "\n");
  g_string_append (out, ".Sh SEE ALSO\n.Xr couplet 1\n");
  return g_string_free (out, FALSE);
}
