# The manifest: what CMake knows of the suites, for ctest. CONTRIBUTING.md has its keys.
#
# A suite is remembered in global properties:
#   _MICRO_SUITES, _MICRO_TARGETS              names and targets of all, in order
#   _MICRO_FILE_<name>, _MICRO_DIRECTORY_<name>  list file and binary directory where it is declared
#   _MICRO_RECORD_<name>                       what is known of it then, as the inside of a JSON object

# At the first suite.
function(_micro_get_ready)
  set_property(GLOBAL PROPERTY _MICRO_READY TRUE)
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    message(FATAL_ERROR " Micro: suites are C++, and the project has not enabled it\n   hint: project(${PROJECT_NAME} LANGUAGES CXX)")
  endif()
  _micro_require_plain_path(CMAKE_BINARY_DIR "${CMAKE_BINARY_DIR}")
  _micro_read_options()
  _micro_set_keywords()
  _micro_read_defaults(defaults)
  set_property(GLOBAL PROPERTY _MICRO_DEFAULTS "${defaults}")
  _micro_require_benchmark()
  _micro_require_python()
  _micro_add_main()
  _micro_layout_options(layout)
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
  get_property(names GLOBAL PROPERTY _MICRO_SUITES)
  get_property(targets GLOBAL PROPERTY _MICRO_TARGETS)

  # There may be hundreds: what many of them have in common is done once.
  set(directories "")
  set(directory "")
  set(file "")
  set(separator "")
  foreach(name target IN ZIP_LISTS names targets)
    get_property(its_directory GLOBAL PROPERTY "_MICRO_DIRECTORY_${name}")
    if(NOT its_directory STREQUAL directory)
      set(directory "${its_directory}")
      list(APPEND directories "${directory}")
      _micro_describe_directory("${directory}" directory_json flags)
    endif()
    get_property(its_file GLOBAL PROPERTY "_MICRO_FILE_${name}")
    if(NOT its_file STREQUAL file)
      set(file "${its_file}")
      _micro_index_file("${file}" path)
    endif()
    get_property(line GLOBAL PROPERTY "_MICRO_LINE_${name}_${file}")

    get_property(output_name TARGET ${target} PROPERTY OUTPUT_NAME)
    get_property(output_directory TARGET ${target} PROPERTY RUNTIME_OUTPUT_DIRECTORY)
    if(output_name OR output_directory OR CMAKE_CONFIGURATION_TYPES)
      _micro_check_output(${target})
    endif()
    get_property(launcher TARGET ${target} PROPERTY TEST_LAUNCHER)
    if(launcher OR CMAKE_CROSSCOMPILING)
      _micro_launcher(${target} launcher)
    endif()
    get_property(options TARGET ${target} PROPERTY COMPILE_OPTIONS)
    if(NOT DEFINED "text of ${options}")
      _micro_compile_options_text(${target} "${options}" "text of ${options}")
    endif()
    get_property(links TARGET ${target} PROPERTY LINK_LIBRARIES)
    if(NOT DEFINED "unaligned in ${links}")
      _micro_unaligned_libraries("${links}" "unaligned in ${links}")
    endif()

    get_property(record GLOBAL PROPERTY "_MICRO_RECORD_${name}")
    set(options_variable "text of ${options}")
    set(libraries_variable "unaligned in ${links}")
    set_property(GLOBAL APPEND_STRING PROPERTY _MICRO_RECORDS "${separator}
    {${record},
      \"declared_at\": \"${path}${line}\", ${directory_json},
      \"flags\": \"${flags}${${options_variable}}\", \"launcher\": [${launcher}], \"unaligned_libraries\": [${${libraries_variable}}]}")
    set(separator ",")
  endforeach()

  _micro_find_cmicro(cmicro cmicro_target)
  _micro_json_escape_genex("${cmicro}" cmicro)
  _micro_json_escape("${CMAKE_PROJECT_NAME}" project)
  _micro_json_escape("${CMAKE_SOURCE_DIR}" source_directory)
  _micro_json_escape("${CMAKE_BINARY_DIR}" build_directory)
  _micro_json_escape("${CMAKE_COMMAND}" cmake)
  get_property(defaults GLOBAL PROPERTY _MICRO_DEFAULTS)
  get_property(records GLOBAL PROPERTY _MICRO_RECORDS)
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
  \"suites\": [${records}
  ]
}
")
  add_dependencies(micro-build-all ${targets})
  _micro_connect_ctest("${directories}")
endfunction()

