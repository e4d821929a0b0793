/* SPDX-License-Identifier: Apache-2.0 */
/* What the core sees of a context besides <couplet/host/context.h>. */
#ifndef COUPLET_CORE_CONTEXT_H
#define COUPLET_CORE_CONTEXT_H

#include "clock.h"

#include <couplet/internal/plugin.h>

/* The clock of context, which lives as long; NULL for NULL. */
Clock *context_clock (CoupletContext *context);

/* From now on the context is for plugin, the same as before but as another process has it. */
void context_set_plugin (CoupletContext *context, const CoupletPlugin *plugin);

/* What the plugin asked for that it does not declare, since the clock was started; NULL = nothing.
 */
const char *context_misuse (const CoupletContext *context);

/* The names that couplet_context_use_parameter() was given. */
const GPtrArray *context_offered (const CoupletContext *context);

/* Says that the plugin runs in a process of its own, from which no progress is shown, and whether
 * that ends with the plugin's function (couplet_context_is_apart()). */
void context_set_apart (CoupletContext *context, gboolean ends);

/* What couplet_outcome_save() of a plugin in context calls, with the data given here. */
typedef void (*SaveFunction) (gpointer data, CoupletOutcome *outcome);
void context_on_save (CoupletContext *context, SaveFunction save, gpointer data);

/* From now on, the user has also cancelled when *cancelled, which must outlive the context, is
 * not 0. */
void context_heed (CoupletContext *context, const volatile int *cancelled);

/* From now on the front end reads source, whose text nobody needs after it: what
 * couplet_context_pass() says is given back. NULL: such a source, or any other, is needed. */
void context_consume (CoupletContext *context, CoupletSource *source);

/* Whether the plugin's messages are dropped, since it is asked again what it has answered. */
void context_set_silent (CoupletContext *context, gboolean silent);
gboolean context_is_silent (const CoupletContext *context);

/* Calls what context_on_save() was given. */
void context_save (CoupletContext *context, CoupletOutcome *outcome);

#endif
