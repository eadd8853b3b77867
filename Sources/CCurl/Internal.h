#ifndef REFINERY_CCURL_INTERNAL_H
#define REFINERY_CCURL_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CCurl.h"
#ifdef REFINERY_CURL
#ifndef __linux__
#error "The trait Curl needs Linux: its event loop uses epoll."
#endif
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

typedef struct job job;

// An easy handle with its fixed options, used by one transfer after another.
typedef struct handle {
  CURL *easy;
  job *current;
  struct handle *next;
  refinery_loop *loop;
  int request;  // the kind of the last request, whose options are set
  long version;
  bool has_method;
  char *url;    // of the last request
  size_t url_capacity;
  char words[CURL_ERROR_SIZE];
} handle;

// A transfer with the state that only the loop uses.
struct job {
  refinery_transfer transfer;  // first, so that both have one address
  handle *handle;
  // Memory for the request's head and small content.
  void *block;
  size_t block_capacity;
  struct curl_slist *fields, *next_field;
  char *text;
  const char *method, *url;
  const void *bytes;
  _Atomic(uint32_t) signals;
  job *next_posted, *next_finished;
  job *previous, *next;        // in the list of jobs under way
  size_t alarm;                // index in the heap of alarms, from 1; 0 for none
  int64_t alarm_at;
  int64_t deadline_at;
  int64_t started_at;         // set if the transfer waits for content
  int64_t wait_for_content;   // microseconds until libcurl got the transfer, which counts its times from then on
  int64_t last_activity;
  int sendings;
  int socket;                  // of the connection that the request was last sent on; -1 if unknown
  uint32_t connection;         // its number
  bool is_started, is_added, is_over, is_secure, is_cancelled;
  bool is_stalled;             // libcurl has given up its socket, and has not opened another one
  bool must_start_again;       // nothing was sent, because the connection cannot be used
  bool is_reader_full, is_paused, is_waiting_for_content;
  bool is_block_over;          // the next header line begins another response
  int64_t announced;           // bytes of content that the head announces; -1 if unknown
  bool ends_with_connection;   // only the end of the connection marks the end of the content
  bool has_tls_end;            // the server has sent close_notify
  int stream;                  // of HTTP/2; 0 if unknown
  curl_off_t stream_connection;  // libcurl's number of its connection
  bool has_stream_end;         // the server has sent END_STREAM
  bool is_reset;               // the server has sent RST_STREAM
  bool is_refused;             // with REFUSED_STREAM, or has named an earlier stream as its last one by GOAWAY
};

_Static_assert((size_t)REFINERY_ABORT == CURL_READFUNC_ABORT && (size_t)REFINERY_PAUSE == CURL_READFUNC_PAUSE,
               "the header repeats libcurl's values");

enum { STARTED = 1u << 30, CACHE_LINE = 64 };

typedef struct interest {
  uint8_t wanted;      // by libcurl: CURL_POLL_...
  uint8_t registered;  // with epoll
  bool is_connection;  // opened and closed by our callbacks, so its registration may outlive a transfer
  bool is_spoiled;     // bytes or its end came while no transfer used it, so no request may be sent on it
  uint32_t number;     // of a connection, counted by the loop
  ino_t inode;         // identifies the socket: the system uses its descriptor again
  int64_t opened_at;
  const job *user;     // the transfer that uses it; over HTTP/2, one of them
  uint32_t barren_calls;  // of libcurl in succession that had no callback; many frames count as more calls
  int64_t barren_since;
} interest;

