/* SPDX-License-Identifier: Apache-2.0 */
#include "merge.h"

#include "compare_answers.h"
#include "merge_source.h"

#include <couplet/internal/format.h>
#include <couplet/internal/provenance.h>

#include <string.h>

#define NOT_LISTED G_MAXUINT

/* An answer, and where to read it again. */
typedef struct {
  guint source;
  SourcePlace place;
  CoupletPart part;  /* its texts are in names; no shards: of no run that is divided */
  const char *maker; /* in names; NULL = not known */
  const char *name;  /* the number of swept parameters, and what people call the item */
  guint8 digest[DIGEST_BYTES];
  guint order;    /* in which it was added */
  guint position; /* in the run, 0 = there is no one run */
  guint listed;
  guint next; /* another one of that name, 0 = none: the first answer follows none */
  gboolean left_out;
  char *contradiction; /* NULL = none */
} Answer;

struct CoupletMerge {
  GPtrArray *sources;    /* MergeSource * */
  GPtrArray *unanswered; /* names of items that a store has no answer to, in names */
  GArray *answers;       /* Answer, first as they were added, then as they are reported */
  GStringChunk *names;
  GHashTable *makers; /* version and options, in names, as a set */
  GHashTable *asked;  /* what runs were asked, in names, as a set */
  GHashTable *wanted; /* file to its place in the list, NULL = there is no list */
  GArray *findings;   /* CoupletFinding */
  guint n_kept;       /* after joining, these come first */
  gboolean one_run;   /* all answers are of shards of one run ... */
  gboolean whole;     /* ... and all of its answers are there */
};

static void
clear_answer (gpointer data)
{
  g_free (((Answer *)data)->contradiction);
}

static void
clear_finding (gpointer data)
{
  g_free (((CoupletFinding *)data)->text);
}

CoupletMerge *
couplet_merge_new (void)
{
  CoupletMerge *merge = g_new0 (CoupletMerge, 1);
  merge->sources = g_ptr_array_new_with_free_func ((GDestroyNotify)merge_source_free);
  merge->unanswered = g_ptr_array_new ();
  merge->answers = g_array_new (FALSE, FALSE, sizeof (Answer));
  g_array_set_clear_func (merge->answers, clear_answer);
  merge->names = g_string_chunk_new (65536);
  merge->makers = g_hash_table_new (NULL, NULL);
  merge->asked = g_hash_table_new (NULL, NULL);
  merge->findings = g_array_new (FALSE, FALSE, sizeof (CoupletFinding));
  g_array_set_clear_func (merge->findings, clear_finding);
  return merge;
}

void
couplet_merge_free (CoupletMerge *merge)
{
  if (merge == NULL)
    return;
  g_ptr_array_unref (merge->sources);
  g_ptr_array_unref (merge->unanswered);
  g_array_unref (merge->answers);
  g_string_chunk_free (merge->names);
  g_hash_table_unref (merge->makers);
  g_hash_table_unref (merge->asked);
  g_clear_pointer (&merge->wanted, g_hash_table_unref);
  g_array_unref (merge->findings);
  g_free (merge);
}

static Answer *
answer_at (const CoupletMerge *merge, guint index)
{
  return &g_array_index (merge->answers, Answer, index);
}

static const char *
shown_name (const Answer *answer)
{
  return strchr (answer->name, ' ') + 1;
}

static void G_GNUC_PRINTF (3, 4)
    add_finding (CoupletMerge *merge, CoupletFindingKind kind, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  CoupletFinding finding = {kind, g_strdup_vprintf (format, arguments)};
  va_end (arguments);
  g_array_append_val (merge->findings, finding);
}

/* ---- Adding ------------------------------------------------------------------------------ */

/* Each text is kept once, so that its address tells it apart. */
static const char *
keep_text (CoupletMerge *merge, const char *text)
{
  return text != NULL ? g_string_chunk_insert_const (merge->names, text) : NULL;
}

