/* SPDX-License-Identifier: Apache-2.0 */
/* Which steps can follow each other, and which can be repeated: docs/evidence.md. */
#ifndef COUPLET_CHECK_GRAPH_H
#define COUPLET_CHECK_GRAPH_H

#include "check.h"

/* A state, and what is known there of the order of the thresholds (closed; empty where there are
 * no orders) and of earlier inputs. */
typedef struct {
  guint32 state;
  char *order;
  CoupletMemory memory;
} Node;

/* differences: those that transition leads to target with, bit D + 1 for D. */
typedef struct {
  guint32 transition, target; /* a node */
  guint8 differences;
} Edge;

#define NODE(check, i) (&g_array_index ((check)->nodes, Node, i))
#define EDGE(check, i) (&g_array_index ((check)->edges, Edge, i))
#define FIRST(check, i) g_array_index ((check)->first, guint32, i)

/* Makes the graph that walks are on; that of a bound's entries. FALSE = rejected, or given up. */
gboolean check_explore (Check *check);
gboolean check_link_entries (Check *check);

/* Instead of check_explore(), where that gave up: nodes are made as the walk comes to them, and no
 * step of it counts as on a cycle. That asks for less, so that what is accepted is right. */
void check_begin_unexplored (Check *check);

/* Stands at a step of the walk, which moves *node; on a cycle unless that may be paid for.
 * FALSE = rejected. */
gboolean check_follow (Check *check, guint32 *node, guint step);

/* Frees the graph, if there is one. */
void check_clear_graph (Check *check);

#endif
