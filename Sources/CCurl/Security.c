#include "Internal.h"
#ifdef REFINERY_CURL
#include <dlfcn.h>
#include <stdlib.h>
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
    // By default, libcurl keeps the certificates of the file for a day, so a replaced file would not apply.
    curl_easy_setopt(easy, CURLOPT_CA_CACHE_TIMEOUT, 0L);
  }
  if (settings->certificate) {
    curl_easy_setopt(easy, CURLOPT_SSLCERT, settings->certificate);
    curl_easy_setopt(easy, CURLOPT_SSLKEY, settings->key);
    // Without this passphrase, OpenSSL would ask at the terminal for the passphrase of an encrypted key.
    curl_easy_setopt(easy, CURLOPT_KEYPASSWD, "");
  }
}

// A part of a certificate in DER (X.690).
typedef struct {
  const uint8_t *next, *end;
} der;

enum {
  DER_BOOLEAN = 0x01,
  DER_OCTETS = 0x04,
  DER_SEQUENCE = 0x30,
  DER_DNS_NAME = 0x82,
  DER_ADDRESS = 0x87,
  DER_EXTENSIONS = 0xA3
};

// Reads the next element, and returns its tag. Returns -1 at the end, and for bytes that are not DER.
static int read_element(der *from, der *content) {
  const uint8_t *place = from->next;
  if (from->end - place < 2) return -1;
  int tag = *place++;
  size_t length = *place++;
  if (length >= 0x80) {
    size_t count = length & 0x7F;
    if (count == 0 || count > 4 || count > (size_t)(from->end - place)) return -1;
    for (length = 0; count > 0; count--) length = length << 8 | *place++;
  }
  if (length > (size_t)(from->end - place)) return -1;
  *content = (der){place, place + length};
  from->next = place + length;
  return tag;
}

// Whether a certificate has a DNS name or an address among its subject alternative names (RFC 5280 section 4.2.1.6).
static bool names_host(der certificate) {
  static const uint8_t alternative_name[] = {0x06, 0x03, 0x55, 0x1D, 0x11};
  der body, part, extensions, extension;
  if (read_element(&certificate, &part) != DER_SEQUENCE || read_element(&part, &body) != DER_SEQUENCE) return false;
  int tag;
  do tag = read_element(&body, &part);
  while (tag != DER_EXTENSIONS && tag != -1);
  if (tag == -1 || read_element(&part, &extensions) != DER_SEQUENCE) return false;
  while (read_element(&extensions, &extension) == DER_SEQUENCE) {
    size_t count = sizeof(alternative_name);
    if ((size_t)(extension.end - extension.next) < count || memcmp(extension.next, alternative_name, count) != 0) continue;
    extension.next += count;
    der names;
    do tag = read_element(&extension, &part);
    while (tag == DER_BOOLEAN);
    if (tag != DER_OCTETS || read_element(&part, &names) != DER_SEQUENCE) return false;
    while ((tag = read_element(&names, &part)) != -1) {
      if (tag == DER_DNS_NAME || tag == DER_ADDRESS) return true;
    }
    return false;
  }
  return false;
}

// Decodes the base64 of a certificate in PEM. Returns the number of bytes.
static size_t decode(const char *text, uint8_t *bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t *place = bytes;
  uint32_t bits = 0;
  int count = 0;
  for (; *text && *text != '-'; text++) {
    const char *digit = strchr(digits, *text);
    if (digit == NULL) continue;
    bits = bits << 6 | (uint32_t)(digit - digits);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    *place++ = (uint8_t)(bits >> count);
  }
  return (size_t)(place - bytes);
}

// If a certificate has no DNS name or address among its alternative names, libcurl accepts its common name; RFC 9110 section
// 4.3.4 does not. Only the handle that opened the connection has the certificate; for other handles, the function returns true.
// It does not use libcurl's text of the names, because that shows the e-mail address "a, DNS:b" as two names.
bool has_alternative_name(CURL *easy) {
  static const char field[] = "Cert:-----BEGIN CERTIFICATE-----";
  struct curl_certinfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL || info->num_of_certs == 0) return true;
  for (struct curl_slist *entry = info->certinfo[0]; entry; entry = entry->next) {
    if (strncmp(entry->data, field, sizeof(field) - 1) != 0) continue;
    const char *text = entry->data + sizeof(field) - 1;
    uint8_t *bytes = malloc(strlen(text) + 1);
    if (bytes == NULL) return false;
    bool is_named = names_host((der){bytes, bytes + decode(text, bytes)});
    free(bytes);
    return is_named;
  }
  return false;
}

// libcurl treats the end of a connection as the end of its content, whether or not the server has sent close_notify. OpenSSL
// knows the difference. The function calls OpenSSL by the symbol in the library that libcurl has loaded. Other TLS libraries do
// not report the difference; for them, the function returns true.
bool tls_has_ended(CURL *easy) {
  enum { RECEIVED_SHUTDOWN = 2 };
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return false;
  if (session->backend != CURLSSLBACKEND_OPENSSL) return true;
  if (session->internals == NULL) return false;
  int (*shutdown_of)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_get_shutdown");
  return shutdown_of == NULL || (shutdown_of(session->internals) & RECEIVED_SHUTDOWN);
}

// Whether OpenSSL has read bytes from the connection that libcurl has not. Returns false for other TLS libraries.
bool tls_has_unread(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return false;
  if (session->backend != CURLSSLBACKEND_OPENSSL || session->internals == NULL) return false;
  int (*has_pending)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_has_pending");
  return has_pending && has_pending(session->internals);
}

// Under TLS 1.3, a server checks the client's certificate only after the handshake, and refuses it by an alert (RFC 8446
// section 6.2). libcurl then reports a failure to receive, and OpenSSL's text names the alert.
bool names_refused_certificate(const char *words) {
  if (strstr(words, " alert ") == NULL) return false;
  return strstr(words, "certificate") || strstr(words, "unknown ca") || strstr(words, "access denied");
}
#endif
