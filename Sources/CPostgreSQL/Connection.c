#ifdef REFINERY_POSTGRESQL

#include "CPostgreSQL.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
// Elsewhere than on Debian, the folder that `pg_config --includedir` prints must be in CPATH.
#include <libpq-fe.h>
#endif

struct refinery_pg {
  PGconn *connection;
  PGresult *row;
  PGnotify *notification;
  int64_t changes;
  char state[6];
  char tag[64];
  char message[512];
};

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until the socket can be read or written. Returns 0 at the deadline, and -1 for an error.
static int wait_for(refinery_pg *self, short events, int64_t deadline) {
  struct pollfd entry = {.fd = PQsocket(self->connection), .events = events};
  if (entry.fd < 0) return -1;
  while (true) {
    int64_t left = deadline - now_ms();
    if (left < 0) left = 0;
    int ready = poll(&entry, 1, (int)(left > 3600000 ? 3600000 : left));
    if (ready > 0) return 1;
    if (ready == 0 && now_ms() >= deadline) return 0;
    if (ready < 0 && errno != EINTR) return -1;
  }
}

static void keep_message(refinery_pg *self, const char *text) {
  strncpy(self->message, text ? text : "", sizeof self->message - 1);
  self->message[sizeof self->message - 1] = 0;
}

static int fail(refinery_pg *self, const PGresult *result) {
  const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
  strncpy(self->state, state ? state : "", sizeof self->state - 1);
  keep_message(self, result ? PQresultErrorMessage(result) : PQerrorMessage(self->connection));
  return PQstatus(self->connection) == CONNECTION_OK ? REFINERY_PG_FAILED : REFINERY_PG_LOST;
}

static void forget_row(refinery_pg *self) {
  PQclear(self->row);
  self->row = NULL;
}

bool refinery_pg_setting(const char *conninfo, const char *keyword, char *value, size_t capacity) {
  value[0] = 0;
  char *message = NULL;
  PQconninfoOption *options = PQconninfoParse(conninfo, &message);
  if (message) PQfreemem(message);
  if (!options) return false;
  for (PQconninfoOption *option = options; option->keyword; option++) {
    if (strcmp(option->keyword, keyword) == 0 && option->val) {
      strncpy(value, option->val, capacity - 1);
      value[capacity - 1] = 0;
    }
  }
  PQconninfoFree(options);
  return true;
}

static void ignore_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}

refinery_pg *refinery_pg_connect(const char *const *keywords, const char *const *values) {
  refinery_pg *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->connection = PQconnectdbParams(keywords, values, 1);
  if (!self->connection) {
    free(self);
    return NULL;
  }
  PQsetNoticeProcessor(self->connection, ignore_notice, NULL);
  if (PQstatus(self->connection) != CONNECTION_OK) {
    keep_message(self, PQerrorMessage(self->connection));
  } else if (PQsetnonblocking(self->connection, 1) != 0) {
    fail(self, NULL);
  }
  return self;
}

bool refinery_pg_was_refused(refinery_pg *self) {
  if (!self->connection || refinery_pg_is_usable(self)) return false;
  if (PQconnectionNeedsPassword(self->connection)) return true;
  // libpq has no SQLSTATE here. In another language, or for another reason such as too many connections, the next attempt may
  // succeed.
  return PQconnectionUsedPassword(self->connection) && strstr(self->message, "authentication failed") != NULL;
}

void refinery_pg_close(refinery_pg *self) {
  if (!self) return;
  forget_row(self);
  if (self->notification) PQfreemem(self->notification);
  if (self->connection) PQfinish(self->connection);
  free(self);
}

bool refinery_pg_is_usable(refinery_pg *self) {
  return self->connection && PQstatus(self->connection) == CONNECTION_OK;
}

