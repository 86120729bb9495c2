// Where its benchmarks should be is nothing, as after a linker that has dropped them.
