/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that make a test longer or different, from the environment. */
#ifndef COUPLET_TESTS_ENVIRONMENT_H
#define COUPLET_TESTS_ENVIRONMENT_H

#include <glib.h>

/* The number that the variable holds, or otherwise. */
static inline guint
environment_number (const char *variable, guint otherwise)
{
  const char *value = g_getenv (variable);
  return value != NULL ? (guint)g_ascii_strtoull (value, NULL, 10) : otherwise;
}

#endif
