# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_z3_relation SOURCES test_z3_relation.c LIBRARIES decider_z3)
couplet_add_test(test_z3_walks SOURCES test_z3_walks.c LIBRARIES decider_z3)
