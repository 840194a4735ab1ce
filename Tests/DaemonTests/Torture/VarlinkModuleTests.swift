import FoundationEssentials
import TestSupport
import Testing

@Suite struct VarlinkModuleTests {
  @Test(
    .enabled("Python's varlink module is not installed: pip install varlink") {
      try await hasVarlinkModule()
    })
  func `Python's varlink module lists, calls and monitors as it is`() async throws {
    let script = ProjectFolder.fixtures("varlink").appending(path: "client.py").path
    let lines = #"""
      printf 'one\n' > a.md
      for number in $(seq 0 1199); do echo "document $number" > "n$number.md"; done
      """#
    try await DaemonUnderTest.run(prepare: { try await $0.shell(lines) }) { daemon in
      let said = try await daemon.shell(#"python3 '\#(script)' "$COLLATE_SOCKET" "$D""#)
      #expect(
        said == """
          interfaces org.collate.Daemon org.varlink.service
          info Collate collated
          description True
          status 1201
          documents 1201 in several pieces True
          opened one
          saved saved
          error org.collate.Daemon.NoSuchDocument
          error org.collate.Daemon.NoSuchVersion
          error org.collate.Daemon.NoSuchLibrary
          past adopted saved
          live created b.md True

          """)
    }
  }

  private static func hasVarlinkModule() async throws -> Bool {
    Rights.succeeds("python3 -c 'import varlink'")
  }
}
