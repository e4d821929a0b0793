/* SPDX-License-Identifier: Apache-2.0 */
/* What every CMocka program includes, in the order CMocka asks for. */
#ifndef COUPLET_TESTS_UNIT_H
#define COUPLET_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
