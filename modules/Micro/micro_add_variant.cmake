#[=======================================================================[.rst:
micro_add_variant
-----------------

.. code-block:: cmake

  micro_add_variant(<suite> <name>
    [COMPILE_OPTIONS <option>...] [LINK_OPTIONS <option>...] [DEFINITIONS <definition>...]
    [INCLUDE_DIRECTORIES <directory>...] [LINK_LIBRARIES <item>...] [WITHOUT_LIBRARIES <item>...]
    [FEATURES <feature>...] [CXX_STANDARD <number>|newest] [SCOPE suite|project]
    [ENVIRONMENT <name=value>...] [RUN_ARGS <word>...] [LAUNCHER <word>...])

Declares a variant of a suite: the same benchmarks, built or run otherwise. The suite as it is is the variant ``default``, which is always there.
All variants of a benchmark are measured in one test, in turns; ``TEST=micro:io.tracing@hook`` selects. A name consists of letters, digits and
``_ . + -``.

What only says how to run, the last three keywords and features that say no more, shares the suite's program. Else the variant is built: a target
``bench-<suite>--<name>`` like the suite's, with what was said to that target by then, and more. It must be declared in the suite's folder.
A suite with ``TARGET`` has variants of the first kind only.

``COMPILE_OPTIONS <option>...``, ``LINK_OPTIONS <option>...``, ``DEFINITIONS <definition>...``
  They follow those of the suite and win over them.

``INCLUDE_DIRECTORIES <directory>...``
  Looked at before those of the suite.

``LINK_LIBRARIES <item>...``
  Linked before what the suite links.

``WITHOUT_LIBRARIES <item>...``
  What the suite links and the variant does not, by the names that the suite gave: with ``LINK_LIBRARIES`` another library instead.

``FEATURES <feature>...``
  Besides those of the suite; ``-<feature>`` takes one away. If the compiler does not support one, only this variant fails.

``CXX_STANDARD <number>|newest``
  The standard of C++.

``SCOPE suite|project``
  ``suite``, as without it: the suite's own sources are built otherwise, and libraries of the project that it links without these flags are named in
  a note of the results. ``project``: they, too, are built with the flags, in a build folder of its own below ``micro/shadow``.

``ENVIRONMENT <name=value>...``
  Environment variables, which win over all others. Files that ``LD_PRELOAD`` names by a path must be there when it is measured.

``RUN_ARGS <word>...``
  Arguments of the program, after all others.

``LAUNCHER <word>...``
  Words before the program, such as ``taskset -c 1``; before what launches the suite anyway.

.. code-block:: cmake

  micro_add_suite(io.tracing SOURCES io_tracing.cpp LINK_LIBRARIES io)
  micro_add_variant(io.tracing hooked WITHOUT_LIBRARIES io LINK_LIBRARIES io_with_hook)
  micro_add_variant(io.tracing hook-on WITHOUT_LIBRARIES io LINK_LIBRARIES io_with_hook ENVIRONMENT HOOK=on)
  micro_add_variant(io.tracing O3 COMPILE_OPTIONS -O3 SCOPE project)
  micro_add_variant(io.tracing jemalloc ENVIRONMENT LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2)

Files written: see ``Micro``.
#]=======================================================================]
function(micro_add_variant suite name)
  set(where "${CMAKE_CURRENT_FUNCTION}(${suite} ${name})")
  set(index 2)
  while(index LESS ARGC)
    _micro_hide_brackets("${ARGV${index}}" ARGV${index})
    math(EXPR index "${index} + 1")
  endwhile()
  _micro_set_variant_keywords()
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "${variant_keywords}")
  _micro_find_suite("${suite}" target problems)
  _micro_check_variant_words(more)
  string(APPEND problems "${more}")
  if(target)
    _micro_check_variant("${suite}" "${target}" "${name}" more)
    string(APPEND problems "${more}")
  endif()
  if(problems)
    string(SUBSTRING "${problems}" 1 -1 problems)
    message(FATAL_ERROR "${problems}")
  endif()
  _micro_declare_variant("${suite}" "${target}" "${name}" "")
endfunction()
