"""Connections, heads, content and TLS over HTTP/1.1."""

import os
import socket
import ssl
import subprocess
import tempfile
import time

from libcurl import CA_FILE, CA_PATH, CERT, CONNECT_TIME, KEY, OS_ERRNO, STATUS, Easy, Multi, words
from rows import row
from servers import Server, request, reset, say


def two(server, first="first", second="second", **options):
    """Two calls one after the other on one multi handle; what the second gets."""
    multi = Multi()
    multi.run(Easy(server.at(first), **options))
    time.sleep(0.2)
    easy = Easy(server.at(second), **options)
    result = multi.run(easy)[0]
    return easy.body.decode() or result


def unasked(first):
    def serve(client, number):
        while True:
            target = request(client)
            first(client) if target == "/first" else say(client, "right")

    return lambda: two(Server(serve))


row("a response that nobody asked for on an idle connection", "others", "right")(
    unasked(lambda client: (say(client, "first"), time.sleep(0.05), say(client, "others"))))
row("a 408 that ends an idle connection", "late", "right")(
    unasked(lambda client: (say(client, "first"), time.sleep(0.05),
                            client.sendall(b"HTTP/1.1 408 Late\r\nContent-Length: 4\r\n\r\nlate"), client.close())))


@row("a kept connection ends before the response: how often a POST comes", "2", "2")
def died():
    posts = []

    def serve(client, number):
        if number == 0:
            request(client), say(client, "first")
        posts.append(request(client))
        if number > 0:
            say(client, "right")
        client.close()

    two(Server(serve), POST_FIELDS="x")
    return str(len(posts))


@row("the error number of an earlier request", "reported again", "forgotten")
def number():
    def serve(client, _):
        request(client), say(client, "right")

    server, closed = Server(serve), socket.create_server(("127.0.0.1", 0))
    port, multi = closed.getsockname()[1], Multi()
    closed.close()
    easy = Easy(f"http://127.0.0.1:{port}/")
    multi.run(easy)
    easy.url(server.at())
    multi.run(easy)
    return "reported again" if easy.info(OS_ERRNO) else "forgotten"


def response(bytes):
    def serve(client, number):
        request(client), client.sendall(bytes), client.close()

    def run():
        easy = Easy(Server(serve).at())
        result = Multi().run(easy)[0]
        return f"{result} {easy.info(STATUS)} {easy.body.decode()}".rstrip()

    return run


row("two values of Content-Length", "OK 200 he", "OK 200 he")(
    response(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nhello"))
row("101 without a request for it", "OK 101 hello", "OK 101 hello")(
    response(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nhello"))
row("a head that its connection cuts", "OK 200", "OK 200")(response(b"HTTP/1.1 200 OK\r\nX: "))
row("a head of 6000 lines", "OK 200", "TOO_LARGE 200")(
    response(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + b"x: y\r\n" * 6000 + b"\r\n"))


@row("a whole response, then a reset during the upload", "SEND_ERROR hello", "SEND_ERROR hello")
def early():
    def serve(client, number):
        request(client), say(client, "hello"), time.sleep(0.3), reset(client)

    easy = Easy(Server(serve).at())
    easy.uploads(50_000_000)
    return f"{Multi().run(easy)[0]} {easy.body.decode()}"


# TLS.

FOLDER = tempfile.TemporaryDirectory()


def certificate(name, *extensions):
    path = os.path.join(FOLDER.name, name)
    added = [part for extension in extensions for part in ("-addext", extension)]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path + ".key", "-out", path + ".pem",
                    "-days", "2", "-subj", "/CN=localhost", *added], check=True, capture_output=True)
    return path


def tls(name, **options):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(name + ".pem", name + ".key")
    for option, value in options.items():
        setattr(context, option, value)
    return context


def named():
    return certificate("named", "subjectAltName=DNS:localhost")


def secure(name, serve, roots=None, **options):
    server = Server(serve, tls(name, **options))
    return server, Easy(server.at(scheme="https", host="localhost"), CA_FILE=roots or name + ".pem")


def close_after(client, number):
    request(client), say(client, "hello"), client.recv(1)


@row("content that ends with its connection, without close_notify", "OK hello", "RECV_ERROR hello")
def cut():
    def serve(client, number):
        request(client), client.sendall(b"HTTP/1.1 200 OK\r\n\r\nhello")
        socket.socket(fileno=client.detach()).close()

    _, easy = secure(named(), serve)
    return f"{Multi().run(easy)[0]} {easy.body.decode()}"


@row("a certificate with only a common name", "OK", "OK")
def common():
    return Multi().run(secure(certificate("common"), close_after)[1])[0]


@row("a replaced file of trust roots", "the old one applies", "the old one applies")
def roots():
    first, other = named(), certificate("other", "subjectAltName=DNS:localhost")
    file, multi = os.path.join(FOLDER.name, "roots.pem"), Multi()
    results = []
    for name in (first, other):
        with open(name + ".pem") as source, open(file, "w") as target:
            target.write(source.read())
        server, easy = secure(first, close_after, roots=file)
        easy.set(CA_PATH, None)
        results += multi.run(easy)
    return {"OK OK": "the old one applies"}.get(" ".join(results), "the new one applies")


@row("a client certificate that is refused under TLS 1.3", "a lost connection", "a lost connection")
def refused():
    def serve(client, number):
        request(client)

    name, strange = named(), certificate("strange")
    server, easy = secure(name, serve, minimum_version=ssl.TLSVersion.TLSv1_3)
    server.tls.load_verify_locations(name + ".pem")
    server.tls.verify_mode = ssl.CERT_REQUIRED
    easy.set(CERT, strange + ".pem"), easy.set(KEY, strange + ".key")
    result = Multi().run(easy)[0]
    return "a lost connection" if result in ("RECV_ERROR", "SEND_ERROR") else result


@row("a dead first address: which part of the time to connect it uses", "half", "half")
def dead():
    def serve(client, number):
        request(client), say(client, "hello")

    server = Server(serve)
    # A full queue drops further connections.
    silent = socket.socket()
    silent.bind(("127.0.0.2", server.port)), silent.listen(0)
    full = [socket.socket() for _ in range(4)]
    for client in full:
        client.setblocking(False)
        client.connect_ex(("127.0.0.2", server.port))
    easy = Easy(f"http://two.test:{server.port}/", CONNECT_TIMEOUT_MS=3000,
                RESOLVE=words(f"two.test:{server.port}:127.0.0.2,127.0.0.1"))
    result = Multi().run(easy)[0]
    part = easy.info(CONNECT_TIME) / 3
    return "half" if result == "OK" and 0.45 < part < 0.6 else f"{result}, {part:.2f}"
