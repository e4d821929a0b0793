# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_evidence_parts SOURCES test_evidence_parts.c text_automaton.c)
