"""Receives Oware's webhooks and prints what a shop would do. Python's standard library only.

Verifies signatures by Standard Webhooks, and processes each webhook id once.
"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60
MAX_BODY_BYTES = 1_000_000


class Refused(Exception):
    """Not a webhook of Oware, or an old one that is sent again."""


def verify(body: bytes, headers, secrets: list[str], now: float) -> str:
    """Returns the id of a genuine webhook. `body` must be the bytes as they arrived, before any JSON parser."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not (webhook_id and timestamp and signatures):
        raise Refused("a header is missing")
    if not is_number(timestamp):
        raise Refused("the timestamp is not a number")
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        raise Refused("the timestamp is more than five minutes from now")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = [sign(secret, signed) for secret in secrets]
    # a webhook carries one signature per secret of Oware; every pair is compared, in constant time
    given = [part[3:].encode() for part in signatures.split(" ") if part.startswith("v1,")]
    matches = [hmac.compare_digest(one, other) for one in expected for other in given]
    if not any(matches):
        raise Refused("the signature does not match the body and the secret")
    return webhook_id


def is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= 12


def sign(secret: str, signed: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256))


class Orders:
    """Webhook ids and orders in SQLite. The primary key refuses an id that was processed before."""

    def __init__(self, file: str):
        self.file = file
        with closing(self.connect()) as database:
            database.execute("CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY)")
            database.execute(
                "CREATE TABLE IF NOT EXISTS orders"
                " (reference TEXT PRIMARY KEY, epoch TEXT, sequence INTEGER, fulfillable INTEGER, shipped INTEGER)"
            )

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.file, timeout=10, isolation_level="IMMEDIATE")

    def process(self, webhook_id: str, webhook: dict) -> str:
        """One transaction: the id, the order and the decision are kept together, or not at all."""
        with closing(self.connect()) as database, database:
            added = database.execute("INSERT OR IGNORE INTO webhooks VALUES (?)", (webhook_id,))
            if added.rowcount == 0:
                return "repeated"
            if not webhook["type"].startswith("checkout."):
                return "ignored"
            return decide(database, webhook)


def decide(database: sqlite3.Connection, webhook: dict) -> str:
    """Ship on `checkout.paid` only, once, and only if the newest webhook says that the order may be shipped."""
    data = webhook["data"]
    reference, place = data["reference"], (data["epoch"], data["sequence"])
    fulfillable = data["checkout"]["fulfillable"]
    order = database.execute(
        "SELECT epoch, sequence, fulfillable, shipped FROM orders WHERE reference = ?", (reference,)
    ).fetchone()
    shipped = bool(order and order[3])
    is_newest = order is None or place > (order[0], order[1])
    if not is_newest:
        place, fulfillable = (order[0], order[1]), bool(order[2])

    action = "noted"
    if webhook["type"] == "checkout.paid" and fulfillable and not shipped:
        action, shipped = "SHIP", True
    elif webhook["type"] == "checkout.on-hold" and is_newest and not shipped:
        action = "HOLD"
    elif webhook["type"] == "checkout.unfulfillable" and is_newest and shipped:
        action = "STOP THE PARCEL"
    database.execute(
        "INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?, ?)", (reference, *place, fulfillable, shipped)
    )
    return action


def create_handler(orders: Orders, secrets: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # a caller that sends nothing does not keep a thread
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if self.path != "/webhooks":
                return self.reply(404)
            if not is_number(length) or int(length) > MAX_BODY_BYTES:
                return self.reply(413)
            body = self.rfile.read(int(length))
            try:
                webhook_id = verify(body, self.headers, secrets, time.time())
            except Refused as refusal:
                print(f"refused: {refusal}", flush=True)
                return self.reply(401)
            webhook = json.loads(body)
            action = orders.process(webhook_id, webhook)
            print(f"{webhook['type']} {webhook['data']['reference']}: {action}", flush=True)
            # any 2xx: Oware does not send this webhook again
            return self.reply(204)

        def reply(self, status: int) -> None:
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Prints nothing per request; the lines above say what happened."""

    return Handler


def read_secrets() -> list[str]:
    """Two, with a space between them, while one replaces the other; else the secret that `npm start` wrote."""
    given = os.environ.get("OWARE_WEBHOOK_SECRET")
    if given:
        return given.split()
    with open(".oware/dev.json", encoding="utf-8") as file:
        return [json.load(file)["webhooks"]["secret"]]


def main() -> None:
    port = int(os.environ.get("RECEIVER_PORT", "4001"))
    orders = Orders(os.environ.get("RECEIVER_DATABASE", "webhooks.db"))
    server = ThreadingHTTPServer(("127.0.0.1", port), create_handler(orders, read_secrets()))
    print(f"listening on http://127.0.0.1:{server.server_port}/webhooks", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
