#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSession.h"
#include "Internal.h"

#ifdef __linux__
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

// A response that a server sends before the next request belongs to no request (RFC 9112 section 9.2). libcurl before version 8
// reads it as the response to the next request, so another user may get it. The guard ends such a connection before libcurl can
// use it.
//
// libcurl tells its program which sockets it waits for, and when its timer must fire. The callbacks of this file replace
// Foundation's callbacks for both, and call them. A socket that libcurl no longer waits for belongs to a kept connection, or is
// about to be closed. A timer of 0 means that libcurl has a new transfer, which has no connection yet.
//
// Everything is used only on the queue of the session.

// Values of libcurl's interface, which cannot change.
enum { SOCKET_FUNCTION = 20001, SOCKET_DATA = 10002, TIMER_FUNCTION = 20004, TIMER_DATA = 10005 };
// Of a transfer.
enum { VERBOSE = 41, FORBID_REUSE = 75, NAME_LIFE = 92, DEBUG_FUNCTION = 20094, HTTP_VERSION = 0x200000 + 46, HTTP_2 = 3 };
enum { POLL_NONE = 0, POLL_ENDS = 4 };

static const int64_t second = 1000000000;

typedef int (*socket_function)(void *easy, int socket, int what, void *context, void *data);
typedef int (*timer_function)(void *multi, long milliseconds, void *context);

// A socket that libcurl has used.
typedef struct {
  ino_t number;       // identifies the socket: the system uses its descriptor again
  int64_t end;        // of its use for new requests
  size_t place;       // in `idle`, from 1; 0 for none
  bool is_connection;
} kept_socket;

typedef struct {
  // Foundation's callbacks.
  socket_function socket_changes;
  timer_function timer_changes;
  void *socket_context, *timer_context;
  refinery_newest_transfer newest;
  void *newest_context;
  uint64_t seed;
  int64_t life;  // negative if no connection is kept
  kept_socket *sockets;  // by descriptor
  size_t socket_count;
  struct pollfd *idle;
  size_t idle_count, idle_capacity;
  heads *heads;
  bool is_debugging;  // Foundation prints libcurl's messages
} session_guard;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec;
}

static void forget(session_guard *guard, kept_socket *kept) {
  if (kept->place == 0) return;
  struct pollfd *last = &guard->idle[--guard->idle_count];
  guard->idle[kept->place - 1] = *last;
  guard->sockets[last->fd].place = kept->place;
  kept->place = 0;
}

