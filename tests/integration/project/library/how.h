// How the file that includes this is compiled.
#ifdef TUNING
#define HOW_TUNING TUNING
#else
#define HOW_TUNING 0
#endif
#ifdef __FAST_MATH__
#define HOW_FAST 1
#else
#define HOW_FAST 0
#endif
#ifdef __OPTIMIZE__
#define HOW_OPTIMIZED 1
#else
#define HOW_OPTIMIZED 0
#endif
