/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_told.h"

typedef struct {
  const RoutineWalker *walker;
  const RoutineName *count;
  const RoutineStatement *until; /* what follows is of no account; NULL = nothing */
  GHashTable *steps;             /* a value that is appended, to the step beside it; texts */
  const char *list;              /* that values are appended to; NULL = none yet */
  guint n_starts;                /* values outside loops and branches */
  gboolean told, stepped, late;  /* late: a start behind a step */
  const char *any;               /* the step beside values that no text tells from others */
} Count;

static const char *
keep_text (const Count *count, const RoutineExpression *expression)
{
  g_autoptr (GString) text = g_string_new (NULL);
  routine_append_text (text, expression);
  return couplet_arena_strndup (count->walker->file->arena, text->str, text->len);
}

/* What tells item from other items: the text of a symbol or number. NULL = nothing. */
static const char *
key_of (const Count *count, const RoutineExpression *item)
{
  gboolean literal = item->kind == ROUTINE_NUMBER || item->kind == ROUTINE_SYMBOL;
  return literal ? keep_text (count, item) : NULL;
}

/* What happens between two statements that branch. */
typedef struct {
  guint n_items, n_steps;
  const char *item, *step;
} Run;

static void
end_run (Count *count, const Run *run)
{
  const char *step = run->step != NULL ? run->step : "", *other;
  if (run->n_items == 0 && run->n_steps == 0)
    return;
  count->told &= run->n_items == 1 && run->n_steps <= 1;
  if (run->item == NULL) {
    count->told &= count->any == NULL || g_str_equal (count->any, step);
    count->any = step;
    return;
  }
  other = g_hash_table_lookup (count->steps, run->item);
  count->told &= other == NULL || g_str_equal (other, step);
  g_hash_table_insert (count->steps, (gpointer)run->item, (gpointer)step);
}

/* A value that may be any of the others has their step. */
static gboolean
agrees (const Count *count)
{
  GHashTableIter iter;
  gpointer step;
  gboolean good = TRUE;
  g_hash_table_iter_init (&iter, count->steps);
  while (count->any != NULL && g_hash_table_iter_next (&iter, NULL, &step))
    good &= g_str_equal (step, count->any);
  return good;
}

static gboolean
is_told_number (const Count *count, const RoutineExpression *value)
{
  const RoutineName *name =
      value->kind == ROUTINE_NAME ? routine_names_find (count->walker->names, value->text) : NULL;
  if (name != NULL && name != count->count && name->role != ROUTINE_ROLE_PARAMETER &&
      name->role != ROUTINE_ROLE_EPSILON && name->role != ROUTINE_ROLE_CONSTANT)
    return FALSE;
  for (const RoutineExpression *part = value->first; part != NULL; part = part->next)
    if (!is_told_number (count, part))
      return FALSE;
  return TRUE;
}

/* `count = count + 1`, or minus: a step that adds the same, wherever it stands. */
static gboolean
is_step (const Count *count, const RoutineExpression *value)
{
  return (value->kind == ROUTINE_ADD || value->kind == ROUTINE_SUBTRACT) &&
         routine_is_name (value->first, count->count->text) &&
         !routine_mentions (value->first->next, count->count->text) &&
         is_told_number (count, value->first->next);
}

static void
count_in (Count *count, const RoutineStatement *s, Run *run, gboolean top)
{
  const char *list = NULL;
  const RoutineExpression *item = routine_appended (s, &list);
  gboolean sets = s->kind == ROUTINE_ASSIGN && routine_is_name (s->target, count->count->text);
  if (item != NULL) {
    count->told &= count->list == NULL || g_str_equal (count->list, list);
    count->list = list;
    run->item = key_of (count, item);
    run->n_items++;
  } else if (sets && top && !routine_mentions (s->value, count->count->text)) {
    count->late |= count->stepped;
    count->told &= is_told_number (count, s->value);
    count->n_starts++;
  } else if (sets) {
    count->told &= is_step (count, s->value);
    run->step = keep_text (count, s->value);
    count->stepped = TRUE;
    run->n_steps++;
  }
}

static void
count_block (Count *count, const RoutineBlock *block, gboolean top)
{
  Run run = {0, 0, NULL, NULL};
  for (const RoutineStatement *s = block->first; s != NULL && s != count->until && count->told;
       s = s->next) {
    if (s->kind == ROUTINE_ASSIGN || s->kind == ROUTINE_DO) {
      count->told &= s->kind != ROUTINE_ASSIGN || s->target->kind != ROUTINE_ITEM;
      count_in (count, s, &run, top);
      continue;
    }
    end_run (count, &run);
    run = (Run){0, 0, NULL, NULL};
    count->told &= s->kind != ROUTINE_OUTPUT;
    count_block (count, &s->body, FALSE);
    count_block (count, &s->otherwise, FALSE);
  }
  end_run (count, &run);
}

gboolean
routine_is_told (const RoutineWalker *walker, const RoutineName *name,
                 const RoutineStatement *statement)
{
  g_autoptr (GHashTable) steps = g_hash_table_new (g_str_hash, g_str_equal);
  Count count = {.walker = walker, .count = name, .until = statement, .steps = steps, .told = TRUE};
  count_block (&count, &walker->routine->body, TRUE);
  return count.told && count.n_starts == 1 && !count.late && agrees (&count);
}
