/* SPDX-License-Identifier: Apache-2.0 */
#include "understood_words.h"

#include <couplet/internal/json_tokenizer.h>

#include <string.h>

/* What a member of a list of noise or outputs says. */
typedef struct {
  char *line, *call, *kind, *rate, *how;
} Entry;

static void
entry_clear (Entry *entry)
{
  g_free (entry->line);
  g_free (entry->call);
  g_free (entry->kind);
  g_free (entry->rate);
  g_free (entry->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

/* The value whose first token is the current one, as it is shown; NULL = null. The caller frees
 * it. */
static char *
value_text (CoupletJsonTokenizer *json)
{
  const char *begin = json->at - 1;
  switch (json->token) {
  case COUPLET_JSON_TOKEN_NULL:
    return NULL;
  case COUPLET_JSON_TOKEN_OBJECT_BEGIN:
  case COUPLET_JSON_TOKEN_ARRAY_BEGIN:
    couplet_json_skip (json);
    return g_strndup (begin, (gsize)(json->at - begin));
  case COUPLET_JSON_TOKEN_TRUE:
    return g_strdup ("true");
  case COUPLET_JSON_TOKEN_FALSE:
    return g_strdup ("false");
  default:
    return g_strndup (json->text.text, json->text.length);
  }
}

static void
read_entry (CoupletJsonTokenizer *json, Entry *entry)
{
  const struct {
    const char *key;
    char **into;
  } MEMBERS[] = {{"line", &entry->line},
                 {"call", &entry->call},
                 {"kind", &entry->kind},
                 {"rate", &entry->rate},
                 {"how", &entry->how}};
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
    g_autofree char *key = g_strndup (json->text.text, json->text.length);
    couplet_json_next (json);
    g_autofree char *value = value_text (json);
    for (guint i = 0; i < G_N_ELEMENTS (MEMBERS); i++)
      if (g_str_equal (key, MEMBERS[i].key) && *MEMBERS[i].into == NULL)
        *MEMBERS[i].into = g_steal_pointer (&value);
  }
}

/* `laplace 1/2*epsilon (np.random.laplace, line 4)`, `append (line 9)`. The caller frees it. */
static char *
entry_text (const Entry *entry)
{
  GString *text = g_string_new (entry->how != NULL ? entry->how : entry->kind);
  gboolean placed = entry->line != NULL && !g_str_equal (entry->line, "0");
  if (entry->rate != NULL)
    g_string_append_printf (text, " %s*epsilon", entry->rate);
  if (entry->call == NULL && !placed)
    return g_string_free (text, FALSE);
  g_string_append_printf (text, " (%s%s%s%s)", entry->call != NULL ? entry->call : "",
                          entry->call != NULL && placed ? ", " : "", placed ? "line " : "",
                          placed ? entry->line : "");
  return g_string_free (text, FALSE);
}

/* What a list or an object holds, with commas between. NULL = nothing. The caller frees it. */
static char *
members_text (CoupletJsonTokenizer *json)
{
  GString *text = g_string_new (NULL);
  gboolean list = json->token == COUPLET_JSON_TOKEN_ARRAY_BEGIN;
  CoupletJsonToken end = list ? COUPLET_JSON_TOKEN_ARRAY_END : COUPLET_JSON_TOKEN_OBJECT_END;
  while (couplet_json_next (json) != end && json->token != COUPLET_JSON_TOKEN_ERROR) {
    g_auto (Entry) entry = {0};
    g_autofree char *key = list ? NULL : g_strndup (json->text.text, json->text.length);
    if (!list)
      couplet_json_next (json);
    gboolean object = list && json->token == COUPLET_JSON_TOKEN_OBJECT_BEGIN;
    if (object)
      read_entry (json, &entry);
    g_autofree char *value = object ? entry_text (&entry) : value_text (json);
    g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? ", " : "", key != NULL ? key : "",
                            key != NULL ? " = " : "", value != NULL ? value : "none");
  }
  return g_string_free (text, text->len == 0);
}

/* Of the keys that are told: what stands before it. */
static const struct {
  const char *key, *title;
} TOLD[] = {{"private", "private"}, {"noise", "noise"},     {"epsilon", "epsilon"},
            {"values", "values"},   {"outputs", "outputs"}, {"sensitivity", "sensitivity"}};

/* The line about key, whose value's first token is the current one; NULL = nothing is told. The
 * caller frees it. */
static char *
member_line (CoupletJsonTokenizer *json, const char *key)
{
  gboolean composed = json->token == COUPLET_JSON_TOKEN_OBJECT_BEGIN ||
                      json->token == COUPLET_JSON_TOKEN_ARRAY_BEGIN;
  for (guint i = 0; i < G_N_ELEMENTS (TOLD); i++)
    if (g_str_equal (key, TOLD[i].key)) {
      g_autofree char *value = composed ? members_text (json) : value_text (json);
      gboolean usual = value == NULL ||
                       (g_str_equal (key, "sensitivity") && g_str_equal (value, "1")) ||
                       (g_str_equal (key, "epsilon") && g_str_equal (value, "epsilon"));
      return usual ? NULL : g_strdup_printf ("%s: %s", TOLD[i].title, value);
    }
  if (composed)
    couplet_json_skip (json);
  return NULL;
}

GPtrArray *
understood_words (const CoupletResult *result)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const char *text = result->understood;
  if (text == NULL)
    return lines;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  /* one is as large as the deepest nesting, too large for a stack */
  g_autofree CoupletJsonTokenizer *json = g_new (CoupletJsonTokenizer, 1);
  couplet_json_tokenizer_init (json, text, strlen (text), arena);
  couplet_json_next (json);
  while (couplet_json_next (json) == COUPLET_JSON_TOKEN_KEY) {
    g_autofree char *key = g_strndup (json->text.text, json->text.length);
    couplet_json_next (json);
    char *line = member_line (json, key);
    if (line != NULL)
      g_ptr_array_add (lines, line);
  }
  couplet_json_tokenizer_clear (json);
  return lines;
}
