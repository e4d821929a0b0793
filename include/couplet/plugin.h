/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin interface, version 1.0. docs/plugins.md is the guide. This header has what every
 * plugin needs; beside it there are
 *
 *     <couplet/model.h>     automata and linear mechanisms, which plugins read (included here)
 *     <couplet/solve.h>     for deciders and optimizers: costs, what transitions do to shifts
 *     <couplet/evidence.h>  for deciders and optimizers: evidence for answers
 *     <couplet/report.h>    for reports: results, read by the names of their fields
 *
 * A plugin is a shared object that exports one function, couplet_plugin_entry_v1(), which returns
 * descriptors that stay valid as long as the program runs (plugins are never unloaded). Structures
 * never change their sizes: new fields take the place of `reserved`, which is 0.
 *
 * Pointers that a descriptor may leave NULL say so; all others must be set. To look for
 * leaks, build plugin and host with -fsanitize=address, or run the host under valgrind,
 * and set the stage's option `isolate` to false, so that it runs in the process looked at.
 */
#ifndef COUPLET_PLUGIN_H
#define COUPLET_PLUGIN_H

#include <couplet/model.h>

#include <string.h>

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

/* ---- Texts ----------------------------------------------------------------------------------- */

/* A slice of the input; text NULL = left out. Need not end in NUL; what is
 * kept of it is copied. */
typedef struct {
  const char *text;
  gsize length;
} CoupletText;

/* All of text, which ends in NUL; NULL = left out. */
static inline CoupletText
couplet_text (const char *text)
{
  CoupletText slice = {text, text != NULL ? strlen (text) : 0};
  return slice;
}

#define COUPLET_TEXT(text) (couplet_text (text))
#define COUPLET_TEXT_LEFT_OUT (couplet_text (NULL))

/* The same for a literal in the initializer of a static variable: `= COUPLET_TEXT_LITERAL ("x")`.
 */
#define COUPLET_TEXT_LITERAL(literal)                                                              \
  {                                                                                                \
    "" literal, sizeof (literal) - 1                                                               \
  }

/* Whether text, which may be left out, is word. */
static inline gboolean
couplet_text_is (CoupletText text, const char *word)
{
  return text.length == strlen (word) && memcmp (text.text, word, text.length) == 0;
}

/* text between apostrophes for a message: what a terminal might obey and invalid UTF-8 as
 * `\xHH`, long text cut. length -1: text ends in NUL. The caller frees it. */
char *couplet_quote (const char *text, gssize length);

/* Text of whatever origin, fit to stand in a line on a terminal: what might move the
 * cursor or turn the direction of writing becomes `?`, invalid UTF-8 U+FFFD. The caller
 * frees it. */
char *couplet_make_visible (const char *text);

/* ---- Messages -------------------------------------------------------------------------------- */

typedef enum { COUPLET_SEVERITY_WARNING, COUPLET_SEVERITY_ERROR } CoupletSeverity;

/* A list of messages about one file. Keeps the first 100 of each severity and
 * counts the rest. */
typedef struct CoupletDiagnostics CoupletDiagnostics;

/* Adds a message. Text from the input that goes into it should first pass
 * through couplet_quote(). */
void couplet_diagnostics_add (CoupletDiagnostics *diagnostics, CoupletSeverity severity,
                              CoupletPlace place, const char *format, ...) G_GNUC_PRINTF (4, 5);

/* How many were added, kept or not. */
guint couplet_diagnostics_count (const CoupletDiagnostics *diagnostics, CoupletSeverity severity);

/* ---- The context ----------------------------------------------------------------------------- */

/* What the host does for a plugin while one of its functions runs. A plugin never prints, never
 * exits and keeps nothing in static variables. */
typedef struct CoupletContext CoupletContext;

/* Error domain for plugins and the core. */
#define COUPLET_ERROR (couplet_error_quark ())
GQuark couplet_error_quark (void);

typedef enum {
  COUPLET_ERROR_USAGE,         /* exit 2 */
  COUPLET_ERROR_CONFIGURATION, /* exit 3 */
  COUPLET_ERROR_INPUT,         /* exit 4 */
  COUPLET_ERROR_PLUGIN,        /* exit 5 */
  COUPLET_ERROR_SOLVER         /* exit 6: the stage failed */
} CoupletError;

