#[=======================================================================[.rst:
micro_add_suite
---------------

.. code-block:: cmake

  micro_add_suite(<name>
    SOURCES <file>... | TARGET <executable>
    [LINK_LIBRARIES <item>...] [COMPILE_OPTIONS <option>...] [LINK_OPTIONS <option>...]
    [DEFINITIONS <definition>...] [INCLUDE_DIRECTORIES <directory>...] [OWN_MAIN]
    [FEATURES <feature>...] [OPTIONAL_FEATURES <feature>...]
    [LABELS <label>...] [WORKING_DIRECTORY <directory>]
    [COUNTER <name> [UNIT <unit>] [BETTER higher|lower]]...
    [<option key> <value>...]...)

Declares a suite: a program of Google Benchmark whose benchmarks are selected as ``micro:<name>``. A name consists of letters, digits and
``_ . + -``; dots make a path, so that ``TEST=micro:io`` selects ``io.records`` and ``io.sockets``. No two suites of a project have the same.

The program is the target ``bench-<name>``. It is no part of ``all``: it is built when the suite is selected, by its name, or by
``micro-build-all``. It links ``benchmark::benchmark``, and ``Micro::main``, which has the ``main()`` and gives the program's own arguments to
benchmarks as ``micro::arguments()`` (``#include <micro/arguments.h>``). Its functions are aligned, see ``micro_stable_layout()``.

``SOURCES <file>...``
  Source files, as for ``add_executable()``. A file must be there, or be made by a command that is declared before.

``TARGET <executable>``
  Takes an executable of the project instead, with the ``main()`` that it has. None of the keywords that say how to build is then allowed.

``LINK_LIBRARIES <item>...``
  As for ``target_link_libraries()``.

``COMPILE_OPTIONS <option>...``
  As for ``target_compile_options()``; they follow the project's own and win over them.

``LINK_OPTIONS <option>...``
  As for ``target_link_options()``.

``DEFINITIONS <definition>...``
  As for ``target_compile_definitions()``.

``INCLUDE_DIRECTORIES <directory>...``
  As for ``target_include_directories()``.

``OWN_MAIN``
  The sources have a ``main()``; ``Micro::main`` is not linked.

``FEATURES <feature>...``
  What the suite is built and run with, see ``micro_define_feature()``. If the compiler does not support one, the suite is the failing test
  ``micro:<name>``, which says why. ``-<feature>`` takes one away that the suite would have by default or by ``MICRO_FEATURES``.

``OPTIONAL_FEATURES <feature>...``
  The same, but without the compiler's support the suite is a skipped test.

``LABELS <label>...``
  Labels of the suite's tests in ctest.

``WORKING_DIRECTORY <directory>``
  Where the program runs; relative to the current binary directory. Without it: where the program lies.

``COUNTER <name>``
  What the benchmarks report as ``state.counters["<name>"]``, described for those who read the results. May be given several times, for a counter
  each. Name and unit are any text, taken as it stands. What is said here goes for the benchmarks of the suite that have such a counter.

``UNIT <unit>``
  What the counter is measured in. Without it: nothing is known, and none is shown.

``BETTER higher|lower``
  Which direction of the counter is good. Without it: ``lower``.

``<option key> <value>...``
  An option of the suite: any key of the option table (``options.json``, in README as a table) whose layers contain ``suite``, such as
  ``FORK 10`` or ``TIME 20ms``. Values are checked here and now. For an option that is a list each argument is one word and may hold whatever
  it likes; it needs no ``%20``.

``RUN_ARGS``, ``ENVIRONMENT`` and ``WORKING_DIRECTORY`` may have generator expressions. In a list a word that is one of them gives
no word when it is empty, and several when it is a list.

A word that is spelled like a keyword is a keyword, wherever it stands. Where a program's argument, or the name or unit of a counter, is
spelled so, hide it: ``$<1:TIME>``.
A word in capitals among sources, libraries, options of compiler and linker, and directories is taken for a keyword that does not exist, unless
it is a target or a file: a library ``GL`` of the system is ``-lGL``.

.. code-block:: cmake

  micro_add_suite(io.records
    SOURCES io_records.cpp
    LINK_LIBRARIES records
    COMPILE_OPTIONS -O3
    RUN_ARGS --directory "$<TARGET_FILE_DIR:records>" "two words;and more"
    ENVIRONMENT TRACKING=detail
    COUNTER hits UNIT "% of reads" BETTER higher
    COUNTER allocated UNIT KiB
    FORK 20  TIME 20ms)

Files written: see ``Micro``.
#]=======================================================================]
function(micro_add_suite name)
  get_property(place GLOBAL PROPERTY _MICRO_PLACE)
  if(NOT "${place}" STREQUAL "${CMAKE_CURRENT_BINARY_DIR}|${CMAKE_CURRENT_LIST_FILE}")
    _micro_come_to_place()
  endif()

  # There may be hundreds of suites, and most are of this form: a source, maybe libraries. The time for these is what matters.
  if("${ARGV}" MATCHES "${_MICRO_SIMPLE_SUITE}" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${ARGV2}" AND NOT TARGET bench-${name})
    set(links "${CMAKE_MATCH_2}")
    set(target bench-${name})
    add_executable(${target} EXCLUDE_FROM_ALL ${ARGV2})
    target_link_libraries(${target} PRIVATE micro_main ${links})
    target_compile_options(${target} PRIVATE ${_MICRO_LAYOUT_OPTIONS})
    set(details "${_MICRO_LAYOUT_TEXT}${_MICRO_SHADOW_TEXT}\", \"features\": [], \"working_directory\": \"\", \"labels\": [], \"options\": {}")
  else()
    # A list would not keep words with brackets, nor tell where one of several counters begins.
    set(before "")
    foreach(index RANGE ${ARGC})
      _micro_hide_brackets("${ARGV${index}}" word)
      if(before STREQUAL "COUNTER" AND index GREATER 1 AND index LESS ARGC)
        _micro_begin_counter("${word}" word)
      endif()
      # UNIT of a counter stands behind its name or its direction; elsewhere it is an option.
      if(NOT word STREQUAL "UNIT" AND (word IN_LIST _MICRO_KEYWORDS OR word IN_LIST _MICRO_NAMES_suite))
        set(now "${word}")
      elseif(before STREQUAL "COUNTER" OR before STREQUAL "of a counter")
        set(now "counter")
      elseif(before STREQUAL "counter" AND word MATCHES "^(UNIT|BETTER)$")
        set(now "of a counter")
        if(word STREQUAL "UNIT")
          string(ASCII 1 escape)
          set(word "${escape}kUNIT")
        endif()
      else()
        set(now "${word}")
      endif()
      set(ARGV${index} "${word}")
      set(before "${now}")
    endforeach()
    cmake_parse_arguments(PARSE_ARGV 1 arg OWN_MAIN "" "${_MICRO_KEYWORDS};${_MICRO_NAMES_suite}")
    set(where "${CMAKE_CURRENT_FUNCTION}(${name})")
    _micro_read_suite_features(feature_problems)
    _micro_read_suite_options(options problems)
    string(APPEND problems "${feature_problems}")
    _micro_read_counters(counters counter_problems)
    string(APPEND problems "${counter_problems}")
    foreach(keyword IN LISTS _MICRO_KEYWORDS ITEMS UNPARSED_ARGUMENTS)
      if(DEFINED arg_${keyword})
        _micro_show_brackets("${arg_${keyword}}" arg_${keyword})
      endif()
    endforeach()
    _micro_check_suite("${name}")
    _micro_add_program(${name} target)
    _micro_remember_flags(${target} "${feature_options};${arg_COMPILE_OPTIONS}")
    _micro_details(${target} "${options}" "${counters}" details links)
    if(NOT "stable-layout" IN_LIST features)
      # No library is to have what the suite has not.
      set(links "")
    endif()
  endif()

  if(NOT "${links}" STREQUAL "${_MICRO_LINKS}")
    _micro_come_to_links("${links}")
  endif()
  set_property(GLOBAL APPEND PROPERTY _MICRO_TARGETS ${target})
  set_property(GLOBAL APPEND_STRING PROPERTY _MICRO_RECORDS ",
    {\"name\": \"${name}\", \"target\": \"${target}\", \"executable\": \"$<TARGET_FILE:${target}>\",
      \"declared_at\": \"${_MICRO_PLACE_FILE}${_MICRO_PLACE_LINE}${name}@\", \"launcher\": [@_micro_launcher_${target}@],
      ${_MICRO_PLACE_JSON}${details}, \"unaligned_libraries\": [${_MICRO_LINKS_UNALIGNED}]@_micro_unflagged_${target}@@_micro_more_${name}@}")
endfunction()
