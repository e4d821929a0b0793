# SPDX-License-Identifier: Apache-2.0
# Programs and Python modules that only tests use. Without one, the tests that need it are left out,
# which the summary says; with -DCOUPLET_ALL_TESTS=ON that is an error.

# Names, and Debian's packages; `module` marks those that Python imports.
set(COUPLET_TEST_TOOLS
  cbc coinor-cbc
  cvc5 cvc5
  fish fish
  git git
  glpsol glpk-utils
  jupyter-nbconvert jupyter-nbconvert
  mandoc mandoc
  module:ipykernel python3-ipykernel
  module:jsonschema python3-jsonschema
  module:pip python3-pip
  module:pytest python3-pytest
  module:yaml python3-yaml
  mypy mypy
  node nodejs
  patchelf patchelf
  pre-commit pre-commit
  valgrind valgrind
  zsh zsh)

# couplet_find_tool(TOOL RESULT): the program's path, or ON for a module; a false value where there
# is none.
function(couplet_find_tool tool result)
  if(tool MATCHES "^module:(.*)$")
    execute_process(COMMAND ${Python3_EXECUTABLE} -W ignore -c "import ${CMAKE_MATCH_1}"
      RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
    set(found ON)
    if(missing)
      set(found OFF)
    endif()
  else()
    find_program(COUPLET_TOOL_${tool} ${tool})
    mark_as_advanced(COUPLET_TOOL_${tool})
    set(found ${COUPLET_TOOL_${tool}})
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# couplet_find_tools(TEST RESULT TOOL...): those of the tools that are there. What is missing is noted:
# the whole test, or the part of it that needs the tool, is left out.
function(couplet_find_tools test result)
  set(tools)
  foreach(tool IN LISTS ARGN)
    list(FIND COUPLET_TEST_TOOLS ${tool} index)
    if(index EQUAL -1)
      message(FATAL_ERROR "test ${test}: the tool ${tool} is not in cmake/TestTools.cmake")
    endif()
    math(EXPR index "${index} + 1")
    list(GET COUPLET_TEST_TOOLS ${index} package)
    couplet_find_tool(${tool} found)
    if(found)
      list(APPEND tools ${tool})
    else()
      set_property(GLOBAL APPEND PROPERTY COUPLET_MISSING_PACKAGES ${package})
      set_property(GLOBAL APPEND PROPERTY COUPLET_SUMMARY
        "  left out: of test ${test} what needs ${tool} (not found; Debian's package is ${package})")
    endif()
  endforeach()
  set(${result} "${tools}" PARENT_SCOPE)
endfunction()

# couplet_lacks_tools(TEST RESULT TOOL...): whether a test is left out because not all tools are there.
function(couplet_lacks_tools test result)
  couplet_find_tools(${test} tools ${ARGN})
  set(${result} ON PARENT_SCOPE)
  if("${tools}" STREQUAL "${ARGN}")
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# An error where COUPLET_ALL_TESTS is ON and a tool is missing; names all packages at once.
function(couplet_demand_all_tests)
  get_property(packages GLOBAL PROPERTY COUPLET_MISSING_PACKAGES)
  if(COUPLET_ALL_TESTS AND packages)
    list(REMOVE_DUPLICATES packages)
    list(JOIN packages " " packages)
    message(FATAL_ERROR "COUPLET_ALL_TESTS is ON, but tests would be left out; "
      "please install Debian's packages: ${packages} (modules are those of ${Python3_EXECUTABLE})")
  endif()
endfunction()
