/* SPDX-License-Identifier: Apache-2.0 */
/* What a run says of a file, and what its stages found: all of it, read only. */
#ifndef COUPLET_HOST_RESULT_H
#define COUPLET_HOST_RESULT_H

#include <couplet/host/bounds.h>
#include <couplet/host/counterexample.h>
#include <couplet/host/evidence_parts.h>
#include <couplet/host/model.h>
#include <couplet/host/origin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `exact`, `upper-bound`, `lower-bound`. */
const char *couplet_guarantee_to_string (CoupletGuarantee guarantee);

typedef struct {
  const char *name;
  guint64 value;
} CoupletStatistic;

/* One stage of the pipeline run on one file. Read only; strings belong to it. */
typedef struct {
  const char *stage;      /* its name in the pipeline */
  const char *plugin;     /* its plugin's name */
  const char *kind;       /* `decider` or `optimizer` */
  gboolean ran;           /* FALSE: see reason */
  gboolean failed;        /* the plugin reported an error: see reason */
  CoupletVerdict verdict; /* what this stage alone allows to conclude */
  gboolean has_cost;      /* an optimizer answered with ... */
  gboolean cost_is_infinite;
  CoupletRational cost;       /* ... this, when has_cost and not infinite */
  CoupletGuarantee guarantee; /* optimizers only */
  gboolean certified;         /* optimizers only */
  gboolean has_lower, has_upper;
  CoupletRational lower, upper;
  const char *structure; /* NULL = none */
  const char *reason;    /* NULL = none */
  double seconds;        /* inside the plugin's function */
  guint n_evidence;
  CoupletEvidence *const *evidence;
  guint n_statistics;
  const CoupletStatistic *statistics;
  guint64 evidence_left_out; /* the size of evidence that was too large, 0 = none */
  /* A part of the answer is neither trusted nor shown by accepted evidence. Verdict and figures
   * here are what the stage says; those of the file do not use that part. */
  gboolean claimed;
  gboolean left_out; /* it did not run, since it is optional and its plugin cannot be used */
  const CoupletCounterexample *counterexample; /* NULL = none */
  /* d proven necessary by what observers see, where costs of paths prove nothing */
  gboolean has_least;
  CoupletRational least;
  const char *delta;    /* JSON, a list of certified bounds of delta; NULL = none */
  double seconds_total; /* with starting and asking its process, where it has one */
  double cpu_seconds;   /* of the processor, inside the plugin's function, all its threads */
  gpointer reserved[1];
} CoupletStageResult;

/* A run has no more shards. */
#define COUPLET_MOST_SHARDS 1000000

/* Where an item stands in a run of which each of several processes does a part (--shard). All
 * numbers but n_shards and n_items count from 1. */
typedef struct {
  guint32 shard, n_shards;
  guint32 item, n_items; /* of the whole run */
  const char *asked;     /* what files are read with: `-D c=2`, empty = nothing; NULL = unknown */
  const char *list;      /* the SHA-256 of the run's items, in hexadecimal digits; NULL = unknown */
} CoupletPart;

/* What a search for a value of a parameter came to. */
typedef enum {
  COUPLET_SOLUTION_UNKNOWN,     /* no more is known than value and beyond */
  COUPLET_SOLUTION_EXACT,       /* it is value */
  COUPLET_SOLUTION_BETWEEN,     /* it is from value up to, without, beyond, which is very near */
  COUPLET_SOLUTION_EVERYWHERE,  /* all values searched will do; value is the last of them */
  COUPLET_SOLUTION_NOWHERE,     /* none of the values searched will do */
  COUPLET_SOLUTION_NOT_MONOTONE /* the least d rises and falls */
} CoupletSolutionKind;

/* `unknown`, `exact`, `between`, `everywhere`, `nowhere`, `not-monotone`. */
const char *couplet_solution_kind_to_string (CoupletSolutionKind kind);

/* Which of the values that will do is the answer. */
typedef enum {
  COUPLET_SOLUTION_LEAST,   /* the least, since the least d falls as the parameter grows */
  COUPLET_SOLUTION_LARGEST, /* the largest, since it rises */
  COUPLET_SOLUTION_NEITHER  /* the values tried show no direction */
} CoupletSolutionEnd;

/* `least`, `largest`; NULL for neither. */
const char *couplet_solution_end_to_string (CoupletSolutionEnd end);

/* What is known of the least d at one value of the parameter. */
typedef struct {
  const char *value;
  CoupletVerdict verdict;
  const char *cost, *least; /* bounds of d; NULL = not known */
} CoupletSolutionPoint;

/* The largest (or least) value of a parameter at which the least d is at most a number, on
 * the condition that the least d only rises, or only falls, as the parameter grows. All numbers
 * are rationals in lowest terms. */
typedef struct {
  const char *parameter;
  const char *at_most;
  CoupletSolutionKind kind;
  CoupletSolutionEnd which;
  const char *value;  /* the answer, or the nearest to it that will do; NULL = none will; of
                         NEITHER, one that will do */
  const char *beyond; /* the nearest that was tried and will not do; NULL = none was */
  const char *at;     /* the value that the other fields of the result are about */
  const char *reason; /* of UNKNOWN and NOT_MONOTONE, a clause; else NULL */
  guint n_points;
  const CoupletSolutionPoint *points; /* all that were tried, by value */
} CoupletSolution;

