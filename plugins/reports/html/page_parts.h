/* SPDX-License-Identifier: Apache-2.0 */
/* The style and the script of the page: page.css and page.js, made part of the program by the
 * build. */
#ifndef COUPLET_HTML_PAGE_PARTS_H
#define COUPLET_HTML_PAGE_PARTS_H

extern const char PAGE_CSS[];
extern const char PAGE_JS[];

#endif
