micro_add_suite(s SOURCES suite.cpp COUNTER "a;[b" UNIT x COUNTER hits COUNTER "a;[b" COUNTER misses UNIT x UNIT y
  COUNTER a)
