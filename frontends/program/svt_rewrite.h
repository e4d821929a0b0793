/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of a program that keep the rest of its text. */
#ifndef SVT_REWRITE_H
#define SVT_REWRITE_H

#include "svt_check.h"

#include <couplet/internal/plugin.h>

/* Writes the text of program with n changes made through couplet_context_write(). FALSE when
 * one cannot be made. */
gboolean svt_rewrite (CoupletContext *context, const SvtProgram *program,
                      const CoupletChange *changes, guint n);

#endif
