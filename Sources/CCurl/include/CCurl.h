#ifndef REFINERY_CCURL_H
#define REFINERY_CCURL_H

// An event loop on libcurl for Swift, which can call none of its variadic functions. Nothing here names a type of libcurl's,
// and without the trait `Curl` nothing of it is defined, so that no libcurl is needed then.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct refinery_loop refinery_loop;

// What a loop's connections have in common; null strings and zeros for what is not set. Strings are copied.
typedef struct {
  const char *proxy;
  const char *trust_roots;
  const char *certificate;
  const char *key;
  const char *unix_socket;
  long connect_timeout_ms;
  long maximum_connections;
  long kept_connections;
  long maximum_streams;  // on a connection of HTTP/2
  int version;  // 1 or 2; 0 for either
} refinery_settings;

enum refinery_content {
  REFINERY_NO_CONTENT,
  REFINERY_BYTES,    // by refinery_transfer_set_bytes
  REFINERY_FILE,     // `file`, read where the transfer stands in it
  REFINERY_PROVIDED  // by the callback `provide`
};

// Why a transfer ended that libcurl did not end by itself.
enum refinery_fault {
  REFINERY_NO_FAULT,
  REFINERY_DEADLINE,
  REFINERY_SILENCE,
  REFINERY_TOO_LARGE,
  REFINERY_HEAD_TOO_LARGE,
  REFINERY_OTHER_VERSION,
  REFINERY_RESENT,     // libcurl was about to send it again
  REFINERY_FILE_SHORT,
  REFINERY_FLOODED,    // the server sent HTTP/2 frames without end that carry nothing
  REFINERY_TWO_LENGTHS,
  REFINERY_UPGRADED,   // a 101 that was not asked for
  REFINERY_CUT,        // the connection ended where only TLS could have told that the content is whole
  REFINERY_CERTIFICATE_REFUSED,
  REFINERY_NO_ALTERNATIVE_NAME,
  REFINERY_CANCELLED,
  REFINERY_CLOSED,     // the loop was told to end
  REFINERY_LOOP_FAILED
};

// When the phases of a transfer ended: microseconds from its begin, 0 where a phase did not happen or has not ended.
typedef struct {
  int64_t resolved;
  int64_t connected;
  int64_t secured;
  int64_t ready;              // the request begins to go out
  int64_t first_byte;
  int64_t over;
  bool is_reused;             // it went over a connection that was there already
} refinery_times;

// One request and its answer. Made and freed by its owner; between `refinery_transfer_start` and `finished` it is the
// loop's, but for the posting of signals.
typedef struct {
  void *owner;
  int content;
  int file;                   // closed with the transfer; -1 for none
  int64_t content_length;     // -1 where it is unknown
  int64_t sent;
  bool is_streamed;           // what arrives goes to `receive`, and the head is told by `head`
  bool may_resend;
  bool waits_for_content;     // starts on the wire once REFINERY_CONTENT_READY has been posted
  bool is_content_empty;      // set before that where there turned out to be none
  bool is_head_request;
  bool demands_http2;
  int64_t limit;              // the most bytes to take; -1 for no limit
  int64_t deadline;           // nanoseconds from now; -1 for none
  int64_t idle;               // nanoseconds; -1 for none

  int code;                   // of libcurl
  int fault;
  long os_error;
  long proxy_status;          // of a proxy that refused a tunnel; 0 for none
  bool is_sent;               // the connection was ready, and the request began to go out
  bool has_head;
  char *head;                 // status line and field lines of the last answer
  size_t head_count;
  size_t head_capacity;
  uint8_t *received;          // may be taken by the owner, who frees it and leaves null
  size_t received_count;
  size_t received_capacity;
  int64_t observed;           // bytes that came, or were announced
  refinery_times times;       // valid with `head` where the transfer is streamed, otherwise with `finished`
  char words[128];            // of libcurl, where they are known to hold no address
} refinery_transfer;

// What libcurl's code means.
enum refinery_failure {
  REFINERY_NO_FAILURE,
  REFINERY_CONNECT_TIMEOUT,
  REFINERY_NO_HOST,
  REFINERY_NO_CONNECTION,
  REFINERY_NO_TLS,
  REFINERY_NO_HTTP,
  REFINERY_BAD_URL,
  REFINERY_NO_MEMORY,
  REFINERY_LOST
};

