/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GLPK behind a fence: it prints on standard output and ends the program on an
 * error of its caller; here it does neither. */
#ifndef COUPLET_GLPK_GUARD_H
#define COUPLET_GLPK_GUARD_H

#include <glib.h>

/* Calls work (data), in which GLPK may abort: then FALSE, with all of GLPK's
 * memory freed. work must own nothing but GLPK objects while it calls GLPK,
 * since an abort leaves it at once. */
gboolean glpk_guarded (void (*work) (gpointer data), gpointer data);

/* Milliseconds for GLPK's time limits. */
int glpk_milliseconds (double seconds);

#endif
