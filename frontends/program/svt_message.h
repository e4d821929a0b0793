/* SPDX-License-Identifier: Apache-2.0 */
/* Messages about a program: the place, what is wrong, the source line, a caret. */
#ifndef SVT_MESSAGE_H
#define SVT_MESSAGE_H

#include <couplet/host/model.h>

#include <glib.h>

/* A piece of the source; lines and columns count from 1, columns in bytes. */
typedef struct {
  guint32 line, column;
  guint32 offset, length; /* in bytes */
} SvtPlace;

/* Where messages go, and the text they are about; neither is owned. */
typedef struct {
  CoupletDiagnostics *diagnostics;
  const char *text;
  gsize length;
} SvtReporter;

/* Adds a message about place, which must lie in the reporter's text, followed
 * by the line it begins on and a mark below it. */
void svt_report (const SvtReporter *reporter, CoupletSeverity severity, SvtPlace place,
                 const char *format, ...) G_GNUC_PRINTF (4, 5);

#define svt_error(reporter, place, ...)                                                            \
  svt_report ((reporter), COUPLET_SEVERITY_ERROR, (place), __VA_ARGS__)
#define svt_warning(reporter, place, ...)                                                          \
  svt_report ((reporter), COUPLET_SEVERITY_WARNING, (place), __VA_ARGS__)

/* True while further messages of the severity are kept: later ones are only counted. */
gboolean svt_keeps_messages (const SvtReporter *reporter, CoupletSeverity severity);

/* True when no error has been reported. */
gboolean svt_is_clean (const SvtReporter *reporter);

/* From the beginning of first to the end of last. */
SvtPlace svt_place_span (SvtPlace first, SvtPlace last);

/* Words of other languages and papers that mean what the language has another word for. */

/* The keyword, or `else if`, that text stands for elsewhere; NULL when there is none. */
const char *svt_word_meant (const char *text);

/* What is verified, for messages about words that mean something else. */
#define SVT_ONLY_PURE                                                                              \
  "privacy with a delta, Rényi and concentrated privacy are not verified, only privacy by "       \
  "eps alone"

/* Whether text is a number of a kind of privacy that is not verified. */
gboolean svt_word_is_beyond (const char *text);

#endif
