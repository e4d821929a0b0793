/* SPDX-License-Identifier: Apache-2.0 */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>

/* Limits that count steps, so that the same automaton gets the same answers; of probe only time can
 * be limited. */
static const struct {
  CoupletPluginKind kind;
  const char *plugin;  /* whose library may be missing */
  const char *setting; /* of a stage that there is with all of its methods only */
} LIMITS[] = {{COUPLET_KIND_DECIDER, "z3", "z3-strategies.class-limit=2000"},
              {COUPLET_KIND_DECIDER, "z3", "z3-shifts.class-limit=2000"},
              {COUPLET_KIND_OPTIMIZER, "glpk", "glpk-lp.program-limit=300"},
              {COUPLET_KIND_OPTIMIZER, "glpk", "glpk-milp.program-limit=300"},
              {COUPLET_KIND_OPTIMIZER, "glpk", "glpk-milp.size-limit=2000"},
              {COUPLET_KIND_OPTIMIZER, "probe", "probe.time-limit-ms=5"}};

struct Methods {
  CoupletRegistry *registry;
  CoupletConfiguration *configuration;
  CoupletHost host;
  CoupletRun *run;
};

/* ---- Asking ------------------------------------------------------------------------------ */

static void
give_up_on (const GError *error)
{
  fprintf (stderr, "%s\n", error->message);
  exit (2);
}

static void
set (Methods *methods, const char *setting)
{
  g_autoptr (GError) error = NULL;
  if (!couplet_configuration_override (methods->configuration, setting, &error))
    give_up_on (error);
}

static void
set_limits (Methods *methods)
{
  for (guint i = 0; i < G_N_ELEMENTS (LIMITS); i++)
    if (couplet_registry_find (methods->registry, LIMITS[i].kind, LIMITS[i].plugin, NULL) != NULL)
      set (methods, LIMITS[i].setting);
}

Methods *
methods_new (gboolean solvers)
{
  g_autoptr (GError) error = NULL;
  Methods *methods = g_new0 (Methods, 1);
  methods->registry = couplet_registry_new (NULL);
  methods->configuration = couplet_configuration_new ();
  methods->host = (CoupletHost){
      .wants_evidence = TRUE, .evidence_limit = COUPLET_USUAL_SIZE, .self_check = G_MAXSIZE};
  if (solvers) {
    couplet_configuration_set_all_stages (methods->configuration, methods->registry);
    set_limits (methods);
  }
  set (methods, "*.isolate=false");
  set (methods, "frontier.vector-limit=20000");
  methods->run =
      couplet_run_new (methods->configuration, methods->registry, &methods->host, NULL, &error);
  if (methods->run == NULL)
    give_up_on (error);
  return methods;
}

void
methods_free (Methods *methods)
{
  couplet_run_free (methods->run);
  couplet_configuration_free (methods->configuration);
  couplet_registry_free (methods->registry);
  g_free (methods);
}

void
answers_init (Answers *answers, Methods *methods, const ManyAutomaton *many)
{
  *answers = (Answers){0};
  answers->automaton = try_many (many, &answers->refusal);
  if (answers->automaton == NULL)
    return;
  answers->examination = couplet_run_automaton (methods->run, answers->automaton);
  answers->result = couplet_examination_result (answers->examination);
}

void
answers_clear (Answers *answers)
{
  couplet_examination_free (answers->examination);
  couplet_automaton_free (answers->automaton);
  g_free (answers->refusal);
}

/* ---- Figures ----------------------------------------------------------------------------- */

/* What is said of a number that may be infinite. */
typedef struct {
  gboolean known;
  const CoupletRational *finite; /* NULL = infinite */
} Figure;

static Figure
cost_of (const CoupletStageResult *stage)
{
  return (Figure){stage->has_cost, stage->cost_is_infinite ? NULL : &stage->cost};
}

static Figure
exact_of (const CoupletStageResult *stage)
{
  Figure cost = cost_of (stage);
  cost.known = cost.known && stage->guarantee == COUPLET_GUARANTEE_EXACT;
  return cost;
}

/* A bound that is infinite says nothing. */
static Figure
upper_of (const CoupletStageResult *stage)
{
  Figure cost = cost_of (stage);
  if (cost.known && cost.finite != NULL && stage->guarantee != COUPLET_GUARANTEE_LOWER_BOUND)
    return cost;
  return (Figure){stage->has_upper, &stage->upper};
}

static Figure
lower_of (const CoupletStageResult *stage)
{
  Figure cost = cost_of (stage);
  if (cost.known && stage->guarantee != COUPLET_GUARANTEE_UPPER_BOUND)
    return cost;
  return (Figure){stage->has_lower, &stage->lower};
}

static Figure
upper_of_all (const CoupletResult *result)
{
  return (Figure){result->bounds.upper != NULL, result->bounds.upper};
}

static Figure
lower_of_all (const CoupletResult *result)
{
  return (Figure){couplet_result_least (result) != NULL, couplet_result_least (result)};
}