// libcurl checks a kept connection before it uses it, and will find this one closed. Bytes that have arrived are discarded,
// because libcurl treats a connection with input as open. The system refuses later bytes. When libcurl closes the socket, its
// peer gets a reset. Without the reset, a server that waits for room in the window would notice the end only after minutes.
static void end(int socket) {
  char bytes[4096];
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  shutdown(socket, SHUT_RDWR);
  while (recv(socket, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) continue;
}

static bool has_input(int socket) {
  char byte;
  return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

static bool is_identified(int socket, const kept_socket *kept) {
  struct stat status;
  return fstat(socket, &status) == 0 && status.st_ino == kept->number;
}

static kept_socket *kept_at(session_guard *guard, int socket) {
  if ((size_t)socket < guard->socket_count) return &guard->sockets[socket];
  size_t count = (size_t)socket * 2 + 64;
  kept_socket *larger = realloc(guard->sockets, count * sizeof(*larger));
  if (larger == NULL) return NULL;
  memset(larger + guard->socket_count, 0, (count - guard->socket_count) * sizeof(*larger));
  guard->sockets = larger;
  guard->socket_count = count;
  return &larger[socket];
}

static bool has_ports(int socket, long local_port, long port) {
  struct sockaddr_in6 peer = {.sin6_family = 0}, own = {.sin6_family = 0};
  socklen_t peer_size = sizeof(peer), own_size = sizeof(own);
  // Both address families store the port at the same offset.
  return getpeername(socket, (struct sockaddr *)&peer, &peer_size) == 0 && ntohs(peer.sin6_port) == port &&
         getsockname(socket, (struct sockaddr *)&own, &own_size) == 0 && ntohs(own.sin6_port) == local_port;
}

static int socket_with(void *owner, long local_port, long port, int likely) {
  const session_guard *guard = owner;
  if (likely >= 0 && has_ports(likely, local_port, port)) return likely;
  for (size_t socket = 0; socket < guard->socket_count; socket++) {
    bool is_known = guard->sockets[socket].number != 0 && guard->sockets[socket].is_connection;
    if (is_known && has_ports((int)socket, local_port, port)) return (int)socket;
  }
  return -1;
}

static bool is_internet(int socket) {
  struct sockaddr_storage address;
  socklen_t size = sizeof(address);
  if (getpeername(socket, (struct sockaddr *)&address, &size) != 0) return false;
  return address.ss_family == AF_INET || address.ss_family == AF_INET6;
}

// A random time, from half of the life to all of it, so that connections that were opened together do not end together.
static int64_t end_of_life(session_guard *guard) {
  guard->seed = guard->seed * 6364136223846793005 + 1442695040888963407;
  int64_t half = guard->life / 2, start = now();
  int64_t life = half + (int64_t)((guard->seed >> 33) % 1024) * (half / 1024);
  return life > INT64_MAX - start ? INT64_MAX : start + life;
}

// If a descriptor has another socket than before, its connection is new.
static void identify(session_guard *guard, int socket, kept_socket *kept) {
  struct stat status;
  if (fstat(socket, &status) != 0 || status.st_ino == kept->number) return;
  *kept = (kept_socket){.number = status.st_ino, .end = end_of_life(guard), .is_connection = S_ISSOCK(status.st_mode)};
}

// On a connection of HTTP/2, a server may send frames at any time, and each response names its request.
static bool is_http2(void *easy) {
  long version = 0;
  return easy && CFURLSession_easy_getinfo_long(easy, HTTP_VERSION, &version) == 0 && version == HTTP_2;
}

static void becomes_idle(session_guard *guard, void *easy, int socket) {
  if (guard->life < 0) return;
  kept_socket *kept = kept_at(guard, socket);
  // If a transfer ends while it connects, libcurl closes the socket before it reports this. By then the descriptor may belong to
  // another part of the process.
  if (kept == NULL || !is_identified(socket, kept)) return;
  if (kept->place || !kept->is_connection || !is_internet(socket) || is_http2(easy)) return;
  if (has_input(socket) || now() > kept->end) return end(socket);
  if (guard->idle_count == guard->idle_capacity) {
    size_t capacity = guard->idle_capacity * 2 + 16;
    struct pollfd *larger = realloc(guard->idle, capacity * sizeof(*larger));
    if (larger == NULL) return end(socket);
    guard->idle = larger;
    guard->idle_capacity = capacity;
  }
  guard->idle[guard->idle_count++] = (struct pollfd){.fd = socket, .events = POLLIN};
  kept->place = guard->idle_count;
}

// libcurl may read bytes after the end of a response, drop them, and keep the connection. The rest of these bytes may still
// arrive on it. libcurl reports this only in a message. If a version has other messages, only this check is lost;
// UnaskedResponseTests detect it.
static int note_message(void *easy, int kind, char *text, size_t count, void *unused) {
  (void)unused;
  if (kind != 0 || count > 200) return 0;
  if (memmem(text, count, "Leftovers after chunking", 24) || memmem(text, count, "Excess found", 12)) {
    CFURLSession_easy_setopt_long(easy, FORBID_REUSE, 1);
  }
  return 0;
}

static void becomes_used(session_guard *guard, int socket) {
  kept_socket *kept = kept_at(guard, socket);
  if (kept == NULL) return;
  forget(guard, kept);
  identify(guard, socket, kept);
}

static int socket_changes(void *easy, int socket, int what, void *context, void *data) {
  session_guard *guard = context;
  if (what == POLL_ENDS) {
    becomes_idle(guard, easy, socket);
  } else if (what != POLL_NONE) {
    becomes_used(guard, socket);
  }
  return guard->socket_changes(easy, socket, what, guard->socket_context, data);
}

// Ends each idle connection that has input or is too old.
static void check_idle(session_guard *guard) {
  if (guard->idle_count == 0) return;
  poll(guard->idle, guard->idle_count, 0);
  int64_t time = now();
  for (size_t index = guard->idle_count; index-- > 0;) {
    int socket = guard->idle[index].fd;
    kept_socket *kept = &guard->sockets[socket];
    if (guard->idle[index].revents == 0 && time <= kept->end) continue;
    // libcurl does not report when it closes an idle connection. Its descriptor may now belong to another part of the process.
    if (is_identified(socket, kept)) end(socket);
    forget(guard, kept);
  }
}

// The transfer has no connection yet.
static void prepare(session_guard *guard, void *easy) {
  heads_watch(guard->heads, easy);
  // Without this, libcurl keeps an address for a minute, even if no server listens there any more.
  CFURLSession_easy_setopt_long(easy, NAME_LIFE, 0);
  if (guard->life < 0) {
    CFURLSession_easy_setopt_long(easy, FORBID_REUSE, 1);
  } else if (!guard->is_debugging) {
    CFURLSession_easy_setopt_ptr(easy, DEBUG_FUNCTION, (void *)note_message);
    CFURLSession_easy_setopt_long(easy, VERBOSE, 1);
  }
}

static int timer_changes(void *multi, long milliseconds, void *context) {
  session_guard *guard = context;
  if (milliseconds == 0) {
    check_idle(guard);
    void *easy = guard->newest(guard->newest_context);
    if (easy) prepare(guard, easy);
  }
  return guard->timer_changes(multi, milliseconds, guard->timer_context);
}

// Returns the value of an option of a libcurl handle, or NULL.
static void *option_of(void *multi, int option) {
  void *probe = CFURLSessionMultiHandleInit();
  if (probe == NULL) return NULL;
  long place = place_of(probe, CFURLSession_multi_setopt_ptr, option);
  CFURLSessionMultiHandleDeinit(probe);
  return place < 0 ? NULL : ((void **)multi)[place];
}

// If `end` has closed a TLS connection, earlier versions write to it in a way that ends the process with SIGPIPE.
static bool is_new_enough(void) {
  int major = 0, minor = 0;
  const char *name = CFURLSessionCurlVersionString(), *version = name ? strstr(name, "libcurl/") : NULL;
  return version && sscanf(version, "libcurl/%d.%d", &major, &minor) == 2 && (major > 7 || (major == 7 && minor >= 87));
}

bool refinery_guard(void *multi, int64_t life, refinery_newest_transfer newest, void *context) {
  bool has_wrappers = CFURLSessionCurlVersionString && CFURLSessionMultiHandleInit && CFURLSessionMultiHandleDeinit &&
                      CFURLSession_multi_setopt_ptr && CFURLSessionEasyHandleInit && CFURLSessionEasyHandleDeinit &&
                      CFURLSession_easy_setopt_ptr && CFURLSession_easy_setopt_long && CFURLSession_easy_getinfo_long &&
                      CFURLSession_easy_getinfo_charp && malloc_usable_size;
  if (!has_wrappers || !is_new_enough()) return false;
  session_guard *guard = calloc(1, sizeof(*guard));
  if (guard == NULL) return false;
  *guard = (session_guard){
      .socket_changes = (socket_function)option_of(multi, SOCKET_FUNCTION),
      .socket_context = option_of(multi, SOCKET_DATA),
      .timer_changes = (timer_function)option_of(multi, TIMER_FUNCTION),
      .timer_context = option_of(multi, TIMER_DATA),
      .newest = newest,
      .newest_context = context,
      .seed = (uint64_t)now() ^ (uintptr_t)guard,
      .life = life,
      .heads = heads_create(socket_with, guard),
      .is_debugging = getenv("URLSessionDebugLibcurl") != NULL,
  };
  if (!guard->heads || !guard->socket_changes || !guard->socket_context || !guard->timer_changes || !guard->timer_context) {
    free(guard);
    return false;
  }
  CFURLSession_multi_setopt_ptr(multi, SOCKET_DATA, guard);
  CFURLSession_multi_setopt_ptr(multi, SOCKET_FUNCTION, (void *)socket_changes);
  CFURLSession_multi_setopt_ptr(multi, TIMER_DATA, guard);
  CFURLSession_multi_setopt_ptr(multi, TIMER_FUNCTION, (void *)timer_changes);
  return true;
}

#else
#include <stddef.h>

bool refinery_guard(void *multi, int64_t life, refinery_newest_transfer newest, void *context) {
  return false;
}
#endif
