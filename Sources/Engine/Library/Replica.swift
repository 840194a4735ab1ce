package import Reconciliation
import StateStore

/// One root directory of a library: what is known of it in memory, and what waits to be looked at
/// there. What the library knows of its documents is in the store.
///
/// Belongs to the engine's thread, as its library does, which it does not outlive.
package final class Replica {
  /// Names it in the state, whatever its place in the library's order.
  package let number: Int
  package let volume: any Volume
  /// Names it to a person, in messages and conflict names.
  package var label: String
  /// Which way changes go between it and the library.
  package var way = Way.both
  /// Why nothing can be written there now; nil where it can.
  var obstacle: String?
  /// When that is looked at again; steady time.
  var nextWriteLook: Int64 = 0
  /// Whether other machines may change it, of which no watch tells.
  var isOnNetwork = false
  /// Whether it is as it was left.
  var setBack = SetBack()
  /// Documents that only this replica has, which only follows: what `stat` said of them.
  var extras: [RelativePath: Fingerprint] = [:]
  /// The root's path, for a status.
  package var place: [UInt8] = []
  unowned let library: Library

  var settling = Settling()
  var ignoring = IgnoreSet()
  /// Documents that need another look.
  var attention: [RelativePath: Attention] = [:]
  /// The look at everything that is going on.
  var fullScan: FullScan?
  /// Directories to be listed: new ones, and those that can't be watched.
  var directories = PathQueue()
  /// Documents that were installed in directories before these were listed: what is removed there
  /// until they are is told by nobody.
  var unlisted: [RelativePath: Set<RelativePath>] = [:]
  /// How many looks at everything in a row could not list a directory.
  var incompleteScans = 0
  /// Directories that were listed, so that their vanishing means something.
  var listed: Set<RelativePath> = []
  /// Listed directories whose names were told to be gone: what stands there next is another.
  var leftDirectories: Set<RelativePath> = []
  /// New names that look like an editor's temporary files, and when they were first seen.
  var temporaries: [RelativePath: Int64] = [:]
  /// When many deletions at once began to come in.
  var deletionsWaitSince: Int64?
  /// Files that were seen and have to be read.
  var sightings: [Sighting] = []
  var largeReads: [LargeRead] = []
  /// Documents that are names of one file, by its inode.
  var linked: [UInt64: Set<RelativePath>] = [:]
  /// What vanished a moment ago, by inode: made when it is first asked for.
  var vanished: VanishedDocuments?
  /// Documents whose deletion waits for a person.
  var heldDeletions: Set<RelativePath> = []
  /// Documents that a look at everything after a start did not find, nor any other: the root may be
  /// another one than it was, until one of them is seen.
  var unproven: Set<RelativePath> = []
  /// Names of documents that lead to other inodes than before, and since when that is seen.
  var arrivals: [RelativePath: (entry: Entry, since: Int64)] = [:]
  /// New names that wait to be documents, by inode.
  var newcomers: [UInt64: RelativePath] = [:]
  /// Which names its file system can hold; nil while that isn't known.
  var knownRules: NameRules?
  /// What its names tell that the library hasn't taken up yet.
  var news = NameNews()
  /// Directories that were found, and are not written down yet.
  var foundDirectories: Set<RelativePath> = []
  /// Directories that were there and are gone.
  var lostDirectories: Set<RelativePath> = []
  /// Directories that it is to make or to remove.
  var owedDirectories: Set<RelativePath> = []
  /// Documents of which this replica is to get the library's version.
  var catchingUp = PathQueue()
  /// Whether everything was looked at since the root was last away.
  var isScanned = false
  /// Whether the root that is open was found to be the one that is meant.
  var isIdentified = false
  var rootState = RootState.present
  var needsRootLook = false
  var nextRescan: Int64 = .max
  var nextPoll: Int64 = .max
  var nextRootLook: Int64 = .max
  var displacedLook: Int64 = .max
  var special: Int = 0
  /// What its file system can keep of a document besides its content; nil while that isn't known.
  var knownTraits: MetadataTraits?

  init(_ number: Int, _ volume: any Volume, of library: Library) {
    self.number = number
    self.volume = volume
    self.library = library
    volume.flush = library.settings.flush
    settling.patience.member = library.settings.packagePatience
    label = library.settings.host
    ignoring = IgnoreSet(
      configured: IgnoreRules(parsing: library.settings.ignored, in: .root))
  }

  var store: StateStore { library.store }
  var settings: Settings { library.settings }
  var now: Moment { library.now }

  /// Whether anything is written there.
  var isWritten: Bool { way != .gives && obstacle == nil }

  /// The version of a document that this replica and the library last agreed on.
  func agreed(_ path: RelativePath) -> Base? {
    guard library.isShared else { return store.bases[path] }
    if let held = store.held(path, in: number) { return Base(held.version) }
    return store.bases[path]?.version(in: number).map { Base($0) }
  }

  /// The documents that this replica is known to hold.
  var documents: [RelativePath] {
    guard library.isShared else { return store.bases.keys }
    let held = store.held(in: number)
    var found: [RelativePath] = []
    for (path, base) in store.bases
    where held[path] == nil && base.fingerprint(in: number) != nil {
      found.append(path)
    }
    return found + held.keys.sorted()
  }

  /// Whether the next cycle has something to do here without waiting.
  var hasWork: Bool {
    guard rootState == .present else { return false }
    return !sightings.isEmpty || !directories.isEmpty || !largeReads.isEmpty || fullScan != nil
      || settling.everything != nil || settling.displacedWereTouched || canCatchUp
  }

  /// When it wants to be looked at again; nil while only a hint can give it work.
  var nextDeadline: Int64? {
    // While the root is away, nothing else is of use.
    if rootState != .present && !needsRootLook { return nextRootLook }
    var deadlines = [nextRescan, nextPoll, nextRootLook, displacedLook].filter { $0 != .max }
    if obstacle != nil { deadlines.append(nextWriteLook) }
    if let due = settling.nextDeadline { deadlines.append(due) }
    if let due = arrivalDeadline { deadlines.append(due) }
    if let since = news.since { deadlines.append(since + Nanoseconds.seconds(3)) }
    if news.retryAt != .max { deadlines.append(news.retryAt) }
    return deadlines.min()
  }

  /// Whether it is not yet known what is there now.
  var isLooking: Bool { fullScan != nil || !sightings.isEmpty || !directories.isEmpty }

  /// Forgets what was on one's mind about a document that is no more.
  func forget(_ path: RelativePath) { attention[path] = nil }
}
