# SPDX-License-Identifier: Apache-2.0
# couplet_add_room(NAME SOURCES file... [USES room...])
#
# A room of the core: an object library that sees the public headers, its own
# folder and those of the rooms it may use, so that an include of any other does
# not compile. tests/test_rooms.py checks the calls as well.
function(couplet_add_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  string(REPLACE "/" "_" room core_${name})
  add_library(${room} OBJECT ${ARG_SOURCES})
  target_include_directories(${room} PRIVATE ${PROJECT_SOURCE_DIR}/include
    ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(used IN LISTS ARG_USES)
    target_include_directories(${room} PRIVATE ${PROJECT_SOURCE_DIR}/core/${used})
  endforeach()
  target_link_libraries(${room} PRIVATE PkgConfig::GLIB PkgConfig::GMP)
  target_compile_definitions(${room} PRIVATE G_LOG_DOMAIN="couplet"
    COUPLET_VERSION="${PROJECT_VERSION}" COUPLET_PLUGIN_SUBDIR="${COUPLET_PLUGIN_SUBDIR}")
  set_property(GLOBAL APPEND PROPERTY COUPLET_ROOMS ${room})
endfunction()