/* Compares factor times a with b, both known. */
static int
compare (Figure a, int factor, Figure b)
{
  if (a.finite == NULL || b.finite == NULL)
    return (a.finite == NULL) - (b.finite == NULL);
  g_auto (CoupletRational) scaled;
  couplet_rational_init (&scaled);
  mpq_set_ui (scaled.value, (unsigned long)factor, 1);
  mpq_mul (scaled.value, scaled.value, a.finite->value);
  return couplet_rational_compare (&scaled, b.finite);
}

static gboolean
is_less (Figure a, int factor, Figure b)
{
  return a.known && b.known && compare (a, factor, b) < 0;
}

static gboolean
is_more (Figure a, int factor, Figure b)
{
  return a.known && b.known && compare (a, factor, b) > 0;
}

static gboolean
differ (Figure a, int factor, Figure b)
{
  return is_less (a, factor, b) || is_more (a, factor, b);
}

/* ---- One automaton ----------------------------------------------------------------------- */

static gboolean
verdicts_contradict (CoupletVerdict a, CoupletVerdict b)
{
  return (a == COUPLET_VERDICT_PRIVATE && b == COUPLET_VERDICT_NOT_PRIVATE) ||
         (b == COUPLET_VERDICT_PRIVATE && a == COUPLET_VERDICT_NOT_PRIVATE);
}

static const char *
pair_fault (const CoupletStageResult *a, const CoupletStageResult *b)
{
  if (verdicts_contradict (a->verdict, b->verdict))
    return "verdicts contradict each other";
  if (differ (exact_of (a), 1, exact_of (b)))
    return "exact costs differ";
  if (is_less (upper_of (a), 1, lower_of (b)) || is_less (upper_of (b), 1, lower_of (a)))
    return "an upper bound is below a lower one";
  return NULL;
}

static char *
stages_fault (const CoupletStageResult *stages, guint n)
{
  for (guint i = 0; i < n; i++) {
    if (stages[i].failed)
      return g_strdup_printf ("%s fails: %s", stages[i].stage, stages[i].reason);
    for (guint j = i + 1; j < n; j++) {
      const char *fault = pair_fault (&stages[i], &stages[j]);
      if (fault != NULL)
        return g_strdup_printf ("%s, %s: %s", stages[i].stage, stages[j].stage, fault);
    }
  }
  return NULL;
}

char *
answers_fault (const CoupletResult *result)
{
  char *fault = stages_fault (result->stages, result->n_stages);
  if (fault != NULL)
    return fault;
  if (result->disagreement)
    return g_strdup (result->disagreement_text);
  if (is_less (upper_of_all (result), 1, lower_of_all (result)))
    return g_strdup ("the least d is said to be below what is necessary");
  return NULL;
}

/* ---- Two automata ------------------------------------------------------------------------ */

static const char *
exact_fault (const Relation *relation, Figure first, Figure changed)
{
  switch (relation->effect) {
  case COSTS_EQUAL:
  case BOUNDS_EQUAL:
  case LEAST_AT_MOST:
    return differ (first, relation->factor, changed) ? "another exact cost" : NULL;
  case COSTS_AT_MOST:
    return is_less (first, relation->factor, changed) ? "a larger exact cost" : NULL;
  case COSTS_AT_LEAST:
    return is_more (first, relation->factor, changed) ? "a smaller exact cost" : NULL;
  case LEAST_EQUAL:
    break;
  }
  return NULL;
}

static const char *
stage_fault (const Relation *relation, const CoupletStageResult *first,
             const CoupletStageResult *changed)
{
  const char *fault = exact_fault (relation, exact_of (first), exact_of (changed));
  if (fault != NULL)
    return fault;
  if (relation->effect != BOUNDS_EQUAL)
    return NULL;
  if (differ (upper_of (first), relation->factor, upper_of (changed)))
    return "another upper bound";
  return verdicts_contradict (first->verdict, changed->verdict) ? "another verdict" : NULL;
}

/* Whether what is said of the least d of both automata contradicts less (changed at most first) or
 * more (at least). */
static gboolean
least_contradicts (const Relation *relation, const CoupletResult *first,
                   const CoupletResult *changed)
{
  gboolean at_most = relation->effect != COSTS_AT_LEAST;
  gboolean at_least = relation->effect != COSTS_AT_MOST && relation->effect != LEAST_AT_MOST;
  if (at_most && ((first->verdict == COUPLET_VERDICT_PRIVATE &&
                   changed->verdict == COUPLET_VERDICT_NOT_PRIVATE) ||
                  is_less (upper_of_all (first), relation->factor, lower_of_all (changed))))
    return TRUE;
  return at_least && ((changed->verdict == COUPLET_VERDICT_PRIVATE &&
                       first->verdict == COUPLET_VERDICT_NOT_PRIVATE) ||
                      is_more (lower_of_all (first), relation->factor, upper_of_all (changed)));
}

char *
relation_fault (const Relation *relation, const CoupletResult *first, const CoupletResult *changed)
{
  for (guint i = 0; i < first->n_stages; i++) {
    const char *fault = stage_fault (relation, &first->stages[i], &changed->stages[i]);
    if (fault != NULL)
      return g_strdup_printf ("%s, %s: %s", relation->name, first->stages[i].stage, fault);
  }
  if (least_contradicts (relation, first, changed))
    return g_strdup_printf ("%s: the least d contradicts it", relation->name);
  return NULL;
}
