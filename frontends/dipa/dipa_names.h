/* SPDX-License-Identifier: Apache-2.0 */
/* Names as DiPAut wants them: letters, digits and `_`; states begin with q,
 * outputs with o, thresholds with neither. */
#ifndef DIPA_NAMES_H
#define DIPA_NAMES_H

#include <glib.h>

/* The names that have been given. */
typedef struct DipaNames DipaNames;

DipaNames *dipa_names_new (void);
void dipa_names_free (DipaNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DipaNames, dipa_names_free)

/* A name like text that none before had; text itself when it can be. letter: q,
 * o, or 0 for a threshold. Owned by names. */
const char *dipa_names_give (DipaNames *names, const char *text, char letter);

#endif