/* What made the answer, but the libraries, which depend on the file's format; NULL = not known. */
static const char *
maker_of (CoupletMerge *merge, const CoupletOrigin *origin)
{
  if (origin == NULL || origin->provenance == NULL)
    return NULL;
  const CoupletProvenance *provenance = origin->provenance;
  g_autofree char *options = couplet_provenance_options (provenance);
  const char *commit = provenance->commit != NULL ? provenance->commit : "unknown";
  g_autofree char *maker = g_strdup_printf ("version %s, commit %s, %s", provenance->version,
                                            commit, *options != '\0' ? options : "no options");
  return keep_text (merge, maker);
}

/* What result is about: the number of swept parameters, and what people call it. */
static const char *
name_of (CoupletMerge *merge, const CoupletResult *result)
{
  g_autofree char *item = couplet_format_item (result);
  g_autofree char *name = g_strdup_printf ("%u %s", result->n_swept, item);
  return g_string_chunk_insert_const (merge->names, name);
}

static gboolean
add_answer (gpointer data, const CoupletResult *result, SourcePlace place, SourceRun run)
{
  CoupletMerge *merge = data;
  Answer answer = {.source = merge->sources->len - 1,
                   .place = place,
                   .maker = maker_of (merge, result->origin),
                   .name = name_of (merge, result),
                   .order = merge->answers->len,
                   .listed = NOT_LISTED};
  if (result->part != NULL)
    answer.part = *result->part;
  answer.part.list = keep_text (merge, run.list);
  answer.part.asked = keep_text (merge, run.asked);
  if (merge->wanted != NULL) {
    gpointer index;
    answer.left_out = !g_hash_table_lookup_extended (merge->wanted, result->file, NULL, &index);
    answer.listed = answer.left_out ? NOT_LISTED : GPOINTER_TO_UINT (index);
  }
  answer_digest (result, answer.digest);
  if (answer.maker != NULL)
    g_hash_table_add (merge->makers, (gpointer)answer.maker);
  if (run.asked != NULL)
    g_hash_table_add (merge->asked, (gpointer)answer.part.asked);
  g_array_append_val (merge->answers, answer);
  return TRUE;
}

static void
add_unanswered (gpointer data, const CoupletResult *result)
{
  CoupletMerge *merge = data;
  g_ptr_array_add (merge->unanswered, (gpointer)name_of (merge, result));
}

void
couplet_merge_expect (CoupletMerge *merge, const char *const *files, guint n)
{
  merge->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++) { /* names stand in reports as valid text */
    char *file = g_utf8_make_valid (files[i], -1);
    if (g_hash_table_contains (merge->wanted, file))
      g_free (file);
    else
      g_hash_table_insert (merge->wanted, file, GUINT_TO_POINTER (i));
  }
}

gboolean
couplet_merge_add (CoupletMerge *merge, const char *name, GError **error)
{
  MergeSource *source = merge_source_open (name, error);
  if (source == NULL)
    return FALSE;
  g_ptr_array_add (merge->sources, source);
  const SourceTakers takers = {merge, add_answer, add_unanswered};
  guint64 cut_off = 0;
  gboolean good = merge_source_read_all (source, &takers, &cut_off, error);
  if (cut_off > 0)
    add_finding (merge, COUPLET_FINDING_NOTE,
                 "%s:%" G_GUINT64_FORMAT ": the last line is cut off, and left out", name, cut_off);
  return good;
}

/* ---- Joining: one answer for each file ----------------------------------------------------- */

static gboolean
read_answer (const CoupletMerge *merge, const Answer *answer, const CoupletAutomaton *automaton,
             ReadResult *read, GError **error)
{
  MergeSource *source = g_ptr_array_index (merge->sources, answer->source);
  return merge_source_read (source, answer->place, automaton, read, error);
}

/* `a.jsonl:12`. The caller frees it. */
static char *
place_text (const CoupletMerge *merge, const Answer *answer)
{
  return merge_source_place (g_ptr_array_index (merge->sources, answer->source), answer->place);
}

/* What a and b, which are not alike, say of each other; one is left out, unless they are about
 * different parameters. */
