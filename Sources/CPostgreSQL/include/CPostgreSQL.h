#ifndef REFINERY_CPOSTGRESQL_H
#define REFINERY_CPOSTGRESQL_H

// Calls of libpq with a time limit each. This header does not mention libpq's types. Without the trait `PostgreSQL`, nothing is
// defined, and libpq is not needed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct refinery_pg refinery_pg;

enum refinery_pg_outcome {
  REFINERY_PG_OK,
  REFINERY_PG_ROW,        // of `refinery_pg_next`: `rows` has one row
  REFINERY_PG_FAILED,     // the server refused the statement; the connection can be used
  REFINERY_PG_LOST,       // the connection is lost
  REFINERY_PG_TIMED_OUT   // no reply within the limit; the connection must not be used again
};

enum refinery_pg_type {
  REFINERY_PG_BYTES,      // bytea
  REFINERY_PG_TEXT,
  REFINERY_PG_NUMBER,     // bigint, as decimal text
  REFINERY_PG_REAL,       // double precision, as decimal text
  REFINERY_PG_BOOLEAN     // "t" or "f"
};

// A parameter of a statement; null if `bytes` is null. The bytes of text need no final zero.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  int type;
} refinery_pg_parameter;

// Whether a connection string can be parsed. Writes what it sets for a keyword to `value`, which may be cut; an empty text if
// nothing.
bool refinery_pg_setting(const char *conninfo, const char *keyword, char *value, size_t capacity);

// Connects. `keywords` and `values` end with a null, and the value of `dbname` may be a whole connection string. Waits at most
// `connect_timeout` for each host. Returns null only if there is no memory. `refinery_pg_is_usable` tells whether it is
// connected.
refinery_pg *refinery_pg_connect(const char *const *keywords, const char *const *values);
// Whether the server refused the password, or demands one, so that another attempt would fail in the same way.
bool refinery_pg_was_refused(refinery_pg *connection);
void refinery_pg_close(refinery_pg *connection);
bool refinery_pg_is_usable(refinery_pg *connection);
// Whether an idle connection still has its server. Does not wait.
bool refinery_pg_is_alive(refinery_pg *connection);
// Why the last call failed: libpq's message, which may quote data of statements. Valid until the next call.
const char *refinery_pg_message(refinery_pg *connection);
// The SQLSTATE of the last failure; an empty text if the server sent none.
const char *refinery_pg_state(refinery_pg *connection);
// A setting that the server reports, such as `server_encoding`; null if it does not report it.
const char *refinery_pg_status(refinery_pg *connection, const char *name);

// Runs statements without parameters and discards their rows. `tag` is the command tag of the last one.
int refinery_pg_run(refinery_pg *connection, const char *sql, int limit_ms);
const char *refinery_pg_tag(refinery_pg *connection);
// Starts one statement. Its rows must be read to the end with `refinery_pg_next`. Values arrive in binary form.
int refinery_pg_send(
  refinery_pg *connection, const char *sql, const refinery_pg_parameter *parameters, size_t count, int limit_ms);
// The next row; REFINERY_PG_OK at the end. After any other result there are no more rows.
int refinery_pg_next(refinery_pg *connection, int limit_ms);
// The number of rows that the last statement changed.
int64_t refinery_pg_changes(refinery_pg *connection);

// A value of the current row. Null if the value is null.
const uint8_t *refinery_pg_value(refinery_pg *connection, int column, size_t *count);

// Waits for a notification of LISTEN. REFINERY_PG_TIMED_OUT if there is none; the connection can then be used.
int refinery_pg_wait(refinery_pg *connection, int limit_ms);
// The next notification's payload; null if there is none. Valid until the next call.
const char *refinery_pg_notification(refinery_pg *connection);

#endif
