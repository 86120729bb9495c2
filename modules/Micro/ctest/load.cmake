# Included by ctest while it loads the tests of a build folder with suites, when TEST= is set, by <build>/micro/load.cmake, which sets
#   _micro_selected          whether a word of TEST= is for Micro
#   _micro_build_directory, _micro_multi_config, _micro_configurations, _micro_build_type, _micro_python
#
# ctest has set no policy and has one scope for all the files that it loads. Functions keep the policies that they are defined under.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Words that are one slip away from `micro:` (another, a missing, a doubled or a swapped letter, capitals): what they select is nothing of
# ours, and ctest would run all tests.
function(_micro_warn_of_slips)
  string(TOLOWER "$ENV{TEST}" words)
  string(REGEX REPLACE "[ \t\n]+" ";" words "${words}")
  string(REGEX REPLACE "[ \t\n]+" ";" typed "$ENV{TEST}")
  foreach(word typed IN ZIP_LISTS words typed)
    if((word MATCHES "^(.?icro|m.?cro|mi.?ro|mic.?o|micr.?|.micro|m.icro|mi.cro|mic.ro|micr.o|micro.|imcro|mcrio|mciro|mirco|micor):"
        AND NOT typed MATCHES "^micro:") OR (word MATCHES "^(micro|mirco|micor|mciro|imcro)$" AND NOT typed STREQUAL "micro"))
      message("micro: TEST has '${typed}', which selects no benchmarks\n  hint: did you mean micro:…?")
    endif()
  endforeach()
endfunction()

# Chooses, builds and lists what TEST= selects, and has the tests written into a file.
function(_micro_write_tests out_file)
  # What make has for a make that it starts: for the builds here it is not.
  foreach(variable IN ITEMS MAKEFLAGS MFLAGS MAKELEVEL GNUMAKEFLAGS)
    unset(ENV{${variable}})
  endforeach()

  set(configuration "${_micro_build_type}")
  if(_micro_multi_config)
    set(configuration "${CTEST_CONFIGURATION_TYPE}")
  endif()
  string(RANDOM LENGTH 12 unique)
  set(file "${_micro_build_directory}/micro/tests-${unique}.cmake")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/main.py")
  # ctest does not say where it runs.
  execute_process(COMMAND pwd -P OUTPUT_VARIABLE here OUTPUT_STRIP_TRAILING_WHITESPACE)
  # What Micro has to say goes to the terminal by stderr; stdout has the run's folder, or why there is none.
  execute_process(
    COMMAND "${_micro_python}" -I -X utf8 -X "pycache_prefix=${_micro_build_directory}/micro/pycache" "${script}" load
            --build-directory "${_micro_build_directory}" --configuration "${configuration}" --multi-config "${_micro_multi_config}"
            --configurations "${_micro_configurations}" --directory "${here}" --tests-file "${file}"
    OUTPUT_VARIABLE output
    RESULT_VARIABLE result)
  string(REGEX REPLACE "\n+$" "" output "${output}")
  if(NOT result EQUAL 0)
    file(REMOVE "${file}")
    if(output STREQUAL "")
      set(output "micro: ${_micro_python} ${script}: ${result}\n  hint: what went wrong is above; configure again if Python has moved")
    endif()
    # Lines with a blank in front are printed as they are.
    string(REPLACE "\n" "\n " output "${output}")
    message(FATAL_ERROR " ${output}")
  endif()
  set(ENV{MICRO_SESSION} "${output}")
  set(${out_file} "${file}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)

# Once per process: each directory with suites has this file.
get_property(_micro_loaded GLOBAL PROPERTY _MICRO_LOADED)
if(NOT _micro_loaded)
  set_property(GLOBAL PROPERTY _MICRO_LOADED TRUE)
  _micro_warn_of_slips()
  if(_micro_selected)
    # The ordinary tests are not wanted. The command of ctest itself is _add_test from now on, unless someone has replaced add_test before:
    # then it is already, and replacing it once more would bury it.
    if(NOT COMMAND _add_test)
      macro(add_test)
      endmacro()
    endif()
    if(COMMAND discover_tests)
      macro(discover_tests)
      endmacro()
    endif()
    _micro_write_tests(_micro_tests_file)
    include("${_micro_tests_file}")
    file(REMOVE "${_micro_tests_file}")
  endif()
endif()