static void
settle (CoupletMerge *merge, Answer *a, Answer *b, const CoupletResult *of_a,
        const CoupletResult *of_b)
{
  g_autofree char *at_a = place_text (merge, a), *at_b = place_text (merge, b);
  if (answers_differ_in_content (of_a, of_b)) {
    b->left_out = TRUE;
    add_finding (merge, COUPLET_FINDING_CONTRADICTION,
                 "%s: the contents differ: %s and %s are about different contents of the file; the "
                 "first is kept",
                 shown_name (a), at_a, at_b);
    return;
  }
  g_autofree char *contradiction = answers_contradiction (of_a, of_b);
  if (contradiction != NULL) {
    b->left_out = TRUE;
    add_finding (merge, COUPLET_FINDING_CONTRADICTION, "%s: %s and %s contradict each other: %s",
                 shown_name (a), at_a, at_b, contradiction);
    if (a->contradiction == NULL)
      a->contradiction = g_strdup_printf ("%s and %s: %s", at_a, at_b, contradiction);
    return;
  }
  gboolean more = answer_says_more (of_a, of_b);
  a->left_out = more;
  b->left_out = !more;
  add_finding (merge, COUPLET_FINDING_DOUBLE, "%s: %s and %s answer differently; %s says more",
               shown_name (a), at_a, at_b, more ? at_b : at_a);
}

static gboolean
may_be_same (const char *a, const char *b)
{
  return a == NULL || b == NULL || a == b;
}

/* Whether a and b may be of one run that is divided. */
static gboolean
may_be_of_one_run (const Answer *a, const Answer *b)
{
  return a->part.n_shards > 0 && a->part.n_shards == b->part.n_shards &&
         a->part.n_items == b->part.n_items && may_be_same (a->part.list, b->part.list) &&
         may_be_same (a->part.asked, b->part.asked) && may_be_same (a->maker, b->maker);
}

/* Whether a and b are lines of one file about one item of a run. */
static gboolean
are_one_item (const Answer *a, const Answer *b)
{
  return a->source == b->source && a->part.item == b->part.item && may_be_of_one_run (a, b);
}

/* Compares b with a, an earlier one of the same name. FALSE with error set. */
static gboolean
join_pair (CoupletMerge *merge, Answer *a, Answer *b, GError **error)
{
  if (memcmp (a->digest, b->digest, DIGEST_BYTES) == 0) {
    g_autofree char *at_a = place_text (merge, a), *at_b = place_text (merge, b);
    b->left_out = TRUE;
    add_finding (merge, COUPLET_FINDING_DOUBLE, "%s: the same answer in %s and %s", shown_name (a),
                 at_a, at_b);
    return TRUE;
  }
  if (are_one_item (a, b)) {
    g_autofree char *at_a = place_text (merge, a), *at_b = place_text (merge, b);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s: item %u of the run has another answer in %s", at_b, b->part.item, at_a);
    return FALSE;
  }
  g_auto (ReadResult) of_a = {0};
  g_auto (ReadResult) of_b = {0};
  if (!read_answer (merge, a, NULL, &of_a, error) || !read_answer (merge, b, NULL, &of_b, error))
    return FALSE;
  if (!answers_differ_in_parameters (&of_a.result, &of_b.result))
    settle (merge, a, b, &of_a.result, &of_b.result);
  return TRUE;
}

/* Whether the numbers of items tell all answers apart: they may be of one run, in which each item
 * has one name. A file that was named twice is two items. */
static gboolean
have_numbers (const CoupletMerge *merge)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < merge->answers->len; i++) {
    const Answer *answer = answer_at (merge, i);
    gpointer item = GUINT_TO_POINTER (answer->part.item);
    const char *name = g_hash_table_lookup (names, item);
    if (!may_be_of_one_run (answer_at (merge, 0), answer) || (name != NULL && name != answer->name))
      return FALSE;
    g_hash_table_insert (names, item, (gpointer)answer->name);
  }
  return TRUE;
}

