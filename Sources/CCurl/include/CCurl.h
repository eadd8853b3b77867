#ifndef REFINERY_CCURL_H
#define REFINERY_CCURL_H

// An event loop on libcurl, written in C because Swift cannot call libcurl's variadic functions. This header does not mention
// libcurl's types. Without the trait `Curl`, nothing is defined, and libcurl is not needed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct refinery_loop refinery_loop;

// The settings of all connections of a loop. A null or zero value means that the setting is not used. Strings are copied.
typedef struct {
  const char *proxy;
  const char *trust_roots;
  const char *certificate;
  const char *key;
  const char *unix_socket;
  long connect_timeout_ms;
  int64_t lifetime;  // of a connection: it gets new requests for a random part of this, at least half; in nanoseconds
  uint64_t seed;     // of the random parts
  long maximum_connections;
  long kept_connections;
  long maximum_streams;  // on one HTTP/2 connection
  bool is_http2;  // all connections speak HTTP/2; otherwise all speak HTTP/1.1
} refinery_settings;

enum refinery_content {
  REFINERY_NO_CONTENT,
  REFINERY_BYTES,    // set by refinery_transfer_set_bytes
  REFINERY_FILE,     // `file`, read from the offset `sent`
  REFINERY_PROVIDED  // read from the callback `provide`
};

// Why the loop ended a transfer, if libcurl did not.
enum refinery_fault {
  REFINERY_NO_FAULT,
  REFINERY_DEADLINE,
  REFINERY_SILENCE,
  REFINERY_TOO_LARGE,
  REFINERY_HEAD_TOO_LARGE,
  REFINERY_OTHER_VERSION,
  REFINERY_RESENT,     // libcurl tried to send the request again
  REFINERY_FILE_SHORT,
  REFINERY_FLOODED,    // the server sent HTTP/2 frames without content faster than they can be read
  REFINERY_TWO_LENGTHS,
  REFINERY_UPGRADED,   // an unrequested 101
  REFINERY_CUT,        // the connection ended without close_notify, and nothing else marks the end of the content
  REFINERY_LEFT,       // no failure: nobody reads the content of this redirect, so it was not received
  REFINERY_CUT_STREAM, // RST_STREAM ended an HTTP/2 response without END_STREAM or a length
  REFINERY_CERTIFICATE_REFUSED,
  REFINERY_NO_ALTERNATIVE_NAME,
  REFINERY_CANCELLED,
  REFINERY_CLOSED,     // the loop was closed
  REFINERY_LOOP_FAILED
};

// When the phases of a transfer ended, in microseconds since its start; 0 if a phase did not happen or has not ended.
typedef struct {
  int64_t resolved;
  int64_t connected;
  int64_t secured;
  int64_t ready;              // the request starts to be sent
  int64_t first_byte;
  int64_t over;
  bool is_reused;             // it used an existing connection
  char peer_address[64];      // of the server or proxy; empty if there was no connection
  long peer_port;             // 0 for none
} refinery_times;

// One request and its response. Its owner makes and frees it. From `refinery_transfer_start` until `finished`, only the loop's
// thread may use it; other threads may post signals.
typedef struct {
  void *owner;
  int content;
  int file;                   // closed when it has been sent, at the latest with the transfer; -1 for none
  int64_t content_length;     // -1 if unknown
  int64_t sent;
  bool is_streamed;           // `head` is called for the head, `receive` for the content
  bool may_resend;
  bool can_repeat;            // the content can be read again; a request that was not processed is then sent again
  bool waits_for_content;     // the request is sent only after REFINERY_CONTENT_READY is posted
  bool is_content_empty;      // set before that signal if the stream turned out to be empty
  bool is_head_request;
  bool follows_redirects;     // their content is not read
  int64_t limit;              // on the response's content, in bytes; -1 for no limit
  int64_t deadline;           // nanoseconds from now; -1 for none
  bool deadline_ends_with_head;  // the deadline does not limit the content of a stream
  int64_t idle;               // nanoseconds; -1 for none

  int code;                   // libcurl's result
  int fault;
  long os_error;
  long proxy_status;          // status of a proxy that refused a tunnel; 0 for none
  bool is_sent;               // the connection was ready, and the request started to be sent
  bool has_head;
  char *head;                 // status line and field lines of the last response
  size_t head_count;
  size_t head_capacity;
  uint8_t *received;          // the owner may take it: it then frees the memory and sets this field to null
  size_t received_count;
  size_t received_capacity;
  int64_t observed;           // bytes of content received, or the announced length if that exceeds the limit
  refinery_times times;       // valid with `head` if the transfer is streamed, otherwise with `finished`
  char words[128];            // libcurl's message, if it contains no address
} refinery_transfer;

