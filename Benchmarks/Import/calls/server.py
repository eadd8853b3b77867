"""The echo server: server.py CALLS.json RECORD PORT_FILE.

It writes each request as a line of JSON and responds as CALLS.json says."""

import asyncio
import base64
import json
import os
import sys


class Echo:
    def __init__(self, calls, record):
        with open(calls, encoding="utf-8") as file:
            self.responses = {
                f"{row['id']}#{i}": run["response"]
                for row in json.load(file)["rows"]
                for i, run in enumerate(row["runs"])
            }
        self.record = open(record, "w", encoding="utf-8")

    async def serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                method, target, _ = head[0].split(" ")
                fields = [(n.strip(), v.strip()) for n, _, v in (line.partition(":") for line in head[1:] if line)]
                named = {n.lower(): v for n, v in fields}
                if named.get("expect", "").lower() == "100-continue":
                    writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                if "chunked" in named.get("transfer-encoding", ""):
                    body = b""
                    while size := int((await reader.readline()).split(b";")[0], 16):
                        body += await reader.readexactly(size)
                        await reader.readline()
                    await reader.readline()
                else:
                    body = await reader.readexactly(int(named.get("content-length", 0)))
                self.note(method, target, fields, body, named)
                writer.write(self.response(named.get("x-row", ""), method))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def note(self, method, target, fields, body, named):
        line = {
            "row": named.get("x-row"),
            "method": method,
            "target": target,
            "fields": fields,
            "body": base64.b64encode(body).decode(),
        }
        self.record.write(json.dumps(line) + "\n")
        self.record.flush()

    def response(self, row, method):
        plan = self.responses.get(row, {"status": 500, "type": "", "kind": "none", "value": None})
        if plan["kind"] == "json":
            body = json.dumps(plan["value"]).encode()
        elif plan["kind"] == "events":
            body = f"data: {json.dumps(plan['value'])}\n\n".encode()
        else:
            body = (plan["value"] or "").encode()
        lines = [f"HTTP/1.1 {plan['status']} Made"]
        if plan["type"]:
            lines.append(f"Content-Type: {plan['type']}")
        if plan["status"] not in (204, 304):
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines + ["", ""]).encode() + (
            body if method != "HEAD" and plan["status"] not in (204, 304) else b""
        )


async def main():
    echo = Echo(sys.argv[1], sys.argv[2])
    server = await asyncio.start_server(echo.serve, "127.0.0.1", 0, limit=1 << 20)
    with open(sys.argv[3] + ".new", "w") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    os.rename(sys.argv[3] + ".new", sys.argv[3])
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
