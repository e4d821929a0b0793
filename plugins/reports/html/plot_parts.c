/* SPDX-License-Identifier: Apache-2.0 */
#include "plot_parts.h"

#include "html_printer.h"

/* A number with as many digits as a figure needs, whatever the locale. */
static void
put_number (GString *out, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (out, g_ascii_formatd (digits, sizeof digits, "%.6g", value));
}

static void
put_attribute (GString *out, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (digits, sizeof digits, "%.1f", value);
  g_string_append_printf (out, " %s=\"%s\"", name, digits);
}

void
plot_put_line (GString *out, const char *class, double x1, double y1, double x2, double y2)
{
  g_string_append_printf (out, "<line class=\"%s\"", class);
  put_attribute (out, "x1", x1);
  put_attribute (out, "y1", y1);
  put_attribute (out, "x2", x2);
  put_attribute (out, "y2", y2);
  g_string_append (out, "/>");
}

static void
begin_text (GString *out, const char *anchor, double x, double y)
{
  g_string_append_printf (out, "<text text-anchor=\"%s\"", anchor);
  put_attribute (out, "x", x);
  put_attribute (out, "y", y);
  g_string_append_c (out, '>');
}

void
plot_put_words (GString *out, const char *anchor, double x, double y, const char *words)
{
  begin_text (out, anchor, x, y);
  html_put_text (out, words);
  g_string_append (out, "</text>\n");
}

/* A method's shape and colour, which tell it in black and white, too. */
void
plot_put_point (GString *out, guint method, double x, double y)
{
  static const char *const shapes[] = {"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
                                       "M-4-4h8v8h-8z",
                                       "M0-5l5 9h-10z",
                                       "M0-5l5 5-5 5-5-5z",
                                       "M0 5l5-9h-10z",
                                       "M-5-1h4v-4h2v4h4v2h-4v4h-2v-4h-4z"};
  char left[G_ASCII_DTOSTR_BUF_SIZE], top[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (
      out, "<path class=\"point m%u\" transform=\"translate(%s %s)\" d=\"%s\"/>",
      method % PLOT_COLOURS, g_ascii_formatd (left, sizeof left, "%.1f", x),
      g_ascii_formatd (top, sizeof top, "%.1f", y), shapes[method % PLOT_COLOURS]);
}

void
plot_begin (GString *out, const char *title, guint height, const char *said)
{
  g_string_append (out, "<figure class=\"plot\"><figcaption>");
  html_put_text (out, title);
  g_string_append_printf (out, "</figcaption>\n<svg viewBox=\"0 0 %d %u\" role=\"img\" ",
                          PLOT_WIDTH, height);
  g_string_append (out, "aria-label=\"");
  html_put_text (out, said != NULL ? said : title);
  g_string_append (out, "\">\n");
}

void
plot_end (GString *out)
{
  g_string_append (out, "</svg></figure>\n");
}

void
plot_put_legend (GString *out, guint method, guint row, const char *stage)
{
  double y = PLOT_TOP + 10 + 20.0 * row;
  plot_put_point (out, method, PLOT_WIDTH - PLOT_RIGHT + 20, y);
  plot_put_words (out, "start", PLOT_WIDTH - PLOT_RIGHT + 32, y + 4, stage);
}

void
plot_put_axes (GString *out, const Axis *x, const Axis *y, const char *name)
{
  for (guint i = 0; i < x->n_ticks; i++) {
    double place = axis_place (x, x->ticks[i]);
    plot_put_line (out, "grid", place, y->begin, place, y->end);
    begin_text (out, "middle", place, y->begin + 18);
    put_number (out, x->ticks[i]);
    g_string_append (out, "</text>\n");
  }
  for (guint i = 0; i < y->n_ticks; i++) {
    double place = axis_place (y, y->ticks[i]);
    plot_put_line (out, "grid", x->begin, place, x->end, place);
    begin_text (out, "end", x->begin - 8, place + 4);
    put_number (out, y->ticks[i]);
    g_string_append (out, "</text>\n");
  }
  plot_put_line (out, "axis", x->begin, y->begin, x->end, y->begin);
  plot_put_line (out, "axis", x->begin, y->begin, x->begin, y->end);
  plot_put_words (out, "middle", (x->begin + x->end) / 2, y->begin + 38, name);
}
