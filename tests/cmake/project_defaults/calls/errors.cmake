set(MICRO_DEFAULTS "FRK=3;FORK=0;TIME=5;RUN_ARGS=;ITER=1;ITER=2;=3;FORK;JOBS=x;PARAM=a;OPTIONS=--benchmark_out=x --benchmark_counters_tabular;two words=3")
