/* SPDX-License-Identifier: Apache-2.0 */
#include "system_words.h"

#include "dump.h"

/* Of a cluster with more thresholds, and of a strategy with more shifts, the others are not told.
 */
#define MOST_TOLD 8

/* ---- Conditions -------------------------------------------------------------------------- */

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
assigned_words (const ConstraintSystem *system, const CoupletSample *sample)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " and " : "",
                            system->automaton->thresholds[sample->assigned[i]]);
  return g_string_free (text, FALSE);
}

static char *
link_words (const ConstraintSystem *system, const Condition *condition, const char *transition)
{
  const char *side = condition->less ? "above" : "below";
  const char *x = system->automaton->thresholds[condition->threshold];
  const CoupletSample *sample = &condition->part->sample;
  g_autofree char *assigned = assigned_words (system, sample);
  if (sample->n_assigned == 1 && sample->assigned[0] == condition->threshold)
    return g_strdup_printf ("%s re-assigns %s, to a shift that is not %s the old one", transition,
                            x, side);
  return g_strdup_printf ("%s assigns %s, to a shift that is not %s that of %s", transition,
                          assigned, side, x);
}

static char *
own_words (const ConstraintSystem *system, const Condition *condition, const char *transition)
{
  g_autofree char *assigned = assigned_words (system, &condition->part->sample);
  return g_strdup_printf ("%s assigns %s and %s, so that its new shift may have to be %d",
                          transition, assigned, cause_words (system, condition), condition->number);
}

/* A condition as a clause: which transition, and what it asks of which shift. */
static char *
condition_words (const ConstraintSystem *system, const Condition *condition)
{
  g_autofree char *text = transition_words (system, condition->transition);
  const char *x = condition->threshold != COUPLET_NONE
                      ? system->automaton->thresholds[condition->threshold]
                      : "";
  switch (condition->kind) {
  case CONDITION_LINK:
    return link_words (system, condition, text);
  case CONDITION_BETWEEN:
    return g_strdup_printf ("%s shifts its sample by at %s the shift of %s", text,
                            condition->less ? "most" : "least", x);
  case CONDITION_DISCLOSES:
    return g_strdup_printf ("%s outputs a real value of a private input at no cost, which it "
                            "cannot",
                            text);
  case CONDITION_BOUND:
    return g_strdup_printf ("%s %s, so the shift of %s must %s", text,
                            cause_words (system, condition), x, bound_words (condition));
  default:
    return own_words (system, condition, text);
  }
}

/* The threshold whose one value all conditions of the core are about; NULL. */
static const char *
common_threshold (const ConstraintSystem *system, const gboolean *in_core)
{
  const Condition *first = NULL;
  guint n = 0;
  for (guint i = 0; i < system->conditions->len; i++) {
    const Condition *condition = condition_at (system, i);
    if (!in_core[i])
      continue;
    first = n++ == 0 ? condition : first;
    if ((condition->kind != CONDITION_BOUND && condition->kind != CONDITION_OWN) ||
        condition->variable != first->variable || condition->threshold != first->threshold)
      return NULL;
  }
  return n > 1 ? system->automaton->thresholds[first->threshold] : NULL;
}

char *
core_words (const ConstraintSystem *system, const gboolean *in_core)
{
  GString *text = g_string_new (NULL);
  const char *common = common_threshold (system, in_core);
  for (guint i = 0; i < system->conditions->len; i++) {
    if (!in_core[i])
      continue;
    g_autofree char *words = condition_words (system, condition_at (system, i));
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", words);
  }
  if (common != NULL)
    g_string_append_printf (text, "; nothing re-assigns %s between", common);
  return g_string_free (text, FALSE);
}

/* ---- Strategies -------------------------------------------------------------------------- */

/* A class in words: `from 'q0 -> q1 ...' to 'q3 -> q4 ...'`. */
static char *
class_words (const ConstraintSystem *system, guint32 class)
{
  const WalkClass *c = &g_array_index (system->classes, WalkClass, class);
  g_autofree char *from = transition_words (system, c->from);
  if (c->from == c->to)
    return g_strdup_printf ("on %s", from);
  g_autofree char *to = transition_words (system, c->to);
  return g_strdup_printf ("from %s to %s", from, to);
}

