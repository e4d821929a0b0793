/* SPDX-License-Identifier: Apache-2.0 */
#include "description.h"

#include <string.h>

/* plugin comes first: a pointer to it is one to all. */
typedef struct {
  CoupletPlugin plugin;
  const char **versions; /* of its libraries */
} Described;

/* Stands for each function that the plugin has. */
static void
not_in_this_process (void)
{
  g_error ("a plugin was called that is loaded in another process");
}

/* The places of a plugin's functions, in the order in which they are told. */
enum { RECOGNISE, READ, WRITE, FORMAT, RESTATE, REWRITE, CREATE, DESTROY, RUN_LINEAR };

#define BIT(place, pointer) ((pointer) != NULL ? 1u << (place) : 0)

/* Those functions that a plugin may lack, and does not. */
static guint
functions_of (const CoupletPlugin *plugin)
{
  const CoupletFrontend *frontend = plugin->frontend;
  const CoupletSolver *solver = plugin->solver;
  guint bits = BIT (RESTATE, plugin->restate) | BIT (REWRITE, plugin->rewrite);
  if (plugin->kind == COUPLET_KIND_FRONTEND)
    bits |= BIT (RECOGNISE, frontend->recognise) | BIT (READ, frontend->read) |
            BIT (WRITE, frontend->write) | BIT (FORMAT, frontend->format);
  else if (plugin->kind != COUPLET_KIND_REPORT)
    bits |= BIT (CREATE, solver->create) | BIT (DESTROY, solver->destroy) |
            BIT (RUN_LINEAR, solver->run_linear);
  return bits;
}

/* ---- Telling ----------------------------------------------------------------------------- */

static void
put_texts (GByteArray *out, const char *const *texts)
{
  guint n = texts != NULL ? g_strv_length ((char **)texts) : 0;
  wire_put_number (out, texts != NULL);
  wire_put_number (out, n);
  for (guint i = 0; i < n; i++)
    wire_put_text (out, texts[i]);
}

static void
put_option (GByteArray *out, const CoupletOption *option)
{
  wire_put_text (out, option->name);
  wire_put_number (out, option->type);
  wire_put_text (out, option->default_value);
  wire_put_number (out, (guint64)option->minimum);
  wire_put_number (out, (guint64)option->maximum);
  put_texts (out, option->choices);
  wire_put_text (out, option->text);
}

void
description_put (GByteArray *out, const CoupletPlugin *plugin)
{
  wire_put_number (out, plugin->kind);
  wire_put_text (out, plugin->name);
  wire_put_text (out, plugin->version);
  wire_put_text (out, plugin->summary);
  wire_put_number (out, plugin->capabilities.answers);
  wire_put_number (out, plugin->capabilities.max_thresholds);
  wire_put_number (out, plugin->capabilities.takes);
  wire_put_number (out, functions_of (plugin));
  put_texts (out, plugin->frontend != NULL ? plugin->frontend->extensions : NULL);
  wire_put_text (out, plugin->method_option);
  wire_put_number (out, plugin->n_options);
  for (guint32 i = 0; i < plugin->n_options; i++)
    put_option (out, &plugin->options[i]);
  wire_put_number (out, plugin->n_libraries);
  for (guint32 i = 0; i < plugin->n_libraries; i++) {
    g_autofree char *version = plugin->libraries[i].version ();
    wire_put_text (out, plugin->libraries[i].name);
    wire_put_text (out, version);
  }
}

/* ---- Taking ------------------------------------------------------------------------------ */

static const char *
take_text (Wire *wire, CoupletArena *arena)
{
  const char *text = wire_text (wire);
  return text != NULL ? couplet_arena_strndup (arena, text, strlen (text)) : NULL;
}

/* How many elements follow, each of which takes room in the wire. */
static guint32
take_count (Wire *wire)
{
  guint64 n = wire_number (wire);
  wire->broken = wire->broken || n > wire->length;
  return wire->broken ? 0 : (guint32)n;
}

static const char *const *
take_texts (Wire *wire, CoupletArena *arena)
{
  gboolean some = wire_number (wire) != 0;
  guint32 n = take_count (wire);
  const char **texts = couplet_arena_new_array (arena, const char *, n + (gsize)1);
  for (guint32 i = 0; i < n; i++)
    texts[i] = take_text (wire, arena);
  texts[n] = NULL;
  return some ? texts : NULL;
}

