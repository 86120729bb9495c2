# The manifest: what CMake knows of the suites, for ctest. CONTRIBUTING.md has its keys.
#
# micro_add_suite() appends a record to the global property _MICRO_RECORDS. What is known at the end of the configuration only is put into it
# there, for variables in it.

# At the first suite.
function(_micro_get_ready)
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    message(FATAL_ERROR " Micro: suites are C++, and the project has not enabled it\n   hint: project(${PROJECT_NAME} LANGUAGES CXX)")
  endif()
  _micro_require_plain_path(CMAKE_BINARY_DIR "${CMAKE_BINARY_DIR}")
  _micro_read_options()
  _micro_read_defaults(defaults)
  set_property(GLOBAL PROPERTY _MICRO_DEFAULTS "${defaults}")
  _micro_find_cmicro(cmicro cmicro_target)
  _micro_json_escape_genex("${cmicro}" cmicro)
  set_property(GLOBAL PROPERTY _MICRO_CMICRO "${cmicro}")
  set_property(GLOBAL PROPERTY _MICRO_CMICRO_TARGET "${cmicro_target}")
  _micro_require_benchmark()
  _micro_require_python()
  _micro_add_main()
  _micro_set_layout_options()
  _micro_read_project_features()
  _micro_set_constants()
  _micro_come_to_links("")
  add_custom_target(micro-build-all)
  # Building it does nothing, but CMake is run before where that is needed.
  add_custom_target(micro-sync)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _micro_finish)
endfunction()

# A path that gets into the manifest by a generator expression, which does not escape it.
function(_micro_require_plain_path what path)
  string(ASCII 1 first)
  string(ASCII 31 last)
  if(path MATCHES "[\"\\${first}-${last}]")
    message(FATAL_ERROR " Micro: ${what} takes a path without quotes, backslashes and control characters, not '${path}'\n   hint: take another folder")
  endif()
endfunction()

# After the project's own deferred calls: the second time it is the last.
function(_micro_finish)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _micro_finish_deferred)
  # Without it ctest finds nothing. Not where the project says that it wants no tests.
  if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL enable_testing)
  endif()
endfunction()

function(_micro_finish_deferred)
  get_property(targets GLOBAL PROPERTY _MICRO_TARGETS)
  foreach(target IN LISTS targets)
    get_property(launcher TARGET ${target} PROPERTY TEST_LAUNCHER)
    if(launcher)
      _micro_launcher(${target} _micro_launcher_${target})
    endif()
  endforeach()
  if(CMAKE_CROSSCOMPILING)
    foreach(target IN LISTS targets)
      _micro_launcher(${target} _micro_launcher_${target})
    endforeach()
  endif()
  get_property(directories GLOBAL PROPERTY _MICRO_DIRECTORIES)
  set(number 0)
  foreach(directory IN LISTS directories)
    _micro_directory_flags("${directory}" _micro_flags_${number})
    math(EXPR number "${number} + 1")
  endforeach()
  get_property(links GLOBAL PROPERTY _MICRO_LINK_SETS)
  set(number 0)
  foreach(items IN LISTS links)
    _micro_unaligned_libraries("${items}" _micro_unaligned_${number})
    math(EXPR number "${number} + 1")
  endforeach()
  get_property(files GLOBAL PROPERTY _MICRO_FILES)
  set(number 0)
  foreach(file IN LISTS files)
    _micro_find_lines("${file}" names)
    set(line 0)
    foreach(name IN LISTS names)
      set("_micro_line_${number}_${name}" ":${line}")
      math(EXPR line "${line} + 1")
    endforeach()
    math(EXPR number "${number} + 1")
  endforeach()
  get_property(records GLOBAL PROPERTY _MICRO_RECORDS)
  string(CONFIGURE "${records}" records @ONLY)
  string(SUBSTRING "${records}" 1 -1 records)

  get_property(cmicro GLOBAL PROPERTY _MICRO_CMICRO)
  get_property(cmicro_target GLOBAL PROPERTY _MICRO_CMICRO_TARGET)
  _micro_json_escape("${CMAKE_PROJECT_NAME}" project)
  _micro_json_escape("${CMAKE_SOURCE_DIR}" source_directory)
  _micro_json_escape("${CMAKE_BINARY_DIR}" build_directory)
  _micro_json_escape("${CMAKE_COMMAND}" cmake)
  get_property(defaults GLOBAL PROPERTY _MICRO_DEFAULTS)
  _micro_features_json(features)
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/micro/manifest-$<CONFIG>.json" CONTENT "{
  \"micro_manifest\": 1,
  \"project\": \"${project}\",
  \"source_directory\": \"${source_directory}\",
  \"build_directory\": \"${build_directory}\",
  \"configuration\": \"$<CONFIG>\",
  \"generator\": \"${CMAKE_GENERATOR}\",
  \"cmake\": \"${cmake}\",
  \"cmicro\": \"${cmicro}\",
  \"cmicro_target\": \"${cmicro_target}\",
  \"defaults\": {${defaults}},
  \"features\": [${features}
  ],
  \"suites\": [${records}
  ]
}
")
  list(REMOVE_DUPLICATES targets)
  get_property(unsupported GLOBAL PROPERTY _MICRO_UNSUPPORTED_TARGETS)
  list(REMOVE_ITEM targets ${unsupported})
  if(targets)
    add_dependencies(micro-build-all ${targets})
  endif()
  _micro_connect_ctest("${directories}")
