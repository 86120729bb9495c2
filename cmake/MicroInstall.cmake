# `cmake --install`: cmicro, and all that a project includes, as it stands in the repository.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(micro_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/Micro")

install(TARGETS cmicro RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
# Where cmicro looks for it, whatever the folder of the system's libraries is.
install(TARGETS micro_prove LIBRARY DESTINATION "${CMAKE_INSTALL_BINDIR}/../lib/micro")
install(
  DIRECTORY modules templates
  DESTINATION "${micro_package_dir}"
  PATTERN __pycache__ EXCLUDE)
install(DIRECTORY src/main DESTINATION "${micro_package_dir}/src")
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

configure_package_config_file(
  cmake/MicroConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/MicroConfig.cmake"
  INSTALL_DESTINATION "${micro_package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# cmicro runs on the machine that builds, whatever it builds for.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/MicroConfigVersion.cmake" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/MicroConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/MicroConfigVersion.cmake"
        DESTINATION "${micro_package_dir}")
