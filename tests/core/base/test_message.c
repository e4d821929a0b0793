/* SPDX-License-Identifier: Apache-2.0 */
/* Messages come whole, in order, in whatever parts they arrive, or not at all. */
#include "message.h"

#include <string.h>
#include <unistd.h>

#include "unit.h"

#define N_MESSAGES 3

/* Message i holds the number i and a text of i times eight letters. */
static GByteArray *
put_messages (void)
{
  GByteArray *out = g_byte_array_new ();
  for (guint i = 0; i < N_MESSAGES; i++) {
    g_autofree char *text = g_strnfill (8 * i, 'x');
    gsize start = message_begin (out);
    wire_put_number (out, i);
    wire_put_text (out, text);
    message_end (out, start);
  }
  return out;
}

/* Takes what is there; the number of messages so far. */
static guint
take_messages (Inbox *inbox, guint taken)
{
  Wire content;
  while (inbox_next (inbox, &content)) {
    assert_int_equal (GPOINTER_TO_SIZE (content.data) % 8, 0);
    assert_int_equal (wire_number (&content), taken);
    const char *text = wire_text (&content);
    assert_non_null (text);
    assert_int_equal (strlen (text), 8 * taken);
    assert_int_equal (content.at, content.length);
    taken++;
  }
  return taken;
}

static void
test_in_parts_of_each_size (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_messages ();
  for (gsize size = 1; size <= out->len; size++) {
    g_auto (Inbox) inbox;
    inbox_init (&inbox);
    guint taken = 0;
    for (gsize at = 0; at < out->len; at += size) {
      inbox_add (&inbox, out->data + at, MIN (size, out->len - at));
      taken = take_messages (&inbox, taken);
    }
    assert_int_equal (taken, N_MESSAGES);
    assert_false (inbox.broken);
  }
}

static void
test_cut_off_at_each_byte (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_messages ();
  for (gsize length = 0; length < out->len; length++) {
    g_auto (Inbox) inbox;
    inbox_init (&inbox);
    inbox_add (&inbox, out->data, length);
    assert_in_range (take_messages (&inbox, 0), 0, N_MESSAGES - 1);
    assert_false (inbox.broken);
  }
}

/* A head that was changed breaks the inbox or leaves the message waiting for more; a content
 * that was changed is a message all the same. */
static void
test_changed_at_each_byte (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_messages ();
  gsize first = out->len;
  for (gsize at = 0; at < first; at++)
    for (guint bit = 0; bit < 8; bit++) {
      g_auto (Inbox) inbox;
      Wire content;
      inbox_init (&inbox);
      inbox_add (&inbox, out->data, out->len);
      inbox.bytes->data[at] ^= (guint8)(1u << bit);
      guint n = 0;
      while (inbox_next (&inbox, &content)) {
        n++;
        assert_true (content.data >= inbox.bytes->data &&
                     content.length <=
                         inbox.bytes->len - (gsize)(content.data - inbox.bytes->data));
      }
      assert_in_range (n, 0, N_MESSAGES);
      if (at < 8)
        assert_true (inbox.broken && n == 0);
    }
}

static void
test_from_a_pipe_until_its_end (void **state)
{
  (void)state;
  g_autoptr (GByteArray) out = put_messages ();
  g_auto (Inbox) inbox;
  int ends[2];
  inbox_init (&inbox);
  assert_int_equal (pipe (ends), 0);
  assert_true (write_all (ends[1], out->data, out->len));
  assert_true (inbox_fill (&inbox, ends[0]));
  assert_int_equal (take_messages (&inbox, 0), N_MESSAGES);
  close (ends[1]);
  assert_false (inbox_fill (&inbox, ends[0]));
  close (ends[0]);
}

/* What a broken inbox goes on to receive takes no memory. */
static void
test_a_broken_inbox_keeps_nothing (void **state)
{
  (void)state;
  g_auto (Inbox) inbox;
  int ends[2];
  Wire content;
  inbox_init (&inbox);
  inbox_add (&inbox, "this is no message, not at all", 30);
  assert_false (inbox_next (&inbox, &content));
  assert_true (inbox.broken);
  assert_int_equal (pipe (ends), 0);
  for (guint i = 0; i < 3; i++) {
    assert_true (write_all (ends[1], "more", 4));
    assert_true (inbox_fill (&inbox, ends[0]));
    assert_false (inbox_next (&inbox, &content));
    assert_in_range (inbox.bytes->len, 0, 30);
  }
  close (ends[0]);
  close (ends[1]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_in_parts_of_each_size),
      cmocka_unit_test (test_cut_off_at_each_byte),
      cmocka_unit_test (test_changed_at_each_byte),
      cmocka_unit_test (test_from_a_pipe_until_its_end),
      cmocka_unit_test (test_a_broken_inbox_keeps_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
