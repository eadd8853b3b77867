#pragma once
#include <stdint.h>

/// The number of blocks that the process has allocated so far.
uint64_t allocations(void);
