# SPDX-License-Identifier: Apache-2.0
# make fuzz: what run_fuzz.py runs, and the name of each target with its folders for it
add_custom_target(fuzz_programs)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/fuzz-targets.txt "")

# couplet_add_fuzz_target(NAME [CORE] FOLDERS folder... [REPLAYED folder...] [SOURCES file...]
#   [LIBRARIES target...] [INCLUDES folder...] [MUTATOR file] [NEEDS back-end...])
# The test replay_NAME gives each file of all folders to tests/fuzz/fuzz_NAME.c; those that are only
# REPLAYED have inputs that take too long to begin a search with. With COUPLET_FUZZ
# also the program fuzz_NAME, which looks for more:
#   fuzz_NAME NEW-FOLDER tests/fuzz/NAME
# CORE: of functions of the core that are not exported. MUTATOR: what changes inputs in place of
# libFuzzer.
function(couplet_add_fuzz_target name)
  cmake_parse_arguments(ARG "CORE" "MUTATOR" "FOLDERS;REPLAYED;SOURCES;LIBRARIES;INCLUDES;NEEDS" ${ARGN})
  couplet_leaves_out_test(replay_${name} left_out ${ARG_NEEDS})
  if(left_out)
    return()
  endif()
  set(programs replay_${name})
  add_executable(replay_${name} fuzz/replay.c fuzz/fuzz_${name}.c ${ARG_SOURCES})
  if(COUPLET_FUZZ)
    list(APPEND programs fuzz_${name})
    add_executable(fuzz_${name} EXCLUDE_FROM_ALL fuzz/trap.c fuzz/fuzz_${name}.c ${ARG_SOURCES}
      ${ARG_MUTATOR})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzz_programs fuzz_${name})
  endif()
  foreach(program IN LISTS programs)
    if(ARG_CORE)
      couplet_link_core(${program})
    else()
      target_link_libraries(${program} PRIVATE couplet)
    endif()
    target_link_libraries(${program} PRIVATE ${ARG_LIBRARIES})
    target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support
      ${ARG_INCLUDES})
  endforeach()
  add_test(NAME replay_${name} COMMAND replay_${name} ${ARG_FOLDERS} ${ARG_REPLAYED})
  set_tests_properties(replay_${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "G_DEBUG=fatal-criticals;G_SLICE=always-malloc")
  list(JOIN ARG_FOLDERS " " folders)
  file(APPEND ${CMAKE_CURRENT_BINARY_DIR}/fuzz-targets.txt "${name} ${folders}\n")
endfunction()

couplet_add_fuzz_target(json
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/json ${CMAKE_CURRENT_SOURCE_DIR}/cli/inputs
  SOURCES support/json_text.c support/same_automaton.c
  LIBRARIES frontend_json)
couplet_add_fuzz_target(svt
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/svt
  REPLAYED ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/errors ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/language
  SOURCES support/svt_text.c
  LIBRARIES frontend_svt)
couplet_add_fuzz_target(evidence
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/evidence
  SOURCES support/json_text.c
  LIBRARIES frontend_json)
couplet_add_fuzz_target(dipa
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dipa ${CMAKE_CURRENT_SOURCE_DIR}/cli/peers/dipaut
  LIBRARIES frontend_dipa)
couplet_add_fuzz_target(configuration
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/configuration
  SOURCES fuzz/fuzz_file.c)
couplet_add_fuzz_target(wire CORE
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/wire
  SOURCES support/full_results.c support/small_automata.c
  LIBRARIES PkgConfig::CMOCKA
  MUTATOR fuzz/mutate_words.c)
couplet_add_fuzz_target(result CORE FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/result)
couplet_add_fuzz_target(merge
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/merge ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/result
  SOURCES fuzz/fuzz_file.c
  NEEDS sqlite)
couplet_add_fuzz_target(store CORE
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/store
  SOURCES fuzz/fuzz_folder.c support/full_results.c support/small_automata.c
  LIBRARIES PkgConfig::CMOCKA PkgConfig::SQLITE
  NEEDS sqlite)
couplet_add_fuzz_target(define FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/define)
couplet_add_fuzz_target(words CORE
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/words
  SOURCES ${PROJECT_SOURCE_DIR}/core/cli/shard.c
  INCLUDES ${PROJECT_SOURCE_DIR}/core/cli)
couplet_add_fuzz_target(descriptor CORE FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/descriptor)
couplet_add_fuzz_target(list
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/list
  SOURCES fuzz/fuzz_file.c ${PROJECT_SOURCE_DIR}/core/cli/file_list.c
  INCLUDES ${PROJECT_SOURCE_DIR}/core/cli)
couplet_add_fuzz_target(index
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/index
  SOURCES fuzz/fuzz_folder.c)
set(lsp desk directive findings frame open_text place rpc server)
list(TRANSFORM lsp REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/core/cli/lsp/\\1.c")
couplet_add_fuzz_target(lsp
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/lsp
  SOURCES fuzz/fuzz_file.c ${lsp} ${PROJECT_SOURCE_DIR}/frontends/svt/svt_plugin.c
  LIBRARIES frontend_svt
  INCLUDES ${PROJECT_SOURCE_DIR}/core/cli/lsp)
couplet_add_fuzz_target(path
  FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/path
  SOURCES support/json_text.c
  LIBRARIES frontend_json couplet_explain)
if(COUPLET_HAVE_GRAPHVIZ)
  couplet_add_fuzz_target(dot
    FOLDERS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dot
    LIBRARIES frontend_dot)
endif()
