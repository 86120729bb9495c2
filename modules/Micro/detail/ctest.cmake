# What ctest reads: a script before the tests of the project, one line of CTestCustom.cmake. And the target that calls it for all suites.

# In the root, in each directory with suites and in those between them: ctest may be started in any of them.
function(_micro_connect_ctest directories)
  set(all "${CMAKE_BINARY_DIR}")
  foreach(directory IN LISTS directories)
    while(directory AND NOT directory IN_LIST all)
      list(APPEND all "${directory}")
      get_property(parent DIRECTORY "${directory}" PROPERTY PARENT_DIRECTORY)
      if(NOT parent)
        break()
      endif()
      get_property(directory DIRECTORY "${parent}" PROPERTY BINARY_DIR)
    endwhile()
  endforeach()

  get_filename_component(modules "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../.." ABSOLUTE)
  get_filename_component(templates "${modules}/../templates" ABSOLUTE)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  # Words are separated by blanks; ours is `micro`, or begins with `micro:`.
  set(selects_micro "(^|[ \\t\\n])micro([: \\t\\n]|$)")
  configure_file("${templates}/load.cmake.in" "${CMAKE_BINARY_DIR}/micro/load.cmake" @ONLY)
  configure_file("${templates}/custom.cmake.in" "${CMAKE_BINARY_DIR}/micro/custom.cmake" @ONLY)

  foreach(directory IN LISTS all)
    # First: the project's own scripts may add tests, too.
    get_property(files DIRECTORY "${directory}" PROPERTY TEST_INCLUDE_FILES)
    set_property(DIRECTORY "${directory}" PROPERTY TEST_INCLUDE_FILES "${CMAKE_BINARY_DIR}/micro/load.cmake" ${files})

    set(file "${directory}/CTestCustom.cmake")
    set(text "")
    if(EXISTS "${file}")
      file(READ "${file}" text)
    endif()
    if(NOT text MATCHES "# Micro(\n|$)")
      file(APPEND "${file}" "\ninclude([==[${CMAKE_BINARY_DIR}/micro/custom.cmake]==] OPTIONAL) # Micro\n")
    endif()
  endforeach()
endfunction()

# The target `micro`: what `TEST=micro ctest` does, so that suites are built, measured, shown and kept as by `make test TEST=micro`. It has no
# dependencies: a suite that can't be built is a failing test, and must not keep the others from being measured.
function(_micro_add_target)
  if(TARGET micro)
    message(STATUS "Micro: the project has a target micro of its own; TEST=micro ctest does what that of Micro would")
    return()
  endif()
  set(configuration "")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    set(configuration -C "$<CONFIG>")
  endif()
  # The name of the goal: a ninja that has no other is no hindrance to building (enclosing_ninja.py).
  add_custom_target(
    micro
    COMMAND "${CMAKE_COMMAND}" -E env TEST=micro MICRO_GOAL=micro "${CMAKE_CTEST_COMMAND}" ${configuration}
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
    COMMENT ""
    USES_TERMINAL VERBATIM)
endfunction()
