# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_summary SOURCES test_summary.c LIBRARIES reports_common)

# couplet_add_report_test(NAME [LIBRARIES target...]): a report's adapter and
# algorithm, linked rather than loaded.
function(couplet_add_report_test name)
  couplet_add_test(test_report_${name}
    SOURCES test_report_${name}.c report_cases.c small_automata.c
      ${PROJECT_SOURCE_DIR}/plugins/reports/${name}/${name}_plugin.c
    LIBRARIES report_${name} ${ARGN})
endfunction()

couplet_add_report_test(table)
couplet_add_test(test_common_folder SOURCES test_common_folder.c LIBRARIES report_table)
couplet_add_report_test(json PkgConfig::JANSSON)
couplet_add_report_test(csv)
couplet_add_report_test(sarif PkgConfig::JANSSON)
# the schema is that of what is written
set(sarif_schema)
couplet_find_tools(cli_sarif can_validate module:jsonschema)
if(can_validate)
  set(sarif_schema ${CMAKE_CURRENT_SOURCE_DIR}/cli/sarif/schema.json)
endif()
couplet_add_script_test(cli_sarif ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sarif.py ${PROJECT_SOURCE_DIR}
  ${sarif_schema})
couplet_add_script_test(cli_sarif_python ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_sarif.py
  ${PROJECT_SOURCE_DIR} ${sarif_schema} python NEEDS python)
couplet_add_report_test(html)
couplet_add_test(test_axis SOURCES test_axis.c LIBRARIES report_html)
couplet_add_script_test(cli_html ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_html.py
  ${PROJECT_SOURCE_DIR}/examples $<BOOL:${COUPLET_HAVE_GRAPHVIZ}>)
