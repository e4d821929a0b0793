/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of evidence, and documents of them: docs/evidence.md. */
#include "evidence_parts.h"
#include "origin.h"
#include "read_bound.h"
#include "read_linear.h"
#include "read_strategy.h"
#include "read_walk.h"

#include <couplet/host/evidence.h>
#include <couplet/internal/context.h>

#include <string.h>

static gboolean
find_kind (Reader *reader, json_t *object, CoupletEvidenceKind *kind)
{
  const char *names[COUPLET_EVIDENCE_WEIGHTS + 2] = {NULL}, *word = json_string_value (
                                                                json_object_get (object, "kind"));
  for (int k = COUPLET_EVIDENCE_BOUND; k <= COUPLET_EVIDENCE_WEIGHTS; k++) {
    names[k] = couplet_evidence_kind_to_string ((CoupletEvidenceKind)k);
    if (word != NULL && g_str_equal (word, names[k])) {
      *kind = (CoupletEvidenceKind)k;
      return TRUE;
    }
  }
  g_autofree char *quoted = word != NULL ? couplet_quote (word, -1) : NULL;
  return word == NULL
             ? reader_fail (reader, "'kind' is missing")
             : reader_fail (
                   reader,
                   "unknown kind %s; expected bound, attained, violation, strategy, unbounded, "
                   "shifts or weights",
                   quoted);
}

/* Sets *parameters, whose texts are json's, to what the object says. */
static gboolean
read_parameters (Reader *reader, json_t *json, GArray *parameters)
{
  const char *name;
  json_t *value;
  if (!json_is_object (json))
    return reader_fail (reader, "'parameters' of its input is not an object");
  json_object_foreach (json, name, value)
  {
    CoupletDefinition parameter = {name, json_string_value (value)};
    if (parameter.value == NULL)
      return reader_fail (reader, "a parameter of its input is not a text");
    g_array_append_val (parameters, parameter);
  }
  return TRUE;
}

/* Notes where the evidence belongs to another input than the automaton's. */
static void
compare_input (Reader *reader, const CoupletOrigin *theirs)
{
  const CoupletOrigin *ours = reader->automaton->origin;
  if (ours == NULL || origin_equal (ours, theirs))
    return;
  gboolean differs = !g_str_equal (ours->sha256, theirs->sha256);
  g_autofree char *there = origin_to_string (theirs, differs);
  g_autofree char *here = origin_to_string (ours, differs);
  reader->other_input = g_strdup_printf ("%s, not %s", there, here);
}

static gboolean
read_input (Reader *reader, json_t *input)
{
  static const char *const keys[] = {"file", "sha256", "parameters", NULL};
  g_autoptr (GArray) parameters = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  json_t *file = json_object_get (input, "file"), *given = json_object_get (input, "parameters");
  if (input == NULL)
    return TRUE;
  if (!json_is_object (input))
    return reader_fail (reader, "'input' is not an object");
  CoupletOrigin origin = {.file = json_string_value (file),
                          .sha256 = json_string_value (json_object_get (input, "sha256"))};
  if (!reader_check_keys (reader, input, keys))
    return FALSE;
  if (origin.file == NULL && file != NULL && !json_is_null (file))
    return reader_fail (reader, "'file' of its input is not a text");
  if (origin.sha256 == NULL)
    return reader_fail (reader, "'sha256' of its input is not a text");
  if (given != NULL && !read_parameters (reader, given, parameters))
    return FALSE;
  origin.n_parameters = parameters->len;
  origin.parameters = (const CoupletDefinition *)(gpointer)parameters->data;
  compare_input (reader, &origin);
  return TRUE;
}

static gboolean
check_head (Reader *reader, json_t *object, CoupletEvidenceKind kind)
{
  static const char *const keys[COUPLET_EVIDENCE_WEIGHTS + 1][10] = {
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "entries", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "walk", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "walk", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "path", "classes",
       NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "walk", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "answers",
       "differences", "paths", NULL},
      {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost", "answers",
       "differences", "paths", NULL}};
  gboolean is_linear = kind == COUPLET_EVIDENCE_SHIFTS || kind == COUPLET_EVIDENCE_WEIGHTS;
  json_t *version = json_object_get (object, "couplet_evidence");
  json_t *name = json_object_get (object, "automaton");
  if (!json_is_integer (version) || json_integer_value (version) != 1)
    return reader_fail (reader, "'couplet_evidence' is not 1, the version known here");
  if (!read_input (reader, json_object_get (object, "input")))
    return FALSE;
  if (is_linear != (reader->automaton->linear != NULL))
    return reader_fail (reader, is_linear ? "it is about a linear mechanism, and the input is none"
                                          : "it is about an automaton, and the input is a linear "
                                            "mechanism");
  if (name != NULL && (!json_is_string (name) ||
                       !g_str_equal (json_string_value (name), reader->automaton->name))) {
    g_autofree char *theirs =
        json_is_string (name) ? couplet_quote (json_string_value (name), -1) : NULL;
    g_autofree char *ours = couplet_quote (reader->automaton->name, -1);
    return theirs == NULL ? reader_fail (reader, "'automaton' is not a text")
                          : reader_fail (reader, "it is about automaton %s, not %s", theirs, ours);
  }
  return reader_check_keys (reader, object, keys[kind]);
}

