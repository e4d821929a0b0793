/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

static gboolean
is_dilated (const WalkSample *sample)
{
  return sample->snap != NULL && sample->kind == COUPLET_LAPLACE &&
         sample->shift != sample->difference;
}

const char *
rule_of (const WalkSample *sample)
{
  gboolean free = sample->shift == sample->difference;
  if (is_dilated (sample))
    return "[Dilation]";
  if (couplet_noise_is_one_sided (sample->kind))
    return free ? "[ExpNull]" : "[ExpGen]";
  return free ? "[LapNull]" : "[LapGen]";
}

/* ---- Which rules there are ------------------------------------------------------------- */

static gboolean
draws (const WalkSamples *samples, gboolean (*is) (CoupletNoiseKind))
{
  for (guint i = 0; i < samples->samples->len; i++)
    if (is (walk_sample (samples, i)->kind))
      return TRUE;
  return FALSE;
}

static gboolean
has_discrete (const WalkSamples *samples)
{
  return draws (samples, couplet_noise_is_whole);
}

static gboolean
has_exponential (const WalkSamples *samples)
{
  return draws (samples, couplet_noise_is_one_sided);
}

/* Other draws than exponential ones, or none. */
static gboolean
has_other (const WalkSamples *samples)
{
  gboolean any = samples->samples->len == 0;
  for (guint i = 0; i < samples->samples->len; i++)
    any |= !couplet_noise_is_one_sided (walk_sample (samples, i)->kind);
  return any;
}

static gboolean
has_exponential_only (const WalkSamples *samples)
{
  return !has_other (samples);
}

static gboolean
has_loop (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++)
    if (walk_sample (samples, i)->on_cycle)
      return TRUE;
  return FALSE;
}

static gboolean
has_several (const WalkSamples *samples)
{
  return samples->automaton->n_thresholds > 1;
}

static gboolean
has_gap (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->walk->len; i++)
    if (couplet_output_of (samples->automaton, walk_transition (samples, i))->kind == COUPLET_GAP)
      return TRUE;
  return FALSE;
}

/* Whether the walk compares noisy answers for their maximum, as programs with argmax do. */
static gboolean
has_argmax (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->path->rows->len; i++)
    if (g_str_equal (samples->automaton->thresholds[couplet_path_row (samples->path, i)->threshold],
                     "argmax"))
      return TRUE;
  return FALSE;
}

static gboolean
has_snap (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++)
    if (is_dilated (walk_sample (samples, i)))
      return TRUE;
  return FALSE;
}

static gboolean
is_monotonic (const WalkSamples *samples)
{
  return samples->automaton->adjacency == COUPLET_ADJACENT_MONOTONIC;
}

static gboolean
is_one (const WalkSamples *samples)
{
  return samples->automaton->adjacency == COUPLET_ADJACENT_ONE;
}

static gboolean
reads_again (const WalkSamples *samples)
{
  const CoupletAutomaton *a = samples->automaton;
  for (guint i = 0; i < samples->walk->len; i++)
    if (couplet_source_state (a, walk_transition (samples, i))->input == COUPLET_AGAIN)
      return TRUE;
  return FALSE;
}

static gboolean
has_silent (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->walk->len; i++)
    if (couplet_is_silent (samples->automaton, walk_transition (samples, i)))
      return TRUE;
  return FALSE;
}

/* In which world of monotonic queries the walk is. */
static void
put_world (Line *line, const WalkSamples *samples)
{
  guint step = first_change (samples);
  if (step < samples->walk->len)
    line_put (line, g_array_index (samples->walk, CoupletWalkStep, step).difference > 0
                        ? "; here none is negative"
                        : "; here none is positive");
}

/* Where on the walk the one change is. */
static void
put_change (Line *line, const WalkSamples *samples)
{
  guint step = first_change (samples);
  if (step < samples->walk->len)
    line_put (line, "; here that of step %u", step + 1);
}

static const char COUPLINGS[] =
    "G. Barthe, M. Gaboardi, B. Gr\u00e9goire, J. Hsu, P.-Y. Strub, Proving differential privacy "
    "via probabilistic couplings, LICS 2016";

enum { PROOF = 1, CONFLICT = 2, BOTH = PROOF | CONFLICT };

/* in: whether walks that are coupled use it, or those that cannot be. name NULL: nothing has a
 * name. put_here NULL: nothing is said of the walk. paper NULL: none is needed. A new rule is a new
 * row. */
