# SPDX-License-Identifier: Apache-2.0
# Completion for fish 3 and later. The commands, their options and the plugins are what the
# program itself says, so that nothing is listed here a second time.

# The commands, each with its summary behind a tab.
function __couplet_commands
    couplet --help 2>/dev/null |
        sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

# The names of the plugins of kind $argv[1]; of every kind without one.
function __couplet_plugins
    set -l kind (string join '' $argv[1])
    test -n "$kind"; or set kind '[a-z]*'
    couplet plugins 2>/dev/null | sed -n "s/^$kind \{1,\}\([^ ]*\) .*/\1/p"
end

# A further name of a list A,B.
function __couplet_list
    set -l before (commandline -ct | string replace -r '^--[a-z-]*=' '' | string match -r '.*,')
    for name in (__couplet_plugins $argv[1])
        echo "$before$name"
    end
end

# STAGE. of every stage, STAGE.KEY= of one, and its values where they are choices.
function __couplet_stage_options
    set -l word (commandline -ct | string replace -r '^--option=' '')
    set -l stage (string split -m 1 . -- $word)[1]
    if not string match -q '*.*' -- $word
        for kind in decider optimizer
            __couplet_plugins $kind | string replace -r '$' .
        end
    else if not string match -q '*=*' -- $word
        couplet describe "$stage" 2>/dev/null | sed -n "s/^  \([a-z-]\{1,\}\) .*/$stage.\1=/p"
    else
        set -l key (string split -m 1 = -- (string split -m 1 . -- $word)[2])[1]
        couplet describe "$stage" 2>/dev/null |
            sed -n "/^  $key /{n;s/; default .*//;/ | /s/[ |]\{1,\}/\n/gp}" |
            string match -r '\S.*' | string replace -r '^' "$stage.$key="
    end
end

# Folders that begin as the present word does, without the option it stands behind.
function __couplet_folders
    __fish_complete_directories (commandline -ct | string replace -r '^--[a-z-]*=' '')
end

# What may stand for the value of option $argv[1]: the arguments of complete.
function __couplet_value
    switch $argv[1]
        case config output files-from
            printf '%s\n' -r -F
        case plugin-path dump evidence-dir
            printf '%s\n' -x -a '(__couplet_folders)'
        case deciders
            printf '%s\n' -x -a '(__couplet_list decider)'
        case optimizers
            printf '%s\n' -x -a '(__couplet_list optimizer)'
        case report
            printf '%s\n' -x -a '(__couplet_plugins report)'
        case from to
            printf '%s\n' -x -a '(__couplet_plugins frontend)'
        case format
            printf '%s\n' -x -a 'text markdown latex'
        case self-check
            printf '%s\n' -x -a 'true false'
        case sort
            printf '%s\n' -x -a ratio
        case jobs
            printf '%s\n' -x -a auto
        case option
            printf '%s\n' -x -a '(__couplet_stage_options)'
        case '*'
            printf '%s\n' -x
    end
end

# The options of every command; a line of help has the short form, the long form, '=' where a
# value follows, and what it does.
function __couplet_add_options
    for command in (__couplet_commands | string split -f 1 \t)
        set -l when "__fish_seen_subcommand_from $command"
        for line in (couplet $command --help 2>/dev/null |
            sed -n 's/^  \(-\([A-Za-z]\), \)\{0,1\} *--\([a-z-]*\)\(=\{0,1\}\).*  \(.*\)/\2|\3|\4|\5/p')
            set -l parts (string split '|' -- $line)
            set -l arguments -c couplet -n $when -l $parts[2] -d $parts[4]
            test -n "$parts[1]"; and set -a arguments -s $parts[1]
            test -n "$parts[3]"; and set -a arguments (__couplet_value $parts[2])
            complete $arguments
        end
    end
end

set -l no_command 'not __fish_seen_subcommand_from (__couplet_commands | string split -f 1 \t)'
complete -c couplet -f -n $no_command -a '(__couplet_commands)'
complete -c couplet -n $no_command -l help -d 'Print the commands'
complete -c couplet -n $no_command -l version -d 'Print the version'
complete -c couplet -f -n '__fish_seen_subcommand_from describe' -a '(__couplet_plugins)'
complete -c couplet -f -n '__fish_seen_subcommand_from plugins'
__couplet_add_options
