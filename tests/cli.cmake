# SPDX-License-Identifier: Apache-2.0
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# couplet_add_script_test(NAME SCRIPT [ARGUMENT...]): a Python test of the built
# program, which is its first argument.
function(couplet_add_script_test name script)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${script} $<TARGET_FILE:couplet-cli> ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1;LC_ALL=C.UTF-8;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/lsan.supp:print_suppressions=0")
endfunction()

couplet_add_script_test(cli_inputs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_inputs.py)
couplet_add_script_test(cli_language ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_language.py)
couplet_add_script_test(cli_fmt ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_fmt.py ${PROJECT_SOURCE_DIR})
# valgrind cannot run what the sanitizers instrument
find_program(VALGRIND valgrind)
if(VALGRIND AND NOT COUPLET_SANITIZE)
  couplet_add_script_test(cli_linear ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_linear.py ${PROJECT_SOURCE_DIR})
endif()
