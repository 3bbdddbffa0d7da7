#!/usr/bin/env python3
"""Receives webhooks, and believes only those that are signed with the shared secret.

    WEBHOOK_SECRET=... webhook.py PORT

The sender computes HMAC-SHA-256 over the time and the body, and sends both in headers:

    X-Timestamp: 1764374400
    X-Signature: sha256=HEX of HMAC(secret, "1764374400." + body)

Services name their headers in their own way, and some sign the body only; change `signed` and the names accordingly.
"""

import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import bramah

#: The longest body that is read, in bytes.
LONGEST = 1 << 20
#: The largest difference of the clocks, in seconds. A message that was recorded and is sent again later is refused.
TOLERANCE = 300


def signed(timestamp: str, body: bytes) -> bytes:
    """Returns the bytes that the signature is about."""
    return timestamp.encode() + b"." + body


def signature(secret: bytes, timestamp: str, body: bytes) -> str:
    """Returns the signature of a message, for the sender."""
    return "sha256=" + bramah.mac("hmac-sha256", secret, signed(timestamp, body)).hexdigest()


def is_authentic(secret: bytes, timestamp: str, given: str, body: bytes, now: float) -> bool:
    """Returns whether the sender of a message knows the secret, and sent it recently."""
    scheme, _, text = given.partition("=")
    try:
        tag, sent = bytes.fromhex(text), int(timestamp)
    except ValueError:
        return False
    if scheme != "sha256" or abs(now - sent) > TOLERANCE:
        return False
    mac = bramah.mac("hmac-sha256", secret, signed(timestamp, body))
    try:
        # `verify` takes the same time whichever byte differs; `==` would show a forger how many bytes are right
        mac.verify(tag)
    except (bramah.InvalidTag, ValueError):  # another tag, or one of another length
        return False
    return True


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to an authentic message, and 403 to any other."""

    secret = b""

    def do_POST(self) -> None:
        """Receives one message."""
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= LONGEST:
            self.send_error(413)
            return
        # the bytes as they came: JSON that is parsed and written again has other bytes
        body = self.rfile.read(length)
        timestamp, given = self.headers.get("X-Timestamp", ""), self.headers.get("X-Signature", "")
        if not is_authentic(self.secret, timestamp, given, body, time.time()):
            self.send_error(403)
            return
        print(f"{length} authentic bytes", flush=True)  # do something with the body
        self.send_response(204)
        self.end_headers()


def main() -> None:
    """Serves until the process is ended."""
    Receiver.secret = os.environ.get("WEBHOOK_SECRET", "").encode()
    if len(sys.argv) != 2 or len(Receiver.secret) < 16:
        sys.exit("usage: WEBHOOK_SECRET=(16 characters or more) webhook.py PORT")
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()


if __name__ == "__main__":
    main()
