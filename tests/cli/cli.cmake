# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(cli_inputs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_inputs.py NEEDS graphviz)
couplet_add_script_test(cli_language ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_language.py)
couplet_add_script_test(cli_language_kinds ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_language_kinds.py
  NEEDS graphviz)
couplet_add_script_test(restate ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_restate.py
  ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_compare ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_compare.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_sweeps ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sweeps.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_repair ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_repair.py ${PROJECT_SOURCE_DIR}
  NEEDS glpk seccomp)
couplet_add_script_test(cli_fmt ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_fmt.py ${PROJECT_SOURCE_DIR})
# valgrind cannot run what the sanitizers instrument
if(NOT COUPLET_SANITIZE)
  couplet_add_script_test(cli_linear ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_linear.py ${PROJECT_SOURCE_DIR}
    NEEDS graphviz TOOLS valgrind)
endif()
couplet_add_script_test(cli_many ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_many.py NEEDS z3 glpk)
couplet_add_script_test(peers ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_peers.py
  ${CMAKE_CURRENT_SOURCE_DIR}/cli/peers/dipaut
  NEEDS graphviz)
if(COUPLET_SANITIZE)
  set(limits_arguments --no-stacks)
endif()
couplet_add_script_test(cli_limits ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_limits.py
  ${PROJECT_SOURCE_DIR} ${limits_arguments} NEEDS graphviz)
couplet_add_script_test(claims ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_claims.py ${PROJECT_SOURCE_DIR}
  NEEDS graphviz)

couplet_add_script_test(test_tools ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_tools.py ${PROJECT_SOURCE_DIR}
  ${CMAKE_COMMAND})

get_property(left_out GLOBAL PROPERTY COUPLET_LEFT_OUT)
if(left_out)
  couplet_add_script_test(cli_left_out ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_left_out.py
    ${PROJECT_SOURCE_DIR} ${left_out})
endif()

set(hostile_arguments)
foreach(back_end IN ITEMS graphviz seccomp)
  string(TOUPPER COUPLET_HAVE_${back_end} have)
  if(${have})
    list(APPEND hostile_arguments ${back_end})
  endif()
endforeach()
if(COUPLET_SANITIZE)
  list(APPEND hostile_arguments --sanitized)
endif()
couplet_add_script_test(hostile ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_hostile.py
  ${PROJECT_SOURCE_DIR} ${hostile_arguments})
couplet_add_script_test(same_reports ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_same_reports.py
  ${PROJECT_SOURCE_DIR}/examples)
couplet_add_script_test(linear_examples ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_linear_examples.py
  ${PROJECT_SOURCE_DIR} NEEDS z3 glpk arb)
couplet_add_script_test(linear_unions ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_linear_unions.py
  ${CMAKE_CURRENT_SOURCE_DIR}/support NEEDS arb glpk)
couplet_add_script_test(linear_random ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_linear_random.py
  ${CMAKE_CURRENT_SOURCE_DIR}/support NEEDS z3 glpk)