static gboolean
read_cost (Reader *reader, CoupletEvidence *evidence, json_t *json)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  if (json == NULL || json_is_null (json))
    return TRUE;
  if (!reader_need_rational (reader, json, &cost))
    return FALSE;
  couplet_evidence_set_cost (evidence, &cost);
  return TRUE;
}

static gboolean
read_piece (Reader *reader, json_t *object)
{
  CoupletEvidenceKind kind = COUPLET_EVIDENCE_BOUND;
  reader->piece++;
  g_free (reader->place);
  reader->place = g_strdup ("");
  g_clear_pointer (&reader->other_input, g_free);
  if (!json_is_object (object))
    return reader_fail (reader, "it is not an object");
  if (!find_kind (reader, object, &kind) || !check_head (reader, object, kind))
    return FALSE;
  CoupletEvidence *evidence = couplet_evidence_new (kind, reader->automaton);
  g_ptr_array_add (reader->found, evidence);
  evidence_set_other_input (evidence, reader->other_input);
  if (!read_cost (reader, evidence, json_object_get (object, "cost")))
    return FALSE;
  return kind == COUPLET_EVIDENCE_BOUND      ? read_entries (reader, evidence, object)
         : kind == COUPLET_EVIDENCE_STRATEGY ? read_strategy (reader, evidence, object)
         : reader->automaton->linear != NULL
             ? read_linear (reader, evidence, object)
             : read_walk (reader, evidence, object, kind != COUPLET_EVIDENCE_VIOLATION);
}

static gboolean
read_list (Reader *reader, json_t *list)
{
  json_t *piece;
  size_t i;
  json_array_foreach (list, i, piece)
  {
    if (!read_piece (reader, piece))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_document (Reader *reader, json_t *document)
{
  json_t *stages = json_object_get (document, "stages"), *stage;
  size_t i;
  if (json_is_array (document))
    return read_list (reader, document);
  if (!json_is_array (stages))
    return read_piece (reader, document);
  json_array_foreach (stages, i, stage)
  {
    json_t *list = json_object_get (stage, "evidence");
    if (list != NULL && !read_list (reader, list))
      return FALSE;
  }
  return TRUE;
}

static gboolean
fail_to_parse (Reader *reader, const json_error_t *problem)
{
  guint line = reader->line + (guint)MAX (problem->line - 1, 0);
  g_set_error (reader->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%u:%d: %s", reader->file,
               line, MAX (problem->column, 1), problem->text);
  return FALSE;
}

static gboolean
read_documents (Reader *reader, const char *data, gsize length)
{
  gsize done = 0;
  for (;;) {
    json_error_t problem;
    for (; done < length && strchr (" \t\r\n", data[done]) != NULL && data[done] != '\0'; done++)
      reader->line += data[done] == '\n';
    if (done == length)
      return TRUE;
    json_t *document = json_loadb (data + done, length - done,
                                   JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
    if (document == NULL)
      return fail_to_parse (reader, &problem);
    gboolean good = read_document (reader, document);
    json_decref (document);
    if (!good)
      return FALSE;
    for (gsize end = done + (gsize)problem.position; done < end; done++)
      reader->line += data[done] == '\n';
  }
}

GPtrArray *
couplet_evidence_read (const CoupletAutomaton *automaton, const char *file, const char *data,
                       gsize length, GError **error)
{
  if (automaton->linear != NULL) /* of which automaton may be a view with one list */
    automaton = automaton->linear->automaton;
  if (automaton->folded != NULL)
    automaton = automaton->folded;
  g_autoptr (GHashTable) states = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free);
  Reader reader = {automaton, file, 1, 0, NULL, g_strdup (""), states, found, error};
  for (guint32 q = 0; q < automaton->n_states; q++)
    g_hash_table_insert (states, (gpointer)automaton->states[q].name, GUINT_TO_POINTER (q + 1));
  gboolean good = read_documents (&reader, data, length);
  g_free (reader.place);
  g_free (reader.other_input);
  if (good && found->len == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: there is no evidence in it", file);
    return NULL;
  }
  return good ? g_steal_pointer (&found) : NULL;
}
