/* SPDX-License-Identifier: Apache-2.0 */
/* The file index.json of a folder with evidence: which file is evidence for what (docs/formats.md,
 * evidence folders). */
#ifndef COUPLET_INTERNAL_EVIDENCE_INDEX_H
#define COUPLET_INTERNAL_EVIDENCE_INDEX_H

#include <couplet/host.h>
#include <couplet/internal/arena.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

#define COUPLET_EVIDENCE_INDEX "index.json"

/* A file with evidence. */
typedef struct {
  const char *evidence;     /* its name in the folder */
  const char *file;         /* what it is about, as that was given; `-` = standard input */
  const char *uri;          /* the same, absolute and byte for byte; NULL = standard input */
  const char *model;        /* the name in the folder of what the code came to; NULL = read the
                               file */
  const char *model_sha256; /* of the model's; NULL = evidence has it as that of the input */
  const char *sha256;       /* of the input's content; NULL = not known */
  guint32 n_parameters;
  const CoupletDefinition *parameters;
  const char
      *output; /* of an entry of `outputs`, with these members; NULL = evidence of the whole */
  const char *count; /* JSON: a number, or null */
  guint32 row;
  const char *stage, *plugin, *verdict; /* that it comes from */
  const char *kind;
  const char *cost; /* of the evidence, NULL = it has none */
  guint64 size;     /* of the file, in bytes */
  guint32 run;      /* index */
} CoupletIndexEntry;

/* A run that wrote evidence into the folder. */
typedef struct {
  gboolean complete;                   /* it reached its end */
  const CoupletProvenance *provenance; /* NULL = not known */
} CoupletIndexRun;

typedef struct {
  CoupletArena *arena; /* of all texts */
  GArray *runs;        /* CoupletIndexRun */
  GArray *entries;     /* CoupletIndexEntry */
} CoupletEvidenceIndex;

CoupletEvidenceIndex *couplet_evidence_index_new (void);
void couplet_evidence_index_free (CoupletEvidenceIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletEvidenceIndex, couplet_evidence_index_free)

/* The index of folder. NULL with error set (INPUT), naming the file, also where it is none. */
CoupletEvidenceIndex *couplet_evidence_index_read (const char *folder, GError **error);

/* Makes index what folder's says, whole or not at all, without runs of which nothing is there any
 * more. Returns 0 or an errno. */
int couplet_evidence_index_write (CoupletEvidenceIndex *index, const char *folder);

static inline CoupletIndexEntry *
couplet_evidence_index_entry (const CoupletEvidenceIndex *index, guint i)
{
  return &g_array_index (index->entries, CoupletIndexEntry, i);
}

static inline CoupletIndexRun *
couplet_evidence_index_run (const CoupletEvidenceIndex *index, guint i)
{
  return &g_array_index (index->runs, CoupletIndexRun, i);
}

/* Adds a run that is not complete; its number. */
guint couplet_evidence_index_add_run (CoupletEvidenceIndex *index);
/* Says what run is made by, NULL = it is not known; what was said first stays. */
void couplet_evidence_index_describe_run (CoupletEvidenceIndex *index, guint run,
                                          const CoupletProvenance *provenance);
/* The format that all its inputs were read in; NULL = each by itself. */
const char *couplet_index_run_format (const CoupletIndexRun *run);

/* Adds a copy of entry, evidence that belongs to result, by which file, uri, hashes and parameters
 * are set. */
void couplet_evidence_index_add (CoupletEvidenceIndex *index, const CoupletIndexEntry *entry,
                                 const CoupletResult *result);

/* The input of entry and its parameters: equal for equal ones. The caller frees it. */
char *couplet_evidence_index_item (const CoupletIndexEntry *entry);
/* The same of result. */
char *couplet_evidence_index_item_of_result (const CoupletResult *result);

#pragma GCC visibility pop
G_END_DECLS

#endif
