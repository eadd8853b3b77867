#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Internal.h"

#ifdef __linux__
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// Some valid and some malformed responses end the process in Foundation's engine, or fail their call. The callback for the
// lines of a head is replaced by one that gives Foundation only lines that it can read, or fails the transfer:
//
// - Foundation gets a redirect as a 200. Otherwise it would read all content of the redirect before it reports anything, and
//   drop the content.
// - Each final head has the field `Refinery-Response`: the status, how many connections were opened for the request, and the port
//   and the address of the peer, with spaces between them.
// - A field line without a space after its colon gets one (RFC 9112 section 5), and a status line without a reason gets one.
// - Trailer fields are dropped. Before Swift 6.4, they end the process.
// - A cut head and a length out of range fail the transfer. Otherwise both would end the process.

// Of libcurl's interface, which cannot change.
enum { PRIMARY_IP = 0x100000 + 32, NEW_CONNECTIONS = 0x200000 + 26 };
enum { PRIMARY_PORT = 0x200000 + 40, LOCAL_PORT = 0x200000 + 42, NO_PROGRESS = 43, WITHOUT_CONNECT_HEADS = 265 };
enum { HEADER_FUNCTION = 20079, HEADER_DATA = 10029, PROGRESS_FUNCTION = 20219, PROGRESS_DATA = 10057 };
enum { LONGEST_LENGTH = 18 };  // digits of a length in bytes

static const char facts_field[] = "Refinery-Response";

typedef struct transfer transfer;
typedef size_t (*header_function)(char *line, size_t size, size_t count, void *context);

// A transfer whose callbacks are replaced.
struct transfer {
  void *easy;
  const heads *heads;
  void *context;  // of Foundation's function
  int socket;     // that it uses; -1 if not known yet
  bool has_begun, is_complete, is_interim;
};

struct heads {
  long function_place, context_place;
  header_function take_header;  // Foundation's
  socket_finder find;
  void *owner;
  // A hash table by the address of the easy handle; its size is a power of two. Addresses are used again, so the table does not
  // grow beyond the need of the most transfers at once.
  transfer **transfers;
  size_t capacity, count;
};

static bool give(const transfer *transfer, char *line, size_t count) {
  return transfer->heads->take_header(line, 1, count, transfer->context) == count;
}

// Returns the status code of a status line, or 0.
static int status_of(const char *line, size_t count) {
  const char *space = memchr(line, ' ', count), *end = line + count;
  int status = 0;
  if (space == NULL || end - space < 5) return 0;
  for (const char *digit = space + 1; digit < space + 4; digit++) {
    if (*digit < '0' || *digit > '9') return 0;
    status = status * 10 + *digit - '0';
  }
  return strchr(" \r\n", space[4]) && status >= 100 ? status : 0;
}

// Gives Foundation the status line, and a field with the facts that it does not report. No request asks for another protocol,
// so a 101 is malformed.
static bool give_status(transfer *transfer, int status) {
  char text[128], *address = NULL;
  long opened = 0, port = 0;
  if (status == 0 || status == 101) return false;
  transfer->has_begun = true;
  transfer->is_interim = status < 200;
  bool is_redirect = status > 300 && status < 309 && status != 304;
  int length = snprintf(text, sizeof(text), "HTTP/1.1 %d OK\r\n", is_redirect ? 200 : status);
  if (!give(transfer, text, (size_t)length)) return false;
  if (transfer->is_interim) return true;
  CFURLSession_easy_getinfo_long(transfer->easy, NEW_CONNECTIONS, &opened);
  CFURLSession_easy_getinfo_long(transfer->easy, PRIMARY_PORT, &port);
  CFURLSession_easy_getinfo_charp(transfer->easy, PRIMARY_IP, &address);
  length = snprintf(
      text, sizeof(text), "%s: %d %ld %ld %.60s\r\n", facts_field, status, opened, port, address ? address : "");
  return give(transfer, text, (size_t)length);
}

static bool is_named(const char *line, const char *colon, const char *name) {
  return (size_t)(colon - line) == strlen(name) && strncasecmp(line, name, strlen(name)) == 0;
}

static bool is_beyond_range(const char *value, const char *end) {
  while (value < end && (*value == ' ' || *value == '\t' || *value == '0')) value++;
  int digits = 0;
  while (value < end && *value >= '0' && *value <= '9') value++, digits++;
  return digits > LONGEST_LENGTH;
}

static bool give_field(transfer *transfer, char *line, size_t count) {
  const char *colon = memchr(line, ':', count), *end = line + count;
  if (colon == NULL || colon == line || *line == ' ' || *line == '\t') return give(transfer, line, count);
  if (is_named(line, colon, facts_field)) return true;
  if (is_named(line, colon, "content-length") && is_beyond_range(colon + 1, end)) return false;
  if (colon + 1 == end || colon[1] == ' ' || colon[1] == '\t') return give(transfer, line, count);
  char *spaced = malloc(count + 1);
  if (spaced == NULL) return false;
  size_t name = (size_t)(colon - line) + 1;
  memcpy(spaced, line, name);
  spaced[name] = ' ';
  memcpy(spaced + name + 1, line + name, count - name);
  bool is_taken = give(transfer, spaced, count + 1);
  free(spaced);
  return is_taken;
}

