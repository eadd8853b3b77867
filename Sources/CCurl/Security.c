#include "Internal.h"
#ifdef REFINERY_CURL
#include <dlfcn.h>
#include <string.h>

void set_security(CURL *easy, const refinery_settings *settings) {
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(easy, CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L);
  if (settings->trust_roots) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, settings->trust_roots);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_PROXY_CAINFO, settings->trust_roots);
    curl_easy_setopt(easy, CURLOPT_PROXY_CAPATH, NULL);
  }
  if (settings->certificate) {
    curl_easy_setopt(easy, CURLOPT_SSLCERT, settings->certificate);
    curl_easy_setopt(easy, CURLOPT_SSLKEY, settings->key);
    // Without a passphrase, OpenSSL would ask for that of an encrypted key at the terminal.
    curl_easy_setopt(easy, CURLOPT_KEYPASSWD, "");
  }
}

// libcurl accepts the common name of a certificate without an alternative name; RFC 9110 section 4.3.4 does not. Only the handle
// that opened the connection has the certificate. The function returns true for other handles.
bool has_alternative_name(CURL *easy) {
  static const char field[] = "X509v3 Subject Alternative Name:";
  struct curl_certinfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL || info->num_of_certs == 0) return true;
  for (struct curl_slist *entry = info->certinfo[0]; entry; entry = entry->next) {
    if (strncmp(entry->data, field, sizeof(field) - 1) == 0) return true;
  }
  return false;
}

// libcurl treats the end of a connection as the end of its content, whether or not the server has sent close_notify. OpenSSL
// knows the difference. The function calls OpenSSL by the symbol that libcurl's own library has loaded. It returns true for other
// TLS libraries, which do not report it.
bool tls_has_ended(CURL *easy) {
  enum { RECEIVED_SHUTDOWN = 2 };
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return false;
  if (session->backend != CURLSSLBACKEND_OPENSSL) return true;
  if (session->internals == NULL) return false;
  int (*shutdown_of)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_get_shutdown");
  return shutdown_of == NULL || (shutdown_of(session->internals) & RECEIVED_SHUTDOWN);
}

// Under TLS 1.3, a server checks the client's certificate only after the handshake, and refuses it by an alert (RFC 8446 section
// 6.2). libcurl then reports that receiving failed, and OpenSSL's text names the alert.
bool names_refused_certificate(const char *words) {
  if (strstr(words, " alert ") == NULL) return false;
  return strstr(words, "certificate") || strstr(words, "unknown ca") || strstr(words, "access denied");
}
#endif
