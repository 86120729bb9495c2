#[=======================================================================[.rst:
micro_stable_layout
-------------------

.. code-block:: cmake

  micro_stable_layout(<target>...)

Compiles the targets, the libraries under test, so that their functions begin at cache lines (``-falign-functions=64``). Suites are
compiled so by themselves. Without it an edit anywhere in a library moves the code behind it by some bytes, and that alone was measured to
change times by 3 to 21 per cent in half of the benchmarks, however often they are run.

.. code-block:: cmake

  add_library(records records.cpp)
  micro_stable_layout(records)
  micro_add_suite(io.records SOURCES io_records.cpp LINK_LIBRARIES records)

A target must be one of this project. For an interface library there is nothing to do. Nothing is done, either, where the compiler does
not know the option, and with ``-DMICRO_STABLE_LAYOUT=OFF``.

The target property ``MICRO_STABLE_LAYOUT`` says that it was done. Set it yourself on a library that is aligned in another way: a library
of this project without it, linked by a suite, is named in a note of the results.
#]=======================================================================]
function(micro_stable_layout)
  _micro_set_layout_options()
  foreach(target IN LISTS ARGV)
    if(NOT TARGET "${target}")
      message(FATAL_ERROR " ${CMAKE_CURRENT_FUNCTION}: ${target} must be a target, and there is none of that name\n"
                          "   hint: call ${CMAKE_CURRENT_FUNCTION}() after the target is declared")
    endif()
    _micro_real_target("${target}" target)
    get_target_property(imported "${target}" IMPORTED)
    get_target_property(type "${target}" TYPE)
    if(imported OR type STREQUAL "UTILITY")
      message(FATAL_ERROR " ${CMAKE_CURRENT_FUNCTION}: ${target} must be compiled by this project, and it is not\n"
                          "   hint: leave it out")
    endif()
    get_target_property(done "${target}" MICRO_STABLE_LAYOUT)
    if(NOT type STREQUAL "INTERFACE_LIBRARY" AND NOT done)
      target_compile_options("${target}" PRIVATE ${_MICRO_LAYOUT_OPTIONS})
      set_target_properties("${target}" PROPERTIES MICRO_STABLE_LAYOUT TRUE)
    endif()
  endforeach()
endfunction()
