/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions of parameters, a line each: either refused with an error or a sweep of as many
 * points as its values make, all different. */
#include <couplet/host/sweep.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define MOST_COMPARED 2000

static void
check_points (const CoupletSweep *sweep)
{
  guint n;
  const CoupletPoint *points = couplet_sweep_points (sweep, &n);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (n == 0 || n > COUPLET_MOST_POINTS)
    g_error ("%u points", n);
  for (guint i = 0; i < MIN (n, MOST_COMPARED); i++) {
    g_autoptr (GString) key = g_string_new (NULL);
    for (guint p = 0; p < points[i].n_parameters; p++) {
      const CoupletDefinition *definition = &points[i].parameters[p];
      if (definition->name[0] == '\0')
        g_error ("a parameter without a name");
      g_string_append_printf (key, "%s=%s\n", definition->name, definition->value);
    }
    if (!g_hash_table_add (seen, g_string_free (g_steal_pointer (&key), FALSE)))
      g_error ("a point comes twice");
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new ((const char *const *)lines, &error);
  if ((sweep != NULL) == (error != NULL))
    g_error ("%s sweep, %s error", sweep != NULL ? "a" : "no", error != NULL ? "an" : "no");
  if (sweep != NULL)
    check_points (sweep);
  return 0;
}
