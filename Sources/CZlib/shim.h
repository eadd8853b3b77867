#pragma once
// Names the system's zlib to Swift.
#include <zlib.h>
