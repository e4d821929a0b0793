/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include <couplet/internal/provenance.h>
#include <couplet/internal/text.h>

#include <string.h>

/* ---- For people -------------------------------------------------------------------- */

char *
couplet_origin_parameters (const CoupletOrigin *origin)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < origin->n_parameters; i++)
    g_string_append_printf (text, "%s%s %s=%s", i == 0 ? "" : " ",
                            strchr (origin->parameters[i].name, '.') != NULL ? "-o" : "-D",
                            origin->parameters[i].name, origin->parameters[i].value);
  char *visible = couplet_make_visible (text->str);
  g_string_free (text, TRUE);
  return visible;
}

char *
couplet_provenance_libraries (const CoupletProvenance *provenance)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < provenance->n_libraries; i++)
    g_string_append_printf (text, "%s%s %s", i == 0 ? "" : ", ", provenance->libraries[i].name,
                            provenance->libraries[i].value);
  return g_string_free (text, FALSE);
}

char *
couplet_shell_words (const char *const *words, guint n)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    gboolean plain = *words[i] != '\0' && strspn (words[i], G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS
                                                  "-_=.,:/+") == strlen (words[i]);
    g_autofree char *quoted = plain ? g_strdup (words[i]) : g_shell_quote (words[i]);
    g_autofree char *visible = couplet_make_visible (quoted);
    g_string_append_printf (text, "%s%s", i == 0 ? "" : " ", visible);
  }
  return g_string_free (text, FALSE);
}

char *
couplet_provenance_options (const CoupletProvenance *provenance)
{
  return couplet_shell_words (provenance->options, provenance->n_options);
}

char *
couplet_tool_to_string (const CoupletTool *tool)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%s %s", tool->kind, tool->name);
  if (tool->version != NULL && *tool->version != '\0')
    g_string_append_printf (text, " %s", tool->version);
  if (tool->file != NULL)
    g_string_append_printf (text, ", %s", tool->file);
  for (guint32 i = 0; i < tool->n_command; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? ", " : " ", tool->command[i]);
  if (tool->sha256 != NULL)
    g_string_append_printf (text, ", sha256 %s", tool->sha256);
  char *visible = couplet_make_visible (text->str);
  g_string_free (text, TRUE);
  return visible;
}

/* Takes text, which is left out when it is empty. */
static void
add_line (GStrvBuilder *lines, const char *name, char *text)
{
  if (text != NULL && *text != '\0')
    g_strv_builder_add_many (lines, name, text, NULL);
  g_free (text);
}

static void
add_provenance (GStrvBuilder *lines, const CoupletProvenance *provenance)
{
  add_line (lines, "couplet",
            g_strdup_printf ("%s, %s%s", provenance->version,
                             provenance->commit != NULL ? "commit " : "unknown commit",
                             provenance->commit != NULL ? provenance->commit : ""));
  add_line (lines, "libraries", couplet_provenance_libraries (provenance));
  add_line (lines, "options", couplet_provenance_options (provenance));
  add_line (lines, "date", g_strdup (provenance->date));
}

char **
couplet_provenance_lines (const CoupletOrigin *origin, const char *sampling, const char *adjacency)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  if (origin != NULL) {
    add_line (lines, "input",
              origin->file != NULL ? couplet_quote (origin->file, -1)
                                   : g_strdup ("standard input"));
    add_line (lines, "sha256", g_strdup (origin->sha256));
    add_line (lines, "parameters", couplet_origin_parameters (origin));
  }
  add_line (lines, "sampling", g_strdup (sampling));
  add_line (lines, "adjacency", g_strdup (adjacency));
  if (origin != NULL && origin->provenance != NULL)
    add_provenance (lines, origin->provenance);
  return g_strv_builder_end (lines);
}

/* ---- For programs -------------------------------------------------------------------- */

static void
put_definitions (const CoupletJson *json, const char *key, const CoupletDefinition *definitions,
                 guint32 n)
{
  couplet_json_open (json, key, '{');
  for (guint32 i = 0; i < n; i++)
    couplet_json_string (json, definitions[i].name, definitions[i].value);
  couplet_json_close (json, '}');
}

void
couplet_json_parameters (const CoupletJson *json, const char *key, const CoupletOrigin *origin)
{
  put_definitions (json, key, origin->parameters, origin->n_parameters);
}

static gboolean
is_repeatable (gconstpointer record)
{
  return ((const CoupletProvenance *)record)->command != NULL;
}

