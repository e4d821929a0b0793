/* SPDX-License-Identifier: Apache-2.0 */
/* The open documents, what is asked of them, and the jobs that run: one that reads or lays out a
 * text, and beside it one that verifies, for which nothing else waits. */
#ifndef COUPLET_CLI_LSP_DESK_H
#define COUPLET_CLI_LSP_DESK_H

#include "open_text.h"
#include "job.h"

#include <couplet/host/registry.h>

typedef struct {
  CoupletRegistry *registry;
  const char *const *reading;   /* options of every run; ends in NULL */
  const char *const *verifying; /* and of `verify`, besides */
  guint seconds;                /* that a stage may take */
} ServerOptions;

typedef enum { REQUEST_HOVER, REQUEST_LAYOUT } RequestKind;

/* A request that is answered later. */
typedef struct {
  RequestKind kind;
  char *id;           /* JSON */
  OpenText *document; /* not owned */
  Place place;        /* of a hover */
} Request;

typedef struct Desk Desk;

/* A job and what it is for. */
typedef struct Task Task;
struct Task {
  Desk *desk;
  Job *job;                                     /* NULL = none */
  OpenText *document;                           /* that the job is about; not owned */
  Request *request;                             /* that the job answers; NULL = none; not owned */
  void (*take) (Task *task, const JobEnd *end); /* takes what came of the job */
};

struct Desk {
  const ServerOptions *options;
  GPtrArray *documents; /* of OpenText, the last that changed last */
  GPtrArray *requests;  /* of Request */
  Task reading;         /* or laying out: soon done */
  Task verifying;
  gboolean deaf; /* standard output takes no more */
};

/* desk stays where it is. */
void desk_init (Desk *desk, const ServerOptions *options);
void desk_clear (Desk *desk);

/* The open document of that URI; NULL. */
OpenText *desk_find (const Desk *desk, const char *uri);

/* Opens a document, or replaces its text. */
void desk_open (Desk *desk, const char *uri, const char *language, Text text, const char *version);
void desk_change (Desk *desk, OpenText *document, Text text, const char *version);
void desk_close (Desk *desk, OpenText *document);

/* Code is run when it is saved only. */
void desk_save (Desk *desk, OpenText *document);

/* Takes a request about document. */
void desk_ask (Desk *desk, RequestKind kind, const char *id, OpenText *document, Place place);
/* Gives up the request of that id, if it is still to be answered. */
void desk_cancel (Desk *desk, const char *id);

/* Begins what is to be done next. Call it when all that was received has been taken in. */
void desk_work (Desk *desk);

#endif
