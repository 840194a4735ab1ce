/// The names that editors, sync tools and desktops give to files that are no documents.
///
/// Two kinds: what no person names a document, ignored always, and what could be one, ignored
/// provisionally. `*~` is of the first kind: an editor that saves by renaming the original to
/// `notes.md~` leaves it for a moment without a plain sibling, so a sibling can't be asked for,
/// and what is left of it later is a backup.
struct IgnoreDefaults: Hashable, Sendable {
  static let standard = IgnoreDefaults(
    always: IgnoreRules(parsing: Array(alwaysIgnored.utf8), in: .root),
    provisional: IgnoreRules(parsing: Array(provisionallyIgnored.utf8), in: .root))
  static let none = IgnoreDefaults(
    always: IgnoreRules(parsing: [], in: .root), provisional: IgnoreRules(parsing: [], in: .root))

  let always: IgnoreRules
  let provisional: IgnoreRules

  /// Collate's own folder and files, which no rule can make documents.
  func own(_ name: ArraySlice<UInt8>) -> Ignored? {
    guard name.starts(with: Self.ownPrefix) else { return nil }
    let rest = name.dropFirst(Self.ownPrefix.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "-") else { return nil }
    return .always(rule: "`.collate`, Collate's own")
  }

  func verdict(for path: RelativePath, isDirectory: Bool) -> Ignored? {
    if let rule = always.lastMatch(for: path, isDirectory: isDirectory) {
      return .always(rule: "`\(displayed(rule.line))` (built in)")
    }
    if let rule = provisional.lastMatch(for: path, isDirectory: isDirectory) {
      return .provisional(rule: "`\(displayed(rule.line))` (built in)")
    }
    return nil
  }

  private static let ownPrefix = Array(".collate".utf8)
}

/// Names that only programs use.
private let alwaysIgnored = ##"""
  # Editors: vim, Emacs, nano, Kate, JetBrains, Sublime Text, VS Code
  .*.sw[a-px]
  .*.swpx
  .sw[a-px]
  *~
  .#*
  \#*#
  .*.kate-swp
  *___jb_tmp___
  *___jb_old___
  .subl*.tmp
  *.vsctmp
  # Offices
  .~lock.*#
  ~$*
  ~WR[DL][0-9]*.tmp
  ~wrf[0-9]*.tmp
  ~DF*.tmp
  # What libraries write before they rename: GLib, Swift, Cocoa
  .goutputstream-*
  .dat.nosync*
  *.sb-????????-??????
  # rsync
  .~tmp~/
  .rsync-partial/
  # Syncthing
  .syncthing.*.tmp
  ~syncthing~*.tmp
  .stfolder
  .stversions/
  .stignore
  # Nextcloud, ownCloud
  .*.~[0-9a-f]*
  .sync_*.db*
  ._sync_*.db*
  .csync_journal.db*
  .owncloudsync.log*
  _.sys.admin#recall#-*
  # rclone, Unison, Mutagen, osync, Watchman
  *.[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f].partial
  PATH1..PATH2.lck
  RCLONE_TEST
  .unison.*.unison.tmp
  .bak.[0-9]*.*
  *.[0-9]*.unison.bak
  .mutagen-temporary-*
  .osync_workdir/
  .watchman-cookie-*
  # Dropbox, Resilio, MEGA, FreeFileSync
  .dropbox
  .dropbox.attr
  .dropbox.cache/
  *.!sync
  .sync/
  .getxfer.*.mega
  .debris/
  .megaignore
  *.ffs_tmp
  sync.ffs_db
  .sync.ffs_db
  sync*.ffs_lock
  # Browsers and downloaders
  *.crdownload
  *.crswap
  .com.google.Chrome.*
  .org.chromium.*
  *.opdownload
  *.!ut
  *.!qB
  # Version control
  .git
  .hg/
  .svn/
  .jj/
  # File systems and desktops
  .nfs[0-9a-f]*
  .fuse_hidden*
  .smbdelete*
  .Trash-*
  lost+found/
  .DS_Store
  ._*
  Thumbs.db
  desktop.ini
  .directory
  """##

/// Names that programs use for a moment, and people for their documents too.
private let provisionallyIgnored = ##"""
  *.tmp
  *.temp
  *.part
  *.partial
  *.filepart
  *.download
  *.aria2
  *.ytdl
  *.bts
  *.orig
  *.rej
  *.save
  *.save.[0-9]*
  *.sbak
  ~*
  .~*
  .*.s[a-v][a-z]
  *.swp
  # vim asks whether it may write by making such a file, 123 further on while the name is taken
  4913
  5036
  5159
  5282
  # sed -i
  sed[A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9]
  # Excel
  [0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F]
  """##
