/* SPDX-License-Identifier: Apache-2.0 */
/* What the page says of one file: its stages and their evidence, the picture, the proof or the
 * refutation, the source. */
#ifndef COUPLET_HTML_FILE_SECTION_H
#define COUPLET_HTML_FILE_SECTION_H

#include <couplet/result.h>

typedef struct {
  gboolean explains;
  gboolean shows_source;
  guint32 largest_picture; /* in transitions */
} SectionOptions;

/* The plugins and the checker that explanations ask. */
typedef struct SectionTools SectionTools;

SectionTools *section_tools_new (void);
void section_tools_free (SectionTools *tools);

/* Appends the inside of the section of result, the number-th file. */
void put_file_section (GString *out, const CoupletFileResult *result, guint number,
                       const SectionOptions *options, SectionTools *tools);

/* The class of how a verdict is shown: `good`, `bad` or `doubt`. */
const char *verdict_class (CoupletVerdict verdict);

#endif
