# SPDX-License-Identifier: Apache-2.0
# Completion for bash 4.4 and later. The commands, their options and the plugins are what
# the program itself says, so that nothing is listed here a second time.

# The commands.
_couplet_commands()
{
  "$couplet" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# The options of $command, a line each: the short form if there is one, ' ', and the long
# form, which ends in '=' where a value follows.
_couplet_options()
{
  "$couplet" "$command" --help 2>/dev/null |
    sed -n 's/^  \(\(-[A-Za-z]\),\)\{0,1\} *\(--[a-z-]*=\{0,1\}\).*/\2 \3/p'
}

# The long form of option $1, short or long, if it takes a value.
_couplet_long_form()
{
  _couplet_options | sed -n "s/^$1 \(.*\)=$/\1/p; s/^.* \($1\)=$/\1/p"
}

# The plugins of a kind; of every kind when it is empty.
_couplet_plugins()
{
  "$couplet" plugins 2>/dev/null | sed -n "s/^${1:-[a-z]*} \{1,\}\([^ ]*\) .*/\1/p"
}

# STAGE. of every stage, then STAGE.KEY= of one.
_couplet_stage_options()
{
  local stage=${1%%.*}
  if [[ $1 == *.* ]]; then
    "$couplet" describe "$stage" 2>/dev/null | sed -n "s/^  \([a-z-]\{1,\}\) .*/$stage.\1=/p"
  else
    { _couplet_plugins decider; _couplet_plugins optimizer; } | sed 's/$/./'
  fi
}

# The values of STAGE.KEY, where they are choices.
_couplet_stage_values()
{
  "$couplet" describe "${1%%.*}" 2>/dev/null |
    sed -n "/^  ${1#*.} /{n;s/; default .*//;/ | /s/[ |]\{1,\}/\n/gp}"
}

# Offers the words that begin with $1 among those on standard input.
_couplet_words()
{
  local word
  while IFS= read -r word; do
    [[ -n $word && $word == "$1"* ]] && COMPREPLY+=("$word")
  done
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=.,] ]] && compopt -o nospace 2>/dev/null
}

# Offers files, or folders when $2 is -d.
_couplet_files()
{
  mapfile -t COMPREPLY < <(compgen "${2:--f}" -- "$1")
  compopt -o filenames 2>/dev/null
}

# Offers a further name of a list A,B.
_couplet_list()
{
  local first=
  [[ $1 == *,* ]] && first=${1%,*},
  _couplet_words "$1" < <(sed "s/^/$first/")
}

# Offers values of option $1 of $command; $2 is what stands there of one.
_couplet_value()
{
  case $1 in
    --config | --output | --files-from) _couplet_files "$2" ;;
    --plugin-path | --dump | --evidence-dir) _couplet_files "$2" -d ;;
    --deciders) _couplet_list "$2" < <(_couplet_plugins decider) ;;
    --optimizers) _couplet_list "$2" < <(_couplet_plugins optimizer) ;;
    --report) _couplet_words "$2" < <(_couplet_plugins report) ;;
    --from) _couplet_words "$2" < <(_couplet_plugins frontend) ;;
    --to) _couplet_words "$2" <<<$'json\ndot\ndipa\nsvt' ;;
    --format) _couplet_words "$2" <<<$'text\nmarkdown\nlatex' ;;
    --self-check) _couplet_words "$2" <<<$'true\nfalse' ;;
    --sort) _couplet_words "$2" <<<ratio ;;
    --jobs) _couplet_words "$2" <<<auto ;;
    --option) _couplet_words "$2" < <(_couplet_stage_options "$2") ;;
    *.*) _couplet_words "$2" < <(_couplet_stage_values "$1") ;;
  esac
}

_couplet()
{
  local couplet=${1/#\~/$HOME} command=${COMP_WORDS[1]}
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    _couplet_words "$word" < <(_couplet_commands; echo --help; echo --version)
    return
  fi
  # readline makes '=' a word of its own
  [[ $word == = ]] && word= before+==
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}=
  local option=${before%=}
  [[ $option == -* ]] && option=$(_couplet_long_form "$option")
  # --self-check alone is complete
  [[ $before == --self-check ]] && option=
  if [[ $option == --* || $before == *.*= ]]; then
    _couplet_value "$option" "$word"
  elif [[ $word == -* ]]; then
    _couplet_words "$word" < <(_couplet_options | sed 's/.* //')
  elif [[ $command == describe ]]; then
    _couplet_words "$word" < <(_couplet_plugins)
  elif [[ $command != plugins && $command != lsp ]]; then
    _couplet_files "$word"
  fi
}

complete -F _couplet couplet
