"""HTTP/2 without TLS."""

import struct
import threading
import time

from libcurl import HTTP2_PLAIN, STATUS, Easy, Multi
from rows import row
from servers import frame, frames, good


def plain(server, path="", **options):
    return Easy(server.at(path), HTTP_VERSION=HTTP2_PLAIN, **options)


@row("HTTP/2: an upload waits for the server's window", "a busy loop", "waits")
def window():
    def handle(kind, stream, client, number):
        if kind == 1:
            def later():
                time.sleep(2)
                client.sendall(frame(8, 0, 0, struct.pack(">I", 1 << 20)) + frame(8, 0, stream, struct.pack(">I", 1 << 20)))
                time.sleep(0.2)
                client.sendall(frame(1, 5, stream, b"\x88"))

            threading.Thread(target=later, daemon=True).start()

    easy, multi = plain(frames(handle)), Multi()
    easy.uploads(3_000_000)
    multi.run(easy)
    return "a busy loop" if multi.turns > 10_000 else "waits"


def reply(pieces, upload=0):
    def handle(kind, stream, client, number):
        if kind == 1:
            for piece in pieces(stream):
                client.sendall(piece)
                time.sleep(0.1)

    def run():
        easy = plain(frames(handle))
        if upload:
            easy.uploads(upload)
        result = Multi().run(easy)[0]
        return " ".join([result, str(easy.info(STATUS)), easy.body.decode()]).rstrip()

    return run


RESET = struct.pack(">I", 0)
row("HTTP/2: 403 with END_STREAM and RST_STREAM(NO_ERROR) during an upload", "HTTP2_STREAM 0", "OK 403")(
    reply(lambda stream: [frame(1, 5, stream, b"\x08\x03403") + frame(3, 0, stream, RESET)], upload=1_000_000))
row("HTTP/2: RST_STREAM(NO_ERROR) without END_STREAM", "OK 200 hello", "OK 200 hello")(
    reply(lambda stream: [frame(1, 4, stream, b"\x88"), frame(0, 0, stream, b"hello"), frame(3, 0, stream, RESET)]))


@row("HTTP/2: when the server learns that a call ended early", "not at the next call", "RST_STREAM at the next call")
def ends():
    seen, resets, closed = threading.Event(), threading.Event(), threading.Event()

    def handle(kind, stream, client, number):
        if kind is None:
            closed.set()
        elif kind == 1 and stream == 3:
            seen.set()
        elif kind == 3:
            resets.set()
        else:
            good(kind, stream, client, number)

    server, multi = frames(handle), Multi()
    multi.run(plain(server))
    easy = plain(server)
    multi.add(easy)
    multi.run(until=seen.is_set)
    multi.remove(easy)
    if multi.run(until=lambda: resets.is_set() or closed.is_set(), limit=2):
        return "at once"
    multi.run(plain(server))
    return "RST_STREAM at the next call" if resets.wait(1) else "not at the next call"


def sent(first):
    def run():
        requests = []

        def handle(kind, stream, client, number):
            if kind == 1:
                requests.append(stream)
                client.sendall(first(stream))

        easy = plain(frames(handle), POST_FIELDS="x")
        result = Multi().run(easy)[0]
        return f"{len(requests)} times, {result}"

    return run


row("HTTP/2: how often a POST is sent that is refused by REFUSED_STREAM", "6 times, RECV_ERROR", "6 times, RECV_ERROR")(
    sent(lambda stream: frame(3, 0, stream, struct.pack(">I", 7))))
row("HTTP/2: how often a POST is sent that GOAWAY leaves out", "1 times, HTTP2", "6 times, RECV_ERROR")(
    sent(lambda stream: frame(7, 0, 0, bytes(8))))


@row("HTTP/2: a flood of frames without content", "does not return", "returns")
def flood():
    def handle(kind, stream, client, number):
        if kind == 1:
            client.sendall(frame(1, 4, stream, b"\x88"))
            end = time.monotonic() + 4
            while time.monotonic() < end:
                client.sendall(frame(2, 0, stream, bytes(5)) * 5000)
            client.close()

    multi, longest = Multi(), 0
    multi.add(plain(frames(handle)))
    end = time.monotonic() + 2
    while time.monotonic() < end:
        before = time.monotonic()
        multi.perform()
        longest = max(longest, time.monotonic() - before)
        time.sleep(0.001)
    return "does not return" if longest > 1 else "returns"


@row("HTTP/2 without TLS: the second request", "fails", "right")
def second():
    server, multi = frames(good), Multi()
    return "right" if [multi.run(plain(server))[0] for _ in range(2)] == ["OK", "OK"] else "fails"
