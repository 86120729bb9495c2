# The features that Micro brings along. Nothing is asked of the compiler here.

get_property(defined GLOBAL PROPERTY _MICRO_READY_FEATURES SET)
if(NOT defined)
  set_property(GLOBAL PROPERTY _MICRO_READY_FEATURES TRUE)

  micro_define_feature(stable-layout
    COMPILE_OPTIONS -falign-functions=64
    DESCRIPTION "functions begin at cache lines, so that code that did not change keeps its speed")

  # Beside the newest standard: what the compiler has of it and leaves off.
  micro_define_feature(preview
    CXX_STANDARD newest
    COMPILE_OPTIONS
      "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-fcontracts>"
      "$<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,19>>:-frelaxed-template-template-args>"
      "$<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,19>>:-fsized-deallocation>"
    DISABLED_WARNINGS pedantic "$<$<CXX_COMPILER_ID:Clang,AppleClang>:c++2b-extensions>" "$<$<CXX_COMPILER_ID:Clang,AppleClang>:c++2c-extensions>"
    DESCRIPTION "the newest C++ that CMake and the compiler know, with its experimental switches")

  set(flag -march=native)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm)")
    set(flag -mcpu=native)
  endif()
  micro_define_feature(native
    COMPILE_OPTIONS ${flag}
    DESCRIPTION "all instructions of the processor that compiles")
  unset(flag)

  # By flags: they reach libraries in a shadow build as well. Fat objects need no special ar.
  micro_define_feature(lto
    COMPILE_OPTIONS "$<$<NOT:$<CXX_COMPILER_ID:GNU>>:-flto>" "$<$<CXX_COMPILER_ID:GNU>:-flto=auto>" "$<$<CXX_COMPILER_ID:GNU>:-ffat-lto-objects>"
    LINK_OPTIONS "$<$<NOT:$<CXX_COMPILER_ID:GNU>>:-flto>" "$<$<CXX_COMPILER_ID:GNU>:-flto=auto>"
    DESCRIPTION "optimisation at link time")

  micro_define_feature(asan NOT_A_MEASUREMENT
    COMPILE_OPTIONS -fsanitize=address -fno-omit-frame-pointer
    LINK_OPTIONS -fsanitize=address
    DESCRIPTION "AddressSanitizer: errors are found, times mean nothing")

  micro_define_feature(ubsan NOT_A_MEASUREMENT
    COMPILE_OPTIONS -fsanitize=undefined -fno-sanitize-recover=undefined
    LINK_OPTIONS -fsanitize=undefined
    DESCRIPTION "UndefinedBehaviorSanitizer: errors are found, times mean nothing")

  micro_define_feature(frame-pointers
    COMPILE_OPTIONS -fno-omit-frame-pointer
    DESCRIPTION "profilers see who called")
endif()
unset(defined)
