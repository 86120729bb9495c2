set(CMAKE_VERSION 3.24.9)
include("${MICRO}/modules/Micro.cmake")
