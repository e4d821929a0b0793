/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side, all of it: for programs that run Couplet (the `couplet` command is one) and
 * for tests of plugins; a plugin needs none of it.
 */
#ifndef COUPLET_HOST_H
#define COUPLET_HOST_H

#include <couplet/host/apart.h>
#include <couplet/host/check.h>
#include <couplet/host/configuration.h>
#include <couplet/host/context.h>
#include <couplet/host/evidence.h>
#include <couplet/host/input.h>
#include <couplet/host/item.h>
#include <couplet/host/merge.h>
#include <couplet/host/model.h>
#include <couplet/host/output_file.h>
#include <couplet/host/registry.h>
#include <couplet/host/result_json.h>
#include <couplet/host/run.h>
#include <couplet/host/source.h>
#include <couplet/host/sweep.h>
#include <couplet/host/unfold.h>
#include <couplet/host/version.h>

#endif
