# SPDX-License-Identifier: Apache-2.0
# Debian packages, by CPack (`make deb`): couplet, libcouplet1, libcouplet-dev, python3-couplet, and a
# package for each plugin that brings a library along. What a package holds are the files of a component.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME couplet)
set(CPACK_PACKAGE_VENDOR "The Couplet authors")
set(COUPLET_DEB_MAINTAINER "The Couplet authors <couplet@packages.debian.org>"
  CACHE STRING "Who the Debian packages say maintains them")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has a synopsis of its own
set(CPACK_PACKAGE_CONTACT "${COUPLET_DEB_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(COUPLET_DEB_VERSION ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})

# couplet_add_package(COMPONENT PACKAGE SECTION SYNOPSIS DESCRIPTION [DEPENDS component...])
# Each also has Debian's copyright and changelog.
function(couplet_add_package component package section synopsis description)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${synopsis}\n${description}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${synopsis}\n${description}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DEPENDS ${ARG_DEPENDS} PARENT_SCOPE)
  if(COUPLET_DEBIAN)
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package})
    install(FILES ${PROJECT_SOURCE_DIR}/packages/debian/copyright DESTINATION ${folder}
      COMPONENT ${component})
    install(FILES ${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz DESTINATION ${folder}
      COMPONENT ${component})
  endif()
endfunction()

set(what "Couplet verifies differential privacy of mechanisms that compare noisy values,
by couplings, and computes the least d for which they are d*epsilon-private.")
set(CPACK_COMPONENTS_ALL)
couplet_add_package(program couplet science
  "verifier of differential privacy by couplings"
  "${what}
This package has the program, its manual pages, and examples." DEPENDS library)
couplet_add_package(library libcouplet${COUPLET_SOVERSION} libs
  "verifier of differential privacy by couplings - library"
  "${what}
This package has the library and the plugins that need no other.")
couplet_add_package(development libcouplet-dev libdevel
  "verifier of differential privacy by couplings - headers"
  "${what}
This package has what plugins, and programs that use the library, are
built with." DEPENDS library)
set(plugins)
foreach(back_end IN ITEMS
    "z3|the decider that asks Z3"
    "glpk|the optimizer that asks GLPK"
    "arb|the optimizer that computes probabilities, for refute"
    "graphviz|automata in Graphviz's language, and pictures")
  string(REGEX MATCH "^([^|]+)\\|(.*)$" matched "${back_end}")
  set(name ${CMAKE_MATCH_1})
  set(adds "${CMAKE_MATCH_2}")
  string(TOUPPER ${name} upper)
  if(COUPLET_HAVE_${upper})
    couplet_add_package(plugin-${name} couplet-plugin-${name} science
      "verifier of differential privacy by couplings - plugin ${name}"
      "${what}
This package adds ${adds}." DEPENDS library)
    list(APPEND plugins "couplet-plugin-${name} (= ${COUPLET_DEB_VERSION})")
  endif()
endforeach()
couplet_add_package(python python3-couplet python
  "verifier of differential privacy by couplings - Python package"
  "${what}
This package has the Python package couplet, which runs the program and gives
its answers as typed dataclasses, and reads mechanisms in Python and C for it." DEPENDS program)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy, python3-pycparser")
# compiled where it is installed, and cleaned up behind
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packages/debian/python/postinst
  ${PROJECT_SOURCE_DIR}/packages/debian/python/prerm)
list(APPEND plugins python3-couplet)
list(JOIN plugins ", " CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "bash-completion, libcouplet-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libglib2.0-dev, libgmp-dev")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packages/debian/triggers
  ${CMAKE_BINARY_DIR}/debian/symbols)

if(COUPLET_DEBIAN)
  set(epoch $ENV{SOURCE_DATE_EPOCH})
  if(NOT epoch)
    string(TIMESTAMP epoch %s UTC)
  endif()
  execute_process(COMMAND date -R -u -d @${epoch} OUTPUT_VARIABLE COUPLET_DEB_DATE
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  configure_file(packages/debian/changelog.in debian/changelog @ONLY)
  execute_process(COMMAND gzip -9n -c ${CMAKE_BINARY_DIR}/debian/changelog
    OUTPUT_FILE ${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz COMMAND_ERROR_IS_FATAL ANY)
  # what the library exports, and since which version
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/debian/symbols
    COMMAND dpkg-gensymbols -q -plibcouplet${COUPLET_SOVERSION} -v${PROJECT_VERSION}
      -e$<TARGET_FILE:couplet> -P${CMAKE_BINARY_DIR}/debian -O${CMAKE_BINARY_DIR}/debian/symbols
    DEPENDS couplet WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
  add_custom_target(debian-symbols ALL DEPENDS ${CMAKE_BINARY_DIR}/debian/symbols)
  # manual pages and the upstream changelog, compressed as Debian wants it
  install(CODE [[
    set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share")
    file(RENAME ${root}/doc/couplet/CHANGELOG.md ${root}/doc/couplet/changelog)
    file(GLOB files ${root}/man/man1/*.1 ${root}/doc/couplet/changelog)
    execute_process(COMMAND gzip -9nf ${files} COMMAND_ERROR_IS_FATAL ANY)]] COMPONENT program)
endif()
include(CPack)