# What all suites of a directory have in common: JSON of their `directory` and `compiler`; the compile flags of the build type as JSON text, as
# they are at the end of the directory.
function(_micro_describe_directory directory out_json out_flags)
  _micro_json_escape("${directory}" text)
  set(${out_json} "\"directory\": \"${text}\", \"compiler\": \"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\"" PARENT_SCOPE)
  get_directory_property(flags DIRECTORY "${directory}" DEFINITION CMAKE_CXX_FLAGS)
  _micro_json_escape("${flags}" text)
  foreach(configuration IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "${configuration}" upper)
    get_directory_property(flags DIRECTORY "${directory}" DEFINITION CMAKE_CXX_FLAGS_${upper})
    _micro_json_escape_element("${flags}" flags)
    string(APPEND text "$<$<CONFIG:${configuration}>: ${flags}>")
  endforeach()
  set(${out_flags} "${text}" PARENT_SCOPE)
endfunction()

# Where a suite is declared, for people: file and line.
function(_micro_declared_at name file out_place)
  _micro_index_file("${file}" path)
  get_property(line GLOBAL PROPERTY "_MICRO_LINE_${name}_${file}")
  set(${out_place} "${path}${line}" PARENT_SCOPE)
endfunction()

# The file relative to the project's folder, as JSON text; and in global properties _MICRO_LINE_<name>_<file> ":" and the line of each suite whose
# name stands there as it is. CMake does not tell a function at which line it is called.
function(_micro_index_file file out_path)
  set(path "${file}")
  string(FIND "${file}" "${CMAKE_SOURCE_DIR}/" at)
  if(at EQUAL 0)
    file(RELATIVE_PATH path "${CMAKE_SOURCE_DIR}" "${file}")
  endif()
  _micro_json_escape("${path}" path)
  set(${out_path} "${path}" PARENT_SCOPE)

  get_property(done GLOBAL PROPERTY "_MICRO_INDEXED_${file}")
  if(done)
    return()
  endif()
  set_property(GLOBAL PROPERTY "_MICRO_INDEXED_${file}" TRUE)
  file(READ "${file}" text)
  string(REGEX REPLACE "#[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "\n|micro_add_suite[ \t\r\n]*\\([ \t\r\n]*\"?[A-Za-z0-9_.+-]+" tokens "${text}")
  set(line 1)
  foreach(token IN LISTS tokens)
    if(token STREQUAL "\n")
      math(EXPR line "${line} + 1")
    else()
      string(REGEX MATCH "[A-Za-z0-9_.+-]+$" name "${token}")
      get_property(known GLOBAL PROPERTY "_MICRO_LINE_${name}_${file}")
      if(NOT known)
        set_property(GLOBAL PROPERTY "_MICRO_LINE_${name}_${file}" ":${line}")
      endif()
      if(token MATCHES "\n")
        string(REGEX REPLACE "[^\n]" "" breaks "${token}")
        string(LENGTH "${breaks}" breaks)
        math(EXPR line "${line} + ${breaks}")
      endif()
    endif()
  endforeach()
endfunction()

# The parts of the path of a target's file.
function(_micro_check_output target)
  set(properties OUTPUT_NAME RUNTIME_OUTPUT_DIRECTORY)
  foreach(configuration IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "${configuration}" upper)
    list(APPEND properties RUNTIME_OUTPUT_DIRECTORY_${upper})
  endforeach()
  foreach(property IN LISTS properties)
    get_target_property(path ${target} ${property})
    _micro_require_plain_path("${property} of ${target}" "${path}")
  endforeach()
endfunction()

# A target's compile options as JSON text with a blank before. Those for C++ are meant where it depends on the language, which file(GENERATE)
# does not know.
function(_micro_compile_options_text target options out_text)
  list(JOIN options " " text)
  string(REPLACE "SHELL:" "" text "${text}")
  _micro_json_escape_genex("${text}" text)
  string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:([A-Z]+,)*CXX(,[A-Z]+)*>" "1" text "${text}")
  string(REPLACE "$<COMPILE_LANG_AND_ID:CXX," "$<CXX_COMPILER_ID:" text "${text}")
  string(REGEX REPLACE "\\$<COMPILE_LANG(UAGE|_AND_ID):[^>]*>" "0" text "${text}")
  string(REPLACE "$<COMPILE_LANGUAGE>" "CXX" text "${text}")
  string(REGEX REPLACE "\\$<1:([^<>]*)>" "\\1" text "${text}")
  if(text MATCHES "\\$<")
    # By way of a property: what refers to the target is evaluated for it.
    set_property(TARGET ${target} PROPERTY _MICRO_FLAGS "${text}")
    set(text "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},_MICRO_FLAGS>>")
  endif()
  if(NOT text STREQUAL "")
    string(PREPEND text " ")
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