static const struct {
  int in;
  gboolean (*is_used) (const WalkSamples *samples);
  const char *name, *says;
  void (*put_here) (Line *line, const WalkSamples *samples);
  const char *paper;
} RULES[] = {
    {PROOF, has_other, "[LapNull], [LapGen], [PW-Eq], [Seq]",
     "the coupling of Laplace noise; equality of each single output; and the sum over steps", NULL,
     COUPLINGS},
    {PROOF, has_exponential_only, "[PW-Eq], [Seq]",
     "equality of each single output; and the sum over steps", NULL, COUPLINGS},
    {CONFLICT, has_other, "[LapNull], [LapGen]",
     "a draw with Laplace noise is coupled by a shift, and free of cost only by the shift D", NULL,
     COUPLINGS},
    {CONFLICT, has_loop, "Loops",
     "what may repeat without end must be free; leaking cycles and pairs, disclosing cycles and "
     "violating paths are what contradicts that",
     NULL,
     "R. Chadha, A. P. Sistla, M. Viswanathan, On linear time decidability of differential privacy "
     "for programs with unbounded inputs, LICS 2021"},
    {BOTH, has_several, "Several thresholds",
     "a comparison relates the shift of its draw to that of its own threshold", NULL,
     "the automata: R. Chadha, A. P. Sistla, M. Viswanathan, B. Bhusal, Deciding differential "
     "privacy of online algorithms with multiple variables, CCS 2023"},
    {BOTH, has_discrete, "Discrete Laplace noise",
     "inputs, draws and shifts are whole numbers, and the rules are the same, which LICS 2016 "
     "states "
     "for this noise",
     NULL,
     "the noise: A. Ghosh, T. Roughgarden, M. Sundararajan, Universally utility-maximizing privacy "
     "mechanisms, STOC 2009"},
    {BOTH, has_exponential, "[ExpNull], [ExpGen]",
     "exponential noise is never negative, so that a draw may shift by D or more, not by less; it "
     "pays d times what the shift is above D",
     NULL,
     "Z. Ding, D. Kifer, S. M. Saghaian N. E., T. Steinke, Y. Wang, Y. Xiao, D. Zhang, The "
     "permute-and-flip mechanism is identical to report-noisy-max with exponential noise, arXiv "
     "2105.07260"},
    {BOTH, has_gap, "Gap",
     "the draw and the threshold shift alike, so that their difference is one number in both runs",
     NULL,
     "Z. Ding, Y. Wang, D. Zhang, D. Kifer, Free gap information from the differentially private "
     "sparse vector and noisy max mechanisms, PVLDB 13(3), 2019"},
    {BOTH, is_monotonic, "Monotonic queries", "no D on a path is negative, or none is positive",
     put_world,
     "M. Lyu, D. Su, N. Li, Understanding the Sparse Vector Technique for differential privacy, "
     "PVLDB 10(6), 2017, section 4.3"},
    {BOTH, is_one, "One answer changes", "at most one D on a path is not 0", put_change,
     "Y. Wang, Z. Ding, D. Kifer, D. Zhang, CheckDP: an automated and integrated approach for "
     "proving differential privacy or finding precise counterexamples, CCS 2020"},
    {BOTH, reads_again, "The same answer again", "what is read once more differs by the same D",
     NULL,
     "the adaptive Sparse Vector Technique of Z. Ding, Y. Wang, D. Zhang, D. Kifer, PVLDB 13(3), "
     "2019"},
    {BOTH, has_silent, "Silent steps",
     "nothing is seen of them, but here they are told by their names, as if it were; the cost may "
     "be more than is needed",
     NULL, NULL},
    {PROOF, has_argmax, "Noisy maximum",
     "for each winner by itself its noisy answer is a threshold that no other one reaches; the "
     "winners are joined by [PW-Eq]",
     NULL,
     "C. Dwork, A. Roth, The algorithmic foundations of differential privacy, 2014, section 3.3; "
     "by coupling: G. Barthe and others, LICS 2016"},
    {PROOF, has_snap, "[Dilation]",
     "the uniform draws behind the noise are coupled so that one is a multiple of the other, which "
     "makes the snapped values equal",
     NULL,
     "I. Mironov, On significance of the least significant bits for differential privacy, CCS "
     "2012"},
};

static void
tell_rules_in (int in, Document *document, const WalkSamples *samples)
{
  line_put (document_heading (document, 2), "The rules");
  for (guint i = 0; i < G_N_ELEMENTS (RULES); i++) {
    if ((RULES[i].in & in) == 0 || !RULES[i].is_used (samples))
      continue;
    Line *line = document_item (document);
    line_put (line, RULES[i].name[0] == '[' ? "%s{r}: " : "%s{b}: ", RULES[i].name);
    line_put (line, "%s", RULES[i].says);
    if (RULES[i].put_here != NULL)
      RULES[i].put_here (line, samples);
    if (RULES[i].paper != NULL)
      line_put (line, " (%s)", RULES[i].paper);
    line_put (line, ".");
  }
}

void
tell_rules (Document *document, const WalkSamples *samples)
{
  tell_rules_in (PROOF, document, samples);
}

void
tell_conflict_rules (Document *document, const WalkSamples *samples)
{
  tell_rules_in (CONFLICT, document, samples);
}

void
tell_theorem (Document *document, gboolean is_private)
{
  Line *line = document_item (document);
  line_put (line,
            "%s{b}: for every %s%s{v} there are adjacent inputs that violate it, at each {eps}. ",
            is_private ? "The least d" : "No d is enough", is_private ? "smaller " : "", "d");
  line_put (line,
            "That is a theorem (section %u of Couplet's docs/theory.md), not only the failure "
            "of a search for proofs.",
            5);
}
