#include "CHiredis.h"
#ifdef REFINERY_REDIS
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <hiredis/async.h>
#include <hiredis/hiredis.h>

struct refinery_redis {
  redisAsyncContext *context;
  refinery_redis_callbacks callbacks;
  bool wants_write;
  bool is_closing;
};

static void add_read(void *data) { (void)data; }
static void delete_read(void *data) { (void)data; }
static void add_write(void *data) { ((refinery_redis *)data)->wants_write = true; }
static void delete_write(void *data) { ((refinery_redis *)data)->wants_write = false; }

// hiredis calls this last, when it frees a context. `onDisconnect` is not called for a connection that was never established,
// and it comes before the last replies in some versions.
static void clean_up(void *data) {
  refinery_redis *redis = data;
  char reason[160];
  const char *text = redis->context->errstr;
  bool has_reason = !redis->is_closing;
  if (has_reason) snprintf(reason, sizeof reason, "%s", text && *text ? text : "the server closed the connection");
  redis->callbacks.ended(redis->callbacks.owner, has_reason ? reason : NULL);
  free(redis);
}

static void connected(const redisAsyncContext *context, int status) {
  refinery_redis *redis = context->data;
  if (status == REDIS_OK) redis->callbacks.connected(redis->callbacks.owner);
}

static void replied(redisAsyncContext *context, void *reply, void *command) {
  refinery_redis *redis = context->data;
  redis->callbacks.replied(redis->callbacks.owner, (uint64_t)(uintptr_t)command, reply);
}

refinery_redis *refinery_redis_connect(
    const char *host, int port, const char *path, refinery_redis_callbacks callbacks, char *reason, size_t reason_size) {
  redisAsyncContext *context = path ? redisAsyncConnectUnix(path) : redisAsyncConnect(host, port);
  refinery_redis *redis = context && !context->err ? calloc(1, sizeof *redis) : NULL;
  if (!redis) {
    snprintf(reason, reason_size, "%s", context && context->err ? context->errstr : "no memory");
    if (context) redisAsyncFree(context);
    return NULL;
  }
  redis->context = context;
  redis->callbacks = callbacks;
  // hiredis sets `add_write` itself only with the first command.
  redis->wants_write = true;
  context->data = redis;
  context->ev.data = redis;
  context->ev.addRead = add_read;
  context->ev.delRead = delete_read;
  context->ev.addWrite = add_write;
  context->ev.delWrite = delete_write;
  context->ev.cleanup = clean_up;
  redisAsyncSetConnectCallback(context, connected);
#ifdef SO_NOSIGPIPE
  int quiet = 1;
  setsockopt(context->c.fd, SOL_SOCKET, SO_NOSIGPIPE, &quiet, sizeof quiet);
#endif
  if (!path) {
    int on = 1;
    setsockopt(context->c.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(context->c.fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    // A subscription sends nothing, so only these find out that its server is gone.
#ifdef TCP_KEEPIDLE
    int idle = 5, interval = 2, count = 3;
    setsockopt(context->c.fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(context->c.fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(context->c.fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
#endif
#ifdef TCP_USER_TIMEOUT
    unsigned limit = 10000;
    setsockopt(context->c.fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
#endif
  }
  return redis;
}

int refinery_redis_socket(const refinery_redis *redis) { return redis->context->c.fd; }
bool refinery_redis_wants_write(const refinery_redis *redis) { return redis->wants_write; }
void refinery_redis_read(refinery_redis *redis) { redisAsyncHandleRead(redis->context); }
void refinery_redis_write(refinery_redis *redis) { redisAsyncHandleWrite(redis->context); }

bool refinery_redis_send(
    refinery_redis *redis, uint64_t command, int count, const char *const *arguments, const size_t *lengths) {
  void *data = (void *)(uintptr_t)command;
  return redisAsyncCommandArgv(redis->context, replied, data, count, (const char **)arguments, lengths) == REDIS_OK;
}

void refinery_redis_close(refinery_redis *redis) {
  redis->is_closing = true;
  redisAsyncFree(redis->context);
}

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
