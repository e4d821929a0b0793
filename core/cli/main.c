/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <couplet/internal/text.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const Command *const COMMANDS[] = {
    &VERIFY_COMMAND, &COMPARE_COMMAND, &RERUN_COMMAND,   &EXPLAIN_COMMAND,  &REFUTE_COMMAND,
    &REPAIR_COMMAND, &DELTA_COMMAND,   &CHECK_COMMAND,   &MERGE_COMMAND,    &CONVERT_COMMAND,
    &FMT_COMMAND,    &LSP_COMMAND,     &PLUGINS_COMMAND, &DESCRIBE_COMMAND,
};

static void
print_help (void)
{
  puts ("Usage:\n"
        "  couplet COMMAND [OPTION...] [FILE...]\n\n"
        "Verifies differential privacy of mechanisms that compare noisy values, by couplings.\n\n"
        "Commands:");
  for (guint i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    printf ("  %-10s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
  puts ("\n'couplet COMMAND --help' says more; 'couplet --version' prints the version.\n\n"
        "Exit status: 0 all private, 10 some not private, 11 some unknown, 2 usage,\n"
        "3 configuration, 4 input, 5 plugin, 6 a solver failed, 7 the stages disagree.");
}

/* The libraries are asked for their versions, so that all plugins are loaded. */
static void
print_version (void)
{
  guint n;
  g_autoptr (CoupletRegistry) registry = couplet_registry_new (NULL);
  CoupletDefinition *libraries = couplet_registry_libraries (registry, &n);
  const char *commit = couplet_commit ();
  printf ("couplet %s (plugin interface %d.%d)\n", couplet_version (), COUPLET_PLUGIN_ABI_MAJOR,
          COUPLET_PLUGIN_ABI_MINOR);
  printf ("%s%s\n", commit != NULL ? "commit " : "unknown commit", commit != NULL ? commit : "");
  for (guint i = 0; i < n; i++)
    print_line (stdout, "%-10s %s", libraries[i].name, libraries[i].value);
  couplet_registry_free_libraries (libraries, n);
}

static int
unknown_command (const char *name)
{
  const char *names[G_N_ELEMENTS (COMMANDS) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    names[i] = COMMANDS[i]->name;
  g_autofree char *hint = couplet_choose_from (name, names);
  g_autofree char *quoted = couplet_quote (name, -1);
  print_line (stderr, "couplet: unknown command %s%s", quoted, hint);
  print_line (stderr, "Try 'couplet --help'.");
  return STATUS_USAGE;
}

/* What is opened must not take the place of a standard stream that the caller closed:
 * using one of these fails instead, as it should. */
static void
occupy_standard_streams (void)
{
  for (int descriptor = 0; descriptor <= 2; descriptor++)
    if (fcntl (descriptor, F_GETFD) < 0 &&
        open ("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) != descriptor)
      return;
}

/* Less than this does not hold the frames of the loader, of GLib and of the parsers. */
#define LEAST_STACK ((rlim_t)64 * 1024)

/* FALSE, with a message, when the stack is too small and cannot be made larger: the program
 * would end by a signal somewhere. */
static gboolean
ensure_stack (void)
{
  struct rlimit stack;
  if (getrlimit (RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= LEAST_STACK)
    return TRUE;
  stack.rlim_cur = MIN (stack.rlim_max, 2 * LEAST_STACK);
  if (stack.rlim_cur >= LEAST_STACK && setrlimit (RLIMIT_STACK, &stack) == 0)
    return TRUE;
  /* printing with a format takes more stack than there is */
  static const char message[] =
      "couplet: the stack is limited to less than 64 KiB, which is too little (ulimit -s)\n";
  gssize written = write (STDERR_FILENO, message, sizeof message - 1);
  (void)written; /* the status says it, too */
  return FALSE;
}

static int
run (int argc, char **argv)
{
  if (argc < 2) {
    fputs ("couplet: no command is given\nTry 'couplet --help'.\n", stderr);
    return STATUS_USAGE;
  }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") ||
      g_str_equal (argv[1], "help")) {
    print_help ();
    return 0;
  }
  if (g_str_equal (argv[1], "--version")) {
    print_version ();
    return 0;
  }
  for (guint i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    if (g_str_equal (argv[1], COMMANDS[i]->name))
      return COMMANDS[i]->run (argc - 1, argv + 1);
  return unknown_command (argv[1]);
}

typedef struct {
  pid_t process; /* the program itself */
  gboolean finished;
} End;

/* Runs when a process ends: before it is finished, that was a plugin's doing, and whatever status
 * it gave says nothing of any file. Whoever started another process than the program names the
 * plugin. */
static void
check_end (int status, void *data)
{
  End *end = data;
  (void)status;
  if (!end->finished) {
    if (getpid () == end->process)
      fputs ("couplet: a plugin ended the program\n", stderr);
    _exit (6);
  }
  g_free (end);
}

int
main (int argc, char **argv)
{
  End *end = g_new (End, 1);
  *end = (End){getpid (), FALSE};
  on_exit (check_end, end);
  occupy_standard_streams ();
  if (!ensure_stack ()) {
    end->finished = TRUE;
    return STATUS_USAGE;
  }
  /* a closed pipe and a limit of a file's size show as a failed write, not as a status
   * above 125 */
  (void)signal (SIGPIPE, SIG_IGN);
  (void)signal (SIGXFSZ, SIG_IGN);
  int status = terminal_status_of_output (run (argc, argv));
  end->finished = TRUE;
  return status;
}
