#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>
#include <string.h>

enum { AS_GET, AS_HEAD, AS_POST, AS_UPLOAD };

refinery_transfer *refinery_transfer_make(void) {
  job *made = calloc(1, sizeof(*made));
  if (made == NULL) return NULL;
  made->transfer.file = -1;
  made->transfer.limit = -1;
  made->transfer.deadline = -1;
  made->transfer.idle = -1;
  made->transfer.content_length = -1;
  return &made->transfer;
}

void refinery_transfer_free(refinery_transfer *transfer) {
  job *job = (struct job *)transfer;
  if (job->handle) handle_free(job->handle);
  if (transfer->file >= 0) close(transfer->file);
  free(transfer->fields);
  free(transfer->head);
  free(transfer->received);
  free(job);
}

// The list's nodes stand at the block's begin, their text behind them.
bool refinery_transfer_reserve_fields(refinery_transfer *transfer, size_t count, size_t size) {
  job *job = (struct job *)transfer;
  struct curl_slist *block = malloc(count * sizeof(*block) + size);
  if (block == NULL) return false;
  transfer->fields = block;
  job->next_field = block;
  job->field_text = (char *)(block + count);
  for (size_t index = 0; index < count; index++) block[index].next = index + 1 < count ? &block[index + 1] : NULL;
  return true;
}

void refinery_transfer_add_field(refinery_transfer *transfer, const char *name, size_t name_count, const char *value,
                                 size_t value_count) {
  job *job = (struct job *)transfer;
  char *text = job->field_text;
  job->next_field->data = text;
  job->next_field = job->next_field->next;
  memcpy(text, name, name_count);
  text += name_count;
  // A name with nothing after the colon would take the field off; libcurl sends one without a value for a semicolon.
  memcpy(text, value_count ? ": " : ";", value_count ? 2 : 1);
  text += value_count ? 2 : 1;
  memcpy(text, value, value_count);
  text += value_count;
  *text++ = 0;
  job->field_text = text;
}

void refinery_transfer_drop_field(refinery_transfer *transfer, const char *name, size_t name_count) {
  job *job = (struct job *)transfer;
  job->next_field->data = job->field_text;
  job->next_field = job->next_field->next;
  memcpy(job->field_text, name, name_count);
  memcpy(job->field_text + name_count, ":", 2);
  job->field_text += name_count + 2;
}

static bool set_bytes(CURL *easy, const void *bytes, int64_t count) {
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return curl_easy_setopt(easy, count ? CURLOPT_COPYPOSTFIELDS : CURLOPT_POSTFIELDS, count ? bytes : "") == CURLE_OK;
}

// Only what differs from the handle's last request is set.
static bool set_request(handle *handle, refinery_transfer *transfer, const char *method) {
  CURL *easy = handle->easy;
  bool needs_length = !strcmp(method, "POST") || !strcmp(method, "PUT") || !strcmp(method, "PATCH");
  int request = transfer->content == REFINERY_BYTES                            ? AS_POST
                : transfer->content != REFINERY_NO_CONTENT                     ? AS_UPLOAD
                : transfer->is_head_request                                    ? AS_HEAD
                : needs_length                                                 ? AS_POST
                                                                               : AS_GET;
  if (request != handle->request) {
    curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    if (request == AS_HEAD) curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    if (request == AS_UPLOAD) curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    handle->request = request;
  }
  if (request == AS_POST) {
    int64_t count = transfer->content == REFINERY_BYTES ? transfer->content_length : 0;
    if (!set_bytes(easy, transfer->bytes, count)) return false;
  }
  if (request == AS_UPLOAD) curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->content_length);
  bool is_natural = (request == AS_GET && !strcmp(method, "GET")) || request == AS_HEAD;
  if (!is_natural || handle->has_method) {
    handle->has_method = !is_natural;
    return curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, is_natural ? NULL : method) == CURLE_OK;
  }
  return true;
}

// A stream that had nothing: its request says so by its length.
void use_empty_content(handle *handle) {
  curl_easy_setopt(handle->easy, CURLOPT_HTTPGET, 1L);
  set_bytes(handle->easy, NULL, 0);
  handle->request = AS_POST;
}

// One paused stream holds up all others on its HTTP/2 connection in libcurl, so a streamed answer comes by HTTP/1.1 unless
// HTTP/2 is demanded.
static long version_for(const refinery_settings *settings, const refinery_transfer *transfer, bool is_secure) {
  if (settings->version == 1) return CURL_HTTP_VERSION_1_1;
  if (settings->version == 2) return is_secure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE;
  return is_secure && !transfer->is_streamed ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
}

bool refinery_transfer_prepare(refinery_loop *loop, refinery_transfer *transfer, const char *url, const char *method,
                               bool is_secure) {
  job *job = (struct job *)transfer;
  handle *handle = handle_take(loop);
  if (handle == NULL) return false;
  job->handle = handle;
  handle->current = job;
  handle->words[0] = 0;
  job->deadline_at = transfer->deadline < 0 ? -1 : nanoseconds_now() + transfer->deadline;
  transfer->demands_http2 = loop->settings.version == 2;
  long version = version_for(&loop->settings, transfer, is_secure);
  if (version != handle->version) {
    curl_easy_setopt(handle->easy, CURLOPT_HTTP_VERSION, version);
    // A first connection tells whether the others are needed.
    curl_easy_setopt(handle->easy, CURLOPT_PIPEWAIT, version == CURL_HTTP_VERSION_1_1 ? 0L : 1L);
    handle->version = version;
  }
  curl_easy_setopt(handle->easy, CURLOPT_HTTPHEADER, transfer->fields);
  return curl_easy_setopt(handle->easy, CURLOPT_URL, url) == CURLE_OK && set_request(handle, transfer, method);
}
#endif
