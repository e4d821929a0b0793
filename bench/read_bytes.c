/* SPDX-License-Identifier: Apache-2.0 */
/* read_bytes FILE: reads FILE into memory, asked for in large pages, adds up its bytes and prints
 * the sum: the least that any reader does which has the text in memory. */
#include <couplet/host/source.h>

#include <stdio.h>

int
main (int argc, char **argv)
{
  CoupletSource source;
  g_autoptr (GError) error = NULL;
  guint64 sum = 0;
  if (argc != 2) {
    fputs ("usage: read_bytes FILE\n", stderr);
    return 2;
  }
  if (!couplet_source_read_bytes (&source, argv[1], 1 << 20, NULL, &error)) {
    fprintf (stderr, "%s: %s\n", argv[1], error->message);
    return 1;
  }
  for (gsize i = 0; i < source.length; i++)
    sum += (guchar)source.data[i];
  printf ("%" G_GUINT64_FORMAT "\n", sum);
  g_free ((char *)source.data);
  return 0;
}
