/// The interface that the daemon serves, in Varlink's own language: what `varlinkctl` and every
/// Varlink library ask for, and the contract that `Messages` follows.
package let daemonInterfaceDescription = #"""
  # Keeps documents that several programs edit in agreement.
  #
  # Times are nanoseconds since 1970 (UTC). Digests are SHA-256 in hexadecimal. Names on Linux are
  # bytes: a path beneath its library's root is a string where it is UTF-8; where it isn't, `path`
  # is an escaped text for display and `pathBase64` holds the bytes. A call takes either.
  interface org.collate.Daemon

  # What a document is doing now.
  type Document (
    library: string,
    path: string,
    pathBase64: ?string,
    # normal, held, conflicted, unreadable, tooLarge or changed (seen, not yet acted on)
    state: string,
    digest: ?string,
    size: int,
    modified: int,
    contentType: string,
    # why it is left alone for now
    hold: ?string,
    # the process that holds its lock, where there is one
    holder: ?string,
    # what each directory holds, of a library that has several; in a listing only where that isn't
    # the same
    replicas: ?[]ReplicaHolding
  )

  # What one directory holds of a document, as far as was seen.
  type ReplicaHolding (
    replica: string,
    # agreed, behind (an earlier version) or lacking
    state: string,
    # whether the directory is there
    present: bool,
    digest: ?string,
    size: ?int,
    modified: ?int,
    # why it is left alone there for now
    hold: ?string
  )

  type Progress (
    # what is being done, for a person: "reading", "first scan"
    activity: string,
    done: int,
    # zero where it isn't known
    total: int
  )

  type Library (
    name: string,
    root: string,
    rootBase64: ?string,
    # starting, scanning, watching, paused, absent or failed
    state: string,
    reason: ?string,
    documents: int,
    held: int,
    conflicts: int,
    unreadable: int,
    directories: int,
    directoriesWatched: int,
    # FIFOs, sockets and devices, which are left alone
    special: int,
    lastEvent: int,
    # bytes of contents kept for merges and history
    stored: int,
    # documents over the size limit, whose contents are not kept
    tooLarge: int,
    progress: ?Progress,
    # what a person should know, one line each
    notes: []string,
    holds: []Hold,
    # the directories of a library that has several
    replicas: ?[]Replica
  )

  type Replica (
    # what it is called in messages and conflict names
    label: string,
    root: string,
    rootBase64: ?string,
    # both, gives (it is only read) or takes (it follows the others)
    way: string,
    # why changes go one way only
    oneWay: ?string,
    # whether it is there, and the one that is meant
    present: bool,
    # why it isn't, and what to do
    reason: ?string,
    # how many documents it has still to get or to lose
    behind: int
  )

  type Directory (path: string, pathBase64: ?string)

  # `replica` says where, in a library that has several directories.
  type Hold (path: string, pathBase64: ?string, reason: string, holder: ?string, replica: ?string)

  type Side (digest: string, modified: int, origin: string)

  type Conflict (
    library: string,
    id: int,
    # edit/edit, edit/delete, created twice, name clash or stale save
    kind: string,
    path: string,
    pathBase64: ?string,
    copy: string,
    copyBase64: ?string,
    base: ?string,
    ours: Side,
    theirs: Side,
    time: int,
    reason: string,
    # a short diff from the one to the other, one line each
    diff: []string,
    # what ResolveConflict takes: document, copy, both, merged
    choices: []string
  )

  type DocumentVersion (
    digest: string,
    # when it stopped being the content; zero for what is the content now
    time: int,
    size: int,
    modified: int,
    # current, replaced, deleted, displaced, merged, settled or conflict
    reason: string,
    origin: string
  )

  type Event (
    library: string,
    number: int,
    time: int,
    # adopted, created, changed, deleted, moved, merged, conflict, resolved, saved, restored,
    # undone, held, released, unreadable, problem, overflow, absent, present or damage
    kind: string,
    path: string,
    pathBase64: ?string,
    from: ?string,
    fromBase64: ?string,
    digest: ?string,
    details: []string
  )

  type Action (
    library: string,
    id: int,
    time: int,
    summary: string,
    path: string,
    pathBase64: ?string,
    undone: bool
  )

  type Explanation (
    document: Document,
    # what was last agreed, seen and decided, who holds it, what is next: one line each
    lines: []string
  )

  # One thing that a rescan would do.
  type PlannedChange (
    path: string,
    pathBase64: ?string,
    library: string,
    # where it was found or is to be done, in a library that has several directories
    replica: ?string,
    rule: string,
    details: []string
  )

  # What the daemon is doing: answered at once, whatever it is doing.
  method GetStatus() -> (version: string, pid: int, started: int, libraries: []Library)

  # The documents of one library, or of all; with `more` in pieces.
  method ListDocuments(library: ?string) -> (documents: []Document)

  method GetDocument(path: string, pathBase64: ?string, library: ?string) -> (document: Document, content: ?string)

  method ExplainDocument(path: string, pathBase64: ?string, library: ?string) -> (explanation: Explanation)

  method ListConflicts(library: ?string) -> (conflicts: []Conflict)

  # choice: `document` keeps what has the name, `copy` puts the copy's content there, `both` leaves
  # both files as documents of their own, `merged` saves `content` (base64).
  method ResolveConflict(id: int, library: ?string, choice: string, content: ?string) -> (events: []Event)

  # What the document was, newest first. Works for a deleted one too.
  method ListVersions(path: string, pathBase64: ?string, library: ?string) -> (versions: []DocumentVersion)

  # A version's content, in base64.
  method GetVersion(digest: string, library: ?string) -> (content: string)

  method RestoreVersion(path: string, pathBase64: ?string, library: ?string, digest: string) -> (events: []Event)

  # Events after a number, then each as it happens. Never one missed, never one twice.
  method Monitor(library: ?string, after: ?int) -> (events: []Event)

  # Opens a document for editing: its content in base64 and the version it is.
  # A package's content, here and everywhere, is its archive: a zero byte and "package", the form's
  # version (1) and the number of members in 32 bits each; then for each member, in byte order of the
  # paths, its kind in 8 bits (0 directory, 1 file, 2 executable file, 3 symbolic link), the length of
  # its path in 32, of its content in 64, its path, and its content. Numbers are big-endian.
  # A symbolic link's content is a zero byte and "symlink", and then where it leads. It is neither
  # opened nor saved: it isn't followed.
  method OpenDocument(path: string, pathBase64: ?string, library: ?string) -> (session: int, digest: ?string, content: string)

  # Saves content (base64) made from the version that was opened; nil for a new document. Where the
  # document changed meanwhile, both are merged, else the saved version goes beside as `copy`.
  # outcome: saved, merged, conflict or unchanged.
  method SaveDocument(session: ?int, path: string, pathBase64: ?string, library: ?string, opened: ?string, content: string, client: ?string) -> (outcome: string, digest: string, copy: ?string, copyBase64: ?string)

  method CloseDocument(session: int) -> ()

  # What Collate did, newest first, and can take back.
  method ListActions(library: ?string) -> (actions: []Action)

  # Takes back the last action, or the one named.
  method Undo(library: ?string, id: ?int) -> (action: Action, events: []Event)

  # Keeps a directory; with `more`, all of them hold the same documents. With `library` that takes
  # them in: equal documents agree, different ones are conflicts, nothing is overwritten. `mirror` is
  # the one of a new library's directories that the others follow, `readOnly` those of the
  # directories that are never written to.
  method AddLibrary(root: string, rootBase64: ?string, more: ?[]Directory, library: ?string, mirror: ?Directory, readOnly: ?[]Directory) -> (library: Library, note: ?string)

  # Keeps a library no more, or with `root` one directory of it. Documents stay as they are.
  method RemoveLibrary(library: string, root: ?string, rootBase64: ?string) -> (library: ?Library, note: ?string)
  method Pause(library: ?string) -> ()
  method Resume(library: ?string) -> ()

  # Looks at everything again; with `dryRun` only says what would be done.
  method Rescan(library: ?string, dryRun: ?bool) -> (changes: []PlannedChange)

  # Accepts what was held as a mass deletion, and takes another directory that stands where a root
  # was for it (`accepted`); with `restore`, what vanished is brought back instead.
  method Release(library: ?string, restore: ?bool) -> (released: int, restored: int, accepted: []string)

  # Verifies the store: what is damaged, one line each.
  method Check(library: ?string) -> (damage: []string, contents: int, bytes: int)

  error NoSuchLibrary (library: string)
  # Several libraries, and none named.
  error WhichLibrary (libraries: []string)
  error NoSuchDocument (path: string, message: string)
  error NoSuchVersion (digest: string)
  error NoSuchConflict (id: int)
  error NothingToUndo (message: string)
  # The document is left alone for now; try again.
  error Held (path: string, reason: string)
  # It could not be done: what happened and what to do.
  error Failed (message: string)
  # Events before `first` are not kept any more.
  error EventsGone (first: int)
  """#
