// `memmem`.
#define _GNU_SOURCE
#include "CHiredis.h"
#ifdef REFINERY_REDIS
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include <hiredis/hiredis.h>

// hiredis's asynchronous interface checks replies by assertions: one that no command waits for would end the process. So this
// uses its non-blocking connection and its reader, and keeps the order of the commands itself.

// More elements than any command here has in its reply. hiredis allocates an array when it reads its length.
enum { most_elements = 1 << 16 };
// More levels than any reply here has. hiredis 1 has no limit of its own, and frees replies by recursion.
enum { most_levels = 7 };
// hiredis moves the rest of the output with each partial write, and version 0.14 counts it in an int.
enum { most_output = 64 * 1024 * 1024 };
// hiredis searches the end of a line from its beginning whenever bytes arrive.
enum { longest_line = 16 * 1024 };

#if HIREDIS_MAJOR >= 1
typedef size_t array_count;
#else
typedef int array_count;
#endif

struct refinery_redis {
  redisContext *context;
  refinery_redis_callbacks callbacks;
  redisReplyObjectFunctions functions;
  void *(*create_array)(const redisReadTask *, array_count);
  // The numbers of the commands without a reply, oldest first: `count` of them, from `first`, in a ring.
  uint64_t *commands;
  size_t first, count, capacity;
  // The number of SUBSCRIBE; 0 if it was not sent. Numbers begin with 1.
  uint64_t subscription;
  // The bytes of the commands since the output was last empty.
  size_t output;
  // What is wrong with the arrays of a reply; null if nothing is.
  const char *array_fault;
  bool is_subscribed, is_connected;
};

static void *create_array(const redisReadTask *task, array_count count) {
  refinery_redis *redis = task->privdata;
  int level = 1;
  for (const redisReadTask *outer = task->parent; outer && level <= most_levels; outer = outer->parent) level++;
  if ((size_t)count > most_elements) redis->array_fault = "the server sent an array of too many elements";
  if (level > most_levels) redis->array_fault = "the server sent arrays that are nested too deeply";
  return redis->array_fault ? NULL : redis->create_array(task, count);
}

static void set_options(int socket, bool is_local) {
  int on = 1;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  if (is_local) return;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  // A subscription sends nothing, so only these find out that its server is gone.
#ifdef TCP_KEEPIDLE
  int idle = 5, interval = 2, count = 3;
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
#endif
#ifdef TCP_USER_TIMEOUT
  unsigned limit = 10000;
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
#endif
}

refinery_redis *refinery_redis_connect(
    const char *host, int port, const char *path, refinery_redis_callbacks callbacks, char *reason, size_t reason_size) {
  redisContext *context = path ? redisConnectUnixNonBlock(path) : redisConnectNonBlock(host, port);
  refinery_redis *redis = context && !context->err ? calloc(1, sizeof *redis) : NULL;
  if (!redis) {
    snprintf(reason, reason_size, "%s", context && context->err ? context->errstr : "no memory");
    if (context) redisFree(context);
    return NULL;
  }
  redis->context = context;
  redis->callbacks = callbacks;
  redis->functions = *context->reader->fn;
  redis->create_array = redis->functions.createArray;
  redis->functions.createArray = create_array;
  context->reader->fn = &redis->functions;
  context->reader->privdata = redis;
  set_options(context->fd, path != NULL);
  return redis;
}

// Frees the connection. The owner must not use it after this.
static void end(refinery_redis *redis, const char *reason) {
  char text[160];
  if (reason) snprintf(text, sizeof text, "%s", *reason ? reason : "the server closed the connection");
  refinery_redis_callbacks callbacks = redis->callbacks;
  redisFree(redis->context);
  free(redis->commands);
  free(redis);
  callbacks.ended(callbacks.owner, reason ? text : NULL);
}

void refinery_redis_close(refinery_redis *redis) { end(redis, NULL); }

int refinery_redis_socket(const refinery_redis *redis) { return redis->context->fd; }

bool refinery_redis_wants_write(const refinery_redis *redis) { return redis->output > 0 || !redis->is_connected; }

// MARK: Commands

static bool append(refinery_redis *redis, uint64_t command) {
  if (redis->count == redis->capacity) {
    size_t capacity = redis->capacity ? 2 * redis->capacity : 64;
    uint64_t *commands = malloc(capacity * sizeof *commands);
    if (!commands) return false;
    for (size_t index = 0; index < redis->count; index++) {
      commands[index] = redis->commands[(redis->first + index) % redis->capacity];
    }
    free(redis->commands);
    redis->commands = commands;
    redis->capacity = capacity;
    redis->first = 0;
  }
  redis->commands[(redis->first + redis->count++) % redis->capacity] = command;
  return true;
}

