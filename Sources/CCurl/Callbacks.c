#include "Internal.h"
#ifdef REFINERY_CURL
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEAD = 256 * 1024, MOST_RESERVED = 4 << 20, MOST_LEFT_CONTENT = 65536 };

static size_t refuse(job *job, int fault) {
  if (job->transfer.fault == REFINERY_NO_FAULT) job->transfer.fault = fault;
  // See `is_abandoned`: libcurl ends the stream before `job_finish`.
  if (job->handle->loop->settings.is_http2) curl_easy_setopt(job->handle->easy, CURLOPT_FORBID_REUSE, 1L);
  return 0;
}

static bool append(void *bytes, size_t count, void **kept, size_t *kept_count, size_t *capacity) {
  if (count > *capacity - *kept_count) {
    size_t larger = *capacity * 2 + count;
    void *moved = realloc(*kept, larger);
    if (moved == NULL) return false;
    *kept = moved;
    *capacity = larger;
  }
  memcpy((char *)*kept + *kept_count, bytes, count);
  *kept_count += count;
  return true;
}

// A file is needed until it has been read and the response has begun: until then, the request may be sent again.
static void close_sent_file(refinery_transfer *transfer) {
  if (transfer->file < 0 || !transfer->has_head || transfer->sent < transfer->content_length) return;
  close(transfer->file);
  transfer->file = -1;
}

// As `RedirectContent` decides for the other transports.
static bool leaves_content(const refinery_transfer *transfer, long status, curl_off_t length) {
  bool is_redirect = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  if (!transfer->follows_redirects || !is_redirect) return false;
  return (length < 0 || length > MOST_LEFT_CONTENT) && has_field(transfer->head, transfer->head_count, "Location");
}

// Checks a complete head before any content arrives.
static bool admits_content(job *job, long status) {
  refinery_transfer *transfer = &job->transfer;
  if (status == 101) return refuse(job, REFINERY_UPGRADED);
  if (!has_one_length(transfer->head, transfer->head_count)) return refuse(job, REFINERY_TWO_LENGTHS);
  if (job->handle->loop->settings.is_http2 && transfer->head_count > 5 && transfer->head[5] != '2') {
    return refuse(job, REFINERY_OTHER_VERSION);
  }
  job->announced = 0;
  curl_off_t length = -1;
  curl_easy_getinfo(job->handle->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  bool has_no_content = transfer->is_head_request || status == 204 || status == 304;
  bool is_in_chunks = is_chunked(transfer->head, transfer->head_count);
  // For `note_excess`, which needs messages. Excess after other content closes the connection in any case.
  if (has_no_content || is_in_chunks || length == 0) curl_easy_setopt(job->handle->easy, CURLOPT_VERBOSE, 1L);
  if (has_no_content) return true;
  // Chunked content ends with its last chunk. Its Content-Length is ignored (RFC 9112 section 6.3).
  if (is_in_chunks) length = -1;
  job->announced = length;
  if (leaves_content(transfer, status, length)) return refuse(job, REFINERY_LEFT);
  if (length < 0 && job->is_secure && !tells_its_end(transfer->head, transfer->head_count)) {
    job->ends_with_connection = true;
    curl_easy_setopt(job->handle->easy, CURLOPT_NOPROGRESS, 0L);
  }
  if (length <= 0) return true;
  // The content of an error that is streamed is counted as it arrives, so that the status reaches the caller.
  bool is_success = status >= 200 && status < 300;
  if (transfer->limit >= 0 && length > transfer->limit && (is_success || !transfer->is_streamed)) {
    transfer->observed = length;
    return refuse(job, REFINERY_TOO_LARGE);
  }
  if (!transfer->is_streamed) {
    size_t needed = length < MOST_RESERVED ? (size_t)length : MOST_RESERVED;
    if (needed <= transfer->received_capacity) return true;
    free(transfer->received);
    transfer->received = malloc(needed);
    transfer->received_capacity = transfer->received ? needed : 0;
  }
  return true;
}

// Called for each line of a head and for the empty line after it. Interim responses and trailers call it, too.
size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  handle *handle = context;
  job *job = handle->current;
  refinery_transfer *transfer = &job->transfer;
  count *= size;
  job->last_activity = handle->loop->now;
  handle->loop->steps++;
  if (transfer->has_head) return count;
  if (job->is_block_over) {
    transfer->head_count = 0;
    job->is_block_over = false;
  }
  if (count > MOST_HEAD - transfer->head_count) return refuse(job, REFINERY_HEAD_TOO_LARGE);
  if (!append(bytes, count, (void **)&transfer->head, &transfer->head_count, &transfer->head_capacity)) return 0;
  if (count > 2 || (bytes[0] != '\r' && bytes[0] != '\n')) return count;
  job->is_block_over = true;
  long status = 0;
  curl_easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &status);
  if (status < 200 && status != 101) return count;
  transfer->has_head = true;
  close_sent_file(transfer);
  if (transfer->is_streamed) note_times(job);
  if (!admits_content(job, status)) return 0;
  if (transfer->is_streamed) handle->loop->callbacks.head(transfer->owner);
  return count;
}

