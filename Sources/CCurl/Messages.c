#include "Internal.h"
#ifdef REFINERY_CURL
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// libcurl reports some facts only in the messages for its debug callback. A message only causes additional steps of the
// transport, so with a version that has other messages, these steps are left out, and nothing else changes. CurlReuseTests and
// CurlHTTP2Tests detect such a version.

enum { LONGEST = 200 };  // longer messages are cut: only their start is compared

// CURLINFO_CONN_ID, which exists since libcurl 8.2.0. Earlier headers do not have it.
static const CURLINFO connection_number = (CURLINFO)(CURLINFO_OFF_T + 64);

// libcurl may read bytes after the end of a response, drop them, and keep the connection. The rest of these bytes may still
// arrive on it.
static void note_excess(CURL *easy, const char *text) {
  if (strstr(text, "Leftovers after chunking") || strstr(text, "Excess found")) {
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  }
}

// Makes libcurl report HTTP/2 frames to handles that have CURLOPT_VERBOSE. This applies to the process, and exists since
// libcurl 8.3.0.
void trace_streams(void) {
  CURLcode (*trace)(const char *) = (CURLcode (*)(const char *))dlsym(RTLD_DEFAULT, "curl_global_trace");
  if (trace) trace("http/2");
}

// Returns the text after the words; null if the text does not begin with them.
static const char *after(const char *text, const char *words) {
  size_t count = strlen(words);
  return strncmp(text, words, count) == 0 ? text + count : NULL;
}

static curl_off_t connection_of(const job *job) {
  curl_off_t number = -1;
  curl_easy_getinfo(job->handle->easy, connection_number, &number);
  return number;
}

// The transfer that reads from a connection gets the messages about the frames of all streams of this connection.
static job *user_of(job *reader, int stream) {
  curl_off_t connection = connection_of(reader);
  if (reader->stream == stream && reader->stream_connection == connection) return reader;
  for (job *job = reader->handle->loop->under_way; job; job = job->next) {
    if (job->stream == stream && job->stream_connection == connection) return job;
  }
  return NULL;
}

static void note_frame(job *reader, int stream, const char *frame) {
  reader->handle->loop->frames++;
  bool is_reset = after(frame, "RST_STREAM") != NULL;
  if (!is_reset && !strstr(frame, "eos=1")) return;
  job *job = user_of(reader, stream);
  if (job == NULL) return;
  if (is_reset) {
    job->is_reset = true;
  } else {
    job->has_stream_end = true;
  }
}

// Messages such as `[HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]`.
static void note_stream(job *job, const char *text) {
  char *rest;
  int stream = (int)strtol(text, &rest, 10);
  text = after(rest, "] ");
  if (text == NULL) return;
  const char *frame = after(text, "<- FRAME[");
  if (frame) return note_frame(job, stream, frame);
  if (after(text, "OPENED stream")) {
    job->stream = stream;
    job->stream_connection = connection_of(job);
    job->is_reset = job->has_stream_end = false;
  } else if (after(text, "REFUSED_STREAM")) {
    job->is_refused = true;
  }
}

int note_message(CURL *easy, curl_infotype kind, char *text, size_t count, void *context) {
  handle *handle = context;
  if (kind != CURLINFO_TEXT || handle->current == NULL) return 0;
  char message[LONGEST + 1];
  if (count > LONGEST) count = LONGEST;
  memcpy(message, text, count);
  message[count] = 0;
  const char *stream = after(message, "[HTTP/2] [");
  if (stream) {
    note_stream(handle->current, stream);
  } else {
    note_excess(easy, message);
  }
  return 0;
}
#endif
