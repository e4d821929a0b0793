# SPDX-License-Identifier: Apache-2.0
# Plugins of strangers, each in build/tests/strangers/NAME/: a file for each way to misbehave.
function(couplet_add_stranger_plugin name output)
  set(target stranger_${name})
  add_library(${target} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/plugins/strangers/${name}.c)
  target_link_libraries(${target} PRIVATE couplet)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${output}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/strangers/${name})
endfunction()

foreach(name kills_itself deaf stops_itself closes_files closes_and_stays prints leaves_processes
    sends_garbage sends_a_huge_length sends_half_a_message sends_without_end crashes_when_loaded
    stays_when_loaded points_nowhere crashes_in_create crashes_in_version moody aborts_from_a_thread)
  string(REPLACE _ - plugin ${name})
  couplet_add_stranger_plugin(${name} optimizer-${plugin})
endforeach()
foreach(name crashes_in_recognise crashes_in_write crashes_in_format reads_garbage fails_to_write
    writes_with_an_error refuses_to_write stays_in_read)
  couplet_add_stranger_plugin(${name} frontend-odd)
endforeach()
couplet_add_stranger_plugin(false_probe optimizer-probe)
couplet_add_stranger_plugin(ends_in_report report-ends-in-report)
couplet_add_stranger_plugin(two_of_which_one pair)

couplet_add_script_test(strangers ${CMAKE_CURRENT_SOURCE_DIR}/plugins/strangers/test_strangers.py
  ${CMAKE_CURRENT_BINARY_DIR}/strangers ${CMAKE_CURRENT_BINARY_DIR}/plugins
  ${PROJECT_SOURCE_DIR}/examples/automata)