/* What a variable is the shift of: `x after 'q0 -> q1 ...'`. */
static char *
variable_words (const ConstraintSystem *system, const Variable *v)
{
  const char *x = v->threshold != COUPLET_NONE ? system->automaton->thresholds[v->threshold] : NULL;
  if (v->transition == COUPLET_NONE)
    return g_strdup_printf ("%s before it", x);
  g_autofree char *words = transition_words (system, v->transition);
  return x != NULL ? g_strdup_printf ("%s after %s", x, words)
                   : g_strdup_printf ("the sample of %s", words);
}

/* `S^L`, `S^N`, `S^G` or the shift, for a variable in the model. */
static char *
shift_words (const ConstraintSystem *system, Z3_model model, guint32 variable)
{
  static const char *const names[] = {"S^G (shift -1)", "S^N (shift 0)", "S^L (shift 1)"};
  gboolean shifts = system->terms.encoding == ENCODING_SHIFTS;
  g_auto (CoupletRational) shift;
  couplet_rational_init (&shift);
  if (!shift_terms_value (system->terms, model, variable, &shift))
    return g_strdup (shifts ? "any shift" : "any strategy");
  g_autofree char *text = couplet_rational_to_string (&shift);
  return shifts ? g_strdup_printf ("shift %s", text) : g_strdup (names[1 + mpq_sgn (shift.value)]);
}

static void
append_shifts (GString *text, const ConstraintSystem *system, Z3_model model)
{
  guint32 n = system->variables->len;
  for (guint32 i = 0; i < n && i < MOST_TOLD; i++) {
    const Variable *variable = variable_at (system, i);
    g_autofree char *class = class_words (system, variable->class);
    g_autofree char *words = variable_words (system, variable);
    g_autofree char *shift = shift_words (system, model, i);
    if (i > 0 && variable[-1].class == variable->class)
      g_string_append_printf (text, ", %s %s", words, shift);
    else
      g_string_append_printf (text, "%s%s: %s %s", i > 0 ? "; " : "", class, words, shift);
  }
  if (n > MOST_TOLD)
    g_string_append_printf (text, "; and %u more", n - MOST_TOLD);
  if (n == 0)
    g_string_append (text, "no walk restricts the shifts");
}

static void
append_harmless (GString *text, const ConstraintSystem *system, guint32 cluster)
{
  const CoupletClusters *clusters = system->clusters;
  guint32 n = clusters->first[cluster + 1] - clusters->first[cluster];
  g_string_append_printf (text, "%sno two conditions on ", text->len > 0 ? "; " : "");
  for (guint32 i = 0; i < n && i < MOST_TOLD; i++) {
    guint32 v = clusters->thresholds[clusters->first[cluster] + i];
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", system->automaton->thresholds[v]);
  }
  if (n > MOST_TOLD)
    g_string_append_printf (text, " and %u more", n - MOST_TOLD);
  g_string_append (text, " can contradict each other");
}

char *
strategy_words (const ConstraintSystem *system, Z3_model model)
{
  GString *text = g_string_new (NULL);
  if (system->variables->len > 0 || system->harmless->len == 0)
    append_shifts (text, system, model);
  for (guint i = 0; i < system->harmless->len; i++)
    append_harmless (text, system, g_array_index (system->harmless, guint32, i));
  return g_string_free (text, FALSE);
}

/* ---- Scripts ----------------------------------------------------------------------------- */

static void
append_condition (GString *text, const ConstraintSystem *system, guint i)
{
  const Condition *condition = condition_at (system, i);
  g_autofree char *class = class_words (system, condition->class);
  g_autofree char *words = condition_words (system, condition);
  g_string_append_printf (text, "; %s: %s\n(assert (! %s :named condition%u))\n", class, words,
                          Z3_ast_to_string (system->terms.session->z3, condition->formula), i);
}

char *
system_script (const ConstraintSystem *system)
{
  GString *text = g_string_new ("; Whether a coupling proof exists: satisfiable = private.\n");
  g_autofree char *name = dump_name (system->automaton->name);
  g_string_append_printf (text, "; automaton %s\n(set-option :produce-unsat-cores true)\n", name);
  g_string_append_printf (text, "(set-logic %s)\n",
                          system->terms.encoding == ENCODING_SHIFTS ? "QF_LRA" : "QF_UF");
  for (guint32 i = 0; i < system->variables->len; i++)
    shift_terms_append_declaration (text, system->terms, i);
  for (guint i = 0; i < system->conditions->len; i++)
    append_condition (text, system, i);
  g_string_append (text, "(check-sat)\n");
  return g_string_free (text, FALSE);
}
