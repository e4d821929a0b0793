/* SPDX-License-Identifier: Apache-2.0 */
/* The source of a mechanism, with the lines marked that a walk takes or a message is about. */
#ifndef COUPLET_HTML_MARKED_SOURCE_H
#define COUPLET_HTML_MARKED_SOURCE_H

#include <couplet/result.h>

typedef enum { LINE_PLAIN, LINE_WALK, LINE_ERROR } LineMark;

/* The marks of lines 1, 2, …; lines behind the last are plain. */
GArray *line_marks_new (void);
/* Marks line, counted from 1; 0 and what no source has are ignored. An error is kept. */
void line_marks_add (GArray *marks, guint32 line, LineMark mark);

/* Appends the source of what result is about, or why it is not shown. */
void put_marked_source (GString *out, const CoupletFileResult *result, const GArray *marks);

#endif
