/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a store (docs/stores.md). */
#ifndef COUPLET_CORE_STORE_SCHEMA_H
#define COUPLET_CORE_STORE_SCHEMA_H

/* `Cplt`, by which a store is told from other databases; as in STORE_SCHEMA. */
#define STORE_APPLICATION 1131441268
#define STORE_VERSION 1
#define STORE_TABLES 7

/* Statements that make an empty database a store. */
extern const char STORE_SCHEMA[];

#endif
