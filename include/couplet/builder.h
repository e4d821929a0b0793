/* SPDX-License-Identifier: Apache-2.0 */
/* Building an automaton, what front ends do: docs/theory.md section 1 says when it is
 * well-posed, docs/formats.md how guards, outputs and numbers are written. */
#ifndef COUPLET_BUILDER_H
#define COUPLET_BUILDER_H

#include <couplet/automaton.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A noise parameter; threshold left out = for all. value `none` = no noise. */
typedef struct {
  CoupletText threshold;
  CoupletText value;
} CoupletNoiseSpec;

/* What is left out takes the default of docs/formats.md. input: `private`, `public`, `again`.
 * noise, noise_fresh: `laplace`, `discrete-laplace`, `exponential`. snap_bound and snap_grid stand
 * together; floating, `true` or `false`, with them only. Numbers are texts for
 * couplet_rational_parse(). reading: what the source calls the value that is read, for pictures. */
typedef struct {
  CoupletText name;
  CoupletText input;
  const CoupletNoiseSpec *d;
  gsize n_d;
  CoupletText mu;
  CoupletText d_fresh;
  CoupletText mu_fresh;
  CoupletPlace place;
  CoupletText noise;
  CoupletText noise_fresh;
  CoupletText snap_bound;
  CoupletText snap_grid;
  CoupletText floating;
  CoupletText reading;
  gpointer reserved[4];
} CoupletStateSpec;

/* guard, output: in the notation of docs/formats.md. assign: names of thresholds. */
typedef struct {
  CoupletText from;
  CoupletText to;
  CoupletText guard;
  CoupletText output;
  const CoupletText *assign;
  gsize n_assign;
  CoupletPlace place;
  gpointer reserved[4];
} CoupletTransitionSpec;

/* Collects the parts of an automaton in any order; names are resolved, and
 * everything is checked, at the end. */
typedef struct CoupletBuilder CoupletBuilder;

/* A builder that reports to diagnostics, which must outlive it. The caller frees it,
 * also after couplet_builder_finish(). */
CoupletBuilder *couplet_builder_new (CoupletDiagnostics *diagnostics);

/* Frees a builder. NULL is allowed. */
void couplet_builder_free (CoupletBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletBuilder, couplet_builder_free)

/* The functions that collect take texts as they stand in the input, copy what they
 * keep, and report what is wrong with a text as an error at place, here or in
 * couplet_builder_finish(); after an error, building goes on. */

/* The mechanism's name; an empty one, as without a call, is allowed. */
void couplet_builder_set_name (CoupletBuilder *builder, CoupletText name, CoupletPlace place);
/* value: `independent` or `shared`. */
void couplet_builder_set_sampling (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* value: `any`, `monotonic` or `one`; `any` without a call. */
void couplet_builder_set_adjacency (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* By how much adjacent inputs may differ; a positive number, 1 without a call. */
void couplet_builder_set_sensitivity (CoupletBuilder *builder, CoupletText value,
                                      CoupletPlace place);
/* The d that is claimed, in multiples of epsilon; a positive number, none without a call. */
void couplet_builder_set_claim (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* One more threshold; without any call there is one, `x`. */
void couplet_builder_add_threshold (CoupletBuilder *builder, CoupletText name, CoupletPlace place);

/* The state where runs begin, called once; it may be added later. */
void couplet_builder_set_initial (CoupletBuilder *builder, CoupletText state, CoupletPlace place);

/* One more state, whose name no other has. */
void couplet_builder_add_state (CoupletBuilder *builder, const CoupletStateSpec *state);

/* One more transition; its states may be added later. One with a guard that can never
 * hold is left out with a warning. */
void couplet_builder_add_transition (CoupletBuilder *builder,
                                     const CoupletTransitionSpec *transition);

/* Says that it is a linear mechanism (linear.h), whose JSON form (docs/formats.md) text is. Nothing
 * else may be collected beside it. */
void couplet_builder_set_linear (CoupletBuilder *builder, CoupletText text);

/* Resolves, validates (well-posedness, docs/theory.md section 1) and returns
 * the automaton, which the caller frees; NULL when an error was reported, by
 * the frontend or here. Warnings alone do not prevent it. Call once. */
CoupletAutomaton *couplet_builder_finish (CoupletBuilder *builder);

#pragma GCC visibility pop
G_END_DECLS

#endif
