#include "Internal.h"
#ifdef REFINERY_CURL
#include <string.h>

// Returns a time of libcurl, counted from the start of the transfer; 0 stays 0.
static int64_t since_start(const job *job, curl_off_t time) { return time > 0 ? time + job->wait_for_content : 0; }

void note_times(job *job) {
  refinery_times *times = &job->transfer.times;
  CURL *easy = job->handle->easy;
  long opened = 0;
  curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &opened);
  times->is_reused = opened == 0 && job->transfer.is_sent;
  // For a reused connection, libcurl reports meaningless times.
  if (!times->is_reused) {
    curl_off_t resolved = 0, connected = 0, secured = 0;
    curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &connected);
    curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &secured);
    times->resolved = since_start(job, resolved);
    times->connected = since_start(job, connected);
    times->secured = since_start(job, secured);
  }
  curl_off_t ready = 0, first_byte = 0, over = 0;
  curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
  curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
  curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &over);
  times->ready = since_start(job, ready);
  times->first_byte = job->transfer.head_count > 0 ? since_start(job, first_byte) : 0;
  times->over = since_start(job, over);
  const char *address = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  if (address) strncpy(times->peer_address, address, sizeof(times->peer_address) - 1);
  curl_easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &times->peer_port);
}
#endif
