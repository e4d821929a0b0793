/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_walker.h"

/* Which noise belongs to the answer, and which to what it is compared with: noise that is drawn
 * in the round of the answer and has its sign is the answer's; noise that outlives the round is a
 * threshold, which for symmetric noise may stand on either side. */
typedef struct {
  gint32 own, level; /* draws; negative = none */
  gint8 own_sign, level_sign;
} Split;

static guint
class_size (const RoutineWalker *walker, guint32 draw)
{
  guint n = 0;
  guint32 class = routine_class_of (walker->draws, draw);
  for (guint32 i = 0; i < walker->draws->len; i++)
    n += routine_class_of (walker->draws, i) == class;
  return n;
}

static gboolean
is_around (const RoutineWalker *walker, guint32 outer, guint32 loop)
{
  while (loop != outer && loop != 0)
    loop = routine_loop (walker, loop)->parent;
  return loop == outer;
}

/* Whether some noise of draw's class is of that kind. */
static gboolean
is_of_kind (const RoutineWalker *walker, guint32 draw, CoupletNoiseKind kind)
{
  guint32 class = routine_class_of (walker->draws, draw);
  for (guint32 i = 0; i < walker->draws->len; i++)
    if (routine_class_of (walker->draws, i) == class && routine_draw (walker, i)->kind == kind)
      return TRUE;
  return FALSE;
}

static gboolean
is_subtracted (const RoutineWalker *walker, guint32 draw, gint8 sign)
{
  return sign < 0 && is_of_kind (walker, draw, COUPLET_EXPONENTIAL);
}

/* Puts draw on its side; what is wrong: NULL = nothing. */
static const char *
place_draw (const RoutineWalker *walker, guint32 draw, gint8 sign, guint32 round, Split *split)
{
  guint32 loop = routine_draw (walker, draw)->loop;
  gboolean fresh = loop == round && class_size (walker, draw) == 1;
  if (!is_around (walker, loop, round))
    return "noise is added that was drawn in a loop inside the round of the answer; draw it in the "
           "round itself";
  if (fresh && sign > 0 && split->own < 0) {
    split->own = (gint32)draw;
    split->own_sign = sign;
  } else if (split->level < 0) {
    split->level = (gint32)draw;
    split->level_sign = sign;
  } else if (is_subtracted (walker, draw, sign) ||
             is_subtracted (walker, (guint32)split->level, split->level_sign))
    return "exponential noise is subtracted from an answer; add it";
  else
    return "an answer is compared together with several noises; write one for the answer, drawn in "
           "its round, and one for the threshold";
  return NULL;
}

/* Noise of the round on the threshold's side alone is the answer's, too. */
static void
turn_over (const RoutineWalker *walker, guint32 round, Split *split)
{
  if (split->own >= 0 || split->level < 0)
    return;
  const RoutineDraw *draw = routine_draw (walker, (guint32)split->level);
  if (draw->loop != round || class_size (walker, (guint32)split->level) > 1 || round == 0 ||
      draw->is_threshold || draw->kind == COUPLET_EXPONENTIAL)
    return;
  split->own = split->level;
  split->own_sign = split->level_sign;
  split->level = -1;
}

static const char *
split_sum (const RoutineWalker *walker, const RoutineSum *sum, Split *split)
{
  guint32 round = g_array_index (walker->answers, RoutineAnswer, sum->answer).loop;
  *split = (Split){.own = -1, .level = -1};
  for (guint i = 0; i < sum->n_draws; i++) {
    gint8 sign = (gint8)(sum->draws[i].sign * sum->answer_sign);
    const char *wrong = place_draw (walker, sum->draws[i].draw, sign, round, split);
    if (wrong != NULL)
      return wrong;
  }
  turn_over (walker, round, split);
  if (split->own >= 0 && split->own_sign < 0 &&
      routine_draw (walker, (guint32)split->own)->kind == COUPLET_EXPONENTIAL)
    return "exponential noise is subtracted from an answer; add it";
  if (split->level >= 0 && split->level_sign > 0 &&
      is_of_kind (walker, (guint32)split->level, COUPLET_EXPONENTIAL))
    return "exponential noise that outlives the round is added to an answer; add it to the "
           "threshold";
  return NULL;
}

