/* SPDX-License-Identifier: Apache-2.0 */
/* Where --evidence-dir puts evidence. */
#ifndef COUPLET_CLI_EVIDENCE_FOLDER_H
#define COUPLET_CLI_EVIDENCE_FOLDER_H

#include <couplet/host.h>

typedef struct {
  char *path;        /* NULL = evidence is not written */
  GHashTable *names; /* of the files written so far */
  gboolean failed;
} EvidenceFolder;

/* Makes the folder path if need be; NULL = none. FALSE with error set (USAGE). Closed
 * with evidence_folder_close(). */
gboolean evidence_folder_open (EvidenceFolder *folder, const char *path, GError **error);

/* Writes a file for each piece of evidence of result: INPUT.STAGE.KIND.json. */
void evidence_folder_write (EvidenceFolder *folder, const CoupletFileResult *result);

/* FALSE when a file could not be written, which has been printed. */
gboolean evidence_folder_close (EvidenceFolder *folder);

#endif
