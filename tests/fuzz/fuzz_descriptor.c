/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of plugins whose fields are changed: either a fault is named or a copy is made that
 * says what the stranger says. The input is a list of changes of four bytes: of which field, of
 * which row of its table, to what. Pointers are changed only to NULL, to another text or back to
 * the table: no program could tell another pointer from a good one. Each table lies in memory of
 * just the size that it says. */
#include "descriptor.h"
#include "idle_plugin.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define N_ROWS 3

/* What changes are made in. */
typedef struct {
  CoupletPlugin plugin;
  CoupletSolver solver;
  CoupletFrontend frontend;
  CoupletReport report;
  CoupletOption options[N_ROWS];
  CoupletLibrary libraries[N_ROWS];
  char text[16];
} Tables;

static const char *const CHOICES[] = {"first", "1", NULL};

static char *
tell_version (void)
{
  return g_strdup ("1");
}

static void
fill (Tables *tables)
{
  static const CoupletOption options[N_ROWS] = {
      {"first", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "one"},
      {"second", COUPLET_OPTION_INTEGER, "7", 0, 9, NULL, "two"},
      {"third", COUPLET_OPTION_CHOICE, "1", 0, 0, CHOICES, "three"},
  };
  memset (tables, 0, sizeof *tables);
  tables->solver = (CoupletSolver){sizeof (CoupletSolver), NULL, idle_run, NULL, NULL};
  tables->frontend.struct_size = sizeof (CoupletFrontend);
  tables->frontend.read = idle_read;
  tables->report = (CoupletReport){sizeof (CoupletReport), idle_begin, idle_file, idle_end};
  memcpy (tables->options, options, sizeof options);
  for (guint i = 0; i < N_ROWS; i++)
    tables->libraries[i] = (CoupletLibrary){"library", tell_version};
  tables->plugin = (CoupletPlugin){.struct_size = sizeof (CoupletPlugin),
                                   .abi_major = COUPLET_PLUGIN_ABI_MAJOR,
                                   .abi_minor = COUPLET_PLUGIN_ABI_MINOR,
                                   .kind = COUPLET_KIND_OPTIMIZER,
                                   .name = "made",
                                   .options = tables->options,
                                   .n_options = N_ROWS,
                                   .libraries = tables->libraries,
                                   .n_libraries = N_ROWS,
                                   .solver = &tables->solver};
}

/* ---- Changes ------------------------------------------------------------------------------- */

typedef enum {
  NUMBER_16, /* to any number up to most */
  NUMBER_32,
  NUMBER_64, /* to a number of either sign, small or huge */
  TEXT,      /* to a text or NULL */
  POINTER,   /* to NULL, or to what stands at place most */
} Way;

typedef struct {
  gsize at, stride; /* in Tables; of its rows, 0 = there is one */
  Way way;
  gsize most;
} Field;

/* NOLINTBEGIN(bugprone-macro-parentheses): the name of a field */
#define OF(table, field, way, most)                                                                \
  {                                                                                                \
    offsetof (Tables, table.field), 0, way, most                                                   \
  }
/* NOLINTEND(bugprone-macro-parentheses) */
#define OF_ROW(table, type, field, way)                                                            \
  {                                                                                                \
    offsetof (Tables, table) + offsetof (type, field), sizeof (type), way, G_MAXUINT16             \
  }

static const Field FIELDS[] = {
    OF (plugin, struct_size, NUMBER_32, sizeof (CoupletPlugin)),
    OF (plugin, abi_major, NUMBER_16, G_MAXUINT16),
    OF (plugin, abi_minor, NUMBER_16, COUPLET_PLUGIN_ABI_MINOR + 1),
    OF (plugin, kind, NUMBER_32, COUPLET_KIND_REPORT + 1),
    OF (plugin, name, TEXT, 0),
    OF (plugin, version, TEXT, 0),
    OF (plugin, summary, TEXT, 0),
    OF (plugin, capabilities.flags, NUMBER_32, G_MAXUINT16),
    OF (plugin, capabilities.max_thresholds, NUMBER_32, G_MAXUINT16),
    OF (plugin, options, POINTER, offsetof (Tables, options)),
    OF (plugin, n_options, NUMBER_32, N_ROWS),
    OF (plugin, frontend, POINTER, offsetof (Tables, frontend)),
    OF (plugin, solver, POINTER, offsetof (Tables, solver)),
    OF (plugin, report, POINTER, offsetof (Tables, report)),
    OF (plugin, method_option, TEXT, 0),
    OF (plugin, libraries, POINTER, offsetof (Tables, libraries)),
    OF (plugin, n_libraries, NUMBER_32, N_ROWS),
    OF (solver, struct_size, NUMBER_32, sizeof (CoupletSolver)),
    OF (solver, run, POINTER, 0),
    OF (frontend, struct_size, NUMBER_32, sizeof (CoupletFrontend)),
    OF (frontend, read, POINTER, 0),
    OF (report, struct_size, NUMBER_32, sizeof (CoupletReport)),
    OF (report, begin, POINTER, 0),
    OF (report, file, POINTER, 0),
    OF (report, end, POINTER, 0),
    OF_ROW (options, CoupletOption, name, TEXT),
    OF_ROW (options, CoupletOption, type, NUMBER_32),
    OF_ROW (options, CoupletOption, default_value, TEXT),
    OF_ROW (options, CoupletOption, minimum, NUMBER_64),
    OF_ROW (options, CoupletOption, maximum, NUMBER_64),
    OF_ROW (options, CoupletOption, choices, POINTER),
    OF_ROW (options, CoupletOption, text, TEXT),
    OF_ROW (libraries, CoupletLibrary, name, TEXT),
    OF_ROW (libraries, CoupletLibrary, version, POINTER),
};