size_t take_content(char *bytes, size_t size, size_t count, void *context) {
  handle *handle = context;
  job *job = handle->current;
  refinery_transfer *transfer = &job->transfer;
  count *= size;
  job->last_activity = handle->loop->now;
  handle->loop->steps++;
  if (job->is_reader_full) {
    job->is_paused = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  transfer->observed += (int64_t)count;
  if (transfer->limit >= 0 && transfer->observed > transfer->limit) {
    refuse(job, REFINERY_TOO_LARGE);
    return count + 1;
  }
  if (transfer->is_streamed) {
    job->is_reader_full = handle->loop->callbacks.receive(transfer->owner, bytes, count) == REFINERY_TAKEN_AND_FULL;
    return count;
  }
  bool is_kept =
      append(bytes, count, (void **)&transfer->received, &transfer->received_count, &transfer->received_capacity);
  return is_kept ? count : count + 1;
}

static size_t read_file(job *job, char *bytes, size_t capacity) {
  refinery_transfer *transfer = &job->transfer;
  int64_t rest = transfer->content_length - transfer->sent;
  if (rest < (int64_t)capacity) capacity = (size_t)rest;
  if (capacity == 0) return 0;
  for (;;) {
    ssize_t count = pread(transfer->file, bytes, capacity, (off_t)transfer->sent);
    if (count > 0) return (size_t)count;
    if (count == 0 || errno != EINTR) break;
  }
  refuse(job, REFINERY_FILE_SHORT);
  return CURL_READFUNC_ABORT;
}

size_t give_content(char *bytes, size_t size, size_t count, void *context) {
  handle *handle = context;
  job *job = handle->current;
  refinery_transfer *transfer = &job->transfer;
  job->last_activity = handle->loop->now;
  handle->loop->steps++;
  size_t given = transfer->content == REFINERY_FILE
                     ? read_file(job, bytes, size * count)
                     : handle->loop->callbacks.provide(transfer->owner, bytes, size * count, transfer->sent);
  if (given == CURL_READFUNC_PAUSE) job->is_waiting_for_content = true;
  if (given <= size * count) transfer->sent += (int64_t)given;
  close_sent_file(transfer);
  return given;
}

// Called while libcurl receives content that ends with its connection, and once more before it closes the connection.
int note_progress(void *context, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now) {
  (void)total, (void)now, (void)upload_total, (void)upload_now;
  handle *handle = context;
  job *job = handle->current;
  if (job && job->ends_with_connection && tls_has_ended(handle->easy)) job->has_tls_end = true;
  return 0;
}

// A request that the server did not process may be sent again, whatever its method (RFC 9113 section 8.7).
static bool may_repeat(const job *job) {
  return job->transfer.may_resend || (job->is_refused && job->transfer.can_repeat);
}

int rewind_content(void *context, curl_off_t offset, int origin) {
  handle *handle = context;
  if (origin != SEEK_SET || !may_repeat(handle->current)) return CURL_SEEKFUNC_FAIL;
  handle->current->transfer.sent = offset;
  return CURL_SEEKFUNC_OK;
}

// On a kept connection of HTTP/1.1, bytes that a server sends before the next request belong to no request (RFC 9112 section
// 9.2). libcurl would read them as the response to this request. So the transfer starts again on a new connection, and this one
// is closed. A connection whose lifetime is over is treated in the same way.
static bool must_start_again(job *job) {
  refinery_loop *loop = job->handle->loop;
  long opened = 0;
  if (loop->settings.is_http2) return false;
  curl_easy_getinfo(job->handle->easy, CURLINFO_NUM_CONNECTS, &opened);
  if (opened > 0 || !(is_outlived(loop, job) || has_unrequested_input(loop, job))) return false;
  curl_easy_setopt(job->handle->easy, CURLOPT_FORBID_REUSE, 1L);
  job->must_start_again = true;
  return true;
}

// If a kept connection ends before the response begins, or the server refuses a stream, libcurl sends the request again up to
// five times, whatever its method. It calls this function before each attempt to send. The function stops the attempt if the
// request may not be repeated, or has already been sent twice. The second attempt uses a new connection.
int before_sending(void *context, char *ip, char *local_ip, int port, int local_port) {
  (void)local_ip;
  handle *handle = context;
  job *job = handle->current;
  job->last_activity = handle->loop->now;
  handle->loop->steps++;
  note_connection(handle->loop, job, ip, port, local_port);
  if (job->sendings == 0 && must_start_again(job)) return CURL_PREREQFUNC_ABORT;
  if (job->is_secure && !has_alternative_name(handle->easy)) {
    refuse(job, REFINERY_NO_ALTERNATIVE_NAME);
    // The connection is not used for other requests, either.
    curl_easy_setopt(handle->easy, CURLOPT_FORBID_REUSE, 1L);
    retire(handle->loop, job);
    return CURL_PREREQFUNC_ABORT;
  }
  job->transfer.is_sent = true;
  if (job->sendings++ == 0) {
    curl_easy_setopt(handle->easy, CURLOPT_FRESH_CONNECT, 1L);
    return CURL_PREREQFUNC_OK;
  }
  if (!may_repeat(job) || job->sendings > 2) {
    refuse(job, REFINERY_RESENT);
    return CURL_PREREQFUNC_ABORT;
  }
  job->is_refused = false;
  job->transfer.sent = 0;
  return CURL_PREREQFUNC_OK;
}
#endif
