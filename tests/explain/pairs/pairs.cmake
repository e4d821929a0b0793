# SPDX-License-Identifier: Apache-2.0
foreach(unit IN ITEMS input_pair pair_of_many)
  couplet_add_test(test_${unit}
    SOURCES test_${unit}.c laplace.c random_automata.c random_many.c
    LIBRARIES couplet_explain m)
endforeach()
