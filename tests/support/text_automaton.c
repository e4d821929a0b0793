/* SPDX-License-Identifier: Apache-2.0 */
#include "text_automaton.h"

#include <stdio.h>

#include "unit.h"

static char *
long_guard (const char *text)
{
  GString *guard = g_string_new (NULL);
  for (const char *c = text; *c != '\0'; c++)
    switch (*c) {
    case '<':
      g_string_append (guard, "insample < ");
      break;
    case '>':
      g_string_append (guard, "insample >= ");
      c++;
      break;
    case '&':
      g_string_append (guard, " && ");
      break;
    case '|':
      g_string_append (guard, " || ");
      break;
    default:
      g_string_append_c (guard, *c);
    }
  return g_string_free (guard, FALSE);
}

/* Fills noises from `D`, `-` or `V=D,W=D`, of which the last stays as it is; how many they are. */
static gsize
read_noises (char **parts, CoupletNoiseSpec *noises)
{
  gsize n = 0;
  for (; parts[n] != NULL && !g_str_equal (parts[n], "-"); n++) {
    char *d = strchr (parts[n], '=');
    noises[n] = (CoupletNoiseSpec){COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (parts[n])};
    if (d != NULL) {
      *d = '\0';
      noises[n] = (CoupletNoiseSpec){COUPLET_TEXT (parts[n]), COUPLET_TEXT (d + 1)};
    }
  }
  return n;
}

static void
add_state (CoupletBuilder *builder, char **words)
{
  g_auto (GStrv) parts = g_strsplit (words[3], ",", -1);
  g_autofree CoupletNoiseSpec *noises = g_new0 (CoupletNoiseSpec, g_strv_length (parts));
  gsize n = read_noises (parts, noises);
  const char *noise_kind = words[4];
  const char *mean = noise_kind != NULL ? words[5] : NULL;
  CoupletStateSpec state = {.name = COUPLET_TEXT (words[1]),
                            .input = COUPLET_TEXT (words[2]),
                            .noise = noise_kind != NULL ? COUPLET_TEXT (noise_kind)
                                                        : COUPLET_TEXT_LEFT_OUT,
                            .mu = mean != NULL ? COUPLET_TEXT (mean) : COUPLET_TEXT_LEFT_OUT,
                            .d = noises,
                            .n_d = n,
                            .d_fresh = n > 0 ? noises[0].value : COUPLET_TEXT_LEFT_OUT};
  couplet_builder_add_state (builder, &state);
}

static void
add_transition (CoupletBuilder *builder, char **words)
{
  g_autofree char *guard = long_guard (words[2]);
  g_auto (GStrv) names = g_strsplit (words[4] != NULL ? words[4] : "", ",", -1);
  g_autofree CoupletText *assign = g_new0 (CoupletText, g_strv_length (names) + 1);
  CoupletTransitionSpec transition = {.from = COUPLET_TEXT (words[0]),
                                      .to = COUPLET_TEXT (words[1]),
                                      .guard = COUPLET_TEXT (guard),
                                      .output = COUPLET_TEXT (words[3]),
                                      .assign = assign};
  for (char **name = names; *name != NULL; name++)
    assign[transition.n_assign++] = COUPLET_TEXT (*name);
  couplet_builder_add_transition (builder, &transition);
}

static void
add_line (CoupletBuilder *builder, const char *line, gboolean *has_initial)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  if (!g_str_equal (words[0], "state")) {
    add_transition (builder, words);
    return;
  }
  if (!*has_initial)
    couplet_builder_set_initial (builder, COUPLET_TEXT (words[1]), (CoupletPlace){0, 0});
  *has_initial = TRUE;
  add_state (builder, words);
}

void
text_collect (CoupletBuilder *builder, CoupletSampling sampling, const char *thresholds,
              const char *const *lines)
{
  g_auto (GStrv) names = g_strsplit (thresholds, " ", -1);
  gboolean has_initial = FALSE;
  couplet_builder_set_sampling (
      builder, COUPLET_TEXT (sampling == COUPLET_SHARED ? "shared" : "independent"),
      (CoupletPlace){0, 0});
  for (char **name = names; *name != NULL; name++)
    couplet_builder_add_threshold (builder, COUPLET_TEXT (*name), (CoupletPlace){0, 0});
  for (; *lines != NULL; lines++)
    add_line (builder, *lines, &has_initial);
}

/* What builder has, which reports to diagnostics. */
static CoupletAutomaton *
finish (CoupletBuilder *builder, const CoupletDiagnostics *diagnostics)
{
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; automaton == NULL && i < n; i++)
    fprintf (stderr, "%s\n", messages[i].message);
  assert_non_null (automaton);
  return automaton;
}

CoupletAutomaton *
text_automaton (CoupletSampling sampling, const char *thresholds, const char *const *lines)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  text_collect (builder, sampling, thresholds, lines);
  return finish (builder, diagnostics);
}

CoupletAutomaton *
text_automaton_floating (const char *const *lines, const char *last)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("floating");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  const CoupletStateSpec answer = {.name = COUPLET_TEXT ("answer"),
                                   .d = &d,
                                   .n_d = 1,
                                   .d_fresh = COUPLET_TEXT ("1"),
                                   .snap_bound = COUPLET_TEXT ("100"),
                                   .snap_grid = COUPLET_TEXT ("1/8"),
                                   .floating = COUPLET_TEXT ("true")};
  const CoupletStateSpec end = {.name = COUPLET_TEXT ("end of answers"), .d = &d, .n_d = 1};
  const CoupletTransitionSpec ask = {.from = COUPLET_TEXT (last),
                                     .to = answer.name,
                                     .guard = COUPLET_TEXT ("true"),
                                     .output = COUPLET_TEXT ("go")};
  const CoupletTransitionSpec show = {.from = answer.name,
                                      .to = end.name,
                                      .guard = COUPLET_TEXT ("true"),
                                      .output = COUPLET_TEXT ("fresh")};
  text_collect (builder, COUPLET_INDEPENDENT, "x", lines);
  couplet_builder_add_state (builder, &answer);
  couplet_builder_add_state (builder, &end);
  couplet_builder_add_transition (builder, &ask);
  couplet_builder_add_transition (builder, &show);
  return finish (builder, diagnostics);
}

guint32
transition_with_output (const CoupletAutomaton *automaton, const char *symbol)
{
  guint32 found = COUPLET_NONE;
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    if (g_str_equal (couplet_output_of (automaton, t)->name, symbol)) {
      assert_int_equal (found, COUPLET_NONE);
      found = t;
    }
  assert_int_not_equal (found, COUPLET_NONE);
  return found;
}
