#include "Internal.h"
#ifdef REFINERY_CURL
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

enum {
  EVENTS_AT_ONCE = 256,
  LONG_TASKS = 10000000,  // nanoseconds
  MOST_BARREN_CALLS = 10000,
  FRAMES_OF_A_CALL = 10,  // that count as much as a call; libcurl tells of HTTP/2 frames by messages, which slow its calls down
};

static const int64_t barren_period = 10000000000;  // nanoseconds

job *posted_end(void) {
  static job end;
  return &end;
}

static bool has_paused_transfer(const refinery_loop *loop) {
  for (const job *job = loop->under_way; job; job = job->next)
    if (job->is_paused) return true;
  return false;
}

// Closes a connection whose server keeps libcurl busy with HTTP/2 frames without content. The sign of such a connection is many
// successive calls of libcurl without a callback. Paused transfers also cause such calls, because libcurl stores their content.
static void note_barren_call(refinery_loop *loop, curl_socket_t socket, int events, bool is_barren) {
  // Without input, libcurl only tries to write, because the server delays an upload.
  if (socket < 0 || (size_t)socket >= loop->interest_count || !(events & CURL_CSELECT_IN)) return;
  interest *interest = &loop->interests[socket];
  if (!is_barren) {
    interest->barren_calls = 0;
    return;
  }
  if (interest->barren_calls == 0) interest->barren_since = loop->now;
  interest->barren_calls += 1 + loop->frames / FRAMES_OF_A_CALL;
  if (interest->barren_calls < MOST_BARREN_CALLS) return;
  interest->barren_calls = 0;
  bool is_flood = interest->is_connection && loop->now - interest->barren_since < barren_period && !has_paused_transfer(loop);
  if (is_flood) close_flooded(loop, socket);
}

static void call_curl(refinery_loop *loop, curl_socket_t socket, int events) {
  int running;
  uint64_t steps = loop->steps;
  loop->frames = 0;
  if (curl_multi_socket_action(loop->multi, socket, events, &running) != CURLM_OK) loop->has_failed = true;
  if (loop->has_stalled) wake_stalled(loop);
  note_barren_call(loop, socket, events, loop->steps == steps);
}

static int timer_changes(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  refinery_loop *loop = context;
  loop->curl_at = milliseconds < 0 ? -1 : loop->now + (int64_t)milliseconds * 1000000;
  return 0;
}

static void add(refinery_loop *loop, job *job) {
  job->is_added = true;
  if (job->transfer.is_content_empty) use_empty_content(job->handle);
  if (curl_multi_add_handle(loop->multi, job->handle->easy) != CURLM_OK) loop->has_failed = true;
}

// The instant of the transfer's deadline; -1 for none.
static int64_t deadline_of(const job *job) {
  return job->transfer.deadline_ends_with_head && job->transfer.has_head ? -1 : job->deadline_at;
}

static void set_alarm(refinery_loop *loop, job *job) {
  int64_t deadline_at = deadline_of(job);
  int64_t silent_at = job->transfer.idle < 0 ? -1 : job->last_activity + job->transfer.idle;
  int64_t at = deadline_at < 0 || (silent_at >= 0 && silent_at < deadline_at) ? silent_at : deadline_at;
  // A stream whose head has come has no deadline, and the alarm that has rung must not ring again.
  if (at < 0) return alarm_drop(loop, job);
  if (!alarm_set(loop, job, at)) loop->has_failed = true;
}

static void ring_alarms(refinery_loop *loop) {
  while (loop->alarm_count && loop->alarms[0]->alarm_at <= loop->now) {
    job *job = loop->alarms[0];
    refinery_transfer *transfer = &job->transfer;
    // The idle timeout does not run while the caller does not read or has nothing to send.
    if (job->is_reader_full || job->is_waiting_for_content || !job->is_added) job->last_activity = loop->now;
    int64_t deadline_at = deadline_of(job);
    if (deadline_at >= 0 && deadline_at <= loop->now) {
      transfer->fault = REFINERY_DEADLINE;
      job_finish(loop, job);
    } else if (transfer->idle >= 0 && job->last_activity + transfer->idle <= loop->now) {
      transfer->fault = REFINERY_SILENCE;
      job_finish(loop, job);
    } else {
      set_alarm(loop, job);
    }
  }
}