/* ---- Readings ---------------------------------------------------------------------------- */

static gint32
find_reading (RoutineWalker *walker, guint32 answer, const Split *split)
{
  for (guint i = 0; i < walker->readings->len; i++) {
    const RoutineReading *r = &g_array_index (walker->readings, RoutineReading, i);
    if (r->answer == answer && r->draw == split->own)
      return (gint32)i;
  }
  RoutineReading reading = {
      .answer = answer, .draw = split->own, .sign = split->own_sign, .met = -1};
  g_array_append_val (walker->readings, reading);
  return (gint32)walker->readings->len - 1;
}

static RoutineReading *
reading_at (const RoutineWalker *walker, gint32 reading)
{
  return &g_array_index (walker->readings, RoutineReading, reading);
}

static RoutineThreshold *
threshold_at (const RoutineWalker *walker, gint32 threshold)
{
  return &g_array_index (walker->thresholds, RoutineThreshold, threshold);
}

/* Whether noise of one answer has been used with another one. */
static gboolean
is_shared (const RoutineWalker *walker, guint32 answer, const Split *split)
{
  for (guint i = 0; i < walker->readings->len && split->own >= 0; i++) {
    const RoutineReading *r = reading_at (walker, (gint32)i);
    if (r->draw == split->own && r->answer != answer)
      return TRUE;
  }
  return FALSE;
}

/* Noise is an answer's or a threshold's, and always has one sign. */
static const char *
mark_draws (RoutineWalker *walker, const Split *split, gboolean compared)
{
  if (split->own >= 0) {
    RoutineDraw *own = routine_draw (walker, (guint32)split->own);
    own->is_reading |= compared;
    if (own->is_threshold)
      return "this noise is used for an answer here and for a threshold elsewhere; draw one for "
             "each";
  }
  if (split->level >= 0) {
    RoutineDraw *class =
        routine_draw (walker, routine_class_of (walker->draws, (guint32)split->level));
    class->is_threshold = TRUE;
    if (class->is_reading)
      return "this noise is used for a threshold here and for an answer elsewhere; draw one for "
             "each";
    if (class->side != 0 && class->side != split->level_sign)
      return "noise is added to an answer here and to a threshold elsewhere; add it to the same "
             "side";
    class->side = split->level_sign;
  }
  return NULL;
}

/* ---- Thresholds ------------------------------------------------------------------------------ */

/* The public terms of sum, for an answer with the sign +. */
static RoutineSum
offset_of (const RoutineSum *sum)
{
  RoutineSum publics = {.n_publics = 0}, offset = {0};
  publics.n_publics = sum->n_publics;
  memcpy (publics.publics, sum->publics, sizeof publics.publics);
  publics.varies = sum->varies;
  routine_sum_add (&offset, &publics, sum->answer_sign);
  return offset;
}

/* A class of noise, or, for noise-free comparisons, a level for each offset; those that differ
 * from answer to answer are one, since they are taken from the answer. */
static gint32
find_threshold (RoutineWalker *walker, const Split *split, const RoutineSum *offset, SvtPlace place)
{
  gint32 draw =
      split->level >= 0 ? (gint32)routine_class_of (walker->draws, (guint32)split->level) : -1;
  for (guint i = 0; i < walker->thresholds->len; i++) {
    const RoutineThreshold *t = threshold_at (walker, (gint32)i);
    if (t->draw == draw && (draw >= 0 || (t->offset.varies && offset->varies) ||
                            routine_sum_same_publics (&t->offset, offset)))
      return (gint32)i;
  }
  RoutineThreshold threshold = {.draw = draw, .offset = *offset, .place = place};
  g_array_append_val (walker->thresholds, threshold);
  return (gint32)walker->thresholds->len - 1;
}

/* A reading that meets several thresholds pins what stands between them: there numbers must be
 * those of the thresholds, elsewhere they are the answer's. */
