/* SPDX-License-Identifier: Apache-2.0 */
/* Writing JSON. Every function appends a value to the writer's text, with the comma that
 * it needs: `key` names a member of the object that is open, and is NULL in a list and
 * at the beginning. */
#ifndef COUPLET_INTERNAL_JSON_H
#define COUPLET_INTERNAL_JSON_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* text: what is written goes to its end. spaced: with a space after `,` and `:`. */
typedef struct {
  GString *text;
  gboolean spaced;
} CoupletJson;

/* Opens an object, `{`, or a list, `[`, and closes it by `}` or `]`. */
void couplet_json_open (const CoupletJson *json, const char *key, char bracket);
void couplet_json_close (const CoupletJson *json, char bracket);

/* Begins a line with so many spaces, before the next value. */
void couplet_json_line (const CoupletJson *json, guint spaces);

/* NULL becomes null, invalid UTF-8 U+FFFD. */
void couplet_json_string (const CoupletJson *json, const char *key, const char *text);
/* As a string in lowest terms; NULL becomes null. */
void couplet_json_rational (const CoupletJson *json, const char *key, const CoupletRational *value);
/* Likewise, and beside it the decimal, called key with `_decimal` after
 * (couplet_format_decimal()). */
void couplet_json_number (const CoupletJson *json, const char *key, const CoupletRational *value);
/* What is infinite: no exact number, and the decimal `inf`. */
void couplet_json_infinite (const CoupletJson *json, const char *key);
void couplet_json_integer (const CoupletJson *json, const char *key, gint64 value);
void couplet_json_unsigned (const CoupletJson *json, const char *key, guint64 value);
void couplet_json_boolean (const CoupletJson *json, const char *key, gboolean value);
void couplet_json_null (const CoupletJson *json, const char *key);
/* What is JSON already. */
void couplet_json_raw (const CoupletJson *json, const char *key, const char *written);
/* With nine places. */
void couplet_json_double (const CoupletJson *json, const char *key, double value);

#pragma GCC visibility pop
G_END_DECLS

#endif
