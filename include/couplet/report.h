/* SPDX-License-Identifier: Apache-2.0 */
/* For reports: what a run says of a file, read by the names of its fields. They are those of the
 * report `json` (docs/formats.md): `verdict`, `cost`, `claim`, `stages` with `stage`, `plugin`,
 * `seconds`. What later versions say more has more names, and nothing else changes. */
#ifndef COUPLET_REPORT_H
#define COUPLET_REPORT_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* An object with fields: texts, numbers, lists and objects. What is asked for and is not there, or
 * is null or something else, is told as NULL, FALSE or 0. */
typedef struct CoupletRecord CoupletRecord;

/* All that is known of result; stages have their evidence where it was asked for. The caller frees
 * it; it may outlive result. */
CoupletRecord *couplet_record_new (CoupletContext *context, const CoupletFileResult *result);
void couplet_record_free (CoupletRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRecord, couplet_record_free)

/* Texts, objects and items belong to the record that was made. */
const char *couplet_record_text (const CoupletRecord *record, const char *field);
/* Whether the field is there and true. */
gboolean couplet_record_is (const CoupletRecord *record, const char *field);
/* Sets *value to a whole number; FALSE for one beyond 64 bits. */
gboolean couplet_record_integer (const CoupletRecord *record, const char *field, gint64 *value);
/* Sets *value to an exact number, such as `cost`: a text in lowest terms, or a whole number. */
gboolean couplet_record_number (const CoupletRecord *record, const char *field,
                                CoupletRational *value);
/* Sets *value to a number for people, such as `seconds`. */
gboolean couplet_record_decimal (const CoupletRecord *record, const char *field, double *value);
/* An object, such as `claim`. */
const CoupletRecord *couplet_record_object (const CoupletRecord *record, const char *field);
/* How many items the list has, and the object or the text at index (counted from 0). */
guint couplet_record_length (const CoupletRecord *record, const char *field);
const CoupletRecord *couplet_record_item (const CoupletRecord *record, const char *field,
                                          guint index);
const char *couplet_record_item_text (const CoupletRecord *record, const char *field, guint index);
/* All of it as JSON on one line. The caller frees it. */
char *couplet_record_to_json (const CoupletRecord *record);

/* ---- Figures as all reports show them -------------------------------------------------------- */

/* `17 us`, `2.3 ms`, `4.51 s`, `12 min 3 s`. The caller frees it. */
char *couplet_format_duration (double seconds);

/* `5/4 (1.25)`, `2`, `5/6 (~0.8333)`; of a long fraction only the decimal and how
 * long it is, `~2.7183 (61/60 digits)`; what is huge or tiny as `~1.5000e300`. The caller
 * frees it. */
char *couplet_format_cost (const CoupletRational *cost);

#pragma GCC visibility pop
G_END_DECLS

#endif
