"""Talks to a running daemon through the varlink module, which knows nothing of Collate.

usage: client.py SOCKET DIRECTORY

The directory holds `a.md` ("one" and a newline) and documents `n0.md` to `n1199.md`. Prints one
line for each thing that worked; any failure is a traceback.
"""

import base64
import sys

import varlink

socket, directory = sys.argv[1:]


def encoded(text):
    return base64.b64encode(text.encode()).decode()


with varlink.Client(address="unix:" + socket) as client:
    print("interfaces", *sorted(client.get_interfaces()))
    with client.open("org.varlink.service") as service:
        info = service.GetInfo()
        print("info", info["vendor"], info["product"])
        described = service.GetInterfaceDescription("org.collate.Daemon")["description"]
        print("description", "interface org.collate.Daemon" in described)

    with client.open("org.collate.Daemon", namespaced=True) as daemon:
        print("status", daemon.GetStatus().libraries[0].documents)
        pieces = [piece.documents for piece in daemon.ListDocuments(_more=True)]
        print("documents", sum(map(len, pieces)), "in several pieces", len(pieces) > 1)
        opened = daemon.OpenDocument("a.md")
        print("opened", base64.b64decode(opened.content).decode().strip())
        saved = daemon.SaveDocument(
            session=opened.session, path="a.md", content=encoded("two\n"), client="python"
        )
        print("saved", saved.outcome)
        for call in (
            lambda: daemon.GetDocument("none.md"),
            lambda: daemon.GetVersion("not a digest"),
            lambda: daemon.ListDocuments("no such library"),
        ):
            try:
                call()
                print("no error")
            except varlink.VarlinkError as error:
                print("error", error.error())

    with client.open("org.collate.Daemon") as daemon:
        events = daemon.Monitor(_more=True, after=0)
        seen = []
        while not any(event["kind"] == "saved" for event in seen):
            seen += next(events)["events"]
        print("past", *(event["kind"] for event in seen))
        with open(directory + "/b.md", "w") as file:
            file.write("new\n")
        event = next(events)["events"][0]
        print("live", event["kind"], event["path"], event["number"] == seen[-1]["number"] + 1)
