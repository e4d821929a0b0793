/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include <string.h>

struct Tools {
  CoupletArena *arena;
  GHashTable *hashes; /* file to the hash of its content, NULL = it cannot be read */
  GHashTable *made;   /* CoupletPlugin or CommandReader to its CoupletTool */
};

Tools *
tools_new (void)
{
  Tools *tools = g_new0 (Tools, 1);
  tools->arena = couplet_arena_new ();
  tools->hashes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  tools->made = g_hash_table_new (NULL, NULL);
  return tools;
}

void
tools_free (Tools *tools)
{
  if (tools == NULL)
    return;
  g_hash_table_unref (tools->made);
  g_hash_table_unref (tools->hashes);
  couplet_arena_free (tools->arena);
  g_free (tools);
}

CoupletArena *
tools_arena (Tools *tools)
{
  return tools->arena;
}

const char *
tools_hash (Tools *tools, const char *file)
{
  gpointer hash;
  if (g_hash_table_lookup_extended (tools->hashes, file, NULL, &hash))
    return hash;
  g_autoptr (GMappedFile) content = g_mapped_file_new (file, FALSE, NULL);
  hash = content != NULL
             ? g_compute_checksum_for_data (G_CHECKSUM_SHA256,
                                            (const guchar *)g_mapped_file_get_contents (content),
                                            g_mapped_file_get_length (content))
             : NULL;
  g_hash_table_insert (tools->hashes, g_strdup (file), hash);
  return hash;
}

static const char *
copy_text (Tools *tools, const char *text)
{
  return text != NULL ? couplet_arena_strndup (tools->arena, text, strlen (text)) : NULL;
}

/* A tool for key, which has none yet. */
static CoupletTool *
add_tool (Tools *tools, gconstpointer key, CoupletPluginKind kind, const char *name)
{
  CoupletTool *tool = couplet_arena_new_array (tools->arena, CoupletTool, 1);
  *tool =
      (CoupletTool){.kind = couplet_plugin_kind_to_string (kind), .name = copy_text (tools, name)};
  g_hash_table_insert (tools->made, (gpointer)key, tool);
  return tool;
}

const CoupletTool *
tools_plugin (Tools *tools, const CoupletPlugin *plugin, const char *file)
{
  CoupletTool *tool = g_hash_table_lookup (tools->made, plugin);
  if (tool != NULL)
    return tool;
  g_autofree char *absolute = file != NULL ? g_canonicalize_filename (file, NULL) : NULL;
  tool = add_tool (tools, plugin, (CoupletPluginKind)plugin->kind, plugin->name);
  tool->version = copy_text (tools, plugin->version);
  tool->file = copy_text (tools, absolute);
  tool->sha256 = file != NULL ? tools_hash (tools, file) : NULL;
  return tool;
}

/* The hash of the contents of all files that words name, one after the other; NULL = they name
 * none. The caller frees it. */
static char *
hash_of_command (char **words)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gboolean any = FALSE;
  for (char **word = words; *word != NULL; word++) {
    g_autoptr (GMappedFile) content =
        g_file_test (*word, G_FILE_TEST_IS_REGULAR) ? g_mapped_file_new (*word, FALSE, NULL) : NULL;
    if (content == NULL || (word == words && strchr (*word, '/') == NULL))
      continue;
    any = TRUE;
    g_checksum_update (checksum, (const guchar *)g_mapped_file_get_contents (content),
                       (gssize)g_mapped_file_get_length (content));
  }
  return any ? g_strdup (g_checksum_get_string (checksum)) : NULL;
}

/* The program that command starts, for key. */
static const CoupletTool *
tools_program (Tools *tools, gconstpointer key, CoupletPluginKind kind, const char *name,
               char **command)
{
  CoupletTool *tool = g_hash_table_lookup (tools->made, key);
  if (tool != NULL)
    return tool;
  g_autofree char *hash = hash_of_command (command);
  guint32 n = g_strv_length (command);
  const char **words = couplet_arena_new_array (tools->arena, const char *, n);
  for (guint32 i = 0; i < n; i++)
    words[i] = copy_text (tools, command[i]);
  tool = add_tool (tools, key, kind, name);
  tool->sha256 = copy_text (tools, hash);
  tool->n_command = n;
  tool->command = words;
  return tool;
}

const CoupletTool *
tools_reader (Tools *tools, const CommandReader *reader)
{
  return reader->plugin != NULL
             ? tools_plugin (tools, reader->plugin, reader->file)
             : tools_program (tools, reader, COUPLET_KIND_FRONTEND, reader->name, reader->command);
}

const CoupletTool *
tools_stage (Tools *tools, const Stage *stage)
{
  return stage->command == NULL
             ? tools_plugin (tools, stage->plugin, stage->file)
             : tools_program (tools, stage->plugin, (CoupletPluginKind)stage->plugin->kind,
                              stage->name, stage->command);
}
