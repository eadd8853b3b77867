#include "Internal.h"
#ifdef REFINERY_CURL
#include <string.h>

// 7.87 brought CURLOPT_QUICK_EXIT, without which giving up a transfer may wait for a name lookup and hold up all others.
#if LIBCURL_VERSION_NUM < 0x075700
#error "The trait Curl needs libcurl 7.87 or later."
#endif

const char *refinery_curl_problem(bool needs_http2) {
  // Safe to call from any thread, and more than once, with the feature that is asked for next.
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return "libcurl cannot be initialized";
  const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  if (info->version_num < 0x075700) return "libcurl is older than 7.87";
  if (!(info->features & CURL_VERSION_THREADSAFE)) return "libcurl is built without thread-safe initialization";
  if (!(info->features & CURL_VERSION_ASYNCHDNS)) return "libcurl is built without asynchronous name lookups";
  if (!(info->features & CURL_VERSION_SSL)) return "libcurl is built without TLS";
  if (needs_http2 && !(info->features & CURL_VERSION_HTTP2)) return "libcurl is built without HTTP/2";
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
    case CURLE_SSL_CONNECT_ERROR:
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
    case CURLE_BAD_CONTENT_ENCODING: return REFINERY_NO_HTTP;
    case CURLE_URL_MALFORMAT: return REFINERY_BAD_URL;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FAILED_INIT: return REFINERY_NO_MEMORY;
    // Receiving or sending failed, the answer was empty or not all there, HTTP/2 ended a stream or a connection.
    default: return REFINERY_LOST;
  }
}

const char *refinery_words(int code) { return curl_easy_strerror((CURLcode)code); }

// libcurl reads the files when it makes a TLS connection. One to a peer that hangs up at once shows what it thinks of them.

static curl_socket_t open_dead_end(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context, (void)purpose, (void)address;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return CURL_SOCKET_BAD;
  close(ends[1]);
  return ends[0];
}

static int call_it_connected(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context, (void)socket, (void)purpose;
  return CURL_SOCKOPT_ALREADY_CONNECTED;
}

bool refinery_try_tls(const refinery_settings *settings) {
  CURL *easy = curl_easy_init();
  if (easy == NULL) return false;
  curl_easy_setopt(easy, CURLOPT_URL, "https://127.0.0.1/");
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_dead_end);
  curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, call_it_connected);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 5000L);
  set_security(easy, settings);
  CURLcode code = curl_easy_perform(easy);
  curl_easy_cleanup(easy);
  return code != CURLE_SSL_CACERT_BADFILE && code != CURLE_SSL_CERTPROBLEM && code != CURLE_OUT_OF_MEMORY;
}
#endif
