/* SPDX-License-Identifier: Apache-2.0 */
#include "refute_script.h"

#include <couplet/diagnostic.h>
#include <couplet/sample.h>

/* What computes; the numbers stand before it. */
static const char PROGRAM[] =
    "\n"
    "def draws_of(inputs):\n"
    "    \"\"\"The draws of a run: centre, rate (None = no noise), bounds, known value (None = "
    "any).\n"
    "    A bound is (earlier draw, True when this one is >= it and False when it is <).\"\"\"\n"
    "    draws, held = [], {}\n"
    "    for (mean, samples, fresh), number, output in zip(PATH, inputs, OUTPUTS):\n"
    "        assigned = []\n"
    "        for d, literals, assigns, shown in samples:\n"
    "            centre = number + mean\n"
    "            value = centre if d is None else output if shown else None\n"
    "            draws.append((centre, None if d is None else d * EPSILON,\n"
    "                          [(held[v], above) for v, above in literals], value))\n"
    "            assigned += [(v, len(draws) - 1) for v in assigns]\n"
    "        held.update(assigned)\n"
    "        if fresh is not None:\n"
    "            d, mean_fresh = fresh\n"
    "            draws.append((number + mean_fresh, None if d is None else d * EPSILON, [], "
    "output))\n"
    "    return draws\n"
    "\n"
    "\n"
    "def density(centre, rate, y):\n"
    "    return 1.0 if rate is None else rate / 2 * exp(-rate * abs(y - centre))\n"
    "\n"
    "\n"
    "def below(centre, rate, y):\n"
    "    \"\"\"The probability that a draw is below y.\"\"\"\n"
    "    return exp(-rate * (centre - y)) / 2 if y < centre else 1 - exp(-rate * (y - centre)) / "
    "2\n"
    "\n"
    "\n"
    "def make_grid(draws, cells):\n"
    "    \"\"\"Cells as (middle, width); the ends are all centres and known values, and far "
    "out.\"\"\"\n"
    "    slowest = min(rate for _, rate, _, _ in draws if rate is not None)\n"
    "    ends = sorted({float(c) for c, _, _, _ in draws} |\n"
    "                  {float(v) for _, _, _, v in draws if v is not None})\n"
    "    ends = [ends[0] - 40 / slowest] + ends + [ends[-1] + 40 / slowest]\n"
    "    total = ends[-1] - ends[0]\n"
    "    grid = []\n"
    "    for low, high in zip(ends, ends[1:]):\n"
    "        n = max(8, int(cells * (high - low) / total))\n"
    "        grid += [(low + (i + 0.5) * (high - low) / n, (high - low) / n) for i in range(n)]\n"
    "    return grid\n"
    "\n"
    "\n"
    "def limits(draws, bounds, live, point, grid):\n"
    "    \"\"\"The largest number that a draw must not be below, and the least it must be "
    "below.\"\"\"\n"
    "    low, high = float('-inf'), float('inf')\n"
    "    for other, above in bounds:\n"
    "        known = draws[other][3]\n"
    "        number = float(known) if known is not None else grid[point[live.index(other)]][0]\n"
    "        low, high = (max(low, number), high) if above else (low, min(high, number))\n"
    "    return low, high\n"
    "\n"
    "\n"
    "def probability(inputs, cells):\n"
    "    \"\"\"Integrates over the draws, from the last to the first. table: for each choice of "
    "cells of\n"
    "    the draws that are compared later (live), the probability of what comes after.\"\"\"\n"
    "    draws = draws_of(inputs)\n"
    "    grid = make_grid(draws, cells)\n"
    "    middles = [middle for middle, _ in grid]\n"
    "    live, table = [], {(): 1.0}\n"
    "    for i in reversed(range(len(draws))):\n"
    "        centre, rate, bounds, known = draws[i]\n"
    "        before = [other for other in live if other != i]\n"
    "        before += [other for other, _ in bounds\n"
    "                   if other not in before and draws[other][3] is None]\n"
    "        before = sorted(set(before))\n"
    "        kept = [before.index(other) for other in live if other != i]\n"
    "        sums = {}\n"
    "        if known is None and i in live:  # running sums over the cells of this draw\n"
    "            place = live.index(i)\n"
    "            for rest in {point[:place] + point[place + 1:] for point in table}:\n"
    "                total, row = 0.0, [0.0]\n"
    "                for k, (middle, width) in enumerate(grid):\n"
    "                    total += (table.get(rest[:place] + (k,) + rest[place:], 0.0) * width *\n"
    "                              density(centre, rate, middle))\n"
    "                    row.append(total)\n"
    "                sums[rest] = row\n"
    "        new = {}\n"
    "        for point in itertools.product(range(len(grid)), repeat=len(before)):\n"
    "            rest = tuple(point[k] for k in kept)\n"
    "            low, high = limits(draws, bounds, before, point, grid)\n"
    "            if known is not None:\n"
    "                value = (table.get(rest, 0.0) * density(centre, rate, known)\n"
    "                         if low <= known < high else 0.0)\n"
    "            elif i not in live:\n"
    "                value = table.get(rest, 0.0) * max(\n"
    "                    0.0, (1.0 if high == float('inf') else below(centre, rate, high)) -\n"
    "                    (0.0 if low == float('-inf') else below(centre, rate, low)))\n"
    "            elif low >= high or rest not in sums:\n"
    "                value = 0.0\n"
    "            else:  # whole cells, and half of those that the limits lie in\n"
    "                row = sums[rest]\n"
    "                def upto(y):\n"
    "                    k = bisect.bisect_left(middles, y)\n"
    "                    inside = k < len(grid) and middles[k] == y\n"
    "                    return (row[k] + row[k + 1]) / 2 if inside else row[k]\n"
    "                value = upto(high) - upto(low)\n"
    "            if value != 0.0:\n"
    "                new[point] = value\n"
    "        live, table = before, new\n"
    "    return table.get((), 0.0)\n"
    "\n"
    "\n"
    "cells = {0: 4000, 1: 4000, 2: 200}.get(MOST_LIVE, 60)\n"
    "first, second = probability(INPUTS, cells), probability(ADJACENT, cells)\n"
    "print('first run   %.10g' % first)\n"
    "print('second run  %.10g' % second)\n"
    "print('ratio       %.10g' % (first / second if second else float('inf')))\n"
    "print('loss        %.6f epsilon' % (log(first / second) / EPSILON if second else "
    "float('inf')))\n";

