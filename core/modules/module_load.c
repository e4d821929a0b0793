/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <couplet/internal/context.h>
#include <couplet/host/version.h>

#include <dlfcn.h>

gconstpointer
module_functions (const char *name, const char *symbol, GError **error)
{
  g_autofree char *base = g_strdup_printf ("couplet/%s.so", name);
  g_autofree char *file = couplet_library_file (base);
  void *object = dlopen (file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  gconstpointer functions = object != NULL ? dlsym (object, symbol) : NULL;
  if (functions == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN, "%s", dlerror ());
  return functions;
}
