/* SPDX-License-Identifier: Apache-2.0 */
#include "refute_script.h"

#include <couplet/host/model.h>
#include <couplet/internal/sample.h>

/* What computes; the numbers stand before it. */
static const char PROGRAM[] =
    "\n"
    "def draws_of(inputs):\n"
    "    \"\"\"The draws of a run: centre, rate (None = no noise), bounds, known value (None = "
    "any).\n"
    "    A bound is (earlier draw, True when this one is >= it and False when it is <). rate < 0: "
    "the\n"
    "    noise is exponential, above the centre only. None: what is output is impossible.\"\"\"\n"
    "    draws, held = [], {}\n"
    "    for (mean, samples, fresh), number, output in zip(PATH, inputs, OUTPUTS):\n"
    "        assigned = []\n"
    "        for d, literals, assigns, shown in samples:\n"
    "            centre = number + mean\n"
    "            value = centre if d is None else output if shown else None\n"
    "            if shown and value != output:\n"
    "                return None\n"
    "            draws.append((centre, None if d is None else d * EPSILON,\n"
    "                          [(held[v], above) for v, above in literals], value))\n"
    "            assigned += [(v, len(draws) - 1) for v in assigns]\n"
    "        held.update(assigned)\n"
    "        if fresh is not None:\n"
    "            d, mean_fresh = fresh\n"
    "            if d is None and number + mean_fresh != output:\n"
    "                return None\n"
    "            draws.append((number + mean_fresh, None if d is None else d * EPSILON, [], "
    "output))\n"
    "    return draws\n"
    "\n"
    "\n"
    "def density(centre, rate, y):\n"
    "    if rate is None:\n"
    "        return 1.0\n"
    "    if rate < 0:\n"
    "        return -rate * exp(rate * (y - centre)) if y >= centre else 0.0\n"
    "    return rate / 2 * exp(-rate * abs(y - centre))\n"
    "\n"
    "\n"
    "def tail(rate, distance):\n"
    "    \"\"\"The probability that a draw is farther than distance >= 0 on one side.\"\"\"\n"
    "    return exp(-rate * distance) / 2\n"
    "\n"
    "\n"
    "def inside(centre, rate, low, high):\n"
    "    \"\"\"The probability that a draw is in [low, high), without differences of numbers near "
    "1.\"\"\"\n"
    "    if rate < 0:\n"
    "        low = max(low, centre)\n"
    "    if low >= high:\n"
    "        return 0.0\n"
    "    if rate < 0:\n"
    "        return exp(rate * (low - centre)) - exp(rate * (high - centre))\n"
    "    if high <= centre:\n"
    "        return tail(rate, centre - high) - tail(rate, centre - low)\n"
    "    if low >= centre:\n"
    "        return tail(rate, low - centre) - tail(rate, high - centre)\n"
    "    return 1.0 - tail(rate, centre - low) - tail(rate, high - centre)\n"
    "\n"
    "\n"
    "def gauss(n):\n"
    "    \"\"\"Nodes and weights on [-1, 1], and partial[i][j]: the weight of node j from -1 to "
    "node i.\"\"\"\n"
    "    nodes, weights = [], []\n"
    "    for i in range(n):\n"
    "        x = -cos(pi * (i + 0.75) / (n + 0.5))\n"
    "        for _ in range(50):\n"
    "            before, now = 1.0, x\n"
    "            for k in range(2, n + 1):\n"
    "                before, now = now, ((2 * k - 1) * x * now - (k - 1) * before) / k\n"
    "            slope = n * (x * now - before) / (x * x - 1)\n"
    "            x -= now / slope\n"
    "        nodes.append(x)\n"
    "        weights.append(2 / ((1 - x * x) * slope * slope))\n"
    "    def basis(j, x):\n"
    "        value = 1.0\n"
    "        for k, node in enumerate(nodes):\n"
    "            if k != j:\n"
    "                value *= (x - node) / (nodes[j] - node)\n"
    "        return value\n"
    "    partial = [[sum(w * basis(j, (y + 1) * (x + 1) / 2 - 1) for y, w in zip(nodes, weights)) "
    "*\n"
    "                (x + 1) / 2 for j in range(n)] for x in nodes]\n"
    "    return nodes, weights, partial\n"
    "\n"
    "\n"
    "NODES, WEIGHTS, PARTIAL = gauss(6)\n"
    "\n"
    "\n"
    "def live_before(draws, i, live):\n"
    "    \"\"\"The draws without known value that draw i and those after it are compared "
    "with.\"\"\"\n"
    "    earlier = {other for other, _ in draws[i][2] if draws[other][3] is None}\n"
    "    return sorted((set(live) - {i}) | earlier)\n"
    "\n"
    "\n"
    "def most_live(draws):\n"
    "    \"\"\"How many draws are compared later at one time, at most.\"\"\"\n"
    "    most, live = 0, []\n"
    "    for i in reversed(range(len(draws))):\n"
    "        live = live_before(draws, i, live)\n"
    "        most = max(most, len(live))\n"
    "    return most\n"
    "\n"
    "\n"
    "def make_grid(draws, panels):\n"
    "    \"\"\"The ends of panels: all centres and known values, far out, and between. panels: how "
    "many\n"
    "    there are, about, where two draws are compared later, and where more are.\"\"\"\n"
    "    most = most_live(draws)\n"
    "    rates = [abs(float(rate)) for _, rate, _, _ in draws if rate is not None] or [1.0]\n"
    "    ends = sorted({float(c) for c, _, _, _ in draws} |\n"
    "                  {float(v) for _, _, _, v in draws if v is not None})\n"
    "    ends = [ends[0] - 40 / min(rates)] + ends + [ends[-1] + 40 / min(rates)]\n"
    "    width = 1 / max(rates)\n"
    "    if most > 1:\n"
    "        width = max(width, (ends[-1] - ends[0]) / panels[most > 2])\n"
    "    grid = []\n"
    "    for low, high in zip(ends, ends[1:]):\n"
    "        n = int((high - low) / width) + 1\n"
    "        grid += [low + (high - low) * (i / n if most < 2 else (1 - cos(pi * i / n)) / 2)\n"
    "                 for i in range(n)]  # narrow ones near the ends\n"
    "    return grid + [ends[-1]]\n"
    "\n"
    "\n"
    "def running_sums(grid, values):\n"
    "    \"\"\"values: at the nodes of all panels. The integrals from the left, and from the "
    "right, to each\n"
    "    panel's low end, then to each of its nodes.\"\"\"\n"
    "    n, left, right = len(NODES), [], []\n"
    "    for p in range(len(grid) - 1):\n"
    "        half, part = (grid[p + 1] - grid[p]) / 2, values[p * n:p * n + n]\n"
    "        left.append([half * sum(w * v for w, v in zip(row, part))\n"
    "                     for row in [[0.0] * n] + PARTIAL])\n"
    "        total = [half * sum(w * v for w, v in zip(WEIGHTS, part))]\n"
    "        right.append([total[0] - some for some in left[-1]])\n"
    "        left[-1].append(total[0])\n"
    "    before = 0.0\n"
    "    for panel in left:\n"
    "        total = panel.pop()\n"
    "        panel[:] = [before + some for some in panel]\n"
    "        before += total\n"
    "    after = 0.0\n"
    "    for panel in reversed(right):\n"
    "        total = panel[0]\n"
    "        panel[:] = [after + some for some in panel]\n"
    "        after += total\n"
    "    return sum(left, []) + [before], sum(right, []) + [0.0]\n"
    "\n"
    "\n"
    "def probability(inputs, panels):\n"
    "    \"\"\"Integrates over the draws, from the last to the first. table: for each choice of "
    "nodes of\n"
    "    the draws that are compared later (live), the probability of what comes after.\"\"\"\n"
    "    draws = draws_of(inputs)\n"
    "    if draws is None:\n"
    "        return 0.0\n"
    "    grid = make_grid(draws, panels)\n"
    "    places, nodes, mark_of = [], [], {}\n"
    "    for low, high in zip(grid, grid[1:]):\n"
    "        mark_of[low] = len(places)\n"
    "        places.append(low)\n"
    "        nodes += range(len(places), len(places) + len(NODES))\n"
    "        places += [low + (node + 1) * (high - low) / 2 for node in NODES]\n"
    "    mark_of[grid[-1]] = len(places)\n"
    "    places.append(grid[-1])\n"
    "    infinite = float('inf')\n"
    "    live, table = [], {(): 1.0}\n"
    "    for i in reversed(range(len(draws))):\n"
    "        centre, rate, bounds, known = draws[i]\n"
    "        centre, rate = float(centre), None if rate is None else float(rate)\n"
    "        before = live_before(draws, i, live)\n"
    "        kept = [before.index(other) for other in live if other != i]\n"
    "        place = live.index(i) if i in live else None\n"
    "        sums = {}\n"
    "        if place is not None:\n"
    "            for rest in {point[:place] + point[place + 1:] for point in table}:\n"
    "                sums[rest] = running_sums(grid, [\n"
    "                    table.get(rest[:place] + (k,) + rest[place:], 0.0) *\n"
    "                    density(centre, rate, places[k]) for k in nodes])\n"
    "        new = {}\n"
    "        for point in itertools.product(nodes, repeat=len(before)):\n"
    "            rest = tuple(point[k] for k in kept)\n"
    "            low, high = -infinite, infinite\n"
    "            for other, above in bounds:\n"
    "                value = draws[other][3]\n"
    "                value = places[point[before.index(other)]] if value is None else "
    "float(value)\n"
    "                low, high = (max(low, value), high) if above else (low, min(high, value))\n"
    "            if known is not None:\n"
    "                value = (table.get(rest, 0.0) * density(centre, rate, float(known))\n"
    "                         if low <= float(known) < high else 0.0)\n"
    "            elif place is None:\n"
    "                value = table.get(rest, 0.0) * inside(centre, rate, low, high)\n"
    "            elif low >= high or rest not in sums:\n"
    "                value = 0.0\n"
    "            else:\n"
    "                left, right = sums[rest]\n"
    "                first = 0 if low == -infinite else bisect.bisect_left(places, low)\n"
    "                last = len(places) - 1 if high == infinite else bisect.bisect_left(places, "
    "high)\n"
    "                value = (left[last] - left[first] if left[last] < right[first] else\n"
    "                         right[first] - right[last])  # of the smaller numbers\n"
    "            if value != 0.0:\n"
    "                new[point] = value\n"
    "        live, table = before, new\n"
    "    return table.get((), 0.0)\n"
    "\n"
    "\n"
    "def loss_of(first, second):\n"
    "    return log(first / second) / EPSILON if first and second else float('inf')\n"
    "\n"
    "\n"
    "def both(panels):\n"
    "    return probability(INPUTS, panels), probability(ADJACENT, panels)\n"
    "\n"
    "\n"
    "FINE, COARSE, LEAST_ERROR = (36, 5), (18, 4), 0.02\n"
    "first, second = both(FINE)\n"
    "if not first:\n"
    "    raise SystemExit('the probabilities are too small for floating point numbers')\n"
    "print('first run   %.10g' % first)\n"
    "print('second run  %.10g' % second)\n"
    "print('ratio       %.10g' % (first / second if second else float('inf')))\n"
    "if not second:\n"
    "    print('the second run is impossible, or too improbable for floating point numbers')\n"
    "print('loss        %.6f epsilon' % loss_of(first, second))\n"
    "if second and most_live(draws_of(INPUTS)) > 1:\n"
    "    other = loss_of(*both(COARSE))\n"
    "    print('error       about %.3f epsilon: the grid is coarse, as several draws are compared "
    "later'\n"
    "          % max(LEAST_ERROR, abs(loss_of(first, second) - other)))\n";