/* Compares each answer with those before it about the same item. FALSE with error set. */
static gboolean
join_all (CoupletMerge *merge, GError **error)
{
  gboolean numbers = have_numbers (merge);
  /* names are kept once, so that their addresses tell them apart */
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < merge->answers->len; i++) {
    Answer *b = answer_at (merge, i);
    gpointer start;
    if (b->left_out)
      continue;
    gpointer what = numbers ? GUINT_TO_POINTER (b->part.item) : (gpointer)b->name;
    if (!g_hash_table_lookup_extended (first, what, NULL, &start)) {
      g_hash_table_insert (first, what, GUINT_TO_POINTER (i));
      continue;
    }
    Answer *a = answer_at (merge, GPOINTER_TO_UINT (start));
    for (;; a = answer_at (merge, a->next)) {
      if (!a->left_out && !b->left_out && !join_pair (merge, a, b, error))
        return FALSE;
      if (a->next == 0)
        break;
    }
    a->next = i;
  }
  return TRUE;
}

/* ---- Joining: what is missing --------------------------------------------------------------- */

/* A run that is divided, of which there are answers. */
typedef struct {
  Answer whole;      /* its first answer, with what is known of any */
  GHashTable *items; /* number to answer, counted from 1 */
  GHashTable *shards;
} DividedRun;

static void
clear_run (gpointer data)
{
  DividedRun *run = data;
  g_hash_table_unref (run->items);
  g_hash_table_unref (run->shards);
}

/* Whether answer number index may be of run: what is known of both agrees, and no other item has
 * its number. */
static gboolean
may_join (const CoupletMerge *merge, const DividedRun *run, guint index)
{
  const Answer *answer = answer_at (merge, index);
  guint other =
      GPOINTER_TO_UINT (g_hash_table_lookup (run->items, GUINT_TO_POINTER (answer->part.item)));
  return may_be_of_one_run (&run->whole, answer) &&
         (other == 0 || answer_at (merge, other - 1)->name == answer->name);
}

static void
join_run (const CoupletMerge *merge, GArray *runs, guint index)
{
  const Answer *answer = answer_at (merge, index);
  guint i = 0;
  while (i < runs->len && !may_join (merge, &g_array_index (runs, DividedRun, i), index))
    i++;
  if (i == runs->len) {
    const DividedRun fresh = {*answer, g_hash_table_new (NULL, NULL),
                              g_hash_table_new (NULL, NULL)};
    g_array_append_val (runs, fresh);
  }
  DividedRun *run = &g_array_index (runs, DividedRun, i);
  Answer *whole = &run->whole;
  whole->part.list = whole->part.list != NULL ? whole->part.list : answer->part.list;
  whole->part.asked = whole->part.asked != NULL ? whole->part.asked : answer->part.asked;
  whole->maker = whole->maker != NULL ? whole->maker : answer->maker;
  g_hash_table_add (run->shards, GUINT_TO_POINTER (answer->part.shard));
  g_hash_table_insert (run->items, GUINT_TO_POINTER (answer->part.item),
                       GUINT_TO_POINTER (index + 1));
}

/* The divided runs that answers are of, those that are left out for a better one, too. */
static GArray *
find_runs (const CoupletMerge *merge)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (DividedRun));
  g_array_set_clear_func (runs, clear_run);
  for (guint i = 0; i < merge->answers->len; i++)
    if (answer_at (merge, i)->part.n_shards > 0)
      join_run (merge, runs, i);
  return runs;
}

/* Names the shards of run of which there is nothing, and says how many answers are missing. which:
 * what run is called, where there are others. */
static void
find_missing_shards (CoupletMerge *merge, const DividedRun *run, const char *which)
{
  const CoupletPart *part = &run->whole.part;
  guint there = g_hash_table_size (run->items);
  if (there == part->n_items)
    return;
  add_finding (merge, COUPLET_FINDING_MISSING, "%s%u of the run's %u answers are missing", which,
               part->n_items - there, part->n_items);
  for (guint shard = 1; shard <= part->n_shards; shard++)
    if (!g_hash_table_contains (run->shards, GUINT_TO_POINTER (shard)))
      add_finding (merge, COUPLET_FINDING_MISSING, "%sshard %u of %u is missing", which, shard,
                   part->n_shards);
}