// The meaning of a libcurl result.
enum refinery_failure {
  REFINERY_NO_FAILURE,
  REFINERY_CONNECT_TIMEOUT,
  REFINERY_NO_HOST,
  REFINERY_NO_CONNECTION,
  REFINERY_NO_HANDSHAKE,  // the handshake of TLS failed, or its connection was lost
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

// `provide` returns one of these instead of a number of bytes.
enum { REFINERY_ABORT = 0x10000000, REFINERY_PAUSE = 0x10000001 };

enum refinery_receipt { REFINERY_TAKEN, REFINERY_TAKEN_AND_FULL };

// Called on the loop's thread. Callbacks must not block, and all except `run` must be short.
typedef struct {
  void (*head)(void *owner);
  enum refinery_receipt (*receive)(void *owner, const void *bytes, size_t count);
  // Returns how many bytes it wrote to `bytes`; 0 at the end of the content.
  size_t (*provide)(void *owner, void *bytes, size_t capacity, int64_t offset);
  void (*finished)(void *owner);  // the last call for this transfer
  void (*release)(void *owner);   // a posted signal has been handled
  void (*run)(void *context);     // requested by `refinery_loop_run_soon`
  void (*ended)(void *context);   // the last call of the loop
} refinery_callbacks;

// Describes a feature that libcurl lacks; null if it has all features.
const char *refinery_curl_problem(bool needs_http2);
// Whether the text is a proxy address: the scheme `http`, `https`, `socks5` or `socks5h`, and a host.
bool refinery_is_proxy(const char *address);
// Whether libcurl can read the trust roots and the client certificate. Uses a listener on loopback, not the network.
bool refinery_try_tls(const refinery_settings *settings);

// The lifetime of the connection of this number, in nanoseconds. The settings must have one.
int64_t refinery_lifetime(const refinery_settings *settings, uint32_t number);

// Starts a loop and its thread. Returns null if the system has no thread, descriptor or memory. `run` and `ended` get `context`.
refinery_loop *refinery_loop_start(const refinery_settings *settings, const refinery_callbacks *callbacks, void *context);
// Ends the thread when no transfer is under way, at the latest after `grace` nanoseconds; -1 for no limit. After several
// calls, the earliest limit applies.
void refinery_loop_close(refinery_loop *loop, int64_t grace);
// Makes the loop's thread call `run`, unless the loop ends first. One call of `run` serves all requests made before it. Any
// thread may call this.
void refinery_loop_run_soon(refinery_loop *loop);
// Ends the thread in the way that a failure of libcurl does.
void refinery_loop_fail(refinery_loop *loop);
// Must be called once, after `ended`.
void refinery_loop_free(refinery_loop *loop);

enum refinery_failure refinery_meaning(int code);
// libcurl's text for a result; it contains no host.
const char *refinery_words(int code);

// Each thread keeps the memory of some freed transfers for its next ones. Returns null if out of memory.
refinery_transfer *refinery_transfer_make(void);
void refinery_transfer_free(refinery_transfer *transfer);
// Reserves memory for a request's head and small content: `count` fields, and `size` bytes in total. A field needs its name, its
// value and 3 bytes; the URL needs its authority, its target and 9 bytes; the method needs its length and 1 byte. Returns false
// if out of memory.
bool refinery_transfer_reserve(refinery_transfer *transfer, size_t count, size_t size);
void refinery_transfer_set_method(refinery_transfer *transfer, const char *method, size_t count);
void refinery_transfer_set_url(refinery_transfer *transfer, bool is_secure, const char *authority, size_t authority_count,
                               const char *target, size_t target_count);
void refinery_transfer_set_bytes(refinery_transfer *transfer, const void *bytes, size_t count);
void refinery_transfer_add_field(refinery_transfer *transfer, const char *name, size_t name_count, const char *value,
                                 size_t value_count);
// Stops libcurl from adding this field.
void refinery_transfer_drop_field(refinery_transfer *transfer, const char *name, size_t name_count);
typedef enum {
  REFINERY_STARTED,
  // An earlier signal has started the transfer. `release` is not called for that signal.
  REFINERY_STARTED_BY_SIGNAL,
  // The loop has ended. `finished` is not called.
  REFINERY_NOT_STARTED,
} refinery_start;
refinery_start refinery_transfer_start(refinery_loop *loop, refinery_transfer *transfer);
// Returns true if `release` will be called for this signal; false if another signal is pending, or the loop has ended.
bool refinery_transfer_post(refinery_loop *loop, refinery_transfer *transfer, int signal);

#endif
