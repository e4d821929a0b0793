/* SPDX-License-Identifier: Apache-2.0 */
#include "automaton.h"

#include <couplet/internal/json.h>
#include <couplet/host/model.h>

/* The terms of answers, or those of draws, which begin with atom first. */
static void
put_terms (const CoupletJson *json, const char *key, const CoupletLinearForm *form, guint32 first,
           guint32 end)
{
  gboolean open = FALSE;
  for (guint32 i = 0; i < form->n_terms; i++) {
    const CoupletLinearTerm *term = &form->terms[i];
    if (term->atom < first || term->atom >= end)
      continue;
    if (!open)
      couplet_json_open (json, key, '{');
    open = TRUE;
    char index[16];
    g_snprintf (index, sizeof index, "%u", term->atom - first);
    couplet_json_rational (json, index, &term->factor);
  }
  if (open)
    couplet_json_close (json, '}');
}

static void
put_form (const CoupletJson *json, const char *key, const CoupletLinearForm *form,
          guint32 n_answers)
{
  couplet_json_open (json, key, '{');
  if (mpq_sgn (form->constant.value) != 0)
    couplet_json_rational (json, "c", &form->constant);
  put_terms (json, "a", form, 0, n_answers);
  put_terms (json, "z", form, n_answers, G_MAXUINT32);
  couplet_json_close (json, '}');
}

static void
put_decision (const CoupletJson *json, const CoupletLinearNode *node, guint32 n_answers)
{
  put_form (json, "decide", &node->form, n_answers);
  if (node->strict)
    couplet_json_boolean (json, "strict", TRUE);
  if (node->otherwise == COUPLET_NONE)
    couplet_json_null (json, "otherwise");
  else
    couplet_json_unsigned (json, "otherwise", node->otherwise);
}

static void
put_node (const CoupletJson *json, const CoupletLinearNode *node, guint32 n_answers)
{
  couplet_json_open (json, NULL, '{');
  switch (node->kind) {
  case COUPLET_LINEAR_DRAW:
    couplet_json_string (json, "draw", couplet_noise_kind_to_string (node->noise));
    couplet_json_rational (json, "rate", &node->rate);
    break;
  case COUPLET_LINEAR_DECISION:
    put_decision (json, node, n_answers);
    break;
  case COUPLET_LINEAR_SYMBOL:
    couplet_json_string (json, "output", node->text);
    break;
  case COUPLET_LINEAR_REAL:
    put_form (json, "output", &node->form, n_answers);
    break;
  case COUPLET_LINEAR_END:
    couplet_json_boolean (json, "end", TRUE);
    break;
  }
  if (node->place.line > 0)
    couplet_json_unsigned (json, "line", node->place.line);
  couplet_json_close (json, '}');
}

static void
put_list (const CoupletJson *json, const CoupletLinearList *list)
{
  couplet_json_line (json, 2);
  couplet_json_open (json, NULL, '{');
  couplet_json_unsigned (json, "answers", list->n_answers);
  couplet_json_open (json, "nodes", '[');
  for (guint32 i = 0; i < list->n_nodes; i++) {
    couplet_json_line (json, 4);
    put_node (json, &list->nodes[i], list->n_answers);
  }
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

static void
put_head (const CoupletJson *json, const CoupletLinear *linear)
{
  guint32 last = linear->lists[linear->n_lists - 1].n_answers;
  couplet_json_unsigned (json, "couplet_linear", 1);
  couplet_json_string (json, "name", linear->name);
  couplet_json_string (json, "adjacency", adjacency_words[linear->adjacency]);
  couplet_json_rational (json, "sensitivity", &linear->sensitivity);
  if (mpq_sgn (linear->claim.value) != 0)
    couplet_json_rational (json, "claim", &linear->claim);
  if (linear->exactly)
    couplet_json_unsigned (json, "answers", last);
  else {
    couplet_json_open (json, "answers", '{');
    couplet_json_unsigned (json, "up_to", last);
    couplet_json_close (json, '}');
  }
  couplet_json_boolean (json, "whole", linear->whole_answers);
  if (linear->reason != NULL)
    couplet_json_string (json, "reason", linear->reason);
}

void
couplet_linear_append_json (GString *out, const CoupletLinear *linear)
{
  const CoupletJson writer = {out, TRUE}, *json = &writer;
  couplet_json_open (json, NULL, '{');
  put_head (json, linear);
  couplet_json_open (json, "lists", '[');
  for (guint32 i = 0; i < linear->n_lists; i++)
    put_list (json, &linear->lists[i]);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
  g_string_append_c (out, '\n');
}
