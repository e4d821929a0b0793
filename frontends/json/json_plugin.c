/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "json_reader.h"
#include "json_writer.h"

#include <couplet/internal/json_tokenizer.h>
#include <couplet/host/model.h>

#include <string.h>

static int
recognise (const char *head, gsize length)
{
  gsize i = couplet_text_mark_length (head, length);
  while (i < length && g_ascii_isspace (head[i]))
    i++;
  return i < length && head[i] == '{' ? 80 : 0;
}

/* Whether the outer object has the key `couplet_linear`. */
static gboolean
is_linear (const CoupletSource *source)
{
  static const CoupletText KEY = COUPLET_TEXT_LITERAL ("couplet_linear");
  if (g_strstr_len (source->data, (gssize)source->length, KEY.text) == NULL)
    return FALSE;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  CoupletJsonTokenizer tokenizer;
  gboolean found = FALSE;
  couplet_json_tokenizer_init (&tokenizer, source->data, source->length, arena);
  gboolean good = couplet_json_next (&tokenizer) == COUPLET_JSON_TOKEN_OBJECT_BEGIN;
  while (good && !found && couplet_json_next (&tokenizer) == COUPLET_JSON_TOKEN_KEY) {
    found = tokenizer.text.length == KEY.length &&
            memcmp (tokenizer.text.text, KEY.text, KEY.length) == 0;
    good = couplet_json_next (&tokenizer) != COUPLET_JSON_TOKEN_ERROR &&
           couplet_json_skip (&tokenizer);
  }
  couplet_json_tokenizer_clear (&tokenizer);
  return found;
}

static gboolean
read_source (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  gsize mark = couplet_text_mark_length (source->data, source->length);
  CoupletSource document = *source;
  document.data += mark;
  document.length -= mark;
  if (is_linear (&document)) {
    couplet_builder_set_linear (builder, (CoupletText){document.data, document.length});
    return TRUE;
  }
  return json_read_automaton (context, &document, builder, diagnostics);
}

static gboolean
write_automaton (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  (void)error;
  if (automaton->linear != NULL) {
    g_autoptr (GString) text = g_string_new (NULL);
    couplet_linear_append_json (text, automaton->linear);
    couplet_context_write (context, text->str, text->len);
    return TRUE;
  }
  json_write_automaton (context, automaton);
  return TRUE;
}

static const char *const EXTENSIONS[] = {"json", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS,
                                         .recognise = recognise,
                                         .read = read_source,
                                         .write = write_automaton};

const CoupletPlugin FRONTEND_JSON = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "json",
    .version = "1.0",
    .summary = "automata as JSON",
    .capabilities = {.takes = COUPLET_TAKES_ALL_AUTOMATA | COUPLET_WRITES_LINEAR},
    .frontend = &FRONTEND,
};
