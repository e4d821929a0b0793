# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the scripts have in common: ending early, and, of couplet-submit and couplet-parallel, their
# options and the folder of a run. A script defines name before it reads this file, and for open_run
# contrib, usage, set_own_option and settings, the names of its own variables that a run keeps.
# Scripts use the variables set here.
# shellcheck disable=SC2034
list='' tasks='' folder='' couplet='' resume='' retries=3 reports=() verify_options=()

fail() {
  printf '%s: %s\n' "${name:?}" "$1" >&2
  exit 2
}

# Runs a command, which SIGTERM, SIGINT and SIGHUP end by SIGTERM. Sets status to its status, and
# stopped to yes if a signal came.
run_until_stopped() {
  local child=''
  stopped=''
  trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2> /dev/null || true' TERM INT HUP
  "$@" &
  child=$!
  [ -z "$stopped" ] || kill -TERM "$child" 2> /dev/null || true
  status=0
  wait "$child" || status=$?
  # a signal ends wait, not the child
  while kill -0 "$child" 2> /dev/null; do
    status=0
    wait "$child" || status=$?
  done
  trap - TERM INT HUP
}

set_option() {
  case $1 in
    -f | --files-from) list=$2 ;;
    -n | --tasks) tasks=$2 ;;
    -d | --folder) folder=$2 ;;
    -r | --retries)
      [[ $2 =~ ^[0-9]{1,4}$ ]] || fail "$1 $2: expected a number from 0 to 9999"
      retries=$2
      ;;
    --report) reports+=("$2") ;;
    --couplet) couplet=$2 ;;
    --resume) resume=$2 ;;
    *) set_own_option "$1" "$2" || fail "$1: no such option (--help lists them)" ;;
  esac
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help)
        usage
        exit
        ;;
      --)
        verify_options=("${@:2}")
        return
        ;;
      --*=*)
        set_option "${1%%=*}" "${1#*=}"
        shift
        ;;
      -[!-]?*)
        set_option "${1:0:2}" "${1:2}"
        shift
        ;;
      *)
        [ $# -ge 2 ] || fail "$1: no such option, or its value is missing (--help lists them)"
        set_option "$1" "$2"
        shift 2
        ;;
    esac
  done
}

# Prints assignments that set these variables; NAME[@] is an array.
assignments() {
  local variable values
  for variable in "$@"; do
    case $variable in
      *'[@]')
        values=(${!variable+"${!variable}"}) # bash before 4.4: an empty array is unset
        printf '%s=(' "${variable%'[@]'}"
        [ ${#values[@]} -eq 0 ] || printf ' %q' "${values[@]}"
        printf ' )\n'
        ;;
      *) printf '%s=%q\n' "$variable" "${!variable}" ;;
    esac
  done
}

make_run() {
  [ -n "$list" ] || fail "which files? --files-from LIST"
  [ -n "$tasks" ] || fail "in how many tasks? --tasks N"
  [ -n "$folder" ] || fail "where is the run to be kept? --folder FOLDER"
  [ ${#reports[@]} -gt 0 ] || reports=(table)
  "${contrib:?}/couplet-tasks" new "$folder" "${couplet:-couplet}" "$tasks" "$list" \
    ${verify_options[@]+"${verify_options[@]}"}
}

# Options change the settings that the run has.
find_run() {
  if [ -n "$list$tasks$folder$couplet" ] || [ ${#verify_options[@]} -gt 0 ]; then
    fail "--resume takes the program, the files, the tasks and the options of verify from the run"
  fi
  [ -f "$resume/$name" ] || fail "$resume: no folder of a run that $name made"
  # shellcheck source=/dev/null
  . "$resume/$name"
  read_options "$@"
  folder=$resume
}

# Makes the run that the options ask for, or finds that of --resume. Afterwards folder is absolute.
open_run() {
  read_options "$@"
  if [ -n "$resume" ]; then
    find_run "$@"
  else
    make_run
  fi
  folder=$(cd "$folder" && pwd)
  assignments 'reports[@]' retries "${settings[@]:?}" > "$folder/$name"
}
