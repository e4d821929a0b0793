/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a folder with evidence. */
#include <couplet/internal/evidence_index.h>

#include <couplet/internal/provenance.h>

#include <glib/gstdio.h>

#include "unit.h"

#define ENTRY                                                                                      \
  "{\"evidence\":\"a.json\",\"file\":\"a.svt\",\"uri\":\"file:///a.svt\",\"parameters\":{\"c\":"   \
  "\"2\"},\"kind\":\"bound\",\"cost\":\"7/4\",\"run\":0}"

typedef struct {
  char *folder, *file;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new (Fixture, 1);
  fixture->folder = g_dir_make_tmp ("index-XXXXXX", NULL);
  fixture->file = g_build_filename (fixture->folder, COUPLET_EVIDENCE_INDEX, NULL);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_remove (fixture->file);
  g_rmdir (fixture->folder);
  g_free (fixture->file);
  g_free (fixture->folder);
  g_free (fixture);
  return 0;
}

/* What reading text says is wrong; NULL = nothing. The caller frees it. */
static char *
fault_in (const Fixture *fixture, const char *text)
{
  g_autoptr (GError) error = NULL;
  assert_true (g_file_set_contents (fixture->file, text, -1, NULL));
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_read (fixture->folder, &error);
  assert_true ((index == NULL) == (error != NULL));
  assert_true (error == NULL || g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
  assert_true (error == NULL || g_str_has_prefix (error->message, fixture->file));
  return error != NULL ? g_strdup (error->message + strlen (fixture->file)) : NULL;
}

static void
test_faults_are_named (void **state)
{
  static const char *const rows[][2] = {
      {"{\"couplet_evidence_index\":1,\n\"runs\":[}", ":2:9: expected a value or ']', but found '}'"},
      {"[]", ":1:1: it is not an index of evidence"},
      {"{\"files\":[]}", ":1:1: it is not an index of evidence"},
      {"{\"couplet_evidence_index\":2}", ":1:1: it is an index of another version of Couplet"},
      {"{\"couplet_evidence_index\":1,\"runs\":[]}", ":1:1: \"runs\" or \"entries\" is missing or no list"},
      {"{\"couplet_evidence_index\":1,\"runs\":[1],\"entries\":[]}",
       ":1:37: run 1: expected an object, not a number"},
      {"{\"couplet_evidence_index\":1,\"runs\":[],\"entries\":[" ENTRY "]}",
       ":1:50: entry 1: \"run\" is none of the runs"},
      {"{\"couplet_evidence_index\":1,\"runs\":[],\"entries\":[7]}",
       ":1:50: entry 1: expected an object, not a number"},
      {"{\"couplet_evidence_index\":1,\"runs\":[],\"entries\":[{\"evidence\":\"../"
       "a\",\"file\":\"\","
       "\"uri\":null,\"kind\":\"\",\"cost\":null,\"parameters\":{},\"run\":0}]}",
       ":1:50: entry 1: \"evidence\" is not the name of a file in this folder"},
      {"{\"couplet_evidence_index\":1,\"runs\":[],\"entries\":[{\"evidence\":\"a\",\"file\":\"\","
       "\"uri\":null,\"kind\":\"\",\"cost\":null,\"parameters\":{\"c\":2}}]}",
       ":1:127: entry 1: \"c\" must be a string, not a number"},
      {"{\"couplet_evidence_index\":1,\"runs\":[],\"entries\":[]}", NULL},
      {"{\"couplet_evidence_index\":1,\"runs\":[{\"complete\":true}],\"entries\":[" ENTRY "]}",
       NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *fault = fault_in (*state, rows[i][0]);
    if (rows[i][1] == NULL)
      assert_null (fault);
    else
      assert_string_equal (fault, rows[i][1]);
  }
}

static void
test_what_is_written_reads_the_same (void **state)
{
  const Fixture *fixture = *state;
  assert_null (fault_in (
      fixture, "{\"couplet_evidence_index\":1,\"runs\":[{\"complete\":false},"
               "{\"complete\":true,\"provenance\":{\"version\":\"1\",\"libraries\":{},\"options\":[\"--from=json\"],"
               "\"date\":\"2026-01-02T03:04:05Z\"}}],\"entries\":[{\"evidence\":\"a\\n.json\","
               "\"file\":\"a.svt\",\"uri\":\"file:///a.svt\",\"parameters\":{\"c\":\"2\","
               "\"k\":\"1/2\"},\"kind\":\"bound\",\"cost\":null,\"stage\":\"s\",\"run\":1}]}"));
  for (guint round = 0; round < 2; round++) {
    g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_read (fixture->folder, NULL);
    assert_non_null (index);
    /* the first run has no entry, and another one came after it: it is dropped */
    assert_int_equal (index->runs->len, round == 0 ? 2 : 1);
    const CoupletIndexEntry *entry = couplet_evidence_index_entry (index, 0);
    const CoupletIndexRun *run = couplet_evidence_index_run (index, entry->run);
    assert_true (run->complete);
    assert_string_equal (couplet_index_run_format (run), "json");
    assert_string_equal (run->provenance->date, "2026-01-02T03:04:05Z");
    assert_string_equal (entry->evidence, "a\n.json");
    assert_string_equal (entry->uri, "file:///a.svt");
    assert_null (entry->cost);
    assert_string_equal (entry->stage, "s");
    g_autofree char *item = couplet_evidence_index_item (entry);
    assert_string_equal (item, "file:///a.svt\nc=2\nk=1/2");
    assert_int_equal (couplet_evidence_index_write (index, fixture->folder), 0);
  }
}

static void
test_a_run_is_described_once (void **state)
{
  const Fixture *fixture = *state;
  static const char *const options[] = {"--claim=1", "--from=dot"};
  static const CoupletProvenance first = {
      .version = "1", .date = "then", .n_options = 2, .options = options};
  static const CoupletProvenance second = {.version = "2", .date = "now"};
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_new ();
  assert_int_equal (couplet_evidence_index_add_run (index), 0);
  couplet_evidence_index_describe_run (index, 0, NULL);
  couplet_evidence_index_describe_run (index, 0, &first);
  couplet_evidence_index_describe_run (index, 0, &second);
  assert_int_equal (couplet_evidence_index_write (index, fixture->folder), 0);
  g_autoptr (CoupletEvidenceIndex) again = couplet_evidence_index_read (fixture->folder, NULL);
  const CoupletIndexRun *run = couplet_evidence_index_run (again, 0);
  assert_string_equal (run->provenance->date, "then");
  assert_string_equal (couplet_index_run_format (run), "dot");
  assert_false (run->complete);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_faults_are_named, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_what_is_written_reads_the_same, set_up, tear_down),
      cmocka_unit_test_setup_teardown (test_a_run_is_described_once, set_up, tear_down),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
