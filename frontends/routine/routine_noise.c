/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_noise.h"

#include <couplet/text.h>

/* advice: of noise that is not read, what to write instead. */
static const struct {
  const char *name;
  CoupletNoiseKind kind;
  const char *advice;
} NOISES[] = {
    {"laplace", COUPLET_LAPLACE, NULL},
    {"Laplace", COUPLET_LAPLACE, NULL},
    {"lap", COUPLET_LAPLACE, NULL},
    {"Lap", COUPLET_LAPLACE, NULL},
    {"discrete_laplace", COUPLET_DISCRETE_LAPLACE, NULL},
    {"dlap", COUPLET_DISCRETE_LAPLACE, NULL},
    {"exponential", COUPLET_EXPONENTIAL, NULL},
    {"geometric", COUPLET_NOISELESS, "draw discrete_laplace(scale) for two-sided geometric noise"},
    {"normal", COUPLET_NOISELESS,
     "Gaussian noise gives no privacy without a delta; draw Laplace noise of the scale "
     "NUMBER/epsilon"},
    {"gauss", COUPLET_NOISELESS,
     "Gaussian noise gives no privacy without a delta; draw Laplace noise of the scale "
     "NUMBER/epsilon"},
    {"standard_normal", COUPLET_NOISELESS,
     "Gaussian noise gives no privacy without a delta; draw Laplace noise of the scale "
     "NUMBER/epsilon"},
    {"gumbel", COUPLET_NOISELESS, "write laplace or exponential"},
    {"uniform", COUPLET_NOISELESS, "draw Laplace noise, or write a helper called lap"},
    {"random", COUPLET_NOISELESS, "draw Laplace noise, or write a helper called lap"},
};

static int
find_noise (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (NOISES); i++)
    if (g_str_equal (name, NOISES[i].name))
      return (int)i;
  return -1;
}

gboolean
routine_noise_is_name (const char *name)
{
  return find_noise (name) >= 0;
}

gboolean
routine_noise_is_same (const char *name, const char *other)
{
  int a = find_noise (name), b = find_noise (other);
  return a >= 0 && b >= 0 && NOISES[a].kind == NOISES[b].kind &&
         NOISES[a].advice == NOISES[b].advice;
}

RoutineHelper *
routine_helpers_add (RoutineHelpers *helpers, SvtFile *file, const char *name, SvtPlace place)
{
  RoutineHelper *helper = svt_file_new_node (file, RoutineHelper);
  helper->name = name;
  helper->place = place;
  if (helpers->last != NULL)
    helpers->last->next = helper;
  else
    helpers->first = helper;
  helpers->last = helper;
  return helper;
}

static RoutineHelper *
find_helper (RoutineHelper *helpers, const char *name)
{
  while (helpers != NULL && !g_str_equal (helpers->name, name))
    helpers = helpers->next;
  return helpers;
}

RoutineHelper *
routine_helpers_find (const RoutineHelpers *helpers, const char *name)
{
  return find_helper (helpers->first, name);
}

static gboolean
is_scale (const char *name)
{
  static const char *const words[] = {"scale", "b", "beta", "s", "lam", "lamb", "sigma", NULL};
  return g_strv_contains (words, name);
}

void
routine_scale_note (RoutineScale *parameters, const char *name)
{
  if (name != NULL && parameters->scale < 0 && is_scale (name))
    parameters->scale = parameters->n;
  parameters->n++;
}

gboolean
routine_noise_is_call (const RoutineExpression *call)
{
  return find_noise (routine_callee (call)) >= 0;
}

static guint
count_positional (const RoutineExpression *call)
{
  guint n = 0;
  for (const RoutineExpression *a = call->first->next; a != NULL; a = a->next)
    n += a->keyword == NULL;
  return n;
}

