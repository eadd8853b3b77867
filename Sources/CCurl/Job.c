#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// CURLE_TOO_LARGE, which exists since libcurl 8.6. Later versions use it for a head with more than 5000 lines.
enum { TOO_LARGE = 100 };

static void keep_words(job *job) {
  // All other messages of libcurl may contain hosts and addresses.
  static const char safe[] = "SSL certificate problem:";
  if (strncmp(job->handle->words, safe, sizeof(safe) - 1) == 0) {
    strncpy(job->transfer.words, job->handle->words, sizeof(job->transfer.words) - 1);
  }
}

static void count_connections(refinery_loop *loop, job *job) {
  long opened = 0;
  curl_easy_getinfo(job->handle->easy, CURLINFO_NUM_CONNECTS, &opened);
  if (opened > 0) {
    curl_off_t lookup = 0;
    curl_easy_getinfo(job->handle->easy, CURLINFO_NAMELOOKUP_TIME_T, &lookup);
    atomic_fetch_add_explicit(&loop->opened, (uint64_t)opened, memory_order_relaxed);
    atomic_fetch_add_explicit(&loop->lookup_microseconds, (uint64_t)lookup, memory_order_relaxed);
  } else if (job->transfer.is_sent) {
    atomic_fetch_add_explicit(&loop->reused, 1, memory_order_relaxed);
  }
}

// Returns a time of libcurl, counted from the start of the transfer; 0 stays 0.
static int64_t since_start(const job *job, curl_off_t time) { return time > 0 ? time + job->wait_for_content : 0; }

void note_times(job *job) {
  refinery_times *times = &job->transfer.times;
  CURL *easy = job->handle->easy;
  long opened = 0;
  curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &opened);
  times->is_reused = opened == 0 && job->transfer.is_sent;
  // For a reused connection, libcurl reports meaningless times.
  if (!times->is_reused) {
    curl_off_t resolved = 0, connected = 0, secured = 0;
    curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &connected);
    curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &secured);
    times->resolved = since_start(job, resolved);
    times->connected = since_start(job, connected);
    times->secured = since_start(job, secured);
  }
  curl_off_t ready = 0, first_byte = 0, over = 0;
  curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
  curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
  curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &over);
  times->ready = since_start(job, ready);
  times->first_byte = job->transfer.head_count > 0 ? since_start(job, first_byte) : 0;
  times->over = since_start(job, over);
  const char *address = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  if (address) strncpy(times->peer_address, address, sizeof(times->peer_address) - 1);
  curl_easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &times->peer_port);
}

// Whether the whole response has arrived. While the reader is full, libcurl may hold content that would be lost.
static bool is_whole(const job *job) {
  if (!job->transfer.has_head) return false;
  return job->transfer.observed == job->announced || (job->announced < 0 && job->has_stream_end && !job->is_paused);
}

// Sets the reason if libcurl's code gives none, or a wrong one.
static void judge(refinery_loop *loop, job *job) {
  refinery_transfer *transfer = &job->transfer;
  if (transfer->fault != REFINERY_NO_FAULT) return;
  if (transfer->code == CURLE_OK) {
    if (job->ends_with_connection && !job->has_tls_end) transfer->fault = REFINERY_CUT;
    // RFC 9113 section 8.1: without END_STREAM, the content may be cut. A response with a length is complete without it.
    if (job->is_reset && !job->has_stream_end && job->announced < 0) transfer->fault = REFINERY_CUT_STREAM;
    return;
  }
  curl_easy_getinfo(job->handle->easy, CURLINFO_OS_ERRNO, &transfer->os_error);
  keep_words(job);
  if (names_refused_certificate(job->handle->words)) {
    transfer->fault = REFINERY_CERTIFICATE_REFUSED;
  } else if (transfer->code == TOO_LARGE && transfer->head_count > 0 && !transfer->has_head) {
    transfer->fault = REFINERY_HEAD_TOO_LARGE;
  } else if (refinery_meaning(transfer->code) == REFINERY_LOST) {
    if (is_whole(job)) {
      // The response is complete. The server did not wait for the rest of the request.
      transfer->code = CURLE_OK;
    } else if (job->connection && job->connection == loop->flooded_connection) {
      transfer->fault = REFINERY_FLOODED;
    } else if (!transfer->is_sent) {
      curl_easy_getinfo(job->handle->easy, CURLINFO_HTTP_CONNECTCODE, &transfer->proxy_status);
    }
  }
}

// If a call times out before the first byte of its response, its connection may be dead, so the next call uses another
// connection. libcurl closes the old one unless another call uses it. If the server does not acknowledge data, it is closed in
// any case.
static bool is_forgotten(const refinery_transfer *transfer) {
  return (transfer->fault == REFINERY_DEADLINE || transfer->fault == REFINERY_SILENCE) && transfer->is_sent &&
         transfer->head_count == 0 && transfer->observed == 0;
}

// If a call ends early over HTTP/2, libcurl holds back the RST_STREAM until the connection is used again, and meanwhile the
// server continues to work. So libcurl closes the connection. If another call uses it, `flush_later` sends the frame instead.
static bool is_abandoned(const refinery_loop *loop, const refinery_transfer *transfer) {
  return loop->settings.is_http2 && transfer->is_sent && transfer->fault != REFINERY_NO_FAULT;
}

void job_finish(refinery_loop *loop, job *job) {
  handle *handle = job->handle;
  bool is_abandoned_stream = job->is_added && is_abandoned(loop, &job->transfer);
  bool is_retired = job->is_added && (is_abandoned_stream || is_forgotten(&job->transfer));
  if (job->is_added) {
    count_connections(loop, job);
    if (!job->transfer.is_streamed || !job->transfer.has_head) note_times(job);
    judge(loop, job);
    if (is_retired) {
      curl_easy_setopt(handle->easy, CURLOPT_FORBID_REUSE, 1L);
      retire_unreachable(loop, job);
    }
    // libcurl may call callbacks once more from here.
    if (curl_multi_remove_handle(loop->multi, handle->easy) != CURLM_OK) loop->has_failed = true;
  }
  if (is_abandoned_stream) flush_later(loop, job);
  if (handle) leave_connection(loop, job);
  alarm_drop(loop, job);
  if (job->previous) job->previous->next = job->next;
  if (job->next) job->next->previous = job->previous;
  if (loop->under_way == job) loop->under_way = job->next;
  job->is_over = true;
  job->handle = NULL;
  // libcurl counts the repeated attempts of all requests of a handle, and fails after five.
  if (handle) handle_give_back(loop, handle, job->sendings <= 1 && !is_retired);
  job->next_finished = NULL;
  *loop->last_finished = job;
  loop->last_finished = &job->next_finished;
}

void tell_finished(refinery_loop *loop) {
  job *job = loop->finished;
  loop->finished = NULL;
  loop->last_finished = &loop->finished;
  while (job) {
    struct job *next = job->next_finished;
    loop->callbacks.finished(job->transfer.owner);
    job = next;
  }
}

// Posting, from any thread.

job *posted_end(void) {
  static job end;
  return &end;
}

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

refinery_statistics refinery_loop_statistics(refinery_loop *loop) {
  return (refinery_statistics){
      .requests = atomic_load_explicit(&loop->requests, memory_order_relaxed),
      .opened = atomic_load_explicit(&loop->opened, memory_order_relaxed),
      .reused = atomic_load_explicit(&loop->reused, memory_order_relaxed),
      .lookup_microseconds = atomic_load_explicit(&loop->lookup_microseconds, memory_order_relaxed)};
}
#endif
