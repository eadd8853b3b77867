#pragma once
#include <stdint.h>

/// How many blocks the process has allocated so far.
uint64_t allocations(void);
