/* SPDX-License-Identifier: Apache-2.0 */
#include "report_sarif.h"

#include "sarif_place.h"

#include <couplet/internal/format.h>
#include <couplet/host/evidence.h>
#include <couplet/host/version.h>
#include <couplet/internal/json.h>

/* The kinds of results in a log. */

typedef enum {
  SARIF_NOT_PRIVATE,
  SARIF_CLAIM_FAILS,
  SARIF_CLAIM_OPEN,
  SARIF_UNKNOWN,
  SARIF_REFUSED,
  SARIF_DOUBTFUL,
  SARIF_STAGE_FAILED,
  SARIF_DISAGREEMENT
} SarifRule;

/* Writes text as the member key of the open object: SARIF's messages are objects. */
static void
put_text (const CoupletJson *json, const char *key, const char *text)
{
  couplet_json_open (json, key, '{');
  couplet_json_string (json, "text", text);
  couplet_json_close (json, '}');
}

static const struct {
  const char *id, *name, *level, *text, *help;
} RULES[] = {
    [SARIF_NOT_PRIVATE] = {"not-private", "NotPrivate", "error",
                           "The mechanism is not differentially private.",
                           "No multiple of epsilon is enough: some output tells more and more of "
                           "one person's data. 'couplet explain FILE' tells why, 'couplet refute' "
                           "gives inputs that show it."},
    [SARIF_CLAIM_FAILS] = {"claim-fails", "ClaimFails", "error",
                           "The mechanism costs more than is claimed of it.",
                           "It is private, but not with the multiple of epsilon that the file or "
                           "--claim says. 'couplet explain --path PATH FILE' shows what each step "
                           "costs; more noise or a larger claim mends it."},
    [SARIF_CLAIM_OPEN] = {"claim-open", "ClaimOpen", "warning",
                          "Whether the claim holds is not known.",
                          "The methods that were run prove neither that the claim holds nor that "
                          "it fails. More time, or other methods, may tell."},
    [SARIF_UNKNOWN] = {"unknown", "Unknown", "warning",
                       "Whether the mechanism is private is not known.",
                       "The methods that were run prove neither. More time, or other methods, may "
                       "tell."},
    [SARIF_REFUSED] = {"refused", "Refused", "error", "The file is not read.",
                       "It is wrong, or says something that is not understood exactly. The message "
                       "says what to write instead."},
    [SARIF_DOUBTFUL] = {"doubtful", "Doubtful", "warning",
                        "The verdict is about something a little different.",
                        "The message says what was taken for what, or left out."},
    [SARIF_STAGE_FAILED] = {"stage-failed", "StageFailed", "warning", "A method failed.",
                            "The verdict rests on the other methods."},
    [SARIF_DISAGREEMENT] = {"disagreement", "Disagreement", "error",
                            "Two methods contradict each other.",
                            "That is a bug of couplet, or of a plugin: please report it."},
};

/* Its stable name, `not-private`. */
static const char *
sarif_rule_id (SarifRule rule)
{
  return RULES[rule].id;
}

/* `error` or `warning`. */
static const char *
sarif_rule_level (SarifRule rule)
{
  return RULES[rule].level;
}

/* Writes all of them, as the list `rules` of a tool's driver. */
static void
sarif_put_rules (const CoupletJson *json)
{
  couplet_json_open (json, "rules", '[');
  for (guint i = 0; i < G_N_ELEMENTS (RULES); i++) {
    couplet_json_open (json, NULL, '{');
    couplet_json_string (json, "id", RULES[i].id);
    couplet_json_string (json, "name", RULES[i].name);
    put_text (json, "shortDescription", RULES[i].text);
    put_text (json, "fullDescription", RULES[i].text);
    put_text (json, "help", RULES[i].help);
    couplet_json_open (json, "defaultConfiguration", '{');
    couplet_json_string (json, "level", RULES[i].level);
    couplet_json_close (json, '}');
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, ']');
}

#define SCHEMA                                                                                     \
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define FINGERPRINT "couplet/v1"
#define LONGEST_WALK 200 /* steps of a violating path; further ones tell nobody anything */

struct SarifLog {
  CoupletJson json;
};

/* What results are about. */
typedef struct {
  SarifFile *file;
  const char *swept; /* the values of a sweep; NULL = none */
} Subject;

/* A result being written. */
typedef struct {
  SarifRule rule;
  const Subject *about;
  const char *text;    /* for people */
  const char *subject; /* what it is about, which stays when lines move: for the fingerprint */
  SarifRegion region;
  const CoupletEvidence *walk; /* that shows it; NULL = none */
} Finding;

/* ---- Beginning and end ----------------------------------------------------------------------- */

