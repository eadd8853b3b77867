#include "Internal.h"
#ifdef REFINERY_CURL
#include <string.h>
#include <strings.h>

// Returns the value if the line is a field of this name, and sets `end` to its end without trailing blanks. Otherwise null.
static const char *value_of(const char *line, const char **end, const char *name) {
  size_t count = strlen(name);
  if ((size_t)(*end - line) <= count || line[count] != ':' || strncasecmp(line, name, count) != 0) return NULL;
  const char *value = line + count + 1;
  while (*end > value && strchr(" \t\r", (*end)[-1])) (*end)--;
  return value;
}

static const char *end_of(const char *text, const char *end, char mark) {
  const char *found = memchr(text, mark, (size_t)(end - text));
  return found ? found : end;
}

// Finds the number between two positions, without surrounding blanks and leading zeros. Returns false if it is not a number.
static bool number(const char *text, const char *end, const char **digits, size_t *count) {
  while (text < end && (*text == ' ' || *text == '\t')) text++;
  while (end > text && (end[-1] == ' ' || end[-1] == '\t')) end--;
  if (text == end) return false;
  for (const char *place = text; place < end; place++) {
    if (*place < '0' || *place > '9') return false;
  }
  while (end - text > 1 && *text == '0') text++;
  *digits = text;
  *count = (size_t)(end - text);
  return true;
}

bool has_one_length(const char *head, size_t count) {
  const char *first = NULL;
  size_t first_count = 0;
  for (const char *line = head, *rest = head + count; line < rest;) {
    const char *next = end_of(line, rest, '\n'), *end = next;
    const char *value = value_of(line, &end, "Content-Length");
    line = next + 1;
    while (value) {
      const char *item_end = end_of(value, end, ','), *digits;
      size_t digit_count;
      if (!number(value, item_end, &digits, &digit_count)) return false;
      if (first && (digit_count != first_count || memcmp(first, digits, digit_count) != 0)) return false;
      first = digits;
      first_count = digit_count;
      value = item_end < end ? item_end + 1 : NULL;
    }
  }
  return true;
}

bool has_field(const char *head, size_t count, const char *name) {
  for (const char *line = head, *rest = head + count; line < rest;) {
    const char *next = end_of(line, rest, '\n'), *end = next;
    if (value_of(line, &end, name)) return true;
    line = next + 1;
  }
  return false;
}

bool is_chunked(const char *head, size_t count) {
  for (const char *line = head, *rest = head + count; line < rest;) {
    const char *next = end_of(line, rest, '\n'), *end = next;
    const char *value = value_of(line, &end, "Transfer-Encoding");
    line = next + 1;
    if (value && end - value >= 7 && strncasecmp(end - 7, "chunked", 7) == 0) return true;
  }
  return false;
}

// Chunked content and HTTP/2 content mark their own end.
bool tells_its_end(const char *head, size_t count) {
  return (count > 5 && head[5] == '2') || is_chunked(head, count);
}
#endif