static const char *
pin (RoutineThreshold *threshold, const RoutineSum *offset)
{
  static const char *const wrong =
      "an answer is compared with several thresholds, one of which is moved by other numbers here "
      "than elsewhere; put the numbers where the threshold is drawn";
  if (offset->varies ||
      (threshold->is_pinned && !routine_sum_same_publics (&threshold->offset, offset)))
    return wrong;
  threshold->is_pinned = TRUE;
  threshold->offset = *offset;
  return NULL;
}

static const char *
note_offset (RoutineWalker *walker, gint32 number, gint32 met, const RoutineSum *offset)
{
  RoutineReading *reading = reading_at (walker, number);
  RoutineThreshold *threshold = threshold_at (walker, met);
  if (reading->n_met == 0) {
    reading->n_met = 1;
    reading->met = met;
    reading->offset = *offset;
    return NULL;
  }
  if (reading->n_met == 1 && reading->met == met) {
    if (routine_sum_same_publics (&reading->offset, offset))
      return NULL;
    return "the same answer and noise are compared with the same threshold, moved by other "
           "numbers; draw noise for each comparison";
  }
  if (reading->n_met == 1) {
    const char *wrong = pin (threshold_at (walker, reading->met), &reading->offset);
    if (wrong != NULL)
      return wrong;
  }
  reading->n_met = 2;
  return pin (threshold, offset);
}

/* ---- Ties ------------------------------------------------------------------------------------ */

/* Whether sum has no noise, or noise of whole numbers only. */
static gboolean
makes_ties (const RoutineWalker *walker, const RoutineSum *sum)
{
  for (guint i = 0; i < sum->n_draws; i++)
    if (!is_of_kind (walker, sum->draws[i].draw, COUPLET_DISCRETE_LAPLACE))
      return FALSE;
  return TRUE;
}

gboolean
routine_note_ties (RoutineWalker *walker, const RoutineSum *sum, const RoutineMeeting *meeting,
                   SvtRelation relation, SvtPlace place)
{
  RoutineReading *reading = reading_at (walker, meeting->reading);
  RoutineThreshold *threshold = threshold_at (walker, meeting->threshold);
  RoutineTies ties =
      relation == SVT_AT_LEAST || relation == SVT_LESS ? ROUTINE_TIES_ABOVE : ROUTINE_TIES_BELOW;
  if (!makes_ties (walker, sum))
    return TRUE;
  gboolean fits = (reading->ties == ROUTINE_TIES_UNKNOWN || reading->ties == ties) &&
                  (threshold->ties == ROUTINE_TIES_UNKNOWN || threshold->ties == ties);
  reading->ties = threshold->ties = ties;
  if (!fits)
    routine_error (
        walker, place,
        "what is equal counts as above here and as below elsewhere, and this noise makes "
        "values equal; write '>=' and '<' everywhere, or '>' and '<='");
  return fits;
}

/* ---- All of it ------------------------------------------------------------------------------- */

gboolean
routine_meet (RoutineWalker *walker, const RoutineSum *sum, SvtPlace place, gboolean compared,
              RoutineMeeting *meeting)
{
  Split split;
  const char *wrong = split_sum (walker, sum, &split);
  if (wrong == NULL)
    wrong = mark_draws (walker, &split, compared);
  if (wrong == NULL && is_shared (walker, sum->answer, &split))
    wrong = "the same noise is added to two answers; draw one for each";
  if (wrong == NULL) {
    gint32 reading = find_reading (walker, sum->answer, &split);
    RoutineSum offset = offset_of (sum);
    *meeting = (RoutineMeeting){reading, -1, sum->answer_sign < 0};
    if (reading_at (walker, reading)->sign != split.own_sign)
      wrong = "the same noise is added to an answer here and subtracted elsewhere; do the same";
    if (compared || split.level >= 0)
      meeting->threshold = find_threshold (walker, &split, &offset, place);
    if (compared && wrong == NULL)
      wrong = note_offset (walker, reading, meeting->threshold, &offset);
  }
  if (wrong != NULL)
    routine_error (walker, place, "%s", wrong);
  return wrong == NULL;
}

