/* SPDX-License-Identifier: Apache-2.0 */
/* Shared objects that lack a part. */
#include "object_file.h"

#include <glib/gstdio.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

/* Program headers further behind are read where they stand. */
#define FAR_BEHIND 8192

/* What is wrong with a shared object of one segment, all of it, whose program header stands at that
 * offset, and whose last n_missing bytes are cut off. */
static const char *
fault_of (gsize offset, gsize n_missing)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  gsize size = offset + sizeof (ElfW (Phdr));
  g_autofree char *data = g_malloc0 (size);
  ElfW (Ehdr) header = {.e_type = ET_DYN, .e_phnum = 1, .e_phentsize = sizeof (ElfW (Phdr))};
  const ElfW (Phdr) segment = {.p_type = PT_LOAD, .p_filesz = size};
  memcpy (header.e_ident, ELFMAG, SELFMAG);
  header.e_phoff = offset;
  memcpy (data, &header, sizeof header);
  memcpy (data + offset, &segment, sizeof segment);
  int file = g_file_open_tmp ("object-XXXXXX", &path, &error);
  assert_true (file >= 0);
  assert_int_equal (write (file, data, size - n_missing), (gssize)(size - n_missing));
  close (file);
  const char *fault = elf_fault (path);
  g_unlink (path);
  return fault;
}

static void
test_a_header_is_found_wherever_it_stands (void **state)
{
  (void)state;
  assert_null (fault_of (sizeof (ElfW (Ehdr)), 0));
  assert_null (fault_of (FAR_BEHIND, 0));
}

static void
test_a_header_that_is_cut_off_is_missed (void **state)
{
  (void)state;
  static const char missing[] = "truncated: its program headers are missing";
  assert_string_equal (fault_of (sizeof (ElfW (Ehdr)), 1), missing);
  assert_string_equal (fault_of (FAR_BEHIND, 1), missing);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_header_is_found_wherever_it_stands),
      cmocka_unit_test (test_a_header_that_is_cut_off_is_missed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
