/* SPDX-License-Identifier: Apache-2.0 */
/* What names mean at a place of a C function: what is declared there, and whether it has got a
 * value on all ways to the place. */
#ifndef C_SCOPE_H
#define C_SCOPE_H

#include "svt_ast.h"

typedef struct {
  const char *name;
  SvtPlace place;
  guint block; /* how deep it is declared */
  gboolean is_whole, is_truth, is_list, is_parameter, is_constant;
  gboolean is_noisy;  /* noise or an answer may be in it */
  guint bits;         /* of a whole one: its values are below 2^bits */
  gboolean has_value; /* on all ways */
} CVariable;

typedef struct {
  GArray *variables; /* CVariable, the innermost last */
  guint block;
  gboolean is_left; /* no run comes here: behind a return, break or continue */
} CScope;

void c_scope_init (CScope *scope);
void c_scope_clear (CScope *scope);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CScope, c_scope_clear)

/* NULL = it is not declared here. Good until something is declared. */
CVariable *c_scope_find (const CScope *scope, const char *name);
void c_scope_declare (CScope *scope, const CVariable *variable);

/* A block begins; it ends with what was declared in it. */
void c_scope_enter (CScope *scope);
void c_scope_leave (CScope *scope);

/* Which variables have values, for ways that part and meet. The caller frees it with
 * c_ways_free(). */
typedef struct CWays CWays;
CWays *c_ways_new (const CScope *scope);
void c_ways_free (CWays *ways);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CWays, c_ways_free)
/* Goes back to where ways parted. */
void c_ways_restore (const CWays *ways, CScope *scope);
/* What ways has and what scope has meet in scope. */
void c_ways_join (const CWays *ways, CScope *scope);

#endif
