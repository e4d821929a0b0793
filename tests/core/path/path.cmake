# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_path_inputs SOURCES test_path_inputs.c text_automaton.c)
