/* SPDX-License-Identifier: Apache-2.0 */
/* JSON numbers as exact rationals. */
#ifndef COUPLET_JSON_NUMBER_H
#define COUPLET_JSON_NUMBER_H

#include <couplet/arena.h>
#include <couplet/model.h>

/* The decimal that the JSON number text stands for, as a text for
 * couplet_rational_parse(): an integer stands for itself; a number with a point
 * or exponent for the shortest decimal that reads back as the same double (kept
 * in arena when it differs from text). Left out when it is beyond doubles. */
CoupletText json_number_to_decimal (CoupletText text, CoupletArena *arena);

#endif
