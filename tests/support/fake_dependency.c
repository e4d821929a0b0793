/* SPDX-License-Identifier: Apache-2.0 */
/* A library that a plugin links and the test takes away. */
void dependency_of_a_plugin (void);

void
dependency_of_a_plugin (void)
{
}
