# SPDX-License-Identifier: Apache-2.0
# Libraries that may be missing. Without one, its plugins are left out and nothing else:
# -DCOUPLET_Z3=, -DCOUPLET_GLPK=, -DCOUPLET_ARB=, -DCOUPLET_GRAPHVIZ=, -DCOUPLET_SQLITE=,
# -DCOUPLET_SECCOMP=, -DCOUPLET_CHART= ON (an error where it is not found), OFF, or AUTO (built where it is
# found).

# couplet_find_NAME(): sets found_it; the library is the target couplet_NAME, or what the
# comment says. Macros, so that they set it where they are called.
macro(couplet_find_z3)
  find_library(Z3_LIBRARY z3)
  find_path(Z3_INCLUDE_DIR z3.h)
  couplet_import_back_end(z3 "${Z3_LIBRARY}" "${Z3_INCLUDE_DIR}")
endmacro()

macro(couplet_find_glpk)
  find_library(GLPK_LIBRARY glpk)
  find_path(GLPK_INCLUDE_DIR glpk.h)
  couplet_import_back_end(glpk "${GLPK_LIBRARY}" "${GLPK_INCLUDE_DIR}")
endmacro()

# Arb, which Debian calls flint-arb, and FLINT below it
macro(couplet_find_arb)
  find_library(ARB_LIBRARY NAMES flint-arb arb)
  find_library(FLINT_LIBRARY flint)
  find_path(ARB_INCLUDE_DIR arb.h)
  find_path(FLINT_INCLUDE_DIR fmpq.h PATH_SUFFIXES flint)
  couplet_import_back_end(arb "${ARB_LIBRARY};${FLINT_LIBRARY}"
    "${ARB_INCLUDE_DIR};${FLINT_INCLUDE_DIR}")
endmacro()

# PkgConfig::CGRAPH for the front end, PkgConfig::GVC for pictures
macro(couplet_find_graphviz)
  pkg_check_modules(CGRAPH QUIET IMPORTED_TARGET libcgraph)
  pkg_check_modules(GVC QUIET IMPORTED_TARGET libgvc)
  if(CGRAPH_FOUND AND GVC_FOUND)
    set(found_it ON)
  endif()
endmacro()

# PkgConfig::SQLITE, for the library itself
macro(couplet_find_sqlite)
  pkg_check_modules(SQLITE QUIET IMPORTED_TARGET sqlite3>=3.31)
  if(SQLITE_FOUND)
    set(found_it ON)
  endif()
endmacro()

# PkgConfig::SECCOMP, for the library itself
macro(couplet_find_seccomp)
  pkg_check_modules(SECCOMP QUIET IMPORTED_TARGET libseccomp>=2.5)
  if(SECCOMP_FOUND)
    set(found_it ON)
  endif()
endmacro()

# COUPLET_CHART_FILE, the script Chart.js, for the report html
macro(couplet_find_chart)
  find_file(COUPLET_CHART_FILE chart.min.js PATHS /usr/share/javascript/chart.js)
  if(COUPLET_CHART_FILE)
    set(found_it ON)
  endif()
endmacro()

macro(couplet_import_back_end name library folder)
  if(NOT "${library}" MATCHES "NOTFOUND" AND NOT "${folder}" MATCHES "NOTFOUND")
    add_library(couplet_${name} INTERFACE)
    target_link_libraries(couplet_${name} INTERFACE ${library})
    target_include_directories(couplet_${name} SYSTEM INTERFACE ${folder})
    set(found_it ON)
  endif()
endmacro()

# couplet_add_back_end(NAME TITLE PACKAGE WHAT [PLUGIN]): sets COUPLET_HAVE_NAME, and adds a line to
# the summary. The library's TITLE (`Z3`) and its PLUGIN (`decider-z3`) are added to
# COUPLET_BACK_ENDS, a PLUGIN that is left out to COUPLET_LEFT_OUT: of both the program tells.
function(couplet_add_back_end name title package what)
  set(plugin ${ARGN})
  if(plugin)
    set_property(GLOBAL APPEND PROPERTY COUPLET_BACK_ENDS ${title}=${plugin})
  endif()
  string(TOUPPER ${name} upper)
  set(COUPLET_${upper} AUTO CACHE STRING "Build ${what}: ON, OFF, or AUTO (where ${name} is found)")
  set_property(CACHE COUPLET_${upper} PROPERTY STRINGS AUTO ON OFF)
  set(wanted ${COUPLET_${upper}})
  if(NOT wanted MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "COUPLET_${upper} is '${wanted}'; expected ON, OFF or AUTO")
  endif()
  set(found_it OFF)
  set(why "COUPLET_${upper} is OFF")
  if(NOT wanted STREQUAL OFF)
    cmake_language(CALL couplet_find_${name})
    set(why "${name} is not found; Debian's package is ${package}")
  endif()
  if(wanted STREQUAL ON AND NOT found_it)
    message(FATAL_ERROR "COUPLET_${upper} is ON, but ${why}")
  endif()
  if(COUPLET_ALL_TESTS AND wanted STREQUAL AUTO AND NOT found_it)
    message(FATAL_ERROR "COUPLET_ALL_TESTS is ON, but ${why}; -DCOUPLET_${upper}=OFF does without")
  endif()
  set(COUPLET_HAVE_${upper} ${found_it} PARENT_SCOPE)
  if(found_it)
    set_property(GLOBAL APPEND PROPERTY COUPLET_SUMMARY "  built: ${what}")
  else()
    if(plugin)
      set_property(GLOBAL APPEND PROPERTY COUPLET_LEFT_OUT ${plugin})
    endif()
    set_property(GLOBAL APPEND PROPERTY COUPLET_SUMMARY "  left out: ${what} (${why})")
  endif()
endfunction()

couplet_add_back_end(z3 Z3 libz3-dev "the decider z3" decider-z3)
couplet_add_back_end(glpk GLPK libglpk-dev "the optimizer glpk" optimizer-glpk)
couplet_add_back_end(arb Arb libflint-arb-dev "the optimizer probe, which refute needs" optimizer-probe)
couplet_add_back_end(graphviz Graphviz libgraphviz-dev "the front end dot, and pictures (explain --svg)"
  frontend-dot)
couplet_add_back_end(sqlite SQLite libsqlite3-dev "stores (verify --store) and merge")
couplet_add_back_end(seccomp libseccomp libseccomp-dev "the sandbox of code, without which no code is read")
couplet_add_back_end(chart Chart.js libjs-chart.js "plots in pages (--report html)")

# couplet_is_missing(RESULT BACK-END...): those that are not built; empty = none.
function(couplet_is_missing result)
  set(missing)
  foreach(name IN LISTS ARGN)
    string(TOUPPER ${name} upper)
    if(NOT COUPLET_HAVE_${upper})
      list(APPEND missing ${name})
    endif()
  endforeach()
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()

# couplet_leaves_out_test(NAME RESULT BACK-END...): whether a test is left out, which the
# summary says.
function(couplet_leaves_out_test name result)
  couplet_is_missing(missing ${ARGN})
  set(${result} OFF PARENT_SCOPE)
  if(missing)
    list(JOIN missing ", " names)
    set_property(GLOBAL APPEND PROPERTY COUPLET_SUMMARY "  left out: test ${name} (needs ${names})")
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# At the end of the configuration: what is built and what is not, and why.
function(couplet_print_summary)
  get_property(lines GLOBAL PROPERTY COUPLET_SUMMARY)
  message(STATUS "Couplet ${PROJECT_VERSION}:")
  foreach(line IN LISTS lines)
    message(STATUS "${line}")
  endforeach()
endfunction()
