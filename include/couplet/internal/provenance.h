/* SPDX-License-Identifier: Apache-2.0 */
/* Where an answer comes from, for reports, explanations, evidence and dumps: what was read, and
 * what program of which version, with which libraries and options, answered when. */
#ifndef COUPLET_INTERNAL_PROVENANCE_H
#define COUPLET_INTERNAL_PROVENANCE_H

#include <couplet/host/origin.h>
#include <couplet/internal/automaton.h>
#include <couplet/internal/json.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Names and texts for people in turn, NULL at the end: `input` `'svt.svt'` `sha256` `0123...`
 * `parameters` `-D c=2` `sampling` `shared` ... `couplet` `0.1.0, commit ...` `libraries` `GLib
 * 2.74.6, ...` `options` `--deciders=z3` `date` `2026-11-22T04:21:42Z`. What is not known or
 * empty is left out; origin, sampling and adjacency may be NULL. The caller frees them. */
char **couplet_provenance_lines (const CoupletOrigin *origin, const char *sampling,
                                 const char *adjacency);

/* The parameters of origin as options, `-D c=2 -o python.function=svt`, empty without any. The
 * caller frees it. */
char *couplet_origin_parameters (const CoupletOrigin *origin);

/* The libraries, `GLib 2.74.6, GMP 6.2.1`. The caller frees it. */
char *couplet_provenance_libraries (const CoupletProvenance *provenance);

/* n words as a shell reads them, with spaces between. The caller frees it. */
char *couplet_shell_words (const char *const *words, guint n);

/* The options as a shell reads them, empty without any. The caller frees it. */
char *couplet_provenance_options (const CoupletProvenance *provenance);

/* `optimizer frontier 1.0, /usr/lib/couplet/plugins-1/basic.so, sha256 0123...`. The caller frees
 * it. */
char *couplet_tool_to_string (const CoupletTool *tool);

/* Adds parameters as an object. */
void couplet_json_parameters (const CoupletJson *json, const char *key,
                              const CoupletOrigin *origin);

/* Adds provenance as an object (docs/formats.md). */
void couplet_json_provenance (const CoupletJson *json, const char *key,
                              const CoupletProvenance *provenance);

/* Adds what of provenance repeats the run (CoupletProvenance.command and what follows) as an
 * object, empty where it is not known. */
void couplet_json_setup (const CoupletJson *json, const char *key,
                         const CoupletProvenance *provenance);

#pragma GCC visibility pop
G_END_DECLS

#endif
