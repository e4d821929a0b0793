/* SPDX-License-Identifier: Apache-2.0 */
/* A front end called NAME for files with the ending `odd` or contents that begin so: an automaton
 * with one state. The function that is WHERE misbehaves; `write` may fail without a reason, or give
 * one although it went well. */
#ifndef FAILS_TO_WRITE
#define FAILS_TO_WRITE FALSE
#endif
#ifndef REFUSES_TO_WRITE
#define REFUSES_TO_WRITE FALSE
#endif
#ifndef WRITES_WITH_AN_ERROR
#define WRITES_WITH_AN_ERROR FALSE
#endif

static int
recognise (const char *head, gsize length)
{
  if (WHERE == IN_RECOGNISE)
    misbehave ();
  return length >= 3 && memcmp (head, "odd", 3) == 0 ? 50 : 0;
}

static gboolean
read_odd (CoupletContext *context, const CoupletSource *source, CoupletBuilder *builder,
          CoupletDiagnostics *diagnostics)
{
  (void)context;
  (void)source;
  (void)diagnostics;
  if (WHERE == IN_READ)
    misbehave ();
  const CoupletStateSpec state = {.name = COUPLET_TEXT ("only"), .input = COUPLET_TEXT ("public")};
  couplet_builder_add_state (builder, &state);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("only"), (CoupletPlace){1, 1});
  return TRUE;
}

static gboolean
write_odd (CoupletContext *context, const CoupletAutomaton *automaton, GError **error)
{
  (void)automaton;
  if (WHERE == IN_WRITE)
    misbehave ();
  if (WRITES_WITH_AN_ERROR || REFUSES_TO_WRITE)
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "it is Friday");
  couplet_context_write (context, "odd\n", 4);
  return !FAILS_TO_WRITE && !REFUSES_TO_WRITE;
}

static gboolean
format_odd (CoupletContext *context, const CoupletSource *source, CoupletDiagnostics *diagnostics)
{
  (void)source;
  (void)diagnostics;
  if (WHERE == IN_FORMAT)
    misbehave ();
  couplet_context_write (context, "odd\n", 4);
  return TRUE;
}

static const char *const ENDINGS[] = {"odd", NULL};
static const CoupletFrontend FRONTEND = {.extensions = ENDINGS,
                                         .recognise = recognise,
                                         .read = read_odd,
                                         .write = write_odd,
                                         .format = format_odd};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_FRONTEND,
                                     .name = "odd", .frontend = &FRONTEND};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
