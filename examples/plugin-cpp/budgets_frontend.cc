/* SPDX-License-Identifier: Apache-2.0 */
/* A front end in C++: each line of a file `.budgets` is the d of one answer, told with noise. */
#include <couplet/plugin.h>

#include <sstream>
#include <string>

namespace
{

CoupletText
slice (const std::string &text)
{
  return {text.data (), text.size ()};
}

std::string
state_name (unsigned index)
{
  return "q" + std::to_string (index);
}

/* The answer of that number: it is told, and stored as the threshold, which nothing reads. */
void
add_answer (CoupletBuilder *builder, unsigned index, const std::string &d, CoupletPlace place)
{
  const std::string name = state_name (index), next = state_name (index + 1);
  const CoupletText x = COUPLET_TEXT ("x");
  const CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, slice (d)};
  CoupletStateSpec state = {};
  CoupletTransitionSpec step = {};
  state.name = slice (name);
  state.d = &noise;
  state.n_d = 1;
  state.place = place;
  step.from = state.name;
  step.to = slice (next);
  step.guard = COUPLET_TEXT ("true");
  step.output = COUPLET_TEXT ("insample");
  step.assign = &x;
  step.n_assign = 1;
  step.place = place;
  couplet_builder_add_state (builder, &state);
  couplet_builder_add_transition (builder, &step);
}

gboolean
read_source (CoupletContext *, const CoupletSource *source, CoupletBuilder *builder,
             CoupletDiagnostics *diagnostics)
{
  std::istringstream lines (std::string (source->data, source->length));
  std::string line;
  CoupletPlace place = {0, 1};
  while (std::getline (lines, line)) {
    place.line++;
    if (line.empty ())
      couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, place, "an empty line");
    add_answer (builder, place.line - 1, line.empty () ? "1" : line, place);
  }
  const std::string end = state_name (place.line);
  CoupletStateSpec state = {};
  state.name = slice (end);
  couplet_builder_add_state (builder, &state);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("q0"), CoupletPlace{1, 1});
  return TRUE;
}

const char *const EXTENSIONS[] = {"budgets", nullptr};

CoupletFrontend
functions ()
{
  CoupletFrontend frontend = {};
  frontend.extensions = EXTENSIONS;
  frontend.read = read_source;
  return frontend;
}

const CoupletFrontend FRONTEND = functions ();

/* The descriptor: designated initializers come with C++20 only. */
CoupletPlugin
describe ()
{
  CoupletPlugin plugin = {};
  plugin.abi_major = COUPLET_PLUGIN_ABI_MAJOR;
  plugin.abi_minor = COUPLET_PLUGIN_ABI_MINOR;
  plugin.kind = COUPLET_KIND_FRONTEND;
  plugin.name = "budgets";
  plugin.version = "1.0";
  plugin.summary = "one answer a line";
  plugin.frontend = &FRONTEND;
  return plugin;
}

const CoupletPlugin PLUGIN = describe ();

} // namespace

COUPLET_PLUGIN_ENTRY (&PLUGIN)
