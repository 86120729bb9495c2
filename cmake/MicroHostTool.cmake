# cmicro for the machine that builds, where the project around Micro is built for another: a build of Micro of its own.
include(ExternalProject)

set(micro_host_dir "${CMAKE_CURRENT_BINARY_DIR}/host")
# What is set for the other machine's compiler must not reach this one's.
ExternalProject_Add(
  micro-host-cmicro
  PREFIX "${micro_host_dir}"
  SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}"
  BINARY_DIR "${micro_host_dir}/build"
  CONFIGURE_COMMAND
    "${CMAKE_COMMAND}" -E env --unset=CC --unset=CXX --unset=CFLAGS --unset=CXXFLAGS --unset=LDFLAGS --unset=CMAKE_TOOLCHAIN_FILE
    "${CMAKE_COMMAND}" -S <SOURCE_DIR> -B <BINARY_DIR> -G "Unix Makefiles" -D CMAKE_BUILD_TYPE=Release
  BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target cmicro --parallel
  INSTALL_COMMAND ""
  BUILD_ALWAYS ON
  BUILD_BYPRODUCTS "${micro_host_dir}/build/src/cmicro"
  EXCLUDE_FROM_ALL ON
  USES_TERMINAL_BUILD ON)

add_executable(Micro::cmicro IMPORTED GLOBAL)
set_target_properties(
  Micro::cmicro
  PROPERTIES IMPORTED_LOCATION "${micro_host_dir}/build/src/cmicro"
             _MICRO_BUILT_BY micro-host-cmicro)
