/* SPDX-License-Identifier: Apache-2.0 */
/* A front end whose library has the version that the environment variable AGED_VERSION says, as
 * one that the system brings up to date. Every file is the same automaton. */
#include <couplet/internal/plugin.h>

#include <string.h>

static gboolean
aged_read (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
           CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)source;
  (void)diagnostics;
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  const CoupletText from = COUPLET_TEXT ("q"), to = COUPLET_TEXT ("r"), x = COUPLET_TEXT ("x");
  couplet_builder_set_initial (builder, from, (CoupletPlace){0, 0});
  couplet_builder_add_state (
      builder,
      &(CoupletStateSpec){.name = from, .input = COUPLET_TEXT ("public"), .d = &d, .n_d = 1});
  couplet_builder_add_state (builder, &(CoupletStateSpec){.name = to, .d = &d, .n_d = 1});
  couplet_builder_add_transition (
      builder,
      &(CoupletTransitionSpec){
          .from = from, .to = to, .output = COUPLET_TEXT ("go"), .assign = &x, .n_assign = 1});
  return TRUE;
}

static char *
aged_version (void)
{
  return g_strdup (g_getenv ("AGED_VERSION"));
}

static const char *const EXTENSIONS[] = {"aged", NULL};
static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS, .read = aged_read};
static const CoupletLibrary LIBRARIES[] = {{"Aged", aged_version}};
static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "aged",
    .version = "0",
    .summary = "reads by a library that grows old",
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
    .frontend = &FRONTEND,
};

const CoupletPlugin *const *
couplet_plugin_entry_v1 (guint *n)
{
  static const CoupletPlugin *const plugins[] = {&PLUGIN};
  *n = G_N_ELEMENTS (plugins);
  return plugins;
}
