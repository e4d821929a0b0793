/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for tests, from its JSON. */
#ifndef COUPLET_TESTS_TEXT_EVIDENCE_H
#define COUPLET_TESTS_TEXT_EVIDENCE_H

#include <couplet/host/evidence.h>

/* The one piece of evidence about automaton that text has, which the caller frees. Fails the test
 * when it cannot be read. */
CoupletEvidence *text_evidence (const CoupletAutomaton *automaton, const char *text);

/* Why the checker does not accept that evidence, which the caller frees; NULL = it does. */
char *text_evidence_complaint (const CoupletAutomaton *automaton, const char *text);

#endif
