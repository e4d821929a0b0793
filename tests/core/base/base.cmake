# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_rational SOURCES test_rational.c)
couplet_add_test(test_format SOURCES test_format.c)
couplet_add_test(test_output_file SOURCES test_output_file.c)
couplet_add_test(test_clock SOURCES test_clock.c CORE)
couplet_add_test(test_wire SOURCES test_wire.c CORE)
couplet_add_test(test_message SOURCES test_message.c CORE)
