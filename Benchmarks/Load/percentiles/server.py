#!/usr/bin/env python3
"""A small HTTP/1.1 server on 127.0.0.1 for load tests: it responds to every request with 200 and a JSON object.

    server.py PORT [STALL_AFTER STALL]

With a stall, it does nothing at all for STALL seconds, STALL_AFTER seconds after its first request. It runs until it is
stopped.
"""

import asyncio
import sys
import time

BODY = b'{"id":5,"name":"Ann","age":40}'
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)


class Connection(asyncio.Protocol):
    stall = None
    has_begun = False

    def connection_made(self, transport):
        self.transport = transport
        self.buffer = b""

    def data_received(self, data):
        if not Connection.has_begun:
            Connection.has_begun = True
            if Connection.stall:
                after, seconds = Connection.stall
                # The event loop stands still, as a server does in a pause of its garbage collector.
                asyncio.get_running_loop().call_later(after, time.sleep, seconds)
        self.buffer += data
        # The requests have no content.
        *heads, self.buffer = self.buffer.split(b"\r\n\r\n")
        if heads:
            self.transport.write(RESPONSE * len(heads))


async def main():
    if len(sys.argv) > 3:
        Connection.stall = (float(sys.argv[2]), float(sys.argv[3]))
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", int(sys.argv[1]), backlog=4096)
    print("listening", flush=True)
    await server.serve_forever()


asyncio.run(main())
