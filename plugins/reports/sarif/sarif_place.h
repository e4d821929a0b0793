/* SPDX-License-Identifier: Apache-2.0 */
/* Where results are: files as URIs, lines and columns. */
#ifndef SARIF_PLACE_H
#define SARIF_PLACE_H

#include <couplet/internal/json.h>
#include <couplet/internal/plugin.h>

/* A piece of a file; columns count Unicode code points from 1. 0 = not known. */
typedef struct {
  guint32 line, column, end_column;
} SarifRegion;

/* A file that results are about. */
typedef struct {
  const CoupletResult *result; /* not owned */
  char *uri;                   /* relative to the working folder where it lies in it */
  gboolean asked;              /* for the text, which most results do without */
  CoupletText text;            /* left out where it cannot be read again */
} SarifFile;

/* That of result, which must outlive it. The caller clears it. */
SarifFile sarif_file (const CoupletResult *result);
void sarif_file_clear (SarifFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SarifFile, sarif_file_clear)

/* The region of a place in the text of file, the column of which counts bytes. */
SarifRegion sarif_region_of_place (SarifFile *file, CoupletPlace place);

/* That of a message about file, which may show its line and a mark below. */
SarifRegion sarif_region_of_message (SarifFile *file, const CoupletDiagnostic *diagnostic);

/* Writes the location, as a member `physicalLocation` of the open object. */
void sarif_put_location (const CoupletJson *json, const SarifFile *file, SarifRegion region);

#endif