static const char *
choose_text (Tables *tables, guint32 value)
{
  const char *const texts[] = {NULL,   tables->text, "first", "second", "third", "isolate", "",
                               "true", "-1",         "1/2",   "made-2", "M",     "1"};
  return texts[value % G_N_ELEMENTS (texts)];
}

/* One change, by four bytes. */
static void
change (Tables *tables, const uint8_t *bytes)
{
  const Field *field = &FIELDS[bytes[0] % G_N_ELEMENTS (FIELDS)];
  char *place = (char *)tables + field->at + bytes[1] % N_ROWS * field->stride;
  guint32 value = bytes[2] | (guint32)bytes[3] << 8, bounded = value % (field->most + 1);
  gint64 wide = (gint64)(gint8)bytes[2] * ((bytes[3] & 1) != 0 ? G_MAXINT64 / 128 : 1);
  guint16 narrow = (guint16)bounded;
  const void *pointer = NULL;
  switch (field->way) {
  case NUMBER_16:
    memcpy (place, &narrow, sizeof narrow);
    break;
  case NUMBER_32:
    memcpy (place, &bounded, sizeof bounded);
    break;
  case NUMBER_64:
    memcpy (place, &wide, sizeof wide);
    break;
  case TEXT:
    tables->text[bytes[1] % (sizeof tables->text - 1)] = (char)bytes[3];
    pointer = choose_text (tables, bytes[2]);
    memcpy (place, &pointer, sizeof pointer);
    break;
  case POINTER:
    if (field->stride == 0 && field->most > 0 && (value & 1) != 0)
      pointer = (const char *)tables + field->most;
    memcpy (place, &pointer, sizeof pointer);
  }
}

/* ---- What comes of it ---------------------------------------------------------------------- */

/* A copy of table in size bytes, so that reading beyond is noticed; NULL of NULL. */
static gpointer
cut (gconstpointer table, gsize size)
{
  return table != NULL ? g_memdup2 (table, MAX (size, sizeof (guint32))) : NULL;
}

static void
check_copy (const CoupletPlugin *stranger)
{
  CoupletPlugin *plugin = descriptor_adopt (stranger);
  if (!g_str_equal (plugin->name, stranger->name) || plugin->kind != stranger->kind ||
      plugin->n_options != stranger->n_options)
    g_error ("the copy differs");
  for (guint i = 0; i < plugin->n_options; i++)
    if (plugin->options[i].name != stranger->options[i].name)
      g_error ("option %u of the copy differs", i);
  for (guint i = 0; i < plugin->n_libraries; i++) {
    g_autofree char *version = plugin->libraries[i].version ();
    if (version == NULL)
      g_error ("library %u of the copy tells nothing", i);
  }
  descriptor_free (plugin);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Tables tables;
  fill (&tables);
  for (size_t at = 0; at + 4 <= size; at += 4)
    change (&tables, data + at);
  CoupletPlugin *made = &tables.plugin;
  g_autofree CoupletSolver *solver = cut (made->solver, tables.solver.struct_size);
  g_autofree CoupletFrontend *frontend = cut (made->frontend, tables.frontend.struct_size);
  g_autofree CoupletReport *report = cut (made->report, tables.report.struct_size);
  g_autofree CoupletOption *options = cut (made->options, made->n_options * sizeof *options);
  g_autofree CoupletLibrary *libraries =
      cut (made->libraries, made->n_libraries * sizeof *libraries);
  made->solver = solver;
  made->frontend = frontend;
  made->report = report;
  made->options = options;
  made->libraries = libraries;
  g_autofree CoupletPlugin *stranger = cut (made, made->struct_size);
  g_autofree char *fault = descriptor_fault (stranger);
  if (fault == NULL)
    check_copy (stranger);
  return 0;
}
