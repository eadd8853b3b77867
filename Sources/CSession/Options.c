#include "CSession.h"
#include "Internal.h"

#ifdef __linux__
enum { MAXIMUM_CONNECTS = 6 };  // of libcurl's interface, which cannot change

void refinery_keep_connections(void *multi, long count) {
  if (CFURLSession_multi_setopt_l) CFURLSession_multi_setopt_l(multi, MAXIMUM_CONNECTS, count);
}

long refinery_place_of(const void *value, const void *object) {
  const void *const *words = object;
  size_t count = malloc_usable_size ? malloc_usable_size((void *)object) / sizeof(*words) : 0;
  long place = -1;
  for (size_t index = 0; index < count; index++) {
    if (words[index] != value) continue;
    if (place >= 0) return -1;
    place = (long)(index * sizeof(*words));
  }
  return place;
}

long place_of(void *probe, option_setter set, int option) {
  static char mark;
  void **words = probe;
  size_t count = malloc_usable_size(probe) / sizeof(*words);
  long place = -1;
  set(probe, option, &mark);
  for (size_t index = 0; index < count && place < 0; index++) {
    if (words[index] != &mark) continue;
    set(probe, option, NULL);
    if (words[index] == NULL) place = (long)index;
    set(probe, option, &mark);
  }
  set(probe, option, NULL);
  return place;
}
#else
long refinery_place_of(const void *value, const void *object) { return -1; }
void refinery_keep_connections(void *multi, long count) {}
#endif