/* Whether what is kept is of the one run, each item once. */
static gboolean
are_all_of (const CoupletMerge *merge)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < merge->n_kept; i++) {
    const CoupletPart *part = &answer_at (merge, i)->part;
    if (part->n_shards == 0 || !g_hash_table_add (seen, GUINT_TO_POINTER (part->item)))
      return FALSE;
  }
  return merge->n_kept > 0;
}

/* Says what is missing of each run that is divided, whatever else there is beside it. */
static void
find_missing_answers (CoupletMerge *merge, const GArray *runs)
{
  for (guint i = 0; i < runs->len; i++) {
    const DividedRun *run = &g_array_index (runs, DividedRun, i);
    g_autofree char *place = place_text (merge, &run->whole);
    g_autofree char *which =
        runs->len > 1 ? g_strdup_printf ("the run of %s: ", place) : g_strdup ("");
    find_missing_shards (merge, run, which);
  }
  merge->one_run = runs->len == 1 && are_all_of (merge);
  merge->whole = merge->one_run && merge->n_kept == answer_at (merge, 0)->part.n_items;
}

/* Names what stores were to answer and nobody has answered. */
static void
find_unanswered (CoupletMerge *merge)
{
  g_autoptr (GHashTable) answered = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < merge->n_kept; i++)
    g_hash_table_add (answered, (gpointer)answer_at (merge, i)->name);
  for (guint i = 0; i < merge->unanswered->len; i++) {
    const char *name = g_ptr_array_index (merge->unanswered, i);
    if (g_hash_table_add (answered, (gpointer)name))
      add_finding (merge, COUPLET_FINDING_MISSING, "%s: there is no answer",
                   strchr (name, ' ') + 1);
  }
}

typedef struct {
  guint index;
  const char *file;
} Wanted;

static int
compare_wanted (gconstpointer a, gconstpointer b)
{
  guint one = ((const Wanted *)a)->index, other = ((const Wanted *)b)->index;
  return one < other ? -1 : one > other;
}

/* Names the files of the list that have no answer. */
static void
find_missing_files (CoupletMerge *merge)
{
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (Wanted));
  GHashTableIter iter;
  gpointer file, index;
  for (guint i = 0; i < merge->n_kept; i++)
    g_hash_table_add (there, GUINT_TO_POINTER (answer_at (merge, i)->listed));
  g_hash_table_iter_init (&iter, merge->wanted);
  while (g_hash_table_iter_next (&iter, &file, &index)) {
    Wanted one = {GPOINTER_TO_UINT (index), file};
    if (!g_hash_table_contains (there, index))
      g_array_append_val (missing, one);
  }
  g_array_sort (missing, compare_wanted);
  for (guint i = 0; i < missing->len; i++)
    add_finding (merge, COUPLET_FINDING_MISSING, "%s: there is no answer",
                 g_array_index (missing, Wanted, i).file);
}

/* ---- Joining: the order --------------------------------------------------------------------- */