SvtName *
routine_threshold_name (RoutineWalker *walker, gint32 threshold)
{
  RoutineThreshold *t = threshold_at (walker, threshold);
  if (t->draw >= 0) {
    RoutineDraw *class = routine_draw (walker, routine_class_of (walker->draws, (guint32)t->draw));
    if (class->name == NULL)
      class->name = routine_new_name (walker, class->hint != NULL ? class->hint : "threshold");
    return class->name;
  }
  if (t->name == NULL)
    t->name = routine_new_name (walker, "level");
  return t->name;
}

/* ---- Building ------------------------------------------------------------------------------- */

SvtDraw *
routine_build_draw (RoutineWalker *walker, CoupletInput input, gint32 draw, SvtPlace place)
{
  SvtDraw *built = svt_build_draw (walker->file, input, place);
  const RoutineDraw *noise = draw >= 0 ? routine_draw (walker, (guint32)draw) : NULL;
  SvtExpression scale;
  if (noise == NULL)
    scale = routine_literal (walker, "0", place);
  else if (noise->scale == NULL)
    scale = routine_literal (walker, "1", place);
  else if (!routine_number (walker, noise->scale, &scale))
    return built;
  svt_build_add (walker->file, built, noise != NULL ? noise->kind : COUPLET_LAPLACE, scale, FALSE,
                 noise != NULL && noise->scale != NULL ? noise->scale->place : place);
  return built;
}

/* Where the noise is drawn, or where the bare answer is used. */
static SvtPlace
place_of_reading (RoutineWalker *walker, RoutineReading *reading, SvtPlace place)
{
  if (reading->draw >= 0 && !reading->is_placed)
    place = routine_draw (walker, (guint32)reading->draw)->call->place;
  reading->is_placed = TRUE;
  return routine_new_place (walker, place);
}

static void
build_reading (RoutineWalker *walker, RoutineReading *reading, SvtPlace place)
{
  const char *hint =
      reading->draw >= 0 ? routine_draw (walker, (guint32)reading->draw)->hint : NULL;
  if (reading->name == NULL)
    reading->name = routine_new_name (walker, hint != NULL ? hint : "answer");
  CoupletInput input = routine_ways_at (walker->state->read, reading->answer) == ROUTINE_ON_ALL
                           ? COUPLET_AGAIN
                           : COUPLET_PRIVATE;
  place = place_of_reading (walker, reading, place);
  svt_build_append (walker->out,
                    svt_build_read (walker->file, FALSE, reading->name, place,
                                    routine_build_draw (walker, input, reading->draw, place),
                                    place));
}

gboolean
routine_make_reading (RoutineWalker *walker, gint32 number, SvtPlace place)
{
  RoutineReading *reading = reading_at (walker, number);
  RoutineState *state = walker->state;
  RoutineWays told = routine_ways_at (state->told, (guint32)number);
  RoutineWays read = routine_ways_at (state->read, reading->answer);
  const char *wrong = NULL;
  if (told == ROUTINE_ON_ALL && state->current == number)
    return TRUE;
  if (g_array_index (walker->answers, RoutineAnswer, reading->answer).loop != walker->loop)
    wrong =
        "an answer is compared or output in another loop than it is read in; do it in its round";
  else if (told == ROUTINE_ON_ALL)
    wrong = "another noise was drawn since this answer was first used; use the value again before "
            "anything else is drawn, or draw new noise for it";
  else if (told == ROUTINE_ON_SOME || read == ROUTINE_ON_SOME)
    wrong = "the answer has been used on some ways to this place only; use it on all of them, or "
            "in the branches";
  else if (read == ROUTINE_ON_ALL && state->last != reading->answer)
    wrong = "another answer was read since this one was used first; use it before that";
  if (wrong != NULL) {
    routine_error (walker, place, "%s", wrong);
    return FALSE;
  }
  if (walker->building)
    build_reading (walker, reading, place);
  routine_ways_set (state->told, (guint32)number, ROUTINE_ON_ALL);
  routine_ways_set (state->read, reading->answer, ROUTINE_ON_ALL);
  state->current = number;
  state->last = reading->answer;
  return TRUE;
}
