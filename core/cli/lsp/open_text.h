/* SPDX-License-Identifier: Apache-2.0 */
/* A text that is open in the editor, and what is known of it. */
#ifndef COUPLET_CLI_LSP_OPEN_TEXT_H
#define COUPLET_CLI_LSP_OPEN_TEXT_H

#include "directive.h"

#include <couplet/host/registry.h>

typedef enum {
  OPEN_TEXT_UNSAVED, /* code, which is run when it is saved only */
  OPEN_TEXT_UNREAD,
  OPEN_TEXT_READ,
  OPEN_TEXT_KNOWN
} OpenTextState;

/* What is known of a mechanism of the text. */
typedef struct {
  char *name;  /* NULL = it has none */
  char *hover; /* Markdown */
} Mechanism;

void mechanism_free (Mechanism *mechanism);

typedef struct {
  char *uri;
  char *version; /* as the editor counts, JSON; NULL = it does not */
  char *bytes;
  gsize length;
  const CoupletPlugin *frontend; /* NULL: no text for Couplet */
  Directive directive;
  OpenTextState state;
  char *diagnostics;     /* of reading, elements of a list of JSON; NULL = none yet */
  GPtrArray *mechanisms; /* Mechanism, those of which something is known */
} OpenText;

/* A document of that URI, read by its ending; language: what the editor calls its language, by
 * which it is read where it has no ending or is untitled. */
OpenText *open_text_new (const char *uri, const char *language, CoupletRegistry *registry);
void open_text_free (OpenText *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OpenText, open_text_free)

/* Replaces the text, of which nothing is known then. version may be NULL. */
void open_text_set_text (OpenText *document, Text text, const char *version);

Text open_text_content (const OpenText *document);

/* Whether Couplet is to read it. */
gboolean open_text_is_wanted (const OpenText *document);

#endif