/* What a run says of one file; shown is what plugins see of it without its JSON. */
typedef struct {
  union {
    CoupletFileResult shown;
    __extension__ struct {
      const char *file; /* as the user named it, `-` for standard input */
      CoupletVerdict verdict;
    };
  };
  const char *name; /* the automaton's; NULL when it could not be read */
  /* NULL when it could not be read; or when another process ran the file and neither
   * --evidence nor COUPLET_WANTS_AUTOMATON calls for it: evidence is left out, too */
  const CoupletAutomaton *automaton;
  CoupletBounds bounds;  /* what is proven of d; the numbers belong to the result */
  const char *reason;    /* why not private or unknown; NULL = none */
  gboolean disagreement; /* the stages contradict each other */
  const char *disagreement_text;
  gboolean rejected; /* the disagreement is between a stage and the checker of its evidence */
  guint n_stages;
  const CoupletStageResult *stages;
  guint n_diagnostics;
  const CoupletDiagnostic *diagnostics;
  double read_seconds;
  double seconds; /* reading and all stages */
  /* how many messages there were; diagnostics keeps the first 100 of each severity */
  guint n_errors, n_warnings;
  /* `shared` or `independent`, where the sampling makes a difference; else NULL */
  const char *sampling;
  /* what the stages looked at, where that is automaton unfolded (couplet_unfold()); NULL where it
   * is automaton itself, or where another process ran the file */
  const CoupletAutomaton *unfolded;
  /* what is claimed, in multiples of epsilon, and what is proven of it; the other three are set
   * where it is not NONE */
  CoupletClaimVerdict claim_verdict;
  CoupletRational claim;
  const char *claim_reason; /* a clause: `the least d is 7/4 (1.75)` */
  /* of a claim that fails: a walk that costs more, as `couplet explain --path` reads it;
   * NULL = none is known, or it is long */
  const char *claim_path;
  /* a d that is necessary, but no bound of the least: in exact arithmetic, where outputs are
   * snapped in floating point; or for some outputs, where no d is enough. NULL = none */
  const CoupletRational *beside;
  /* the epsilon that verdict and cost hold for, where outputs are snapped in floating point
   * (host/model.h): `8 <= epsilon < 16`, or where
   * epsilon_is_read. NULL = all */
  const char *epsilon;
  /* of a claim that fails: inputs that show it, of which claim_path is the path; NULL = none are
   * known */
  const CoupletCounterexample *claim_counterexample;
  /* What was read, and by what; NULL when it could not be read or nobody wants to know
   * (COUPLET_WANTS_PROVENANCE) */
  const CoupletOrigin *origin;
  const char *adjacency; /* `any`, `monotonic` or `one`; NULL when it could not be read */
  /* The parameters that the run gives several values, and those this result is about; 0 = none */
  guint n_swept;
  const CoupletDefinition *swept;
  const CoupletPart *part;         /* NULL = the run is whole */
  const CoupletSolution *solution; /* where a parameter was looked for; else NULL */
  /* the linear mechanism that was read; then automaton and unfolded are NULL. NULL also where
   * automaton would be */
  const CoupletLinear *linear;
  /* of a mechanism in a file of code: its name, which stands after `::` in file; else NULL */
  const char *function;
  /* JSON, of a linear mechanism and of code: what lists the verdict is about (`null`: of any
   * length; `3`; `{"up_to": 3}`), and an array with what is known of each length; NULL = not told
   */
  const char *answers, *lengths;
  /* JSON, an array with what single outputs cost (docs/formats.md); NULL = not asked for */
  const char *outputs;
  const char *model;      /* JSON: what code came to; NULL = it is none, or not told */
  const char *understood; /* JSON, an object: what its reader took for what; NULL = not told */
  /* epsilon is what the model was read for (`epsilon = 1/2`): all is exact for it */
  gboolean epsilon_is_read;
  /* numbers of the code are fractions within a unit in the last place of irrational ones: costs
   * hold up to that, and a claim that is missed by less than 2^-40 of itself holds */
  gboolean is_rounded;
  gboolean is_unshown; /* only summaries count it (COUPLET_WANTS_UNSHOWN) */
} CoupletResult;

/* All of the result that a report was given. */
static inline const CoupletResult *
couplet_result_of (const CoupletFileResult *shown)
{
  return (const CoupletResult *)(gconstpointer)shown;
}

/* The d that result tells as necessary; NULL = none. */
static inline const CoupletRational *
couplet_result_least (const CoupletResult *result)
{
  return result->beside != NULL ? result->beside : result->bounds.lower;
}

/* Whether outputs of what result is about are snapped in floating point. */
static inline gboolean
couplet_result_is_snapped (const CoupletResult *result)
{
  return result->epsilon != NULL && !result->epsilon_is_read;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
