/// All that is known of one document at one moment: what the planner decides from.
package struct Situation: Hashable, Sendable {
  /// The version last agreed, or nil for a document that is new.
  package var base: Base?
  /// What each replica holds under the document's name, in the library's order.
  package var replicas: [Observation]
  /// Versions that came from elsewhere and have no name of their own yet, oldest first.
  package var incoming: [Incoming]
  package var policy: Policy
  /// Which way changes go, by replica; those that are not named exchange them.
  package var ways: [Way]
  /// Versions that a replica holds since it was set back to an earlier state, as by a backup that
  /// was put in its place: nobody made them now, so that they are no changes.
  package var earlier: Set<Digest> = []

  package init(
    base: Base?, replicas: [Observation], incoming: [Incoming] = [], policy: Policy = .merge,
    ways: [Way] = []
  ) {
    self.base = base
    self.replicas = replicas
    self.incoming = incoming
    self.policy = policy
    self.ways = ways
  }

  /// Which way changes go between a replica and the library.
  package func way(_ replica: Int) -> Way {
    ways.indices.contains(replica) ? ways[replica] : .both
  }

  /// What a library does with versions that both changed.
  package enum Policy: String, Sendable {
    /// Joins them where their type can.
    case merge
    /// Always keeps them side by side.
    case copy
  }
}

/// Which way changes go between one replica and the library.
package enum Way: String, Hashable, Sendable {
  /// It gives its changes and takes the others'.
  case both
  /// It gives its changes and is never written to.
  case gives
  /// It takes what the library has; what is changed in it is put back.
  case takes
}

/// What one replica holds under a document's name.
package enum Observation: Hashable, Sendable {
  /// Proven to be gone: the name is missing in a directory that could be read.
  case absent
  case present(Version)
  /// It can't be told, or is held: nothing is concluded from it and nothing is done to it.
  case unknown

  package var digest: Digest? {
    if case .present(let version) = self { version.digest } else { nil }
  }
}

/// A version of a document that reached Collate by another way than its name.
package struct Incoming: Hashable, Sendable {
  package var digest: Digest
  /// Its mtime, or when it was saved; nanoseconds since 1970.
  package var modified: Int64
  /// The version it was made from, where that is known.
  package var changedFrom: Digest?
  package var origin: Origin

  package init(digest: Digest, modified: Int64, changedFrom: Digest?, origin: Origin) {
    self.digest = digest
    self.modified = modified
    self.changedFrom = changedFrom
    self.origin = origin
  }

  package enum Origin: Hashable, Sendable {
    /// A client's save; its name.
    case client(String)
    /// Another tool's conflict copy, which stands under a name of its own.
    case copy(RelativePath, tool: String)
    /// It came out of an exchange, or was written into a displaced file.
    case displaced(UInt64)
  }
}
