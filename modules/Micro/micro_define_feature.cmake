#[=======================================================================[.rst:
micro_define_feature
--------------------

.. code-block:: cmake

  micro_define_feature(<name>
    [COMPILE_OPTIONS <option>...] [LINK_OPTIONS <option>...] [DEFINITIONS <definition>...]
    [CXX_STANDARD <number>|newest] [DISABLED_WARNINGS <warning>...]
    [RUN_ARGS <word>...] [ENVIRONMENT <name=value>...]
    [REQUIRES_COMPILES <file>|<code>] [NOT_A_MEASUREMENT] [DESCRIPTION <text>])

Defines a feature: one name for what must be said to compiler, linker and program, and for the warnings that this brings. A name consists of
letters, digits and ``_ . + -`` and does not begin with ``-``. It is used by a suite, ``micro_add_suite(... FEATURES <name>)``, by a variant,
by all suites, ``-DMICRO_FEATURES=<name>;...``, or for one run, ``make test TEST=micro:... MICRO="FEATURES=<name>"``. Where features are listed
``-<name>`` takes one away that came from elsewhere: ``FEATURES -stable-layout``.

Options may be generator expressions that ask for the compiler, its version or the platform. Others are passed on, but not checked.

``COMPILE_OPTIONS <option>...``
  For the compiler. The options of the suite follow them and win.

``LINK_OPTIONS <option>...``
  As for ``target_link_options()``.

``DEFINITIONS <definition>...``
  Names for the preprocessor, ``NAME`` or ``NAME=value``. They win over those of the suite.

``CXX_STANDARD <number>|newest``
  The least standard of C++; ``newest`` is the newest one that CMake and the compiler know.

``DISABLED_WARNINGS <warning>...``
  Warnings by their names without ``-W``, switched off behind all other options.

``RUN_ARGS <word>...``
  Arguments of the program, before the suite's own.

``ENVIRONMENT <name=value>...``
  Environment variables of the program; the suite's own win.

``REQUIRES_COMPILES <file>|<code>``
  A source file, or its text, that must compile with all this. It is not linked.

``NOT_A_MEASUREMENT``
  What is measured with the feature is no measurement, and is marked so.

``DESCRIPTION <text>``
  One line for people.

Whether the compiler supports a feature is asked where it is used, once for each compiler. A suite that needs one that is not supported is
a failing test, which says which flag was refused and in which words; with ``OPTIONAL_FEATURES`` it is a skipped test.

Ready-made features, whose names are taken: ``preview`` (the newest standard with its experimental switches, and without warnings of
extensions), ``native``, ``lto``, ``asan`` and ``ubsan`` (no measurements), ``frame-pointers``, and ``stable-layout``, which is on by default.

.. code-block:: cmake

  micro_define_feature(deducing-this
    CXX_STANDARD 23
    REQUIRES_COMPILES "struct A { int f(this A const&) { return 1; } };"
    DESCRIPTION "functions that deduce what they are called for")
  micro_add_suite(io.records SOURCES io_records.cpp FEATURES deducing-this)

