/* SPDX-License-Identifier: Apache-2.0 */
/* Words that have a meaning in C, or in CheckDP's dialect of it. */
#ifndef C_WORDS_H
#define C_WORDS_H

#include <glib.h>

/* CheckDP's call that shows a value to who watches (Wang, Ding, Kifer, Zhang, "CheckDP", CCS
 * 2020). */
#define C_OUTPUT "CHECKDP_OUTPUT"

gboolean c_is_keyword (const char *name);

/* Whether a function called name is believed to do what its name says: noise, or output. */
gboolean c_is_believed (const char *name);

/* The kind of number that a type's word makes: a whole one, a real one, whether something holds,
 * or none that is read. */
typedef enum { C_NO_NUMBER, C_WHOLE, C_REAL, C_TRUTH } CNumberKind;
CNumberKind c_kind_of_word (const char *word);

/* What a whole number with word in its type is below, 2 to the power of the result, wherever C
 * is compiled today; 0 = other words tell. */
guint c_bits_of_word (const char *word);
#define C_BITS_OF_INT 31

/* Types that header files declare, for the parser: text in one line. */
extern const char c_declarations[];

#endif
