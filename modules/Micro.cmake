#[=======================================================================[.rst:
Micro
-----

Google Benchmark suites as ``micro:`` tests: declared here, selected by ``TEST=micro:NAME``, built only when selected.

.. code-block:: cmake

  cmake_minimum_required(VERSION 3.25)
  project(shop LANGUAGES CXX)
  enable_testing()
  find_package(Micro REQUIRED)
  micro_add_suite(strings SOURCES strings.cpp)

.. code-block:: console

  $ cmake -B build && cd build
  $ make test TEST=micro:strings MICRO="FORK=5;TIME=20ms"

Commands, each with its manual in the file of its name in ``Micro/``:

``micro_add_suite()``
  declares a suite.

``micro_add_variant()``, ``micro_add_variants()``
  declare forms in which a suite is measured besides: one, or a matrix of them.

``micro_define_feature()``
  gives a name to flags that belong together; suites use it.

``micro_stable_layout()``
  compiles libraries under test so that code which did not change keeps its speed.

Cache variables:

``MICRO_DEFAULTS``
  options of all suites of the project, ``KEY=VALUE;KEY=VALUE``; a suite's own are stronger. In the values of list options blanks separate
  words; ``%20`` is a blank, ``%3B`` a semicolon, ``%25`` a per cent sign.

``MICRO_FEATURES``
  features of all suites, also of those with ``TARGET``; ``-<name>`` takes one away, such as ``-stable-layout``. They must be defined before the
  first suite.

``MICRO_STABLE_LAYOUT``
  ``OFF`` leaves the layout of code to the compiler.

``MICRO_PYTHON``, ``MICRO_CMICRO``
  the Python (3.8 or newer) and the ``cmicro`` to use.

Google Benchmark (1.7 or newer) is the target ``benchmark::benchmark`` where there is one at the first ``micro_add_suite()``, else what
``find_package(benchmark)`` finds, else it is fetched.

Targets: ``bench-<suite>`` for each suite, ``micro-build-all`` builds all of them, ``micro-sync`` only brings the build system up to date.
``micro`` builds and measures all suites, as ``TEST=micro ctest`` does: options are taken from ``MICRO=`` (in the environment, or on the command
line of make), on a terminal a line shows how far it is, and the files are those of ``make test TEST=micro``, in ``test-results/micro``. None
of them is part of ``all``. Where the project has a target ``micro`` of its own, that one stays.
``Micro::main`` is the entry point of the suites and ``Micro::cmicro`` the program that measures.

Files, in the build folder: ``micro/`` has ``manifest-<CONFIG>.json``, what ctest needs to know of the suites, and two scripts that ctest
reads; ``CTestCustom.cmake`` gets one line, marked ``# Micro``, that includes the second of them; what else it has is kept.
#]=======================================================================]

if(CMAKE_VERSION VERSION_LESS 3.25)
  message(FATAL_ERROR " Micro: needs CMake 3.25 or newer, not ${CMAKE_VERSION}\n   hint: newer ones are at https://cmake.org/download or in `pip install cmake`")
endif()

cmake_policy(PUSH)
# A function keeps the policies that it is defined under. None newer than 3.25: they would reach the suites' targets, which must be
# compiled as the project's own are (4.x would look for C++20 modules in them).
cmake_policy(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/text.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/options.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/tools.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/layout.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/feature.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/suite.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/shadow.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/variant.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/matrix.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/ctest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/manifest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/micro_add_suite.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/micro_add_variant.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/micro_add_variants.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/micro_define_feature.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/micro_stable_layout.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Micro/detail/ready_features.cmake")

cmake_policy(POP)