bool refinery_redis_send(
    refinery_redis *redis, uint64_t command, int count, const char *const *arguments, const size_t *lengths) {
  size_t size = 0;
  for (int index = 0; index < count; index++) size += lengths[index] + 32;
  // Small commands always pass, such as the tests of an absent server.
  if (size > 4096 && redis->output > 0 && redis->output + size > most_output) return false;
  if (!append(redis, command)) return false;
  if (redisAppendCommandArgv(redis->context, count, (const char **)arguments, lengths) != REDIS_OK) {
    redis->count--;
    return false;
  }
  redis->output += size;
  if (lengths[0] == 9 && !strncasecmp(arguments[0], "SUBSCRIBE", 9)) redis->subscription = command;
  return true;
}

// Gives a reply to the oldest command that waits for one. Returns false if none does.
static bool deliver(refinery_redis *redis, redisReply *reply) {
  uint64_t command = redis->subscription;
  if (redis->count > 0) {
    command = redis->commands[redis->first];
    redis->first = (redis->first + 1) % redis->capacity;
    redis->count--;
    if (command == redis->subscription) redis->is_subscribed = true;
  } else if (!redis->is_subscribed) {
    return false;
  }
  redis->callbacks.replied(redis->callbacks.owner, command, (const refinery_redis_reply *)reply);
  return true;
}

// MARK: The socket

// Returns whether the connection is established. May end it.
static bool connects(refinery_redis *redis) {
  if (redis->is_connected) return true;
  struct pollfd entry = {.fd = redis->context->fd, .events = POLLOUT};
  if (poll(&entry, 1, 0) <= 0) return false;
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(redis->context->fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
  if (error) {
    end(redis, strerror(error));
    return false;
  }
  redis->is_connected = true;
  redis->callbacks.connected(redis->callbacks.owner);
  return true;
}

void refinery_redis_write(refinery_redis *redis) {
  if (!connects(redis) || redis->output == 0) return;
  int is_done = 0;
  if (redisBufferWrite(redis->context, &is_done) != REDIS_OK) return end(redis, redis->context->errstr);
  if (is_done) redis->output = 0;
}

static bool has_long_line(const redisReader *reader) {
  return reader->len - reader->pos >= longest_line && !memmem(reader->buf + reader->pos, longest_line, "\r\n", 2);
}

void refinery_redis_read(refinery_redis *redis) {
  if (!connects(redis)) return;
  if (redisBufferRead(redis->context) != REDIS_OK) return end(redis, redis->context->errstr);
  while (true) {
    void *reply = NULL;
    if (redisGetReplyFromReader(redis->context, &reply) != REDIS_OK) {
      return end(redis, redis->array_fault ? redis->array_fault : redis->context->errstr);
    }
    if (!reply) break;
    bool is_wanted = deliver(redis, reply);
    freeReplyObject(reply);
    if (!is_wanted) return end(redis, "the server sent a reply that no command waits for");
  }
  if (has_long_line(redis->context->reader)) end(redis, "the server sent a line that is too long");
}

// MARK: Replies

static const redisReply *inside(const refinery_redis_reply *reply) { return (const redisReply *)reply; }

enum refinery_redis_kind refinery_redis_kind(const refinery_redis_reply *reply) {
  switch (inside(reply)->type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS: return REFINERY_REDIS_TEXT;
    case REDIS_REPLY_INTEGER: return REFINERY_REDIS_INTEGER;
    case REDIS_REPLY_ARRAY: return REFINERY_REDIS_ARRAY;
    case REDIS_REPLY_ERROR: return REFINERY_REDIS_ERROR;
    default: return REFINERY_REDIS_NULL;
  }
}

int64_t refinery_redis_integer(const refinery_redis_reply *reply) { return inside(reply)->integer; }

const char *refinery_redis_bytes(const refinery_redis_reply *reply, size_t *length) {
  *length = inside(reply)->str ? (size_t)inside(reply)->len : 0;
  return inside(reply)->str;
}

size_t refinery_redis_count(const refinery_redis_reply *reply) { return inside(reply)->elements; }

const refinery_redis_reply *refinery_redis_element(const refinery_redis_reply *reply, size_t index) {
  return (const refinery_redis_reply *)inside(reply)->element[index];
}
#endif
