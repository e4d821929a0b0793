/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/json_tree.h>

#include <string.h>

/* Members among which keys are compared one by one. */
#define MOST_COMPARED 16

/* A list or an object that is not closed yet, and its last child. */
typedef struct {
  CoupletJsonValue *value, *last;
} Open;

typedef struct {
  CoupletJsonTokenizer tokenizer;
  CoupletArena *arena;
  GArray *open; /* Open, the outermost first */
} Building;

static gboolean
fail (Building *building, CoupletPlace place, char *why)
{
  building->tokenizer.place = place;
  g_free (building->tokenizer.error);
  building->tokenizer.error = why;
  return FALSE;
}

/* ---- Keys that stand twice ------------------------------------------------------------- */

static const CoupletJsonValue *
find_before (const CoupletJsonValue *object, const CoupletJsonValue *end)
{
  for (const CoupletJsonValue *member = object->first; member != end; member = member->next)
    if (g_str_equal (member->key, end->key))
      return member;
  return NULL;
}

/* The first member of object whose key an earlier one has; NULL = there is none. */
static const CoupletJsonValue *
find_double (const CoupletJsonValue *object)
{
  g_autoptr (GHashTable) keys =
      object->n > MOST_COMPARED ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;
  for (const CoupletJsonValue *member = object->first; member != NULL; member = member->next)
    if (keys != NULL ? !g_hash_table_add (keys, (gpointer)member->key)
                     : find_before (object, member) != NULL)
      return member;
  return NULL;
}

/* ---- Building -------------------------------------------------------------------------- */

/* A value that begins with the current token. */
static CoupletJsonValue *
new_value (Building *building, const char *key)
{
  const CoupletJsonTokenizer *tokenizer = &building->tokenizer;
  CoupletJsonValue *value = couplet_arena_new_array (building->arena, CoupletJsonValue, 1);
  gboolean has_text = tokenizer->token == COUPLET_JSON_TOKEN_STRING ||
                      tokenizer->token == COUPLET_JSON_TOKEN_NUMBER;
  *value = (CoupletJsonValue){.token = tokenizer->token,
                              .key = key,
                              .place = tokenizer->place,
                              .begin = tokenizer->line_start + tokenizer->place.column - 1,
                              .end = tokenizer->at};
  if (has_text) {
    value->length = tokenizer->text.length;
    value->text =
        couplet_arena_strndup (building->arena, tokenizer->text.text, tokenizer->text.length);
  }
  return value;
}

/* Makes value the last one of what is open last. */
static void
add_value (const Building *building, CoupletJsonValue *value)
{
  if (building->open->len == 0)
    return;
  Open *open = &g_array_index (building->open, Open, building->open->len - 1);
  if (open->last == NULL)
    open->value->first = value;
  else
    open->last->next = value;
  open->last = value;
  open->value->n++;
}

/* Closes what is open last. */
static gboolean
close_value (Building *building)
{
  Open open = g_array_index (building->open, Open, building->open->len - 1);
  open.value->end = building->tokenizer.at;
  g_array_set_size (building->open, building->open->len - 1);
  const CoupletJsonValue *twice =
      open.value->token == COUPLET_JSON_TOKEN_OBJECT_BEGIN ? find_double (open.value) : NULL;
  return twice == NULL ||
         fail (building, twice->place, g_strdup_printf ("key '%s' stands twice", twice->key));
}

/* Takes the current token. */
static gboolean
take_token (Building *building, const char **key, CoupletJsonValue **root)
{
  const CoupletJsonTokenizer *tokenizer = &building->tokenizer;
  switch (tokenizer->token) {
  case COUPLET_JSON_TOKEN_KEY:
    *key = couplet_arena_strndup (building->arena, tokenizer->text.text, tokenizer->text.length);
    return TRUE;
  case COUPLET_JSON_TOKEN_OBJECT_END:
  case COUPLET_JSON_TOKEN_ARRAY_END:
    return close_value (building);
  case COUPLET_JSON_TOKEN_END:
  case COUPLET_JSON_TOKEN_ERROR:
    return FALSE;
  default:
    break;
  }
  const Open open = {new_value (building, *key), NULL};
  add_value (building, open.value);
  *root = *root != NULL ? *root : open.value;
  *key = NULL;
  if (tokenizer->token == COUPLET_JSON_TOKEN_OBJECT_BEGIN ||
      tokenizer->token == COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    g_array_append_val (building->open, open);
  return TRUE;
}

static const CoupletJsonValue *
build (Building *building, const char **rest)
{
  CoupletJsonValue *root = NULL;
  const char *key = NULL;
  do {
    couplet_json_next (&building->tokenizer);
    if (!take_token (building, &key, &root))
      return NULL;
  } while (building->open->len > 0);
  if (rest != NULL)
    *rest = building->tokenizer.at;
  else if (couplet_json_next (&building->tokenizer) != COUPLET_JSON_TOKEN_END)
    return NULL;
  return root;
}

static const CoupletJsonValue *
read_document (const char *data, gsize length, gboolean takes_nul, CoupletArena *arena,
               const char **rest, CoupletPlace *place, char **why)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  Building building = {.arena = arena, .open = open};
  couplet_json_tokenizer_init (&building.tokenizer, data, length, arena);
  building.tokenizer.takes_nul = takes_nul;
  const CoupletJsonValue *root = build (&building, rest);
  if (root == NULL) {
    *place = building.tokenizer.place;
    *why = g_steal_pointer (&building.tokenizer.error);
  }
  couplet_json_tokenizer_clear (&building.tokenizer);
  return root;
}

const CoupletJsonValue *
couplet_json_read (const char *data, gsize length, CoupletArena *arena, const char **rest,
                   CoupletPlace *place, char **why)
{
  return read_document (data, length, FALSE, arena, rest, place, why);
}

const CoupletJsonValue *
couplet_json_read_message (const char *data, gsize length, CoupletArena *arena, char **why)
{
  CoupletPlace place;
  return read_document (data, length, TRUE, arena, NULL, &place, why);
}

/* ---- Asking ---------------------------------------------------------------------------- */

const CoupletJsonValue *
couplet_json_member (const CoupletJsonValue *object, const char *key)
{
  const CoupletJsonValue *member = couplet_json_is_object (object) ? object->first : NULL;
  while (member != NULL && !g_str_equal (member->key, key))
    member = member->next;
  return member;
}

const CoupletJsonValue *
couplet_json_element (const CoupletJsonValue *list, guint index)
{
  const CoupletJsonValue *element = couplet_json_is_list (list) ? list->first : NULL;
  for (; element != NULL && index > 0; index--)
    element = element->next;
  return element;
}

const char *
couplet_json_text_of (const CoupletJsonValue *value)
{
  return couplet_json_is (value, COUPLET_JSON_TOKEN_STRING) && strlen (value->text) == value->length
             ? value->text
             : NULL;
}

gboolean
couplet_json_whole_of (const CoupletJsonValue *value, gint64 *number)
{
  return couplet_json_is (value, COUPLET_JSON_TOKEN_NUMBER) &&
         g_ascii_string_to_signed (value->text, 10, G_MININT64, G_MAXINT64, number, NULL);
}

char *
couplet_json_written (const CoupletJsonValue *value)
{
  return g_strndup (value->begin, (gsize)(value->end - value->begin));
}
