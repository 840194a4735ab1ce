package import Reconciliation

/// One replica's directory tree, in the engine's own words: the seam for every effect on documents.
///
/// A package is read and installed whole, as the bytes of a `PackageArchive`; what lies beneath one
/// is nothing to this seam, but that its changes are hinted at. A symbolic link is read and
/// installed as the bytes of a `SymbolicLink`, and never followed; its fingerprint says that it is one.
///
/// The real one is `DirectoryVolume`, thin over `LinuxSystem`; the simulator's is deterministic
/// from a seed. Every operation that changes something carries what it expects to find, loses
/// nothing where it finds something else, and says what it found. Not thread-safe: it belongs to
/// the engine's thread.
package protocol Volume: AnyObject {
  /// Whether the root is there, and the one that is meant.
  func root() throws(VolumeError) -> RootState

  /// Takes what stands at the root's path now for the root, if at least `count` of these documents
  /// are there: a root that was deleted and put back. Returns whether it did.
  func acceptRoot(holding count: Int, of documents: [RelativePath]) throws(VolumeError) -> Bool

  /// What the directory at the root's path is known by; nil where it has no mark.
  func identity() throws(VolumeError) -> [UInt8]?

  /// Marks the directory at the root's path, so that it is known again after a remount.
  func adopt(_ identity: [UInt8]) throws(VolumeError)

  /// What tells the directory at the root's path from others where it can't be marked; nil where
  /// nothing does.
  func birthmark() throws(VolumeError) -> [UInt8]?

  /// Why nothing can be written beneath the root; nil where it can.
  func obstacle() throws(VolumeError) -> String?

  /// Whether other machines may change what is there, of which no watch tells.
  func isChangedElsewhere() -> Bool

  /// A mark that no other root has.
  func newIdentity() -> [UInt8]

  /// What a directory holds, in no order, after making sure that changes in it will be told from
  /// now on: the watch comes first, so that nothing falls between. Throws `missing` where it has gone.
  func list(_ directory: RelativePath) throws(VolumeError) -> [Entry]

  /// What `lstat` says of the path; nil where there is nothing.
  func stamp(_ path: RelativePath) throws(VolumeError) -> Entry?

  /// When the inode of this name was made, in nanoseconds since 1970: tells a file that was moved
  /// from one that only has the number of one that was deleted. Nil where that isn't known.
  func born(_ path: RelativePath) throws(VolumeError) -> Int64?

  /// A document's whole content, if it can be had in one piece, unchanged while it was read.
  /// At most `limit` bytes are read. `evenIfOpen` reads what a program has open for writing too,
  /// for the case that it stays open for ever.
  func contents(
    _ path: RelativePath, limit: Int, evenIfOpen: Bool
  ) throws(VolumeError) -> Reading

  /// What the root's file system can keep of a document besides its content.
  func metadataTraits() throws(VolumeError) -> MetadataTraits

  /// A document's user xattrs, without Collate's own; none where its file system can't hold any.
  func attributes(_ path: RelativePath) throws(VolumeError) -> Attributes

  /// Sets a document's mode and xattrs and leaves its content, if the file with the expected inode
  /// number and mode still has the name.
  func setMetadata(
    _ path: RelativePath, _ change: MetadataChange, expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> MetadataOutcome

  /// Makes several operations, which may share what they open: a document's directory is then
  /// looked up once for all that are done in it in turn.
  func together(_ body: () -> Void)

  /// A part of a document that is too large to be read at once. Nil where its fingerprint is not
  /// the expected one any more.
  func slice(
    _ path: RelativePath, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(VolumeError) -> [UInt8]?

  /// Says what is about to be installed, as far as that is known: a volume may write several files
  /// at once before the turn of each comes. Nothing takes its name before it is installed.
  func stageAhead(_ installations: [Installation])

  /// Writes a part of a version that is too large to be held at once, to be installed as
  /// `Installation.stagedSize` says. The first part begins at 0, and the parts follow one another.
  func stage(
    _ id: UInt64, for path: RelativePath, at offset: Int64, _ bytes: [UInt8]
  ) throws(VolumeError)

  /// Stages a whole version by sharing the blocks of the file that has it; false where that can't
  /// be, or the file is another by now.
  func stage(
    _ id: UInt64, for path: RelativePath, cloning source: RelativePath, of other: any Volume,
    expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> Bool

  /// Takes away what was staged in parts and not installed, if anything was.
  func unstage(_ id: UInt64, for path: RelativePath) throws(VolumeError)

  /// Says what content a large file with this fingerprint has, so that it need not be read to be
  /// known.
  func note(_ digest: Digest, of fingerprint: Fingerprint)

  /// Gives a displaced file a free name. Returns whether it has it now.
  func putBack(_ id: UInt64, at path: RelativePath) throws(VolumeError) -> Bool

  /// Puts content under a name, by exchange: what stood there comes out whole and is looked at.
  func install(_ installation: Installation) throws(VolumeError) -> InstallOutcome

  /// Takes a document away, into the displaced folder under `id`, if it is the expected version.
  func remove(
    _ path: RelativePath, expecting digest: Digest, id: UInt64
  ) throws(VolumeError) -> RemoveOutcome

  /// Which names its file system can hold.
  func nameRules() throws(VolumeError) -> NameRules

  /// Makes a directory where nothing is. Returns whether a directory stands there now.
  func makeDirectory(at path: RelativePath) throws(VolumeError) -> Bool

  /// Gives a document, or a directory with all that is beneath it, a name that nothing has. No
  /// content is read or written.
  func rename(
    _ path: RelativePath, to newPath: RelativePath, kind: Entry.Kind
  ) throws(VolumeError) -> RenameOutcome

  /// Removes a directory if nothing is in it. Returns whether it is gone.
  func removeDirectory(_ path: RelativePath) throws(VolumeError) -> Bool

  /// What lies in the displaced folder. `unsettled` is whether a program may still write to it.
  func displaced() throws(VolumeError) -> [DisplacedFile]

  /// Deletes what was displaced, its content being kept elsewhere, if its content is still this
  /// and nobody can write to it any more; false where that isn't so.
  func discardDisplaced(_ id: UInt64, expecting digest: Digest) throws(VolumeError) -> Bool

  /// The directories whose changes are not told, since the watch limit is reached: to be listed on a timer.
  func unwatched() -> [RelativePath]

  /// How many these are.
  func unwatchedCount() -> Int

  /// How many directories are watched.
  func watchedCount() -> Int

  /// Says that a listing on the timer found changes in an unwatched directory: it gets the watch
  /// of one that has long been quiet. A hint asks for one more listing of it.
  func favour(_ directory: RelativePath)

  /// Whether a version that is installed has to be on the disk before it takes its name. Where it
  /// has not, `sync` makes it durable.
  var flush: FlushPolicy { get set }

  /// Makes everything installed and removed so far durable.
  func sync() throws(VolumeError)
}

extension Volume {
  /// All that Linux can.
  package func nameRules() throws(VolumeError) -> NameRules { .linux }

  /// Never, for a volume whose root is always the same.
  package func acceptRoot(
    holding count: Int, of documents: [RelativePath]
  ) throws(VolumeError) -> Bool { false }

  package func contents(_ path: RelativePath, limit: Int) throws(VolumeError) -> Reading {
    try contents(path, limit: limit, evenIfOpen: false)
  }

  /// Nothing, for a volume whose root can always be marked.
  package func birthmark() throws(VolumeError) -> [UInt8]? { nil }

  /// Never, for a volume that is this machine's own.
  package func isChangedElsewhere() -> Bool { false }

  /// None, for a volume that can always be written.
  package func obstacle() throws(VolumeError) -> String? { nil }

  /// Nothing, for a volume that keeps no such time.
  package func born(_ path: RelativePath) throws(VolumeError) -> Int64? { nil }

  package func together(_ body: () -> Void) { body() }

  /// Nothing, for a volume that stages each file in its turn.
  package func stageAhead(_ installations: [Installation]) {}

  package func unwatchedCount() -> Int { unwatched().count }

  /// Nothing, for a volume that has no limit of watches.
  package func favour(_ directory: RelativePath) {}

  /// Never, for a volume whose files share no blocks.
  package func stage(
    _ id: UInt64, for path: RelativePath, cloning source: RelativePath, of other: any Volume,
    expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> Bool { false }

  /// Nothing, for a volume that reads quickly.
  package func note(_ digest: Digest, of fingerprint: Fingerprint) {}
}

/// What came of reading a document.
package enum Reading: Hashable, Sendable {
  /// The content, and what `stat` said both before and after it was read. `changed` is 0 where a
  /// later write could leave the same stamp behind (it came within one tick of a coarse clock,
  /// or through a mapping), so that the next scan takes it for changed and reads again.
  case content([UInt8], Fingerprint)
  /// Larger than the limit; not read.
  case tooLarge(Fingerprint)
  /// A program has it open for writing.
  case beingWritten(Fingerprint)
  /// It changed while it was read.
  case unsteady
  /// Another process holds its lock exclusively; who, where that can be told.
  case locked(by: String?)
  /// It isn't there, or is no document.
  case gone
}

/// A version to be put under a name.
package struct Installation: Hashable, Sendable {
  /// Names the file in the staging and displaced folders.
  package var id: UInt64
  package var path: RelativePath
  package var content: [UInt8]
  package var digest: Digest
  /// What must stand there: a version's digest, or nothing.
  package var expecting: Digest?
  /// What `stat` said of that version: a file that is still like it need not be read again.
  package var standing: Fingerprint?
  /// Permission bits for a new name; nil takes those of the document that is replaced, or the
  /// directory's usual ones.
  package var mode: UInt32?
  /// The mtime to give it in nanoseconds since 1970; nil for now.
  package var modified: Int64?
  /// The user xattrs to give it, as far as they can be had there; nil for those of the document
  /// that is replaced.
  package var attributes: Attributes?
  /// Where the content lies staged under the id already, and `content` is empty: its size.
  package var stagedSize: Int64?

  package init(
    id: UInt64, path: RelativePath, content: [UInt8], digest: Digest, expecting: Digest?,
    standing: Fingerprint? = nil, mode: UInt32? = nil, modified: Int64? = nil,
    attributes: Attributes? = nil,
    stagedSize: Int64? = nil
  ) {
    self.id = id
    self.path = path
    self.content = content
    self.digest = digest
    self.expecting = expecting
    self.standing = standing
    self.mode = mode
    self.modified = modified
    self.attributes = attributes
    self.stagedSize = stagedSize
  }
}

extension Installation {
  package var isStaged: Bool { stagedSize != nil }

  /// The symbolic link that is to be installed; nil for anything else.
  package var link: SymbolicLink? { SymbolicLink(decoding: content) }
}

/// What came of setting metadata.
package enum MetadataOutcome: Hashable, Sendable {
  /// It has what could be set there.
  case set(Fingerprint)
  /// Something else has the name. Nothing was changed.
  case superseded
  /// Another process holds the document's lock; who, where that can be told.
  case locked(by: String?)
}

/// What came of an installation.
package enum InstallOutcome: Hashable, Sendable {
  /// It stands there. `displaced` says that the version it replaced lies in the displaced folder
  /// under the installation's id (never for a new name, nor for a file that was written in place
  /// because it has several links).
  case installed(Fingerprint, displaced: Bool)
  /// It stands there, but what came out was not what was expected: a program wrote in between.
  /// What came out lies in the displaced folder, and is a version to be planned.
  case raced(Fingerprint)
  /// Something else than expected stood there (or something where nothing was expected).
  /// Nothing was changed.
  case superseded
  /// Another process holds the document's lock; who, where that can be told.
  case locked(by: String?)
  /// A program has it open for writing. Nothing was changed.
  case beingWritten
}

/// What came of a removal.
package enum RemoveOutcome: Hashable, Sendable {
  /// It is gone from its name and lies in the displaced folder under the id.
  case removed
  /// It is another version than expected. It stands where it stood.
  case superseded
  case locked(by: String?)
  case beingWritten
  /// Nothing was there.
  case gone
}

/// What came of a renaming.
package enum RenameOutcome: Hashable, Sendable {
  /// It has the new name: what it was known by just before, and is known by now.
  case renamed(from: Fingerprint, to: Fingerprint)
  /// Nothing of the kind has the name.
  case gone
  /// Something has the new name, or its directory isn't there. Nothing was changed.
  case obstructed
  case locked(by: String?)
  /// It would have to be copied, since the new name is on another file system.
  case crossesDevices
}

/// A file that came out of an exchange or a removal.
package struct DisplacedFile: Hashable, Sendable {
  package var id: UInt64
  package var content: [UInt8]
  package var fingerprint: Fingerprint
  /// Whether a program has it open for writing, so that its content may still change.
  package var isOpen: Bool
  /// The digest of one that is too large to be held; its content is not read then.
  package var digestOfLarge: Digest?

  package init(
    id: UInt64, content: [UInt8], fingerprint: Fingerprint, isOpen: Bool,
    digestOfLarge: Digest? = nil
  ) {
    self.digestOfLarge = digestOfLarge
    self.id = id
    self.content = content
    self.fingerprint = fingerprint
    self.isOpen = isOpen
  }
}

/// A failure at one path.
package struct VolumeError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It isn't there.
    case missing
    /// The file system is full, or a quota is reached.
    case full
    /// Permission or ownership forbids it, or the file system is read-only.
    case denied
    /// Another daemon keeps the root.
    case claimed
    /// Too many open files, or no memory: worth trying again soon.
    case exhausted
    /// The name can't be: too long, or refused by the file system.
    case badName
    /// The disk or the file system failed, or the root is not the one that was opened: nothing is
    /// known of the document.
    case broken
  }

  package var kind: Kind
  /// One sentence: what was done to what, what the system said, and what to do.
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}
