/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin interface, version 1.0. docs/plugins.md is the guide.
 *
 * A plugin is a shared object that exports one function,
 * couplet_plugin_entry_v1(), which returns descriptors that stay valid as long
 * as the program runs (plugins are never unloaded). Structures never change their sizes: new
 * fields take the place of `reserved`, which is 0.
 *
 * Pointers that a descriptor may leave NULL say so; all others must be set. To look for
 * leaks, build plugin and host with -fsanitize=address, or run the host under valgrind,
 * and set the stage's option `isolate` to false, so that it runs in the process looked at.
 */
#ifndef COUPLET_PLUGIN_H
#define COUPLET_PLUGIN_H

#include <couplet/context.h>
#include <couplet/linear.h>
#include <couplet/model.h>
#include <couplet/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The host loads a plugin of the same major and the same or a lower minor. */
#define COUPLET_PLUGIN_ABI_MAJOR 1
#define COUPLET_PLUGIN_ABI_MINOR 0

typedef enum {
  COUPLET_KIND_FRONTEND = 1,
  COUPLET_KIND_DECIDER = 2,
  COUPLET_KIND_OPTIMIZER = 3,
  COUPLET_KIND_REPORT = 4
} CoupletPluginKind;

/* `frontend`, `decider`, `optimizer`, `report`; NULL for another number. */
const char *couplet_plugin_kind_to_string (CoupletPluginKind kind);

/* ---- Options -------------------------------------------------------------- */

typedef enum {
  COUPLET_OPTION_BOOLEAN,  /* true, false */
  COUPLET_OPTION_INTEGER,  /* minimum .. maximum */
  COUPLET_OPTION_RATIONAL, /* not negative */
  COUPLET_OPTION_STRING,   /* any text */
  COUPLET_OPTION_CHOICE    /* one of choices */
} CoupletOptionType;

/* One row of a plugin's option table. Every stage also has the options of the
 * host, couplet_host_options(), whose names a plugin must not use. */
typedef struct {
  const char *name;
  CoupletOptionType type;
  const char *default_value;  /* as it would stand in a configuration; must be valid */
  gint64 minimum, maximum;    /* INTEGER */
  const char *const *choices; /* CHOICE: ends in NULL */
  const char *text;           /* one line of help */
} CoupletOption;

/* ---- Capabilities --------------------------------------------------------- */

/* A decider, an optimizer, or a frontend that is to write, that does not state which automata it
 * takes receives those with one threshold and noise on every draw. What the model learns later has
 * a flag each: automata that need one never reach a plugin that does not state it. */
typedef enum {
  /* which automata it takes */
  COUPLET_TAKES_INDEPENDENT = 1 << 0, /* several thresholds, independent sampling */
  COUPLET_TAKES_SHARED = 1 << 1,      /* several thresholds, shared sampling */
  COUPLET_TAKES_NO_NOISE = 1 << 2,    /* draws without noise */
  COUPLET_TAKES_DIFFERENCES = 1 << 3, /* inputs that differ not each by itself: adjacency other
                                         than `any`, inputs read again */
  COUPLET_TAKES_GAPS = 1 << 4,        /* gap outputs */
  COUPLET_TAKES_DISCRETE = 1 << 5,    /* discrete Laplace noise */
  COUPLET_TAKES_EXPONENTIAL = 1 << 6, /* exponential noise */
  COUPLET_TAKES_SNAPS = 1 << 7,       /* snapped fresh outputs (snap.h) */
  COUPLET_WRITES_LINEAR = 1 << 15,    /* frontends: `write` takes linear mechanisms (linear.h), of
                                         which the automaton has no states */
  /* what its answers mean */
  COUPLET_COMPLETE = 1 << 8,          /* its COUPLET_FOUND_NO_STRATEGY (or exact infinite
                                         cost) is proven */
  COUPLET_WANTS_PROCESS = 1 << 10,    /* its library may abort, or not be interrupted: the
                                         option `isolate` is on unless it is set */
  COUPLET_NEEDS_PRIVATE = 1 << 9,     /* its bound holds only if the automaton is private:
                                         shown only when another stage proves that */
  COUPLET_PAYS_ON_CYCLES = 1 << 12,   /* it looks at all paths, without the rule that cycles
                                         must be free (docs/theory.md section 2, 5 and 6) */
  COUPLET_WANTS_AUTOMATON = 1 << 11,  /* reports: it looks at the automaton, not only at
                                        what was found about it */
  COUPLET_WANTS_PROVENANCE = 1 << 14, /* reports: it shows where answers come from: `origin` of a
                                         result, couplet_context_provenance() */
  COUPLET_WANTS_UNSHOWN = 1 << 16,    /* reports: it gets results that are not to be shown, too, for
                                         a summary over all: `is_unshown` of a result */
  COUPLET_IS_CODE = 1 << 13           /* frontends: its files are code, which a program that comes
                                         with Couplet reads (docs/security.md): `read` is NULL, and
                                         of a folder only files with a comment `couplet:` are read */
} CoupletCapability;

