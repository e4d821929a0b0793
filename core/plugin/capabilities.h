/* SPDX-License-Identifier: Apache-2.0 */
/* What capabilities mean: which plugins may have them, and what automata need them. */
#ifndef COUPLET_CORE_CAPABILITIES_H
#define COUPLET_CORE_CAPABILITIES_H

#include <couplet/internal/plugin.h>

/* Why plugin cannot have the capabilities it states, by the field that is wrong; NULL = it
 * can. The caller frees it. */
char *capabilities_fault (const CoupletPlugin *plugin);

/* Why plugin, a decider or optimizer, or a front end that is to write it, cannot take automaton, as
 * its capabilities say; NULL = it can. The caller frees it. */
char *capabilities_obstacle (const CoupletPlugin *plugin, const CoupletAutomaton *automaton);

/* Whether plugin is a solver of linear mechanisms, or a front end that writes them. */
gboolean capabilities_takes_linear (const CoupletPlugin *plugin);

#endif