SarifLog *
sarif_log_new (void)
{
  SarifLog *log = g_new0 (SarifLog, 1);
  const CoupletJson *json = &log->json;
  log->json.text = g_string_new (NULL);
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "$schema", SCHEMA);
  couplet_json_string (json, "version", "2.1.0");
  couplet_json_open (json, "runs", '[');
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "tool", '{');
  couplet_json_open (json, "driver", '{');
  couplet_json_string (json, "name", "couplet");
  couplet_json_string (json, "version", couplet_version ());
  sarif_put_rules (json);
  couplet_json_close (json, '}');
  couplet_json_close (json, '}');
  couplet_json_string (json, "columnKind", "unicodeCodePoints");
  couplet_json_open (json, "results", '[');
  return log;
}

char *
sarif_log_finish (SarifLog *log)
{
  const CoupletJson *json = &log->json;
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
  g_string_append_c (json->text, '\n');
  char *text = g_string_free (json->text, FALSE);
  g_free (log);
  return text;
}

/* ---- Walks --------------------------------------------------------------------------------- */

static void
put_step (const CoupletJson *json, const CoupletAutomaton *a, guint32 transition, SarifFile *file)
{
  g_autofree char *text = g_strdup_printf (
      "%s -> %s, output %s", a->states[a->source[transition]].name,
      a->states[a->target[transition]].name, couplet_output_of (a, transition)->name);
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "location", '{');
  sarif_put_location (json, file, sarif_region_of_place (file, a->place[transition]));
  put_text (json, "message", text);
  couplet_json_close (json, '}');
  couplet_json_close (json, '}');
}

static void
put_walk (const CoupletJson *json, const Finding *finding)
{
  guint n = 0;
  const CoupletWalkStep *walk =
      finding->walk != NULL ? couplet_evidence_walk (finding->walk, &n) : NULL;
  if (n == 0)
    return;
  const CoupletAutomaton *a = couplet_evidence_automaton (finding->walk);
  couplet_json_open (json, "codeFlows", '[');
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "threadFlows", '[');
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "locations", '[');
  for (guint i = 0; i < MIN (n, LONGEST_WALK); i++)
    put_step (json, a, walk[i].transition, finding->about->file);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
  couplet_json_close (json, ']');
}

/* The first walk by which a stage shows that the mechanism is not private. */
static const CoupletEvidence *
find_violation (const CoupletResult *result)
{
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence && !result->stages[s].claimed; e++) {
      CoupletEvidenceKind kind = couplet_evidence_kind (result->stages[s].evidence[e]);
      if (kind == COUPLET_EVIDENCE_VIOLATION || kind == COUPLET_EVIDENCE_UNBOUNDED)
        return result->stages[s].evidence[e];
    }
  return NULL;
}

/* The walk that costs most, of those above the claim. */
static const CoupletEvidence *
find_dearest (const CoupletResult *result)
{
  const CoupletEvidence *best = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence && !result->stages[s].claimed; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      const CoupletRational *cost = couplet_evidence_cost (evidence);
      const CoupletRational *most = best != NULL ? couplet_evidence_cost (best) : &result->claim;
      if (couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_ATTAINED && cost != NULL &&
          couplet_rational_compare (cost, most) > 0)
        best = evidence;
    }
  return best;
}

/* Where its last step is; else where the mechanism begins. */
static SarifRegion
region_of_walk (SarifFile *file, const CoupletResult *result, const CoupletEvidence *walk)
{
  guint n = 0;
  const CoupletWalkStep *steps = walk != NULL ? couplet_evidence_walk (walk, &n) : NULL;
  const CoupletAutomaton *a = result->automaton;
  if (n > 0)
    return sarif_region_of_place (
        file, couplet_evidence_automaton (walk)->place[steps[n - 1].transition]);
  if (result->linear != NULL)
    return sarif_region_of_place (file, result->linear->lists[0].nodes[0].place);
  return a != NULL ? sarif_region_of_place (file, a->states[a->initial].place)
                   : (SarifRegion){0, 0, 0};
}

/* ---- Results -------------------------------------------------------------------------------- */

/* The same for a finding in another version of the file, unless what it is about changed. */
static void
put_fingerprint (const CoupletJson *json, const Finding *finding)
{
  g_autofree char *text = g_strjoin ("\n", sarif_rule_id (finding->rule), finding->about->file->uri,
                                     finding->subject, finding->about->swept, NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  couplet_json_open (json, "partialFingerprints", '{');
  couplet_json_string (json, FINGERPRINT, sum);
  couplet_json_close (json, '}');
}

static void
put_finding (const CoupletJson *json, const Finding *finding)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "ruleId", sarif_rule_id (finding->rule));
  couplet_json_unsigned (json, "ruleIndex", finding->rule);
  couplet_json_string (json, "level", sarif_rule_level (finding->rule));
  g_autofree char *with = finding->about->swept != NULL
                              ? g_strdup_printf ("with %s: ", finding->about->swept)
                              : g_strdup ("");
  g_autofree char *text = g_strconcat (with, finding->text, NULL);
  put_text (json, "message", text);
  couplet_json_open (json, "locations", '[');
  couplet_json_open (json, NULL, '{');
  sarif_put_location (json, finding->about->file, finding->region);
  couplet_json_close (json, '}');
  couplet_json_close (json, ']');
  put_fingerprint (json, finding);
  put_walk (json, finding);
  couplet_json_close (json, '}');
}

