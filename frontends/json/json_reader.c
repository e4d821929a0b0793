/* SPDX-License-Identifier: Apache-2.0 */
#include "json_reader.h"

#include "json_number.h"
#include "json_tokenizer.h"

#define FORMAT_VERSION "1"

/* Elements between two looks at the context. */
#define ITEMS_PER_LOOK 4096

typedef struct {
  CoupletContext *context; /* may be NULL */
  const CoupletSource *source;
  JsonTokenizer tokenizer;
  CoupletBuilder *builder;
  CoupletDiagnostics *diagnostics;
  CoupletArena *arena;
  GArray *noise;    /* CoupletNoiseSpec of the current state */
  GArray *assign;   /* CoupletText of the current transition */
  const char *list; /* `state`, `transition`, or NULL at the top */
  guint index;      /* in that list, from 0 */
  CoupletText name; /* of the current state; may be left out */
} Reader;

/* How the value behind a key is read. TEXT and NUMBER go to the CoupletText at
 * offset of what is being read, or to set with their place; OTHER is read by
 * read. The current token is the value's first. */
typedef struct {
  const char *key;
  enum { MEMBER_TEXT, MEMBER_NUMBER, MEMBER_OTHER } type;
  gsize offset;
  void (*set) (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
  gboolean (*read) (Reader *reader, gpointer into);
} Member;

/* ---- Messages ------------------------------------------------------------------- */

static char *
where (const Reader *reader)
{
  if (reader->list == NULL)
    return g_strdup ("");
  if (reader->name.text == NULL)
    return g_strdup_printf ("%s %u: ", reader->list, reader->index + 1);
  g_autofree char *name = couplet_quote (reader->name.text, (gssize)reader->name.length);
  return g_strdup_printf ("%s %u %s: ", reader->list, reader->index + 1, name);
}

static void report (Reader *reader, CoupletPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
report (Reader *reader, CoupletPlace place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *object = where (reader);
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, place, "%s%s", object,
                           text);
}

/* Reports a malformed document; always FALSE. */
static gboolean
fail (Reader *reader)
{
  report (reader, reader->tokenizer.place, "%s", reader->tokenizer.error);
  return FALSE;
}

static gboolean
skip (Reader *reader)
{
  return json_skip (&reader->tokenizer) || fail (reader);
}

/* Reports that the current value is of the wrong type, and skips it. */
static gboolean
skip_wrong (Reader *reader, const char *key, const char *expected)
{
  report (reader, reader->tokenizer.place, "\"%s\" must be %s, not %s", key, expected,
          json_token_name (reader->tokenizer.token));
  return skip (reader);
}

/* ---- Values ------------------------------------------------------------------------ */

static gboolean
read_text (Reader *reader, const char *key, CoupletText *into)
{
  if (reader->tokenizer.token != JSON_TOKEN_STRING)
    return skip_wrong (reader, key, "a string");
  *into = reader->tokenizer.text;
  return TRUE;
}

/* An element of an array of strings. */
static gboolean
read_element (Reader *reader, const char *key, CoupletText *into)
{
  if (reader->tokenizer.token == JSON_TOKEN_STRING) {
    *into = reader->tokenizer.text;
    return TRUE;
  }
  report (reader, reader->tokenizer.place, "\"%s\" must hold strings only, not %s", key,
          json_token_name (reader->tokenizer.token));
  return skip (reader);
}

static gboolean
read_number (Reader *reader, const char *key, CoupletText *into)
{
  if (reader->tokenizer.token == JSON_TOKEN_STRING) {
    *into = reader->tokenizer.text;
    return TRUE;
  }
  if (reader->tokenizer.token != JSON_TOKEN_NUMBER)
    return skip_wrong (reader, key, "a number or a string");
  *into = json_number_to_decimal (reader->tokenizer.text, reader->arena);
  if (into->text == NULL) {
    g_autofree char *quoted =
        couplet_quote (reader->tokenizer.text.text, (gssize)reader->tokenizer.text.length);
    report (reader, reader->tokenizer.place,
            "\"%s\" is %s, which is beyond a JSON number's range; write it as a string", key,
            quoted);
  }
  return TRUE;
}

/* ---- Objects --------------------------------------------------------------------- */

/* The member called key, and its index. Keys mostly come in one order: the one
 * behind *index is tried first. */
static const Member *
find_member (const Member *members, guint n, CoupletText key, guint *index)
{
  for (guint tried = 0; tried < n; tried++) {
    *index = *index + 1 < n ? *index + 1 : 0;
    const Member *member = &members[*index];
    if (strlen (member->key) == key.length && memcmp (member->key, key.text, key.length) == 0)
      return member;
  }
  return NULL;
}

static void
report_unknown (Reader *reader, const Member *members, guint n)
{
  CoupletText key = reader->tokenizer.text;
  g_autofree char *copy = g_strndup (key.text, key.length);
  g_autofree char *quoted = couplet_quote (key.text, (gssize)key.length);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = members[i].key;
  g_autofree char *hint = couplet_did_you_mean (copy, names);
  report (reader, reader->tokenizer.place, "unknown key %s%s", quoted, hint);
}

static gboolean
read_member (Reader *reader, const Member *member, gpointer into)
{
  CoupletText value = COUPLET_TEXT_LEFT_OUT;
  CoupletPlace place = reader->tokenizer.place;
  if (member->type == MEMBER_OTHER)
    return member->read (reader, into);
  gboolean good = member->type == MEMBER_TEXT ? read_text (reader, member->key, &value)
                                              : read_number (reader, member->key, &value);
  if (member->set == NULL)
    G_STRUCT_MEMBER (CoupletText, into, member->offset) = value;
  else if (value.text != NULL)
    member->set (reader->builder, value, place);
  return good;
}

/* Reads an object whose '{' is the current token, member by member. */
static gboolean
read_object (Reader *reader, const Member *members, guint n, gpointer into)
{
  guint32 seen = 0;
  guint index = n - 1;
  for (;;) {
    JsonToken token = json_next (&reader->tokenizer);
    if (token == JSON_TOKEN_OBJECT_END)
      return TRUE;
    if (token == JSON_TOKEN_ERROR)
      return fail (reader);
    const Member *member = find_member (members, n, reader->tokenizer.text, &index);
    if (member == NULL)
      report_unknown (reader, members, n);
    else if ((seen >> index & 1) != 0) {
      report (reader, reader->tokenizer.place, "key '%s' stands twice", member->key);
      member = NULL;
    }
    seen |= member != NULL ? 1u << index : 0;
    if (json_next (&reader->tokenizer) == JSON_TOKEN_ERROR)
      return fail (reader);
    if (member != NULL ? !read_member (reader, member, into) : !skip (reader))
      return FALSE;
  }
}

/* ---- States -------------------------------------------------------------------------- */

static gboolean
read_state_name (Reader *reader, gpointer into)
{
  CoupletStateSpec *state = into;
  gboolean good = read_text (reader, "name", &state->name);
  reader->name = state->name;
  return good;
}

/* `"d": {"x": "1/4", "y": "1/2"}` */
static gboolean
read_noise_object (Reader *reader)
{
  for (;;) {
    JsonToken token = json_next (&reader->tokenizer);
    if (token == JSON_TOKEN_OBJECT_END)
      return TRUE;
    if (token == JSON_TOKEN_ERROR)
      return fail (reader);
    CoupletNoiseSpec noise = {reader->tokenizer.text, COUPLET_TEXT_LEFT_OUT};
    if (noise.threshold.length == 0)
      report (reader, reader->tokenizer.place, "\"d\" has an empty threshold name");
    if (json_next (&reader->tokenizer) == JSON_TOKEN_ERROR)
      return fail (reader);
    if (!read_number (reader, "d", &noise.value))
      return FALSE;
    if (noise.value.text != NULL)
      g_array_append_val (reader->noise, noise);
  }
}

static gboolean
read_state_d (Reader *reader, gpointer into)
{
  (void)into;
  JsonToken token = reader->tokenizer.token;
  if (token == JSON_TOKEN_OBJECT_BEGIN)
    return read_noise_object (reader);
  if (token != JSON_TOKEN_NUMBER && token != JSON_TOKEN_STRING)
    return skip_wrong (reader, "d", "a number, a string or an object");
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT_LEFT_OUT};
  gboolean good = read_number (reader, "d", &noise.value);
  if (noise.value.text != NULL)
    g_array_append_val (reader->noise, noise);
  return good;
}

