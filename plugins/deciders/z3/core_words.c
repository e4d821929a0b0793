/* SPDX-License-Identifier: Apache-2.0 */
#include "core_words.h"

#include "dump.h"

/* Of a cluster with more thresholds the others are not named. */
#define MOST_NAMED 8

static char *
transition_words (const ConstraintSystem *system, guint32 transition)
{
  g_autofree char *text = couplet_transition_to_string (system->automaton, transition);
  return g_strdup_printf ("'%s'", text);
}

/* What a threshold's shift must be when it is bounded by number. */
static const char *
bound_words (const Condition *condition)
{
  if (condition->number == 0)
    return condition->less ? "be at least 0" : "be at most 0";
  return condition->less ? "be 1" : "be -1";
}

/* Why a transition fixes the shift of its sample. */
static const char *
cause_words (const ConstraintSystem *system, const Condition *condition)
{
  const CoupletAutomaton *a = system->automaton;
  const CoupletState *state = couplet_source_state (a, condition->transition);
  const CoupletSample *sample = &condition->part->sample;
  if (a->noises[state->noise].d[sample->slot] == COUPLET_NO_NOISE)
    return "has no noise";
  return sample->outputs ? "outputs its sample" : "can repeat";
}

/* The thresholds that a condition's sample is assigned to: `x and y`. */
static char *
assigned_words (const ConstraintSystem *system, const Condition *condition)
{
  const CoupletSample *sample = &condition->part->sample;
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " and " : "",
                            system->automaton->thresholds[sample->assigned[i]]);
  return g_string_free (text, FALSE);
}

static gboolean
reassigns (const Condition *condition)
{
  const CoupletSample *sample = &condition->part->sample;
  return sample->n_assigned == 1 && sample->assigned[0] == condition->threshold;
}

static char *
link_words (const ConstraintSystem *system, const Condition *condition, const char *transition)
{
  const char *side = condition->less ? "above" : "below";
  const char *x = system->automaton->thresholds[condition->threshold];
  g_autofree char *assigned = assigned_words (system, condition);
  if (reassigns (condition))
    return g_strdup_printf ("%s re-assigns %s, to a shift that is not %s the old one", transition,
                            x, side);
  return g_strdup_printf ("%s assigns %s, to a shift that is not %s that of %s", transition,
                          assigned, side, x);
}

char *
condition_words (const ConstraintSystem *system, const Condition *condition)
{
  g_autofree char *text = transition_words (system, condition->transition);
  const char *x = condition->threshold != COUPLET_NONE
                      ? system->automaton->thresholds[condition->threshold]
                      : "";
  if (condition->kind == CONDITION_LINK)
    return link_words (system, condition, text);
  if (condition->kind == CONDITION_BETWEEN)
    return g_strdup_printf ("%s shifts its sample by at %s the shift of %s", text,
                            condition->less ? "most" : "least", x);
  if (condition->kind == CONDITION_DISCLOSES)
    return g_strdup_printf ("%s outputs a real value of a private input at no cost, which it "
                            "cannot",
                            text);
  if (condition->kind == CONDITION_BOUND)
    return g_strdup_printf ("%s %s, so the shift of %s must %s", text,
                            cause_words (system, condition), x, bound_words (condition));
  g_autofree char *assigned = assigned_words (system, condition);
  return g_strdup_printf ("%s assigns %s and %s, so that its new shift may have to be %d", text,
                          assigned, cause_words (system, condition), condition->number);
}

/* The threshold whose one value all conditions of the core are about; NULL. */
static const char *
common_threshold (const ConstraintSystem *system, const GPtrArray *core)
{
  const Condition *first = core->len > 1 ? g_ptr_array_index (core, 0) : NULL;
  for (guint i = 0; first != NULL && i < core->len; i++) {
    const Condition *condition = g_ptr_array_index (core, i);
    if (condition->first != first->first || condition->second != COUPLET_NONE ||
        condition->threshold != first->threshold)
      return NULL;
  }
  return first != NULL ? system->automaton->thresholds[first->threshold] : NULL;
}

