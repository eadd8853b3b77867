#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// What other threads call: they start and end the loop, and post transfers to it.

// Posting.

static void wake(refinery_loop *loop) {
  uint64_t one = 1;
  // If the counter is full, the loop is awake.
  if (write(loop->wake, &one, sizeof(one)) < 0) return;
}

static void wake_if_asleep(refinery_loop *loop) {
  if (atomic_load(&loop->is_asleep) && atomic_exchange(&loop->is_asleep, false)) wake(loop);
}

static bool post(refinery_loop *loop, job *job) {
  struct job *newest = atomic_load(&loop->posted);
  do {
    if (newest == posted_end()) return false;
    job->next_posted = newest;
  } while (!atomic_compare_exchange_weak(&loop->posted, &newest, job));
  wake_if_asleep(loop);
  return true;
}

refinery_start refinery_transfer_start(refinery_loop *loop, refinery_transfer *transfer) {
  job *job = (struct job *)transfer;
  job->deadline_at = transfer->deadline < 0 ? -1 : nanoseconds_now() + transfer->deadline;
  if (transfer->waits_for_content) job->started_at = nanoseconds_now();
  // A cancellation may have posted the job already. Posting it twice would make the list circular.
  if (atomic_fetch_or(&job->signals, STARTED) != 0) return REFINERY_STARTED_BY_SIGNAL;
  return post(loop, job) ? REFINERY_STARTED : REFINERY_NOT_STARTED;
}

bool refinery_transfer_post(refinery_loop *loop, refinery_transfer *transfer, int signal) {
  job *job = (struct job *)transfer;
  if (atomic_fetch_or(&job->signals, (uint32_t)signal) != 0) return false;
  if (post(loop, job)) return true;
  atomic_fetch_and(&job->signals, ~(uint32_t)signal);
  return false;
}

// Starting and ending the loop.

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

static void copy_settings(refinery_loop *loop, const refinery_settings *settings) {
  loop->settings = *settings;
  loop->settings.proxy = copy(settings->proxy);
  loop->settings.trust_roots = copy(settings->trust_roots);
  loop->settings.certificate = copy(settings->certificate);
  loop->settings.key = copy(settings->key);
  loop->settings.unix_socket = copy(settings->unix_socket);
}

static bool set_up(refinery_loop *loop) {
  loop->multi = curl_multi_init();
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (loop->multi == NULL || loop->epoll < 0 || loop->wake < 0) return false;
  // Edge-triggered, so the counter does not have to be read.
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = loop->wake};
  if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event) != 0) return false;
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, interest_changes);
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
  curl_multi_setopt(loop->multi, CURLMOPT_MAXCONNECTS, loop->settings.kept_connections);
  if (loop->settings.maximum_connections) {
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, loop->settings.maximum_connections);
  }
  // libcurl's default is 100 streams for each connection. The server's own limit applies in any case.
  curl_multi_setopt(loop->multi, CURLMOPT_MAX_CONCURRENT_STREAMS, loop->settings.maximum_streams);
  if (loop->settings.is_http2) trace_streams();
  loop->reuses_handles = handles_are_reusable();
  loop->shared = curl_share_init();
  // Only the loop's thread uses it, so it needs no lock.
  if (loop->shared) curl_share_setopt(loop->shared, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  bool is_running = pthread_create(&thread, &attributes, loop_run, loop) == 0;
  if (is_running) pthread_setname_np(thread, "refinery-curl");
  pthread_attr_destroy(&attributes);
  return is_running;
}

refinery_loop *refinery_loop_start(const refinery_settings *settings, const refinery_callbacks *callbacks, void *context) {
  refinery_loop *loop = aligned_alloc(CACHE_LINE, sizeof(*loop));
  if (loop == NULL) return NULL;
  memset(loop, 0, sizeof(*loop));
  copy_settings(loop, settings);
  loop->callbacks = *callbacks;
  loop->context = context;
  loop->epoll = loop->wake = -1;
  loop->curl_at = -1;
  loop->unflushed = -1;
  loop->last_finished = &loop->finished;
  atomic_store(&loop->close_at, -1);
  if (set_up(loop)) return loop;
  refinery_loop_free(loop);
  return NULL;
}

void refinery_loop_close(refinery_loop *loop, int64_t grace) {
  int64_t at = grace < 0 ? INT64_MAX : nanoseconds_now() + grace;
  int64_t known = atomic_load(&loop->close_at);
  while ((known < 0 || at < known) && !atomic_compare_exchange_weak(&loop->close_at, &known, at)) continue;
  wake(loop);
}

void refinery_loop_run_soon(refinery_loop *loop) {
  atomic_store(&loop->must_run, true);
  wake_if_asleep(loop);
}

void refinery_loop_fail(refinery_loop *loop) {
  atomic_store(&loop->must_fail, true);
  wake(loop);
}

void refinery_loop_free(refinery_loop *loop) {
  if (loop->multi) curl_multi_cleanup(loop->multi);
  if (loop->shared) curl_share_cleanup(loop->shared);
  if (loop->epoll >= 0) close(loop->epoll);
  if (loop->wake >= 0) close(loop->wake);
  free(loop->interests);
  free(loop->addresses);
  free(loop->alarms);
  free((char *)loop->settings.proxy);
  free((char *)loop->settings.trust_roots);
  free((char *)loop->settings.certificate);
  free((char *)loop->settings.key);
  free((char *)loop->settings.unix_socket);
  free(loop);
}
#endif
