/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/context.h>

G_DEFINE_QUARK (couplet - error - quark, couplet_error)