typedef struct {
  guint32 flags;          /* CoupletCapability */
  guint32 max_thresholds; /* 0 = any number */
} CoupletCapabilities;

/* ---- Frontends ------------------------------------------------------------ */

/* An input, read into memory; data[length] is 0. */
typedef struct {
  const char *name; /* as the user named it */
  const char *data;
  gsize length;
} CoupletSource;

typedef struct {
  /* File name endings without dot, in lower case, ends in NULL. NULL: no ending tells. */
  const char *const *extensions;
  /* 0 to 100: how sure the content is of this format; called with at most the
   * first 4096 bytes when the file name does not tell. NULL: the content never tells. */
  int (*recognise) (const char *head, gsize length);
  /* Reads source into builder, reporting to diagnostics. FALSE, with an error
   * diagnostic added, when reading could not go on. When it returns TRUE the caller
   * finishes the builder, also after errors, so that those in the automaton are told
   * with those in the text; when it returns FALSE the builder is thrown away. */
  gboolean (*read) (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
                    CoupletDiagnostics *diagnostics);
  /* Writes automaton, which the plugin's capabilities take, in this format through
   * couplet_context_write(), or NULL if the format is read only. False with error set when the
   * format cannot say what else the automaton has. */
  gboolean (*write) (CoupletContext *context, const CoupletAutomaton *automaton, GError **error);
  /* Lays source out anew, comments kept, through couplet_context_write(), or NULL
   * if this is not supported. Formatting the result changes nothing. False, with
   * an error diagnostic added and nothing written, when source cannot be parsed. */
  gboolean (*format) (CoupletContext *context, const CoupletSource *source,
                      CoupletDiagnostics *diagnostics);
  gpointer reserved[4];
} CoupletFrontend;

/* The format that programs are written in, docs/language.md. */
#define COUPLET_PROGRAM_FORMAT "svt"

/* Writes source, a program that has been read without an error, in the format
 * COUPLET_PROGRAM_FORMAT through couplet_context_write(), with comments at the top about what is
 * not as in source; reading that gives an equal automaton. False, with an error diagnostic added,
 * when it cannot be written. */
typedef gboolean (*CoupletRestate) (CoupletContext *context, const CoupletSource *source,
                                    CoupletDiagnostics *diagnostics);

/* A change of a program that keeps the rest of its text. */
typedef enum {
  COUPLET_CHANGE_SCALE,  /* the scale of draw number `noise` is multiplied by factor */
  COUPLET_CHANGE_STOP,   /* it halts after so many times through the transition at place */
  COUPLET_CHANGE_SYMBOL, /* that outputs a symbol that nothing else outputs, and no real value */
  COUPLET_CHANGE_FRESH,  /* that outputs a fresh value, with the noise of the one it did output */
  COUPLET_CHANGE_REDRAW  /* the reading at drawn is done again after its output */
} CoupletChangeKind;

/* place, drawn: as the automaton of the program has them. */
typedef struct {
  CoupletChangeKind kind;
  guint32 noise;      /* SCALE: among those that the mechanism draws, in the order of the text */
  const char *factor; /* SCALE: a positive number */
  CoupletPlace place; /* of a transition */
  CoupletPlace drawn; /* REDRAW: of a state */
  guint32 times;      /* STOP: at least 1 */
  gpointer reserved[2];
} CoupletChange;

/* Writes source, a program that has been read without an error, with n changes made, through
 * couplet_context_write(). False when one cannot be made: the mechanism has no draw of that number,
 * or nothing is output at that place. */
typedef gboolean (*CoupletRewrite) (CoupletContext *context, const CoupletSource *source,
                                    const CoupletChange *changes, guint n,
                                    CoupletDiagnostics *diagnostics);

/* ---- Deciders and optimizers ------------------------------------------------ */

