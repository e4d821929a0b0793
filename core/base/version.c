/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host.h>

const char *
couplet_version (void)
{
  return COUPLET_VERSION;
}
