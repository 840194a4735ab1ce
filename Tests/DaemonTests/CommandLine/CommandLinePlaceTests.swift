import Control
import Reconciliation
import Testing

@testable import collate

@Suite struct CommandLinePlaceTests {
  @Test(arguments: [
    ("plan.md", "/home/ann/plan.md"), ("./plan.md", "/home/ann/plan.md"),
    ("notes/a/../plan.md", "/home/ann/notes/plan.md"), ("/tmp/x", "/tmp/x"),
    ("notes/", "/home/ann/notes"), (".", "/home/ann"), ("..", "/home"), ("../..", "/"),
    ("gone/away/x.md", "/home/ann/gone/away/x.md"), ("gone/../x.md", "/home/ann/x.md"),
    ("link/x.md", "/mnt/disk/x.md"), ("link", "/home/ann/link"),
    ("link/gone/x.md", "/mnt/disk/gone/x.md"), ("/", "/"), ("/x", "/x"),
  ])
  func `the way to a document is resolved, the document itself is not`(
    operand: String, path: String
  ) throws {
    let found = try resolution().document(bytes(operand))
    #expect(String(decoding: found, as: UTF8.self) == path)
  }

  @Test func `an empty path is refused`() {
    #expect(throws: Failure.self) { try resolution().document([]) }
  }

  @Test func `a document belongs to the library that its path leads into`() {
    let places = Samples.places(["notes", "papers"])
    #expect(places.place(of: bytes("/home/ann/papers/a/b.md")) == place("papers", "a/b.md"))
    #expect(places.place(of: bytes("/home/ann/papers")) == place("papers", ""))
    #expect(places.place(of: bytes("/home/ann/papers2/b.md")) == nil)
    #expect(places.place(of: bytes("/home/ann")) == nil)
  }

  @Test func `of libraries within each other the inner one has the document`() {
    for order in [["notes", "notes/work"], ["notes/work", "notes"]] {
      let places = Samples.places(order)
      #expect(places.place(of: bytes("/home/ann/notes/work/a.md")) == place("notes/work", "a.md"))
      #expect(places.place(of: bytes("/home/ann/notes/a.md")) == place("notes", "a.md"))
    }
  }

  @Test func `a root that is reached through a link is found by what it leads to`() {
    let library = Wire.Library(
      name: "disk", root: WirePath("/home/ann/link"), state: .watching, documents: 0, held: 0,
      conflicts: 0, unreadable: 0, directories: 1, directoriesWatched: 1, special: 0,
      lastEvent: 0, stored: 0, tooLarge: 0)
    let places = Places([library], resolution: resolution())
    #expect(places.place(of: bytes("/mnt/disk/x.md")) == place("disk", "x.md"))
    #expect(places.place(of: bytes("/home/ann/link")) == place("disk", ""))
  }

  @Test func `a root of bytes that are not UTF-8 is found`() {
    var library = Samples.library()
    let root = WirePath(bytes("/srv/b") + [0xFF])
    (library.root, library.rootBase64) = (root.text, root.base64)
    let places = Places([library], resolution: resolution())
    #expect(places.place(of: bytes("/srv/b") + [0xFF] + bytes("/x")) == place("notes", "x"))
    #expect(places.shown(place("notes", "x")) == #"/srv/b\xff/x"#)
    #expect(places.word(place("notes", "x")) == #"$'/srv/b\377/x'"#)
  }

  @Test func `a path is shown from the working directory where it lies beneath it`() {
    var places = Samples.places()
    #expect(places.shown(place("notes", "a/b.md")) == "notes/a/b.md")
    places.workingDirectory = bytes("/home/ann/notes")
    #expect(places.shown(place("notes", "-n.md")) == "-n.md")
    #expect(places.word(place("notes", "-n.md")) == "./-n.md")
    places.workingDirectory = bytes("/home/ann/notes/a")
    #expect(places.shown(place("notes", "b.md")) == "/home/ann/notes/b.md")
  }

  @Test func `a library at the root of everything has every document`() {
    let root = Places.Root(library: "all", path: bytes("/"), canonical: bytes("/"))
    let places = Places(roots: [root], workingDirectory: bytes("/home"))
    #expect(places.place(of: bytes("/etc/hosts")) == place("all", "etc/hosts"))
    #expect(places.shown(place("all", "etc/hosts")) == "/etc/hosts")
    #expect(places.shown(place("all", "home/x")) == "x")
  }

  @Test func `what can't be a path in an answer is shown all the same`() {
    let places = Samples.places()
    #expect(places.shown(library: "notes", WirePath("../x"), text: "../x") == "../x")
    #expect(places.shown(library: "notes", nil, text: "a\nb") == #"a\nb"#)
  }

  /// A machine with `/home/ann/notes`, `/mnt/disk`, and a link to it in `/home/ann`.
  private func resolution() -> PathResolution {
    let there = ["/", "/home", "/home/ann", "/home/ann/notes", "/home/ann/notes/a", "/mnt/disk"]
    return PathResolution(workingDirectory: bytes("/home/ann")) { path in
      var steps: [Substring] = []
      for step in String(decoding: path, as: UTF8.self).split(separator: "/") where step != "." {
        if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        if steps == ["home", "ann", "link"] { steps = ["mnt", "disk"] }
        if !there.contains("/" + steps.joined(separator: "/")) { return nil }
      }
      return bytes("/" + steps.joined(separator: "/"))
    }
  }

  private func place(_ library: String, _ path: String) -> DocumentPlace {
    DocumentPlace(library: library, path: RelativePath(path) ?? .root)
  }
}
