# SPDX-License-Identifier: Apache-2.0
# What makes faults harder to use (docs/security.md): position independent code, addresses of
# functions read only once the program runs, checks of the stack and of the bounds that the compiler
# knows, no code on the stack. tests/cli/test_hardening.py looks at what comes of it.
include(CheckCCompilerFlag)
include(CheckPIESupported)
option(COUPLET_HARDENING "Build with the compiler's and the linker's hardening" ON)
check_pie_supported(LANGUAGES C)

# The sanitizers check the same, and more, by functions of their own. The C library's checked functions
# need a compiler that optimizes.
set(COUPLET_IS_HARDENED OFF)
set(COUPLET_IS_FORTIFIED OFF)
if(COUPLET_HARDENING AND NOT COUPLET_SANITIZE AND NOT COUPLET_FUZZ AND NOT COUPLET_COVERAGE)
  set(COUPLET_IS_HARDENED ON)
  if(CMAKE_BUILD_TYPE MATCHES "^(Rel|MinSize)" OR CMAKE_C_FLAGS MATCHES "-O[123s]")
    set(COUPLET_IS_FORTIFIED ON)
  endif()
  foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "COUPLET_HAVE${flag}" known)
    check_c_compiler_flag(${flag} ${known})
  endforeach()
endif()

# couplet_harden(): for the targets of this folder and those below; the tests are not installed, and do
# without.
macro(couplet_harden)
  if(COUPLET_IS_HARDENED)
    foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection -fcf-protection)
      string(MAKE_C_IDENTIFIER "COUPLET_HAVE${flag}" known)
      if(${known})
        add_compile_options(${flag})
      endif()
    endforeach()
    if(COUPLET_IS_FORTIFIED)
      add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    endif()
    add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  endif()
endmacro()

# What is installed names no folder of this machine, so that builds anywhere have the same bytes.
# With tests, debuggers and coverage find the sources.
set(reproducible ON)
if(BUILD_TESTING)
  set(reproducible OFF)
endif()
option(COUPLET_REPRODUCIBLE "Leave the folders of sources and build out of what is built" ${reproducible})
if(COUPLET_REPRODUCIBLE)
  foreach(folder IN ITEMS ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
    add_compile_options(-fmacro-prefix-map=${folder}=. -fdebug-prefix-map=${folder}=.)
  endforeach()
  add_compile_options(-Wdate-time)
endif()
