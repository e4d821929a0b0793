/* SPDX-License-Identifier: Apache-2.0 */
/* Everything a plugin or a program that links libcouplet may use. */
#ifndef COUPLET_H
#define COUPLET_H

#include <couplet/arena.h>
#include <couplet/context.h>
#include <couplet/cost.h>
#include <couplet/counterexample.h>
#include <couplet/diagnostic.h>
#include <couplet/evidence.h>
#include <couplet/format.h>
#include <couplet/graph.h>
#include <couplet/json.h>
#include <couplet/json_tokenizer.h>
#include <couplet/large.h>
#include <couplet/live.h>
#include <couplet/lossy_walk.h>
#include <couplet/model.h>
#include <couplet/moves.h>
#include <couplet/output_file.h>
#include <couplet/path_inputs.h>
#include <couplet/plugin.h>
#include <couplet/rational.h>
#include <couplet/result.h>
#include <couplet/result_json.h>
#include <couplet/sample.h>
#include <couplet/shift.h>
#include <couplet/step.h>
#include <couplet/text.h>
#include <couplet/walk_search.h>
#include <couplet/walk_shifts.h>

#endif
