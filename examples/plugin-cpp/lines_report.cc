/* SPDX-License-Identifier: Apache-2.0 */
/* A report in C++: file, verdict and cost on a line. */
#include <couplet/report.h>

#include <string>

namespace
{

gpointer
begin (CoupletContext *, gboolean)
{
  return nullptr;
}

void
add_file (gpointer, CoupletContext *context, const CoupletFileResult *result)
{
  CoupletRecord *record = couplet_record_new (context, result);
  const char *cost = couplet_record_text (record, "cost");
  const std::string line = std::string (couplet_record_text (record, "file")) + "\t" +
                           couplet_record_text (record, "verdict") + "\t" +
                           (cost != nullptr ? cost : "-") + "\n";
  couplet_context_write (context, line.data (), line.size ());
  couplet_record_free (record);
}

void
end (gpointer, CoupletContext *)
{
}

CoupletReport
functions ()
{
  CoupletReport report = {};
  report.begin = begin;
  report.file = add_file;
  report.end = end;
  return report;
}

const CoupletReport REPORT = functions ();

/* The descriptor: designated initializers come with C++20 only. */
CoupletPlugin
describe ()
{
  CoupletPlugin plugin = {};
  plugin.abi_major = COUPLET_PLUGIN_ABI_MAJOR;
  plugin.abi_minor = COUPLET_PLUGIN_ABI_MINOR;
  plugin.kind = COUPLET_KIND_REPORT;
  plugin.name = "lines";
  plugin.version = "1.0";
  plugin.summary = "file, verdict and cost";
  plugin.report = &REPORT;
  return plugin;
}

const CoupletPlugin PLUGIN = describe ();

} // namespace

COUPLET_PLUGIN_ENTRY (&PLUGIN)
