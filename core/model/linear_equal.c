/* SPDX-License-Identifier: Apache-2.0 */
/* Equal subtrees of a linear mechanism: each node gets the number of the first one, from the end,
 * whose subtree is equal. Children stand after their parents, so one pass from the end is enough.
 */
#include "linear.h"

/* A node with the numbers of its children's subtrees; COUPLET_NONE = it has no such child. */
typedef struct {
  const CoupletLinearNode *node;
  guint32 child, otherwise;
} Subtree;

static guint
hash_form (const CoupletLinearForm *form)
{
  guint hash = form->n_terms;
  for (guint32 i = 0; i < form->n_terms; i++)
    hash = hash * 31 + form->terms[i].atom;
  return hash;
}

static guint
hash_subtree (gconstpointer key)
{
  const Subtree *subtree = key;
  const CoupletLinearNode *node = subtree->node;
  guint hash = ((guint)node->kind * 31 + subtree->child) * 31 + subtree->otherwise;
  if (node->kind == COUPLET_LINEAR_SYMBOL)
    return hash * 31 + g_str_hash (node->text);
  return hash * 31 + hash_form (&node->form);
}

static gboolean
equal_forms (const CoupletLinearForm *a, const CoupletLinearForm *b)
{
  if (a->n_terms != b->n_terms || !mpq_equal (a->constant.value, b->constant.value))
    return FALSE;
  for (guint32 i = 0; i < a->n_terms; i++)
    if (a->terms[i].atom != b->terms[i].atom ||
        !mpq_equal (a->terms[i].factor.value, b->terms[i].factor.value))
      return FALSE;
  return TRUE;
}

static gboolean
equal_nodes (const CoupletLinearNode *a, const CoupletLinearNode *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind) {
  case COUPLET_LINEAR_DRAW:
    return a->noise == b->noise && mpq_equal (a->rate.value, b->rate.value);
  case COUPLET_LINEAR_DECISION:
    return a->strict == b->strict && equal_forms (&a->form, &b->form);
  case COUPLET_LINEAR_SYMBOL:
    return g_str_equal (a->text, b->text);
  case COUPLET_LINEAR_REAL:
    return equal_forms (&a->form, &b->form);
  case COUPLET_LINEAR_END:
    break;
  }
  return TRUE;
}

static gboolean
equal_subtrees (gconstpointer a, gconstpointer b)
{
  const Subtree *s = a, *t = b;
  return s->child == t->child && s->otherwise == t->otherwise && equal_nodes (s->node, t->node);
}

void
linear_mark_idle (const CoupletLinearList *list, CoupletLinearNode *nodes)
{
  g_autoptr (GHashTable) known = g_hash_table_new (hash_subtree, equal_subtrees);
  g_autofree Subtree *subtrees = g_new (Subtree, list->n_nodes);
  g_autofree guint32 *number = g_new (guint32, list->n_nodes);
  for (guint32 i = list->n_nodes; i-- > 0;) {
    CoupletLinearNode *node = &nodes[i];
    gboolean decides = node->kind == COUPLET_LINEAR_DECISION && node->otherwise != COUPLET_NONE;
    subtrees[i] = (Subtree){node, COUPLET_NONE, COUPLET_NONE};
    if (node->kind != COUPLET_LINEAR_END)
      subtrees[i].child = number[i + 1];
    if (decides)
      subtrees[i].otherwise = number[node->otherwise];
    node->idle = node->kind == COUPLET_LINEAR_DECISION &&
                 (!decides || subtrees[i].child == subtrees[i].otherwise);
    const Subtree *same = node->idle ? NULL : g_hash_table_lookup (known, &subtrees[i]);
    number[i] = node->idle ? subtrees[i].child : same != NULL ? (guint32)(same - subtrees) : i;
    if (!node->idle && same == NULL)
      g_hash_table_add (known, &subtrees[i]);
  }
}
