// Sends requests with libcurl's multi interface from one thread on epoll, to measure the cost of the engine itself.
//
//   CurlLoad URL EXPECTED-BYTES AT-ONCE WARM-SECONDS SECONDS GZIP(0|1) CA-FILE(or -) UPLOAD-BYTES(or 0) HTTP2(0|1)
//   CurlLoad version    prints the version of the libcurl that is loaded
//
// After an upload, the server responds with the number of bytes that it received.
//
// Prints one line of JSON, in the same format as `Load slice`.
#include "allocations.h"
#include <curl/curl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct transfer {
  CURL *easy;
  char *bytes;
  size_t count, capacity;
  double began;
};

struct snapshot {
  double time, cpu;
  uint64_t allocations;
};

static struct {
  CURLM *multi;
  int epoll;
  // When libcurl wants to be called without an event; negative for never.
  double alarm;
  size_t expected;
  // What is uploaded; null for downloads.
  char *upload;
  size_t upload_size;
  struct curl_slist *upload_fields;
  int is_http2;
  uint64_t requests;
  float *milliseconds;
  size_t capacity;
  int measuring;
} run;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *reason) {
  printf("{\"error\":\"%s\"}\n", reason);
  exit(1);
}

static struct snapshot snapshot(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double cpu = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  return (struct snapshot){now(), cpu, allocations()};
}

// The peak memory of this program only; the value of getrusage is inherited from the parent process.
static long peak_kilobytes(void) {
  long peak = 0;
  char line[256];
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  if (file) fclose(file);
  return peak;
}

static size_t body(char *data, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  size_t length = size * count;
  if (transfer->count + length > transfer->capacity) return 0;
  memcpy(transfer->bytes + transfer->count, data, length);
  transfer->count += length;
  return length;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
  (void)easy, (void)context;
  if (what == CURL_POLL_REMOVE) return epoll_ctl(run.epoll, EPOLL_CTL_DEL, socket, NULL), 0;
  struct epoll_event event = {.data.fd = socket};
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(run.epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event)) fail("epoll_ctl");
  if (!known) curl_multi_assign(run.multi, socket, &run);
  return 0;
}

static int set_alarm(CURLM *multi, long milliseconds, void *context) {
  (void)multi, (void)context;
  run.alarm = milliseconds < 0 ? -1 : now() + milliseconds / 1e3;
  return 0;
}

static void start(struct transfer *transfer) {
  transfer->count = 0;
  transfer->began = now();
  if (curl_multi_add_handle(run.multi, transfer->easy)) fail("curl_multi_add_handle");
}

static void note(const struct transfer *transfer) {
  if (!run.measuring) return;
  if (run.requests == run.capacity) {
    run.capacity = run.capacity ? 2 * run.capacity : 4096;
    run.milliseconds = realloc(run.milliseconds, run.capacity * sizeof *run.milliseconds);
    if (!run.milliseconds) fail("out of memory");
  }
  run.milliseconds[run.requests++] = (now() - transfer->began) * 1e3;
}

static void check_upload(const struct transfer *transfer) {
  char digits[32];
  int count = snprintf(digits, sizeof digits, "%zu", run.upload_size);
  if (transfer->count != (size_t)count || memcmp(transfer->bytes, digits, count)) fail("the server received another length");
}

static void restart_finished(void) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(run.multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    CURLcode code = message->data.result;
    struct transfer *transfer;
    long status;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code) fail(curl_easy_strerror(code));
    if (status != 200) fail("the status is not 200");
    if (transfer->count != run.expected) fail("the body has another length");
    if (run.upload) check_upload(transfer);
    if (run.is_http2) {
      long version = 0;
      curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
      if (version != CURL_HTTP_VERSION_2_0) fail("this is not HTTP/2");
    }
    note(transfer);
    curl_multi_remove_handle(run.multi, easy);
    start(transfer);
  }
}

