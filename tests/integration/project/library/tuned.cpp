#include "how.h"

int tuned_tuning() { return HOW_TUNING; }
int tuned_fast() { return HOW_FAST; }
int tuned_optimized() { return HOW_OPTIMIZED; }
