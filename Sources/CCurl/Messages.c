#include "Internal.h"
#ifdef REFINERY_CURL
#include <string.h>

// libcurl tells some facts only by the messages for its debug callback. Each is used as evidence for something that the transport
// would otherwise not do, so a version with other messages changes nothing. CurlReuseTests find out.

enum { LONGEST = 200 };  // longer messages are cut; what is looked for is at their start

// libcurl may read bytes behind the end of a response, drop them, and keep the connection, on which the rest of them may still
// arrive.
static void note_excess(CURL *easy, const char *text) {
  if (strstr(text, "Leftovers after chunking") || strstr(text, "Excess found")) {
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  }
}

int note_message(CURL *easy, curl_infotype kind, char *text, size_t count, void *context) {
  handle *handle = context;
  if (kind != CURLINFO_TEXT || handle->current == NULL) return 0;
  char message[LONGEST + 1];
  if (count > LONGEST) count = LONGEST;
  memcpy(message, text, count);
  message[count] = 0;
  note_excess(easy, message);
  return 0;
}
#endif
