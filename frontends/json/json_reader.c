/* SPDX-License-Identifier: Apache-2.0 */
#include "json_reader.h"

#include "json_object.h"

#define FORMAT_VERSION "1"

/* Elements between two looks at the context. */
#define ITEMS_PER_LOOK 4096

/* What is read into, beside the builder. */
typedef struct {
  CoupletContext *context; /* may be NULL */
  const CoupletSource *source;
  gboolean has_version;
  GArray *noise;  /* CoupletNoiseSpec of the current state */
  GArray *assign; /* CoupletText of the current transition */
} Document;

/* A state, or a transition, and what its arrays are collected in. */
typedef struct {
  CoupletStateSpec spec;
  CoupletNoiseSpec d; /* the only one */
  GArray *noise;      /* those of several */
} State;

typedef struct {
  CoupletTransitionSpec spec;
  CoupletText assigned; /* the only one */
  GArray *assign;       /* those of several */
} Transition;

/* ---- States -------------------------------------------------------------------------- */

static gboolean
read_state_name (JsonReader *reader, gpointer into)
{
  State *state = into;
  gboolean good = json_read_text (reader, "name", &state->spec.name);
  reader->name = state->spec.name;
  return good;
}

/* `"d": {"x": "1/4", "y": "1/2"}` */
static gboolean
read_noise_object (JsonReader *reader, State *state)
{
  GArray *all = state->noise;
  g_array_set_size (all, 0);
  for (;;) {
    CoupletJsonToken token = couplet_json_next (&reader->tokenizer);
    if (token == COUPLET_JSON_TOKEN_OBJECT_END) {
      state->spec.d = (const CoupletNoiseSpec *)(gpointer)all->data;
      state->spec.n_d = all->len;
      return TRUE;
    }
    if (token == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    CoupletNoiseSpec noise = {reader->tokenizer.text, COUPLET_TEXT_LEFT_OUT};
    if (noise.threshold.length == 0)
      json_report (reader, reader->tokenizer.place, "\"d\" has an empty threshold name");
    if (couplet_json_next (&reader->tokenizer) == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    if (!json_read_number (reader, "d", &noise.value))
      return FALSE;
    if (noise.value.text != NULL)
      g_array_append_val (all, noise);
  }
}

static gboolean
read_state_d (JsonReader *reader, gpointer into)
{
  State *state = into;
  CoupletJsonToken token = reader->tokenizer.token;
  if (token == COUPLET_JSON_TOKEN_OBJECT_BEGIN)
    return read_noise_object (reader, state);
  if (token != COUPLET_JSON_TOKEN_NUMBER && token != COUPLET_JSON_TOKEN_STRING)
    return json_skip_wrong (reader, "d", "a number, a string or an object");
  gboolean good = json_read_number (reader, "d", &state->d.value);
  state->spec.d = &state->d;
  state->spec.n_d = state->d.value.text != NULL ? 1 : 0;
  return good;
}

/* A boolean, as builders read it. */
static gboolean
read_floating (JsonReader *reader, gpointer into)
{
  CoupletStateSpec *state = &((State *)into)->spec;
  CoupletJsonToken token = reader->tokenizer.token;
  if (token != COUPLET_JSON_TOKEN_TRUE && token != COUPLET_JSON_TOKEN_FALSE)
    return json_skip_wrong (reader, "floating", "true or false");
  state->floating =
      token == COUPLET_JSON_TOKEN_TRUE ? COUPLET_TEXT ("true") : COUPLET_TEXT ("false");
  return TRUE;
}

static const JsonMember SNAP_MEMBERS[] = {
    {JSON_KEY ("bound"), JSON_MEMBER_NUMBER, G_STRUCT_OFFSET (State, spec.snap_bound), NULL, NULL},
    {JSON_KEY ("grid"), JSON_MEMBER_NUMBER, G_STRUCT_OFFSET (State, spec.snap_grid), NULL, NULL},
    {JSON_KEY ("floating"), JSON_MEMBER_OTHER, 0, NULL, read_floating},
};

/* `"snap": {"bound": "100", "grid": "1/8", "floating": true}` */
static gboolean
read_snap (JsonReader *reader, gpointer into)
{
  CoupletStateSpec *state = &((State *)into)->spec;
  CoupletPlace place = reader->tokenizer.place;
  if (reader->tokenizer.token != COUPLET_JSON_TOKEN_OBJECT_BEGIN)
    return json_skip_wrong (reader, "snap", "an object");
  guint errors = json_errors (reader);
  if (!json_read_object (reader, SNAP_MEMBERS, G_N_ELEMENTS (SNAP_MEMBERS), into))
    return FALSE;
  if (errors == json_errors (reader) &&
      (state->snap_bound.text == NULL || state->snap_grid.text == NULL))
    json_report (reader, place, "\"snap\" has no \"%s\"",
                 state->snap_bound.text == NULL ? "bound" : "grid");
  if (errors < json_errors (reader))
    state->snap_bound = state->snap_grid = state->floating = COUPLET_TEXT_LEFT_OUT;
  return TRUE;
}

#define STATE_MEMBER(name, type)                                                                   \
  {                                                                                                \
    JSON_KEY (G_STRINGIFY (name)), type, G_STRUCT_OFFSET (State, spec.name), NULL, NULL            \
  }

static const JsonMember STATE_MEMBERS[] = {
    {JSON_KEY ("name"), JSON_MEMBER_OTHER, 0, NULL, read_state_name},
    STATE_MEMBER (input, JSON_MEMBER_TEXT),
    {JSON_KEY ("d"), JSON_MEMBER_OTHER, 0, NULL, read_state_d},
    STATE_MEMBER (mu, JSON_MEMBER_NUMBER),
    STATE_MEMBER (d_fresh, JSON_MEMBER_NUMBER),
    STATE_MEMBER (mu_fresh, JSON_MEMBER_NUMBER),
    STATE_MEMBER (noise, JSON_MEMBER_TEXT),
    STATE_MEMBER (noise_fresh, JSON_MEMBER_TEXT),
    {JSON_KEY ("snap"), JSON_MEMBER_OTHER, 0, NULL, read_snap},
};

static gboolean
read_state (JsonReader *reader, Document *document)
{
  State state = {.spec = {.place = reader->tokenizer.place}, .noise = document->noise};
  guint errors = json_errors (reader);
  if (!json_read_object (reader, STATE_MEMBERS, G_N_ELEMENTS (STATE_MEMBERS), &state))
    return FALSE;
  if (state.spec.name.text != NULL)
    couplet_builder_add_state (reader->builder, &state.spec);
  else if (errors == json_errors (reader))
    json_report (reader, state.spec.place, "it has no \"name\"");
  return TRUE;
}

/* ---- Transitions ------------------------------------------------------------------------ */

static void
take_assigned (gpointer data, CoupletText name, CoupletPlace place)
{
  (void)place;
  g_array_append_val ((GArray *)data, name);
}

static gboolean
read_assigned (JsonReader *reader, Transition *transition)
{
  GArray *all = transition->assign;
  g_array_set_size (all, 0);
  if (!json_read_strings (reader, "assign", take_assigned, all))
    return FALSE;
  transition->spec.assign = (const CoupletText *)(gpointer)all->data;
  transition->spec.n_assign = all->len;
  return TRUE;
}

static gboolean
read_assign (JsonReader *reader, gpointer into)
{
  Transition *transition = into;
  CoupletJsonToken token = reader->tokenizer.token;
  if (token == COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return read_assigned (reader, transition);
  if (token != COUPLET_JSON_TOKEN_STRING)
    return json_skip_wrong (reader, "assign", "a string or an array of strings");
  transition->assigned = reader->tokenizer.text;
  transition->spec.assign = &transition->assigned;
  transition->spec.n_assign = 1;
  return TRUE;
}

#define TRANSITION_MEMBER(name)                                                                    \
  {                                                                                                \
    JSON_KEY (G_STRINGIFY (name)), JSON_MEMBER_TEXT, G_STRUCT_OFFSET (Transition, spec.name),      \
        NULL, NULL                                                                                 \
  }

static const JsonMember TRANSITION_MEMBERS[] = {
    TRANSITION_MEMBER (from),
    TRANSITION_MEMBER (to),
    TRANSITION_MEMBER (guard),
    TRANSITION_MEMBER (output),
    {JSON_KEY ("assign"), JSON_MEMBER_OTHER, 0, NULL, read_assign},
};

static gboolean
read_transition (JsonReader *reader, Document *document)
{
  Transition transition = {.spec = {.place = reader->tokenizer.place}, .assign = document->assign};
  CoupletTransitionSpec *spec = &transition.spec;
  guint errors = json_errors (reader);
  if (!json_read_object (reader, TRANSITION_MEMBERS, G_N_ELEMENTS (TRANSITION_MEMBERS),
                         &transition))
    return FALSE;
  gboolean sound = errors == json_errors (reader);
  if (sound && (spec->from.text == NULL || spec->to.text == NULL))
    json_report (reader, spec->place, "it has no \"%s\"", spec->from.text == NULL ? "from" : "to");
  else if (sound)
    couplet_builder_add_transition (reader->builder, spec);
  return TRUE;
}

/* ---- The document -------------------------------------------------------------------------- */

/* Tells how far the reading is; FALSE, with an error reported, when it should stop. */
static gboolean
go_on (JsonReader *reader, const Document *document)
{
  if (document->context == NULL || reader->index % ITEMS_PER_LOOK != ITEMS_PER_LOOK - 1)
    return TRUE;
  couplet_context_progress (document->context,
                            (guint64)(reader->tokenizer.at - document->source->data),
                            document->source->length);
  couplet_context_pass (document->context, (gsize)(reader->tokenizer.at - document->source->data));
  if (!couplet_context_should_stop (document->context))
    return TRUE;
  json_report (reader, reader->tokenizer.place, "%s",
               couplet_context_stop_reason (document->context));
  return FALSE;
}

/* Reads an array of objects, each by read. */
static gboolean
read_list (JsonReader *reader, Document *document, const char *key, const char *element,
           gboolean (*read) (JsonReader *reader, Document *document))
{
  if (reader->tokenizer.token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return json_skip_wrong (reader, key, "an array");
  reader->list = element;
  for (reader->index = 0;; reader->index++) {
    CoupletJsonToken token = couplet_json_next (&reader->tokenizer);
    reader->name = COUPLET_TEXT_LEFT_OUT;
    if (token == COUPLET_JSON_TOKEN_ARRAY_END)
      break;
    if (token == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    if (!go_on (reader, document))
      return FALSE;
    if (token != COUPLET_JSON_TOKEN_OBJECT_BEGIN) {
      json_report (reader, reader->tokenizer.place, "expected an object, not %s",
                   couplet_json_token_name (token));
      if (!json_skip_value (reader))
        return FALSE;
    } else if (!read (reader, document))
      return FALSE;
  }
  reader->list = NULL;
  return TRUE;
}

static gboolean
read_states (JsonReader *reader, gpointer into)
{
  return read_list (reader, into, "states", "state", read_state);
}

static gboolean
read_transitions (JsonReader *reader, gpointer into)
{
  return read_list (reader, into, "transitions", "transition", read_transition);
}

static gboolean
read_version (JsonReader *reader, gpointer into)
{
  CoupletText text = reader->tokenizer.text;
  ((Document *)into)->has_version = TRUE;
  if (reader->tokenizer.token == COUPLET_JSON_TOKEN_NUMBER &&
      text.length == strlen (FORMAT_VERSION) &&
      memcmp (text.text, FORMAT_VERSION, text.length) == 0)
    return TRUE;
  json_report (reader, reader->tokenizer.place,
               "\"couplet\" must be " FORMAT_VERSION ", the only version of the format");
  return json_skip_value (reader);
}

/* The thresholds of a document as they are counted. */
typedef struct {
  CoupletBuilder *builder;
  guint n;
} Thresholds;

static void
take_threshold (gpointer data, CoupletText name, CoupletPlace place)
{
  Thresholds *thresholds = data;
  thresholds->n++;
  couplet_builder_add_threshold (thresholds->builder, name, place);
}

static gboolean
read_thresholds (JsonReader *reader, gpointer into)
{
  (void)into;
  Thresholds thresholds = {reader->builder, 0};
  guint errors = json_errors (reader);
  if (reader->tokenizer.token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return json_skip_wrong (reader, "thresholds", "an array of strings");
  if (!json_read_strings (reader, "thresholds", take_threshold, &thresholds))
    return FALSE;
  if (thresholds.n == 0 && errors == json_errors (reader))
    json_report (reader, reader->tokenizer.place, "\"thresholds\" is empty");
  return TRUE;
}

static const JsonMember DOCUMENT_MEMBERS[] = {
    {JSON_KEY ("couplet"), JSON_MEMBER_OTHER, 0, NULL, read_version},
    {JSON_KEY ("name"), JSON_MEMBER_TEXT, 0, couplet_builder_set_name, NULL},
    {JSON_KEY ("initial"), JSON_MEMBER_TEXT, 0, couplet_builder_set_initial, NULL},
    {JSON_KEY ("thresholds"), JSON_MEMBER_OTHER, 0, NULL, read_thresholds},
    {JSON_KEY ("sampling"), JSON_MEMBER_TEXT, 0, couplet_builder_set_sampling, NULL},
    {JSON_KEY ("adjacency"), JSON_MEMBER_TEXT, 0, couplet_builder_set_adjacency, NULL},
    {JSON_KEY ("sensitivity"), JSON_MEMBER_NUMBER, 0, couplet_builder_set_sensitivity, NULL},
    {JSON_KEY ("claim"), JSON_MEMBER_NUMBER, 0, couplet_builder_set_claim, NULL},
    {JSON_KEY ("states"), JSON_MEMBER_OTHER, 0, NULL, read_states},
    {JSON_KEY ("transitions"), JSON_MEMBER_OTHER, 0, NULL, read_transitions},
};

static gboolean
read_document (JsonReader *reader, Document *document)
{
  CoupletJsonToken token = couplet_json_next (&reader->tokenizer);
  if (token == COUPLET_JSON_TOKEN_ERROR)
    return json_fail (reader);
  if (token != COUPLET_JSON_TOKEN_OBJECT_BEGIN) {
    json_report (reader, reader->tokenizer.place, "expected an object, not %s",
                 couplet_json_token_name (token));
    return FALSE;
  }
  CoupletPlace place = reader->tokenizer.place;
  if (!json_read_object (reader, DOCUMENT_MEMBERS, G_N_ELEMENTS (DOCUMENT_MEMBERS), document))
    return FALSE;
  if (!document->has_version)
    json_report (reader, place,
                 "it has no \"couplet\": " FORMAT_VERSION
                 ", which marks an automaton of this format");
  return couplet_json_next (&reader->tokenizer) == COUPLET_JSON_TOKEN_END || json_fail (reader);
}

/* All but the tokenizer, which is large for its stack. */
static void
json_reader_init (JsonReader *reader, CoupletBuilder *builder, CoupletDiagnostics *diagnostics,
                  CoupletArena *arena)
{
  reader->builder = builder;
  reader->diagnostics = diagnostics;
  reader->arena = arena;
  reader->list = NULL;
  reader->index = 0;
  reader->name = (CoupletText){0};
}

gboolean
json_read_automaton (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                     CoupletDiagnostics *diagnostics)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GArray) noise = g_array_new (FALSE, FALSE, sizeof (CoupletNoiseSpec));
  g_autoptr (GArray) assign = g_array_new (FALSE, FALSE, sizeof (CoupletText));
  g_autofree JsonReader *reader = g_new (JsonReader, 1);
  Document document = {.context = context, .source = source, .noise = noise, .assign = assign};
  json_reader_init (reader, builder, diagnostics, arena);
  couplet_json_tokenizer_init (&reader->tokenizer, source->data, source->length, arena);
  gboolean good = read_document (reader, &document);
  couplet_json_tokenizer_clear (&reader->tokenizer);
  return good;
}
