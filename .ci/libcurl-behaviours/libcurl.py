"""libcurl's easy and multi handles."""

import ctypes
import sys
import time

LIBRARY = sys.argv[1] if len(sys.argv) > 1 else "libcurl.so.4"
curl = ctypes.CDLL(LIBRARY)
for name in ("curl_easy_init", "curl_multi_init", "curl_multi_info_read", "curl_version"):
    getattr(curl, name).restype = ctypes.c_void_p
curl.curl_version.restype = ctypes.c_char_p
curl.curl_global_init(ctypes.c_long(3))

WRITE = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p)
URL, WRITE_FUNCTION, READ_FUNCTION = 10002, 20011, 20012
POST_FIELDS, POST_SIZE, UPLOAD, IN_SIZE, CUSTOM, HTTP_VERSION, TIMEOUT_MS = 10015, 60, 46, 30115, 10036, 84, 155
CA_FILE, CA_PATH, CERT, KEY, RESOLVE, CONNECT_TIMEOUT_MS, HTTP_HEADER = 10065, 10097, 10025, 10087, 10203, 156, 10023
STATUS, OS_ERRNO, CONNECT_TIME = 0x200002, 0x200019, 0x300005
HTTP2_PLAIN, ERRORS = 5, {0: "OK", 16: "HTTP2", 18: "PARTIAL_FILE", 52: "GOT_NOTHING", 55: "SEND_ERROR", 56: "RECV_ERROR",
                          28: "TIMED_OUT", 60: "PEER_FAILED_VERIFICATION", 92: "HTTP2_STREAM", 43: "BAD_FUNCTION_ARGUMENT",
                          8: "WEIRD_SERVER_REPLY", 7: "COULDNT_CONNECT", 42: "ABORTED", 100: "TOO_LARGE"}


class Message(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("easy", ctypes.c_void_p), ("result", ctypes.c_int)]


def words(*lines):
    first = None
    curl.curl_slist_append.restype = ctypes.c_void_p
    for line in lines:
        first = curl.curl_slist_append(ctypes.c_void_p(first), line.encode())
    return first


class Easy:
    """An easy handle that keeps what it receives."""

    def __init__(self, url, **options):
        self.handle, self.kept = ctypes.c_void_p(curl.curl_easy_init()), []
        self.body, self.code = b"", None
        self.take(WRITE_FUNCTION, lambda bytes: setattr(self, "body", self.body + bytes))
        self.set(TIMEOUT_MS, 5000)
        self.set(10004, "")  # no proxy
        self.url(url)
        for option, value in options.items():
            self.set(globals()[option], value)

    def url(self, url):
        self.body = b""
        self.set(URL, url)

    def set(self, option, value):
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, int):
            value = ctypes.c_long(value) if option < 10000 or option >= 30000 else ctypes.c_void_p(value)
        self.kept.append(value)
        curl.curl_easy_setopt(self.handle, option, value)

    def take(self, option, body):
        self.set(option, WRITE(lambda bytes, size, count, _: (body(ctypes.string_at(bytes, count)), count)[1]))

    def uploads(self, count, method="POST"):
        """Content of zeros that is read piece by piece."""
        left = [count]

        def give(bytes, size, room, _):
            room = min(room * size, left[0])
            ctypes.memset(bytes, 48, room)
            left[0] -= room
            return room

        self.set(UPLOAD, 1), self.set(IN_SIZE, count), self.set(CUSTOM, method)
        self.set(READ_FUNCTION, WRITE(give)), self.set(HTTP_HEADER, words("Expect:"))

    def info(self, number):
        value = ctypes.c_double() if number & 0x300000 == 0x300000 else ctypes.c_long()
        curl.curl_easy_getinfo(self.handle, number, ctypes.byref(value))
        return value.value


class Multi:
    def __init__(self):
        self.handle, self.turns = ctypes.c_void_p(curl.curl_multi_init()), 0

    def add(self, easy):
        easy.code = None
        curl.curl_multi_add_handle(self.handle, easy.handle)

    def remove(self, easy):
        curl.curl_multi_remove_handle(self.handle, easy.handle)

    def perform(self):
        left = ctypes.c_int()
        self.turns += 1
        curl.curl_multi_perform(self.handle, ctypes.byref(left))
        return left.value

    def run(self, *easies, until=None, limit=8.0):
        """Runs the easies to their ends and returns the results, or runs until a condition holds."""
        for easy in easies:
            self.add(easy)
        end = time.monotonic() + limit
        while time.monotonic() < end and not (until and until()):
            left, count = self.perform(), ctypes.c_int()
            while True:
                message = curl.curl_multi_info_read(self.handle, ctypes.byref(count))
                if not message:
                    break
                message = Message.from_address(message)
                for easy in easies:
                    if easy.handle.value == message.easy:
                        easy.code = message.result
            if left == 0 and not until:
                break
            curl.curl_multi_poll(self.handle, None, 0, 20, None)
        if until:
            return until()
        for easy in easies:
            self.remove(easy)
        return ["hangs" if easy.code is None else ERRORS.get(easy.code, str(easy.code)) for easy in easies]
