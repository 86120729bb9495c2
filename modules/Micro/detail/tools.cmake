# What suites and ctest need: Google Benchmark, the entry point, cmicro, Python.

# Makes benchmark::benchmark visible here.
function(_micro_require_benchmark)
  set(oldest 1.7)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
  find_package(benchmark CONFIG QUIET)
  if(TARGET benchmark::benchmark)
    # Some builds of it call themselves 0.0.0.
    if(benchmark_VERSION VERSION_GREATER 0.0.0 AND benchmark_VERSION VERSION_LESS oldest)
      message(FATAL_ERROR " Google Benchmark: must be ${oldest} or newer, not ${benchmark_VERSION} in ${benchmark_DIR}\n"
                          "   hint: -Dbenchmark_DIR=… names another, -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON has one fetched")
    endif()
    return()
  endif()

  message(STATUS "Google Benchmark: none is found (benchmark_DIR names one); fetching 1.9.5")
  include(FetchContent)
  # SOURCE_SUBDIR is a folder without CMakeLists.txt: fetched only, and then added without being a part of `all`.
  FetchContent_Declare(
    benchmark
    URL https://github.com/google/benchmark/archive/refs/tags/v1.9.5.tar.gz
    URL_HASH SHA256=9631341c82bac4a288bef951f8b26b41f69021794184ece969f8473977eaa340
    SOURCE_SUBDIR docs)
  foreach(what IN ITEMS TESTING INSTALL GTEST_TESTS WERROR)
    set(BENCHMARK_ENABLE_${what} OFF)
  endforeach()
  FetchContent_MakeAvailable(benchmark)
  if(NOT TARGET benchmark::benchmark)
    add_subdirectory("${benchmark_SOURCE_DIR}" "${benchmark_BINARY_DIR}" EXCLUDE_FROM_ALL SYSTEM)
  endif()
  _micro_silence(benchmark)
endfunction()

# No warnings for code that isn't the project's: its -Werror would end the build.
function(_micro_silence target)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE -w)
  endif()
endfunction()

# Micro::main is compiled here, with the project's compiler and library.
function(_micro_add_main)
  set(main "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../src/main")
  cmake_path(NORMAL_PATH main)
  add_library(micro_main STATIC EXCLUDE_FROM_ALL "${main}/micro_main.cpp")
  add_library(Micro::main ALIAS micro_main)
  # Not public: looking at it for each of many suites takes CMake as long as linking the library, and benchmark.h needs no less.
  target_compile_features(micro_main PRIVATE cxx_std_11)
  target_include_directories(micro_main SYSTEM PUBLIC "${main}/include")
  target_link_libraries(micro_main PUBLIC benchmark::benchmark)
  _micro_silence(micro_main)
endfunction()

# The path of cmicro (may be a generator expression) and the target that builds it, or no target.
function(_micro_find_cmicro out_path out_target)
  set(target "")
  if(MICRO_CMICRO)
    get_filename_component(path "${MICRO_CMICRO}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
    if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      message(FATAL_ERROR " MICRO_CMICRO: must be the program cmicro, and '${MICRO_CMICRO}' is no file\n   hint: without MICRO_CMICRO Micro's own is taken")
    endif()
  elseif(TARGET Micro::cmicro)
    set(path "$<TARGET_FILE:Micro::cmicro>")
    # An imported one is built by the target that _MICRO_BUILT_BY names, or is there.
    get_target_property(target Micro::cmicro _MICRO_BUILT_BY)
    get_target_property(alias Micro::cmicro ALIASED_TARGET)
    if(alias)
      set(target "${alias}")
    elseif(NOT target)
      set(target "")
    endif()
  else()
    message(FATAL_ERROR " Micro: has no cmicro: there is neither a target Micro::cmicro nor MICRO_CMICRO\n"
                        "   hint: find_package(Micro) or add_subdirectory() of Micro's sources gives the target")
  endif()
  set(${out_path} "${path}" PARENT_SCOPE)
  set(${out_target} "${target}" PARENT_SCOPE)
endfunction()

# MICRO_PYTHON is the interpreter itself, not a shim that looks for one each time.
function(_micro_require_python)
  if(MICRO_PYTHON AND MICRO_PYTHON STREQUAL MICRO_PYTHON_CHECKED AND EXISTS "${MICRO_PYTHON}")
    return()
  endif()
  set(candidates "")
  if(MICRO_PYTHON AND NOT MICRO_PYTHON STREQUAL MICRO_PYTHON_CHECKED)
    set(candidates "${MICRO_PYTHON}")
  else()
    foreach(name IN ITEMS python3 python)
      find_program(candidate NAMES ${name} NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
      if(candidate)
        list(APPEND candidates "${candidate}")
      endif()
      unset(candidate)
    endforeach()
  endif()
  set(found "")
  foreach(candidate IN LISTS candidates)
    execute_process(
      COMMAND "${candidate}" -I -c "import sys; print('%d.%d' % sys.version_info[:2], end=' '); print(sys.executable, end='')"
      OUTPUT_VARIABLE answer RESULT_VARIABLE result ERROR_QUIET)
    if(NOT result EQUAL 0)
      list(APPEND found "${candidate} does not run")
    elseif(NOT answer MATCHES "^([0-9.]+) (.+)$" OR CMAKE_MATCH_1 VERSION_LESS 3.8)
      list(APPEND found "${candidate} is ${CMAKE_MATCH_1}")
    else()
      set(MICRO_PYTHON "${CMAKE_MATCH_2}" CACHE FILEPATH "Python 3.8 or newer, which loads Micro's tests into ctest" FORCE)
      set(MICRO_PYTHON_CHECKED "${CMAKE_MATCH_2}" CACHE INTERNAL "The MICRO_PYTHON that is known to run")
      return()
    endif()
  endforeach()
  list(JOIN found ", " found)
  if(NOT found)
    set(found "none was found")
  endif()
  message(FATAL_ERROR " MICRO_PYTHON: must be Python 3.8 or newer, and ${found}\n   hint: install python3, or name one by -DMICRO_PYTHON=…")
endfunction()