bool refinery_pg_is_alive(refinery_pg *self) {
  if (!refinery_pg_is_usable(self) || PQtransactionStatus(self->connection) != PQTRANS_IDLE) return false;
  // A server that ends a connection says so, or closes it, and then there is something to read.
  return PQconsumeInput(self->connection) && PQstatus(self->connection) == CONNECTION_OK &&
    !PQisBusy(self->connection);
}

const char *refinery_pg_message(refinery_pg *self) { return self->message; }
const char *refinery_pg_state(refinery_pg *self) { return self->state; }
const char *refinery_pg_tag(refinery_pg *self) { return self->tag; }
int64_t refinery_pg_changes(refinery_pg *self) { return self->changes; }

const char *refinery_pg_status(refinery_pg *self, const char *name) {
  return self->connection ? PQparameterStatus(self->connection, name) : NULL;
}

static int flush(refinery_pg *self, int64_t deadline) {
  while (true) {
    int left = PQflush(self->connection);
    if (left == 0) return REFINERY_PG_OK;
    if (left < 0) return fail(self, NULL);
    // The server may send before it reads.
    int ready = wait_for(self, POLLIN | POLLOUT, deadline);
    if (ready == 0) return REFINERY_PG_TIMED_OUT;
    if (ready < 0 || !PQconsumeInput(self->connection)) return fail(self, NULL);
  }
}

// The next result, which is null at the end of the command.
static int receive(refinery_pg *self, PGresult **result, int64_t deadline) {
  *result = NULL;
  while (PQisBusy(self->connection)) {
    int ready = wait_for(self, POLLIN, deadline);
    if (ready == 0) return REFINERY_PG_TIMED_OUT;
    if (ready < 0 || !PQconsumeInput(self->connection)) {
      // A reason that the server sent before it closed the connection is still returned as a result.
      if (!PQisBusy(self->connection)) break;
      fail(self, NULL);
      return REFINERY_PG_LOST;
    }
  }
  *result = PQgetResult(self->connection);
  return REFINERY_PG_OK;
}

// Reads results until the end. Keeps the first failure.
static int finish(refinery_pg *self, int outcome, int64_t deadline) {
  while (true) {
    PGresult *result;
    int received = receive(self, &result, deadline);
    if (received != REFINERY_PG_OK) return received;
    if (!result) return outcome == REFINERY_PG_FAILED && !refinery_pg_is_usable(self) ? REFINERY_PG_LOST : outcome;
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
      PQclear(result);
      return REFINERY_PG_LOST;
    }
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_SINGLE_TUPLE) {
      if (outcome == REFINERY_PG_OK) outcome = fail(self, result);
    } else if (outcome == REFINERY_PG_OK) {
      self->changes = strtoll(PQcmdTuples(result), NULL, 10);
      strncpy(self->tag, PQcmdStatus(result), sizeof self->tag - 1);
    }
    PQclear(result);
  }
}

static void begin(refinery_pg *self) {
  forget_row(self);
  self->changes = 0;
  self->state[0] = 0;
  self->tag[0] = 0;
  self->message[0] = 0;
}

int refinery_pg_run(refinery_pg *self, const char *sql, int limit_ms) {
  if (!refinery_pg_is_usable(self)) return REFINERY_PG_LOST;
  begin(self);
  int64_t deadline = now_ms() + limit_ms;
  if (!PQsendQuery(self->connection, sql)) return fail(self, NULL);
  int flushed = flush(self, deadline);
  if (flushed != REFINERY_PG_OK) return flushed;
  return finish(self, REFINERY_PG_OK, deadline);
}

