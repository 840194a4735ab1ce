import Engine
import LinuxSystem
import Testing

/// Whether two directories hold files in common, by the mounts there are.
@Suite struct OverlapTests {
  private static func mount(_ device: String, _ root: String, at point: String) -> Mount {
    Mount(device: Array(device.utf8), root: Array(root.utf8), point: Array(point.utf8))
  }

  /// `/` is a disk; a stick is mounted at `/none/stick`, a part of the disk at `/none/bound`, and
  /// the stick's folder once more in the middle of documents.
  private static let overlap = Overlap(mounts: [
    mount("8:1", "/", at: "/"), mount("8:16", "/", at: "/none/stick"),
    mount("8:1", "/none/work/notes", at: "/none/bound"),
    mount("8:16", "/music", at: "/none/desk/songs"),
  ])

  private static func kind(_ one: String, _ other: String) -> Overlap.Kind? {
    overlap.kind(Array(one.utf8), Array(other.utf8))
  }

  @Test func `paths that lie one in the other overlap, those that only begin alike don't`() {
    #expect(Self.kind("/none/a", "/none/a") == .same)
    #expect(Self.kind("/none/a/b", "/none/a") == .inside)
    #expect(Self.kind("/none/a", "/none/a/b/c") == .around)
    #expect(Self.kind("/none/a", "/none/ab") == nil)
    #expect(Self.kind("/none/stick", "/none/other") == nil)
  }

  @Test func `a bind mount is what it shows`() {
    #expect(Self.kind("/none/bound", "/none/work/notes") == .same)
    #expect(Self.kind("/none/bound/deep", "/none/work/notes") == .inside)
    #expect(Self.kind("/none/bound", "/none/work") == .inside)
    #expect(Self.kind("/none/work", "/none/bound") == .around)
    #expect(Self.kind("/none/bound", "/none/work/other") == nil)
  }

  @Test func `what is mounted in a directory is a part of it`() {
    #expect(Self.kind("/none/desk", "/none/stick/music") == .same)
    #expect(Self.kind("/none/stick", "/none/desk") == .around)
    #expect(Self.kind("/none/stick/music/new", "/none/desk") == .inside)
    #expect(Self.kind("/none/stick/text", "/none/desk") == nil)
  }
}
