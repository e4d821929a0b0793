# SPDX-License-Identifier: Apache-2.0
# What is installed besides the program, the library and the plugins. The
# pkg-config file finds everything relative to itself, so the tree may be moved.
file(RELATIVE_PATH COUPLET_PC_TO_PREFIX
  "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" COUPLET_PC_TO_PREFIX "${COUPLET_PC_TO_PREFIX}")
configure_file(cmake/couplet.pc.in ${CMAKE_BINARY_DIR}/couplet.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/couplet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
# where the shells look for completions, below the prefix; Debian's packages have another folder for zsh
set(COUPLET_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
  CACHE STRING "Folder of zsh's completions, below the prefix")

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(DIRECTORY configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/couplet/configs
  FILES_MATCHING PATTERN "*.conf")
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/couplet/examples)
install(DIRECTORY contrib/ DESTINATION ${CMAKE_INSTALL_DATADIR}/couplet/contrib USE_SOURCE_PERMISSIONS)
install(DIRECTORY editors DESTINATION ${CMAKE_INSTALL_DATADIR}/couplet)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/couplet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/couplet.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME couplet)
install(FILES completions/couplet.zsh DESTINATION ${COUPLET_ZSH_FOLDER} RENAME _couplet)
install(FILES completions/couplet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
if(NOT COUPLET_DEBIAN)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

# The Python package, where Debian's Python looks below the prefix: dist-packages of any Python 3
# in /usr, of one version elsewhere. -DCOUPLET_PYTHON_DIR=FOLDER (below the prefix) for others.
set(COUPLET_PYTHON_DIR "" CACHE STRING
  "Folder below the prefix for the Python package; empty = dist-packages as on Debian")
find_package(Python3 QUIET COMPONENTS Interpreter)
install(CODE "set(COUPLET_PYTHON_DIR \"${COUPLET_PYTHON_DIR}\")
if(COUPLET_PYTHON_DIR STREQUAL \"\")
  set(COUPLET_PYTHON_DIR lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr/?$\" OR \"${Python3_VERSION_MINOR}\" STREQUAL \"\")
    set(COUPLET_PYTHON_DIR lib/python3/dist-packages)
  endif()
endif()" COMPONENT python)
install(DIRECTORY python/couplet DESTINATION "\${COUPLET_PYTHON_DIR}"
  COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "py.typed"
  PATTERN "__pycache__" EXCLUDE)
# what says to Python, and to pytest, that it is installed; that of another version goes
configure_file(python/dist-info/METADATA.in ${CMAKE_BINARY_DIR}/dist-info/METADATA @ONLY)
install(CODE "file(GLOB others \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${COUPLET_PYTHON_DIR}/couplet-*.dist-info\")
foreach(other IN LISTS others)
  file(REMOVE_RECURSE \"\${other}\")
endforeach()" COMPONENT python)
install(FILES ${CMAKE_BINARY_DIR}/dist-info/METADATA python/dist-info/entry_points.txt python/dist-info/INSTALLER
  DESTINATION "\${COUPLET_PYTHON_DIR}/couplet-${PROJECT_VERSION}.dist-info" COMPONENT python)
