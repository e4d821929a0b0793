/* SPDX-License-Identifier: Apache-2.0 */
#include "snap_story.h"

#include "naming.h"
#include "rules.h"

#include <couplet/host/model.h>

/* Whether the sample is snapped, and coupled by a dilation. */
static gboolean
is_dilated (const WalkSample *sample)
{
  return g_str_equal (rule_of (sample), "[Dilation]");
}

/* `u3<1> = e^(-1/2 eps) u3<2>` */
static void
put_dilation (Line *line, const WalkSamples *samples, const WalkSample *sample, int sign)
{
  const CoupletAutomaton *a = samples->automaton;
  guint32 t = walk_transition (samples, sample->step);
  Line *exponent = line_new ();
  if (sign * sample->difference < 0)
    line_put (exponent, "{neg}");
  put_cost (exponent, &a->numbers[a->noises[couplet_source_state (a, t)->noise].d_fresh]);
  line_put (line, "%s{v}%u{i}{1}{=}%s{v}%p{p}{*}%s{v}%u{i}{2}", "u", sample->step + 1, "e",
            exponent, "u", sample->step + 1);
}

static void
tell_snap (Document *document, const WalkSamples *samples, const WalkSample *sample)
{
  const CoupletAutomaton *a = samples->automaton;
  const CoupletSnap *snap = sample->snap;
  guint32 t = walk_transition (samples, sample->step);
  const CoupletRational *d = &a->numbers[a->noises[couplet_source_state (a, t)->noise].d_fresh];
  Line *line = document_item (document);
  line_put (line, "Step %u, with grid %p{q} and bound %p{q}: ", sample->step + 1,
            &a->numbers[snap->grid], &a->numbers[snap->bound]);
  put_dilation (line, samples, sample, 1);
  line_put (line, " where %s{v}{=}%d, and ", "S", 1);
  put_dilation (line, samples, sample, -1);
  line_put (line, " where %s{v}{=}%d. Then what is rounded is the same in both runs, ", "S", -1);
  put_coupling (line, samples, sample);
  line_put (line, ", and so is the output. It pays %p{q}", d);
  if (snap->floating)
    line_put (line,
              "{*}{(}%d{+}%p{q}/2^49{)}: with doubles the ends of the intervals of %s{v} are not "
              "exactly in that ratio",
              1, &a->numbers[snap->bound], "u");
  line_put (line, ".");
}

void
tell_snaps (Document *document, const WalkSamples *samples)
{
  gboolean any = FALSE, floating = FALSE;
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    any |= is_dilated (sample);
    floating |= is_dilated (sample) && sample->snap->floating;
  }
  if (!any)
    return;
  line_put (document_heading (document, 2), "Snapped outputs");
  Line *line = document_paragraph (document);
  line_put (
      line,
      "A snapped output is the answer%s and the noise %s{v}{*}ln %s{v}/(%s{v}{*}{eps}), rounded "
      "to multiples of a grid and clamped to a bound; %s{v} is a random sign, the same in both "
      "runs, and %s{v} uniform between %d and %d. One is a multiple of the other by %s{r}:",
      floating ? ", clamped to the bound," : "", "S", "u", "d", "S", "u", 0, 1, "[Dilation]");
  for (guint i = 0; i < samples->samples->len; i++)
    if (is_dilated (walk_sample (samples, i)))
      tell_snap (document, samples, walk_sample (samples, i));
  g_autofree char *range = floating ? couplet_epsilon_range (samples->automaton) : NULL;
  if (range != NULL)
    line_put (document_paragraph (document),
              "With doubles that is proven for %s{c} only: there the noise scale is below the "
              "bound and above 2^-46 of it, and the grid is the least power of two not below it.",
              range);
  else
    line_put (
        document_paragraph (document),
        "That is so in exact arithmetic. A snap that is computed with doubles is %s{c}: it costs "
        "a little more, for some {eps} only.",
        "floating");
}
