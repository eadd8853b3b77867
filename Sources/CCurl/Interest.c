#include "Internal.h"
#ifdef REFINERY_CURL
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>

static interest *interest_of(refinery_loop *loop, int socket) {
  if ((size_t)socket < loop->interest_count) return &loop->interests[socket];
  size_t count = (size_t)socket * 2 + 64;
  interest *larger = realloc(loop->interests, count * sizeof(*larger));
  if (larger == NULL) return NULL;
  memset(larger + loop->interest_count, 0, (count - loop->interest_count) * sizeof(*larger));
  loop->interests = larger;
  uint32_t *addresses = realloc(loop->addresses, count * sizeof(*addresses));
  if (addresses == NULL) return NULL;
  memset(addresses + loop->interest_count, 0, (count - loop->interest_count) * sizeof(*addresses));
  loop->addresses = addresses;
  loop->interest_count = count;
  return &larger[socket];
}

bool interest_begin(refinery_loop *loop, int socket) {
  interest *interest = interest_of(loop, socket);
  struct stat status;
  if (interest == NULL || fstat(socket, &status) != 0) return false;
  *interest = (struct interest){
      .is_connection = true, .number = ++loop->connection_count, .inode = status.st_ino, .opened_at = loop->now};
  loop->addresses[socket] = 0;
  return true;
}

int interest_close(refinery_loop *loop, int socket) {
  if ((size_t)socket < loop->interest_count) {
    loop->interests[socket] = (struct interest){.wanted = 0};
    loop->addresses[socket] = 0;
  }
  return close(socket);
}

static bool enlist(refinery_loop *loop, int socket, interest *interest) {
  struct epoll_event event = {.data.fd = socket};
  if (interest->wanted & CURL_POLL_IN) event.events |= EPOLLIN;
  if (interest->wanted & CURL_POLL_OUT) event.events |= EPOLLOUT;
  interest->registered = interest->wanted;
  if (event.events == 0) {
    epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, &event);
    return true;
  }
  if (epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event) == 0) return true;
  return errno == ENOENT && epoll_ctl(loop->epoll, EPOLL_CTL_ADD, socket, &event) == 0;
}

static job *job_of(CURL *easy) {
  handle *handle = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&handle);
  return handle ? handle->current : NULL;
}

// libcurl opens several sockets for a transfer if a host has several addresses, so `note_connection` may correct this.
static void note_user(CURL *easy, int socket, interest *interest) {
  job *job = job_of(easy);
  if (job == NULL) return;
  job->is_stalled = false;
  job->socket = socket;
  job->connection = interest->number;
  interest->user = job;
}

static void note_stall(refinery_loop *loop, CURL *easy) {
  job *job = job_of(easy);
  if (job) loop->has_stalled = job->is_stalled = true;
}

// libcurl 7.88.1 abandons a dead address in time. But it tries the next address only in its next call for the transfer, at the
// end of the connect timeout. Resuming the transfer makes libcurl request a call at once.
void wake_stalled(refinery_loop *loop) {
  loop->has_stalled = false;
  for (job *job = loop->under_way; job; job = job->next) {
    if (!job->is_stalled) continue;
    job->is_stalled = false;
    curl_easy_pause(job->handle->easy, CURLPAUSE_RECV);
    curl_easy_pause(job->handle->easy, CURLPAUSE_CONT);
  }
}

// A kept connection stays registered with epoll from one transfer to the next, which saves two system calls for each transfer.
// If an event occurs between two transfers, interest_in_event removes the registration.
int interest_changes(CURL *easy, curl_socket_t socket, int what, void *context, void *unused) {
  (void)unused;
  refinery_loop *loop = context;
  interest *interest = interest_of(loop, socket);
  if (interest == NULL) {
    loop->has_failed = true;
    return 0;
  }
  interest->wanted = what == CURL_POLL_REMOVE ? 0 : (uint8_t)what;
  if (interest->is_connection) {
    if (interest->wanted && interest->user == NULL) note_user(easy, socket, interest);
    if (interest->wanted == 0 && interest->user && !interest->user->transfer.is_sent) note_stall(loop, easy);
    if (interest->registered == interest->wanted) return 0;
    if (interest->wanted == 0 && interest->registered == CURL_POLL_IN) return 0;
  }
  if (!enlist(loop, socket, interest)) loop->has_failed = true;
  return 0;
}

int interest_in_event(refinery_loop *loop, int socket, uint32_t events) {
  if ((size_t)socket >= loop->interest_count) return 0;
  interest *interest = &loop->interests[socket];
  if (interest->wanted == 0) {
    // A transfer waits for no event while its reader is full.
    if (interest->user == NULL) interest->is_spoiled = true;
    enlist(loop, socket, interest);
    return 0;
  }
  int seen = 0;
  if ((interest->wanted & CURL_POLL_IN) && (events & (EPOLLIN | EPOLLHUP | EPOLLERR))) seen |= CURL_CSELECT_IN;
  if ((interest->wanted & CURL_POLL_OUT) && (events & (EPOLLOUT | EPOLLHUP | EPOLLERR))) seen |= CURL_CSELECT_OUT;
  return seen;
}
#endif