static const Field TOOL_FIELDS[] = {
    FIELD (CoupletTool, kind, .key = "kind", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletTool, name, .key = "name", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletTool, version, .key = "version", .type = FIELD_TEXT),
    FIELD (CoupletTool, file, .key = "file", .type = FIELD_TEXT),
    FIELD (CoupletTool, sha256, .key = "sha256", .type = FIELD_TEXT),
    FIELD (CoupletTool, command, .key = "command", .type = FIELD_STRINGS, .flags = FIELD_SPARSE,
           .count = G_STRUCT_OFFSET (CoupletTool, n_command)),
};

static const RecordKind TOOL = RECORD_KIND (CoupletTool, CoupletTool, "plugin", TOOL_FIELDS);

static const Field PROGRAM_FIELDS[] = {
    FIELD (CoupletProgram, kind, .key = "kind", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (CoupletProgram, name, .key = "name", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletProgram, command, .key = "command", .type = FIELD_STRINGS, .flags = FIELD_NEEDED,
           .count = G_STRUCT_OFFSET (CoupletProgram, n_command)),
    FIELD (CoupletProgram, endings, .key = "endings", .type = FIELD_STRINGS, .flags = FIELD_NEEDED,
           .count = G_STRUCT_OFFSET (CoupletProgram, n_endings)),
    FIELD (CoupletProgram, serves, .key = "serves", .type = FIELD_BOOLEAN, .flags = FIELD_NEEDED),
};

static const RecordKind PROGRAM =
    RECORD_KIND (CoupletProgram, CoupletProgram, "program", PROGRAM_FIELDS);

static const Field PROVENANCE_FIELDS[] = {
    FIELD (CoupletProvenance, version, .key = "version", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletProvenance, commit, .key = "commit", .type = FIELD_TEXT),
    FIELD (CoupletProvenance, libraries, .key = "libraries", .type = FIELD_DEFINITIONS,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (CoupletProvenance, n_libraries)),
    FIELD (CoupletProvenance, options, .key = "options", .type = FIELD_STRINGS,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (CoupletProvenance, n_options)),
    FIELD (CoupletProvenance, date, .key = "date", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    /* from here on, what repeats the run */
    FIELD (CoupletProvenance, command, .key = "command", .type = FIELD_TEXT, .when = is_repeatable),
    FIELD (CoupletProvenance, frontend, .key = "frontend", .type = FIELD_OBJECT,
           .flags = FIELD_SPARSE, .kind = &TOOL, .when = is_repeatable),
    FIELD (CoupletProvenance, plugins, .key = "plugins", .type = FIELD_LIST, .kind = &TOOL,
           .count = G_STRUCT_OFFSET (CoupletProvenance, n_plugins), .when = is_repeatable),
    FIELD (CoupletProvenance, plugin_path, .key = "plugin_path", .type = FIELD_STRINGS,
           .count = G_STRUCT_OFFSET (CoupletProvenance, n_plugin_path), .when = is_repeatable),
    FIELD (CoupletProvenance, more_options, .key = "more_options", .type = FIELD_STRINGS,
           .count = G_STRUCT_OFFSET (CoupletProvenance, n_more_options), .when = is_repeatable),
    FIELD (CoupletProvenance, programs, .key = "programs", .type = FIELD_LIST,
           .flags = FIELD_SPARSE, .kind = &PROGRAM,
           .count = G_STRUCT_OFFSET (CoupletProvenance, n_programs), .when = is_repeatable),
};

#define FIRST_OF_SETUP 5

const RecordKind PROVENANCE_RECORD =
    RECORD_KIND (CoupletProvenance, CoupletProvenance, "provenance", PROVENANCE_FIELDS);

static const RecordKind SETUP = {.noun = "setup",
                                 .fields = PROVENANCE_FIELDS + FIRST_OF_SETUP,
                                 .n_fields = G_N_ELEMENTS (PROVENANCE_FIELDS) - FIRST_OF_SETUP,
                                 .size = sizeof (CoupletProvenance),
                                 .record_size = sizeof (CoupletProvenance)};

void
couplet_json_provenance (const CoupletJson *json, const char *key,
                         const CoupletProvenance *provenance)
{
  const RecordWriter writer = {.json = json};
  record_write (&writer, key, &PROVENANCE_RECORD, provenance);
}

void
couplet_json_setup (const CoupletJson *json, const char *key, const CoupletProvenance *provenance)
{
  const RecordWriter writer = {.json = json};
  record_write (&writer, key, &SETUP, provenance);
}
