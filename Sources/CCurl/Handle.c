#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>

// How many handles are kept for later requests. Each takes about 6 KB.
enum { KEPT_HANDLES = 256 };

enum { MOST_SECONDS = 2000000 };  // libcurl counts milliseconds in 32 bits

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static int close_socket(void *context, curl_socket_t socket);

// The lifetime in seconds, for libcurl, which closes an idle connection of this age instead of using it; 0 for never. It is
// needed over HTTP/2 and for Unix sockets. For other connections, `is_outlived` uses a random part of the lifetime.
static long most_lifetime(const refinery_loop *loop) {
  if (loop->settings.lifetime == 0 || !(loop->settings.is_http2 || loop->settings.unix_socket)) return 0;
  int64_t seconds = (refinery_lifetime(&loop->settings, 0) + 999999999) / 1000000000;
  return seconds < MOST_SECONDS ? (long)seconds : MOST_SECONDS;
}

static void set_fixed_options(handle *handle, const refinery_settings *settings) {
  CURL *easy = handle->easy;
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  // Ending a transfer must not wait for its name lookup.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "Refinery");
  // The name is looked up for each new connection. Otherwise libcurl would use an address for a minute after it has become
  // invalid.
  curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  curl_easy_setopt(easy, CURLOPT_MAXLIFETIME_CONN, most_lifetime(handle->loop));
  // Keep-alive detects kept connections whose peer has disappeared, and keeps the other connections in the tables of a NAT.
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, handle->words);
  // Empty strings disable the proxies of the environment.
  curl_easy_setopt(easy, CURLOPT_PROXY, settings->proxy ? settings->proxy : "");
  curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
  if (settings->unix_socket) curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, settings->unix_socket);
  set_security(easy, settings);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, handle);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_content);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, handle);
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, give_content);
  curl_easy_setopt(easy, CURLOPT_READDATA, handle);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, rewind_content);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, handle);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_sending);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, handle);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, note_progress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, handle);
  curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, note_message);
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, handle);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, handle->loop);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, handle->loop);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, handle);
  if (handle->loop->shared) curl_easy_setopt(easy, CURLOPT_SHARE, handle->loop->shared);
}

handle *handle_take(refinery_loop *loop) {
  handle *kept = loop->handles;
  if (kept) {
    loop->handles = kept->next;
    loop->handle_count--;
    return kept;
  }
  handle *made = calloc(1, sizeof(*made));
  if (made == NULL) return NULL;
  made->loop = loop;
  made->easy = curl_easy_init();
  if (made->easy == NULL) {
    free(made);
    return NULL;
  }
  set_fixed_options(made, &loop->settings);
  return made;
}

// Before 8.3.0, a handle keeps a pointer to the last field of a response after the field is freed, and appends a folded first
// line of the next response to it (curl issues 11101 and 11620). Connections belong to the multi handle, so they outlive a
// handle.
bool handles_are_reusable(void) { return curl_version_info(CURLVERSION_NOW)->version_num >= 0x080300; }

// Before 8.8.0, a handle keeps the error number of a request, and reports it for its later requests, too.
static bool has_error_number(const handle *handle) {
  long number = 0;
  curl_easy_getinfo(handle->easy, CURLINFO_OS_ERRNO, &number);
  return number != 0;
}

void handle_give_back(refinery_loop *loop, handle *handle, bool is_reusable) {
  handle->current = NULL;
  if (!is_reusable || !loop->reuses_handles || loop->handle_count == KEPT_HANDLES || has_error_number(handle)) {
    return handle_free(handle);
  }
  handle->next = loop->handles;
  loop->handles = handle;
  loop->handle_count++;
}

void handle_free(handle *handle) {
  curl_easy_cleanup(handle->easy);
  free(handle->url);
  free(handle);
}

// libcurl calls these two to open and close sockets, so that a kept connection can stay registered with epoll.

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  int opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (opened < 0) return CURL_SOCKET_BAD;
  if (!interest_begin(context, opened)) {
    close(opened);
    return CURL_SOCKET_BAD;
  }
  return opened;
}

static int close_socket(void *context, curl_socket_t socket) {
  return interest_close(context, socket);
}
#endif
