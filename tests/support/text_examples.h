/* SPDX-License-Identifier: Apache-2.0 */
/* Lines for text_automaton() that tests of the host's side share. */
#ifndef COUPLET_TESTS_TEXT_EXAMPLES_H
#define COUPLET_TESTS_TEXT_EXAMPLES_H

#include <glib.h>

/* One threshold, x: outputs tell the path, noise is on every draw; the least d is 5/4. */
static const char *const SVT[] G_GNUC_UNUSED = {"state q0 public 1/4",
                                                "state q1 private 1/2",
                                                "state q2 private 1",
                                                "q0 q1 true start x",
                                                "q1 q1 <x bot",
                                                "q1 q2 >=x top",
                                                NULL};

/* The same, but that both comparisons have one output. */
static const char *const ALIKE[] G_GNUC_UNUSED = {"state q0 public 1/4",
                                                  "state q1 private 1/2",
                                                  "state q2 private 1",
                                                  "q0 q1 true start x",
                                                  "q1 q1 <x same",
                                                  "q1 q2 >=x same",
                                                  NULL};

/* One threshold, x: both comparisons repeat, so that no strategy is valid. */
static const char *const LEAKY[] G_GNUC_UNUSED = {"state q0 public 1/4", "state q1 private 1/2",
                                                  "q0 q1 true start x",  "q1 q1 <x bot",
                                                  "q1 q1 >=x top",       NULL};

/* A step that compares eleven thresholds: one more than a table of evidence may have. */
#define ELEVEN_NAMES "t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10"
static const char *const ELEVEN[] G_GNUC_UNUSED = {
    "state a public 1/4",
    "state b private 1/4",
    "state c private 1/4",
    "a b true start t0,t1,t2,t3,t4,t5,t6,t7,t8,t9,t10",
    "b c <t0&<t1&<t2&<t3&<t4&<t5&<t6&<t7&<t8&<t9&<t10 all",
    NULL};

/* Two thresholds, u and v: no shift of u goes through both loops free of charge, but they assign
 * v, which is compared last, and may be paid for. */
static const char *const PAYING[] G_GNUC_UNUSED = {
    "state q0 public 1/2", "state q1 public 1/3", "state q2 private 1/4", "state q3 private 1/3",
    "state q4 private -",  "q0 q1 true a u",      "q1 q2 true b v",       "q2 q2 <u low v",
    "q2 q3 >=u up",        "q3 q3 >=u high v",    "q3 q4 <u&>=v end",     NULL};

#endif