endfunction()

# The compile flags of the build type and the compile options of a directory, as they are at its end, as JSON text with a blank behind each. Where
# its programs are to lie is looked at, too.
function(_micro_directory_flags directory out_text)
  get_directory_property(flags DIRECTORY "${directory}" DEFINITION CMAKE_CXX_FLAGS)
  set(text "")
  if(flags)
    _micro_json_escape("${flags} " text)
  endif()
  set(suffixes "")
  foreach(configuration IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "_${configuration}" suffix)
    list(APPEND suffixes ${suffix})
    get_directory_property(flags DIRECTORY "${directory}" DEFINITION CMAKE_CXX_FLAGS${suffix})
    if(flags)
      _micro_json_escape_element("${flags} " flags)
      string(APPEND text "$<$<CONFIG:${configuration}>:${flags}>")
    endif()
  endforeach()
  get_property(options DIRECTORY "${directory}" PROPERTY COMPILE_OPTIONS)
  if(options)
    _micro_compile_options_text(micro-build-all "${options}" options)
    string(APPEND text "${options} ")
  endif()
  foreach(suffix IN LISTS suffixes ITEMS "")
    get_directory_property(output DIRECTORY "${directory}" DEFINITION CMAKE_RUNTIME_OUTPUT_DIRECTORY${suffix})
    _micro_require_plain_path("CMAKE_RUNTIME_OUTPUT_DIRECTORY${suffix}" "${output}")
  endforeach()
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

# Where a suite was declared: list file and line; nothing if there is no such suite.
function(_micro_declared_at name out_place)
  set(place "")
  string(REGEX REPLACE "([.+])" "[\\1]" pattern "${name}")
  get_property(records GLOBAL PROPERTY _MICRO_RECORDS)
  if(records MATCHES "\"name\": \"${pattern}\",[^\n]*\n *\"declared_at\": \"([^@]*)@_micro_line_([0-9]+)_")
    set(place "${CMAKE_MATCH_1}")
    get_property(files GLOBAL PROPERTY _MICRO_FILES)
    list(GET files ${CMAKE_MATCH_2} file)
    _micro_find_lines("${file}" lines)
    list(FIND lines "${name}" line)
    if(line GREATER 0)
      string(APPEND place ":${line}")
    endif()
  endif()
  set(${out_place} "${place}" PARENT_SCOPE)
endfunction()

# The lines of a list file: of a line in which a suite is declared its name, if that stands there as it is; the first line is the second element.
# CMake does not tell a function at which line it is called.
function(_micro_find_lines file out_lines)
  file(READ "${file}" text)
  # What would make more lines of one in a list, or fewer.
  string(REGEX REPLACE "[][;\\]" "" text "\n${text}")
  string(REGEX REPLACE "(micro_add_suite[ \t]*\\([ \t]*)\n[ \t]*\"?([A-Za-z0-9_.+-]+)" "\\1\\2\n" text "${text}")
  string(REGEX REPLACE "\n[ \t]*micro_add_suite[ \t]*\\([ \t]*\"?([A-Za-z0-9_.+-]+)[^\n]*" "\n\\1" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${out_lines} "${text}" PARENT_SCOPE)
endfunction()

# Compile options as JSON text. Those for C++ are meant where it depends on the language, which file(GENERATE) does not know.
function(_micro_compile_options_text target options out_text)
  string(REPLACE "\\;" " " text "${options}")
  string(REPLACE ";" " " text "${text}")
  string(REPLACE "SHELL:" "" text "${text}")
  _micro_json_escape_genex("${text}" text)
  string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:([A-Z]+,)*CXX(,[A-Z]+)*>" "1" text "${text}")
  string(REPLACE "$<COMPILE_LANG_AND_ID:CXX," "$<CXX_COMPILER_ID:" text "${text}")
  string(REGEX REPLACE "\\$<COMPILE_LANG(UAGE|_AND_ID):[^>]*>" "0" text "${text}")
  string(REPLACE "$<COMPILE_LANGUAGE>" "CXX" text "${text}")
  string(REGEX REPLACE "\\$<1:([^<>]*)>" "\\1" text "${text}")
  if(text MATCHES "\\$<")
    # By way of a property: what refers to the target is evaluated for it.
    string(MD5 property "${text}")
    set_property(TARGET ${target} PROPERTY _MICRO_FLAGS_${property} "${text}")
    set(text "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},_MICRO_FLAGS_${property}>>")
  endif()
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

# The words before the program, as the inside of a JSON list.
function(_micro_launcher target out_json)
  get_property(words TARGET ${target} PROPERTY TEST_LAUNCHER)
  if(CMAKE_CROSSCOMPILING)
    get_property(emulator TARGET ${target} PROPERTY CROSSCOMPILING_EMULATOR)
    list(APPEND words ${emulator})
  endif()
  set(json "")
  set(separator "")
  foreach(word IN LISTS words)
    _micro_json_escape_genex("${word}" word)
    string(APPEND json "${separator}\"${word}\"")
    set(separator ", ")
  endforeach()
  set(${out_json} "${json}" PARENT_SCOPE)
endfunction()
