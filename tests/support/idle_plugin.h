/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of plugins that do nothing, for descriptors that need some. */
#ifndef COUPLET_TESTS_IDLE_PLUGIN_H
#define COUPLET_TESTS_IDLE_PLUGIN_H

#include <couplet/internal/plugin.h>

static inline gboolean
idle_run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
          CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)automaton;
  (void)outcome;
  (void)error;
  return TRUE;
}

static inline gboolean
idle_read (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
           CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)source;
  (void)builder;
  (void)diagnostics;
  return TRUE;
}

static inline gpointer
idle_begin (CoupletContext *context, gboolean compare)
{
  (void)context;
  (void)compare;
  return NULL;
}

static inline void
idle_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  (void)report;
  (void)context;
  (void)result;
}

static inline void
idle_end (gpointer report, CoupletContext *context)
{
  (void)report;
  (void)context;
}

#endif
