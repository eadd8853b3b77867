#include "Internal.h"
#ifdef REFINERY_CURL
#include <stdlib.h>
#include <string.h>

enum { AS_GET, AS_HEAD, AS_POST, AS_UPLOAD };

// Each thread keeps some freed jobs with their memory for its next requests. Reusing one needs no lock and no allocation, and its
// memory is still in the processor's cache.
enum { KEPT_JOBS = 16, KEPT_BYTES = 4096 };

enum { MOST_CONNECTING = 300000 };  // milliseconds; libcurl's own

typedef struct {
  job *first;
  size_t count;
} kept_jobs;

static pthread_key_t kept_key;
static pthread_once_t kept_once = PTHREAD_ONCE_INIT;
static _Thread_local kept_jobs *kept_here;

static void free_kept(void *value) {
  kept_jobs *kept = value;
  while (kept->first) {
    job *job = kept->first;
    kept->first = job->next;
    job_free(job);
  }
  free(kept);
  kept_here = NULL;
}

static void make_key(void) { pthread_key_create(&kept_key, free_kept); }

// Returns null if out of memory.
static kept_jobs *kept(void) {
  if (kept_here) return kept_here;
  pthread_once(&kept_once, make_key);
  kept_jobs *made = calloc(1, sizeof(*made));
  if (made && pthread_setspecific(kept_key, made) != 0) {
    free(made);
    made = NULL;
  }
  return kept_here = made;
}

refinery_transfer *refinery_transfer_make(void) {
  kept_jobs *jobs = kept();
  job *made = jobs ? jobs->first : NULL;
  if (made) {
    jobs->first = made->next;
    jobs->count--;
    made->next = NULL;
  } else {
    made = calloc(1, sizeof(*made));
    if (made == NULL) return NULL;
  }
  made->transfer.file = -1;
  made->transfer.limit = -1;
  made->transfer.deadline = -1;
  made->transfer.idle = -1;
  made->transfer.content_length = -1;
  return &made->transfer;
}

void job_free(job *job) {
  free(job->block);
  free(job->transfer.head);
  free(job->transfer.received);
  free(job);
}

static size_t keep(void *bytes, size_t capacity, void **kept) {
  if (bytes == NULL || capacity > KEPT_BYTES) {
    free(bytes);
    return 0;
  }
  *kept = bytes;
  return capacity;
}

void refinery_transfer_free(refinery_transfer *transfer) {
  if (transfer->file >= 0) close(transfer->file);
  job *job = (struct job *)transfer;
  struct job fresh = {.handle = NULL};
  fresh.block_capacity = keep(job->block, job->block_capacity, &fresh.block);
  fresh.transfer.head_capacity = keep(transfer->head, transfer->head_capacity, (void **)&fresh.transfer.head);
  fresh.transfer.received_capacity =
      keep(transfer->received, transfer->received_capacity, (void **)&fresh.transfer.received);
  *job = fresh;
  kept_jobs *jobs = kept();
  if (jobs == NULL || jobs->count == KEPT_JOBS) return job_free(job);
  job->next = jobs->first;
  jobs->first = job;
  jobs->count++;
}

// The block starts with the list nodes, followed by the text.
bool refinery_transfer_reserve(refinery_transfer *transfer, size_t count, size_t size) {
  job *job = (struct job *)transfer;
  size_t needed = count * sizeof(struct curl_slist) + size;
  if (needed > job->block_capacity) {
    free(job->block);
    job->block_capacity = needed < 512 ? 512 : needed;
    job->block = malloc(job->block_capacity);
    if (job->block == NULL) {
      job->block_capacity = 0;
      return false;
    }
  }
  struct curl_slist *nodes = job->block;
  job->fields = count ? nodes : NULL;
  job->next_field = job->fields;
  job->text = (char *)(nodes + count);
  for (size_t index = 0; index < count; index++) nodes[index].next = index + 1 < count ? &nodes[index + 1] : NULL;
  return true;
}

static char *put(char *text, const void *bytes, size_t count) {
  if (count) memcpy(text, bytes, count);
  return text + count;
}

void refinery_transfer_set_method(refinery_transfer *transfer, const char *method, size_t count) {
  job *job = (struct job *)transfer;
  job->method = job->text;
  job->text = put(job->text, method, count);
  *job->text++ = 0;
}

void refinery_transfer_set_url(refinery_transfer *transfer, bool is_secure, const char *authority, size_t authority_count,
                               const char *target, size_t target_count) {
  job *job = (struct job *)transfer;
  job->is_secure = is_secure;
  job->url = job->text;
  job->text = is_secure ? put(job->text, "https://", 8) : put(job->text, "http://", 7);
  job->text = put(job->text, authority, authority_count);
  job->text = put(job->text, target, target_count);
  *job->text++ = 0;
}

void refinery_transfer_set_bytes(refinery_transfer *transfer, const void *bytes, size_t count) {
  job *job = (struct job *)transfer;
  job->bytes = job->text;
  job->text = put(job->text, bytes, count);
}

