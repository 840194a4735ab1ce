package import FoundationEssentials

/// What a file wrapper holds, as a value: to be planned with, written and kept while the wrapper
/// changes on.
package indirect enum FileNode: Sendable {
  case file(FileContent, mode: UInt32?)
  case symbolicLink([UInt8])
  case directory([[UInt8]: FileNode], mode: UInt32?)
}

/// A file's content, in memory or where it lies.
package enum FileContent: Sendable {
  case data(Data)
  /// Unchanged since it was seen; with what was read of it, should it have gone.
  case stored(StoredFile, cached: Data?)
}
