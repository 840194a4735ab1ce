import LinuxSystem
import TestSupport
import Testing

@Suite struct ExtendedAttributeTests {
  let folder: TemporaryFolder
  private let tag = Array("user.tag".utf8)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("x", to: "a.md")
    try folder.write("x", to: "b.md")
  }

  private func open(_ name: String) throws -> Descriptor {
    try folder.directory.openDocument(Array(name.utf8))
  }

  @Test func `an attribute comes back byte for byte`() throws {
    let file = try open("a.md")
    #expect(try file.attribute(tag) == nil)
    try file.setAttribute(tag, to: [0, 255, 10])
    #expect(try file.attribute(tag) == [0, 255, 10])
    #expect(try file.attributeNames().contains(tag))
    try file.removeAttribute(tag)
    try file.removeAttribute(tag)
    #expect(try file.attribute(tag) == nil)
  }

  @Test func `an attribute larger than the first buffer is whole`() throws {
    let value = [UInt8](repeating: 7, count: 3000)
    let code = errno { () throws(SystemError) in
      try folder.directory.openDocument(Array("a.md".utf8)).setAttribute(tag, to: value)
    }
    // An ext4 with blocks of 1 KiB has no room for it.
    if code == .noSpace { return }
    #expect(try open("a.md").attribute(tag) == value)
  }

  @Test func `an empty attribute is not a missing one`() throws {
    try open("a.md").setAttribute(tag, to: [])
    #expect(try open("a.md").attribute(tag) == [])
  }

  @Test func `a user's attributes are copied`() throws {
    try open("a.md").setAttribute(tag, to: Array("one".utf8))
    try open("a.md").setAttribute(Array("user.other".utf8), to: Array("two".utf8))
    try open("b.md").copyUserAttributes(from: open("a.md"))
    #expect(try open("b.md").attribute(tag) == Array("one".utf8))
    #expect(try open("b.md").attribute(Array("user.other".utf8)) == Array("two".utf8))
  }

  @Test func `a source without attributes has none to copy`() throws {
    let source = try openPath(Array("/proc/self/status".utf8), .readOnly)
    try open("a.md").copyUserAttributes(from: source)
    #expect(try open("a.md").attributeNames().filter { $0.starts(with: "user.".utf8) } == [])
  }
}