Files written: none.
#]=======================================================================]
function(micro_define_feature name)
  set(keywords COMPILE_OPTIONS CXX_STANDARD DEFINITIONS DESCRIPTION DISABLED_WARNINGS ENVIRONMENT LINK_OPTIONS REQUIRES_COMPILES RUN_ARGS)
  set(ready FALSE)
  if(CMAKE_CURRENT_LIST_FILE STREQUAL "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/detail/ready_features.cmake")
    set(ready TRUE)
  endif()
  set(index 1)
  while(index LESS ARGC)
    _micro_hide_brackets("${ARGV${index}}" ARGV${index})
    math(EXPR index "${index} + 1")
  endwhile()
  cmake_parse_arguments(PARSE_ARGV 1 arg NOT_A_MEASUREMENT "" "${keywords}")
  set(where "${CMAKE_CURRENT_FUNCTION}(${name})")
  set(problems "")
  if(NOT name MATCHES "^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$")
    string(APPEND problems "\n ${where}: a feature's name takes letters, digits and _ . + -, not '${name}'\n   hint: it may not begin with -, which takes a feature away")
  endif()
  get_property(known GLOBAL PROPERTY _MICRO_FEATURES)
  if(name IN_LIST known)
    _micro_feature_place("${name}" place)
    _micro_place_of("${CMAKE_CURRENT_LIST_FILE}" micro_define_feature "${name}" here)
    get_property(file GLOBAL PROPERTY "_MICRO_FEATURE_${name}_FILE")
    if(file AND file STREQUAL CMAKE_CURRENT_LIST_FILE)
      set(here "${place} and once more in this file")
    elseif(file)
      string(PREPEND here "${place} and ")
    endif()
    if(place)
      string(APPEND problems "\n ${where}: a feature is defined once, and this one is at ${here}\n   hint: keep one of them")
    else()
      string(APPEND problems "\n ${where}: this is one of Micro's own features, which are what they are\n   hint: take another name, such as my-${name}")
    endif()
  endif()
  foreach(keyword IN LISTS arg_KEYWORDS_MISSING_VALUES)
    string(APPEND problems "\n ${where}: ${keyword} takes a value, and none came\n   hint: give one, or leave ${keyword} out")
  endforeach()
  if(NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "")
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    _micro_show_brackets("${first}" first)
    _micro_hint("${first}" "NOT_A_MEASUREMENT;${keywords}" hint)
    string(APPEND problems "\n ${where}: '${first}' is no keyword\n   hint: ${hint}")
  endif()
  foreach(keyword IN ITEMS CXX_STANDARD DESCRIPTION REQUIRES_COMPILES)
    list(LENGTH arg_${keyword} count)
    if(count GREATER 1)
      string(APPEND problems "\n ${where}: ${keyword} takes one value, not ${count}\n   hint: keep one of them, in quotes")
    endif()
  endforeach()
  _micro_check_standard("${arg_CXX_STANDARD}" problem)
  string(APPEND problems "${problem}")
  foreach(warning IN LISTS arg_DISABLED_WARNINGS)
    if(warning MATCHES "^-W(no-)?(.*)$")
      string(APPEND problems "\n ${where}: DISABLED_WARNINGS takes names without -W, not '${warning}'\n   hint: DISABLED_WARNINGS ${CMAKE_MATCH_2}")
    endif()
  endforeach()
  _micro_check_environment("${arg_ENVIRONMENT}" problem)
  string(APPEND problems "${problem}")
  foreach(code IN LISTS arg_REQUIRES_COMPILES)
    _micro_show_brackets("${code}" code)
    if(code MATCHES "^[^ \t\n;(){}]*[.][A-Za-z+]+$")
      get_filename_component(path "${code}" ABSOLUTE)
      if(NOT EXISTS "${path}")
        string(APPEND problems "\n ${where}: REQUIRES_COMPILES takes a source file or its text, and there is no ${path}\n   hint: text has a blank or a bracket in it")
      else()
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
        file(READ "${path}" code)
      endif()
    endif()
    set(source "${code}\n")
  endforeach()
  if(problems)
    string(SUBSTRING "${problems}" 1 -1 problems)
    message(FATAL_ERROR "${problems}")
  endif()

  foreach(keyword IN LISTS keywords)
    set_property(GLOBAL PROPERTY "_MICRO_FEATURE_${name}_${keyword}" "${arg_${keyword}}")
  endforeach()
  if(DEFINED arg_REQUIRES_COMPILES)
    set_property(GLOBAL PROPERTY "_MICRO_FEATURE_${name}_REQUIRES_COMPILES" "${source}")
  endif()
  # One value, which may have semicolons.
  string(REPLACE "\\;" ";" arg_DESCRIPTION "${arg_DESCRIPTION}")
  set_property(GLOBAL PROPERTY "_MICRO_FEATURE_${name}_DESCRIPTION" "${arg_DESCRIPTION}")
  set_property(GLOBAL PROPERTY "_MICRO_FEATURE_${name}_NOT_A_MEASUREMENT" "${arg_NOT_A_MEASUREMENT}")
  if(NOT ready)
    set_property(GLOBAL PROPERTY "_MICRO_FEATURE_${name}_FILE" "${CMAKE_CURRENT_LIST_FILE}")
  endif()
  set_property(GLOBAL APPEND PROPERTY _MICRO_FEATURES "${name}")
endfunction()
