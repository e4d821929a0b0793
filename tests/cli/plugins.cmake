# SPDX-License-Identifier: Apache-2.0
# Plugins that are wrong on purpose, each in build/tests/plugins/NAME/.
function(couplet_add_fake_plugin name file)
  set(target fake_${name})
  add_library(${target} MODULE support/fake_plugin.c)
  target_compile_definitions(${target} PRIVATE ${ARGN})
  target_link_libraries(${target} PRIVATE couplet)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${file}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins/${name})
endfunction()

couplet_add_fake_plugin(good optimizer-fake)
couplet_add_fake_plugin(other-file stranger)
couplet_add_fake_plugin(no-entry optimizer-fake FAKE_NO_ENTRY)
couplet_add_fake_plugin(no-plugins optimizer-fake FAKE_NO_PLUGINS)
couplet_add_fake_plugin(other-major optimizer-fake FAKE_MAJOR=2)
couplet_add_fake_plugin(newer-minor optimizer-fake FAKE_MINOR=99)
couplet_add_fake_plugin(unknown-kind optimizer-fake FAKE_KIND=77)
couplet_add_fake_plugin(report report-fake FAKE_KIND=COUPLET_KIND_REPORT FAKE_REPORTS)
couplet_add_fake_plugin(reader-with-option frontend-listing FAKE_KIND=COUPLET_KIND_FRONTEND
  "FAKE_NAME=\"listing\"" "FAKE_EXTENSION=\"listing\""
  "FAKE_OPTION={.name=\"function\",.type=COUPLET_OPTION_STRING,.default_value=\"main\",.text=\"the function to read\"}")
couplet_add_fake_plugin(no-functions optimizer-fake FAKE_EMPTY=1)
couplet_add_fake_plugin(other-name optimizer-fake "FAKE_NAME=\"another\"")
couplet_add_fake_plugin(no-name optimizer-fake "FAKE_NAME=\"\"")
couplet_add_fake_plugin(strange-name stranger "FAKE_NAME=\"Two words\"")
couplet_add_fake_plugin(no-run optimizer-fake FAKE_NO_RUN)
couplet_add_fake_plugin(no-read frontend-fake FAKE_KIND=COUPLET_KIND_FRONTEND)
couplet_add_fake_plugin(claims-json stranger FAKE_KIND=COUPLET_KIND_FRONTEND
  "FAKE_EXTENSION=\"json\"")
couplet_add_fake_plugin(reader-aborts frontend-crash FAKE_KIND=COUPLET_KIND_FRONTEND
  FAKE_FLAGS=COUPLET_WANTS_PROCESS "FAKE_NAME=\"crash\"" "FAKE_EXTENSION=\"crash\""
  "FAKE_READ=abort()")
couplet_add_fake_plugin(reader-spins frontend-endless FAKE_KIND=COUPLET_KIND_FRONTEND
  "FAKE_NAME=\"endless\"" "FAKE_EXTENSION=\"endless\"" "FAKE_READ=while(TRUE)")
couplet_add_fake_plugin(reader-exits frontend-leave FAKE_KIND=COUPLET_KIND_FRONTEND
  "FAKE_NAME=\"leave\"" "FAKE_EXTENSION=\"leave\"" "FAKE_READ=exit(0)")
couplet_add_fake_plugin(no-file report-fake FAKE_KIND=COUPLET_KIND_REPORT)
couplet_add_fake_plugin(no-options optimizer-fake FAKE_OPTIONS_MISSING)
couplet_add_fake_plugin(option-without-name optimizer-fake "FAKE_OPTION={.name=NULL}")
couplet_add_fake_plugin(option-without-default optimizer-fake "FAKE_OPTION={.name=\"depth\"}")
couplet_add_fake_plugin(option-of-the-host optimizer-fake
  "FAKE_OPTION={.name=\"isolate\",.type=COUPLET_OPTION_STRING,.default_value=\"\"}")
couplet_add_fake_plugin(option-with-wrong-default optimizer-fake
  "FAKE_OPTION={.name=\"depth\",.type=COUPLET_OPTION_INTEGER,.default_value=\"ten\",.maximum=20}")
couplet_add_fake_plugin(option-of-unknown-type optimizer-fake
  "FAKE_OPTION={.name=\"depth\",.type=99,.default_value=\"\"}")
couplet_add_fake_plugin(option-without-choices optimizer-fake
  "FAKE_OPTION={.name=\"depth\",.type=COUPLET_OPTION_CHOICE,.default_value=\"\"}")
couplet_add_fake_plugin(unknown-flag optimizer-fake FAKE_FLAGS=0x800000)
couplet_add_fake_plugin(flag-of-reports optimizer-fake FAKE_FLAGS=COUPLET_WANTS_AUTOMATON)
couplet_add_fake_plugin(contrary-flags optimizer-fake
  "FAKE_FLAGS=COUPLET_COMPLETE|COUPLET_NEEDS_PRIVATE")
