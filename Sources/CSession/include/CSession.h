#ifndef REFINERY_CSESSION_H
#define REFINERY_CSESSION_H

// Watches the connections that a URLSession of Foundation on Linux keeps, through callbacks of its libcurl handle. It is
// written in C because libcurl calls it, and because Foundation's wrappers of libcurl can be weak symbols there, which may be
// missing. On other platforms, `refinery_guard` returns false.

#include <stdbool.h>
#include <stdint.h>

// Returns libcurl's handle of the transfer that was added to the session last, or NULL. Called on the queue that moves the
// session's bytes.
typedef void *(*refinery_newest_transfer)(void *context);

// Watches the session whose libcurl handle is `multi`. Must be called on the queue that moves the session's bytes, before the
// first transfer. The guard lives as long as the process.
//
// A kept connection is used for new requests for a random time between half of `life`, in nanoseconds, and all of it. If `life`
// is negative, each connection is used for one request. Returns false if this Foundation or this libcurl lacks a part that the
// guard needs; the session then works without a guard.
bool refinery_guard(void *multi, int64_t life, refinery_newest_transfer newest, void *context);

// Returns the place of a value in the memory of an object that malloc has returned, in bytes from its start. Returns -1 unless
// the value is there exactly once.
long refinery_place_of(const void *value, const void *object);

// Sets how many connections the libcurl handle keeps. Does nothing without Foundation's wrapper.
void refinery_keep_connections(void *multi, long count);

#endif
