#include "allocations.h"
#include <stdatomic.h>
#include <stddef.h>

// One counter for every few threads, each on its own cache line. A single counter would slow down exactly the clients that
// allocate from many threads at once.
#define SHARDS 64
static struct { _Alignas(64) _Atomic uint64_t count; } shards[SHARDS];

uint64_t allocations(void) {
  uint64_t sum = 0;
  for (int i = 0; i < SHARDS; i++) sum += atomic_load_explicit(&shards[i].count, memory_order_relaxed);
  return sum;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

#if defined(__linux__) && !defined(SANITIZED)
// glibc keeps its own allocator under these names, for programs that replace it.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

// Its address identifies the thread.
static __thread char anchor;

static void note(void) {
  uint64_t hash = ((uintptr_t)&anchor >> 4) * 0x9E3779B97F4A7C15u;
  atomic_fetch_add_explicit(&shards[hash >> 58].count, 1, memory_order_relaxed);
}

void *malloc(size_t size) { note(); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { note(); return __libc_calloc(n, size); }
void *realloc(void *block, size_t size) { note(); return __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { note(); return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  note();
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12;
}
#endif
