// Delays random jobs of Swift's tasks, so that tasks run in orders that an idle machine never shows. Loaded by `.ci/shuffle`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define swift_call __attribute__((swiftcall))
typedef swift_call void (*Enqueue)(void *job);
typedef swift_call void (*Hook)(void *job, Enqueue enqueue);

// One in two jobs waits for at most 5 ms, and one in 128 for at most 100 ms.
enum { most_ns = 5000000, much = 20 };

struct held {
  int64_t when;
  void *job;
  Enqueue enqueue;
};

// A heap with the earliest job first.
static struct held *heap;
static size_t count, capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static _Atomic uint64_t seed;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

// SplitMix64.
static uint64_t next_random(void) {
  uint64_t x = atomic_fetch_add(&seed, 0x9E3779B97F4A7C15ull);
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

static void push(struct held job) {
  if (count == capacity) {
    capacity = capacity ? 2 * capacity : 1024;
    heap = realloc(heap, capacity * sizeof *heap);
    if (!heap) abort();
  }
  size_t place = count++;
  for (; place && heap[(place - 1) / 2].when > job.when; place = (place - 1) / 2) heap[place] = heap[(place - 1) / 2];
  heap[place] = job;
}

static struct held pop(void) {
  struct held first = heap[0], last = heap[--count];
  size_t place = 0;
  for (size_t child; (child = 2 * place + 1) < count; place = child) {
    if (child + 1 < count && heap[child + 1].when < heap[child].when) child++;
    if (heap[child].when >= last.when) break;
    heap[place] = heap[child];
  }
  heap[place] = last;
  return first;
}

static void *release(void *unused) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!count) pthread_cond_wait(&changed, &lock);
    int64_t when = heap[0].when;
    if (when > now()) {
      struct timespec time = {when / 1000000000, when % 1000000000};
      pthread_cond_timedwait(&changed, &lock, &time);
      continue;
    }
    struct held job = pop();
    pthread_mutex_unlock(&lock);
    job.enqueue(job.job);
    pthread_mutex_lock(&lock);
  }
  return unused;
}

static swift_call void hold(void *job, Enqueue enqueue) {
  uint64_t random = next_random();
  if (random & 1) return enqueue(job);
  int64_t delay = (int64_t)((random >> 8) % most_ns) * ((random >> 1 & 63) ? 1 : much);
  pthread_mutex_lock(&lock);
  push((struct held){now() + delay, job, enqueue});
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("SHUFFLE_SEED");
  Hook *hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (!hook || !text) return;
  seed = strtoull(text, 0, 10) * 0x2545F4914F6CDD1Dull;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_t thread;
  if (pthread_create(&thread, 0, release, 0) == 0) *hook = hold;
}
