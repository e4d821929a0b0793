# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=FOLDER -DTEMPLATE=FILE -DOUTPUT=FILE -P Commit.cmake
#
# Writes into OUTPUT, a C file, which commit the sources are of: what Git says, with `-dirty`
# where they were changed since; else what `git archive` put into cmake/commit.txt; else that it
# is not known. An OUTPUT that says that already is left as it is.
set(commit "")
file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
if(archived MATCHES "^[0-9a-f]+$")
  set(commit ${archived})
endif()

# A folder below another project's checkout is not of that project's commit.
if(EXISTS ${SOURCE}/.git)
  find_program(GIT git)
  # whoever builds a checkout that is another user's trusts it already
  set(git ${GIT} -C ${SOURCE} -c safe.directory=* -c core.fsmonitor=false)
  if(GIT)
    execute_process(COMMAND ${git} rev-parse --verify HEAD
      OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit ${head})
      execute_process(COMMAND ${git} status --porcelain --untracked-files=no
        OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE failed)
      if(failed OR NOT changes STREQUAL "")
        string(APPEND commit -dirty)
      endif()
    endif()
  endif()
endif()

set(COMMIT NULL)
if(commit)
  set(COMMIT "\"${commit}\"")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
