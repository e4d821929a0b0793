/* SPDX-License-Identifier: Apache-2.0 */
/* What is put comes back; of what is cut off or changed nothing comes that is not there. */
#include "wire.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

/* What the records below hold, as it came back. */
typedef struct {
  guint64 number;
  double real;
  const guint8 *bytes;
  gsize n_bytes;
  const guint8 *nothing;
  const char *text, *empty, *missing;
  CoupletRational value;
  gboolean has_value, has_null;
} Record;

#define BYTES "five\0"
#define BIG "-123456789012345678901234567890123456789/98765432109876543210987654321"

static GByteArray *
put_record (void)
{
  GByteArray *out = g_byte_array_new ();
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  assert_true (couplet_rational_parse (&value, BIG, strlen (BIG), NULL));
  wire_put_number (out, G_MAXUINT64);
  wire_put_double (out, -0.1);
  wire_put_bytes (out, BYTES, sizeof BYTES);
  wire_put_bytes (out, NULL, 0);
  wire_put_text (out, "a text");
  wire_put_text (out, "");
  wire_put_text (out, NULL);
  wire_put_rational (out, &value);
  wire_put_rational (out, NULL);
  return out;
}

static void
take_record (Wire *wire, Record *record)
{
  gsize none;
  record->number = wire_number (wire);
  record->real = wire_double (wire);
  record->bytes = wire_bytes (wire, &record->n_bytes);
  record->nothing = wire_bytes (wire, &none);
  record->text = wire_text (wire);
  record->empty = wire_text (wire);
  record->missing = wire_text (wire);
  record->has_value = wire_rational (wire, &record->value);
  record->has_null = wire_rational (wire, &(CoupletRational){0});
}

static Wire
wire_of (const guint8 *data, gsize length)
{
  return (Wire){data, length, 0, FALSE};
}

static void
test_round_trip (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_record ();
  Wire wire = wire_of (out->data, out->len);
  Record record;
  take_record (&wire, &record);
  assert_false (wire.broken);
  assert_int_equal (wire.at, wire.length);
  assert_int_equal (out->len % 8, 0);
  assert_true (record.number == G_MAXUINT64 && record.real == -0.1);
  assert_int_equal (record.n_bytes, sizeof BYTES);
  assert_memory_equal (record.bytes, BYTES, sizeof BYTES);
  assert_null (record.nothing);
  assert_string_equal (record.text, "a text");
  assert_string_equal (record.empty, "");
  assert_null (record.missing);
  assert_false (record.has_null);
  g_autofree char *value = couplet_rational_to_string (&record.value);
  assert_true (record.has_value);
  g_auto (CoupletRational) big;
  couplet_rational_init (&big);
  couplet_rational_parse (&big, BIG, strlen (BIG), NULL);
  g_autofree char *expected = couplet_rational_to_string (&big);
  assert_string_equal (value, expected);
}

/* Every pointer that came back lies within the data. */
static void
assert_within (const Wire *wire, gconstpointer part, gsize length)
{
  const guint8 *start = part;
  if (part != NULL)
    assert_true (start >= wire->data && length <= wire->length &&
                 (gsize)(start - wire->data) <= wire->length - length);
}

static void
check_record (const Wire *wire, const Record *record)
{
  assert_true (wire->at <= wire->length);
  assert_within (wire, record->bytes, record->n_bytes);
  const char *const texts[] = {record->text, record->empty, record->missing};
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL) {
      gsize left = wire->length - (gsize)((const guint8 *)texts[i] - wire->data);
      assert_within (wire, texts[i], 1);
      assert_non_null (memchr (texts[i], '\0', left));
    }
  if (record->has_value) {
    mpz_srcptr numerator = mpq_numref (record->value.value);
    assert_within (wire, mpz_limbs_read (numerator), mpz_size (numerator) * sizeof (mp_limb_t));
    assert_true (mpz_sgn (mpq_denref (record->value.value)) > 0);
  }
}

static void
test_cut_off_at_each_byte (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_record ();
  for (gsize length = 0; length < out->len; length++) {
    g_autofree guint8 *part = g_memdup2 (out->data, MAX (length, 1)); /* no byte after it */
    Wire wire = wire_of (part, length);
    Record record = {0};
    take_record (&wire, &record);
    assert_true (wire.broken);
    check_record (&wire, &record);
    assert_int_equal (wire_number (&wire), 0); /* and stays so */
  }
}

static void
test_changed_at_each_byte (void **state)
{
  (void)state;
  static const guint8 changes[] = {0x01, 0x80, 0xff};
  g_autoptr (GByteArray) out = put_record ();
  for (gsize at = 0; at < out->len; at++)
    for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
      g_autofree guint8 *copy = g_memdup2 (out->data, out->len);
      copy[at] ^= changes[i];
      Wire wire = wire_of (copy, out->len);
      Record record = {0};
      take_record (&wire, &record);
      check_record (&wire, &record);
    }
}

static void
test_what_is_no_text_breaks_it (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  wire_put_bytes (out, "no end", 6);
  Wire wire = wire_of (out->data, out->len);
  assert_null (wire_text (&wire));
  assert_true (wire.broken);
}

static void
test_a_denominator_of_nothing_breaks_it (void **state)
{
  (void)state;
  static const guint64 one = 1;
  for (guint negative = 0; negative < 2; negative++) {
    g_autoptr (GByteArray) out = g_byte_array_new ();
    CoupletRational value;
    wire_put_number (out, TRUE);
    wire_put_number (out, FALSE);
    wire_put_bytes (out, &one, sizeof one);
    wire_put_number (out, negative);
    wire_put_bytes (out, &one, negative ? sizeof one : 0);
    Wire wire = wire_of (out->data, out->len);
    assert_false (wire_rational (&wire, &value));
    assert_true (wire.broken);
  }
}

static void
test_write_all_to_a_pipe_that_is_closed (void **state)
{
  (void)state;
  int ends[2];
  char got[4];
  signal (SIGPIPE, SIG_IGN);
  assert_int_equal (pipe (ends), 0);
  assert_true (write_all (ends[1], "four", 4));
  assert_int_equal (read (ends[0], got, sizeof got), 4);
  assert_memory_equal (got, "four", 4);
  close (ends[0]);
  assert_false (write_all (ends[1], "four", 4));
  close (ends[1]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_round_trip),
      cmocka_unit_test (test_cut_off_at_each_byte),
      cmocka_unit_test (test_changed_at_each_byte),
      cmocka_unit_test (test_what_is_no_text_breaks_it),
      cmocka_unit_test (test_a_denominator_of_nothing_breaks_it),
      cmocka_unit_test (test_write_all_to_a_pipe_that_is_closed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
