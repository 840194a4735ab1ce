/// A program that makes conflict copies, or renames files whose names clash.
package enum Tool: String, Hashable, Sendable, CaseIterable {
  case collate
  case syncthing
  case nextcloud
  case nextcloudCaseClash
  case ownCloud
  case dropbox
  case dropboxNameClash
  case maestral
  case maestralNameClash
  case unison
  case rclone
  case seafile
  case synology
  case synologyNameClash
  case oneDrive
  case gitAnnex
  case obsidian
  case pCloud
  case resilio

  /// As its makers write it.
  package var name: String {
    switch self {
    case .collate: "Collate"
    case .syncthing: "Syncthing"
    case .nextcloud, .nextcloudCaseClash: "Nextcloud"
    case .ownCloud: "ownCloud"
    case .dropbox, .dropboxNameClash: "Dropbox"
    case .maestral, .maestralNameClash: "Maestral"
    case .unison: "Unison"
    case .rclone: "rclone"
    case .seafile: "Seafile"
    case .synology, .synologyNameClash: "Synology Drive"
    case .oneDrive: "OneDrive"
    case .gitAnnex: "git-annex"
    case .obsidian: "Obsidian Sync"
    case .pCloud: "pCloud"
    case .resilio: "Resilio Sync"
    }
  }

  /// Whether its copies may be merged and removed without asking.
  ///
  /// Only where the name is proof enough, the copy is a whole other version of the document, and
  /// the document keeps its name. Collate's own copies are there because a merge was not possible;
  /// a person settles them. Removing what Resilio renamed would remove the real file elsewhere.
  package var mayBeSettledAutomatically: Bool {
    switch self {
    case .syncthing, .nextcloud, .ownCloud, .dropbox: true
    default: false
    }
  }

  /// Whether the file was renamed since its name clashes with another one: it is a document of its
  /// own, not a version of the other.
  package var isNameClash: Bool {
    switch self {
    case .nextcloudCaseClash, .dropboxNameClash, .maestralNameClash, .synologyNameClash, .resilio:
      true
    default: false
    }
  }
}
