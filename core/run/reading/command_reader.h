/* SPDX-License-Identifier: Apache-2.0 */
/* Front ends that are programs: started, asked for the mechanisms of a file, and believed in
 * nothing but the form of what they say. docs/plugins.md has the protocol. */
#ifndef COUPLET_CORE_COMMAND_READER_H
#define COUPLET_CORE_COMMAND_READER_H

#include <couplet/host/model.h>
#include <couplet/host/item.h>
#include <couplet/plugin.h>

#define COMMAND_READER_LIMIT 60000 /* ms for a file, where nothing is set */

/* A program that reads files. All texts are its own. */
typedef struct CommandReader {
  char *name;                  /* of the front end */
  char **command;              /* its words */
  const CoupletPlugin *plugin; /* whose files it reads; NULL = it is a front end itself */
  const char *file;            /* of plugin */
  char **environment;          /* NULL = this program's */
  char **endings;              /* without dot, in lower case */
  const char *language;        /* told with each request; NULL = nothing is */
  char **settings;             /* NAME.KEY=VALUE, passed on with each request */
  gboolean serves;             /* it answers one request after the other */
  gint64 limit_ms;             /* for a file; 0 = none */
  gint64 grace_ms;             /* how much longer it may take to tell of its limit itself */
  int filter;                  /* descriptor of its filter of system calls (sandbox.h); -1 = none */
  char *refusal;               /* why it cannot be used; NULL = it can */
  char *warning;               /* about each mechanism that it reads; NULL = none */
  struct Server *server;       /* that runs; NULL = none does */
  guint64 n_requests;          /* so far */
  guint64 asked; /* number of the last, which nobody can tell before; its answer has it, too */
} CommandReader;

CommandReader *command_reader_new (const char *name);
void command_reader_free (CommandReader *reader);

/* What it says of one mechanism, or of the file: then name is NULL. */
typedef struct CoupletReading {
  const CommandReader *reader; /* NULL = none was asked */
  char *name;
  char *model;      /* JSON; NULL = it could not be read, which a message tells */
  char *understood; /* JSON; NULL = not told */
  char *epsilon;    /* NULL = all */
  char *sha256;     /* of the file's content; NULL = it is not a regular file */
  char **used;      /* names of the parameters that it asks for; NULL = not told */
  guint32 line;     /* in the source; 0 = not told */
  double seconds;   /* that the program took for the file, with starting it */
  gboolean failed;
  gboolean is_ignored;             /* the file: comments leave out all of it */
  gboolean rounded;                /* whether numbers of it are fractions near irrational ones */
  CoupletDiagnostics *diagnostics; /* about file::name */
} CoupletReading;

void reading_free (CoupletReading *reading);

/* What reader says of the mechanism called name (empty = all) of file, with parameters. There is at
 * least one; one without a model has an error, or is_ignored. The caller frees the list
 * (CoupletReading). */
GPtrArray *command_reader_ask (CommandReader *reader, const char *file, const char *name,
                               const CoupletDefinition *parameters, guint n_parameters,
                               const volatile int *cancelled);

/* The same list, with nothing but an error about file. */
GPtrArray *command_reader_refuse (const char *file, const char *error);

#endif
