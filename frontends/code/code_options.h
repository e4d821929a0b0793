/* SPDX-License-Identifier: Apache-2.0 */
/* The front ends of code. Their files are read by the Python package couplet.symbolic, which the
 * library starts (core/run/reading/own_reader.c). Here are their names, endings and options. */
#ifndef COUPLET_CODE_OPTIONS_H
#define COUPLET_CODE_OPTIONS_H

#include <couplet/internal/plugin.h>

static const char *const ADJACENCIES[] = {"as-said", "any", "monotonic", "one", NULL};
static const char *const SWITCH[] = {"on", "off", NULL};

/* a line a field, no more */
/* clang-format off */
#define CODE_OPTIONS \
  {"function", COUPLET_OPTION_STRING, "", 0, 0, NULL, \
   "the mechanism, as FILE::NAME names it; empty = each one"}, \
  {"private", COUPLET_OPTION_STRING, "", 0, 0, NULL, \
   "the argument with the private answers; empty = the one that it goes through"}, \
  {"adjacency", COUPLET_OPTION_CHOICE, "as-said", 0, 0, ADJACENCIES, \
   "how the answers of adjacent databases differ; as-said = as a comment says, or any"}, \
  {"epsilon", COUPLET_OPTION_STRING, "", 0, 0, NULL, \
   "the argument that is epsilon; empty = the one called epsilon or eps"}, \
  {"sensitivity", COUPLET_OPTION_STRING, "", 0, 0, NULL, \
   "by how much an answer may differ; empty = as a comment says, or 1"}, \
  {"answers", COUPLET_OPTION_INTEGER, "0", 0, 1000, NULL, \
   "how many answers there are; 0 = any number"}, \
  {"interpreter", COUPLET_OPTION_STRING, "", 0, 0, NULL, \
   "the Python 3 that reads the file; empty = that of the active virtual environment, or python3 of " \
   "PATH"}, \
  {"sandbox", COUPLET_OPTION_CHOICE, "on", 0, 0, SWITCH, \
   "whether it is read in a sandbox, where it can read files and compute, no more"}
/* clang-format on */

#endif
