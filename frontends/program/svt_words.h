/* SPDX-License-Identifier: Apache-2.0 */
/* Words of other languages and papers that mean what the language has another word for. */
#ifndef SVT_WORDS_H
#define SVT_WORDS_H

#include <glib.h>

/* The keyword, or `else if`, that text stands for elsewhere; NULL when there is none. */
const char *svt_word_meant (const char *text);

/* What is verified, for messages about words that mean something else. */
#define SVT_ONLY_PURE                                                                              \
  "privacy with a delta, Rényi and concentrated privacy are not verified, only privacy by "       \
  "eps alone"

/* Whether text is a number of a kind of privacy that is not verified. */
gboolean svt_word_is_beyond (const char *text);

#endif
