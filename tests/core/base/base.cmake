# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_rational SOURCES test_rational.c)
couplet_add_test(test_format SOURCES test_format.c)
couplet_add_test(test_output_file SOURCES test_output_file.c)
couplet_add_test(test_clock SOURCES test_clock.c CORE)
