/* SPDX-License-Identifier: Apache-2.0 */
#include "builder_wire.h"

/* The most bytes of one array; the rest of a GByteArray is room for the others. */
#define MOST_BYTES ((gsize)3 << 30)

/* ---- Putting -------------------------------------------------------------------------- */

static gsize
size_of_names (const Names *names)
{
  gsize size = 0;
  for (guint32 i = 0; i < names_count (names); i++)
    size += names_length (names, i) + 2 * sizeof (guint64);
  return size;
}

static gsize
size_of (const CoupletBuilder *builder)
{
  return builder->n_states * sizeof (CollectedState) +
         builder->n_transitions * sizeof (CollectedTransition) +
         size_of_names (builder->thresholds) + size_of_names (builder->state_names) +
         size_of_names (builder->noise_texts) + size_of_names (builder->guard_texts) +
         size_of_names (builder->output_texts) + size_of_names (builder->assign_texts) +
         size_of_names (builder->readings) + (builder->linear != NULL ? builder->linear->len : 0);
}

static void
put_names (GByteArray *out, const Names *names)
{
  guint32 n = names_count (names);
  wire_put_number (out, n);
  for (guint32 i = 0; i < n; i++)
    wire_put_bytes (out, names_text (names, i), names_length (names, i));
}

gboolean
wire_put_builder (GByteArray *out, const CoupletBuilder *builder)
{
  if (size_of (builder) > MOST_BYTES)
    return FALSE;
  wire_put_bytes (out, builder->linear != NULL ? builder->linear->str : NULL,
                  builder->linear != NULL ? builder->linear->len : 0);
  wire_put_text (out, builder->name);
  wire_put_number (out, builder->sampling);
  wire_put_number (out, builder->adjacency);
  wire_put_rational (out, &builder->sensitivity);
  wire_put_rational (out, &builder->claim);
  put_names (out, builder->thresholds);
  put_names (out, builder->state_names);
  put_names (out, builder->noise_texts);
  put_names (out, builder->guard_texts);
  put_names (out, builder->output_texts);
  put_names (out, builder->assign_texts);
  put_names (out, builder->readings);
  wire_put_number (out, builder->initial_name);
  wire_put_number (out, builder->initial_place.line);
  wire_put_number (out, builder->initial_place.column);
  wire_put_bytes (out, builder->states, builder->n_states * sizeof (CollectedState));
  wire_put_bytes (out, builder->transitions, builder->n_transitions * sizeof (CollectedTransition));
  wire_put_number (out, builder->dropped);
  wire_put_number (out, builder->n_errors);
  return TRUE;
}

/* ---- Taking ----------------------------------------------------------------------------- */

/* Each text gets the number that it had. */
static gboolean
take_names (Wire *wire, Names *names)
{
  guint64 n = wire_number (wire);
  for (guint64 i = 0; i < n && !wire->broken; i++) {
    CoupletText text;
    text.text = (const char *)wire_bytes (wire, &text.length);
    if (text.text == NULL || names_intern (names, text) != i)
      wire->broken = TRUE;
  }
  return !wire->broken;
}

/* A copy of the array that was put, of elements of that size; its length in *n. */
static gpointer
take_array (Wire *wire, gsize size, guint32 *n)
{
  gsize length;
  const guint8 *bytes = wire_bytes (wire, &length);
  *n = (guint32)(length / size);
  wire->broken |= length % size != 0 || length / size > G_MAXUINT32;
  return length == 0 || wire->broken ? NULL : g_memdup2 (bytes, length);
}

static gboolean
is_number_of (const Names *names, guint32 number)
{
  return number < names_count (names);
}

/* Whether the states name what there is; each becomes the one that its name stands for. */
static gboolean
declare_states (CoupletBuilder *builder)
{
  guint32 n = names_count (builder->state_names);
  builder->n_state_of_name = builder->state_of_name_room = n;
  builder->state_of_name = g_new (guint32, MAX (n, 1));
  memset (builder->state_of_name, 0xff, n * sizeof (guint32)); /* COUPLET_NONE */
  for (guint32 q = 0; q < builder->n_states; q++) {
    const CollectedState *state = &builder->states[q];
    if (state->name >= n || builder->state_of_name[state->name] != COUPLET_NONE ||
        (state->noise != COUPLET_NONE && !is_number_of (builder->noise_texts, state->noise)) ||
        (state->reading != COUPLET_NONE && !is_number_of (builder->readings, state->reading)) ||
        state->input > COUPLET_AGAIN)
      return FALSE;
    builder->state_of_name[state->name] = q;
  }
  return builder->initial_name == COUPLET_NONE || builder->initial_name < n;
}

static gboolean
check_transitions (const CoupletBuilder *builder)
{
  for (guint32 t = 0; t < builder->n_transitions; t++) {
    const CollectedTransition *one = &builder->transitions[t];
    if (!is_number_of (builder->state_names, one->from) ||
        !is_number_of (builder->state_names, one->to) ||
        !is_number_of (builder->guard_texts, one->guard) ||
        (one->output != COUPLET_NONE && !is_number_of (builder->output_texts, one->output)) ||
        (one->assign != COUPLET_NONE && !is_number_of (builder->assign_texts, one->assign)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
take_head (Wire *wire, CoupletBuilder *builder)
{
  const char *name = wire_text (wire);
  guint64 sampling = wire_number (wire), adjacency = wire_number (wire);
  CoupletRational sensitivity, claim;
  if (name == NULL || !wire_rational (wire, &sensitivity) || !wire_rational (wire, &claim) ||
      sampling > COUPLET_SHARED || adjacency > COUPLET_ADJACENT_ONE)
    return FALSE;
  g_free (builder->name);
  builder->name = g_strdup (name);
  builder->sampling = (CoupletSampling)sampling;
  builder->adjacency = (CoupletAdjacency)adjacency;
  mpq_set (builder->sensitivity.value, sensitivity.value);
  mpq_set (builder->claim.value, claim.value);
  return TRUE;
}

gboolean
wire_take_builder (Wire *wire, CoupletBuilder *builder)
{
  gsize length = 0;
  const guint8 *linear = wire_bytes (wire, &length);
  if (linear != NULL)
    couplet_builder_set_linear (builder, (CoupletText){(const char *)linear, length});
  if (!take_head (wire, builder) || !take_names (wire, builder->thresholds) ||
      !take_names (wire, builder->state_names) || !take_names (wire, builder->noise_texts) ||
      !take_names (wire, builder->guard_texts) || !take_names (wire, builder->output_texts) ||
      !take_names (wire, builder->assign_texts) || !take_names (wire, builder->readings))
    return FALSE;
  builder->initial_name = (guint32)wire_number (wire);
  builder->initial_place.line = (guint32)wire_number (wire);
  builder->initial_place.column = (guint32)wire_number (wire);
  builder->states = take_array (wire, sizeof (CollectedState), &builder->n_states);
  builder->transitions = take_array (wire, sizeof (CollectedTransition), &builder->n_transitions);
  builder->states_room = builder->n_states;
  builder->transitions_room = builder->n_transitions;
  builder->dropped = wire_number (wire) != 0;
  builder->n_errors = (guint)wire_number (wire);
  gboolean positive =
      mpq_sgn (builder->sensitivity.value) > 0 && mpq_sgn (builder->claim.value) >= 0;
  gboolean told =
      builder->n_errors <= couplet_diagnostics_count (builder->diagnostics, COUPLET_SEVERITY_ERROR);
  return !wire->broken && told && (positive || builder->n_errors > 0) && declare_states (builder) &&
         check_transitions (builder);
}
