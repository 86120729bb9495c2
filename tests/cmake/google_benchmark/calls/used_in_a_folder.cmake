# A library of the project there, whose layout is looked at from the root in the end.
add_subdirectory(only)
if(NOT TARGET benchmark::benchmark)
  message(SEND_ERROR "it is looked for in each folder anew")
endif()
