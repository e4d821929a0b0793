" SPDX-License-Identifier: Apache-2.0
" Mechanisms (docs/language.md).
if exists("b:current_syntax")
  finish
endif

syntax keyword svtDeclaration claim int mechanism queries sampling sensitivity threshold
syntax keyword svtControl break continue halt loop repeat output
syntax keyword svtConditional if else
syntax keyword svtValue again any argmax dlap eps exp floating fresh independent lap monotonic one private public shared snap
syntax keyword svtWordOperator and not or

syntax match svtNumber "\v<\d+(\.\d+)?([eE][+-]?\d+)?>"
syntax match svtNumber "\v\.\d+([eE][+-]?\d+)?>"

syntax match svtOperator "\V+"
syntax match svtOperator "\V-"
syntax match svtOperator "\V*"
syntax match svtOperator "\V/"
syntax match svtOperator "\V="
syntax match svtOperator "\V<"
syntax match svtOperator "\V>"
syntax match svtOperator "\V<="
syntax match svtOperator "\V>="
syntax match svtOperator "\V=="
syntax match svtOperator "\V:="

syntax match svtDelimiter "\V,"
syntax match svtDelimiter "\V;"
syntax match svtDelimiter "\V("
syntax match svtDelimiter "\V)"
syntax match svtDelimiter "\V{"
syntax match svtDelimiter "\V}"

" of other languages
syntax match svtWrong "\V!"
syntax match svtOperator "\V!="
syntax match svtWrong "\V&&"
syntax match svtWrong "\V&"
syntax match svtWrong "\V||"
syntax match svtWrong "\V|"
syntax match svtWrong "\V//"
syntax match svtWrong "\V/*"

syntax keyword svtTodo TODO FIXME XXX contained
syntax match svtComment "#.*$" contains=svtTodo,@Spell

highlight default link svtDeclaration Structure
highlight default link svtControl Statement
highlight default link svtConditional Conditional
highlight default link svtValue Type
highlight default link svtWordOperator Operator
highlight default link svtNumber Number
highlight default link svtOperator Operator
highlight default link svtDelimiter Delimiter
highlight default link svtWrong Error
highlight default link svtComment Comment
highlight default link svtTodo Todo

let b:current_syntax = "svt"