char *
core_words (const ConstraintSystem *system, const GPtrArray *core)
{
  GString *text = g_string_new (NULL);
  const char *common = common_threshold (system, core);
  for (guint i = 0; i < core->len; i++) {
    g_autofree char *words = condition_words (system, g_ptr_array_index (core, i));
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", words);
  }
  if (common != NULL)
    g_string_append_printf (text, "; nothing re-assigns %s between", common);
  return g_string_free (text, FALSE);
}

char *
class_words (const ConstraintSystem *system, guint32 class)
{
  const WalkClass *c = &g_array_index (system->classes, WalkClass, class);
  g_autofree char *from = transition_words (system, c->from);
  if (c->from == c->to)
    return g_strdup_printf ("on %s", from);
  g_autofree char *to = transition_words (system, c->to);
  return g_strdup_printf ("from %s to %s", from, to);
}

char *
variable_words (const ConstraintSystem *system, guint32 variable)
{
  const Variable *v = variable_at (system, variable);
  const char *x = v->threshold != COUPLET_NONE ? system->automaton->thresholds[v->threshold] : NULL;
  if (v->transition == COUPLET_NONE)
    return g_strdup_printf ("%s before it", x);
  g_autofree char *words = transition_words (system, v->transition);
  return x != NULL ? g_strdup_printf ("%s after %s", x, words)
                   : g_strdup_printf ("the sample of %s", words);
}

char *
cluster_words (const ConstraintSystem *system, guint32 cluster)
{
  const CoupletClusters *clusters = system->clusters;
  GString *text = g_string_new (NULL);
  guint32 n = clusters->first[cluster + 1] - clusters->first[cluster];
  for (guint32 i = 0; i < n && i < MOST_NAMED; i++) {
    guint32 v = clusters->thresholds[clusters->first[cluster] + i];
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", system->automaton->thresholds[v]);
  }
  if (n > MOST_NAMED)
    g_string_append_printf (text, " and %u more", n - MOST_NAMED);
  return g_string_free (text, FALSE);
}

/* ---- Scripts ---- */

static void
append_conditions (GString *text, ConstraintSystem *system)
{
  for (guint i = 0; i < system->conditions->len; i++) {
    const Condition *condition = &g_array_index (system->conditions, Condition, i);
    g_autofree char *class = class_words (system, condition->class);
    g_autofree char *words = condition_words (system, condition);
    g_string_append_printf (text, "; %s: %s\n", class, words);
    g_string_append_printf (text, "(assert (! %s :named condition%u))\n",
                            Z3_ast_to_string (system->terms.context, condition->formula), i);
  }
}

static char *
smt_text (ConstraintSystem *system)
{
  gboolean shifts = system->terms.encoding == ENCODING_SHIFTS;
  GString *text = g_string_new ("; Whether a coupling proof exists: satisfiable = private.\n");
  g_autofree char *name = dump_name (system->automaton->name);
  g_string_append_printf (text, "; automaton %s\n(set-option :produce-unsat-cores true)\n", name);
  g_string_append_printf (text, "(set-logic %s)\n", shifts ? "QF_LRA" : "QF_UF");
  for (guint32 i = 0; i < system->variables->len; i++)
    shift_terms_append_declaration (text, system->terms, i);
  append_conditions (text, system);
  g_string_append (text, "(check-sat)\n");
  return g_string_free (text, FALSE);
}

gboolean
smt_dump (ConstraintSystem *system, CoupletContext *context, const char *folder, GError **error)
{
  const char *encoding = system->terms.encoding == ENCODING_SHIFTS ? "shifts" : "strategies";
  g_autofree char *text = smt_text (system);
  return dump_write (context, system->automaton, folder, encoding, "smt2", text, strlen (text),
                     error);
}
