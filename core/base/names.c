/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include "text_words.h"

#include <couplet/internal/large.h>

typedef struct {
  const char *text;
  guint32 length;
} Name;

/* A place for a name, with enough of its hash that others are mostly not looked at. */
typedef struct {
  guint32 number; /* + 1; 0 = free */
  guint32 hash;   /* where the name's probe begins */
} Slot;

struct Names {
  CoupletArena *arena;
  HashKey key;
  Name *names;
  guint32 count, room;
  Slot *slots;
  guint32 n_slots; /* a power of two, at least twice count */
};

Names *
names_new (CoupletArena *arena)
{
  Names *names = g_new0 (Names, 1);
  names->arena = arena;
  names->key = hash_key_new ();
  names->n_slots = 64;
  names->slots = g_new0 (Slot, names->n_slots);
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

/* Where a text may stand, in the order in which to look: at first + k step for k = 0, 1, ... The
 * step is odd and so leads to every slot. */
typedef struct {
  guint32 first, step;
} Probe;

/* Texts that differ in their last digit alone stand side by side wherever they stand: names of
 * states are mostly numbered, and used together with those of nearly the same number. */
static inline Probe
probe_of (const Names *names, CoupletText text)
{
  if (text.length == 0)
    return (Probe){0, 1};
  guint64 hash = hash_bytes (names->key, text.text, text.length - 1);
  return (Probe){(guint32)hash ^ (guchar)text.text[text.length - 1],
                 (guint32)(hash >> 32) << 4 | 1};
}

static inline gboolean
is_text (const Names *names, Slot slot, CoupletText text, guint32 hash)
{
  const Name *name = &names->names[slot.number - 1];
  return slot.hash == hash && name->length == text.length &&
         same_bytes (name->text, text.text, text.length);
}

/* The slot where text is, or the free one where it would be put. */
static inline Slot *
find_slot (const Names *names, CoupletText text, Probe probe)
{
  guint32 mask = names->n_slots - 1;
  guint32 at = probe.first & mask;
  while (names->slots[at].number != 0 && !is_text (names, names->slots[at], text, probe.first))
    at = (at + probe.step) & mask;
  return &names->slots[at];
}

static void
grow_slots (Names *names)
{
  names->n_slots *= 2;
  g_free (names->slots);
  names->slots = couplet_large_new0 (Slot, names->n_slots);
  guint32 mask = names->n_slots - 1;
  for (guint32 i = 0; i < names->count; i++) {
    Probe probe = probe_of (names, names_get (names, i));
    guint32 at = probe.first & mask;
    while (names->slots[at].number != 0)
      at = (at + probe.step) & mask;
    names->slots[at] = (Slot){i + 1, probe.first};
  }
}

guint32
names_intern (Names *names, CoupletText text)
{
  Probe probe = probe_of (names, text);
  Slot *slot = find_slot (names, text, probe);
  if (slot->number != 0)
    return slot->number - 1;
  if (names->count >= G_MAXINT32 || text.length >= G_MAXUINT32)
    g_error ("more than 2^31 names");
  if (names->count == names->room) {
    names->room = MAX (32, names->room * 2);
    names->names = couplet_large_renew (Name, names->names, names->room);
  }
  names->names[names->count] =
      (Name){couplet_arena_strndup (names->arena, text.text, text.length), (guint32)text.length};
  *slot = (Slot){++names->count, probe.first};
  if (names->count > names->n_slots / 2)
    grow_slots (names);
  return names->count - 1;
}

void
names_prefetch (const Names *names, CoupletText text)
{
  __builtin_prefetch (&names->slots[probe_of (names, text).first & (names->n_slots - 1)]);
}

guint32
names_find (const Names *names, CoupletText text)
{
  guint32 number = find_slot (names, text, probe_of (names, text))->number;
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
