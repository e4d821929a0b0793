/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

typedef struct {
  const char *text;
  guint32 length;
  guint32 hash;
} Name;

struct Names {
  CoupletArena *arena;
  Name *names;
  guint32 count, room;
  guint32 *slots;  /* number + 1 of the name here; 0 = free */
  guint32 n_slots; /* a power of two, at least twice count */
};

Names *
names_new (CoupletArena *arena)
{
  Names *names = g_new0 (Names, 1);
  names->arena = arena;
  names->n_slots = 64;
  names->slots = g_new0 (guint32, names->n_slots);
  return names;
}

void
names_free (Names *names)
{
  if (names == NULL)
    return;
  g_free (names->names);
  g_free (names->slots);
  g_free (names);
}

/* Eight bytes at a time, multiplied and folded: fast and well spread. */
static guint32
hash_text (CoupletText text)
{
  guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ text.length;
  const char *at = text.text;
  for (gsize left = text.length; left > 0;) {
    guint64 word = 0;
    gsize step = MIN (left, 8);
    memcpy (&word, at, step);
    hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
    hash ^= hash >> 32;
    at += step;
    left -= step;
  }
  return (guint32)(hash ^ (hash >> 29));
}

/* The slot where text is, or the free one where it would be put. */
static guint32
find_slot (const Names *names, CoupletText text, guint32 hash)
{
  guint32 mask = names->n_slots - 1;
  guint32 slot = hash & mask;
  for (; names->slots[slot] != 0; slot = (slot + 1) & mask) {
    const Name *name = &names->names[names->slots[slot] - 1];
    if (name->hash == hash && name->length == text.length &&
        memcmp (name->text, text.text, text.length) == 0)
      break;
  }
  return slot;
}

static void
grow_slots (Names *names)
{
  names->n_slots *= 2;
  g_free (names->slots);
  names->slots = g_new0 (guint32, names->n_slots);
  guint32 mask = names->n_slots - 1;
  for (guint32 i = 0; i < names->count; i++) {
    guint32 slot = names->names[i].hash & mask;
    while (names->slots[slot] != 0)
      slot = (slot + 1) & mask;
    names->slots[slot] = i + 1;
  }
}

guint32
names_intern (Names *names, CoupletText text)
{
  guint32 hash = hash_text (text);
  guint32 slot = find_slot (names, text, hash);
  if (names->slots[slot] != 0)
    return names->slots[slot] - 1;
  if (names->count >= G_MAXINT32 || text.length >= G_MAXUINT32)
    g_error ("more than 2^31 names");
  if (names->count == names->room) {
    names->room = MAX (32, names->room * 2);
    names->names = g_renew (Name, names->names, names->room);
  }
  names->names[names->count] = (Name){couplet_arena_strndup (names->arena, text.text, text.length),
                                      (guint32)text.length, hash};
  names->slots[slot] = ++names->count;
  if (names->count > names->n_slots / 2)
    grow_slots (names);
  return names->count - 1;
}

guint32
names_find (const Names *names, CoupletText text)
{
  guint32 number = names->slots[find_slot (names, text, hash_text (text))];
  return number == 0 ? COUPLET_NONE : number - 1;
}

guint32
names_count (const Names *names)
{
  return names->count;
}

const char *
names_text (const Names *names, guint32 number)
{
  return names->names[number].text;
}

gsize
names_length (const Names *names, guint32 number)
{
  return names->names[number].length;
}

CoupletText
names_get (const Names *names, guint32 number)
{
  return (CoupletText){names_text (names, number), names_length (names, number)};
}
