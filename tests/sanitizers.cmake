# Builds the engine and its unit tests with AddressSanitizer and UndefinedBehaviorSanitizer, and runs them.
#   cmake -D SOURCE=… -D BUILD=… -P sanitizers.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${SOURCE}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --preset asan -B "${BUILD}")
run("${CMAKE_COMMAND}" --build "${BUILD}" --target micro-unit-tests)
run("${BUILD}/tests/micro-unit-tests" --gtest_brief=1)
