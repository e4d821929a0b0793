/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_output.h"

/* Reads the NAME of `WORD(NAME)`, word being `insample` or `gap`. */
static char *
read_threshold_name (Resolver *resolver, const char *word, CoupletText text, CoupletOutput *output)
{
  gsize prefix = strlen (word) + 1;
  if (text.length < prefix + 2 || text.text[text.length - 1] != ')')
    return g_strdup_printf ("expected %s, or %s(NAME) with a threshold's name", word, word);
  CoupletText name = {text.text + prefix, text.length - prefix - 1};
  output->threshold = names_find (resolver->builder->thresholds, name);
  return output->threshold != COUPLET_NONE
             ? NULL
             : resolver_unknown_name ("threshold", name, resolver->builder->thresholds);
}

/* Reads `gap` or `gap(NAME)`, which is named. */
static char *
read_gap (Resolver *resolver, CoupletText text, gboolean named, CoupletOutput *output)
{
  output->kind = COUPLET_GAP;
  output->threshold = 0;
  char *message = named ? read_threshold_name (resolver, "gap", text, output) : NULL;
  if (message != NULL)
    return message;
  if (resolver_n_thresholds (resolver) == 1)
    output->name = "gap";
  else if (!named)
    return g_strdup ("with several thresholds, name the one that is taken from the sample: "
                     "gap(NAME)");
  return NULL;
}

/* `silent(NAME)` is a symbol with a mark; the text of anything else that begins so is wrong. */
static char *
check_silent (CoupletText text)
{
  return text.length > strlen ("silent()") && text.text[text.length - 1] == ')'
             ? NULL
             : g_strdup ("expected silent(NAME), or another name for the symbol");
}

/* text in small letters, without blanks; the caller frees it. */
static char *
plain_spelling (CoupletText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize)text.length);
  GString *plain = g_string_new (NULL);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isspace (g_utf8_get_char (at)))
      g_string_append_unichar (plain, g_unichar_tolower (g_utf8_get_char (at)));
  return g_string_free (plain, FALSE);
}

/* A symbol that blanks and capitals alone tell from a word with a meaning is a mistake, which would
 * hide that a value is output. */
static char *
check_symbol (CoupletText text)
{
  static const char *const words[] = {"insample", "insample'", "fresh", "gap", NULL};
  static const char *const begins[] = {"insample(", "gap(", "silent("};
  g_autofree char *plain = plain_spelling (text);
  gboolean similar = g_strv_contains (words, plain);
  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    similar |= g_str_has_prefix (plain, begins[i]);
  return similar
             ? g_strdup_printf ("expected '%s' without blanks and capitals, or another name for "
                                "the symbol",
                                plain)
             : NULL;
}

static char *
read_output (Resolver *resolver, CoupletText text, CoupletOutput *output)
{
  CoupletArena *arena = resolver->owned->arena;
  gboolean named = g_str_has_prefix (text.text, "insample(");
  gboolean named_gap = g_str_has_prefix (text.text, "gap(");
  *output = (CoupletOutput){COUPLET_SYMBOL, COUPLET_NONE,
                            couplet_arena_strndup (arena, text.text, text.length)};
  if (couplet_text_is (text, "fresh") || couplet_text_is (text, "insample'")) {
    output->kind = COUPLET_FRESH;
    output->name = "fresh";
    return NULL;
  }
  if (g_str_has_prefix (text.text, "silent("))
    return check_silent (text);
  if (named_gap || couplet_text_is (text, "gap"))
    return read_gap (resolver, text, named_gap, output);
  if (!named && !couplet_text_is (text, "insample"))
    return check_symbol (text);
  output->kind = COUPLET_INSAMPLE;
  char *message = named ? read_threshold_name (resolver, "insample", text, output) : NULL;
  if (message != NULL)
    return message;
  if (resolver_is_shared (resolver)) {
    output->threshold = COUPLET_NONE;
    output->name = "insample";
  } else if (resolver_n_thresholds (resolver) == 1) {
    output->threshold = 0;
    output->name = "insample";
  } else if (!named)
    return g_strdup ("with independent sampling and several thresholds, name the one whose "
                     "sample is meant: insample(NAME)");
  return NULL;
}

static void
mark_silent (Resolver *resolver, const GArray *outputs)
{
  guint8 *silent = NULL;
  for (guint i = 0; i < outputs->len; i++) {
    if (!g_str_has_prefix (g_array_index (outputs, CoupletOutput, i).name, "silent("))
      continue;
    if (silent == NULL) {
      silent = couplet_arena_alloc (resolver->owned->arena, outputs->len);
      memset (silent, 0, outputs->len);
    }
    silent[i] = 1;
  }
  resolver->owned->automaton.silent = silent;
}

void
resolve_outputs (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  g_autoptr (CoupletArena) scratch = couplet_arena_new ();
  g_autoptr (Names) keys = names_new (scratch);
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (CoupletOutput));
  for (guint32 i = 0; i < names_count (builder->output_texts); i++) {
    CoupletOutput output;
    CoupletText text = names_get (builder->output_texts, i);
    char *message = read_output (resolver, text, &output);
    resolver->output[i] = (Meaning){COUPLET_NONE, NULL};
    if (message != NULL) {
      g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
      meaning_take_fault (&resolver->output[i], g_strdup_printf ("output %s: %s", quoted, message));
      g_free (message);
      continue;
    }
    guint32 index = names_intern (keys, COUPLET_TEXT (output.name));
    if (index == outputs->len)
      g_array_append_val (outputs, output);
    resolver->output[i].index = index;
  }
  mark_silent (resolver, outputs);
  resolver->owned->automaton.outputs =
      resolver_keep_array (resolver, outputs, &resolver->owned->automaton.n_outputs);
}
