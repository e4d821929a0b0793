# SPDX-License-Identifier: Apache-2.0
# couplet_find_library(TARGET PATH): TARGET looks for libcouplet in PATH from its own folder. The folders of the
# build stand to each other as the installed ones do, so that the path is the same: for another one CMake
# leaves an empty name behind, which is whatever folder a user is in. Packages install without a path, and
# need one in the build only.
function(couplet_find_library target path)
  set(same ON)
  if(CMAKE_SKIP_INSTALL_RPATH)
    set(same OFF)
  endif()
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${path}"
    BUILD_WITH_INSTALL_RPATH ${same} BUILD_RPATH_USE_ORIGIN ON)
endfunction()
