#include "Internal.h"
#ifdef REFINERY_CURL
#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <time.h>

// libcurl reads an HTTP/2 connection until its socket is empty or a transfer has received something. A server that sends frames
// without content faster than libcurl reads them keeps libcurl in one call forever: no deadline ends a call, and no other
// server is served. The watch is a thread that detects this and closes the connection. It sleeps while the loop sleeps. Newer
// versions of libcurl return after each read; the loop itself detects those floods.

enum {
  PERIOD = 20,                // milliseconds between two checks
  LONG_CALL = 10000000,       // nanoseconds of processor time without a callback
  LEAST_BYTES = 64 * 1024,    // read in that time
  MOST_LOOKS = 20,            // at the unread bytes of a socket whose traffic the system does not count
  BETWEEN_LOOKS = 100000,     // nanoseconds
  PERIODS_BEFORE_SLEEP = 10,
  LEAST_RETRANSMISSIONS = 2,  // without an acknowledgement; each wait is twice as long as the previous one
};

static bool tcp_state(int socket, struct tcp_info *info) {
  socklen_t size = sizeof(*info);
  return getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) == 0 && size > offsetof(struct tcp_info, tcpi_bytes_received);
}

static int port_of(int socket) {
  struct sockaddr_in6 address = {.sin6_family = 0};
  socklen_t size = sizeof(address);
  if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
  // Both address families store the port at the same offset.
  return address.sin6_family == AF_INET || address.sin6_family == AF_INET6 ? ntohs(address.sin6_port) : 0;
}

// Returns how many bytes in a socket libcurl has not read yet.
static uint64_t waiting(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 && count > 0 ? (uint64_t)count : 0;
}

// Sets how many bytes libcurl has read from a TCP connection. Returns false if the system does not count them (Unix sockets).
static bool consumed(int socket, uint64_t *count) {
  struct tcp_info info;
  if (!tcp_state(socket, &info)) return false;
  uint64_t unread = waiting(socket);
  *count = info.tcpi_bytes_received > unread ? info.tcpi_bytes_received - unread : 0;
  return true;
}

// Returns whether libcurl is reading the connection: only then does the number of unread bytes fall.
static bool is_being_read(int socket) {
  struct timespec pause = {.tv_nsec = BETWEEN_LOOKS};
  uint64_t last = waiting(socket);
  for (int look = 0; look < MOST_LOOKS && last > 0; look++) {
    nanosleep(&pause, NULL);
    uint64_t now = waiting(socket);
    if (now < last) return true;
    last = now;
  }
  return false;
}

static void note_consumption(refinery_loop *loop) {
  pthread_mutex_lock(&loop->connections);
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    interest *interest = &loop->interests[socket];
    if (interest->is_connection) consumed((int)socket, &interest->consumed);
  }
  pthread_mutex_unlock(&loop->connections);
}

static bool has_been_read(int socket, const interest *interest) {
  uint64_t count;
  return consumed(socket, &count) ? count >= interest->consumed + LEAST_BYTES : is_being_read(socket);
}

// Ends a connection with a reset. A server whose send window is full would notice an orderly end only minutes later, because its
// system probes the window less and less often.
void close_flooded(refinery_loop *loop, int socket) {
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  atomic_store(&loop->flooded_port, port_of(socket));
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  shutdown(socket, SHUT_RDWR);
}

// Only the connection that blocks libcurl has been read since `note_consumption`.
static void close_flooding(refinery_loop *loop, uint64_t steps) {
  pthread_mutex_lock(&loop->connections);
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    interest *interest = &loop->interests[socket];
    if (!interest->is_connection || !has_been_read((int)socket, interest)) continue;
    if (atomic_load(&loop->steps) != steps) break;
    close_flooded(loop, (int)socket);
  }
  pthread_mutex_unlock(&loop->connections);
}

static int64_t processor_time(refinery_loop *loop) {
  struct timespec time;
  if (clock_gettime(loop->clock, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void sleep_until_woken(refinery_loop *loop, bool is_idle) {
  if (is_idle) atomic_store(&loop->is_watch_asleep, true);
  struct pollfd entry = {.fd = loop->watch_wake, .events = POLLIN};
  uint64_t wakes;
  bool is_over = atomic_load(&loop->must_watch_end);
  if (!is_over && poll(&entry, 1, is_idle ? -1 : PERIOD) > 0 && read(loop->watch_wake, &wakes, sizeof(wakes)) < 0) return;
}

static void *watch_run(void *context) {
  refinery_loop *loop = context;
  uint64_t last = 0;
  int64_t since = -1;
  int idle = 0;
  while (!atomic_load(&loop->must_watch_end)) {
    sleep_until_woken(loop, idle >= PERIODS_BEFORE_SLEEP);
    uint64_t steps = atomic_load(&loop->steps);
    bool is_held = atomic_load(&loop->is_in_curl) && steps == last;
    idle = is_held || steps != last ? 0 : idle + 1;
    last = steps;
    if (!is_held) {
      since = -1;
    } else if (since < 0) {
      since = processor_time(loop);
      note_consumption(loop);
    } else if (processor_time(loop) - since >= LONG_CALL) {
      close_flooding(loop, steps);
      since = -1;
    }
  }
  return NULL;
}

void watch_begin(refinery_loop *loop) {
  if (loop->is_watched) return;
  loop->watch_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (loop->watch_wake < 0) return;
  loop->is_watched = pthread_create(&loop->watch, NULL, watch_run, loop) == 0;
  if (loop->is_watched) {
    pthread_setname_np(loop->watch, "refinery-watch");
  } else {
    close(loop->watch_wake);
  }
}

void watch_wake(refinery_loop *loop) {
  uint64_t one = 1;
  if (!atomic_exchange(&loop->is_watch_asleep, false)) return;
  if (write(loop->watch_wake, &one, sizeof(one)) < 0) return;
}

void watch_end(refinery_loop *loop) {
  if (!loop->is_watched) return;
  uint64_t one = 1;
  atomic_store(&loop->must_watch_end, true);
  if (write(loop->watch_wake, &one, sizeof(one)) > 0) pthread_join(loop->watch, NULL);
  close(loop->watch_wake);
  loop->is_watched = false;
}

// Returns -1 if the connection is closed.
static int connection_of(refinery_loop *loop, int local_port) {
  if (local_port == 0) return -1;
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    interest *interest = &loop->interests[socket];
    if (!interest->is_connection) continue;
    // The port of a connection does not change, so it is read only once. Otherwise, if thousands of calls time out together, a
    // system call for each call and each connection would stop the loop for seconds.
    if (interest->local_port == 0) interest->local_port = (uint16_t)port_of((int)socket);
    if (interest->local_port == local_port) return (int)socket;
  }
  return -1;
}

void retire(refinery_loop *loop, int local_port) {
  int socket = connection_of(loop, local_port);
  if (socket >= 0) shutdown(socket, SHUT_RDWR);
}

void retire_unreachable(refinery_loop *loop, int local_port) {
  struct tcp_info info;
  int socket = connection_of(loop, local_port);
  if (socket < 0 || !tcp_state(socket, &info)) return;
  if (info.tcpi_unacked > 0 && info.tcpi_retransmits >= LEAST_RETRANSMISSIONS) shutdown(socket, SHUT_RDWR);
}
#endif