couplet_add_fake_plugin(no-sampling optimizer-fake FAKE_THRESHOLDS=3)
couplet_add_fake_plugin(no-method optimizer-fake "FAKE_METHOD=\"way\"")
couplet_add_fake_plugin(negative optimizer-negative "FAKE_NAME=\"negative\"" "FAKE_COST=\"-1\"")
couplet_add_fake_plugin(pays decider-pays "FAKE_NAME=\"pays\"" FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(brackets decider-brackets "FAKE_NAME=\"brackets\"" "FAKE_COST=\"2\""
  FAKE_BRACKET FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(incomplete decider-incomplete "FAKE_NAME=\"incomplete\"" FAKE_DENIES
  FAKE_FLAGS=0 FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(torn optimizer-torn "FAKE_NAME=\"torn\""
  FAKE_ALSO_FOUND=COUPLET_FOUND_NO_STRATEGY)
couplet_add_fake_plugin(two-minded optimizer-two-minded "FAKE_NAME=\"two-minded\"" FAKE_INFINITE
  FAKE_ALSO_FOUND=COUPLET_FOUND_STRATEGY FAKE_GUARANTEE=COUPLET_GUARANTEE_LOWER_BOUND)
couplet_add_fake_plugin(needy optimizer-needy "FAKE_NAME=\"needy\"" "FAKE_COST=\"3/4\""
  FAKE_FLAGS=COUPLET_NEEDS_PRIVATE FAKE_GUARANTEE=COUPLET_GUARANTEE_UPPER_BOUND)
couplet_add_fake_plugin(believes decider-believes "FAKE_NAME=\"believes\""
  FAKE_FOUND=COUPLET_FOUND_STRATEGY FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(crashes optimizer-crashes "FAKE_NAME=\"crashes\"" FAKE_CRASHES)
couplet_add_fake_plugin(crossed optimizer-crossed "FAKE_NAME=\"crossed\"" FAKE_BRACKET)
couplet_add_fake_plugin(unknown-guarantee optimizer-unknown-guarantee
  "FAKE_NAME=\"unknown-guarantee\"" FAKE_GUARANTEE=99)
couplet_add_fake_plugin(unknown-finding optimizer-unknown-finding
  "FAKE_NAME=\"unknown-finding\"" FAKE_FOUND=99)
couplet_add_fake_plugin(strays decider-strays "FAKE_NAME=\"strays\"" FAKE_STRAYS FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(twice optimizer-fake FAKE_TWICE)
couplet_add_fake_plugin(colourful optimizer-colourful "FAKE_NAME=\"colourful\""
  "FAKE_SUMMARY=\"re\\033[31md\"")
couplet_add_fake_plugin(exits optimizer-exits "FAKE_NAME=\"exits\"" FAKE_EXITS)
couplet_add_fake_plugin(undefined-symbol optimizer-fake FAKE_UNDEFINED)
couplet_add_fake_plugin(fails optimizer-fails "FAKE_NAME=\"fails\"" FAKE_FAILS)
couplet_add_fake_plugin(waits optimizer-waits "FAKE_NAME=\"waits\"" FAKE_WAITS)
couplet_add_fake_plugin(aborts optimizer-aborts "FAKE_NAME=\"aborts\"" FAKE_ABORTS)
couplet_add_fake_plugin(spins optimizer-spins "FAKE_NAME=\"spins\"" FAKE_SPINS)
couplet_add_fake_plugin(eats optimizer-eats "FAKE_NAME=\"eats\"" FAKE_EATS)
couplet_add_fake_plugin(lies optimizer-lies "FAKE_NAME=\"lies\"" FAKE_EVIDENCE)
couplet_add_fake_plugin(mismatch optimizer-mismatch "FAKE_NAME=\"mismatch\"" FAKE_EVIDENCE)
couplet_add_fake_plugin(too-large optimizer-too-large "FAKE_NAME=\"too-large\"" FAKE_LEFT_OUT=20000000)
couplet_add_fake_plugin(too-late optimizer-too-late "FAKE_NAME=\"too-late\"" FAKE_LEFT_OUT=5)
couplet_add_fake_plugin(silent decider-silent "FAKE_NAME=\"silent\"" FAKE_SILENT FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(denies decider-denies "FAKE_NAME=\"denies\"" FAKE_DENIES FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(accuses decider-accuses "FAKE_NAME=\"accuses\"" FAKE_ACCUSES FAKE_KIND=COUPLET_KIND_DECIDER)
couplet_add_fake_plugin(absolves decider-absolves "FAKE_NAME=\"absolves\"" FAKE_ABSOLVES FAKE_KIND=COUPLET_KIND_DECIDER)

# A plugin of its own in plugins/FOLDER.
function(couplet_add_made_plugin folder file source)
  add_library(fake_${folder} MODULE ${source})
  target_link_libraries(fake_${folder} PRIVATE couplet)
  set_target_properties(fake_${folder} PROPERTIES PREFIX "" OUTPUT_NAME ${file}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins/${folder})
endfunction()
couplet_add_made_plugin(mortal optimizer-mortal support/mortal_plugin.c)
couplet_add_made_plugin(aged frontend-aged support/aged_frontend.c)

add_library(fake_dependency SHARED support/fake_dependency.c)
set_target_properties(fake_dependency PROPERTIES C_VISIBILITY_PRESET default
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins/dependency)
couplet_add_fake_plugin(missing-dependency optimizer-fake FAKE_DEPENDENCY)
target_link_libraries(fake_missing-dependency PRIVATE fake_dependency)

couplet_add_script_test(cli_plugins ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_plugins.py
  ${CMAKE_CURRENT_BINARY_DIR}/plugins ${PROJECT_SOURCE_DIR}/examples/automata
  ${CMAKE_CURRENT_SOURCE_DIR}/cli/inputs NEEDS z3 graphviz)
couplet_add_script_test(cli_commands ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_commands.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/plugins
  NEEDS z3 glpk graphviz)
couplet_find_tools(cli_solvers other_solvers cvc5 glpsol cbc)
couplet_add_script_test(cli_solvers ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_solvers.py
  ${PROJECT_SOURCE_DIR}/examples/automata ${other_solvers}
  NEEDS z3 glpk)
couplet_add_script_test(cli_jobs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_jobs.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/plugins NEEDS z3 glpk)
couplet_add_script_test(cli_dying_workers ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_dying_workers.py
  ${CMAKE_CURRENT_BINARY_DIR}/plugins NEEDS z3 glpk)
couplet_add_script_test(cli_configurations ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_configurations.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/plugins
  NEEDS graphviz)