static void
append_number (GString *out, const char *text)
{
  g_string_append_printf (out, "F('%s')", text);
}

/* The noise parameter numbers[d], or None. */
static void
append_parameter (GString *out, const CoupletAutomaton *automaton, guint32 d)
{
  if (d == COUPLET_NO_NOISE) {
    g_string_append (out, "None");
    return;
  }
  g_autofree char *text = couplet_number_to_string (automaton, d);
  append_number (out, text);
}

static void
append_sample (GString *out, const CoupletAutomaton *automaton, guint32 d,
               const CoupletSample *sample)
{
  g_string_append (out, "(");
  append_parameter (out, automaton, d);
  g_string_append (out, ", [");
  for (guint32 i = 0; i < sample->n_literals; i++)
    g_string_append_printf (out, "%s(%u, %s)", i > 0 ? ", " : "", sample->literals[i].threshold,
                            sample->literals[i].comparison == COUPLET_GREATER_EQUAL ? "True"
                                                                                    : "False");
  g_string_append (out, "], [");
  for (guint32 i = 0; i < sample->n_assigned; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? ", " : "", sample->assigned[i]);
  g_string_append_printf (out, "], %s)", sample->outputs ? "True" : "False");
}

/* One step: `(mean, [sample, ...], fresh),  # the transition`. */
static void
append_step (GString *out, const CoupletAutomaton *automaton, guint32 transition,
             CoupletSample *samples)
{
  const CoupletNoise *noise =
      &automaton->noises[couplet_source_state (automaton, transition)->noise];
  g_autofree char *words = couplet_transition_to_string (automaton, transition);
  guint32 n = couplet_samples_load (samples, automaton, NULL, NULL, transition);
  g_string_append (out, "    (");
  append_parameter (out, automaton, noise->mu);
  g_string_append (out, ", [");
  for (guint32 i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    append_sample (out, automaton, noise->d[samples[i].slot], &samples[i]);
  }
  g_string_append (out, "], ");
  if (couplet_output_of (automaton, transition)->kind == COUPLET_FRESH) {
    g_string_append (out, "(");
    append_parameter (out, automaton, noise->d_fresh);
    g_string_append (out, ", ");
    append_parameter (out, automaton, noise->mu_fresh);
    g_string_append (out, ")");
  } else
    g_string_append (out, "None");
  g_autofree char *one_line = couplet_quote (words, -1);
  g_string_append_printf (out, "),  # %s\n", one_line);
}

typedef const char *(*StepNumber) (const CoupletCounterexampleStep *step);

static const char *
input_of (const CoupletCounterexampleStep *step)
{
  return step->input;
}

static const char *
adjacent_of (const CoupletCounterexampleStep *step)
{
  return step->adjacent;
}

static const char *
shown_by (const CoupletCounterexampleStep *step)
{
  return step->output;
}

static void
append_numbers (GString *out, const char *name, const CoupletCounterexample *counterexample,
                StepNumber number)
{
  g_string_append_printf (out, "%s = [", name);
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    const char *text = number (&counterexample->steps[i]);
    g_string_append (out, i > 0 ? ", " : "");
    if (text != NULL)
      append_number (out, text);
    else
      g_string_append (out, "None");
  }
  g_string_append (out, "]\n");
}

void
append_refute_script (GString *out, const char *file, const CoupletAutomaton *automaton,
                      const CoupletCounterexample *counterexample)
{
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  g_autofree char *name = couplet_quote (file, -1);
  g_string_append_printf (out,
                          "#!/usr/bin/env python3\n"
                          "# Two adjacent inputs of %s, on which the outputs of one path\n"
                          "# differ in probability%s; certified loss: at least %s * epsilon.\n"
                          "import bisect\nimport itertools\nfrom fractions import Fraction as F\n"
                          "from math import exp, log\n\n",
                          name, counterexample->is_density ? " density" : "", counterexample->loss);
  g_string_append (out, "EPSILON = ");
  append_number (out, counterexample->epsilon);
  g_string_append (out, "\n");
  append_numbers (out, "INPUTS", counterexample, input_of);
  append_numbers (out, "ADJACENT", counterexample, adjacent_of);
  append_numbers (out, "OUTPUTS", counterexample, shown_by);
  g_string_append (out, "# per step: mean, samples (d, what they are compared with, what they\n"
                        "# assign, whether they are output), fresh output (d, mean)\nPATH = [\n");
  for (guint32 i = 0; i < counterexample->n_steps; i++)
    append_step (out, automaton, counterexample->steps[i].transition, samples);
  g_string_append_printf (out, "]\nMOST_LIVE = %u  # thresholds\n", automaton->n_thresholds);
  g_string_append (out, PROGRAM);
}