/* Takes what size says: an array, or one number. */
static void
set_size (RoutineNoise *noise, const RoutineExpression *size)
{
  gboolean one = size == NULL || (size->kind == ROUTINE_NUMBER && g_str_equal (size->text, "1")) ||
                 (size->kind == ROUTINE_SYMBOL && g_str_equal (size->text, "None"));
  noise->size = one ? NULL : size;
  noise->one = one ? size : NULL;
}

/* An argument that is none of those known; NULL = there is none. */
static const char *
find_unknown (const RoutineExpression *call)
{
  static const char *const known[] = {"loc", "scale", "size", "b", "beta", NULL};
  for (const RoutineExpression *a = call->first->next; a != NULL; a = a->next)
    if (a->keyword != NULL && !g_strv_contains (known, a->keyword))
      return a->keyword;
  return NULL;
}

/* `laplace(loc, scale, size)`, `exponential(scale, size)`. */
static char *
read_numpy (const RoutineExpression *call, RoutineNoise *noise)
{
  gboolean located = noise->kind != COUPLET_EXPONENTIAL;
  noise->location = located ? routine_argument (call, "loc", 0) : NULL;
  noise->scale = routine_argument (call, "scale", located ? 1 : 0);
  set_size (noise, routine_argument (call, "size", located ? 2 : 1));
  if (noise->scale == NULL && noise->location != NULL && count_positional (call) == 1)
    return g_strdup_printf ("its only argument is the location, and the scale is 1; write "
                            "%s(scale=...), or %s(0, ...)",
                            routine_callee (call), routine_callee (call));
  return NULL;
}

/* `lap(scale)`, or `lap(loc, scale)`. */
static char *
read_helper (const RoutineExpression *call, const RoutineHelper *helper, RoutineNoise *noise)
{
  guint n = count_positional (call);
  int scale = helper != NULL ? helper->scale : n > 1 ? 1 : 0;
  noise->location = scale == 1 || helper == NULL ? routine_argument (call, "loc", scale - 1) : NULL;
  noise->scale = routine_argument (call, "scale", scale);
  if (noise->scale == NULL)
    noise->scale = routine_argument (call, "b", -1);
  if (noise->scale == NULL)
    noise->scale = routine_argument (call, "beta", -1);
  set_size (noise, routine_argument (call, "size", -1));
  if (noise->scale == NULL || n > (guint)MAX (scale, 0) + 1)
    return g_strdup_printf ("it does not tell which argument is the scale; write %s(scale=...)",
                            routine_callee (call));
  return NULL;
}

/* Whether call has an argument that noise is not made of. */
static gboolean
has_rest (const RoutineExpression *call, const RoutineNoise *noise)
{
  for (const RoutineExpression *a = call->first->next; a != NULL; a = a->next)
    if (a != noise->location && a != noise->scale && a != noise->size && a != noise->one)
      return TRUE;
  return FALSE;
}

char *
routine_noise_read (const RoutineExpression *call, RoutineHelper *helpers, RoutineNoise *noise)
{
  const char *name = routine_callee (call);
  int found = find_noise (name);
  *noise = (RoutineNoise){.kind = NOISES[found].kind};
  if (NOISES[found].advice != NULL)
    return g_strdup_printf ("noise by '%s' is not read; %s", name, NOISES[found].advice);
  const char *unknown = find_unknown (call);
  if (unknown != NULL)
    return g_strdup_printf ("the argument '%s' of '%s' is not read; write %s(scale=...)", unknown,
                            name, name);
  const RoutineHelper *helper = find_helper (helpers, name);
  gboolean of_object = call->first->kind == ROUTINE_MEMBER &&
                       (g_str_equal (name, "laplace") || g_str_equal (name, "exponential"));
  gboolean numpy = of_object || (helper != NULL && helper->is_numpy);
  char *wrong = numpy ? read_numpy (call, noise) : read_helper (call, helper, noise);
  return wrong == NULL && has_rest (call, noise)
             ? g_strdup_printf ("an argument of '%s' is neither location, scale nor size; write "
                                "%s(scale=...)",
                                name, name)
             : wrong;
}
