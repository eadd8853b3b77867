#ifndef REFINERY_CHIREDIS_H
#define REFINERY_CHIREDIS_H

// One non-blocking connection to a Redis server by hiredis. This header does not mention hiredis's types. Without the trait
// `Redis`, nothing is defined, and hiredis is not needed.
//
// A connection must be used from one thread only. Its callbacks are called on that thread, within the functions below. They may
// send commands, but not close the connection.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct refinery_redis refinery_redis;
typedef struct refinery_redis_reply refinery_redis_reply;

enum refinery_redis_kind {
  REFINERY_REDIS_NULL,
  REFINERY_REDIS_TEXT,     // a string or a status
  REFINERY_REDIS_INTEGER,
  REFINERY_REDIS_ARRAY,
  REFINERY_REDIS_ERROR     // the server refused the command; the bytes are its reason
};

typedef struct {
  void *owner;
  // Called once, when the connection is established. Not called if it fails.
  void (*connected)(void *owner);
  // Called once, when the connection has ended, whatever the reason is. `reason` is null if `refinery_redis_close` ended it.
  // Its memory is freed before the call.
  void (*ended)(void *owner, const char *reason);
  // Called once for each command, unless the connection ends first, and for each message after SUBSCRIBE.
  void (*replied)(void *owner, uint64_t command, const refinery_redis_reply *reply);
} refinery_redis_callbacks;

// Begins to connect. A host name is looked up before this returns. With a `path`, connects to a Unix socket. Returns null and
// sets `reason` if that fails at once; then nothing is called.
refinery_redis *refinery_redis_connect(
    const char *host, int port, const char *path, refinery_redis_callbacks callbacks, char *reason, size_t reason_size);

int refinery_redis_socket(const refinery_redis *redis);
bool refinery_redis_wants_write(const refinery_redis *redis);

// Reads or writes what the socket permits. Either call may end the connection: also if the server sends what is no reply, a
// reply that no command waits for, an array of more than 65,536 elements or 7 levels, or a line of more than 16 KiB.
void refinery_redis_read(refinery_redis *redis);
void refinery_redis_write(refinery_redis *redis);

// Puts a command into the output. Returns false if there is no memory, or more than 64 MiB of output; then `replied` is not
// called. A connection has at most one SUBSCRIBE, of one channel, as its last command.
bool refinery_redis_send(
    refinery_redis *redis, uint64_t command, int count, const char *const *arguments, const size_t *lengths);

// Ends the connection at once.
void refinery_redis_close(refinery_redis *redis);

enum refinery_redis_kind refinery_redis_kind(const refinery_redis_reply *reply);
int64_t refinery_redis_integer(const refinery_redis_reply *reply);
const char *refinery_redis_bytes(const refinery_redis_reply *reply, size_t *length);
size_t refinery_redis_count(const refinery_redis_reply *reply);
const refinery_redis_reply *refinery_redis_element(const refinery_redis_reply *reply, size_t index);

#endif