static void begin(refinery_loop *loop, job *job) {
  job->is_started = true;
  job->next = loop->under_way;
  if (job->next) job->next->previous = job;
  loop->under_way = job;
  job->last_activity = loop->now;
  if (!job_prepare(loop, job)) {
    job->transfer.code = CURLE_OUT_OF_MEMORY;
    return job_finish(loop, job);
  }
  set_alarm(loop, job);
  if (!job->transfer.waits_for_content) add(loop, job);
}

static void resume(refinery_loop *loop, job *job, uint32_t signals) {
  if (signals & REFINERY_READER_READY) job->is_reader_full = job->is_paused = false;
  if (signals & REFINERY_CONTENT_READY) job->is_waiting_for_content = false;
  job->last_activity = loop->now;
  int paused = (job->is_paused ? CURLPAUSE_RECV : 0) | (job->is_waiting_for_content ? CURLPAUSE_SEND : 0);
  curl_easy_pause(job->handle->easy, paused);
  // This passes stored content to its callback. If the callback refuses it, libcurl drops it and continues.
  if (job->transfer.fault != REFINERY_NO_FAULT) job_finish(loop, job);
}

static void handle_signals(refinery_loop *loop, job *job, uint32_t signals) {
  // A caller may post a cancellation before the start.
  if (signals & REFINERY_CANCEL) job->is_cancelled = true;
  if (signals & STARTED) begin(loop, job);
  if (job->is_over || !job->is_started) return;
  if (job->is_cancelled) {
    job->transfer.fault = REFINERY_CANCELLED;
    job_finish(loop, job);
  } else if ((signals & REFINERY_CONTENT_READY) && !job->is_added) {
    job->wait_for_content = (nanoseconds_now() - job->started_at) / 1000;
    add(loop, job);
  } else if (signals & (REFINERY_CONTENT_READY | REFINERY_READER_READY)) {
    resume(loop, job, signals);
  }
}

static void handle_posted(refinery_loop *loop, job *newest) {
  job *oldest = NULL;
  while (newest) {
    job *job = newest;
    newest = job->next_posted;
    job->next_posted = oldest;
    oldest = job;
  }
  while (oldest) {
    job *job = oldest;
    oldest = job->next_posted;
    void *owner = job->transfer.owner;
    uint32_t signals = atomic_exchange(&job->signals, 0);
    handle_signals(loop, job, signals);
    // For a start, `finished` releases the reference instead.
    if (!(signals & STARTED)) loop->callbacks.release(owner);
  }
}

// No part of the request was sent. libcurl has closed the unusable connection.
static void start_again(refinery_loop *loop, job *job) {
  CURL *easy = job->handle->easy;
  job->must_start_again = false;
  if (curl_multi_remove_handle(loop->multi, easy) != CURLM_OK) loop->has_failed = true;
  job->handle->words[0] = 0;
  job->socket = -1;
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 0L);
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  if (curl_multi_add_handle(loop->multi, easy) != CURLM_OK) loop->has_failed = true;
}

static void collect(refinery_loop *loop) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(loop->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    handle *handle = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&handle);
    job *job = handle->current;
    if (job->must_start_again) {
      start_again(loop, job);
    } else {
      job->transfer.code = message->data.result;
      job_finish(loop, job);
    }
  }
}

// Called between two sockets of a turn, because handling many sockets may take longer than a call's deadline allows.
static void check_alarms(refinery_loop *loop) {
  if (loop->alarm_count == 0) return;
  loop->now = nanoseconds_now();
  if (loop->alarms[0]->alarm_at > loop->now) return;
  collect(loop);
  ring_alarms(loop);
  tell_finished(loop);
}

