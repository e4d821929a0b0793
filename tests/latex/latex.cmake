# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(latex_proofs ${CMAKE_CURRENT_SOURCE_DIR}/latex/test_proofs.py ${PROJECT_SOURCE_DIR}/examples
  NEEDS glpk)
