#include "Internal.h"
#ifdef REFINERY_CURL
#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>

enum { LEAST_RETRANSMISSIONS = 2 };  // without an acknowledgement; each wait is twice as long as the previous one

static bool tcp_state(int socket, struct tcp_info *info) {
  socklen_t size = sizeof(*info);
  return getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) == 0 && size > offsetof(struct tcp_info, tcpi_bytes_received);
}

// A local port does not identify a connection: the system uses it for connections to different servers.
static uint32_t hash_of(const void *ip, size_t count, int port, int local_port) {
  uint32_t hash = 2166136261;
  for (size_t index = 0; index < count; index++) hash = (hash ^ ((const uint8_t *)ip)[index]) * 16777619;
  hash = (hash ^ (uint32_t)port) * 16777619;
  hash = (hash ^ (uint32_t)local_port) * 16777619;
  return hash ? hash : 1;
}

static uint32_t hash_of_text(const char *ip, int port, int local_port) {
  struct in6_addr bytes;
  bool is_ipv6 = strchr(ip, ':') != NULL;
  if (inet_pton(is_ipv6 ? AF_INET6 : AF_INET, ip, &bytes) != 1) return 0;
  return hash_of(&bytes, is_ipv6 ? sizeof(struct in6_addr) : sizeof(struct in_addr), port, local_port);
}

// Returns 0 for a socket that is not connected, or not by TCP.
static uint32_t hash_of_socket(int socket) {
  struct sockaddr_in6 peer = {.sin6_family = 0}, own = {.sin6_family = 0};
  socklen_t peer_size = sizeof(peer), own_size = sizeof(own);
  if (getpeername(socket, (struct sockaddr *)&peer, &peer_size) != 0) return 0;
  if (getsockname(socket, (struct sockaddr *)&own, &own_size) != 0) return 0;
  // Both address families store the port at the same offset.
  int port = ntohs(peer.sin6_port), local_port = ntohs(own.sin6_port);
  if (peer.sin6_family == AF_INET6) return hash_of(&peer.sin6_addr, sizeof(peer.sin6_addr), port, local_port);
  if (peer.sin6_family != AF_INET) return 0;
  return hash_of(&((struct sockaddr_in *)&peer)->sin_addr, sizeof(struct in_addr), port, local_port);
}

// The addresses of a connection do not change, so they are read only once.
static bool has_address(refinery_loop *loop, int socket, uint32_t address) {
  if (!loop->interests[socket].is_connection) return false;
  if (loop->addresses[socket] == 0) loop->addresses[socket] = hash_of_socket(socket);
  return loop->addresses[socket] == address;
}

// Returns -1 if there is none. `likely` is a socket that libcurl opened for the transfer, or -1.
static int socket_of(refinery_loop *loop, uint32_t address, int likely) {
  if (likely >= 0 && has_address(loop, likely, address)) return likely;
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    if (loop->addresses[socket] == address) return (int)socket;
  }
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    if (loop->addresses[socket] == 0 && has_address(loop, (int)socket, address)) return (int)socket;
  }
  return -1;
}

void note_connection(refinery_loop *loop, job *job, const char *ip, int port, int local_port) {
  // libcurl reports nothing about a Unix socket. If it opened the socket for this transfer, it has called `interest_changes`.
  if (local_port == 0) return;
  uint32_t address = hash_of_text(ip, port, local_port);
  job->socket = address ? socket_of(loop, address, job->socket) : -1;
  if (job->socket < 0) return;
  interest *interest = &loop->interests[job->socket];
  job->connection = interest->number;
  interest->user = job;
}

static bool is_open(const refinery_loop *loop, const job *job) {
  return job->socket >= 0 && loop->interests[job->socket].is_connection &&
         loop->interests[job->socket].number == job->connection;
}

void leave_connection(refinery_loop *loop, job *job) {
  if (is_open(loop, job) && loop->interests[job->socket].user == job) loop->interests[job->socket].user = NULL;
}

