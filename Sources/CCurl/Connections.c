#include "Internal.h"
#ifdef REFINERY_CURL
#include <linux/tcp.h>
#include <netinet/in.h>

enum { LEAST_RETRANSMISSIONS = 2 };  // without an acknowledgement; each wait is twice as long as the previous one

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

// Ends a connection with a reset. A server whose send window is full would notice an orderly end only minutes later, because its
// system probes the window less and less often.
void close_flooded(refinery_loop *loop, int socket) {
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  loop->flooded_port = port_of(socket);
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  shutdown(socket, SHUT_RDWR);
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
