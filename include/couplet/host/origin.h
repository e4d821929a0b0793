/* SPDX-License-Identifier: Apache-2.0 */
/* Where an answer comes from: what was read, and what a run is made by. */
#ifndef COUPLET_HOST_ORIGIN_H
#define COUPLET_HOST_ORIGIN_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A name and what it stands for: a parameter that was given a value with -D, a library and its
 * version. */
typedef struct {
  const char *name;
  const char *value;
} CoupletDefinition;

/* A program that is a stage, as configurations have it. */
typedef struct {
  const char *kind; /* `frontend`, `decider`, `optimizer`, `report`; NULL = a front end */
  const char *name;
  guint32 n_command;
  const char *const *command; /* its words */
  guint32 n_endings;
  const char *const *endings; /* of a front end's files, without dot, in lower case */
  gboolean serves;            /* a front end: one process reads one file after the other */
} CoupletProgram;

/* What does a part of a run: a plugin, or a program. */
typedef struct {
  const char *kind; /* `frontend`, `decider`, `optimizer` */
  const char *name;
  const char *version; /* NULL = not known */
  const char *file;    /* the shared object, an absolute name; NULL = it is a program, or missing */
  const char *sha256; /* of the content of file, or of all files that the words of command name, one
                         after the other; NULL = there is none */
  guint32 n_command;
  const char *const *command; /* the words of a program */
} CoupletTool;

/* What a run is made by. */
typedef struct {
  const char *version; /* of Couplet: `0.1.0` */
  const char *commit;  /* 40 hexadecimal digits, followed by `-dirty` where the sources were
                          changed since; NULL = not known */
  const char *date;    /* when the run began, in UTC: `2026-11-22T04:21:42Z` */
  guint32 n_libraries;
  const CoupletDefinition *libraries; /* those loaded and their versions as they run */
  guint32 n_options;
  const char *const *options; /* words of a command line that ask for the same answers; what is
                                 left at its default is not said */

  /* What follows repeats the run, with options and the files that were read. It is known where
   * reports of `verify` and `compare` say it. */
  const char *command;         /* `verify` or `compare`; NULL = it is not known */
  const CoupletTool *frontend; /* what read the file; NULL = not known, or about no file */
  guint32 n_plugins;           /* each decider and optimizer once */
  const CoupletTool *plugins;
  guint32 n_plugin_path;          /* folders searched before that of the installed plugins */
  const char *const *plugin_path; /* absolute names */
  guint32 n_more_options;         /* as options: those of parameters and front ends */
  const char *const *more_options;
  guint32 n_programs;
  const CoupletProgram *programs;
} CoupletProvenance;

/* What an automaton was read from: the file's name without its folder (NULL = standard
 * input), the hash of its content (64 hexadecimal digits), and the parameters given. */
struct CoupletOrigin {
  const char *file;
  const char *sha256;
  guint32 n_parameters;
  const CoupletDefinition *parameters;
  const CoupletProvenance *provenance; /* of the run that read it, with the libraries of the
                                          front end; NULL = not known */
};

#pragma GCC visibility pop
G_END_DECLS

#endif
