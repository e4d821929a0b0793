/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of plugins whose fields are changed: either a fault is named or all that it says can
 * be used. The input is a list of changes of four bytes: of which field, of
 * which row of its table, to what. Pointers are changed only to NULL, to another text or back to
 * the table: no program could tell another pointer from a good one. */
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
  tables->solver = (CoupletSolver){.run = idle_run};
  tables->frontend.read = idle_read;
  tables->report = (CoupletReport){.begin = idle_begin, .file = idle_file, .end = idle_end};
  memcpy (tables->options, options, sizeof options);
  for (guint i = 0; i < N_ROWS; i++)
    tables->libraries[i] = (CoupletLibrary){"library", tell_version};
  tables->plugin = (CoupletPlugin){.abi_major = COUPLET_PLUGIN_ABI_MAJOR,
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
    OF (plugin, abi_major, NUMBER_16, G_MAXUINT16),
    OF (plugin, abi_minor, NUMBER_16, COUPLET_PLUGIN_ABI_MINOR + 1),
    OF (plugin, kind, NUMBER_32, COUPLET_KIND_REPORT + 1),
    OF (plugin, name, TEXT, 0),
    OF (plugin, version, TEXT, 0),
    OF (plugin, summary, TEXT, 0),
    OF (plugin, capabilities.answers, NUMBER_32, G_MAXUINT16),
    OF (plugin, capabilities.takes, NUMBER_32, G_MAXUINT16),
    OF (plugin, capabilities.max_thresholds, NUMBER_32, G_MAXUINT16),
    OF (plugin, options, POINTER, offsetof (Tables, options)),
    OF (plugin, n_options, NUMBER_32, N_ROWS),
    OF (plugin, frontend, POINTER, offsetof (Tables, frontend)),
    OF (plugin, solver, POINTER, offsetof (Tables, solver)),
    OF (plugin, report, POINTER, offsetof (Tables, report)),
    OF (plugin, method_option, TEXT, 0),
    OF (plugin, libraries, POINTER, offsetof (Tables, libraries)),
    OF (plugin, n_libraries, NUMBER_32, N_ROWS),
    OF (solver, run, POINTER, 0),
    OF (frontend, read, POINTER, 0),
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

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Tables tables;
  fill (&tables);
  for (size_t at = 0; at + 4 <= size; at += 4)
    change (&tables, data + at);
  const CoupletPlugin *plugin = &tables.plugin;
  g_autofree char *fault = descriptor_fault (plugin);
  for (guint i = 0; fault == NULL && i < plugin->n_libraries; i++) {
    g_autofree char *version = plugin->libraries[i].version ();
    if (version == NULL)
      g_error ("library %u tells nothing", i);
  }
  return 0;
}