/* A boolean, as builders read it. */
static gboolean
read_floating (Reader *reader, gpointer into)
{
  CoupletStateSpec *state = into;
  JsonToken token = reader->tokenizer.token;
  if (token != JSON_TOKEN_TRUE && token != JSON_TOKEN_FALSE)
    return skip_wrong (reader, "floating", "true or false");
  state->floating = token == JSON_TOKEN_TRUE ? COUPLET_TEXT ("true") : COUPLET_TEXT ("false");
  return TRUE;
}

static const Member SNAP_MEMBERS[] = {
    {"bound", MEMBER_NUMBER, G_STRUCT_OFFSET (CoupletStateSpec, snap_bound), NULL, NULL},
    {"grid", MEMBER_NUMBER, G_STRUCT_OFFSET (CoupletStateSpec, snap_grid), NULL, NULL},
    {"floating", MEMBER_OTHER, 0, NULL, read_floating},
};

/* `"snap": {"bound": "100", "grid": "1/8", "floating": true}` */
static gboolean
read_snap (Reader *reader, gpointer into)
{
  CoupletStateSpec *state = into;
  CoupletPlace place = reader->tokenizer.place;
  if (reader->tokenizer.token != JSON_TOKEN_OBJECT_BEGIN)
    return skip_wrong (reader, "snap", "an object");
  guint errors = couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR);
  if (!read_object (reader, SNAP_MEMBERS, G_N_ELEMENTS (SNAP_MEMBERS), into))
    return FALSE;
  if (errors == couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR) &&
      (state->snap_bound.text == NULL || state->snap_grid.text == NULL))
    report (reader, place, "\"snap\" has no \"%s\"",
            state->snap_bound.text == NULL ? "bound" : "grid");
  if (errors < couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR))
    state->snap_bound = state->snap_grid = state->floating = COUPLET_TEXT_LEFT_OUT;
  return TRUE;
}

