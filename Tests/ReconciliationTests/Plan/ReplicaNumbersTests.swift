import Reconciliation
import Testing

/// Which of a library's replicas a root is.
@Suite struct ReplicaNumbersTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func known(_ number: Int, _ mark: String, at path: String?) -> KnownReplica {
    KnownReplica(number: number, mark: bytes(mark), path: path.map(bytes))
  }

  private static func root(_ path: String, _ mark: String?, isCopy: Bool = false) -> FoundRoot {
    FoundRoot(path: bytes(path), mark: mark.map(bytes), isCopy: isCopy)
  }

  private static let two = [known(0, "a", at: "/a"), known(1, "b", at: "/b")]

  @Test func `new roots are numbered in their order`() {
    #expect(
      numberReplicas([Self.root("/a", nil), Self.root("/b", "x")], known: []) == .success([0, 1]))
  }

  @Test func `another order changes nothing`() {
    let roots = [Self.root("/b", "b"), Self.root("/a", "a")]
    #expect(numberReplicas(roots, known: Self.two) == .success([1, 0]))
  }

  @Test func `one that is away or has another mark is known by its place`() {
    let roots = [Self.root("/b", nil), Self.root("/c", nil), Self.root("/a", "stranger")]
    #expect(numberReplicas(roots, known: Self.two) == .success([1, 2, 0]))
  }

  @Test func `one that was moved is known by its mark, also into the place of another`() {
    #expect(
      numberReplicas([Self.root("/c", "b"), Self.root("/a", "a")], known: Self.two)
        == .success([1, 0]))
    #expect(
      numberReplicas([Self.root("/a", "b"), Self.root("/b", "a")], known: Self.two)
        == .success([1, 0]))
  }

  @Test func `a copy beside the one in its place is a new replica`() {
    let roots = [Self.root("/c", "a"), Self.root("/a", "a"), Self.root("/b", "b")]
    #expect(numberReplicas(roots, known: Self.two) == .success([2, 0, 1]))
    #expect(
      numberReplicas([Self.root("/c", "a", isCopy: true), Self.root("/b", "b")], known: Self.two)
        == .success([2, 1]))
  }

  @Test func `a copy in the place of another replica is told from it by that`() {
    // It stays the second replica, whose root then is not the one that is meant.
    let roots = [Self.root("/a", "a"), Self.root("/b", "a")]
    #expect(numberReplicas(roots, known: Self.two) == .success([0, 1]))
  }

  @Test func `two with one mark, both elsewhere, are refused`() {
    let roots = [Self.root("/c", "a"), Self.root("/d", "a"), Self.root("/b", "b")]
    #expect(
      numberReplicas(roots, known: Self.two)
        == .failure(SameMark(paths: [Self.bytes("/c"), Self.bytes("/d")])))
  }

  @Test func `a number is not given again while its replica is only not asked for`() {
    #expect(
      numberReplicas([Self.root("/a", "a"), Self.root("/c", nil)], known: Self.two)
        == .success([0, 2]))
  }
}
