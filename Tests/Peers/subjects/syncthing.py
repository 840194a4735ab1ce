"""syncthing: one instance watching a root, or two on loopback sharing it.

Discovery, relays, NAT, usage and crash reports and upgrades are off. setLowPriority is off
too, so that other work on the machine does not slow it; all else is at its defaults.
"""
import json
import os
import shutil
import subprocess
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET

from benchlib import corpus
from .base import Subject

FOLDER = "bench"
PORT = int(os.environ.get("BENCH_PORT", 18384))      # and the next three, on localhost


class Instance:
    def __init__(self, home, root, gui_port, listen_port):
        self.home, self.root, self.gui_port, self.listen_port = home, root, gui_port, listen_port
        self.key = "benchbenchbench"

    def generate(self):
        subprocess.run(["syncthing", "generate", f"--home={self.home}", "--no-default-folder", "--skip-port-probing"],
                       check=True, capture_output=True, env=dict(os.environ, STNODEFAULTFOLDER="1"))
        self.id = ET.parse(f"{self.home}/config.xml").getroot().find("device").get("id")

    def configure(self, peers, delay, fsync):
        path = f"{self.home}/config.xml"
        tree = ET.parse(path)
        top = tree.getroot()
        gui = top.find("gui")
        gui.find("address").text = f"localhost:{self.gui_port}"
        gui.find("apikey").text = self.key
        options = top.find("options")
        for name, value in {
            "listenAddress": f"tcp://localhost:{self.listen_port}", "globalAnnounceEnabled": "false",
            "localAnnounceEnabled": "false", "relaysEnabled": "false", "natEnabled": "false", "urAccepted": "-1",
            "crashReportingEnabled": "false", "autoUpgradeIntervalH": "0", "startBrowser": "false",
            "stunKeepaliveStartS": "0", "setLowPriority": "false", "reconnectionIntervalS": "5",
        }.items():
            options.find(name).text = value
        folder = ET.fromstring(ET.tostring(top.find("defaults/folder")))
        folder.set("id", FOLDER)
        folder.set("label", FOLDER)
        folder.set("path", self.root)
        if delay is not None:
            folder.set("fsWatcherDelayS", str(delay))
        folder.find("disableFsync").text = "false" if fsync else "true"
        own = top.find("device")
        for peer in peers:
            device = ET.fromstring(ET.tostring(own))
            device.set("id", peer.id)
            device.find("address").text = f"tcp://localhost:{peer.listen_port}"
            top.append(device)
            shared = ET.fromstring(ET.tostring(folder.find("device")))
            shared.set("id", peer.id)
            folder.append(shared)
        top.append(folder)
        tree.write(path)

    def command(self):
        return ["syncthing", "serve", f"--home={self.home}", "--no-browser", "--no-default-folder", "--no-upgrade"]

    def get(self, path):
        request = urllib.request.Request(f"http://localhost:{self.gui_port}{path}", headers={"X-API-Key": self.key})
        with urllib.request.urlopen(request, timeout=30) as f:
            return json.load(f)

    def idle_with(self, files):
        try:
            s = self.get(f"/rest/db/status?folder={FOLDER}")
        except (OSError, ValueError):
            return False
        return s["state"] == "idle" and s["localFiles"] == s["globalFiles"] == files and s["needTotalItems"] == 0


class _Syncthing(Subject):
    binary = "syncthing"
    stateful = True
    ready_means = "the folder is idle, every file is in the index and nothing is needed (REST, polled)"
    delay = None
    fsync = True

    def setup(self, roots):
        self.instances = [Instance(f"{self.state}/{i}", root, PORT + i, PORT + 2 + i) for i, root in enumerate(roots)]
        if not os.path.exists(self.instances[0].home):
            for inst in self.instances:
                inst.generate()
            for inst in self.instances:
                inst.configure([p for p in self.instances if p is not inst], self.delay, self.fsync)
                os.makedirs(os.path.join(inst.root, ".stfolder"), exist_ok=True)      # as when the folder is added

    def launch_all(self, roots):
        self.files = corpus.stats(roots[0])["files"]
        self.setup(roots)
        for inst in self.instances:
            self.launch(inst.command(), log=f"{inst.home}/out")

    def wait_ready(self, timeout=600):
        return self.poll(lambda: all(i.idle_with(self.files) for i in self.instances), timeout, every=0.05)

    def queries(self):
        first = self.instances[0]
        name = os.path.relpath(corpus.documents(first.root)[0], first.root)
        file_query = "/rest/db/file?" + urllib.parse.urlencode({"folder": FOLDER, "file": name})
        return {"folder status (REST, a connection each)": lambda: first.get(f"/rest/db/status?folder={FOLDER}"),
                "one file's state (REST, a connection each)": lambda: first.get(file_query)}

    def clean(self, root):
        shutil.rmtree(os.path.join(root, ".stfolder"), ignore_errors=True)


class SyncthingScan(_Syncthing):
    name = "syncthing (one instance)"

    def start(self, a, b=None):
        self.launch_all([a])


class SyncthingPair(_Syncthing):
    syncs = "two-way"
    spacing = (0.3, 2.0)
    edits = 60
    settle_s = 5.0
    quiet_s = 30.0

    def __init__(self, delay=None, fsync=True):
        self.delay, self.fsync = delay, fsync
        if delay is None:
            self.edits = 30      # each waits for ten seconds and more
        self.name = f"syncthing pair delay={delay or 'default (10)'}" + ("" if fsync else " no-fsync")
        super().__init__()

    def start(self, a, b=None):
        self.launch_all([a, b])
