/* SPDX-License-Identifier: Apache-2.0 */
#include "automaton_block.h"

#include "order.h"

#include <couplet/internal/sample.h>

#include <string.h>

#define ALIGNMENT 16

/* full: something did not fit in, and what was copied since is not there. */
typedef struct {
  guint8 *room;
  gsize left;
  gboolean full;
} Block;

/* A copy of so many bytes; NULL when the block is full, and for NULL. */
static gpointer
copy (Block *block, gconstpointer data, gsize size)
{
  gsize taken = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  block->full |= taken > block->left;
  if (block->full || data == NULL)
    return NULL;
  gpointer to = block->room;
  memcpy (to, data, size);
  block->room += taken;
  block->left -= taken;
  return to;
}

static const char *
copy_text (Block *block, const char *text)
{
  return text != NULL ? copy (block, text, strlen (text) + 1) : NULL;
}

static const char *const *
copy_texts (Block *block, const char *const *texts, guint32 n)
{
  const char **to = copy (block, texts, n * sizeof *texts);
  for (guint32 i = 0; to != NULL && i < n; i++)
    to[i] = copy_text (block, texts[i]);
  return to;
}

/* ---- Numbers ------------------------------------------------------------------------- */

static void
copy_integer (Block *block, mpz_ptr to, mpz_srcptr from)
{
  const mp_limb_t *digits = copy (block, mpz_limbs_read (from), mpz_size (from) * sizeof *digits);
  if (digits != NULL)
    mpz_roinit_n (to, digits, (mp_size_t)mpz_size (from) * mpz_sgn (from));
}

static void
copy_number (Block *block, CoupletRational *to, const CoupletRational *from)
{
  copy_integer (block, mpq_numref (to->value), mpq_numref (from->value));
  copy_integer (block, mpq_denref (to->value), mpq_denref (from->value));
}

static const CoupletRational *
copy_numbers (Block *block, const CoupletRational *numbers, guint32 n)
{
  CoupletRational *to = copy (block, numbers, n * sizeof *numbers);
  for (guint32 i = 0; to != NULL && i < n; i++)
    copy_number (block, &to[i], &numbers[i]);
  return to;
}

/* ---- What a run is made by ------------------------------------------------------------- */

static const CoupletDefinition *
copy_definitions (Block *block, const CoupletDefinition *definitions, guint32 n)
{
  CoupletDefinition *to = copy (block, definitions, n * sizeof *definitions);
  for (guint32 i = 0; to != NULL && i < n; i++)
    to[i] = (CoupletDefinition){copy_text (block, definitions[i].name),
                                copy_text (block, definitions[i].value)};
  return to;
}

static const CoupletProvenance *
copy_provenance (Block *block, const CoupletProvenance *from)
{
  CoupletProvenance *to = copy (block, from, sizeof *from);
  if (to == NULL)
    return NULL;
  *to = (CoupletProvenance){
      .version = copy_text (block, from->version),
      .commit = copy_text (block, from->commit),
      .date = copy_text (block, from->date),
      .n_libraries = from->n_libraries,
      .libraries = copy_definitions (block, from->libraries, from->n_libraries),
      .n_options = from->n_options,
      .options = copy_texts (block, from->options, from->n_options),
  }; /* what repeats the run is none of an automaton's */
  return to;
}

static const CoupletOrigin *
copy_origin (Block *block, const CoupletOrigin *from)
{
  CoupletOrigin *to = copy (block, from, sizeof *from);
  if (to == NULL)
    return NULL;
  to->file = copy_text (block, from->file);
  to->sha256 = copy_text (block, from->sha256);
  to->parameters = copy_definitions (block, from->parameters, from->n_parameters);
  to->provenance = copy_provenance (block, from->provenance);
  return to;
}

/* ---- Lists of what transitions have ------------------------------------------------------ */

static const CoupletLiteral *
copy_literals (Block *block, const CoupletLiteral *literals, guint32 n)
{
  return copy (block, literals, n * sizeof *literals);
}

static const CoupletConjunction *
copy_conjunctions (Block *block, const CoupletConjunction *from, guint32 n)
{
  CoupletConjunction *to = copy (block, from, n * sizeof *from);
  for (guint32 i = 0; to != NULL && i < n; i++)
    to[i].literals = copy_literals (block, from[i].literals, from[i].n_literals);
  return to;
}

static const CoupletGuard *
copy_guards (Block *block, const CoupletAutomaton *a)
{
  CoupletGuard *to = copy (block, a->guards, a->n_guards * sizeof *to);
  for (guint32 i = 0; to != NULL && i < a->n_guards; i++) {
    const CoupletGuard *from = &a->guards[i];
    to[i].alternatives = copy_conjunctions (block, from->alternatives, from->n_alternatives);
    to[i].literals = copy_literals (block, from->literals, from->n_literals);
  }
  return to;
}

