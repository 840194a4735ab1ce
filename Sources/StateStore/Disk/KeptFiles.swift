import LinuxSystem

/// The files that were appended to last, kept open so that the next append is one call.
struct KeptFiles {
  /// A class, since dictionaries hold no noncopyable values.
  final class File {
    let descriptor: Descriptor
    fileprivate(set) var lastUse: UInt64 = 0

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }

  /// Several times what one library's store appends to.
  private let limit = 16
  private var files: [String: File] = [:]
  private var uses: UInt64 = 0

  subscript(name: String) -> File? {
    mutating get {
      guard let file = files[name] else { return nil }
      uses += 1
      file.lastUse = uses
      return file
    }
  }

  /// Keeps a file, and lets go of the one that was used longest ago where there are too many.
  mutating func keep(_ file: File, as name: String) {
    uses += 1
    file.lastUse = uses
    files[name] = file
    if files.count > limit, let oldest = files.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      files[oldest.key] = nil
    }
  }

  /// To be called before the name leads to another file.
  mutating func forget(_ name: String) {
    files[name] = nil
  }
}
