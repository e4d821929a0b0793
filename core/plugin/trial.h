/* SPDX-License-Identifier: Apache-2.0 */
/* Trying in a process of its own what a stranger's plugin does, before the program itself does it.
 */
#ifndef COUPLET_CORE_TRIAL_H
#define COUPLET_CORE_TRIAL_H

#include <glib.h>

/* What is tried; it must not depend on whether it was tried before. */
typedef void (*TrialFunction) (gpointer data);

/* How long loading a plugin and setting it up may take. */
#define TRIAL_SECONDS 10

/* Runs function in a child process. FALSE with error set (PLUGIN), `its process was ended by signal
 * 11 (Segmentation fault)`, when it does not return, within so many seconds (0 = no limit). A
 * process that somebody kills (SIGKILL) is replaced a few times: memory may be short for a moment.
 */
gboolean trial_run (TrialFunction function, gpointer data, guint seconds, GError **error);

#endif
