# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(python_package ${CMAKE_CURRENT_SOURCE_DIR}/python/test_package.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND})
if(NOT COUPLET_SANITIZE)
  couplet_add_script_test(python_wheel ${CMAKE_CURRENT_SOURCE_DIR}/python/test_wheel.py
    ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} NEEDS z3 glpk arb graphviz seccomp TOOLS patchelf module:pip module:pytest)
endif()
couplet_lacks_tools(python_types lacks_tools mypy)
if(NOT lacks_tools)
  add_test(NAME python_types COMMAND ${COUPLET_TOOL_mypy} --config-file pyproject.toml
    --cache-dir ${CMAKE_BINARY_DIR}/mypy WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/python)
endif()
# the interpreter that has numpy: the one that CMake found, or Debian's; without numpy the test fails
set(python_with_numpy ${Python3_EXECUTABLE})
foreach(python IN ITEMS /usr/bin/python3 ${Python3_EXECUTABLE})
  execute_process(COMMAND ${python} -c "import numpy, pycparser" RESULT_VARIABLE lacks OUTPUT_QUIET ERROR_QUIET)
  if(lacks EQUAL 0)
    set(python_with_numpy ${python})
  endif()
endforeach()
set(environment "PYTHONDONTWRITEBYTECODE=1;LC_ALL=C.UTF-8;OPENBLAS_NUM_THREADS=1;OMP_NUM_THREADS=1")
set(with_program "${environment};COUPLET=$<TARGET_FILE:couplet-cli>")
# What reads code is the same in each build. Without GLPK the program judges no linear mechanism; with sanitizers it takes
# minutes.
if(COUPLET_HAVE_GLPK AND NOT COUPLET_SANITIZE)
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/python/symbolic/test_*.py)
  foreach(test IN LISTS tests)
    get_filename_component(test ${test} NAME_WE)
    string(REPLACE test_ python_symbolic_ name ${test})
    add_test(NAME ${name} COMMAND ${python_with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/python/symbolic/run_all.py ${test})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "${with_program}")
  endforeach()
  # the longest ones begin first
  set_tests_properties(python_symbolic_programs python_symbolic_written python_symbolic_server python_symbolic_told_apart python_symbolic_c_reading
    PROPERTIES COST 100)
endif()
add_test(NAME python_functions COMMAND ${python_with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/python/test_functions.py)
set_tests_properties(python_functions PROPERTIES TIMEOUT 300 ENVIRONMENT
  "${with_program}$<$<NOT:$<BOOL:${COUPLET_HAVE_GLPK}>>:;COUPLET_LACKS_GLPK=1>")
if(COUPLET_HAVE_GLPK AND COUPLET_HAVE_ARB AND COUPLET_HAVE_GRAPHVIZ)
  couplet_lacks_tools(python_notebook lacks_tools jupyter-nbconvert module:ipykernel)
  if(NOT lacks_tools)
    add_test(NAME python_notebook COMMAND ${python_with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/python/test_notebook.py)
    set_tests_properties(python_notebook PROPERTIES TIMEOUT 120 ENVIRONMENT "${with_program}")
  endif()
  add_test(NAME python_commands COMMAND ${python_with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/python/test_commands.py)
  set_tests_properties(python_commands PROPERTIES TIMEOUT 300 ENVIRONMENT "${with_program}")
  add_test(NAME python_pytest COMMAND ${python_with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/python/test_pytest_plugin.py)
  set_tests_properties(python_pytest PROPERTIES TIMEOUT 300 ENVIRONMENT "${with_program}")
endif()