// libcurl 7.88.1 closes a socket that is still connecting without a call of `close_socket`. Its descriptor may then belong to another
// part of the process.
static bool is_same(const refinery_loop *loop, int socket) {
  struct stat status;
  return fstat(socket, &status) == 0 && status.st_ino == loop->interests[socket].inode;
}

static void end(const refinery_loop *loop, int socket) {
  if (is_same(loop, socket)) shutdown(socket, SHUT_RDWR);
}

// Also true at the end of the connection.
static bool is_readable(int socket) {
  struct pollfd entry = {.fd = socket, .events = POLLIN};
  return poll(&entry, 1, 0) != 0;
}

bool has_unrequested_input(refinery_loop *loop, job *job) {
  if (is_open(loop, job)) {
    return loop->interests[job->socket].is_spoiled || is_readable(job->socket) || tls_has_unread(job->handle->easy);
  }
  // The transfer may use any idle connection. So if one of them has input, nothing is sent, and that connection is closed.
  bool is_found = false;
  for (size_t socket = 0; socket < loop->interest_count; socket++) {
    interest *interest = &loop->interests[socket];
    if (!interest->is_connection || interest->user || interest->wanted != 0 || !is_same(loop, (int)socket)) continue;
    if (!interest->is_spoiled && !is_readable((int)socket)) continue;
    end(loop, (int)socket);
    is_found = true;
  }
  return is_found;
}

// SplitMix64, of the loop's seed and the number.
int64_t refinery_lifetime(const refinery_settings *settings, uint32_t number) {
  uint64_t random = settings->seed + number * 0x9E3779B97F4A7C15;
  random = (random ^ (random >> 30)) * 0xBF58476D1CE4E5B9;
  random = (random ^ (random >> 27)) * 0x94D049BB133111EB;
  random ^= random >> 31;
  return settings->lifetime - (int64_t)(random % ((uint64_t)settings->lifetime / 2 + 1));
}

bool is_outlived(const refinery_loop *loop, const job *job) {
  if (loop->settings.lifetime == 0 || !is_open(loop, job)) return false;
  const interest *interest = &loop->interests[job->socket];
  return nanoseconds_now() - interest->opened_at >= refinery_lifetime(&loop->settings, interest->number);
}

// Ends a connection with a reset. If the server's send window is full, it would notice an orderly end only minutes later,
// because its system probes the window less and less often.
void close_flooded(refinery_loop *loop, int socket) {
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  if (!is_same(loop, socket)) return;
  loop->flooded_connection = loop->interests[socket].number;
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  shutdown(socket, SHUT_RDWR);
}

void retire(refinery_loop *loop, const job *job) {
  if (is_open(loop, job)) end(loop, job->socket);
}

// The connection of a Unix socket may be unknown. libcurl then sends the held frame with the next frame of that connection.
void flush_later(refinery_loop *loop, const job *job) {
  if (!is_open(loop, job) || loop->unflushed == job->socket) return;
  flush_streams(loop);
  loop->unflushed = job->socket;
}

void flush_streams(refinery_loop *loop) {
  if (loop->unflushed < 0) return;
  int running, socket = loop->unflushed;
  loop->unflushed = -1;
  // libcurl sends the held frames of a connection when it reads for one of the connection's transfers. It ignores a socket
  // without transfers.
  if (curl_multi_socket_action(loop->multi, socket, CURL_CSELECT_IN, &running) != CURLM_OK) loop->has_failed = true;
}

void retire_unreachable(refinery_loop *loop, const job *job) {
  struct tcp_info info;
  if (!is_open(loop, job) || !tcp_state(job->socket, &info)) return;
  if (info.tcpi_unacked > 0 && info.tcpi_retransmits >= LEAST_RETRANSMISSIONS) end(loop, job->socket);
}
#endif
