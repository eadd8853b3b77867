#ifndef REFINERY_CCURL_H
#define REFINERY_CCURL_H

// An event loop on libcurl. It is in C because Swift cannot call libcurl's variadic functions. This header names no type of
// libcurl. Without the trait `Curl` nothing of it is defined, and libcurl is not needed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct refinery_loop refinery_loop;

// The settings of all connections of a loop. Null and zero mean that a setting is not set. Strings are copied.
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
  REFINERY_FILE,     // `file`, read from the offset `sent` on
  REFINERY_PROVIDED  // by the callback `provide`
};

// Why the loop ended a transfer that libcurl did not end.
enum refinery_fault {
  REFINERY_NO_FAULT,
  REFINERY_DEADLINE,
  REFINERY_SILENCE,
  REFINERY_TOO_LARGE,
  REFINERY_HEAD_TOO_LARGE,
  REFINERY_OTHER_VERSION,
  REFINERY_RESENT,     // libcurl was about to send it again
  REFINERY_FILE_SHORT,
  REFINERY_FLOODED,    // the server sent HTTP/2 frames without content faster than they can be read
  REFINERY_TWO_LENGTHS,
  REFINERY_UPGRADED,   // a 101 that was not asked for
  REFINERY_CUT,        // the connection ended without close_notify, and only that could tell that the content is complete
  REFINERY_CERTIFICATE_REFUSED,
  REFINERY_NO_ALTERNATIVE_NAME,
  REFINERY_CANCELLED,
  REFINERY_CLOSED,     // the loop was told to end
  REFINERY_LOOP_FAILED
};

// One request and its response. Its owner makes and frees it. Between `refinery_transfer_start` and `finished` it belongs to
// the loop's thread; other threads may post signals.
typedef struct {
  void *owner;
  int content;
  int file;                   // closed with the transfer; -1 for none
  int64_t content_length;     // -1 where it is unknown
  int64_t sent;
  bool is_streamed;           // `head` is called for the head, `receive` for the content
  bool may_resend;
  bool waits_for_content;     // nothing is sent before REFINERY_CONTENT_READY is posted
  bool is_content_empty;      // set before that signal if there is no content after all
  bool is_head_request;
  bool demands_http2;
  int64_t limit;              // of the response's content, in bytes; -1 for no limit
  int64_t deadline;           // nanoseconds from now; -1 for none
  int64_t idle;               // nanoseconds; -1 for none

  int code;                   // of libcurl
  int fault;
  long os_error;
  long proxy_status;          // of a proxy that refused a tunnel; 0 for none
  bool is_sent;               // the connection was ready, and the request began to go out
  bool has_head;
  char *head;                 // status line and field lines of the last response
  size_t head_count;
  size_t head_capacity;
  uint8_t *received;          // the owner may take it: it frees it, and stores null here
  size_t received_count;
  size_t received_capacity;
  int64_t observed;           // bytes of content received, or announced by a length beyond the limit
  char words[128];            // libcurl's message, if it is known to hold no address
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

// Returned by `provide` in place of a number of bytes.
enum { REFINERY_ABORT = 0x10000000, REFINERY_PAUSE = 0x10000001 };

enum refinery_receipt { REFINERY_TAKEN, REFINERY_TAKEN_AND_FULL };

// Called from the loop's thread. All but `run` must be short, and none may block.
typedef struct {
  void (*head)(void *owner);
  enum refinery_receipt (*receive)(void *owner, const void *bytes, size_t count);
  // Returns how many bytes it wrote into `bytes`; 0 at the end of the content.
  size_t (*provide)(void *owner, void *bytes, size_t capacity, int64_t offset);
  void (*finished)(void *owner);  // the last call for this transfer
  void (*release)(void *owner);   // a posted signal has been handled
  void (*run)(void *context);     // requested by `refinery_loop_run_soon`
  void (*ended)(void *context);   // the last call of the loop
} refinery_callbacks;

typedef struct {
  uint64_t requests;
  uint64_t opened;
  uint64_t reused;
  uint64_t lookup_microseconds;  // of the connections that were opened
} refinery_statistics;

// What libcurl lacks, as a sentence; null if it lacks nothing.
const char *refinery_curl_problem(bool needs_http2);
// Whether a text is the address of a proxy: scheme `http`, `https`, `socks5` or `socks5h`, and a host.
bool refinery_is_proxy(const char *address);
// Whether libcurl can read the trust roots and the client certificate. Uses a listener on loopback, no network.
bool refinery_try_tls(const refinery_settings *settings);

// A loop and its thread; null if the system has no thread, descriptor or memory. `run` and `ended` are passed `context`.
refinery_loop *refinery_loop_start(const refinery_settings *settings, const refinery_callbacks *callbacks, void *context);
// Ends the thread when no transfer is under way, at the latest after `grace` nanoseconds; -1 for no limit.
void refinery_loop_close(refinery_loop *loop, int64_t grace);
// Makes the loop's thread call `run`, once for all requests until then. A loop that ends first does not. From any thread.
void refinery_loop_run_soon(refinery_loop *loop);
// Ends the thread as a failure of libcurl does.
void refinery_loop_fail(refinery_loop *loop);
// Call it once, after `ended`.
void refinery_loop_free(refinery_loop *loop);
refinery_statistics refinery_loop_statistics(refinery_loop *loop);

enum refinery_failure refinery_meaning(int code);
// libcurl's text for a code, which names no host.
const char *refinery_words(int code);

// Each thread keeps the memory of some freed transfers for its next ones. Null if there is no memory.
refinery_transfer *refinery_transfer_make(void);
void refinery_transfer_free(refinery_transfer *transfer);
// Reserves memory for a request's head and small content: for `count` fields, and for `size` bytes in all. A field takes its
// name, its value and 3 bytes; the URL its authority, its target and 9 bytes; the method 1 byte more than its length. False
// if there is no memory.
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
  // A signal was posted before, which starts the transfer, too. `release` is not called for that signal.
  REFINERY_STARTED_BY_SIGNAL,
  // The loop has ended; `finished` is not called.
  REFINERY_NOT_STARTED,
} refinery_start;
refinery_start refinery_transfer_start(refinery_loop *loop, refinery_transfer *transfer);
// True if `release` will be called for this signal; false if a signal is posted already, or the loop has ended.
bool refinery_transfer_post(refinery_loop *loop, refinery_transfer *transfer, int signal);

#endif
