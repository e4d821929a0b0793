/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of a shared object that would hold REPORT alone, one of those in basic.so. */
#include "basic.h"

COUPLET_PLUGIN_ENTRY (&REPORT)