static void
put_diagnostics (const CoupletJson *json, const CoupletResult *result, const Subject *about)
{
  for (guint i = 0; i < result->n_diagnostics; i++) {
    const CoupletDiagnostic *diagnostic = &result->diagnostics[i];
    g_autofree char *text = couplet_first_line (diagnostic->message);
    put_finding (json,
                 &(Finding){.rule = diagnostic->severity == COUPLET_SEVERITY_ERROR ? SARIF_REFUSED
                                                                                   : SARIF_DOUBTFUL,
                            .about = about,
                            .text = text,
                            .subject = text,
                            .region = sarif_region_of_message (about->file, diagnostic)});
  }
  guint left_out = result->n_errors + result->n_warnings - result->n_diagnostics;
  g_autofree char *more = g_strdup_printf ("%u more messages are not shown", left_out);
  if (left_out > 0)
    put_finding (json,
                 &(Finding){.rule = SARIF_DOUBTFUL, .about = about, .text = more, .subject = ""});
}

/* Which rule the verdict falls under; FALSE: there is nothing to say. */
static gboolean
find_rule (const CoupletResult *result, SarifRule *rule)
{
  gboolean known = result->verdict != COUPLET_VERDICT_ERROR;
  *rule = result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? SARIF_NOT_PRIVATE
          : result->claim_verdict == COUPLET_CLAIM_FAILS ? SARIF_CLAIM_FAILS
          : result->claim_verdict == COUPLET_CLAIM_OPEN  ? SARIF_CLAIM_OPEN
                                                         : SARIF_UNKNOWN;
  return known && (*rule != SARIF_UNKNOWN || result->verdict == COUPLET_VERDICT_UNKNOWN);
}

/* What is said of the verdict. The caller frees it. */
static char *
describe (const CoupletResult *result, SarifRule rule)
{
  const char *name = result->name != NULL && *result->name != '\0' ? result->name : result->file;
  GString *text = g_string_new (name);
  g_autofree char *claim =
      result->claim_verdict != COUPLET_CLAIM_NONE ? couplet_format_cost (&result->claim) : NULL;
  if (rule == SARIF_NOT_PRIVATE)
    g_string_append (text, " is not differentially private: no multiple of epsilon is enough");
  else if (rule == SARIF_UNKNOWN)
    g_string_append (text, ": whether it is differentially private is not known");
  else
    g_string_append_printf (text, ": the claim of %s*epsilon %s: %s", claim,
                            rule == SARIF_CLAIM_FAILS ? "fails" : "is open", result->claim_reason);
  if (rule == SARIF_CLAIM_FAILS && result->claim_path != NULL)
    g_string_append_printf (text, ", on the path %s", result->claim_path);
  if (rule != SARIF_CLAIM_FAILS && result->reason != NULL)
    g_string_append_printf (text, "; %s", result->reason);
  if (result->epsilon != NULL)
    g_string_append_printf (text, " (for %s)", result->epsilon);
  return g_string_free (text, FALSE);
}

static void
put_verdict (const CoupletJson *json, const CoupletResult *result, const Subject *about)
{
  SarifRule rule;
  if (!find_rule (result, &rule))
    return;
  g_autofree char *text = describe (result, rule);
  const CoupletEvidence *walk = rule == SARIF_NOT_PRIVATE   ? find_violation (result)
                                : rule == SARIF_CLAIM_FAILS ? find_dearest (result)
                                                            : NULL;
  put_finding (json, &(Finding){.rule = rule,
                                .about = about,
                                .text = text,
                                .subject = result->name != NULL ? result->name : "",
                                .region = region_of_walk (about->file, result, walk),
                                .walk = walk});
}

static void
put_failures (const CoupletJson *json, const CoupletResult *result, const Subject *about)
{
  if (result->disagreement)
    put_finding (json, &(Finding){.rule = SARIF_DISAGREEMENT,
                                  .about = about,
                                  .text = result->disagreement_text,
                                  .subject = ""});
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    g_autofree char *text =
        g_strdup_printf ("%s failed: %s", stage->stage,
                         stage->reason != NULL ? stage->reason : "it gives no reason");
    if (stage->failed)
      put_finding (json, &(Finding){.rule = SARIF_STAGE_FAILED,
                                    .about = about,
                                    .text = text,
                                    .subject = stage->stage});
  }
}

void
sarif_log_add (SarifLog *log, const CoupletResult *result)
{
  g_auto (SarifFile) file = sarif_file (result);
  g_autofree char *swept = couplet_format_swept (result);
  const Subject about = {&file, swept};
  put_diagnostics (&log->json, result, &about);
  put_verdict (&log->json, result, &about);
  put_failures (&log->json, result, &about);
}
