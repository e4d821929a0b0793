/* SPDX-License-Identifier: Apache-2.0 */
/* The file index.json of a folder with evidence: which file is evidence for what (docs/formats.md,
 * evidence folders). */
#ifndef COUPLET_CLI_EVIDENCE_INDEX_H
#define COUPLET_CLI_EVIDENCE_INDEX_H

#include <couplet/host.h>

#define EVIDENCE_INDEX_NAME "index.json"

/* A file with evidence. */
typedef struct {
  char *evidence;     /* its name in the folder */
  char *file;         /* what it is about, as that was given; `-` = standard input */
  char *uri;          /* the same, absolute and byte for byte; NULL = standard input */
  char *model;        /* the name in the folder of what the code came to; NULL = read the file */
  char *sha256;       /* of the input's content; NULL = not known */
  char *model_sha256; /* of the model's; NULL = evidence has it as that of the input */
  char **parameters;  /* `c=2`, `python.function=svt`; ends in NULL */
  char *kind;
  char *cost;   /* of the evidence, NULL = it has none */
  guint run;    /* index */
  char *output; /* of an entry of `outputs`, with these members; NULL = evidence of the whole */
  gint64 count; /* -1 = null */
  guint row;
  GString *content; /* the whole entry, but for its run, as members of a JSON object */
} IndexEntry;

/* A run that wrote evidence into the folder. */
typedef struct {
  char *content;     /* what is said of it, as members of a JSON object; NULL = nothing yet */
  char *from;        /* the format that all inputs were read in; NULL = each by itself */
  char *date;        /* NULL = not known */
  gboolean complete; /* it reached its end */
} IndexRun;

typedef struct {
  GPtrArray *runs;    /* IndexRun */
  GPtrArray *entries; /* IndexEntry */
} EvidenceIndex;

EvidenceIndex *evidence_index_new (void);
void evidence_index_free (EvidenceIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EvidenceIndex, evidence_index_free)

/* The index of folder. NULL with error set (INPUT), naming the file, also where it is none. */
EvidenceIndex *evidence_index_read (const char *folder, GError **error);

/* Makes index what folder's says, whole or not at all, without runs of which nothing is there any
 * more. Returns 0 or an errno. */
int evidence_index_write (const EvidenceIndex *index, const char *folder);

/* Adds a run that is not complete; its number. */
guint evidence_index_add_run (EvidenceIndex *index);
/* Says what run is made by, NULL = it is not known; what was said first stays. */
void evidence_index_describe_run (EvidenceIndex *index, guint run,
                                  const CoupletProvenance *provenance);

/* Evidence in a file of a folder, and the stage that it comes from. */
typedef struct {
  const char *stage, *plugin, *verdict;
  const char *kind;
  const char *cost;   /* NULL = it has none */
  const char *output; /* with count and row as an entry has them */
  gint64 count;
  guint row;
  const char *model; /* the file with what the code of its result came to, or NULL */
} IndexedEvidence;

/* Adds evidence, which belongs to result, in the file called name, of so many bytes. */
void evidence_index_add (EvidenceIndex *index, guint run, const CoupletResult *result,
                         const IndexedEvidence *evidence, const char *name, gsize size);

/* The input of entry and its parameters: equal for equal ones. The caller frees it. */
char *evidence_index_item (const IndexEntry *entry);
/* The same of result. */
char *evidence_index_item_of_result (const CoupletResult *result);

#endif
