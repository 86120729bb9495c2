micro_add_suite(io.records SOURCES suite.cpp)
micro_add_suite(
  io_records SOURCES suite.cpp)
micro_add_suite(
  io.records2 SOURCES other.cpp)
micro_add_suite(io.records2 SOURCES other.cpp)
