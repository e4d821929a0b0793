# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_dipa_reader SOURCES test_dipa_reader.c LIBRARIES frontend_dipa)
