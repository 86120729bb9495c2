# The project's own.
list(APPEND CTEST_CUSTOM_POST_TEST "cmake -E echo sub")
