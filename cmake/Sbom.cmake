# SPDX-License-Identifier: Apache-2.0
# couplet.cdx.json: the libraries of others that are linked, or copied into a plugin, with their versions and licences. Made where
# there is Python; installed beside the documents.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  get_property(plugins GLOBAL PROPERTY COUPLET_PLUGINS)
  get_property(modules GLOBAL PROPERTY COUPLET_MODULES)
  set(linked couplet-cli couplet ${modules} ${plugins})
  if(TARGET graphviz-layout)
    list(APPEND linked graphviz-layout)
  endif()
  set(files)
  foreach(target IN LISTS linked)
    list(APPEND files $<TARGET_FILE:${target}>)
  endforeach()
  if(COUPLET_HAVE_CHART)
    list(APPEND files report-html.so=${COUPLET_CHART_FILE})
  endif()
  set(COUPLET_SBOM ${CMAKE_BINARY_DIR}/couplet.cdx.json)
  add_custom_command(OUTPUT ${COUPLET_SBOM}
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${Python3_EXECUTABLE}
      ${PROJECT_SOURCE_DIR}/packages/make_sbom.py ${COUPLET_SBOM} ${PROJECT_VERSION} ${files}
    DEPENDS ${linked} ${PROJECT_SOURCE_DIR}/packages/make_sbom.py
    COMMENT "Writing the bill of materials" VERBATIM)
  # asking for each file's package takes seconds: with tests only when it is asked for
  set(always ALL)
  if(BUILD_TESTING)
    set(always)
  endif()
  add_custom_target(sbom ${always} DEPENDS ${COUPLET_SBOM})
  install(FILES ${COUPLET_SBOM} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program OPTIONAL)
endif()