// In milliseconds, rounded up.
static int time_to_wait(refinery_loop *loop, int64_t close_at) {
  int64_t at = loop->curl_at;
  if (loop->alarm_count && (at < 0 || loop->alarms[0]->alarm_at < at)) at = loop->alarms[0]->alarm_at;
  if (close_at >= 0 && (at < 0 || close_at < at)) at = close_at;
  if (at < 0) return -1;
  int64_t now = nanoseconds_now();
  if (at <= now) return 0;
  int64_t milliseconds = (at - now + 999999) / 1000000;
  return milliseconds < INT_MAX ? (int)milliseconds : INT_MAX;
}

static void wait_for_events(refinery_loop *loop) {
  struct epoll_event events[EVENTS_AT_ONCE];
  // A thread that posts after this store sees it, and wakes the loop. The next line finds jobs that were posted before.
  atomic_store(&loop->is_asleep, true);
  bool is_wanted =
      atomic_load(&loop->posted) != NULL || atomic_load(&loop->must_run) || atomic_load(&loop->must_fail);
  int count = epoll_wait(loop->epoll, events, EVENTS_AT_ONCE, is_wanted ? 0 : time_to_wait(loop, atomic_load(&loop->close_at)));
  atomic_store(&loop->is_asleep, false);
  if (count < 0 && errno != EINTR) loop->has_failed = true;
  loop->now = nanoseconds_now();
  for (int index = 0; index < count; index++) {
    int socket = events[index].data.fd;
    if (socket == loop->wake) continue;
    int seen = interest_in_event(loop, socket, events[index].events);
    if (seen == 0) continue;
    call_curl(loop, socket, seen);
    check_alarms(loop);
  }
}

// Tasks continue with the responses of this turn. Requests that they post are sent in this turn.
static void run_tasks(refinery_loop *loop) {
  if (!atomic_load(&loop->must_run)) return;
  atomic_store(&loop->must_run, false);
  int64_t before = nanoseconds_now();
  loop->callbacks.run(loop->context);
  loop->now = nanoseconds_now();
  int64_t taken = loop->now - before;
  // This time does not count towards the idle timeout.
  if (taken < LONG_TASKS) return;
  for (job *job = loop->under_way; job; job = job->next) job->last_activity += taken;
}

static void turn(refinery_loop *loop) {
  wait_for_events(loop);
  collect(loop);
  // Deadlines are checked before the tasks run. A response that arrives while they run is read before the next check.
  ring_alarms(loop);
  tell_finished(loop);
  run_tasks(loop);
  handle_posted(loop, atomic_exchange(&loop->posted, NULL));
  if (loop->curl_at >= 0 && loop->curl_at <= loop->now) {
    loop->curl_at = -1;
    call_curl(loop, CURL_SOCKET_TIMEOUT, 0);
  }
  collect(loop);
  while (loop->unflushed >= 0) {
    flush_streams(loop);
    collect(loop);
  }
  tell_finished(loop);
}

static bool is_over(refinery_loop *loop) {
  if (atomic_load(&loop->must_fail)) loop->has_failed = true;
  int64_t close_at = atomic_load(&loop->close_at);
  return loop->has_failed || (close_at >= 0 && (loop->under_way == NULL || close_at <= loop->now));
}

static void end_all(refinery_loop *loop) {
  handle_posted(loop, atomic_exchange(&loop->posted, posted_end()));
  while (loop->under_way) {
    loop->under_way->transfer.fault = loop->has_failed ? REFINERY_LOOP_FAILED : REFINERY_CLOSED;
    job_finish(loop, loop->under_way);
  }
  tell_finished(loop);
  while (loop->handles) {
    handle *handle = loop->handles;
    loop->handles = handle->next;
    handle_free(handle);
  }
  curl_multi_cleanup(loop->multi);
  loop->multi = NULL;
}

void *loop_run(void *context) {
  refinery_loop *loop = context;
  // libcurl handles no signals here, but a write to a closed TLS connection may raise SIGPIPE. Lookup threads inherit the mask.
  // Signals of faults in a task's own code stay unblocked, for the app's handlers.
  static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof(faults) / sizeof(*faults); index++) sigdelset(&blocked, faults[index]);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  loop->now = nanoseconds_now();
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, timer_changes);
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
  while (!is_over(loop)) turn(loop);
  end_all(loop);
  loop->callbacks.ended(loop->context);
  return NULL;
}
#endif
