/* SPDX-License-Identifier: Apache-2.0 */
/* Checking all evidence in a folder, each piece for the input that the folder's index names. */
#ifndef COUPLET_CLI_CHECK_FOLDER_H
#define COUPLET_CLI_CHECK_FOLDER_H

#include "command.h"

/* Reads each input with the parameters that its evidence was made with, checks, prints a line for
 * each piece and one in the end. Returns the exit status that this calls for. */
int check_folder (const Settings *settings, const char *folder);

#endif
