#[=======================================================================[.rst:
micro_add_variants
------------------

.. code-block:: cmake

  micro_add_variants(<suite>
    MATRIX <axis>=<value>,<value>...
           [<axis>=<value>,<value>...]...
    AXIS <axis> <value> <keyword of micro_add_variant> <word>...
    [AXIS <axis> <value> <keyword of micro_add_variant> <word>...]...
    [EXCLUDE <axis>=<value>[,<axis>=<value>]...
             [<axis>=<value>[,<axis>=<value>]...]...])

Declares a variant for each combination of values, but for those that are excluded. Its name is the values joined by ``-`` in the order of the
axes, and it gets what ``AXIS`` says of its values, see ``micro_add_variant()``. Axes are columns of the results, in which the suite's plain form
stands as ``default``; ``MICRO="PARAM=<axis>=<value>,default"`` selects by them.

``MATRIX <axis>=<value>,<value>...``
  The axes and their values, which are names like those of variants.

``AXIS <axis> <value> ...``
  What a value of an axis means. At most one value of each axis is without: that is how the suite is anyway. The combination of such values
  is no variant, but ``default``, which is always there, whatever ``EXCLUDE`` says.

``EXCLUDE <axis>=<value>,<axis>=<value>...``
  Combinations that are left out: those that have all of these values.

.. code-block:: cmake

  micro_add_suite(cache.sweep SOURCES cache_sweep.cpp COMPILE_OPTIONS -O2)
  micro_add_variants(cache.sweep
    MATRIX opt=O2,O3 alloc=glibc,jemalloc
    AXIS opt O3 COMPILE_OPTIONS -O3
    AXIS alloc jemalloc ENVIRONMENT LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2
    EXCLUDE opt=O3,alloc=jemalloc)

declares the variants ``O2-jemalloc`` and ``O3-glibc``.

Files written: see ``Micro``.
#]=======================================================================]
function(micro_add_variants suite)
  set(where "${CMAKE_CURRENT_FUNCTION}(${suite})")
  set(sections MATRIX AXIS EXCLUDE)
  set(section "")
  set(words_MATRIX "")
  set(words_EXCLUDE "")
  set(number_of_meanings 0)
  set(given "")
  set(problems "")
  # A section at a time: brackets are hidden, so that words stay words in lists.
  set(index 1)
  while(index LESS ARGC)
    _micro_hide_brackets("${ARGV${index}}" word)
    math(EXPR index "${index} + 1")
    if(word IN_LIST sections)
      set(section "${word}")
      if(section STREQUAL "AXIS")
        math(EXPR number_of_meanings "${number_of_meanings} + 1")
        set(section "AXIS_${number_of_meanings}")
        set(words_${section} "")
      elseif(section STREQUAL "MATRIX" AND section IN_LIST given)
        string(APPEND problems "\n ${where}: MATRIX is given twice\n   hint: one MATRIX takes several axes")
      endif()
      list(APPEND given "${section}")
    elseif(NOT section)
      _micro_show_brackets("${word}" word)
      _micro_hint("${word}" "${sections}" hint)
      string(APPEND problems "\n ${where}: '${word}' is no keyword\n   hint: ${hint}")
      break()
    else()
      string(REPLACE ";" "\\;" word "${word}")
      list(APPEND words_${section} "${word}")
    endif()
  endwhile()

  _micro_find_suite("${suite}" target problem)
  string(APPEND problems "${problem}")
  _micro_read_axes("${words_MATRIX}" axes axis_problems)
  string(APPEND problems "${axis_problems}")
  if(problems)
    string(SUBSTRING "${problems}" 1 -1 problems)
    message(FATAL_ERROR "${problems}")
  endif()

  set(number 1)
  while(NOT number GREATER number_of_meanings)
    _micro_read_meaning(${words_AXIS_${number}})
    math(EXPR number "${number} + 1")
  endwhile()
  foreach(axis IN LISTS axes)
    set(without "")
    foreach(value IN LISTS values_${axis})
      if(NOT "meaning_${axis}=${value}" IN_LIST meanings)
        list(APPEND without "${value}")
      endif()
    endforeach()
    list(LENGTH without count)
    if(count GREATER 1)
      list(JOIN without " and " without)
      string(APPEND problems "\n ${where}: one value of ${axis} at most is as the suite is, and ${without} are without AXIS\n   hint: AXIS ${axis} …")
    endif()
  endforeach()
  _micro_read_excluded("${words_EXCLUDE}" excluded exclude_problems)
  string(APPEND problems "${exclude_problems}")
  if(problems)
    string(SUBSTRING "${problems}" 1 -1 problems)
    message(FATAL_ERROR "${problems}")
  endif()

  # All combinations, the last axis varies fastest.
  set(combinations "")
  foreach(axis IN LISTS axes)
    set(longer "")
    if(axes MATCHES "^${axis}(;|$)" AND NOT combinations)
      set(combinations "|")
    endif()
    foreach(combination IN LISTS combinations)
      foreach(value IN LISTS values_${axis})
        list(APPEND longer "${combination}${axis}=${value}|")
      endforeach()
    endforeach()
    set(combinations "${longer}")
  endforeach()
  foreach(combination IN LISTS combinations)
    _micro_declare_combination("${combination}")
  endforeach()
endfunction()