#define STATE_MEMBER(name, type)                                                                   \
  {                                                                                                \
    G_STRINGIFY (name), type, G_STRUCT_OFFSET (CoupletStateSpec, name), NULL, NULL                 \
  }

static const Member STATE_MEMBERS[] = {
    {"name", MEMBER_OTHER, 0, NULL, read_state_name},
    {"d", MEMBER_OTHER, 0, NULL, read_state_d},
    STATE_MEMBER (input, MEMBER_TEXT),
    STATE_MEMBER (mu, MEMBER_NUMBER),
    STATE_MEMBER (d_fresh, MEMBER_NUMBER),
    STATE_MEMBER (mu_fresh, MEMBER_NUMBER),
    STATE_MEMBER (noise, MEMBER_TEXT),
    STATE_MEMBER (noise_fresh, MEMBER_TEXT),
    {"snap", MEMBER_OTHER, 0, NULL, read_snap},
};

static gboolean
read_state (Reader *reader)
{
  CoupletStateSpec state = {.place = reader->tokenizer.place};
  g_array_set_size (reader->noise, 0);
  guint errors = couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR);
  if (!read_object (reader, STATE_MEMBERS, G_N_ELEMENTS (STATE_MEMBERS), &state))
    return FALSE;
  state.d = (const CoupletNoiseSpec *)(gpointer)reader->noise->data;
  state.n_d = reader->noise->len;
  if (state.name.text != NULL)
    couplet_builder_add_state (reader->builder, &state);
  else if (errors == couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR))
    report (reader, state.place, "it has no \"name\"");
  return TRUE;
}

/* ---- Transitions ------------------------------------------------------------------------ */

