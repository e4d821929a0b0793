/* SPDX-License-Identifier: Apache-2.0 */
/* The model: automata, their guards, and how they are built. */
#ifndef COUPLET_MODEL_H
#define COUPLET_MODEL_H

#include <couplet/automaton.h>
#include <couplet/builder.h>
#include <couplet/guard.h>

#endif
