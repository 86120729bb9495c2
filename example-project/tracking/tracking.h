// A small allocator that can keep books: nothing (off), how much is allocated (summary), or also by which size
// (detail). The environment variable TRACKING says which, once for the process. It is what the suite memory.tracking
// measures.
#pragma once

#include <cstddef>

namespace tracking {

enum class Level { off, summary, detail };

// What TRACKING says: "off", "summary" or "detail"; off without it. Ends the program if it says anything else.
Level level();

// As malloc(), realloc() and free(). What was allocated here must be released here.
void* allocate(std::size_t size);
void* reallocate(void* block, std::size_t size);
void release(void* block);

// Bytes that are allocated now; 0 where nothing is tracked.
std::size_t allocated();

}  // namespace tracking
