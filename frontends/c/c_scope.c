/* SPDX-License-Identifier: Apache-2.0 */
#include "c_scope.h"

struct CWays {
  GByteArray *have; /* by variable */
  gboolean is_left;
};

void
c_scope_init (CScope *scope)
{
  *scope = (CScope){.variables = g_array_new (FALSE, FALSE, sizeof (CVariable))};
}

void
c_scope_clear (CScope *scope)
{
  g_clear_pointer (&scope->variables, g_array_unref);
}

static CVariable *
variable_at (const CScope *scope, guint i)
{
  return &g_array_index (scope->variables, CVariable, i);
}

CVariable *
c_scope_find (const CScope *scope, const char *name)
{
  for (guint i = scope->variables->len; i > 0; i--)
    if (g_str_equal (variable_at (scope, i - 1)->name, name))
      return variable_at (scope, i - 1);
  return NULL;
}

void
c_scope_declare (CScope *scope, const CVariable *variable)
{
  g_array_append_vals (scope->variables, variable, 1);
  variable_at (scope, scope->variables->len - 1)->block = scope->block;
}

void
c_scope_enter (CScope *scope)
{
  scope->block++;
}

void
c_scope_leave (CScope *scope)
{
  guint n = scope->variables->len;
  while (n > 0 && variable_at (scope, n - 1)->block == scope->block)
    n--;
  g_array_set_size (scope->variables, n);
  scope->block--;
}

CWays *
c_ways_new (const CScope *scope)
{
  CWays *ways = g_new0 (CWays, 1);
  ways->have = g_byte_array_new ();
  for (guint i = 0; i < scope->variables->len; i++) {
    guint8 has = (guint8)variable_at (scope, i)->has_value;
    g_byte_array_append (ways->have, &has, 1);
  }
  ways->is_left = scope->is_left;
  return ways;
}

void
c_ways_free (CWays *ways)
{
  if (ways == NULL)
    return;
  g_byte_array_unref (ways->have);
  g_free (ways);
}

void
c_ways_restore (const CWays *ways, CScope *scope)
{
  for (guint i = 0; i < ways->have->len && i < scope->variables->len; i++)
    variable_at (scope, i)->has_value = ways->have->data[i];
  scope->is_left = ways->is_left;
}

void
c_ways_join (const CWays *ways, CScope *scope)
{
  if (ways->is_left)
    return;
  if (scope->is_left) {
    c_ways_restore (ways, scope);
    return;
  }
  for (guint i = 0; i < ways->have->len && i < scope->variables->len; i++)
    variable_at (scope, i)->has_value &= ways->have->data[i];
}
