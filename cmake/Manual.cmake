# SPDX-License-Identifier: Apache-2.0
# cmake -DCOUPLET=PROGRAM -DFOLDER=FOLDER -P Manual.cmake
#
# Makes FOLDER/couplet-COMMAND.1 for each command that PROGRAM --help names, and FOLDER/made.
function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${status}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${COUPLET} --help)
string(REGEX MATCH "\nCommands:\n(.*)\n\n" section "${output}")
string(REGEX MATCHALL "(^|\n)  [a-z]+" commands "${CMAKE_MATCH_1}")
if(NOT commands)
  message(FATAL_ERROR "${COUPLET} --help names no commands")
endif()
file(REMOVE_RECURSE ${FOLDER})
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  run(${COUPLET} ${command} --manual)
  file(WRITE ${FOLDER}/couplet-${command}.1 "${output}")
endforeach()
file(WRITE ${FOLDER}/made "")
