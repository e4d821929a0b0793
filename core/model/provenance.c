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
couplet_provenance_options (const CoupletProvenance *provenance)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < provenance->n_options; i++) {
    const char *option = provenance->options[i];
    gboolean plain =
        strspn (option, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_=.,:/+") == strlen (option);
    g_autofree char *quoted = plain ? g_strdup (option) : g_shell_quote (option);
    g_autofree char *visible = couplet_make_visible (quoted);
    g_string_append_printf (text, "%s%s", i == 0 ? "" : " ", visible);
  }
  return g_string_free (text, FALSE);
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

static const Field PROVENANCE_FIELDS[] = {
    FIELD (CoupletProvenance, version, .key = "version", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletProvenance, commit, .key = "commit", .type = FIELD_TEXT),
    FIELD (CoupletProvenance, libraries, .key = "libraries", .type = FIELD_DEFINITIONS,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (CoupletProvenance, n_libraries)),
    FIELD (CoupletProvenance, options, .key = "options", .type = FIELD_STRINGS,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (CoupletProvenance, n_options)),
    FIELD (CoupletProvenance, date, .key = "date", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
};

const RecordKind PROVENANCE_RECORD =
    RECORD_KIND (CoupletProvenance, CoupletProvenance, "provenance", PROVENANCE_FIELDS);

void
couplet_json_provenance (const CoupletJson *json, const char *key,
                         const CoupletProvenance *provenance)
{
  const RecordWriter writer = {.json = json};
  record_write (&writer, key, &PROVENANCE_RECORD, provenance);
}
