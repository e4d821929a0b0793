# SPDX-License-Identifier: Apache-2.0
# What installed headers declare is a promise, of version COUPLET_1.0; what libcouplet exports for the
# plugins that come with it is none: COUPLET_PRIVATE.
function(couplet_write_symbol_versions file)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/couplet/*.h
    ${PROJECT_SOURCE_DIR}/include/couplet/host/*.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
  set(names)
  foreach(header IN LISTS headers)
    file(READ ${header} text)
    string(REGEX MATCHALL "couplet_[a-z0-9_]+ \\(" found "${text}")
    list(APPEND names ${found})
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  list(TRANSFORM names REPLACE " \\($" ";")
  string(REPLACE ";;" ";\n    " names "${names}")
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "COUPLET_1.0 {
  global:
    @names@
};

COUPLET_PRIVATE {
  global:
    couplet_*;
  local:
    *;
};
")
endfunction()
