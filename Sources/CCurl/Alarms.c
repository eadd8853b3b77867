#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>
#include <time.h>

int64_t nanoseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// A binary heap of the jobs that have a time limit, the earliest first. `job.alarm` is a job's index in the heap, plus one.

static void place(refinery_loop *loop, job *job, size_t index) {
  loop->alarms[index] = job;
  job->alarm = index + 1;
}

static void sift(refinery_loop *loop, job *moved, size_t index) {
  while (index > 0 && moved->alarm_at < loop->alarms[(index - 1) / 2]->alarm_at) {
    place(loop, loop->alarms[(index - 1) / 2], index);
    index = (index - 1) / 2;
  }
  for (;;) {
    size_t child = 2 * index + 1;
    if (child >= loop->alarm_count) break;
    if (child + 1 < loop->alarm_count && loop->alarms[child + 1]->alarm_at < loop->alarms[child]->alarm_at) child++;
    if (loop->alarms[child]->alarm_at >= moved->alarm_at) break;
    place(loop, loop->alarms[child], index);
    index = child;
  }
  place(loop, moved, index);
}

bool alarm_set(refinery_loop *loop, job *job, int64_t at) {
  job->alarm_at = at;
  if (job->alarm == 0) {
    if (loop->alarm_count == loop->alarm_capacity) {
      size_t capacity = loop->alarm_capacity * 2 + 64;
      void *larger = realloc(loop->alarms, capacity * sizeof(*loop->alarms));
      if (larger == NULL) return false;
      loop->alarms = larger;
      loop->alarm_capacity = capacity;
    }
    place(loop, job, loop->alarm_count++);
  }
  sift(loop, job, job->alarm - 1);
  return true;
}

void alarm_drop(refinery_loop *loop, job *job) {
  if (job->alarm == 0) return;
  size_t index = job->alarm - 1;
  struct job *last = loop->alarms[--loop->alarm_count];
  job->alarm = 0;
  if (last != job) sift(loop, last, index);
}
#endif