// Fields that other threads write have their own cache lines. Otherwise each posted request would evict the data that the
// loop's thread uses.
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

  // Only the loop's thread writes the fields from here on:
  _Alignas(CACHE_LINE) handle *handles;
  size_t handle_count;
  bool reuses_handles;
  CURLSH *shared;              // TLS sessions, which would otherwise end with their handle; null if out of memory
  int64_t now;
  int64_t curl_at;             // when libcurl wants to be called; -1 for never
  interest *interests;
  uint32_t *addresses;         // of the connections: a hash of both ends; 0 until it is known, and for Unix sockets
  size_t interest_count;
  uint32_t connection_count;
  job **alarms;
  size_t alarm_count, alarm_capacity;
  job *under_way;
  // Finished jobs. Their callers are resumed together, with one wake-up for all.
  job *finished, **last_finished;
  bool has_failed;
  bool has_stalled;            // a job is stalled
  uint64_t steps;              // calls of libcurl's callbacks, which mean that a transfer makes progress
  uint32_t frames;             // of HTTP/2 that libcurl has read in its last call
  uint32_t flooded_connection;  // the last one that was closed because of a flood
  int unflushed;               // the socket of an HTTP/2 connection that libcurl has an unsent RST_STREAM for; -1 for none
};

// Tracks the sockets that libcurl waits for, and whether each is registered with epoll. Returns false if out of memory.
bool interest_begin(refinery_loop *loop, int socket);
int interest_close(refinery_loop *loop, int socket);
int interest_changes(CURL *easy, curl_socket_t socket, int what, void *loop, void *unused);
// Returns the events to report to libcurl; 0 for none. An event of a connection that no transfer uses spoils it.
int interest_in_event(refinery_loop *loop, int socket, uint32_t events);
void wake_stalled(refinery_loop *loop);

void close_flooded(refinery_loop *loop, int socket);
// Notes which connection a transfer uses. `ip` and `port` are of the peer; the local port is 0 for a Unix socket.
void note_connection(refinery_loop *loop, job *job, const char *ip, int port, int local_port);
void leave_connection(refinery_loop *loop, job *job);
// Whether anything has come on the transfer's kept connection of HTTP/1.1 since its last response.
bool has_unrequested_input(refinery_loop *loop, job *job);
// Whether the lifetime of the transfer's connection is over. Connections of Unix sockets cannot be told apart.
bool is_outlived(const refinery_loop *loop, const job *job);
// Closes the transfer's connection if the server cannot be reached: it does not acknowledge the data that was sent.
void retire_unreachable(refinery_loop *loop, const job *job);
void retire(refinery_loop *loop, const job *job);
// Makes libcurl send the RST_STREAM of a stream that ended early, if other transfers use its connection. `flush_streams` does
// so once for all streams of a turn.
void flush_later(refinery_loop *loop, const job *job);
void flush_streams(refinery_loop *loop);

int64_t nanoseconds_now(void);
bool alarm_set(refinery_loop *loop, job *job, int64_t at);
void alarm_drop(refinery_loop *loop, job *job);

void note_times(job *job);

void job_finish(refinery_loop *loop, job *job);
void tell_finished(refinery_loop *loop);

void *loop_run(void *loop);
job *posted_end(void);  // the value of `posted` after the loop has ended

void set_security(CURL *easy, const refinery_settings *settings);
bool has_alternative_name(CURL *easy);
bool tls_has_ended(CURL *easy);
bool tls_has_unread(CURL *easy);
bool names_refused_certificate(const char *words);
bool handles_are_reusable(void);
handle *handle_take(refinery_loop *loop);
void handle_give_back(refinery_loop *loop, handle *handle, bool is_reusable);
void handle_free(handle *handle);

size_t take_header(char *bytes, size_t size, size_t count, void *context);
size_t take_content(char *bytes, size_t size, size_t count, void *context);
size_t give_content(char *bytes, size_t size, size_t count, void *context);
int rewind_content(void *context, curl_off_t offset, int origin);
void trace_streams(void);
int note_message(CURL *easy, curl_infotype kind, char *text, size_t count, void *context);
int note_progress(void *context, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now);
// Whether all Content-Length values of the head, if there are any, are the same number (RFC 9112 section 6.3).
bool has_one_length(const char *head, size_t count);
bool is_chunked(const char *head, size_t count);
bool has_field(const char *head, size_t count, const char *name);
bool tells_its_end(const char *head, size_t count);
int before_sending(void *context, char *ip, char *local_ip, int port, int local_port);

bool job_prepare(refinery_loop *loop, job *job);
void job_free(job *job);
void use_empty_content(handle *handle);
#endif
#endif