static gboolean
read_assign (Reader *reader, gpointer into)
{
  (void)into;
  CoupletText name = COUPLET_TEXT_LEFT_OUT;
  if (reader->tokenizer.token != JSON_TOKEN_ARRAY_BEGIN) {
    if (reader->tokenizer.token != JSON_TOKEN_STRING)
      return skip_wrong (reader, "assign", "a string or an array of strings");
    g_array_append_val (reader->assign, reader->tokenizer.text);
    return TRUE;
  }
  for (;;) {
    JsonToken token = json_next (&reader->tokenizer);
    if (token == JSON_TOKEN_ARRAY_END)
      return TRUE;
    if (token == JSON_TOKEN_ERROR)
      return fail (reader);
    if (!read_element (reader, "assign", &name))
      return FALSE;
    if (token == JSON_TOKEN_STRING)
      g_array_append_val (reader->assign, name);
  }
}

#define TRANSITION_MEMBER(name)                                                                    \
  {                                                                                                \
    G_STRINGIFY (name), MEMBER_TEXT, G_STRUCT_OFFSET (CoupletTransitionSpec, name), NULL, NULL     \
  }

static const Member TRANSITION_MEMBERS[] = {
    TRANSITION_MEMBER (from),
    TRANSITION_MEMBER (to),
    TRANSITION_MEMBER (guard),
    TRANSITION_MEMBER (output),
    {"assign", MEMBER_OTHER, 0, NULL, read_assign},
};

static gboolean
read_transition (Reader *reader)
{
  CoupletTransitionSpec transition = {.place = reader->tokenizer.place};
  g_array_set_size (reader->assign, 0);
  guint errors = couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR);
  if (!read_object (reader, TRANSITION_MEMBERS, G_N_ELEMENTS (TRANSITION_MEMBERS), &transition))
    return FALSE;
  transition.assign = (const CoupletText *)(gpointer)reader->assign->data;
  transition.n_assign = reader->assign->len;
  gboolean sound =
      errors == couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR);
  if (sound && (transition.from.text == NULL || transition.to.text == NULL))
    report (reader, transition.place, "it has no \"%s\"",
            transition.from.text == NULL ? "from" : "to");
  else if (sound)
    couplet_builder_add_transition (reader->builder, &transition);
  return TRUE;
}

/* ---- The document -------------------------------------------------------------------------- */

/* Tells how far the reading is; FALSE, with an error reported, when it should stop. */
static gboolean
go_on (Reader *reader)
{
  if (reader->context == NULL || reader->index % ITEMS_PER_LOOK != ITEMS_PER_LOOK - 1)
    return TRUE;
  couplet_context_progress (reader->context, (guint64)(reader->tokenizer.at - reader->source->data),
                            reader->source->length);
  if (!couplet_context_should_stop (reader->context))
    return TRUE;
  report (reader, reader->tokenizer.place, "%s", couplet_context_stop_reason (reader->context));
  return FALSE;
}

/* Reads an array of objects, each by read. */
static gboolean
read_list (Reader *reader, const char *key, const char *element, gboolean (*read) (Reader *))
{
  if (reader->tokenizer.token != JSON_TOKEN_ARRAY_BEGIN)
    return skip_wrong (reader, key, "an array");
  reader->list = element;
  for (reader->index = 0;; reader->index++) {
    JsonToken token = json_next (&reader->tokenizer);
    reader->name = COUPLET_TEXT_LEFT_OUT;
    if (token == JSON_TOKEN_ARRAY_END)
      break;
    if (token == JSON_TOKEN_ERROR)
      return fail (reader);
    if (!go_on (reader))
      return FALSE;
    if (token != JSON_TOKEN_OBJECT_BEGIN) {
      report (reader, reader->tokenizer.place, "expected an object, not %s",
              json_token_name (token));
      if (!skip (reader))
        return FALSE;
    } else if (!read (reader))
      return FALSE;
  }
  reader->list = NULL;
  return TRUE;
}

static gboolean
read_states (Reader *reader, gpointer into)
{
  (void)into;
  return read_list (reader, "states", "state", read_state);
}

