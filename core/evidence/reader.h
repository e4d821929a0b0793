/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the members that evidence is made of; what is wrong is told with file, line and place. */
#ifndef COUPLET_EVIDENCE_READER_H
#define COUPLET_EVIDENCE_READER_H

#include <couplet/host/evidence.h>

#include <couplet/internal/json_tree.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const char *file;
  guint line;         /* where the present document begins */
  guint piece;        /* the number of the present evidence, from 1 */
  char *other_input;  /* couplet_evidence_other_input() of it */
  char *place;        /* in it: `entry 3, vector 1`; may be empty */
  GHashTable *states; /* name to index + 1 */
  GPtrArray *found;   /* CoupletEvidence */
  GError **error;
} Reader;

/* Sets reader's error. FALSE. */
gboolean reader_fail (Reader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* What is read now: what, number index from 0. */
void reader_set_place (Reader *reader, const char *what, gsize index);

/* The functions below give FALSE with reader's error set. */

/* value must be an object, every member of which is called one of names, which ends in NULL. what:
 * what messages call it, with its article. */
gboolean reader_check_keys (Reader *reader, const CoupletJsonValue *value, const char *what,
                            const char *const *names);

/* Sets *value to the member key, which must be an array. */
gboolean reader_need_array (Reader *reader, const CoupletJsonValue *object, const char *key,
                            const CoupletJsonValue **value);

/* Sets *value to a whole number from low to high. */
gboolean reader_need_integer (Reader *reader, const CoupletJsonValue *json, const char *what,
                              int low, int high, int *value);

/* Sets *value to an exact rational, a string or a JSON integer; *number to its index in
 * evidence. */
gboolean reader_need_rational (Reader *reader, const CoupletJsonValue *json,
                               CoupletRational *value);
gboolean reader_need_number (Reader *reader, CoupletEvidence *evidence,
                             const CoupletJsonValue *json, guint32 *number);

/* name: NULL = it is not a text. */
gboolean reader_need_threshold (Reader *reader, const char *name, guint32 *threshold);
gboolean reader_need_state (Reader *reader, const CoupletJsonValue *json, guint32 *state);

/* Sets *transition to the one that the members `from`, `to`, `output` and `transition` (its
 * number among those that leave the state) of object single out. */
gboolean reader_need_transition (Reader *reader, const CoupletJsonValue *object,
                                 guint32 *transition);

/* The same for a step: *state, which `from` must agree with if it is there, becomes the next. */
gboolean reader_need_step (Reader *reader, const CoupletJsonValue *object, guint32 *state,
                           guint32 *transition);

#endif