/* The value of an option that the plugin's table declares, after configuration
 * and command line, checked against type, range and choices. Asking for an
 * undeclared name, or for another type than declared, is a bug of the plugin
 * and gives "" (never NULL), 0 or FALSE. Strings belong to the context. */
const char *couplet_context_option_string (CoupletContext *context, const char *name);
gint64 couplet_context_option_integer (CoupletContext *context, const char *name);
gboolean couplet_context_option_boolean (CoupletContext *context, const char *name);
/* Sets *value for an option of rational type. */
void couplet_context_option_rational (CoupletContext *context, const char *name,
                                      CoupletRational *value);

/* The parameters given with -D, in the order given: for frontends. Each call
 * with index 0, 1, ... sets *name and *value until it returns FALSE. */
gboolean couplet_context_parameter (CoupletContext *context, guint index, const char **name,
                                    const char **value);
/* Says that the input has a parameter called name, whether it was given or not. The core rejects
 * one that no file has, and names those that they have. */
void couplet_context_use_parameter (CoupletContext *context, const char *name);

/* TRUE when the work should end soon: the time limit has passed or the user
 * cancelled. Cheap enough for every few hundred steps; sticky. On TRUE a stage
 * returns what it has, with a reason. */
gboolean couplet_context_should_stop (CoupletContext *context);

/* Why couplet_context_should_stop() is TRUE, as a sentence for a reason:
 * `stopped after the time limit of 60 s`, `cancelled`. NULL otherwise. */
const char *couplet_context_stop_reason (CoupletContext *context);

/* Seconds left until the time limit, infinity when there is none: for solvers
 * that take a limit of their own. */
double couplet_context_seconds_left (CoupletContext *context);

/* How far the work is: done of total, in units of the plugin's own (total 0 = not
 * known). couplet_context_should_stop() repeats it. */
void couplet_context_progress (CoupletContext *context, guint64 done, guint64 total);

