/* SPDX-License-Identifier: Apache-2.0 */
#include "open_text.h"

#include <string.h>

/* How the URI of a text begins that is in no file. */
#define UNTITLED "untitled:"

/* The ending of the file that uri names, in lower case; NULL. The caller frees it. */
static char *
ending_of (const char *uri)
{
  const char *name = strrchr (uri, '/');
  const char *dot = strrchr (name != NULL ? name : uri, '.');
  return dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
}

/* The front end of a language that the editor names; NULL. Editors call languages as the front ends
 * are called. */
static const CoupletPlugin *
frontend_of_language (CoupletRegistry *registry, const char *language)
{
  return language != NULL ? couplet_registry_find (registry, COUPLET_KIND_FRONTEND, language, NULL)
                          : NULL;
}

OpenText *
open_text_new (const char *uri, const char *language, CoupletRegistry *registry)
{
  OpenText *document = g_new0 (OpenText, 1);
  g_autofree char *ending = ending_of (uri);
  gboolean untitled = g_str_has_prefix (uri, UNTITLED);
  document->uri = g_strdup (uri);
  document->mechanisms = g_ptr_array_new_with_free_func ((GDestroyNotify)mechanism_free);
  if (ending == NULL || untitled)
    document->frontend = frontend_of_language (registry, language);
  if (document->frontend == NULL && ending != NULL)
    document->frontend = couplet_registry_find_extension (registry, ending);
  return document;
}

void
mechanism_free (Mechanism *mechanism)
{
  g_free (mechanism->name);
  g_free (mechanism->hover);
  g_free (mechanism);
}

static void
forget (OpenText *document)
{
  directive_clear (&document->directive);
  g_clear_pointer (&document->diagnostics, g_free);
  g_clear_pointer (&document->version, g_free);
  g_clear_pointer (&document->bytes, g_free);
  g_ptr_array_set_size (document->mechanisms, 0);
}

void
open_text_free (OpenText *document)
{
  forget (document);
  g_ptr_array_unref (document->mechanisms);
  g_free (document->uri);
  g_free (document);
}

static gboolean
is_code (const OpenText *document)
{
  return document->frontend != NULL &&
         (document->frontend->capabilities.takes & COUPLET_IS_CODE) != 0;
}

void
open_text_set_text (OpenText *document, Text text, const char *version)
{
  forget (document);
  document->bytes = g_malloc (text.length + 1);
  memcpy (document->bytes, text.bytes, text.length);
  document->bytes[text.length] = '\0';
  document->length = text.length;
  document->version = g_strdup (version);
  document->state = is_code (document) ? OPEN_TEXT_UNSAVED : OPEN_TEXT_UNREAD;
  if (document->frontend != NULL)
    directive_find (&document->directive, open_text_content (document), document->frontend);
}

Text
open_text_content (const OpenText *document)
{
  return (Text){document->bytes, document->length};
}

gboolean
open_text_is_wanted (const OpenText *document)
{
  return document->frontend != NULL &&
         directive_is_wanted (&document->directive, open_text_content (document),
                              document->frontend);
}