// Works until `end`.
static void work(double end) {
  struct epoll_event events[64];
  int running;
  for (double time = now(); time < end; time = now()) {
    double wait = end - time;
    if (run.alarm >= 0 && run.alarm - time < wait) wait = run.alarm - time;
    int count = epoll_wait(run.epoll, events, 64, wait <= 0 ? 0 : (int)(wait * 1e3) + 1);
    for (int i = 0; i < count; i++) {
      int mask = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                 (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
      curl_multi_socket_action(run.multi, events[i].data.fd, mask, &running);
    }
    restart_finished();
    if (run.alarm >= 0 && run.alarm <= now()) {
      run.alarm = -1;
      curl_multi_socket_action(run.multi, CURL_SOCKET_TIMEOUT, 0, &running);
      restart_finished();
    }
  }
}

static struct transfer *transfers(int count, const char *url, int gzip, const char *authority) {
  struct transfer *all = calloc(count, sizeof *all);
  if (!all) fail("out of memory");
  for (int i = 0; i < count; i++) {
    all[i].easy = curl_easy_init();
    all[i].bytes = malloc(run.expected);
    all[i].capacity = run.expected;
    if (!all[i].easy || !all[i].bytes) fail("out of memory");
    curl_easy_setopt(all[i].easy, CURLOPT_URL, url);
    curl_easy_setopt(all[i].easy, CURLOPT_PRIVATE, &all[i]);
    curl_easy_setopt(all[i].easy, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(all[i].easy, CURLOPT_WRITEDATA, &all[i]);
    curl_easy_setopt(all[i].easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(all[i].easy, CURLOPT_TIMEOUT_MS, 60000L);
    if (gzip) curl_easy_setopt(all[i].easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    if (strcmp(authority, "-")) curl_easy_setopt(all[i].easy, CURLOPT_CAINFO, authority);
    if (run.is_http2) {
      curl_easy_setopt(all[i].easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
      // Wait for the first connection and share it.
      curl_easy_setopt(all[i].easy, CURLOPT_PIPEWAIT, 1L);
    }
    if (run.upload) {
      curl_easy_setopt(all[i].easy, CURLOPT_POSTFIELDS, run.upload);
      curl_easy_setopt(all[i].easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)run.upload_size);
      curl_easy_setopt(all[i].easy, CURLOPT_CUSTOMREQUEST, "PUT");
      curl_easy_setopt(all[i].easy, CURLOPT_HTTPHEADER, run.upload_fields);
    }
  }
  return all;
}

static int ascending(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "version") == 0) {
    puts(curl_version_info(CURLVERSION_NOW)->version);
    return 0;
  }
  if (count != 10) {
    fail("usage: CurlLoad URL EXPECTED-BYTES AT-ONCE WARM-SECONDS SECONDS GZIP CA-FILE UPLOAD-BYTES HTTP2");
  }
  int at_once = atoi(arguments[3]);
  double warm = atof(arguments[4]), seconds = atof(arguments[5]);
  // Ends the program, even if something hangs.
  alarm(60 + (unsigned)(warm + seconds));
  run.expected = strtoull(arguments[2], NULL, 10);
  run.alarm = -1;
  run.is_http2 = atoi(arguments[9]);
  run.upload_size = strtoull(arguments[8], NULL, 10);
  if (run.upload_size) {
    run.upload = malloc(run.upload_size);
    if (!run.upload) fail("out of memory");
    memset(run.upload, 'x', run.upload_size);
    run.upload_fields = curl_slist_append(NULL, "Content-Type: application/json");
    run.upload_fields = curl_slist_append(run.upload_fields, "Expect:");
  }
  run.epoll = epoll_create1(EPOLL_CLOEXEC);
  curl_global_init(CURL_GLOBAL_ALL);
  run.multi = curl_multi_init();
  curl_multi_setopt(run.multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(run.multi, CURLMOPT_TIMERFUNCTION, set_alarm);
  curl_multi_setopt(run.multi, CURLMOPT_MAXCONNECTS, (long)at_once);
  curl_multi_setopt(run.multi, CURLMOPT_MAX_CONCURRENT_STREAMS, (long)at_once);
  struct transfer *all = transfers(at_once, arguments[1], atoi(arguments[6]), arguments[7]);
  for (int i = 0; i < at_once; i++) start(&all[i]);

  work(now() + warm);
  run.measuring = 1;
  struct snapshot first = snapshot();
  work(now() + seconds);
  struct snapshot last = snapshot();
  if (!run.requests) fail("no request was finished");

  qsort(run.milliseconds, run.requests, sizeof *run.milliseconds, ascending);
  printf("{\"requests\":%llu,\"seconds\":%.6f,\"cpu\":%.6f,\"allocations\":%llu,\"p50\":%.4f,\"p99\":%.4f,\"peak\":%ld}\n",
         (unsigned long long)run.requests, last.time - first.time, last.cpu - first.cpu,
         (unsigned long long)(last.allocations - first.allocations), run.milliseconds[run.requests / 2],
         run.milliseconds[(size_t)(run.requests * 0.99)], peak_kilobytes());
  return 0;
}
