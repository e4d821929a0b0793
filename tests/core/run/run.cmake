# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_child SOURCES test_child.c CORE)
couplet_add_test(test_deaths SOURCES test_deaths.c CORE)
couplet_add_test(test_privacy_claim SOURCES test_privacy_claim.c text_automaton.c CORE)
couplet_add_test(test_sized_result SOURCES test_sized_result.c CORE)
couplet_add_test(test_transfer SOURCES test_transfer.c small_automata.c CORE)
couplet_add_test(test_isolate SOURCES test_isolate.c small_automata.c CORE)
couplet_add_test(test_jobs SOURCES test_jobs.c CORE)
couplet_add_test(test_configuration_scan SOURCES test_configuration_scan.c CORE)