int refinery_pg_send(
  refinery_pg *self, const char *sql, const refinery_pg_parameter *parameters, size_t count, int limit_ms
) {
  static const Oid types[] = {17, 25, 20, 701, 16};
  static const uint8_t nothing[1] = {0};
  if (!refinery_pg_is_usable(self)) return REFINERY_PG_LOST;
  begin(self);
  if (count > 65535) return REFINERY_PG_FAILED;
  int64_t deadline = now_ms() + limit_ms;
  Oid *kinds = calloc(count + 1, sizeof *kinds);
  const char **values = calloc(count + 1, sizeof *values);
  char **texts = calloc(count + 1, sizeof *texts);
  int *lengths = calloc(count + 1, sizeof *lengths);
  int *formats = calloc(count + 1, sizeof *formats);
  bool isReady = kinds && values && texts && lengths && formats;
  for (size_t i = 0; isReady && i < count; i++) {
    const refinery_pg_parameter *parameter = &parameters[i];
    kinds[i] = types[parameter->type];
    // The binary form of bytes and of text are the bytes themselves.
    bool isBinary = parameter->type == REFINERY_PG_BYTES || parameter->type == REFINERY_PG_TEXT;
    formats[i] = isBinary;
    if (!parameter->bytes) continue;
    if (isBinary) {
      values[i] = (const char *)(parameter->count ? parameter->bytes : nothing);
      if (parameter->count > 1000000000) isReady = false;
      lengths[i] = (int)parameter->count;
    } else {
      texts[i] = strndup((const char *)parameter->bytes, parameter->count);
      values[i] = texts[i];
      isReady = texts[i] != NULL;
    }
  }
  int isSent = isReady && PQsendQueryParams(self->connection, sql, (int)count, kinds, values, lengths, formats, 1);
  for (size_t i = 0; texts && i < count; i++) free(texts[i]);
  free(kinds);
  free(values);
  free(texts);
  free(lengths);
  free(formats);
  if (!isReady) {
    strcpy(self->message, "a value is too large");
    return REFINERY_PG_FAILED;
  }
  if (!isSent) return fail(self, NULL);
  PQsetSingleRowMode(self->connection);
  return flush(self, deadline);
}

int refinery_pg_next(refinery_pg *self, int limit_ms) {
  forget_row(self);
  if (!refinery_pg_is_usable(self)) return REFINERY_PG_LOST;
  int64_t deadline = now_ms() + limit_ms;
  PGresult *result;
  int received = receive(self, &result, deadline);
  if (received != REFINERY_PG_OK) return received;
  if (!result) return REFINERY_PG_OK;
  switch (PQresultStatus(result)) {
    case PGRES_SINGLE_TUPLE:
      self->row = result;
      return REFINERY_PG_ROW;
    case PGRES_TUPLES_OK:
    case PGRES_COMMAND_OK:
      self->changes = strtoll(PQcmdTuples(result), NULL, 10);
      PQclear(result);
      return finish(self, REFINERY_PG_OK, deadline) == REFINERY_PG_OK ? REFINERY_PG_OK : REFINERY_PG_LOST;
    default: {
      int outcome = fail(self, result);
      PQclear(result);
      return finish(self, outcome, deadline);
    }
  }
}

const uint8_t *refinery_pg_value(refinery_pg *self, int column, size_t *count) {
  *count = 0;
  if (!self->row || column >= PQnfields(self->row) || PQgetisnull(self->row, 0, column)) return NULL;
  *count = (size_t)PQgetlength(self->row, 0, column);
  return (const uint8_t *)PQgetvalue(self->row, 0, column);
}

int refinery_pg_wait(refinery_pg *self, int limit_ms) {
  if (!refinery_pg_is_usable(self)) return REFINERY_PG_LOST;
  int ready = wait_for(self, POLLIN, now_ms() + limit_ms);
  if (ready == 0) return REFINERY_PG_TIMED_OUT;
  if (ready < 0 || !PQconsumeInput(self->connection)) return fail(self, NULL);
  return REFINERY_PG_OK;
}

const char *refinery_pg_notification(refinery_pg *self) {
  if (self->notification) PQfreemem(self->notification);
  self->notification = self->connection ? PQnotifies(self->connection) : NULL;
  return self->notification ? self->notification->extra : NULL;
}

#else
typedef int refinery_nothing;
#endif
