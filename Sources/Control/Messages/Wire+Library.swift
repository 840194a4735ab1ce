extension Wire {
  /// What a library is doing now.
  package struct Library: Codable, Hashable, Sendable {
    package var name: String
    package var root: String
    package var rootBase64: String?
    package var state: LibraryState
    package var reason: String?
    package var documents: Int
    package var held: Int
    package var conflicts: Int
    package var unreadable: Int
    package var directories: Int
    package var directoriesWatched: Int
    /// FIFOs, sockets and devices, which are left alone.
    package var special: Int
    package var lastEvent: Int64
    /// Bytes of contents kept for merges and history.
    package var stored: Int64
    /// Documents over the size limit, whose contents are not kept.
    package var tooLarge: Int
    package var progress: Progress?
    /// What a person should know, one line each.
    package var notes: [String]
    package var holds: [Hold]
    /// The directories of a library that has several.
    package var replicas: [Replica]?

    package init(
      name: String, root: WirePath, state: LibraryState, reason: String? = nil, documents: Int,
      held: Int, conflicts: Int, unreadable: Int, directories: Int, directoriesWatched: Int,
      special: Int, lastEvent: Int64, stored: Int64, tooLarge: Int, progress: Progress? = nil,
      notes: [String] = [], holds: [Hold] = [],
      replicas: [Replica]? = nil
    ) {
      self.name = name
      self.root = root.text
      self.rootBase64 = root.base64
      self.state = state
      self.reason = reason
      self.documents = documents
      self.held = held
      self.conflicts = conflicts
      self.unreadable = unreadable
      self.directories = directories
      self.directoriesWatched = directoriesWatched
      self.special = special
      self.lastEvent = lastEvent
      self.stored = stored
      self.tooLarge = tooLarge
      self.progress = progress
      self.notes = notes
      self.holds = holds
      self.replicas = replicas
    }
  }

  /// One of the directories that a library is kept in agreement in.
  package struct Replica: Codable, Hashable, Sendable {
    /// What it is called in messages and conflict names.
    package var label: String
    package var root: String
    package var rootBase64: String?
    /// `both`, `gives` (it is only read) or `takes` (it follows the others).
    package var way: String
    /// Why changes go one way only.
    package var oneWay: String?
    /// Whether it is there, and the one that is meant.
    package var present: Bool
    /// Why it isn't, and what to do.
    package var reason: String?
    /// How many documents it has still to get or to lose.
    package var behind: Int

    package init(
      label: String, root: WirePath, way: String, oneWay: String? = nil, present: Bool,
      reason: String? = nil, behind: Int
    ) {
      self.label = label
      self.way = way
      self.oneWay = oneWay
      self.root = root.text
      self.rootBase64 = root.base64
      self.present = present
      self.reason = reason
      self.behind = behind
    }
  }

  /// A directory's path.
  package struct Directory: Codable, Hashable, Sendable, PathCarrying {
    package var path: String
    package var pathBase64: String?

    package init(_ path: WirePath) {
      self.path = path.text
      self.pathBase64 = path.base64
    }
  }

  /// How far something long has come.
  package struct Progress: Codable, Hashable, Sendable {
    /// What is being done, for a person.
    package var activity: String
    package var done: Int64
    /// Zero where it isn't known.
    package var total: Int64

    package init(activity: String, done: Int64, total: Int64) {
      self.activity = activity
      self.done = done
      self.total = total
    }
  }

  /// A document that is left alone for now, and why.
  package struct Hold: Codable, Hashable, Sendable, PathCarrying {
    package var path: String
    package var pathBase64: String?
    package var reason: String
    package var holder: String?
    /// Where, in a library that has several directories.
    package var replica: String?

    package init(
      path: WirePath, reason: String, holder: String? = nil, replica: String? = nil
    ) {
      self.replica = replica
      self.path = path.text
      self.pathBase64 = path.base64
      self.reason = reason
      self.holder = holder
    }
  }

  /// One thing that a rescan would do.
  package struct PlannedChange: Codable, Hashable, Sendable, PathCarrying {
    package var path: String
    package var pathBase64: String?
    package var library: String
    /// Where it was found or is to be done, in a library that has several directories.
    package var replica: String?
    package var rule: String
    package var details: [String]

    package init(
      path: WirePath, library: String, replica: String? = nil, rule: String, details: [String] = []
    ) {
      self.library = library
      self.replica = replica
      self.path = path.text
      self.pathBase64 = path.base64
      self.rule = rule
      self.details = details
    }
  }
}
