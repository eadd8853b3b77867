#include "Internal.h"
#ifdef REFINERY_CURL
#include <string.h>

// CURLE_TOO_LARGE, which exists since libcurl 8.6. Later versions use it for a head with more than 5000 lines.
enum { TOO_LARGE = 100 };

static void keep_words(job *job) {
  // All other messages of libcurl may contain hosts and addresses.
  static const char safe[] = "SSL certificate problem:";
  if (strncmp(job->handle->words, safe, sizeof(safe) - 1) == 0) {
    strncpy(job->transfer.words, job->handle->words, sizeof(job->transfer.words) - 1);
  }
}

// Whether the whole response has arrived. While the reader is full, libcurl may hold content that would be lost.
static bool is_whole(const job *job) {
  if (!job->transfer.has_head) return false;
  return job->transfer.observed == job->announced || (job->announced < 0 && job->has_stream_end && !job->is_paused);
}

// Sets the reason if libcurl's code gives none, or a wrong one.
static void judge(refinery_loop *loop, job *job) {
  refinery_transfer *transfer = &job->transfer;
  if (transfer->fault != REFINERY_NO_FAULT) return;
  if (transfer->code == CURLE_OK) {
    if (job->ends_with_connection && !job->has_tls_end) transfer->fault = REFINERY_CUT;
    // RFC 9113 section 8.1: without END_STREAM, the content may be cut. A response with a length is complete without it.
    if (job->is_reset && !job->has_stream_end && job->announced < 0) transfer->fault = REFINERY_CUT_STREAM;
    return;
  }
  curl_easy_getinfo(job->handle->easy, CURLINFO_OS_ERRNO, &transfer->os_error);
  keep_words(job);
  if (names_refused_certificate(job->handle->words)) {
    transfer->fault = REFINERY_CERTIFICATE_REFUSED;
  } else if (transfer->code == TOO_LARGE && transfer->head_count > 0 && !transfer->has_head) {
    transfer->fault = REFINERY_HEAD_TOO_LARGE;
  } else if (refinery_meaning(transfer->code) == REFINERY_LOST) {
    if (is_whole(job)) {
      // The response is complete. The server did not wait for the rest of the request.
      transfer->code = CURLE_OK;
    } else if (job->connection && job->connection == loop->flooded_connection) {
      transfer->fault = REFINERY_FLOODED;
    } else if (!transfer->is_sent) {
      curl_easy_getinfo(job->handle->easy, CURLINFO_HTTP_CONNECTCODE, &transfer->proxy_status);
    }
  }
}

// If a call times out before the first byte of its response, its connection may be dead, so the next call uses another
// connection. libcurl closes the old one unless another call uses it. If the server does not acknowledge data, it is closed in
// any case.
static bool is_forgotten(const refinery_transfer *transfer) {
  return (transfer->fault == REFINERY_DEADLINE || transfer->fault == REFINERY_SILENCE) && transfer->is_sent &&
         transfer->head_count == 0 && transfer->observed == 0;
}

// If a call ends early over HTTP/2, libcurl holds back the RST_STREAM until the connection is used again, and meanwhile the
// server continues to work. So libcurl closes the connection. If another call uses it, `flush_later` sends the frame instead.
static bool is_abandoned(const refinery_loop *loop, const refinery_transfer *transfer) {
  return loop->settings.is_http2 && transfer->is_sent && transfer->fault != REFINERY_NO_FAULT;
}

void job_finish(refinery_loop *loop, job *job) {
  handle *handle = job->handle;
  bool is_abandoned_stream = job->is_added && is_abandoned(loop, &job->transfer);
  bool is_retired = job->is_added && (is_abandoned_stream || is_forgotten(&job->transfer));
  if (job->is_added) {
    if (!job->transfer.is_streamed || !job->transfer.has_head) note_times(job);
    judge(loop, job);
    if (is_retired) {
      curl_easy_setopt(handle->easy, CURLOPT_FORBID_REUSE, 1L);
      retire_unreachable(loop, job);
    }
    // libcurl may call callbacks once more from here.
    if (curl_multi_remove_handle(loop->multi, handle->easy) != CURLM_OK) loop->has_failed = true;
  }
  if (is_abandoned_stream) flush_later(loop, job);
  if (handle) leave_connection(loop, job);
  alarm_drop(loop, job);
  if (job->previous) job->previous->next = job->next;
  if (job->next) job->next->previous = job->previous;
  if (loop->under_way == job) loop->under_way = job->next;
  job->is_over = true;
  job->handle = NULL;
  // libcurl counts the repeated attempts of all requests of a handle, and fails after five.
  if (handle) handle_give_back(loop, handle, job->sendings <= 1 && !is_retired);
  job->next_finished = NULL;
  *loop->last_finished = job;
  loop->last_finished = &job->next_finished;
}

void tell_finished(refinery_loop *loop) {
  job *job = loop->finished;
  loop->finished = NULL;
  loop->last_finished = &loop->finished;
  while (job) {
    struct job *next = job->next_finished;
    loop->callbacks.finished(job->transfer.owner);
    job = next;
  }
}
#endif
