/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_value.h"

RoutineValue *
routine_value_new (SvtFile *file, RoutineValueKind kind)
{
  RoutineValue *value = svt_file_new_node (file, RoutineValue);
  value->kind = kind;
  return value;
}

const RoutineValue *
routine_value_lost (SvtFile *file, const char *why)
{
  RoutineValue *value = routine_value_new (file, ROUTINE_LOST);
  value->why = why;
  return value;
}

/* ---- Classes of draws --------------------------------------------------------------------- */

static RoutineDraw *
draw_at (const GArray *draws, guint32 draw)
{
  return &g_array_index (draws, RoutineDraw, draw);
}

guint32
routine_class_of (const GArray *draws, guint32 draw)
{
  while (draw_at (draws, draw)->class != draw)
    draw = draw_at (draws, draw)->class;
  return draw;
}

gboolean
routine_class_join (GArray *draws, guint32 a, guint32 b)
{
  a = routine_class_of (draws, a);
  b = routine_class_of (draws, b);
  if (a == b)
    return FALSE;
  draw_at (draws, MAX (a, b))->class = MIN (a, b);
  return TRUE;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static gboolean
add_draw (RoutineSum *sum, guint32 draw, gint8 sign)
{
  for (guint i = 0; i < sum->n_draws; i++)
    if (sum->draws[i].draw == draw) {
      if (sum->draws[i].sign == sign)
        return FALSE; /* twice the noise */
      sum->draws[i] = sum->draws[--sum->n_draws];
      return TRUE;
    }
  if (sum->n_draws == ROUTINE_MAX_DRAWS)
    return FALSE;
  sum->draws[sum->n_draws].draw = draw;
  sum->draws[sum->n_draws++].sign = sign;
  return TRUE;
}

static gboolean
add_public (RoutineSum *sum, const char *text, gint8 sign)
{
  guint at = 0;
  while (at < sum->n_publics && strcmp (sum->publics[at].text, text) < 0)
    at++;
  for (guint i = at; i < sum->n_publics && g_str_equal (sum->publics[i].text, text); i++)
    if (sum->publics[i].sign == -sign) {
      memmove (&sum->publics[i], &sum->publics[i + 1],
               (--sum->n_publics - i) * sizeof sum->publics[0]);
      return TRUE;
    }
  if (sum->n_publics == ROUTINE_MAX_PUBLICS)
    return FALSE;
  memmove (&sum->publics[at + 1], &sum->publics[at],
           (sum->n_publics++ - at) * sizeof sum->publics[0]);
  sum->publics[at].text = text;
  sum->publics[at].sign = sign;
  return TRUE;
}

gboolean
routine_sum_add (RoutineSum *a, const RoutineSum *b, gint8 sign)
{
  gboolean fits = TRUE;
  if (b->answer != ROUTINE_NO_ANSWER && a->answer == ROUTINE_NO_ANSWER) {
    a->answer = b->answer;
    a->answer_sign = (gint8)(sign * b->answer_sign);
  } else if (b->answer != ROUTINE_NO_ANSWER) {
    fits = a->answer == b->answer && a->answer_sign == -sign * b->answer_sign;
    a->answer = ROUTINE_NO_ANSWER;
  }
  for (guint i = 0; i < b->n_draws && fits; i++)
    fits = add_draw (a, b->draws[i].draw, (gint8)(sign * b->draws[i].sign));
  for (guint i = 0; i < b->n_publics && fits; i++)
    fits = add_public (a, b->publics[i].text, (gint8)(sign * b->publics[i].sign));
  a->varies |= b->varies;
  return fits;
}

gboolean
routine_sum_is_public (const RoutineSum *sum)
{
  return sum->answer == ROUTINE_NO_ANSWER && sum->n_draws == 0;
}

gboolean
routine_sum_same_publics (const RoutineSum *a, const RoutineSum *b)
{
  if (a->n_publics != b->n_publics || a->varies != b->varies)
    return FALSE;
  for (guint i = 0; i < a->n_publics; i++)
    if (a->publics[i].sign != b->publics[i].sign ||
        !g_str_equal (a->publics[i].text, b->publics[i].text))
      return FALSE;
  return TRUE;
}

static gboolean
has_draw (const RoutineSum *sum, guint32 draw, gint8 sign)
{
  for (guint i = 0; i < sum->n_draws; i++)
    if (sum->draws[i].draw == draw && sum->draws[i].sign == sign)
      return TRUE;
  return FALSE;
}

gboolean
routine_sum_equal (const RoutineSum *a, const RoutineSum *b)
{
  if (a->answer != b->answer || a->n_draws != b->n_draws || !routine_sum_same_publics (a, b) ||
      (a->answer != ROUTINE_NO_ANSWER && a->answer_sign != b->answer_sign))
    return FALSE;
  for (guint i = 0; i < a->n_draws; i++)
    if (!has_draw (b, a->draws[i].draw, a->draws[i].sign))
      return FALSE;
  return TRUE;
}

/* ---- Where ways meet ------------------------------------------------------------------------ */

/* Two sums of one draw each and the same public terms. */
static gboolean
are_redrawn (const RoutineSum *a, const RoutineSum *b)
{
  return a->n_draws == 1 && b->n_draws == 1 && a->draws[0].sign == b->draws[0].sign &&
         a->answer == b->answer && a->answer_sign == b->answer_sign &&
         routine_sum_same_publics (a, b);
}

const RoutineValue *
routine_value_join (SvtFile *file, GArray *draws, const RoutineValue *a, const RoutineValue *b,
                    gboolean *joined)
{
  if (a == b)
    return a;
  if (a == NULL || b == NULL)
    return routine_value_lost (file, "it has a value on some ways only");
  if (a->kind == ROUTINE_LOST || a->kind == ROUTINE_FAULTY)
    return a;
  if (b->kind == ROUTINE_LOST || b->kind == ROUTINE_FAULTY)
    return b;
  if ((a->kind == ROUTINE_INFINITE) != (b->kind == ROUTINE_INFINITE))
    return routine_value_lost (file,
                               "a running maximum is read only where a loop compares one noisy "
                               "answer with it, keeps value and index, and the index alone is "
                               "returned");
  if (a->kind != b->kind)
    return routine_value_lost (file, "it holds different things on different ways");
  if (a->kind == ROUTINE_SUM && are_redrawn (&a->sum, &b->sum)) {
    *joined |= routine_class_join (draws, a->sum.draws[0].draw, b->sum.draws[0].draw);
    RoutineValue *value = routine_value_new (file, ROUTINE_SUM);
    value->sum = a->sum;
    value->sum.draws[0].draw = routine_class_of (draws, a->sum.draws[0].draw);
    return value;
  }
  if ((routine_has_sum (a) && a->relation == b->relation && routine_sum_equal (&a->sum, &b->sum)) ||
      (!routine_has_sum (a) && a->loop == b->loop && g_strcmp0 (a->text, b->text) == 0))
    return a;
  if (a->kind == ROUTINE_SUM &&
      (a->sum.answer == ROUTINE_NO_ANSWER) != (b->sum.answer == ROUTINE_NO_ANSWER))
    return routine_value_lost (file, "it holds an answer on some ways only, as a running maximum "
                                     "does, of which the index alone can be output");
  return routine_value_lost (file, "it holds different values on different ways");
}
