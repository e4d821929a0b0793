/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_options.h"

void
probe_options_init (ProbeOptions *options)
{
  *options = (ProbeOptions){0};
  couplet_rational_init (&options->epsilon);
  couplet_rational_init (&options->claim);
  couplet_rational_init (&options->low);
  couplet_rational_init (&options->high);
}

void
probe_options_clear (ProbeOptions *options)
{
  couplet_rational_clear (&options->epsilon);
  couplet_rational_clear (&options->claim);
  couplet_rational_clear (&options->low);
  couplet_rational_clear (&options->high);
}