static void
take_options (Wire *wire, CoupletArena *arena, CoupletPlugin *plugin)
{
  plugin->n_options = take_count (wire);
  CoupletOption *options = couplet_arena_new_array (arena, CoupletOption, plugin->n_options);
  for (guint32 i = 0; i < plugin->n_options; i++) {
    options[i].name = take_text (wire, arena);
    options[i].type = (CoupletOptionType)wire_number (wire);
    options[i].default_value = take_text (wire, arena);
    options[i].minimum = (gint64)wire_number (wire);
    options[i].maximum = (gint64)wire_number (wire);
    options[i].choices = take_texts (wire, arena);
    options[i].text = take_text (wire, arena);
  }
  plugin->options = options;
}

static void
take_libraries (Wire *wire, CoupletArena *arena, Described *described)
{
  guint32 n = described->plugin.n_libraries = take_count (wire);
  CoupletLibrary *libraries = couplet_arena_new_array (arena, CoupletLibrary, n);
  described->versions = couplet_arena_new_array (arena, const char *, n);
  for (guint32 i = 0; i < n; i++) {
    libraries[i] = (CoupletLibrary){.name = take_text (wire, arena)};
    described->versions[i] = take_text (wire, arena);
  }
  described->plugin.libraries = libraries;
}

/* ISO C has no conversion between pointers to functions of different types but this. */
#define SET(place, pointer)                                                                        \
  if ((bits & (1u << (place))) != 0)                                                               \
  memcpy (&(pointer), &stand_in, sizeof stand_in)

static void
set_frontend (CoupletPlugin *plugin, guint bits, const char *const *extensions, CoupletArena *arena)
{
  void (*const stand_in) (void) = not_in_this_process;
  CoupletFrontend *frontend = couplet_arena_alloc (arena, sizeof *frontend);
  *frontend = (CoupletFrontend){.extensions = extensions};
  SET (RECOGNISE, frontend->recognise);
  SET (READ, frontend->read);
  SET (WRITE, frontend->write);
  SET (FORMAT, frontend->format);
  SET (RESTATE, plugin->restate);
  SET (REWRITE, plugin->rewrite);
  plugin->frontend = frontend;
}

static void
set_solver (CoupletPlugin *plugin, guint bits, CoupletArena *arena)
{
  void (*const stand_in) (void) = not_in_this_process;
  CoupletSolver *solver = couplet_arena_alloc (arena, sizeof *solver);
  *solver = (CoupletSolver){0};
  memcpy (&solver->run, &stand_in, sizeof stand_in);
  SET (CREATE, solver->create);
  SET (DESTROY, solver->destroy);
  SET (RUN_LINEAR, solver->run_linear);
  plugin->solver = solver;
}

const CoupletPlugin *
description_take (Wire *wire, CoupletArena *arena)
{
  static const CoupletReport elsewhere = {0};
  Described *described = couplet_arena_alloc (arena, sizeof *described);
  CoupletPlugin *plugin = &described->plugin;
  *described = (Described){.plugin = {COUPLET_PLUGIN_HEADER}};
  plugin->kind = (guint32)wire_number (wire);
  plugin->name = take_text (wire, arena);
  plugin->version = take_text (wire, arena);
  plugin->summary = take_text (wire, arena);
  plugin->capabilities.answers = (guint32)wire_number (wire);
  plugin->capabilities.max_thresholds = (guint32)wire_number (wire);
  plugin->capabilities.takes = (guint32)wire_number (wire);
  guint bits = (guint)wire_number (wire);
  const char *const *extensions = take_texts (wire, arena);
  plugin->method_option = take_text (wire, arena);
  take_options (wire, arena, plugin);
  take_libraries (wire, arena, described);
  if (plugin->kind == COUPLET_KIND_FRONTEND)
    set_frontend (plugin, bits, extensions, arena);
  else if (plugin->kind == COUPLET_KIND_REPORT)
    plugin->report = &elsewhere;
  else
    set_solver (plugin, bits, arena);
  return wire->broken ? NULL : plugin;
}

char *
plugin_library_version (const CoupletPlugin *plugin, guint32 i)
{
  const CoupletLibrary *library = &plugin->libraries[i];
  return library->version != NULL ? library->version ()
                                  : g_strdup (((const Described *)plugin)->versions[i]);
}