void refinery_transfer_add_field(refinery_transfer *transfer, const char *name, size_t name_count, const char *value,
                                 size_t value_count) {
  job *job = (struct job *)transfer;
  char *text = job->text;
  job->next_field->data = text;
  job->next_field = job->next_field->next;
  text = put(text, name, name_count);
  // libcurl reads "name:" as "do not send this field", and "name;" as "send it without a value".
  text = value_count ? put(text, ": ", 2) : put(text, ";", 1);
  text = put(text, value, value_count);
  *text++ = 0;
  job->text = text;
}

void refinery_transfer_drop_field(refinery_transfer *transfer, const char *name, size_t name_count) {
  job *job = (struct job *)transfer;
  job->next_field->data = job->text;
  job->next_field = job->next_field->next;
  job->text = put(put(job->text, name, name_count), ":", 2);
}

// Does not copy: the job's block outlives the transfer.
static bool set_bytes(CURL *easy, const void *bytes, int64_t count) {
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return curl_easy_setopt(easy, CURLOPT_POSTFIELDS, count ? bytes : "") == CURLE_OK;
}

static bool set_url(handle *handle, const char *url) {
  if (handle->url && strcmp(handle->url, url) == 0) return true;
  size_t size = strlen(url) + 1;
  if (size > handle->url_capacity) {
    free(handle->url);
    handle->url = malloc(size);
    handle->url_capacity = handle->url ? size : 0;
    if (handle->url == NULL) return false;
  }
  bool is_set = curl_easy_setopt(handle->easy, CURLOPT_URL, url) == CURLE_OK;
  if (is_set) {
    memcpy(handle->url, url, size);
  } else {
    handle->url[0] = 0;
  }
  return is_set;
}

// Sets only the options that differ from the handle's last request.
static bool set_request(handle *handle, job *job) {
  CURL *easy = handle->easy;
  refinery_transfer *transfer = &job->transfer;
  const char *method = job->method;
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
    if (!set_bytes(easy, job->bytes, count)) return false;
  }
  if (request == AS_UPLOAD) curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->content_length);
  bool is_natural = (request == AS_GET && !strcmp(method, "GET")) || request == AS_HEAD;
  if (!is_natural || handle->has_method) {
    handle->has_method = !is_natural;
    return curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, is_natural ? NULL : method) == CURLE_OK;
  }
  return true;
}

// For a stream without content: the request gets the length 0.
void use_empty_content(handle *handle) {
  curl_easy_setopt(handle->easy, CURLOPT_HTTPGET, 1L);
  set_bytes(handle->easy, NULL, 0);
  handle->request = AS_POST;
}

static long version_for(const refinery_settings *settings, bool is_secure) {
  if (!settings->is_http2) return CURL_HTTP_VERSION_1_1;
  return is_secure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE;
}

// libcurl tries a host's addresses of one family one after the other. Each address except the last gets half of the time left
// to connect. So libcurl has to know the deadline; otherwise one dead address takes all of the time. One second is added, so
// that the loop's own deadline ends the call.
static long connect_timeout(const refinery_settings *settings, const refinery_transfer *transfer) {
  int64_t limit = settings->connect_timeout_ms ? settings->connect_timeout_ms : MOST_CONNECTING;
  int64_t left = transfer->deadline < 0 ? limit : transfer->deadline / 1000000 + 1000;
  return (long)(left < limit ? left : limit);
}

// Gives the job a handle with its request. Only the loop's thread uses handles.
bool job_prepare(refinery_loop *loop, job *job) {
  refinery_transfer *transfer = &job->transfer;
  handle *handle = handle_take(loop);
  if (handle == NULL) return false;
  job->handle = handle;
  handle->current = job;
  handle->words[0] = 0;
  long version = version_for(&loop->settings, job->is_secure);
  if (version != handle->version) {
    curl_easy_setopt(handle->easy, CURLOPT_HTTP_VERSION, version);
    // Waits for the first connection. It shows whether the server supports HTTP/2, or more connections are needed.
    curl_easy_setopt(handle->easy, CURLOPT_PIPEWAIT, loop->settings.is_http2 ? 1L : 0L);
    handle->version = version;
  }
  curl_easy_setopt(handle->easy, CURLOPT_HTTPHEADER, job->fields);
  curl_easy_setopt(handle->easy, CURLOPT_FRESH_CONNECT, 0L);
  curl_easy_setopt(handle->easy, CURLOPT_FORBID_REUSE, 0L);
  curl_easy_setopt(handle->easy, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout(&loop->settings, transfer));
  curl_easy_setopt(handle->easy, CURLOPT_NOPROGRESS, 1L);
  // Over HTTP/2, messages report how streams end; see Messages.c.
  curl_easy_setopt(handle->easy, CURLOPT_VERBOSE, loop->settings.is_http2 ? 1L : 0L);
  job->announced = -1;
  job->socket = -1;
  return set_url(handle, job->url) && set_request(handle, job);
}
#endif
