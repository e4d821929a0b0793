/* SPDX-License-Identifier: Apache-2.0 */
/* How large the structures of the plugin interface are in each of its minor versions. A plugin
 * gives and gets them in the size of the version that it was made for. */
#ifndef COUPLET_CORE_INTERFACE_SIZES_H
#define COUPLET_CORE_INTERFACE_SIZES_H

#include <glib.h>

/* Bytes. Structures grow only by fields behind those of the version before. */
typedef struct {
  /* what a plugin defines: at least so large */
  gsize plugin, frontend, solver, report;
  gsize option; /* stride of an array */
  /* what a front end gives to a builder; noise is the stride of an array */
  gsize noise, state, transition;
  gsize counterexample; /* what a stage gives to its outcome */
  /* strides of the arrays that a report gets */
  gsize stage, statistic, diagnostic;
} InterfaceSizes;

/* The sizes of version COUPLET_PLUGIN_ABI_MAJOR.minor, which is not above the host's. */
const InterfaceSizes *interface_sizes (guint minor);

#endif
