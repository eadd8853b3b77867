#include "Internal.h"
#ifdef REFINERY_CURL
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

// CURLOPT_QUICK_EXIT exists since 7.87. Without it, ending a transfer may wait for its name lookup, and so block all other
// transfers.
#if LIBCURL_VERSION_NUM < 0x075700
#error "The trait Curl needs libcurl 7.87 or later."
#endif

// Earlier versions lose uploads and early responses over HTTP/2, and do not return from a flood of frames; see the page Transports.
enum { FIRST_WITH_HTTP2 = 0x080E01 };

const char *refinery_curl_problem(bool needs_http2) {
  // Any thread may call this, any number of times.
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return "libcurl cannot be initialized";
  const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  if (info->version_num < 0x075700) return "libcurl is older than 7.87";
  if (!(info->features & CURL_VERSION_THREADSAFE)) return "libcurl is built without thread-safe initialization";
  if (!(info->features & CURL_VERSION_ASYNCHDNS)) return "libcurl is built without asynchronous name lookups";
  if (!(info->features & CURL_VERSION_SSL)) return "libcurl is built without TLS";
  if (needs_http2 && !(info->features & CURL_VERSION_HTTP2)) return "libcurl is built without HTTP/2";
  if (needs_http2 && info->version_num < FIRST_WITH_HTTP2) return "HTTP/2 needs libcurl 8.14.1 or later, and this one is older";
  return NULL;
}

bool refinery_is_proxy(const char *address) {
  bool is_proxy = false;
  char *scheme = NULL, *path = NULL, *query = NULL;
  CURLU *url = curl_url();
  if (url && curl_url_set(url, CURLUPART_URL, address, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
      curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK && curl_url_get(url, CURLUPART_PATH, &path, 0) == CURLUE_OK) {
    bool has_query = curl_url_get(url, CURLUPART_QUERY, &query, 0) == CURLUE_OK;
    is_proxy = (!strcmp(scheme, "http") || !strcmp(scheme, "https") || !strcmp(scheme, "socks5") || !strcmp(scheme, "socks5h")) &&
               !strcmp(path, "/") && !has_query;
  }
  curl_free(scheme);
  curl_free(path);
  curl_free(query);
  curl_url_cleanup(url);
  return is_proxy;
}

enum refinery_failure refinery_meaning(int code) {
  switch ((CURLcode)code) {
    case CURLE_OK: return REFINERY_NO_FAILURE;
    case CURLE_OPERATION_TIMEDOUT: return REFINERY_CONNECT_TIMEOUT;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return REFINERY_NO_HOST;
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY: return REFINERY_NO_CONNECTION;
    case CURLE_SSL_CONNECT_ERROR: return REFINERY_NO_HANDSHAKE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CLIENTCERT:
    case CURLE_SSL_ENGINE_INITFAILED: return REFINERY_NO_TLS;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    // A folded first field line causes this code. Options cannot cause it, because none is set while a transfer is under way.
    case CURLE_BAD_FUNCTION_ARGUMENT:
    case CURLE_BAD_CONTENT_ENCODING: return REFINERY_NO_HTTP;
    case CURLE_URL_MALFORMAT: return REFINERY_BAD_URL;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FAILED_INIT: return REFINERY_NO_MEMORY;
    // Receiving or sending failed, the response is empty or cut, or HTTP/2 ended a stream or a connection.
    default: return REFINERY_LOST;
  }
}

const char *refinery_words(int code) { return curl_easy_strerror((CURLcode)code); }

// libcurl reads the files when it opens a TLS connection. To find out whether it can read them, this code connects to a local
// listener that never responds.

static int listen_on_loopback(int *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof(address);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1) ||
      getsockname(listener, (struct sockaddr *)&address, &size)) {
    close(listener);
    return -1;
  }
  *port = ntohs(address.sin_port);
  return listener;
}

static CURLcode begin_tls(CURL *easy, void *context, void *parameter) {
  (void)easy, (void)context;
  *(bool *)parameter = true;
  return CURLE_OK;
}

// libcurl reads the trust roots in the call that sends the first message. One more round ensures that this call has happened.
static CURLcode begin_connection(CURL *easy) {
  CURLM *multi = curl_multi_init();
  if (multi == NULL) return CURLE_OUT_OF_MEMORY;
  bool has_begun = false;
  int rounds_left = 2;
  CURLcode code = CURLE_OK;
  CURLMsg *message = NULL;
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, begin_tls);
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, &has_begun);
  curl_multi_add_handle(multi, easy);
  for (int round = 0; message == NULL && rounds_left > 0 && round < 100; round++) {
    int count;
    curl_multi_perform(multi, &count);
    message = curl_multi_info_read(multi, &count);
    if (message) code = message->data.result;
    if (has_begun) rounds_left--;
    if (message == NULL && !has_begun) curl_multi_poll(multi, NULL, 0, 50, NULL);
  }
  curl_multi_remove_handle(multi, easy);
  curl_multi_cleanup(multi);
  return code;
}

bool refinery_try_tls(const refinery_settings *settings) {
  int port = 0;
  int listener = listen_on_loopback(&port);
  CURL *easy = curl_easy_init();
  CURLcode code = CURLE_OK;
  if (listener >= 0 && easy) {
    curl_easy_setopt(easy, CURLOPT_URL, "https://127.0.0.1/");
    curl_easy_setopt(easy, CURLOPT_PORT, (long)port);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    set_security(easy, settings);
    code = begin_connection(easy);
  }
  if (listener >= 0) close(listener);
  curl_easy_cleanup(easy);
  return code != CURLE_SSL_CACERT_BADFILE && code != CURLE_SSL_CERTPROBLEM && code != CURLE_OUT_OF_MEMORY;
}
#endif
