/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a store (docs/stores.md). */
#ifndef COUPLET_CORE_STORE_SCHEMA_H
#define COUPLET_CORE_STORE_SCHEMA_H

/* `Cplt`, by which a store is told from other databases; as in STORE_SCHEMA. */
#define STORE_APPLICATION 1131441268
#define STORE_VERSION 2
#define STORE_TABLES 7

/* The items of the last run, with all its shards; where shards have the same item, the later one
 * counts: max() chooses the row that the other columns are of. */
#define STORE_LAST_FILES                                                                           \
  "SELECT files.run, files.item, files.file, files.swept, files.answer, runs.shard, runs.shards, " \
  "runs.items, runs.list, runs.asked, max(runs.turn) AS turn "                                     \
  "FROM files JOIN runs ON runs.id = files.run "                                                   \
  "WHERE (runs.list, runs.shards, runs.provenance, runs.asked) = "                                 \
  "(SELECT list, shards, provenance, asked FROM runs ORDER BY turn DESC LIMIT 1) "                 \
  "GROUP BY files.item"

/* Statements that make an empty database a store. */
extern const char STORE_SCHEMA[];

#endif
