import Reconciliation
import Testing

@testable import Engine

/// The list of a library's replicas, by which its state is found.
@Suite struct ReplicaPlacesTests {
  private static let text = """
    collate replicas 1
    0 6d2d31 2f61206e6f7465
    3 6d2d32\u{20}

    """

  @Test func `it is read as it was written in version 1`() throws {
    let places = try #require(ReplicaPlaces(parsing: Array(Self.text.utf8)))
    #expect(
      places.replicas == [
        KnownReplica(number: 0, mark: Array("m-1".utf8), path: Array("/a note".utf8)),
        KnownReplica(number: 3, mark: Array("m-2".utf8), path: nil),
      ])
    #expect(places.content == Array(Self.text.utf8))
  }

  @Test func `what a newer version wrote, or nobody, says nothing`() {
    #expect(ReplicaPlaces(parsing: Array("collate replicas 2\n0 00 00\n".utf8)) == nil)
    #expect(ReplicaPlaces(parsing: []) == nil)
    #expect(ReplicaPlaces(parsing: Array("collate replicas 1\n99 00 00\nx\n".utf8))?.replicas == [])
  }
}
