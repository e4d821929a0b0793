/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_story.h"

#include "bound_story.h"
#include "linear_proof_story.h"
#include "necessary_story.h"

#include <couplet/internal/provenance.h>

/* ---- The setting ---------------------------------------------------------------------------- */

/* What was read, and by what, as a footnote. */
static void
put_provenance (Line *line, const CoupletResult *result)
{
  if (result->origin == NULL)
    return;
  Line *note = line_new ();
  g_auto (GStrv) lines =
      couplet_provenance_lines (result->origin, result->sampling, result->adjacency);
  for (char **one = lines; *one != NULL; one += 2)
    line_put (note, "%s%s: %s{c}", one == lines ? "" : "; ", one[0], one[1]);
  line_put (line, "%p{n}", note);
}

static void
put_adjacency (Line *line, const CoupletAutomaton *a)
{
  line_put (line,
            "Two runs are adjacent if their private answers differ by numbers %s{v} between "
            "%d and %d",
            "D", -1, 1);
  if (mpq_cmp_ui (a->sensitivity.value, 1, 1) != 0)
    line_put (line, ", in units of the sensitivity %p{q}", &a->sensitivity);
  if (a->adjacency == COUPLET_ADJACENT_MONOTONIC)
    line_put (line, ", none of them negative or none of them positive");
  if (a->adjacency == COUPLET_ADJACENT_ONE)
    line_put (line, ", at most one of them not 0");
  line_put (line, "; public answers are equal. ");
}

static void
tell_setting (Numbered *numbered)
{
  const CoupletResult *result = numbered->telling->result;
  gboolean linear = result->linear != NULL;
  const char *name = result->name != NULL && *result->name != '\0' ? result->name : result->file;
  g_autofree char *file = g_path_get_basename (name);
  Line *line = numbered_statement (numbered, "Setting", NULL);
  line_put (line, "%s{c} is ", file);
  line_put (line, linear
                      ? "a program that reads a list of answers, draws noise, and decides by, and "
                        "outputs, linear expressions of both."
                      : "an automaton: at each state it reads an answer, adds noise that it draws, "
                        "compares the sum with stored ones (thresholds), outputs, and moves on.");
  put_provenance (line, result);
  line_put (line, " ");
  put_adjacency (line, linear ? result->linear->automaton : result->automaton);
  line_put (line,
            "A draw with parameter %s{v} has the scale %d/{(}%s{v}{*}{eps}{)}; costs are "
            "multiples of {eps}.",
            "d", 1, "d");
}

/* ---- The rules ------------------------------------------------------------------------------- */

/* Which kinds of draws and outputs there are. */
typedef struct {
  gboolean kinds[COUPLET_EXPONENTIAL + 1];
  gboolean compares, samples, fresh, gap, snaps;
} Occurring;

static void
look_at (Occurring *occurring, const CoupletAutomaton *a, guint32 t, CoupletSample *samples)
{
  const CoupletState *state = couplet_source_state (a, t);
  guint32 n = couplet_samples_load (samples, a, NULL, NULL, t);
  for (guint32 i = 0; i < n; i++) {
    occurring->kinds[samples[i].noise] = TRUE;
    occurring->compares |= samples[i].n_literals > 0;
    occurring->samples |= samples[i].outputs;
  }
  occurring->gap |= couplet_output_of (a, t)->kind == COUPLET_GAP;
  if (couplet_output_of (a, t)->kind != COUPLET_FRESH)
    return;
  occurring->fresh = TRUE;
  occurring->kinds[couplet_noise_of (a->noises[state->noise].d_fresh,
                                     a->noise_kinds[state->noise].fresh)] = TRUE;
  occurring->snaps |= couplet_snap_of (a, state) != NULL;
}

static Occurring
find_occurring (const CoupletAutomaton *a)
{
  Occurring occurring = {0};
  g_autofree CoupletSample *samples = g_new (CoupletSample, MAX (couplet_n_slots (a), 1));
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (a->reachable[a->source[t]])
      look_at (&occurring, a, t, samples);
  return occurring;
}

