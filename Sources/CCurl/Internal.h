#ifndef REFINERY_CCURL_INTERNAL_H
#define REFINERY_CCURL_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CCurl.h"
#ifdef REFINERY_CURL
#ifndef __linux__
#error "The trait Curl needs Linux: its event loop stands on epoll."
#endif
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct job job;

// An easy handle with its fixed options, used by one transfer after another.
typedef struct handle {
  CURL *easy;
  job *current;
  struct handle *next;
  refinery_loop *loop;
  int request;  // the options that stand for the last request
  long version;
  bool has_method;
  char *url;    // of the last request
  size_t url_capacity;
  char words[CURL_ERROR_SIZE];
} handle;

// A transfer with what only the loop knows of it.
struct job {
  refinery_transfer transfer;  // first, so that one address serves both
  handle *handle;
  // The request's head and small content, all in the one block.
  void *block;
  size_t block_capacity;
  struct curl_slist *fields, *next_field;
  char *text;
  const char *method, *url;
  const void *bytes;
  _Atomic(uint32_t) signals;
  job *next_posted, *next_finished;
  job *previous, *next;        // of those under way
  size_t alarm;                // place among the alarms, from 1; 0 for none
  int64_t alarm_at;
  int64_t deadline_at;
  int64_t last_activity;
  int sendings;
  bool is_started, is_added, is_over, is_secure, is_cancelled;
  bool is_reader_full, is_paused, is_waiting_for_content;
  bool is_block_over;          // what header line comes next begins another answer
};

_Static_assert((size_t)REFINERY_ABORT == CURL_READFUNC_ABORT && (size_t)REFINERY_PAUSE == CURL_READFUNC_PAUSE,
               "the header repeats libcurl's values");

enum { STARTED = 1u << 30, CACHE_LINE = 64 };

typedef struct {
  uint8_t wanted;      // of libcurl: CURL_POLL_...
  uint8_t registered;  // with epoll
  bool is_connection;  // opened and closed by our callbacks, so that its registration may outlive a transfer
} interest;

// What several threads write has cache lines of its own: else each request that is posted would take from the loop's thread
// what it alone works with.
struct refinery_loop {
  refinery_settings settings;  // with copies of its strings
  refinery_callbacks callbacks;
  void *context;
  CURLM *multi;
  int epoll, wake;

  _Alignas(CACHE_LINE) _Atomic(job *) posted;
  _Atomic(bool) is_asleep;
  _Atomic(bool) must_run;
  _Atomic(int64_t) close_at;   // -1 while open
  _Atomic(bool) must_fail;

  // Written by the loop's thread alone, from here on:
  _Alignas(CACHE_LINE) _Atomic(uint64_t) requests;
  _Atomic(uint64_t) opened, reused, lookup_microseconds;
  handle *handles;
  size_t handle_count;
  bool reuses_handles;
  CURLSH *shared;              // TLS sessions, which would else be lost with a handle; null where there is no memory
  int64_t now;
  int64_t curl_at;             // when libcurl wants to be called; -1 for not
  interest *interests;
  size_t interest_count;
  job **alarms;
  size_t alarm_count, alarm_capacity;
  job *under_way;
  // Told together, before and after what has been posted is handled: their callers, resumed in one go, cost the system one
  // wake-up instead of one each.
  job *finished, **last_finished;
  bool has_failed;
};

int64_t nanoseconds_now(void);
job *posted_end(void);  // what `posted` holds once the loop takes nothing any more

// Which sockets libcurl waits for, as epoll knows it. False where there is no memory.
bool interest_begin(refinery_loop *loop, int socket);
void interest_end(refinery_loop *loop, int socket);
int interest_changes(CURL *easy, curl_socket_t socket, int what, void *loop, void *unused);
// What of an event libcurl is to be told; 0 for nothing.
int interest_in_event(refinery_loop *loop, int socket, uint32_t events);

bool alarm_set(refinery_loop *loop, job *job, int64_t at);
void alarm_drop(refinery_loop *loop, job *job);

void *loop_run(void *loop);
void job_finish(refinery_loop *loop, job *job);
void tell_finished(refinery_loop *loop);

void set_security(CURL *easy, const refinery_settings *settings);
bool handles_are_reusable(void);
handle *handle_take(refinery_loop *loop);
void handle_give_back(refinery_loop *loop, handle *handle, bool is_reusable);
void handle_free(handle *handle);

size_t take_header(char *bytes, size_t size, size_t count, void *context);
size_t take_content(char *bytes, size_t size, size_t count, void *context);
size_t give_content(char *bytes, size_t size, size_t count, void *context);
int rewind_content(void *context, curl_off_t offset, int origin);
int before_sending(void *context, char *ip, char *local_ip, int port, int local_port);

bool job_prepare(refinery_loop *loop, job *job);
void job_free(job *job);
void use_empty_content(handle *handle);
#endif
#endif
