"""Servers that a row scripts."""

import socket
import struct
import threading


class Server:
    """Hands each connection and its number, from 0, to a function on a thread of its own."""

    def __init__(self, serve, tls=None, backlog=16):
        self.listener, self.connections = socket.create_server(("127.0.0.1", 0), backlog=backlog), 0
        self.port = self.listener.getsockname()[1]
        self.serve, self.tls = serve, tls
        if serve:
            threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, number = self.listener.accept()[0], self.connections
            self.connections += 1
            threading.Thread(target=self.handle, args=(client, number), daemon=True).start()

    def handle(self, client, number):
        try:
            self.serve(self.tls.wrap_socket(client, server_side=True) if self.tls else client, number)
        except OSError:
            pass

    def at(self, path="", scheme="http", host="127.0.0.1"):
        return f"{scheme}://{host}:{self.port}/{path}"


def request(client):
    """Reads a head of HTTP/1.1, and its target."""
    head = b""
    while b"\r\n\r\n" not in head:
        piece = client.recv(4096)
        if not piece:
            raise OSError
        head += piece
    return head.split()[1].decode()


def say(client, text, head="Content-Length: {}\r\n"):
    client.sendall(f"HTTP/1.1 200 OK\r\n{head.format(len(text))}\r\n{text}".encode())


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def frames(handle, streams=100):
    """A server of HTTP/2 without TLS; the function gets the type, the stream, the client and its number for each frame."""

    def serve(client, number):
        file = client.makefile("rb")
        file.read(24)
        client.sendall(frame(4, 0, 0, struct.pack(">HI", 3, streams)))
        while True:
            head = file.read(9)
            if len(head) < 9:
                return handle(None, 0, client, number)
            file.read(int.from_bytes(head[:3], "big"))
            if head[3] == 4 and head[4] == 0:
                client.sendall(frame(4, 1, 0))
            handle(head[3], int.from_bytes(head[5:], "big"), client, number)

    return Server(serve)


def good(kind, stream, client, number):
    if kind == 1:
        client.sendall(frame(1, 5, stream, b"\x88"))