typedef struct {
  /* Called once per stage before the first run, to check the options together
   * and prepare; *instance is passed to run and destroy and may be left NULL.
   * False with error set (COUPLET_ERROR_CONFIGURATION) when the options do not
   * fit together. create and destroy may both be NULL. */
  gboolean (*create) (CoupletContext *context, gpointer *instance, GError **error);
  /* Fills outcome with what it finds about automaton. FALSE with error set
   * (COUPLET_ERROR_SOLVER; left NULL, the stage fails without a reason) when the stage
   * failed. A limit is no failure: say so in the reason and return TRUE. */
  gboolean (*run) (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
                   CoupletOutcome *outcome, GError **error);
  void (*destroy) (gpointer instance);
  /* The same as run for a linear mechanism; NULL = it takes automata only. */
  gboolean (*run_linear) (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
                          CoupletOutcome *outcome, GError **error);
  gpointer reserved[4];
} CoupletSolver;

/* ---- Reports ------------------------------------------------------------------ */

typedef struct {
  /* Called once before the first file. The result is passed to the others and
   * may be NULL. compare: the user asked for the methods side by side. */
  gpointer (*begin) (CoupletContext *context, gboolean compare);
  /* Called for each file in order; result is valid during the call only. */
  void (*file) (gpointer report, CoupletContext *context, const CoupletFileResult *result);
  /* Called once after the last file; frees report. */
  void (*end) (gpointer report, CoupletContext *context);
  gpointer reserved[4];
} CoupletReport;

/* ---- Libraries ------------------------------------------------------------------- */

/* A library that a plugin is linked with. */
typedef struct {
  const char *name; /* as its authors write it: `GLPK` */
  /* Its version as it runs, or as it was when the plugin was built where the library does not tell.
   * It must not need much time. The caller frees it with g_free(). */
  char *(*version) (void);
} CoupletLibrary;

/* ---- The descriptor ------------------------------------------------------------ */

typedef struct {
  guint16 abi_major;   /* COUPLET_PLUGIN_ABI_MAJOR */
  guint16 abi_minor;   /* COUPLET_PLUGIN_ABI_MINOR */
  guint32 kind;        /* CoupletPluginKind */
  const char *name;    /* lower case letters, digits, `-`; unique within its kind */
  const char *version; /* of the plugin itself; NULL = not told */
  const char *summary; /* one line; NULL = none */
  CoupletCapabilities capabilities;
  const CoupletOption *options;
  guint32 n_options;
  /* The one that kind names; the others are NULL. */
  const CoupletFrontend *frontend;
  const CoupletSolver *solver;
  const CoupletReport *report;
  /* The name of a CHOICE option whose values are different methods, which a
   * comparison runs side by side; NULL = the plugin is one method. */
  const char *method_option;
  /* of a frontend whose files are programs; else NULL */
  CoupletRestate restate;
  /* The libraries that it brings along, for reports of what was used; NULL = none */
  const CoupletLibrary *libraries;
  guint32 n_libraries;
  /* of a frontend whose files are programs that couplet repair changes; else NULL */
  CoupletRewrite rewrite;
  gpointer reserved[3];
} CoupletPlugin;

/* Returns the plugins of this shared object and sets *n to their number. */
typedef const CoupletPlugin *const *(*CoupletPluginEntry) (guint *n);

#define COUPLET_PLUGIN_ENTRY_NAME "couplet_plugin_entry_v1"

/* What the shared object defines; everything else in it should be hidden. */
const CoupletPlugin *const *couplet_plugin_entry_v1 (guint *n);

/* The first members of a descriptor, for a plugin made for this version. */
#define COUPLET_PLUGIN_HEADER                                                                      \
  .abi_major = COUPLET_PLUGIN_ABI_MAJOR, .abi_minor = COUPLET_PLUGIN_ABI_MINOR

/* Defines the entry of a shared object that holds the plugins whose addresses
 * are given. */
#define COUPLET_PLUGIN_ENTRY(...)                                                                  \
  const CoupletPlugin *const *couplet_plugin_entry_v1 (guint *n)                                   \
  {                                                                                                \
    static const CoupletPlugin *const plugins[] = {__VA_ARGS__};                                   \
    *n = G_N_ELEMENTS (plugins);                                                                   \
    return plugins;                                                                                \
  }

#pragma GCC visibility pop
G_END_DECLS

#endif
