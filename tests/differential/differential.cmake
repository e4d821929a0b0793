# SPDX-License-Identifier: Apache-2.0
# a few automata here; `make differential` and `make differential-all` take many
set(differential_count 1000)
set(differential_solvers_count 60)
if(COUPLET_SANITIZE)
  set(differential_count 300)
  set(differential_solvers_count 12)
endif()
couplet_add_test(differential
  SOURCES differential.c answers.c relations.c shapes.c shrink.c tally.c random_many.c json_text.c
  LIBRARIES frontend_json
  ARGUMENTS --count ${differential_count})
add_test(NAME differential_solvers
  COMMAND differential --solvers --count ${differential_solvers_count})
get_test_property(differential ENVIRONMENT differential_environment)
set_tests_properties(differential_solvers PROPERTIES TIMEOUT 600
  ENVIRONMENT "${differential_environment}")
couplet_add_test(test_shrink SOURCES test_shrink.c shrink.c random_many.c)
couplet_add_test(test_differential_answers
  SOURCES test_differential_answers.c answers.c random_many.c)
