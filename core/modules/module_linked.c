/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#if COUPLET_HAVE_SQLITE
#include "database.h"
#endif
#if COUPLET_HAVE_SECCOMP
#include "sandbox_functions.h"
#endif

#include <couplet/internal/context.h>

gconstpointer
module_functions (const char *name, const char *symbol, GError **error)
{
  (void)symbol;
#if COUPLET_HAVE_SQLITE
  if (g_str_equal (name, DATABASE_MODULE))
    return &couplet_database_functions;
#endif
#if COUPLET_HAVE_SECCOMP
  if (g_str_equal (name, SANDBOX_MODULE))
    return &couplet_sandbox_functions;
#endif
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s: left out when it was built", name);
  return NULL;
}
