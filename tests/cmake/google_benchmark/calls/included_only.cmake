# Without a suite nothing is looked for, nothing fetched.
set(CMAKE_DISABLE_FIND_PACKAGE_benchmark ON)
