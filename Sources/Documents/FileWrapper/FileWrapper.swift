public import FoundationEssentials
import LinuxSystem

/// A file, a package's directory or a symbolic link, as a value in memory that can be changed and
/// written.
///
/// Reading a package reads its structure; the contents of its files are read when they are asked
/// for. What was read keeps to that moment: where a file has gone or changed since, there is an
/// error instead of another moment's content. Writing a package puts it in place whole, and only
/// what is different is written.
///
/// Members that the wrapper has no key for (names that are no UTF-8, FIFOs, sockets and devices)
/// stay where they are when a package is written in place.
///
/// Not `Sendable`: made and used in one place at a time, and given away by `sending`.
open class FileWrapper {
  /// How to read.
  public struct ReadingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options by their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Reads all contents at once, instead of when they are asked for.
    public static let immediate = ReadingOptions(rawValue: 1)
    /// Doesn't map files into memory. Ours never are: a mapped file that is cut short by another
    /// program kills its reader.
    public static let withoutMapping = ReadingOptions(rawValue: 2)
  }

  /// How to write.
  public struct WritingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options by their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Puts it in place in one step. Ours always does.
    public static let atomic = WritingOptions(rawValue: 1)
    /// Gives the wrapper and those in it the file names under which they were written.
    public static let withNameUpdating = WritingOptions(rawValue: 2)
  }

  enum Content {
    case file(data: Data?, stored: StoredFile?)
    /// With the members that no `String` names.
    case directory([String: FileWrapper], unnamed: [[UInt8]: FileNode])
    case symbolicLink([UInt8])
  }

  var content: Content
  /// Where it was read or last written, and what stood there; nil where it was only made.
  var origin: (location: FileLocation, record: FileRecord)?
  /// What was set; nil where what was read holds.
  private var attributes: [String: Any]?

  /// The name under which it was read or, with `.withNameUpdating`, written; nil for a new one.
  open var filename: String?

  /// The name to be written under, which a package takes as the key where it is free.
  open var preferredFilename: String?

  // MARK: Making

  /// Reads what stands at a URL: a package with its structure, a symbolic link as such.
  ///
  /// Throws a `CocoaError` with the path and the cause in its `userInfo`.
  public init(url: URL, options: ReadingOptions = []) throws {
    content = .file(data: nil, stored: nil)
    try read(from: url, options: options)
  }

  /// A file with this content.
  public init(regularFileWithContents contents: Data) {
    content = .file(data: contents, stored: nil)
  }

  /// A package of these members, by their names. One without a preferred name takes its key.
  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    content = .directory(childrenByPreferredName, unnamed: [:])
    for (name, child) in childrenByPreferredName where child.preferredFilename == nil {
      child.preferredFilename = name
    }
  }

  /// A symbolic link to a URL, which need lead nowhere; a relative one stays relative.
  public init(symbolicLinkWithDestinationURL url: URL) {
    content = .symbolicLink(linkTarget(of: url))
  }

  init(_ record: FileRecord, location: FileLocation, path: [UInt8], name: String?) {
    content = .file(data: nil, stored: nil)
    filename = name
    preferredFilename = name
    adopt(record, location: location, path: path)
  }

  // MARK: What it is

  /// Whether it is a file.
  open var isRegularFile: Bool { if case .file = content { true } else { false } }
  /// Whether it is a package or a directory in one.
  open var isDirectory: Bool { if case .directory = content { true } else { false } }
  /// Whether it is a symbolic link.
  open var isSymbolicLink: Bool { if case .symbolicLink = content { true } else { false } }

  /// By `FileAttributeKey`'s raw values: size, times, permissions and kind as they were read. Only
  /// `posixPermissions` is written.
  open var fileAttributes: [String: Any] {
    get { attributes ?? origin.map { readAttributes(of: $0.record) } ?? [:] }
    set { attributes = newValue }
  }

  // MARK: A file's content

  /// The content, read when first asked for and kept. Nil where this is no file, and where the
  /// content can't be read: see `contents()`.
  open var regularFileContents: Data? {
    do {
      return try contents()
    } catch {
      return nil
    }
  }

  /// As `regularFileContents`, but says what is wrong.
  ///
  /// Throws a `CocoaError` with the path and the cause: `.fileReadNoSuchFile` where the file has
  /// gone, `.fileReadUnknown` with `ESTALE` where it was changed or replaced since the wrapper
  /// read it, so that its content is another moment's.
  open func contents() throws -> Data {
    try loadContents()
  }

  // MARK: A link's target

  /// Where a symbolic link leads, as written; nil where this is none.
  open var symbolicLinkDestinationURL: URL? {
    guard case .symbolicLink(let target) = content else { return nil }
    return URL(filePath: String(decoding: target, as: UTF8.self))
  }

  // MARK: A package's members

  /// The members by their keys, which are their names where they are written; nil where this is
  /// no directory.
  open var fileWrappers: [String: FileWrapper]? {
    guard case .directory(let members, _) = content else { return nil }
    return members
  }

  /// Puts a member in, under its preferred name where that is free, else under the next one that
  /// is ("page 2.txt"). Returns the key. No effect where this is no directory.
  @discardableResult
  open func addFileWrapper(_ child: FileWrapper) -> String {
    insert(child)
  }

  /// Puts a new file in; see `addFileWrapper`.
  @discardableResult
  open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  /// Takes a member out, under whatever keys it is in.
  open func removeFileWrapper(_ child: FileWrapper) {
    guard case .directory(let members, let unnamed) = content else { return }
    content = .directory(members.filter { $0.value !== child }, unnamed: unnamed)
  }

  /// The key under which a member is in; nil where it isn't.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    fileWrappers?.first { $0.value === child }?.key
  }

  // MARK: Disk

  /// Whether what stands at a URL is what this wrapper read or wrote there, as far as can be told
  /// without reading contents. False for a wrapper that was only made.
  open func matchesContents(of url: URL) -> Bool {
    matches(url)
  }

  /// Reads anew what stands at a URL, in place of all that this wrapper holds. Where that fails,
  /// the wrapper stays as it was.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    try readDisk(url, options)
  }

  /// Writes it to a URL, in one step: what stands there is replaced whole, or left alone where an
  /// error is thrown.
  ///
  /// Members that are unchanged since they were read are not written: where the package that they
  /// were read from is replaced they are hard-linked out of it, else copied on disk, cloned where
  /// the file system can. Where nothing is different, nothing is touched. Modes, extended
  /// attributes of the user and members that the wrapper has no key for stay. A file is made anew:
  /// other names that it had, hard links, keep the old content.
  ///
  /// Where this wrapper was read from the same URL, what other programs did there since stays
  /// too: their new members, and theirs in place of those unchanged here. Where they changed what
  /// is changed here, `FileChangedError` is thrown. `originalContentsURL` is where the unchanged
  /// members lie now, if no longer where they were read from.
  ///
  /// Throws a `CocoaError` with the path and the cause, or a `FileChangedError`.
  open func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    try writeDisk(url, options, originalContentsURL)
  }

  var attributesToWrite: UInt32? {
    guard let value = attributes?[FileAttributeKey.posixPermissions.rawValue] as? any BinaryInteger
    else { return nil }
    let mode = UInt32(truncatingIfNeeded: value) & 0o7777
    return origin?.record.status.mode == mode ? nil : mode
  }

  func forgetAttributes() { attributes = nil }
}
