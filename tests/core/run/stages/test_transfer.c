/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"

#include "unit.h"

/* Another process may say that there were any number, of which it sends none. */
static void
test_any_number_of_diagnostics_is_counted_at_once (void **state)
{
  (void)state;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  wire_put_number (bytes, 0);
  wire_put_number (bytes, 7);
  wire_put_number (bytes, G_MAXUINT64);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_diagnostics (&wire, diagnostics));
  assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_WARNING), 7);
  assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR), G_MAXINT32);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_any_number_of_diagnostics_is_counted_at_once),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
