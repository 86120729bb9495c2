add_subdirectory(found)
