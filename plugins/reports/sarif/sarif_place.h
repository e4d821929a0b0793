/* SPDX-License-Identifier: Apache-2.0 */
/* Where results are: files as URIs, lines and columns. */
#ifndef SARIF_PLACE_H
#define SARIF_PLACE_H

#include <couplet/diagnostic.h>
#include <couplet/json.h>

/* A piece of a file; columns count characters from 1. 0 = not known. */
typedef struct {
  guint32 line, column, end_column;
} SarifRegion;

/* The URI of a file: relative to the working folder where it lies in it. The caller frees it. */
char *sarif_uri (const char *file);

/* The region of a place in the text. */
SarifRegion sarif_region_of_place (CoupletPlace place);

/* That of a message, which may show its line and a mark below. */
SarifRegion sarif_region_of_message (const CoupletDiagnostic *diagnostic);

/* The first line of a message: the others show the source. The caller frees it. */
char *sarif_first_line (const char *message);

/* Writes the location, as a member `physicalLocation` of the open object. */
void sarif_put_location (const CoupletJson *json, const char *uri, SarifRegion region);

#endif