/* A message for the log, shown with --verbose. */
void couplet_context_log (CoupletContext *context, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* For reports: writes to where the report goes. Errors are kept and reported
 * by the core at the end. */
void couplet_context_write (CoupletContext *context, const char *text, gsize length);
void couplet_context_print (CoupletContext *context, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* For reports: TRUE when the report goes to a terminal that shows colours (and
 * NO_COLOR is not set), and its width in columns, 0 when it is not a terminal. */
gboolean couplet_context_wants_colour (CoupletContext *context);
guint couplet_context_columns (CoupletContext *context);

/* For deciders and optimizers: how large (vectors, steps or classes) the evidence may be that an
 * answer comes with, 0 = none is wanted. A single walk is always welcome. */
gsize couplet_context_evidence_limit (CoupletContext *context);

/* ---- The builder: what front ends fill ------------------------------------------------------- */

/* docs/theory.md section 1 says when an automaton is well-posed, docs/formats.md how guards,
 * outputs and numbers are written. */

/* A noise parameter; threshold left out = for all. value `none` = no noise. */
typedef struct {
  CoupletText threshold;
  CoupletText value;
} CoupletNoiseSpec;

/* What is left out takes the default of docs/formats.md. input: `private`, `public`, `again`.
 * noise, noise_fresh: `laplace`, `discrete-laplace`, `exponential`. snap_bound and snap_grid stand
 * together; floating, `true` or `false`, with them only. Numbers are texts for
 * couplet_rational_parse(). reading: what the source calls the value that is read, for pictures. */
typedef struct {
  CoupletText name;
  CoupletText input;
  const CoupletNoiseSpec *d;
  gsize n_d;
  CoupletText mu;
  CoupletText d_fresh;
  CoupletText mu_fresh;
  CoupletPlace place;
  CoupletText noise;
  CoupletText noise_fresh;
  CoupletText snap_bound;
  CoupletText snap_grid;
  CoupletText floating;
  CoupletText reading;
  gpointer reserved[4];
} CoupletStateSpec;

/* guard, output: in the notation of docs/formats.md. assign: names of thresholds. */
typedef struct {
  CoupletText from;
  CoupletText to;
  CoupletText guard;
  CoupletText output;
  const CoupletText *assign;
  gsize n_assign;
  CoupletPlace place;
  gpointer reserved[4];
} CoupletTransitionSpec;

/* Collects the parts of an automaton in any order; names are resolved, and
 * everything is checked, at the end. */
typedef struct CoupletBuilder CoupletBuilder;

/* The functions that collect take texts as they stand in the input, copy what they
 * keep, and report what is wrong with a text as an error at place, here or when the
 * host finishes the automaton; after an error, building goes on. */

/* The mechanism's name; an empty one, as without a call, is allowed. */
void couplet_builder_set_name (CoupletBuilder *builder, CoupletText name, CoupletPlace place);
/* value: `independent` or `shared`. */
void couplet_builder_set_sampling (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* value: `any`, `monotonic` or `one`; `any` without a call. */
void couplet_builder_set_adjacency (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* By how much adjacent inputs may differ; a positive number, 1 without a call. */
void couplet_builder_set_sensitivity (CoupletBuilder *builder, CoupletText value,
                                      CoupletPlace place);
/* The d that is claimed, in multiples of epsilon; a positive number, none without a call. */
void couplet_builder_set_claim (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
/* One more threshold; without any call there is one, `x`. */
void couplet_builder_add_threshold (CoupletBuilder *builder, CoupletText name, CoupletPlace place);

/* The state where runs begin, called once; it may be added later. */
void couplet_builder_set_initial (CoupletBuilder *builder, CoupletText state, CoupletPlace place);

/* One more state, whose name no other has. */
void couplet_builder_add_state (CoupletBuilder *builder, const CoupletStateSpec *state);

/* One more transition; its states may be added later. One with a guard that can never
 * hold is left out with a warning. */
void couplet_builder_add_transition (CoupletBuilder *builder,
                                     const CoupletTransitionSpec *transition);

/* Says that it is a linear mechanism, whose JSON form (docs/formats.md) text is. Nothing
 * else may be collected beside it. */
void couplet_builder_set_linear (CoupletBuilder *builder, CoupletText text);

/* ---- Answers of deciders and optimizers ------------------------------------------------------ */

/* What a run says of a file. The numbers stand for no order. */
typedef enum {
  COUPLET_VERDICT_UNKNOWN,
  COUPLET_VERDICT_PRIVATE,
  COUPLET_VERDICT_NOT_PRIVATE,
  COUPLET_VERDICT_ERROR
} CoupletVerdict;

/* `unknown`, `private`, `not-private`, `error`. */
const char *couplet_verdict_to_string (CoupletVerdict verdict);

/* What a decider or optimizer found out about coupling proofs. */
typedef enum {
  COUPLET_FOUND_NOTHING,      /* gave up: say why in the reason */
  COUPLET_FOUND_STRATEGY,     /* a valid strategy of finite cost exists: private */
  COUPLET_FOUND_NO_STRATEGY,  /* none exists; the core decides whether that means not private */
  COUPLET_FOUND_DISTINGUISHER /* a proof that no finite d exists, whatever the automaton's shape */
} CoupletFound;

/* What an optimizer's figure is. */
typedef enum {
  COUPLET_GUARANTEE_EXACT,
  COUPLET_GUARANTEE_UPPER_BOUND,
  COUPLET_GUARANTEE_LOWER_BOUND
} CoupletGuarantee;

/* What one stage found about one automaton. */
typedef struct CoupletOutcome CoupletOutcome;

/* For deciders: what was found. Optimizers call the cost functions instead. */
void couplet_outcome_set_found (CoupletOutcome *outcome, CoupletFound found);

/* For optimizers: a cost in multiples of epsilon (copied), or that there is no
 * finite one. An exact or upper-bound finite cost implies COUPLET_FOUND_STRATEGY,
 * an exact infinite one COUPLET_FOUND_NO_STRATEGY; an infinite upper bound says
 * nothing unless the plugin also calls couplet_outcome_set_found(). */
void couplet_outcome_set_cost (CoupletOutcome *outcome, const CoupletRational *cost,
                               CoupletGuarantee guarantee);
void couplet_outcome_set_infinite (CoupletOutcome *outcome, CoupletGuarantee guarantee);

/* A proven bracket, either side may be NULL, beside or instead of a cost: what
 * is known when a limit ended the search. */
void couplet_outcome_set_bounds (CoupletOutcome *outcome, const CoupletRational *lower,
                                 const CoupletRational *upper);

/* One sentence for a person: why not private, why unknown, what limited it (copied). */
void couplet_outcome_set_reason (CoupletOutcome *outcome, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* When context says that the stage should stop: sets the reason to why and returns TRUE. */
gboolean couplet_outcome_set_stopped (CoupletOutcome *outcome, CoupletContext *context);

/* A figure about the work done (`vectors`, `programs`), for tables and tests. */
void couplet_outcome_set_statistic (CoupletOutcome *outcome, const char *name, guint64 value);

/* ---- Results, for reports -------------------------------------------------------------------- */

/* What a run says of one file. Everything else that it says is read by name: <couplet/report.h>. */
typedef struct {
  const char *file; /* as the user named it, `-` for standard input */
  CoupletVerdict verdict;
} CoupletFileResult;

/* ---- Options -------------------------------------------------------------- */

typedef enum {
  COUPLET_OPTION_BOOLEAN,  /* true, false */
  COUPLET_OPTION_INTEGER,  /* minimum .. maximum */
  COUPLET_OPTION_RATIONAL, /* not negative */
  COUPLET_OPTION_STRING,   /* any text */
  COUPLET_OPTION_CHOICE    /* one of choices */
} CoupletOptionType;

/* One row of a plugin's option table. Every stage also has the options of the
 * host (docs/plugins.md), whose names a plugin must not use. */
typedef struct {
  const char *name;
  CoupletOptionType type;
  const char *default_value;  /* as it would stand in a configuration; must be valid */
  gint64 minimum, maximum;    /* INTEGER */
  const char *const *choices; /* CHOICE: ends in NULL */
  const char *text;           /* one line of help */
} CoupletOption;

/* ---- Capabilities --------------------------------------------------------- */

/* What a plugin takes, and asks of the host. A decider, an optimizer, or a frontend that is to
 * write, that does not state which automata it takes receives those with one threshold and noise on
 * every draw. What the model learns later has a flag each: automata that need one never reach a
 * plugin that does not state it. */
typedef enum {
  COUPLET_TAKES_INDEPENDENT = 1 << 0, /* several thresholds, independent sampling */
  COUPLET_TAKES_SHARED = 1 << 1,      /* several thresholds, shared sampling */
  COUPLET_TAKES_NO_NOISE = 1 << 2,    /* draws without noise */
  COUPLET_TAKES_DIFFERENCES = 1 << 3, /* inputs that differ not each by itself: adjacency other
                                         than `any`, inputs read again */
  COUPLET_TAKES_GAPS = 1 << 4,        /* gap outputs */
  COUPLET_TAKES_DISCRETE = 1 << 5,    /* discrete Laplace noise */
  COUPLET_TAKES_EXPONENTIAL = 1 << 6, /* exponential noise */
  COUPLET_TAKES_SNAPS = 1 << 7,       /* snapped fresh outputs (CoupletSnap) */
  COUPLET_WANTS_PROCESS = 1 << 10,    /* its library may abort, or not be interrupted: the
                                         option `isolate` is on unless it is set */
  COUPLET_WANTS_AUTOMATON = 1 << 11,  /* reports: it looks at the automaton, not only at
                                         what was found about it */
  COUPLET_IS_CODE = 1 << 13,          /* frontends: its files are code, which a program that comes
                                         with Couplet reads (docs/security.md): `read` is NULL, and
                                         of a folder only files with a comment `couplet:` are read */
  COUPLET_WANTS_PROVENANCE = 1 << 14, /* reports: it shows where answers come from */
  COUPLET_WRITES_LINEAR = 1 << 15,    /* frontends: `write` takes linear mechanisms, of which the
                                         automaton has no states */
  COUPLET_WANTS_UNSHOWN = 1 << 16     /* reports: it gets results that are not to be shown, too, for
                                         a summary over all (host/result.h) */
} CoupletTakes;

/* What the answers of a decider or an optimizer mean. No flag has the number of one above. */
typedef enum {
  COUPLET_COMPLETE = 1 << 8,       /* its COUPLET_FOUND_NO_STRATEGY (or exact infinite cost) is
                                      proven */
  COUPLET_NEEDS_PRIVATE = 1 << 9,  /* its bound holds only if the automaton is private: shown only
                                      when another stage proves that */
  COUPLET_PAYS_ON_CYCLES = 1 << 12 /* it looks at all paths, without the rule that cycles must be
                                      free (docs/theory.md section 2, 5 and 6) */
} CoupletAnswers;

typedef struct {
  guint32 answers;        /* CoupletAnswers */
  guint32 max_thresholds; /* 0 = any number */
  guint32 takes;          /* CoupletTakes */
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
