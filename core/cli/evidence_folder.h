/* SPDX-License-Identifier: Apache-2.0 */
/* Where --evidence-dir puts evidence, and the index of it. */
#ifndef COUPLET_CLI_EVIDENCE_FOLDER_H
#define COUPLET_CLI_EVIDENCE_FOLDER_H

#include <couplet/internal/evidence_index.h>

typedef struct {
  char *path;                  /* NULL = evidence is not written */
  CoupletEvidenceIndex *index; /* of earlier runs, and of this one */
  guint n_earlier;             /* entries of earlier runs, which stand first */
  gboolean begun;              /* this run is in the index */
  guint run;
  GHashTable *owners;  /* of earlier runs: name of a file to its input with parameters */
  GHashTable *written; /* names of the files of this run */
  GHashTable *items;   /* its inputs with parameters */
  GHashTable *numbers; /* name without number to the number to try next */
  gboolean failed;
} EvidenceFolder;

/* Makes the folder path if need be; NULL = none. FALSE with error set (USAGE, INPUT: there is an
 * index.json that is none). Closed with evidence_folder_close(). */
gboolean evidence_folder_open (EvidenceFolder *folder, const char *path, GError **error);

/* Writes a file for each piece of evidence of result: INPUT.STAGE.KIND.json, and
 * INPUT.row-ROW.STAGE.KIND.json for those of its `outputs`. One that has this name
 * and is evidence for another input stays, and the new one gets a number. */
void evidence_folder_write (EvidenceFolder *folder, const CoupletResult *result);

/* Writes the index. complete: the run has reached all inputs. What it says of inputs of this run is
 * new, the rest as it was. FALSE when a file could not be written, which has been printed. */
gboolean evidence_folder_close (EvidenceFolder *folder, gboolean complete);

#endif