enum refinery_signal {
  REFINERY_CANCEL = 1,
  REFINERY_CONTENT_READY = 2,
  REFINERY_READER_READY = 4
};

// Given by `provide` in place of a number of bytes.
enum { REFINERY_ABORT = 0x10000000, REFINERY_PAUSE = 0x10000001 };

enum refinery_receipt { REFINERY_TAKEN, REFINERY_TAKEN_AND_FULL };

// Called from the loop's thread; each but `run` is short and blocks for nothing.
typedef struct {
  void (*head)(void *owner);
  enum refinery_receipt (*receive)(void *owner, const void *bytes, size_t count);
  // How many bytes were written into `bytes`; 0 for the end.
  size_t (*provide)(void *owner, void *bytes, size_t capacity, int64_t offset);
  void (*finished)(void *owner);  // the last about this transfer
  void (*release)(void *owner);   // a posted signal has been handled
  void (*run)(void *context);     // what `refinery_loop_run_soon` asked for
  void (*ended)(void *context);   // the last of all
} refinery_callbacks;

typedef struct {
  uint64_t requests;
  uint64_t opened;
  uint64_t reused;
  uint64_t lookup_microseconds;  // of the connections that were opened
} refinery_statistics;

// Null where libcurl can do what is needed, else a sentence.
const char *refinery_curl_problem(bool needs_http2);
// Whether a proxy's address is one: `http`, `https`, `socks5`, `socks5h`, with a host.
bool refinery_is_proxy(const char *address);
// Whether trust roots and client certificate can be used, tried without a network.
bool refinery_try_tls(const refinery_settings *settings);

// A loop with its thread; null where the system gives none. `context` goes to `run` and `ended`.
refinery_loop *refinery_loop_start(const refinery_settings *settings, const refinery_callbacks *callbacks, void *context);
// Ends the thread when nothing is under way any more, or once `grace` nanoseconds are over; -1 for no such limit.
void refinery_loop_close(refinery_loop *loop, int64_t grace);
// Has `run` called from the loop's thread, once for all who have asked by then, unless the loop ends before. From any thread.
void refinery_loop_run_soon(refinery_loop *loop);
// Ends the thread as a fault of the engine would.
void refinery_loop_fail(refinery_loop *loop);
// To be called once, after `ended`.
void refinery_loop_free(refinery_loop *loop);
refinery_statistics refinery_loop_statistics(refinery_loop *loop);

enum refinery_failure refinery_meaning(int code);
// libcurl's text for a code, which names no host.
const char *refinery_words(int code);

// Both keep what memory a transfer needs for the next one of this thread. Null where there is none.
refinery_transfer *refinery_transfer_make(void);
void refinery_transfer_free(refinery_transfer *transfer);
// Room for a request's head and small content: `count` fields, and `size` bytes in all: of each field its name, value and
// three more, of the URL authority, target and nine more, of the method one more. False where there is no memory.
bool refinery_transfer_reserve(refinery_transfer *transfer, size_t count, size_t size);
void refinery_transfer_set_method(refinery_transfer *transfer, const char *method, size_t count);
void refinery_transfer_set_url(refinery_transfer *transfer, bool is_secure, const char *authority, size_t authority_count,
                               const char *target, size_t target_count);
void refinery_transfer_set_bytes(refinery_transfer *transfer, const void *bytes, size_t count);
void refinery_transfer_add_field(refinery_transfer *transfer, const char *name, size_t name_count, const char *value,
                                 size_t value_count);
// Keeps libcurl from sending a field of its own.
void refinery_transfer_drop_field(refinery_transfer *transfer, const char *name, size_t name_count);
typedef enum {
  REFINERY_STARTED,
  // A signal that came before has handed it over: `release` will not be called for that one.
  REFINERY_STARTED_BY_SIGNAL,
  // The loop has ended; `finished` is not called.
  REFINERY_NOT_STARTED,
} refinery_start;
refinery_start refinery_transfer_start(refinery_loop *loop, refinery_transfer *transfer);
// True where `release` will be called for this signal; false where it was posted already, or the loop has ended.
bool refinery_transfer_post(refinery_loop *loop, refinery_transfer *transfer, int signal);

#endif
