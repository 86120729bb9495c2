# The engine's libraries: found where they are installed (Debian has all), else fetched at pinned versions.
include(FetchContent)

# URLs of releases; FIND_PACKAGE_ARGS makes FetchContent look for an installed one first.
FetchContent_Declare(
  fmt
  URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
  URL_HASH SHA256=5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2
  SYSTEM FIND_PACKAGE_ARGS 8)
FetchContent_Declare(
  CLI11
  URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz
  URL_HASH SHA256=aac0ab42108131ac5d3344a9db0fdf25c4db652296641955720a4fbe52334e22
  SYSTEM FIND_PACKAGE_ARGS 2)
FetchContent_MakeAvailable(fmt CLI11)

# RapidJSON's own CMake files define no usable target.
find_path(RAPIDJSON_INCLUDE_DIR rapidjson/document.h)
if(NOT RAPIDJSON_INCLUDE_DIR)
  FetchContent_Declare(
    rapidjson
    URL https://github.com/Tencent/rapidjson/archive/refs/tags/v1.1.0.tar.gz
    URL_HASH SHA256=bf7ced29704a1e696fbccf2a2b4ea068e7774fa37f6d7dd4039d0787f8bed98e
    SOURCE_SUBDIR include)
  FetchContent_MakeAvailable(rapidjson)
  set(RAPIDJSON_INCLUDE_DIR "${rapidjson_SOURCE_DIR}/include")
endif()
add_library(Micro::RapidJSON INTERFACE IMPORTED)
target_include_directories(Micro::RapidJSON SYSTEM INTERFACE "${RAPIDJSON_INCLUDE_DIR}")

# Boost.Math is header-only.
find_path(BOOST_MATH_INCLUDE_DIR boost/math/distributions/students_t.hpp)
if(NOT BOOST_MATH_INCLUDE_DIR)
  FetchContent_Declare(
    boost_math
    URL https://github.com/boostorg/math/archive/refs/tags/boost-1.83.0.tar.gz
    URL_HASH SHA256=53e5f7539a66899fe0fca3080405cbd5f7959da5394ec13664746741aece1705
    SOURCE_SUBDIR include)
  FetchContent_MakeAvailable(boost_math)
  set(BOOST_MATH_INCLUDE_DIR "${boost_math_SOURCE_DIR}/include")
endif()
add_library(Micro::BoostMath INTERFACE IMPORTED)
target_include_directories(Micro::BoostMath SYSTEM INTERFACE "${BOOST_MATH_INCLUDE_DIR}")
