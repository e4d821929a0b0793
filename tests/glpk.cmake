# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_glpk_guard SOURCES test_glpk_guard.c LIBRARIES optimizer_glpk)
