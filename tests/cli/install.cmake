# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(install ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_install.py
  ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR}
  NEEDS z3 glpk graphviz)
couplet_add_script_test(student ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_student.py
  ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND}
  NEEDS graphviz)
if(COUPLET_IS_HARDENED)
  set(fortified)
  if(COUPLET_IS_FORTIFIED)
    set(fortified fortified)
  endif()
  couplet_add_script_test(hardening ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_hardening.py
    ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${fortified})
endif()
couplet_add_script_test(sbom ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sbom.py
  ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${PROJECT_SOURCE_DIR}/packages/make_sbom.py)
