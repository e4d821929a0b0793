/* SPDX-License-Identifier: Apache-2.0 */
/* One HTML page about all files: a table, plots of a comparison, a section for each file.
 * It needs nothing from elsewhere: style, script and pictures are in it. */
#ifndef COUPLET_HTML_PAGE_H
#define COUPLET_HTML_PAGE_H

#include "file_section.h"

typedef struct HtmlPage HtmlPage;

/* compare: with plots, and a column for each method. */
HtmlPage *html_page_new (const SectionOptions *options, gboolean compare);

void html_page_add (HtmlPage *page, const CoupletFileResult *result);

/* The page as UTF-8, which the caller frees. Frees page. */
char *html_page_finish (HtmlPage *page);

#endif
