/* SPDX-License-Identifier: Apache-2.0 */
/* One HTML page about all files: a plain table, pictures and explanations, and the records as JSON,
 * of which its script makes the rest. It needs nothing from elsewhere. */
#ifndef COUPLET_HTML_PAGE_H
#define COUPLET_HTML_PAGE_H

#include <couplet/internal/plugin.h>

typedef struct {
  gboolean compare; /* with plots of methods, and a column for each */
  gboolean explains;
  gboolean shows_source;
  guint32 largest_picture; /* in transitions */
  guint most_explained;    /* files with a picture and an explanation */
} PageOptions;

typedef struct HtmlPage HtmlPage;

HtmlPage *html_page_new (const PageOptions *options);

void html_page_add (HtmlPage *page, const CoupletResult *result);

/* The page as UTF-8, which the caller frees. Frees page. */
char *html_page_finish (HtmlPage *page);

/* The template, and the script that plots (empty where it is not built in), as the build has them
 * in html_parts.c. */
extern const char PAGE_HTML[], CHART_HTML[];

#endif