static const CoupletOutput *
copy_outputs (Block *block, const CoupletAutomaton *a)
{
  CoupletOutput *to = copy (block, a->outputs, a->n_outputs * sizeof *to);
  for (guint32 i = 0; to != NULL && i < a->n_outputs; i++)
    to[i].name = copy_text (block, a->outputs[i].name);
  return to;
}

static const CoupletAssignment *
copy_assignments (Block *block, const CoupletAutomaton *a)
{
  CoupletAssignment *to = copy (block, a->assignments, a->n_assignments * sizeof *to);
  for (guint32 i = 0; to != NULL && i < a->n_assignments; i++) {
    const CoupletAssignment *from = &a->assignments[i];
    to[i].thresholds = copy (block, from->thresholds, from->n_thresholds * sizeof (guint32));
  }
  return to;
}

/* ---- Lists of what states have ------------------------------------------------------------ */

static const CoupletState *
copy_states (Block *block, const CoupletAutomaton *a)
{
  CoupletState *to = copy (block, a->states, a->n_states * sizeof *to);
  for (guint32 q = 0; to != NULL && q < a->n_states; q++)
    to[q].name = copy_text (block, a->states[q].name);
  return to;
}

static const CoupletNoise *
copy_noises (Block *block, const CoupletAutomaton *a)
{
  CoupletNoise *to = copy (block, a->noises, a->n_noises * sizeof *to);
  for (guint32 i = 0; to != NULL && i < a->n_noises; i++)
    to[i].d = copy (block, a->noises[i].d, couplet_n_slots (a) * sizeof (guint32));
  return to;
}

static const guint64 *const *
copy_orders (Block *block, const CoupletAutomaton *a)
{
  const guint64 **to = copy (block, a->order, a->n_states * sizeof *to);
  const OrderShape shape = order_shape (a->n_ordered);
  for (guint32 q = 0; to != NULL && q < a->n_states; q++)
    to[q] = copy (block, a->order[q], order_words (&shape) * sizeof (guint64));
  return to;
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void
copy_lists (Block *block, CoupletAutomaton *to, const CoupletAutomaton *a)
{
  to->states = copy_states (block, a);
  to->guards = copy_guards (block, a);
  to->outputs = copy_outputs (block, a);
  to->assignments = copy_assignments (block, a);
  to->noises = copy_noises (block, a);
  to->numbers = copy_numbers (block, a->numbers, a->n_numbers);
  to->noise_kinds = copy (block, a->noise_kinds, a->n_noises * sizeof *a->noise_kinds);
  to->snaps = copy (block, a->snaps, a->n_noises * sizeof *a->snaps);
  to->silent = copy (block, a->silent, a->n_outputs);
}

static void
copy_transitions (Block *block, CoupletAutomaton *to, const CoupletAutomaton *a)
{
  gsize words = a->n_transitions * sizeof (guint32);
  to->row = copy (block, a->row, (a->n_states + (gsize)1) * sizeof (guint32));
  to->source = copy (block, a->source, words);
  to->target = copy (block, a->target, words);
  to->guard = copy (block, a->guard, words);
  to->output = copy (block, a->output, words);
  to->assignment = copy (block, a->assignment, words);
  to->place = copy (block, a->place, a->n_transitions * sizeof *a->place);
  to->folded_transition = copy (block, a->folded_transition, words);
  to->differences = copy (block, a->differences, a->n_transitions);
}

/* All but what it was unfolded from. */
static CoupletAutomaton *
copy_automaton (Block *block, const CoupletAutomaton *a)
{
  CoupletAutomaton *to = copy (block, a, sizeof *a);
  if (to == NULL)
    return NULL;
  to->name = copy_text (block, a->name);
  to->thresholds = copy_texts (block, a->thresholds, a->n_thresholds);
  to->readings = copy_texts (block, a->readings, a->n_states);
  copy_lists (block, to, a);
  copy_transitions (block, to, a);
  copy_number (block, &to->sensitivity, &a->sensitivity);
  copy_number (block, &to->claim, &a->claim);
  to->origin = copy_origin (block, a->origin);
  to->reachable = copy (block, a->reachable, a->n_states);
  to->folded_state = copy (block, a->folded_state, a->n_states * sizeof (guint32));
  to->order = copy_orders (block, a);
  to->memory = copy (block, a->memory, a->n_states * sizeof *a->memory);
  return to;
}

const CoupletAutomaton *
automaton_to_block (const CoupletAutomaton *automaton, gpointer room, gsize size)
{
  Block block = {room, size, FALSE};
  CoupletAutomaton *to = copy_automaton (&block, automaton);
  if (to != NULL && automaton->folded != NULL)
    to->folded = copy_automaton (&block, automaton->folded);
  return block.full ? NULL : to;
}
