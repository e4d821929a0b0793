/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <couplet/internal/text.h>

#include <string.h>

static const char *const ISOLATE_CHOICES[] = {"auto", "true", "false", NULL};

/* The options that the host itself gives every decider and optimizer. */
static const CoupletOption HOST_OPTIONS[] = {
    {"plugin", COUPLET_OPTION_STRING, "", 0, 0, NULL, "the plugin this stage runs"},
    {"time-limit-ms", COUPLET_OPTION_INTEGER, "0", 0, G_MAXINT32, NULL,
     "milliseconds per file, 0 = no limit"},
    {"isolate", COUPLET_OPTION_CHOICE, "auto", 0, 0, ISOLATE_CHOICES,
     "run in a process of its own, so that a crash costs this stage's answer only; auto = where "
     "the plugin wants one"},
    {"memory-limit-mb", COUPLET_OPTION_INTEGER, "0", 0, 1 << 24, NULL,
     "mebibytes of address space for that process, 0 = no limit; implies isolate"},
    {"trust", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL,
     "false = an installed plugin is treated as a stranger's: in a process of its own, and "
     "believed "
     "as far as accepted evidence shows what it says"},
    {"optional", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL,
     "where the plugin is missing or cannot be loaded, the stage is skipped and says why"},
};

const CoupletOption *
couplet_host_options (guint *n)
{
  *n = G_N_ELEMENTS (HOST_OPTIONS);
  return HOST_OPTIONS;
}

const CoupletOption *
option_find (const CoupletOption *options, guint n, const char *key)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (options[i].name, key))
      return &options[i];
  return NULL;
}

static char *
check_integer (const CoupletOption *option, const char *value)
{
  g_autoptr (GError) error = NULL;
  gint64 number;
  if (g_ascii_string_to_signed (value, 10, option->minimum, option->maximum, &number, &error))
    return NULL;
  return g_strdup_printf ("'%s' is not a whole number from %" G_GINT64_FORMAT
                          " to %" G_GINT64_FORMAT,
                          value, option->minimum, option->maximum);
}

static char *
check_rational (const char *value)
{
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  if (!couplet_rational_parse (&number, value, strlen (value), &error))
    return g_strdup (error->message);
  return mpq_sgn (number.value) >= 0 ? NULL : g_strdup_printf ("'%s' is negative", value);
}

static char *
check_choice (const CoupletOption *option, const char *value)
{
  if (g_strv_contains (option->choices, value))
    return NULL;
  g_autofree char *choices = g_strjoinv (", ", (char **)option->choices);
  g_autofree char *hint = couplet_did_you_mean (value, option->choices);
  return g_strdup_printf ("'%s' is not one of %s%s", value, choices, hint);
}

char *
option_check (const CoupletOption *option, const char *value)
{
  switch (option->type) {
  case COUPLET_OPTION_BOOLEAN:
    return g_str_equal (value, "true") || g_str_equal (value, "false")
               ? NULL
               : g_strdup_printf ("'%s' is neither 'true' nor 'false'", value);
  case COUPLET_OPTION_INTEGER:
    return check_integer (option, value);
  case COUPLET_OPTION_RATIONAL:
    return check_rational (value);
  case COUPLET_OPTION_CHOICE:
    return check_choice (option, value);
  case COUPLET_OPTION_STRING:
    break;
  }
  return NULL;
}

static gboolean
is_option_name (const char *name)
{
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '-')
      return FALSE;
  return TRUE;
}

char *
option_fault (const CoupletOption *option)
{
  if (option->name == NULL || *option->name == '\0')
    return g_strdup ("an option has no name");
  if (!is_option_name (option->name)) {
    g_autofree char *quoted = couplet_quote (option->name, -1);
    return g_strdup_printf ("its option %s has a name not made of letters, digits and '-'", quoted);
  }
  if (option_find (HOST_OPTIONS, G_N_ELEMENTS (HOST_OPTIONS), option->name) != NULL)
    return g_strdup_printf ("its option '%s' is one that every stage has", option->name);
  if (option->type < COUPLET_OPTION_BOOLEAN || option->type > COUPLET_OPTION_CHOICE)
    return g_strdup_printf ("its option '%s' is of the unknown type %d", option->name,
                            (int)option->type);
  if (option->default_value == NULL)
    return g_strdup_printf ("its option '%s' has no default", option->name);
  if (option->type == COUPLET_OPTION_CHOICE && option->choices == NULL)
    return g_strdup_printf ("its option '%s' has no choices", option->name);
  if (option->type == COUPLET_OPTION_INTEGER && option->minimum > option->maximum)
    return g_strdup_printf ("the minimum of its option '%s', %" G_GINT64_FORMAT
                            ", is above its maximum %" G_GINT64_FORMAT,
                            option->name, option->minimum, option->maximum);
  g_autofree char *wrong = option_check (option, option->default_value);
  return wrong == NULL
             ? NULL
             : g_strdup_printf ("the default of its option '%s': %s", option->name, wrong);
}