// libcurl calls this with one line of a head or a trailer at a time. Any return value except the count ends the transfer.
static size_t take_header(char *line, size_t size, size_t count, void *context) {
  transfer *transfer = context;
  bool is_taken;
  count *= size;
  if (transfer->is_complete) return count;
  if (count > 5 && memcmp(line, "HTTP/", 5) == 0) {
    is_taken = give_status(transfer, status_of(line, count));
  } else if (!transfer->has_begun) {
    is_taken = false;
  } else if (*line == '\r' || *line == '\n') {
    // For libcurl, such a line ends the head, even if it has further text.
    char end[] = "\r\n";
    transfer->is_complete = !transfer->is_interim;
    is_taken = give(transfer, end, 2);
  } else {
    is_taken = give_field(transfer, line, count);
  }
  return is_taken ? count : 0;
}

// libcurl treats the end of a connection as the end of the response, and calls this function once more before it reports the
// end. Foundation does not use this callback.
static int note_progress(void *context, int64_t total, int64_t now, int64_t upload_total, int64_t upload_now) {
  (void)total, (void)now, (void)upload_total, (void)upload_now;
  transfer *transfer = context;
  char byte;
  long local_port = 0, port = 0;
  if (!transfer->has_begun || transfer->is_complete) return 0;
  CFURLSession_easy_getinfo_long(transfer->easy, LOCAL_PORT, &local_port);
  CFURLSession_easy_getinfo_long(transfer->easy, PRIMARY_PORT, &port);
  transfer->socket = transfer->heads->find(transfer->heads->owner, local_port, port, transfer->socket);
  // A connection has no peer any more if the server has reset it.
  if (transfer->socket < 0) return 1;
  ssize_t count = recv(transfer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

heads *heads_create(socket_finder find, void *owner) {
  void *probe = CFURLSessionEasyHandleInit();
  heads *made = calloc(1, sizeof(*made));
  if (probe && made) {
    made->function_place = place_of(probe, CFURLSession_easy_setopt_ptr, HEADER_FUNCTION);
    made->context_place = place_of(probe, CFURLSession_easy_setopt_ptr, HEADER_DATA);
    made->find = find;
    made->owner = owner;
    made->capacity = 64;
    made->transfers = calloc(made->capacity, sizeof(*made->transfers));
  }
  if (probe) CFURLSessionEasyHandleDeinit(probe);
  if (made && made->transfers && made->function_place >= 0 && made->context_place >= 0) return made;
  if (made) free(made->transfers);
  free(made);
  return NULL;
}

static transfer **slot_of(transfer **transfers, size_t capacity, const void *easy) {
  size_t slot = (uintptr_t)easy / 16 * 0x9E3779B97F4A7C15u & (capacity - 1);
  while (transfers[slot] && transfers[slot]->easy != easy) slot = (slot + 1) & (capacity - 1);
  return &transfers[slot];
}

static bool make_room(heads *heads) {
  if (heads->count * 2 < heads->capacity) return true;
  size_t capacity = heads->capacity * 2;
  transfer **larger = calloc(capacity, sizeof(*larger));
  if (larger == NULL) return false;
  for (size_t index = 0; index < heads->capacity; index++) {
    transfer *kept = heads->transfers[index];
    if (kept) *slot_of(larger, capacity, kept->easy) = kept;
  }
  free(heads->transfers);
  heads->transfers = larger;
  heads->capacity = capacity;
  return true;
}

static transfer *transfer_of(heads *heads, void *easy) {
  if (!make_room(heads)) return NULL;
  transfer **slot = slot_of(heads->transfers, heads->capacity, easy);
  if (*slot == NULL) {
    *slot = calloc(1, sizeof(**slot));
    if (*slot == NULL) return NULL;
    (*slot)->easy = easy;
    heads->count++;
  }
  return *slot;
}

// A new handle has Foundation's callbacks, even if it has the address of an earlier handle.
static void replace_callbacks(heads *heads, transfer *transfer, void *easy) {
  void **options = easy;
  header_function take = (header_function)options[heads->function_place];
  if (take == NULL) return;
  heads->take_header = take;
  *transfer = (struct transfer){.easy = easy, .heads = heads, .socket = -1, .context = options[heads->context_place]};
  CFURLSession_easy_setopt_ptr(easy, HEADER_DATA, transfer);
  CFURLSession_easy_setopt_ptr(easy, HEADER_FUNCTION, (void *)take_header);
  CFURLSession_easy_setopt_ptr(easy, PROGRESS_DATA, transfer);
  CFURLSession_easy_setopt_ptr(easy, PROGRESS_FUNCTION, (void *)note_progress);
  CFURLSession_easy_setopt_long(easy, NO_PROGRESS, 0);
  CFURLSession_easy_setopt_long(easy, WITHOUT_CONNECT_HEADS, 1);
}

void heads_watch(heads *heads, void *easy) {
  transfer *transfer = transfer_of(heads, easy);
  if (transfer && ((void **)easy)[heads->context_place] != transfer) replace_callbacks(heads, transfer, easy);
}
#else
heads *heads_create(socket_finder find, void *owner) { return NULL; }
void heads_watch(heads *heads, void *easy) {}
#endif
