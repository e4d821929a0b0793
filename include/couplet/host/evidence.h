/* SPDX-License-Identifier: Apache-2.0 */
/* What evidence says, for those who read, check, write or explain it. States, transitions and
 * thresholds are those of the automaton that was read, also where a plugin worked on what
 * that unfolds to. All that is returned by a pointer is owned by the evidence. */
#ifndef COUPLET_HOST_EVIDENCE_H
#define COUPLET_HOST_EVIDENCE_H

#include <couplet/host/evidence_parts.h>
#include <couplet/host/unfold.h>
#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `bound`, `attained`, `violation`, `strategy`, `unbounded`, `shifts`, `weights`. */
const char *couplet_evidence_kind_to_string (CoupletEvidenceKind kind);

CoupletEvidenceKind couplet_evidence_kind (const CoupletEvidence *evidence);

/* Evidence of which only the text is there, of length bytes: it has a kind and can be written
 * (couplet_evidence_append_json()); its automaton is NULL, and it has nothing else. The caller
 * frees it. */
CoupletEvidence *couplet_evidence_new_text (CoupletEvidenceKind kind, const char *text,
                                            gsize length);

/* NULL when none was set. */
const CoupletRational *couplet_evidence_cost (const CoupletEvidence *evidence);

/* Of evidence that was read, and made from another input than the automaton it was read
 * about: which one, and which one this is, `'svt.svt' with -D k=3, not 'svt.svt' with
 * -D k=4'. It may be right all the same. NULL = it is this one's, or nothing is known
 * of that. */
const char *couplet_evidence_other_input (const CoupletEvidence *evidence);

/* How large the evidence is: vectors, steps or classes. What limits are about
 * (couplet_context_evidence_limit()). */
gsize couplet_evidence_size (const CoupletEvidence *evidence);

/* TRUE when a part was to be added that names a state, transition, threshold, number, … that
 * there is not, or one threshold twice in a vector, or that stands nowhere: such parts are
 * left out. */
gboolean couplet_evidence_is_broken (const CoupletEvidence *evidence);

/* All numbers, by index; *n receives how many there are. */
const CoupletRational *couplet_evidence_numbers (const CoupletEvidence *evidence, guint32 *n);

/* The shift of sample slot (couplet_noise_slot()) at step number step of the walk, or
 * COUPLET_SHIFT_UNUSED. */
gint8 couplet_evidence_shift (const CoupletEvidence *evidence, guint step, guint32 slot);

/* ---- The loops of ATTAINED and UNBOUNDED ------------------------------------------------- */

/* Steps first .. end - 1 of the walk; raises as in couplet_evidence_end_loop(). */
typedef struct {
  guint first;
  guint end;
  guint32 raises;
} CoupletEvidenceLoop;

/* The loops in the order of their beginnings, outer ones first; *n receives how many there are. */
const CoupletEvidenceLoop *couplet_evidence_loops (const CoupletEvidence *evidence, guint *n);

/* ---- BOUND ------------------------------------------------------------------------------ */

/* A state, what is known there of the order of the thresholds, and the vectors
 * first_vector .. first_vector + n_vectors - 1. */
typedef struct {
  guint32 state;
  guint32 n_relations;
  const CoupletKnown *relations; /* closed or not under what follows */
  guint32 n_vectors;
  guint32 first_vector;
  CoupletMemory memory; /* what is remembered of earlier inputs */
} CoupletEvidenceEntry;

guint32 couplet_evidence_n_entries (const CoupletEvidence *evidence);
/* What these give points into evidence and is valid until it changes. */
CoupletEvidenceEntry couplet_evidence_entry (const CoupletEvidence *evidence, guint32 entry);
guint32 couplet_evidence_n_factors (const CoupletEvidence *evidence, guint32 vector);
CoupletEvidenceFactor couplet_evidence_factor (const CoupletEvidence *evidence, guint32 vector,
                                               guint32 factor);

/* ---- STRATEGY --------------------------------------------------------------------------- */

/* The shift of sample slot at step number step of the path (whose
 * difference is 0): at[D + 1] is the index of the number
 * for the step's own D, COUPLET_NUMBER_NONE where that D is left out. */
typedef struct {
  guint32 step;
  guint32 slot;
  guint32 at[3];
} CoupletDrawShift;

const CoupletDrawShift *couplet_evidence_draw_shifts (const CoupletEvidence *evidence, guint *n);

/* The classes of segments; *n receives their number. */
const CoupletShiftClass *couplet_evidence_classes (const CoupletEvidence *evidence, guint *n);

/* ---- SHIFTS and WEIGHTS -------------------------------------------------------------------- */

/* As in JSON: `shifts`, `weights`, `impossible`, `point`, ... */
const char *couplet_vector_role_to_string (CoupletVectorRole role);

/* Vectors first_vector .. first_vector + n_vectors - 1 are about the path that leads to end. */
typedef struct {
  guint32 end;
  guint32 first_vector, n_vectors;
} CoupletEvidencePath;

/* n indices of numbers, or nodes. */
typedef struct {
  CoupletVectorRole role;
  guint32 n;
  const guint32 *numbers;
} CoupletEvidenceVector;

/* The list that the evidence is about; NULL when the mechanism has none with so many answers, or
 * the evidence is of another kind. */
const CoupletLinearList *couplet_evidence_list (const CoupletEvidence *evidence);
/* *n differences, of so many numbers as the list has answers. */
const gint8 *couplet_evidence_differences (const CoupletEvidence *evidence, guint *n);
guint32 couplet_evidence_n_paths (const CoupletEvidence *evidence);
CoupletEvidencePath couplet_evidence_path (const CoupletEvidence *evidence, guint32 path);
CoupletEvidenceVector couplet_evidence_path_vector (const CoupletEvidence *evidence,
                                                    guint32 vector);
/* The first vector of role that is about path; FALSE: there is none. */
gboolean couplet_evidence_path_has (const CoupletEvidence *evidence,
                                    const CoupletEvidencePath *path, CoupletVectorRole role,
                                    CoupletEvidenceVector *vector);
/* Whether path is about the one that leads to end, by itself or with others. */
gboolean couplet_evidence_path_is_of (const CoupletEvidence *evidence,
                                      const CoupletEvidencePath *path, guint32 end);
/* The rows (CoupletLinearRow) of the event that shown stands for, path being one of its paths: what
 * the evidence says that is met, then what is not, then what path outputs. NULL where it stands for
 * its own path only. The caller frees them. */
GArray *couplet_evidence_event_rows (const CoupletEvidence *evidence,
                                     const CoupletEvidencePath *shown,
                                     const CoupletLinearPath *path);

/* Reads what stands in data (need not end in NUL): one piece of evidence, an array of
 * them, a line of the JSON report, or several of these. Returns an array of
 * CoupletEvidence about automaton that frees them; NULL with error set (INPUT),
 * naming file, line and entry. */
GPtrArray *couplet_evidence_read (const CoupletAutomaton *automaton, const char *file,
                                  const char *data, gsize length, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
