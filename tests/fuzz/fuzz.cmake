# SPDX-License-Identifier: Apache-2.0
option(COUPLET_FUZZ "Build the fuzz targets with libFuzzer (needs clang)" OFF)

# The sources of a target, as files that other targets may compile too.
function(couplet_sources_of target result)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(found)
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
    list(APPEND found ${path})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# What targets are made of: themselves and the shared code that they link (parts), and the
# libraries of others (others).
function(couplet_parts_of parts others)
  set(queue ${ARGN})
  set(own)
  set(foreign)
  while(queue)
    list(POP_FRONT queue target)
    list(APPEND own ${target})
    get_target_property(linked ${target} LINK_LIBRARIES)
    foreach(library IN LISTS linked)
      if(NOT TARGET ${library} OR library STREQUAL couplet)
        continue()
      endif()
      get_target_property(kind ${library} TYPE)
      if(kind STREQUAL STATIC_LIBRARY)
        list(APPEND queue ${library})
      else()
        list(APPEND foreign ${library})
      endif()
    endforeach()
  endwhile()
  list(REMOVE_DUPLICATES own)
  list(REMOVE_DUPLICATES foreign)
  set(${parts} ${own} PARENT_SCOPE)
  set(${others} ${foreign} PARENT_SCOPE)
endfunction()

# Sources of target are compiled here as they are there.
function(couplet_compile_alike target)
  foreach(source IN LISTS ARGN)
    foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS)
      get_source_file_property(value ${source} TARGET_DIRECTORY ${target} ${property})
      if(value)
        set_source_files_properties(${source} PROPERTIES ${property} "${value}")
      endif()
    endforeach()
  endforeach()
endfunction()

# The program fuzz_NAME: everything that is fuzzed is compiled into it, so that
# libFuzzer and the sanitizers see it all.
function(couplet_add_fuzz_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  get_property(rooms GLOBAL PROPERTY COUPLET_ROOMS)
  couplet_parts_of(parts others ${ARG_LIBRARIES})
  foreach(library IN LISTS rooms parts)
    couplet_sources_of(${library} sources)
    target_sources(fuzz_${name} PRIVATE ${sources})
    couplet_compile_alike(${library} ${sources})
    # parsers are made while the library is built
    list(FILTER sources INCLUDE REGEX "^${CMAKE_BINARY_DIR}/")
    set_source_files_properties(${sources} PROPERTIES GENERATED TRUE)
    add_dependencies(fuzz_${name} ${library})
    foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS)
      set_property(TARGET fuzz_${name} APPEND PROPERTY ${property}
        $<TARGET_PROPERTY:${library},${property}>)
    endforeach()
  endforeach()
  target_include_directories(fuzz_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_link_libraries(fuzz_${name} PRIVATE PkgConfig::GLIB PkgConfig::GMP PkgConfig::JANSSON
    ${others} ${CMAKE_DL_LIBS} m)
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
endfunction()

# couplet_add_fuzz_target(NAME FOLDERS folder... SOURCES file... [LIBRARIES target...])
# The test replay_NAME gives each file of the folders to tests/fuzz/fuzz_NAME.c.
# With COUPLET_FUZZ also the program fuzz_NAME, which looks for more:
#   fuzz_NAME NEW-FOLDER tests/fuzz/NAME
function(couplet_add_fuzz_target name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;SOURCES;LIBRARIES" ${ARGN})
  add_executable(replay_${name} fuzz/replay.c fuzz/fuzz_${name}.c ${ARG_SOURCES})
  target_link_libraries(replay_${name} PRIVATE couplet ${ARG_LIBRARIES})
  target_include_directories(replay_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support)
  add_test(NAME replay_${name} COMMAND replay_${name} ${ARG_FOLDERS})
  set_tests_properties(replay_${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "G_SLICE=always-malloc")
  if(COUPLET_FUZZ)
    couplet_add_fuzz_program(${name} SOURCES fuzz/fuzz_${name}.c ${ARG_SOURCES}
      LIBRARIES ${ARG_LIBRARIES})
  endif()
endfunction()

couplet_add_fuzz_target(json
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/json ${CMAKE_CURRENT_SOURCE_DIR}/cli/inputs
  SOURCES support/json_text.c support/same_automaton.c ${PROJECT_SOURCE_DIR}/frontends/json/json_plugin.c
  LIBRARIES frontend_json)
couplet_add_fuzz_target(svt
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/errors ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/language
  SOURCES support/svt_text.c
  LIBRARIES frontend_svt)
couplet_add_fuzz_target(evidence
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/evidence
  SOURCES support/json_text.c ${PROJECT_SOURCE_DIR}/frontends/json/json_plugin.c
  LIBRARIES frontend_json)
if(COUPLET_HAVE_PYTHON)
  couplet_add_fuzz_target(python
    FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/python
    SOURCES fuzz/fuzz_program.c ${PROJECT_SOURCE_DIR}/frontends/python/python_plugin.c
    LIBRARIES frontend_python)
endif()
if(COUPLET_HAVE_PYCPARSER)
  couplet_add_fuzz_target(c
    FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/c
    SOURCES fuzz/fuzz_program.c ${PROJECT_SOURCE_DIR}/frontends/c/c_plugin.c
    LIBRARIES frontend_c)
  set_property(TEST replay_c APPEND PROPERTY
    ENVIRONMENT "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/lsan.supp:print_suppressions=0")
endif()
if(COUPLET_HAVE_GRAPHVIZ)
  couplet_add_fuzz_target(dot
    FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dot
    LIBRARIES frontend_dot)
endif()
