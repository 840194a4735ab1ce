"""collated, Collate's own daemon: one root is watched, two are kept in agreement.

It speaks Varlink: JSON objects that end in a NUL byte, over a Unix socket.
"""
import json
import os
import socket
import subprocess
import threading
import time

from .base import NotReady, Subject

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("BENCH_COLLATED", os.path.join(HERE, "../../../.build/release/collated"))


class Connection:
    """One connection to the daemon."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, more=False, **parameters):
        call = {"method": "org.collate.Daemon." + method, "parameters": parameters}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            part = self.socket.recv(1 << 16)
            if not part:
                raise OSError("the daemon hung up")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        reply = json.loads(message)
        if "error" in reply:
            raise NotReady(f"{reply['error']}: {reply.get('parameters')}")
        return reply["parameters"]

    def ask(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


class Collated(Subject):
    name = "collated"
    watches = True
    syncs = "two-way"
    stateful = True
    ready_means = "says over its socket that it only waits for changes, and that no root lacks a document"
    settle_s = 2.0
    quiet_s = 10.0
    connection = None

    def unavailable(self):
        return None if os.access(PROGRAM, os.X_OK) else f"{PROGRAM} is not there: `swift build -c release` makes it"

    def version(self):
        return subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.strip()

    def start(self, a, b=None):
        self.roots = [r for r in (a, b) if r]
        self.sock = os.path.join(self.state, "sock")
        if os.path.exists(self.sock):
            os.unlink(self.sock)
        what = ["sync", *self.roots] if b else [a]
        self.launch([PROGRAM, *what, "--quiet", "--state", f"{self.state}/state", "--socket", self.sock],
                    env=dict(os.environ, XDG_CONFIG_HOME=self.state, XDG_RUNTIME_DIR=self.state), log=f"{self.state}/out")

    def _settled(self):
        try:
            if self.connection is None:
                self.connection = Connection(self.sock)
            library = self.connection.ask("GetStatus")["libraries"][0]
        except (OSError, LookupError):
            self.connection = None
            return False
        return library["state"] == "watching" and not any(r["behind"] for r in library.get("replicas") or ())

    def wait_ready(self, timeout=600):
        ready = self.poll(self._settled, timeout)
        self._subscribe()
        return ready

    def _subscribe(self):
        last = self.connection.ask("GetStatus")["libraries"][0]["lastEvent"]
        self.monitor = connection = Connection(self.sock)
        connection.send("Monitor", more=True, after=last)
        self.notices = notices = []

        def loop():
            try:
                while True:
                    events = connection.receive()["events"]
                    now = time.monotonic()
                    for root in self.roots:
                        notices.extend((now, os.path.join(root, e["path"])) for e in events)
            except (OSError, ValueError, NotReady):
                pass
        threading.Thread(target=loop, daemon=True).start()

    def queries(self):
        def alone():
            connection = Connection(self.sock)
            connection.ask("GetStatus")
            connection.close()
        kept = Connection(self.sock)
        return {"status": lambda: kept.ask("GetStatus"), "status (a connection each)": alone}

    def stop(self):
        for connection in (self.connection, getattr(self, "monitor", None)):
            if connection:
                connection.close()
        self.connection = self.monitor = None
        super().stop()
