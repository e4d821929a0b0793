# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_descriptor SOURCES test_descriptor.c CORE)
couplet_add_test(test_capabilities SOURCES test_capabilities.c CORE)
couplet_add_test(test_context SOURCES test_context.c)