/* Items for the noise that occurs. */
static void
tell_noise (Document *document, const Occurring *occurring)
{
  if (occurring->kinds[COUPLET_LAPLACE] || occurring->kinds[COUPLET_DISCRETE_LAPLACE])
    line_put (document_item (document),
              "Laplace noise%s with parameter %s{v} costs %s{v}{*}{|}%s{v}{-}%s{v}{|} (%s{r}; "
              "nothing if %s{v}{=}%s{v}, %s{r}).",
              occurring->kinds[COUPLET_DISCRETE_LAPLACE] ? ", also discrete," : "", "d", "d", "D",
              "g", "[LapGen]", "g", "D", "[LapNull]");
  if (occurring->kinds[COUPLET_EXPONENTIAL])
    line_put (document_item (document),
              "Exponential noise with parameter %s{v} needs %s{v}{>=}%s{v} and costs "
              "%s{v}{*}{(}%s{v}{-}%s{v}{)} (%s{r}).",
              "d", "g", "D", "d", "g", "D", "[ExpGen]");
  if (occurring->kinds[COUPLET_NOISELESS])
    line_put (document_item (document),
              "A draw without noise needs %s{v}{=}%s{v} and costs "
              "nothing.",
              "g", "D");
}

/* Items for comparisons and outputs that occur. */
static void
tell_conditions (Document *document, const Occurring *occurring)
{
  if (occurring->compares)
    line_put (document_item (document),
              "A draw that is compared by %s{c} with a threshold shifts at most as far as the "
              "threshold, one that is compared by %s{c} at least. A threshold has the shift of the "
              "draw that is stored in it.",
              "<", ">=");
  if (occurring->samples || occurring->fresh)
    line_put (document_item (document), "A draw that is output has the shift %d%s.", 0,
              occurring->fresh ? "; a fresh output is a draw of its own" : "");
  if (occurring->gap)
    line_put (document_item (document),
              "Where the gap to a threshold is output, the draw shifts as far as the threshold.");
  if (occurring->snaps)
    line_put (document_item (document),
              "An output that is snapped to a grid costs the same (%s{r}), for floating-point "
              "numbers with the slightly greater parameter that the tables have.",
              "[Dilation]");
}

static void
tell_definition (Numbered *numbered)
{
  const CoupletAutomaton *a = numbered->telling->result->automaton;
  Document *document = numbered->telling->document;
  Occurring occurring = find_occurring (a);
  Line *line = numbered_statement (numbered, "Definition", "shift couplings");
  numbered->rules = numbered->statements;
  line_put (line,
            "A coupling of a walk, for given differences %s{v} of its answers, gives each draw a "
            "shift %s{v}: the noisy value of the second run is that of the first plus %s{v}. It is "
            "valid, and its cost is the sum of what draws cost%s, under these rules:",
            "D", "g", "g",
            mpq_cmp_ui (a->sensitivity.value, 1, 1) != 0 ? ", times the sensitivity" : "");
  tell_noise (document, &occurring);
  tell_conditions (document, &occurring);
  line = numbered_statement (numbered, "Fact", NULL);
  line_put (
      line,
      "If each walk has, for all differences %d, %d and %d that adjacent runs may have, a valid "
      "coupling that costs at most %s{v}, the mechanism is "
      "%s{v}{*}{eps}-differentially private (Theorem 1 and Fact 1 of Couplet's "
      "docs/theory.md, sections 2 and 3; the rules: G. Barthe, M. Gaboardi, B. Gr\u00e9goire, "
      "J. Hsu, P.-Y. Strub, LICS 2016).",
      -1, 0, 1, "c", "c");
}

void
tell_proof (Telling *telling)
{
  Numbered numbered = {.telling = telling};
  const CoupletResult *result = telling->result;
  line_put (document_heading (telling->document, 2), "What is proven, for all walks");
  tell_setting (&numbered);
  if (result->linear != NULL) {
    tell_linear_proof (&numbered);
    return;
  }
  tell_definition (&numbered);
  if (result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL)
    tell_bound (&numbered);
  tell_necessary (&numbered);
}