static gboolean
read_transitions (Reader *reader, gpointer into)
{
  (void)into;
  return read_list (reader, "transitions", "transition", read_transition);
}

static gboolean
read_version (Reader *reader, gpointer into)
{
  CoupletText text = reader->tokenizer.text;
  *(gboolean *)into = TRUE;
  if (reader->tokenizer.token == JSON_TOKEN_NUMBER && text.length == strlen (FORMAT_VERSION) &&
      memcmp (text.text, FORMAT_VERSION, text.length) == 0)
    return TRUE;
  report (reader, reader->tokenizer.place,
          "\"couplet\" must be " FORMAT_VERSION ", the only version of the format");
  return skip (reader);
}

static gboolean
read_thresholds (Reader *reader, gpointer into)
{
  (void)into;
  if (reader->tokenizer.token != JSON_TOKEN_ARRAY_BEGIN)
    return skip_wrong (reader, "thresholds", "an array of strings");
  for (guint n = 0;; n++) {
    JsonToken token = json_next (&reader->tokenizer);
    if (token == JSON_TOKEN_ARRAY_END) {
      if (n == 0)
        report (reader, reader->tokenizer.place, "\"thresholds\" is empty");
      return TRUE;
    }
    if (token == JSON_TOKEN_ERROR)
      return fail (reader);
    CoupletText name = COUPLET_TEXT_LEFT_OUT;
    CoupletPlace place = reader->tokenizer.place;
    if (!read_element (reader, "thresholds", &name))
      return FALSE;
    if (name.text != NULL)
      couplet_builder_add_threshold (reader->builder, name, place);
  }
}

static const Member DOCUMENT_MEMBERS[] = {
    {"couplet", MEMBER_OTHER, 0, NULL, read_version},
    {"name", MEMBER_TEXT, 0, couplet_builder_set_name, NULL},
    {"initial", MEMBER_TEXT, 0, couplet_builder_set_initial, NULL},
    {"thresholds", MEMBER_OTHER, 0, NULL, read_thresholds},
    {"sampling", MEMBER_TEXT, 0, couplet_builder_set_sampling, NULL},
    {"adjacency", MEMBER_TEXT, 0, couplet_builder_set_adjacency, NULL},
    {"sensitivity", MEMBER_NUMBER, 0, couplet_builder_set_sensitivity, NULL},
    {"claim", MEMBER_NUMBER, 0, couplet_builder_set_claim, NULL},
    {"states", MEMBER_OTHER, 0, NULL, read_states},
    {"transitions", MEMBER_OTHER, 0, NULL, read_transitions},
};

static gboolean
read_document (Reader *reader)
{
  gboolean has_version = FALSE;
  JsonToken token = json_next (&reader->tokenizer);
  if (token == JSON_TOKEN_ERROR)
    return fail (reader);
  if (token != JSON_TOKEN_OBJECT_BEGIN) {
    report (reader, reader->tokenizer.place, "expected an object, not %s", json_token_name (token));
    return FALSE;
  }
  CoupletPlace place = reader->tokenizer.place;
  if (!read_object (reader, DOCUMENT_MEMBERS, G_N_ELEMENTS (DOCUMENT_MEMBERS), &has_version))
    return FALSE;
  if (!has_version)
    report (reader, place,
            "it has no \"couplet\": " FORMAT_VERSION ", which marks an automaton of this format");
  return json_next (&reader->tokenizer) == JSON_TOKEN_END || fail (reader);
}

gboolean
json_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                     CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GArray) noise = g_array_new (FALSE, FALSE, sizeof (CoupletNoiseSpec));
  g_autoptr (GArray) assign = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  Reader *reader = g_new0 (Reader, 1);
  *reader = (Reader){.context = context,
                     .source = source,
                     .builder = builder,
                     .diagnostics = diagnostics,
                     .arena = arena,
                     .noise = noise,
                     .assign = assign};
  json_tokenizer_init (&reader->tokenizer, source->data, source->length, arena);
  gboolean good = read_document (reader);
  json_tokenizer_clear (&reader->tokenizer);
  g_free (reader);
  return good;
}