/* What is left out comes last; the rest in the order of the list, of the run, or of adding. */
static int
compare_answers (gconstpointer first, gconstpointer second)
{
  const Answer *a = first, *b = second;
  const guint keys[][2] = {{(guint)a->left_out, (guint)b->left_out},
                           {a->listed, b->listed},
                           {a->position, b->position},
                           {a->order, b->order}};
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

/* Puts what is kept first, in the order in which it was added. */
static void
move_kept (CoupletMerge *merge)
{
  guint kept = 0, unlisted = 0;
  for (guint i = 0; i < merge->answers->len; i++) {
    Answer swap = *answer_at (merge, i);
    unlisted += merge->wanted != NULL && swap.listed == NOT_LISTED;
    if (swap.left_out)
      continue;
    *answer_at (merge, i) = *answer_at (merge, kept);
    *answer_at (merge, kept++) = swap;
  }
  merge->n_kept = kept;
  if (unlisted > 0)
    add_finding (merge, COUPLET_FINDING_NOTE,
                 "%u answers are of files that the list does not name, and left out", unlisted);
}

/* Says that runs were asked differently. */
static void
note_asked (CoupletMerge *merge)
{
  if (g_hash_table_size (merge->asked) < 2)
    return;
  g_autoptr (GList) all = g_list_sort (g_hash_table_get_keys (merge->asked), (GCompareFunc)strcmp);
  const char *first = all->data;
  add_finding (merge, COUPLET_FINDING_NOTE,
               "the answers are of runs with %u different settings: %s; %s%s",
               g_hash_table_size (merge->asked), *first != '\0' ? first : "none",
               (const char *)all->next->data, all->next->next != NULL ? "; ..." : "");
}

static void
note_makers (CoupletMerge *merge)
{
  if (g_hash_table_size (merge->makers) < 2)
    return;
  g_autoptr (GList) all = g_list_sort (g_hash_table_get_keys (merge->makers), (GCompareFunc)strcmp);
  add_finding (merge, COUPLET_FINDING_NOTE,
               "the answers were made by %u versions or with as many options: %s; %s%s",
               g_hash_table_size (merge->makers), (const char *)all->data,
               (const char *)all->next->data, all->next->next != NULL ? "; ..." : "");
}

gboolean
couplet_merge_join (CoupletMerge *merge, GError **error)
{
  if (!join_all (merge, error))
    return FALSE;
  g_autoptr (GArray) runs = find_runs (merge);
  move_kept (merge);
  note_makers (merge);
  note_asked (merge);
  find_missing_answers (merge, runs);
  for (guint i = 0; i < merge->n_kept; i++) /* numbers of different runs have no order */
    answer_at (merge, i)->position = merge->one_run ? answer_at (merge, i)->part.item : 0;
  if (merge->wanted != NULL)
    find_missing_files (merge);
  else
    find_unanswered (merge);
  g_array_sort (merge->answers, compare_answers);
  return TRUE;
}

const CoupletFinding *
couplet_merge_findings (const CoupletMerge *merge, guint *n)
{
  *n = merge->findings->len;
  return (const CoupletFinding *)(gpointer)merge->findings->data;
}

/* ---- Reading what is kept ------------------------------------------------------------------- */

guint
merge_n_kept (const CoupletMerge *merge)
{
  return merge->n_kept;
}

gboolean
merge_is_part (const CoupletMerge *merge, SourceRun *run)
{
  *run = (SourceRun){NULL, NULL};
  for (guint i = 0; i < merge->n_kept; i++) {
    const CoupletPart *its = &answer_at (merge, i)->part;
    run->list = run->list != NULL ? run->list : its->list;
    run->asked = run->asked != NULL ? run->asked : its->asked;
  }
  return merge->one_run && !merge->whole;
}

const CoupletPart *
merge_part (const CoupletMerge *merge, guint index)
{
  return &answer_at (merge, index)->part;
}

gboolean
merge_key (const CoupletMerge *merge, guint index, guint8 *key)
{
  const Answer *answer = answer_at (merge, index);
  return merge_source_key (g_ptr_array_index (merge->sources, answer->source), answer->place, key);
}

gboolean
couplet_merge_has_source (const CoupletMerge *merge, const char *name)
{
  for (guint i = 0; i < merge->sources->len; i++)
    if (merge_source_is (g_ptr_array_index (merge->sources, i), name))
      return TRUE;
  return FALSE;
}

gboolean
merge_read (const CoupletMerge *merge, guint index, const CoupletAutomaton *automaton,
            ReadResult *read, GError **error)
{
  const Answer *answer = answer_at (merge, index);
  if (!read_answer (merge, answer, automaton, read, error))
    return FALSE;
  read->result.part = !merge->whole && answer->part.n_shards > 1 ? &answer->part : NULL;
  if (answer->contradiction != NULL && !read->result.disagreement) {
    read->result.disagreement = TRUE;
    read->result.disagreement_text = answer->contradiction;
  }
  return TRUE;
}
