add_subdirectory(sub)
