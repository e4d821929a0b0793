# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_summary SOURCES test_summary.c LIBRARIES reports_common)

# couplet_add_report_test(NAME ENTRY [LIBRARIES target...]): a report's algorithm and ENTRY, the source of
# its entry, linked rather than loaded.
function(couplet_add_report_test name entry)
  couplet_add_test(test_report_${name}
    SOURCES test_report_${name}.c report_cases.c small_automata.c ${entry}
    LIBRARIES report_${name} ${ARGN})
endfunction()

# couplet_add_basic_report_test(NAME [LIBRARIES target...]): of a report whose entry is basic.so's.
function(couplet_add_basic_report_test name)
  couplet_add_report_test(${name} ${PROJECT_SOURCE_DIR}/tests/support/basic_report_entry.c ${ARGN})
  string(TOUPPER REPORT_${name} report)
  target_compile_definitions(test_report_${name} PRIVATE REPORT=${report})
endfunction()

set(reports ${PROJECT_SOURCE_DIR}/plugins/reports)
couplet_add_basic_report_test(table)
couplet_add_test(test_common_folder SOURCES test_common_folder.c LIBRARIES report_table)
couplet_add_basic_report_test(json PkgConfig::JANSSON)
couplet_add_report_test(csv ${reports}/csv/csv_plugin.c)
couplet_add_report_test(latex ${reports}/latex/latex_plugin.c)
couplet_add_report_test(sarif ${reports}/sarif/sarif_plugin.c PkgConfig::JANSSON)
# the schema is that of what is written
set(sarif_schema)
couplet_find_tools(cli_sarif can_validate module:jsonschema)
if(can_validate)
  set(sarif_schema ${CMAKE_CURRENT_SOURCE_DIR}/cli/sarif/schema.json)
endif()
couplet_add_script_test(cli_sarif ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sarif.py ${PROJECT_SOURCE_DIR}
  ${sarif_schema})
couplet_add_script_test(cli_sarif_python ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sarif.py
  ${PROJECT_SOURCE_DIR} ${sarif_schema} python NEEDS seccomp)
couplet_add_report_test(html ${reports}/html/html_plugin.c)
couplet_add_script_test(cli_html ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_html.py
  ${PROJECT_SOURCE_DIR}/examples $<BOOL:${COUPLET_HAVE_GRAPHVIZ}> $<BOOL:${COUPLET_HAVE_CHART}>
  $<BOOL:${COUPLET_HAVE_SQLITE}>)
couplet_add_script_test(cli_plots ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_plots.py ${PROJECT_SOURCE_DIR}
  TOOLS node)
