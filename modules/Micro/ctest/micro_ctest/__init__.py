"""Chooses, builds, lists and registers the benchmarks that TEST= and MICRO= ask for, when ctest loads its tests."""
