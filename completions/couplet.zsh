#compdef couplet
# SPDX-License-Identifier: Apache-2.0
# Completion for zsh 5.8 and later. The commands, their options and the plugins are what the
# program itself says, so that nothing is listed here a second time.

# What the program says, without its errors.
_couplet_ask()
{
  "$_couplet_program" "$@" 2>/dev/null
}

# The commands, each with its summary.
_couplet_commands()
{
  local -a commands
  commands=(${(f)"$(_couplet_ask --help |
    sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1:\2/p')"})
  _describe -t commands command commands
}

# The names of the plugins of kind $1, which may be `any`.
_couplet_plugins()
{
  local kind=${1:#any}
  local -a names
  names=(${(fu)"$(_couplet_ask plugins | sed -n "s/^${kind:-[a-z]*} \{1,\}\([^ ]*\) .*/\1/p")"})
  if [[ $2 == list ]]; then
    _values -s , "$1" $names
  else
    compadd -a names
  fi
}

# STAGE. of every stage, STAGE.KEY= of one, and its values where they are choices.
_couplet_stage_options()
{
  local stage=${PREFIX%%.*} key
  local -a words
  if [[ $PREFIX != *.* ]]; then
    words=(${(f)"$(_couplet_ask plugins |
      sed -n 's/^\(decider\|optimizer\) \{1,\}\([^ ]*\) .*/\2./p')"})
    compadd -S '' -a words
  elif [[ $PREFIX != *=* ]]; then
    words=(${(f)"$(_couplet_ask describe "$stage" | sed -n "s/^  \([a-z-]\{1,\}\) .*/$stage.\1=/p")"})
    compadd -S '' -a words
  else
    key=${${PREFIX#*.}%%=*}
    words=(${(f)"$(_couplet_ask describe "$stage" |
      sed -n "/^  $key /{n;s/; default .*//;/ | /s/[ |]\{1,\}/\n/gp}")"})
    compset -P '*='
    compadd -a words
  fi
}

# What may stand for the value of option $1.
_couplet_value()
{
  case $1 in
    config | output | files-from) _files ;;
    plugin-path | dump | evidence-dir) _files -/ ;;
    deciders) _couplet_plugins decider list ;;
    optimizers) _couplet_plugins optimizer list ;;
    report) _couplet_plugins report ;;
    from | to) _couplet_plugins frontend ;;
    format) compadd text markdown latex ;;
    self-check) compadd true false ;;
    sort) compadd ratio ;;
    jobs) compadd auto ;;
    option) _couplet_stage_options ;;
    *) _message 'value' ;;
  esac
}

_couplet()
{
  local _couplet_program=${(e)words[1]/#\~/$HOME} command=$words[2] line short long value text
  local -a specs
  if (( CURRENT == 2 )); then
    _couplet_commands
    compadd -- --help --version
    return
  fi
  # a line each: the short form, the long form, '=' where a value follows, and what it does
  for line in ${(f)"$(_couplet_ask "$command" --help |
    sed -n 's/^  \(-[A-Za-z]\)\{0,1\},\{0,1\} *--\([a-z-]*\)\(=\{0,1\}\).*  \(.*\)/\1|\2|\3|\4/p')"}; do
    IFS='|' read -r short long value text <<<"$line"
    text=${text//[\[\]:]/ }
    [[ -n $value ]] && value=":value:{_couplet_value $long}"
    [[ -n $short ]] && specs+=("*$short${value:++}[$text]$value")
    specs+=("*--$long${value:+=}[$text]$value")
  done
  case $command in
    describe) specs+=('*:plugin:{_couplet_plugins any}') ;;
    plugins) ;;
    *) specs+=('*:file:_files') ;;
  esac
  (( CURRENT-- ))
  shift words
  _arguments -S $specs
}

_couplet "$@"
