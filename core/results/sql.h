/* SPDX-License-Identifier: Apache-2.0 */
/* The files of SQL beside this one. */
#ifndef COUPLET_CORE_SQL_H
#define COUPLET_CORE_SQL_H

extern const char STORE_SQL[], MERGE_TABLES_SQL[], MERGE_ALIKE_SQL[], MERGE_MISSING_SQL[];

#endif
