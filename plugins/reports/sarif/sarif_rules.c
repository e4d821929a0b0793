/* SPDX-License-Identifier: Apache-2.0 */
#include "sarif_rules.h"

#include "sarif_text.h"

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

const char *
sarif_rule_id (SarifRule rule)
{
  return RULES[rule].id;
}

const char *
sarif_rule_level (SarifRule rule)
{
  return RULES[rule].level;
}

void
sarif_put_rules (const CoupletJson *json)
{
  couplet_json_open (json, "rules", '[');
  for (guint i = 0; i < G_N_ELEMENTS (RULES); i++) {
    couplet_json_open (json, NULL, '{');
    couplet_json_string (json, "id", RULES[i].id);
    couplet_json_string (json, "name", RULES[i].name);
    sarif_put_text (json, "shortDescription", RULES[i].text);
    sarif_put_text (json, "fullDescription", RULES[i].text);
    sarif_put_text (json, "help", RULES[i].help);
    couplet_json_open (json, "defaultConfiguration", '{');
    couplet_json_string (json, "level", RULES[i].level);
    couplet_json_close (json, '}');
    couplet_json_close (json, '}');
  }
  couplet_json_close (json, ']');
}