static void
append_number (GString *out, const char *text)
{
  g_string_append_printf (out, "F('%s')", text);
}

/* The noise parameter or mean numbers[d], or None. */
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

/* The noise parameter numbers[d], less than 0 where kind is exponential. */
static void
append_rate (GString *out, const CoupletAutomaton *automaton, guint32 d, CoupletNoiseKind kind)
{
  if (d != COUPLET_NO_NOISE && couplet_noise_is_one_sided (kind))
    g_string_append_c (out, '-');
  append_parameter (out, automaton, d);
}

static void
append_sample (GString *out, const CoupletAutomaton *automaton, guint32 d,
               const CoupletSample *sample)
{
  g_string_append (out, "(");
  append_rate (out, automaton, d, sample->noise);
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
  guint32 number = couplet_source_state (automaton, transition)->noise;
  const CoupletNoise *noise = &automaton->noises[number];
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
    append_rate (out, automaton, noise->d_fresh, automaton->noise_kinds[number].fresh);
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

const char *
refute_script_obstacle (const CoupletAutomaton *automaton,
                        const CoupletCounterexample *counterexample)
{
  if (!automaton->output_distinct)
    return "outputs that other paths may have, too";
  for (guint32 i = 0; i < counterexample->n_steps; i++) {
    guint32 transition = counterexample->steps[i].transition;
    const CoupletState *state = couplet_source_state (automaton, transition);
    const CoupletOutput *output = couplet_output_of (automaton, transition);
    const CoupletNoiseKinds *kinds = &automaton->noise_kinds[state->noise];
    if (output->kind == COUPLET_GAP)
      return "gaps";
    if (output->kind == COUPLET_FRESH && couplet_snap_of (automaton, state) != NULL)
      return "snapped outputs";
    if (couplet_noise_is_whole (kinds->sample) || couplet_noise_is_whole (kinds->fresh))
      return "discrete noise";
  }
  return NULL;
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
                          "from math import cos, exp, log, pi\n\n",
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
  g_string_append (out, "]\n");
  g_string_append (out, PROGRAM);
}
